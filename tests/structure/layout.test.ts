import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { layout } from '../../scripts/layout.ts'

const modules = join(import.meta.dirname, '../../modules')

test('the layout of new descriptors is that of the shipped ones', () => {
  const files = readdirSync(modules, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.json') && !file.endsWith('.rows.json') && !file.endsWith('package.json'),
  )
  const other = files.filter((file) => {
    const text = readFileSync(join(modules, file), 'utf8')
    return `${layout(JSON.parse(text))}\n` !== text
  })
  expect(files.length).toBeGreaterThan(150)
  expect(other).toEqual([])
})
