import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8')

test('the files and folders that the architecture page names exist', () => {
  const named = [...text.matchAll(/`((?:src|tests|schemas|modules)\/[\w./-]*)`/g)].map((match) => match[1]!)
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('the page lists every folder of the server', () => {
  const rooms = [
    'platform',
    'records',
    'workflow',
    'print',
    'events',
    'files',
    'openapi',
    'companies',
    'features',
    'packages',
    'demo-kit',
    'demo',
  ]
  expect(rooms.filter((room) => !text.includes(`${room}/`))).toEqual([])
})
