import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEFAULT_POLICY } from '../../src/domain/time/policy.ts'

test('docs/time.md names every setting of time with its default', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/time.md'), 'utf8')
  const settings = Object.entries(DEFAULT_POLICY).flatMap(([group, value]): [string, unknown][] =>
    typeof value === 'object'
      ? Object.entries(value).map(([name, setting]): [string, unknown] => [`${group}.${name}`, setting])
      : [[group, value]],
  )
  const rows = [...text.matchAll(/^\| `([a-z_.]+)` \| `([^`]+)` \|/gm)].map((row) => [row[1]!, JSON.parse(row[2]!) as unknown])
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(settings))
})
