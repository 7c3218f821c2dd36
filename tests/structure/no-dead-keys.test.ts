/**
 * No key without effect: every key of the descriptor schema is claimed by a test that shows it at work. A claim
 * is a comment `proves: fields.*.check, …` in the test that proves it, so that the proof and its name move together.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { schemaKeys } from '../../src/engine/index.ts'

const root = join(import.meta.dirname, '../..')
const isTest = (file: string) => /\.(test|spec|stories)\.tsx?$/.test(file)

const claims = new Map<string, string[]>()
for (const folder of ['tests', 'src']) {
  for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter(isTest)) {
    for (const [, list] of readFileSync(join(root, folder, file), 'utf8').matchAll(/^\s*\/\/ proves: (.+)$/gm)) {
      for (const key of list!
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean))
        claims.set(key, [...(claims.get(key) ?? []), file])
    }
  }
}

test('every descriptor key is proved by a test', () => {
  expect(schemaKeys().filter((key) => !claims.has(key))).toEqual([])
})

test('every proof names an existing key', () => {
  const known = new Set(schemaKeys())
  expect([...claims].filter(([key]) => !known.has(key)).map(([key, files]) => `${key} in ${files.join(', ')}`)).toEqual([])
})
