import { expect, test } from 'vitest'
import { commandNames, remembered } from './commands.ts'

test('the help names the commands', () => {
  expect(commandNames('Commands:\nhelp — lists these\ncompanies  the companies\nqueue:list\n  table <name>  rows')).toEqual([
    'help',
    'companies',
    'queue:list',
    'table',
  ])
})

test('a repeated command moves to the top of the history', () => {
  expect(remembered(['a', 'b'], 'b')).toEqual(['b', 'a'])
})
