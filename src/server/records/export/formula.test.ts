import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'
import { restore } from './formula.ts'

const HOSTILE = [
  ';=1+1',
  'a; =1+1',
  'a;"=1+1;',
  'a\n=1+1;',
  'a\t@SUM(A1)',
  "x;'=1",
  "'=1",
  '=1+1',
  '+1',
  '-1;-2',
  "a;-5,5+cmd|' /C calc'!A0",
]

test('L8: no cell begins a formula, whether spreadsheets split at commas or semicolons', () => {
  const file = HOSTILE.map((text) => csvLine(['name', text, '5'])).join('')
  const cells = [...(parse(file) as string[][]).flat(), ...file.split(/[;\t\r\n]/)]
  expect(cells.filter((cell) => /^[\s"]*[=+\-@]/.test(cell))).toEqual([])
})

test('L8: an exported file is imported with identical values, numbers included', () => {
  const plain = ['-5', '-5.25', '0', 'a; b', "it's", '2026-01-05', 'a-b; c-d']
  const rows = parse(csvLine([...HOSTILE, ...plain])) as string[][]
  expect(rows[0]!.map(restore)).toEqual([...HOSTILE, ...plain])
  expect(csvLine(plain)).toBe("-5,-5.25,0,a; b,it's,2026-01-05,a-b; c-d\r\n")
})
