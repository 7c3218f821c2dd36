/** Saves of all kinds are seen, again and again. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { watchDescriptors } from './watch.ts'

let folder: string
let stop: () => void
let seen: () => void
const failures: unknown[] = []
/** Resolves with the next reported change. */
const next = () =>
  new Promise<void>((resolve) => {
    seen = resolve
  })

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watch-'))
  mkdirSync(join(folder, 'resource'))
  writeFileSync(join(folder, 'resource', 'a.json'), '{}')
  stop = watchDescriptors(
    [folder],
    async () => seen(),
    (error) => failures.push(error),
  )
})
afterEach(() => {
  stop()
  rmSync(folder, { recursive: true, force: true })
})

it('notices files that replace others, every time', async () => {
  const file = join(folder, 'resource', 'a.json')
  for (const text of ['{ "a": 1 }', '{ "a": 2 }', '{ "a": 3 }']) {
    const change = next()
    writeFileSync(`${file}.tmp`, text)
    renameSync(`${file}.tmp`, file)
    await change
  }
  const change = next()
  writeFileSync(file, '{ "a": 4 }')
  await change
  expect(failures).toEqual([])
})

it('notices folders created later, with their contents', async () => {
  const made = next()
  mkdirSync(join(folder, 'fleet'))
  await made
  const change = next()
  writeFileSync(join(folder, 'fleet', 'b.json'), '{}')
  await change
  expect(failures).toEqual([])
})
