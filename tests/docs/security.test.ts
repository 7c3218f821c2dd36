import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const text = readFileSync(join(root, 'docs/security.md'), 'utf8')

test('the files and folders of the product that the security page names exist', () => {
  const named = [...text.matchAll(/`((?:src|server|engine|web|domain|api|e2e|structure|security|scripts)\/[\w./-]+)`/g)].map(
    (match) => match[1]!,
  )
  expect(named.length).toBeGreaterThan(60)
  const places = ['', 'src', 'tests']
  expect(named.filter((path) => !places.some((place) => existsSync(join(root, place, path))))).toEqual([])
})
