/** Parts of the embedded server that other machines need: their packages, links, accounts and folders. */
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountFor, canReach, reachableFolder } from '../../../src/server/platform/db/embedded/account.ts'
import { findPackage, readyBinaries } from '../../../src/server/platform/db/embedded/binaries.ts'
import { readHolder, takeLock } from '../../../src/server/platform/db/embedded/lock.ts'

const NOBODY = { uid: 65534, gid: 65534 }
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parts-'))
  chmodSync(folder, 0o711)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A package as npm unpacks it without running its script: the links are listed and not there. */
function unpacked(): string {
  const root = join(folder, 'package')
  mkdirSync(join(root, 'native/bin'), { recursive: true })
  mkdirSync(join(root, 'native/lib'))
  for (const name of ['initdb', 'postgres', 'pg_ctl']) writeFileSync(join(root, 'native/bin', name), '', { mode: 0o644 })
  writeFileSync(join(root, 'native/lib/libpq.so.5.18'), 'library')
  writeFileSync(join(root, 'native/pg-symlinks.json'), '[{"source":"native/lib/libpq.so.5.18","target":"native/lib/libpq.so.5"}]')
  writeFileSync(join(root, 'package.json'), '{"version":"18.4.0"}')
  return root
}

test('where no package fits, one line says so and asks for DATABASE_URL', () => {
  for (const [platform, said] of [
    [{ name: 'freebsd-x64', isMusl: false }, /^There is no embedded PostgreSQL for freebsd-x64\. Set DATABASE_URL to .+$/],
    [{ name: 'linux-x64', isMusl: true }, /^There is no embedded PostgreSQL for linux-x64 with musl \(Alpine\)\. Set DATABASE_URL to .+$/],
  ] as const)
    expect(() => findPackage(platform)).toThrow(said)
  expect(existsSync(join(findPackage(), 'native/bin'))).toBe(true)
})

test('library links and executable flags are set at the first start', () => {
  const root = unpacked()
  const { postgres } = readyBinaries(join(folder, 'copies'), undefined, root)
  expect(postgres).toBe(join(root, 'native/bin/postgres'))
  expect(lstatSync(postgres).mode & 0o100).toBe(0o100)
  expect(readFileSync(join(root, 'native/lib/libpq.so.5'), 'utf8')).toBe('library')
  expect(existsSync(join(folder, 'copies'))).toBe(false)
})

test('packages that the account cannot read are copied once to a readable place', () => {
  const root = unpacked()
  chmodSync(root, 0o700)
  const copies = join(folder, 'copies')
  const { postgres } = readyBinaries(copies, NOBODY, root)
  expect(postgres).toBe(join(copies, '18.4.0/native/bin/postgres'))
  expect(readFileSync(join(copies, '18.4.0/native/lib/libpq.so.5'), 'utf8')).toBe('library')
  expect(canReach(postgres, NOBODY)).toBe(true)
  expect(readyBinaries(copies, NOBODY, root).postgres).toBe(postgres)
})

test('as root the server runs as nobody, or as the owner of the folder', () => {
  const { uid, gid } = statSync(folder)
  expect(accountFor(join(folder, 'data/postgres'), 0)).toEqual(uid === 0 ? NOBODY : { uid, gid })
  expect(accountFor(folder, 1000)).toBeUndefined()
})

test('below an unreadable folder the default place moves and is found again; a chosen one is refused with what to do', () => {
  const closed = join(folder, 'root')
  const named = join(closed, 'data/postgres')
  mkdirSync(named, { recursive: true })
  chmodSync(closed, 0o700)
  const elsewhere = join(folder, 'elsewhere')
  expect(() => reachableFolder(named, NOBODY, false, elsewhere)).toThrow(new RegExp(`because ${closed} is closed\\. Set DATA_DIR to`))
  const moved = reachableFolder(named, NOBODY, true, elsewhere)
  expect(canReach(moved, NOBODY)).toBe(true)
  expect(reachableFolder(named, NOBODY, false, elsewhere)).toBe(moved)
  chmodSync(closed, 0o711)
  expect(reachableFolder(named, NOBODY, true, elsewhere)).toBe(moved)
})

test('H5: a folder held by a running process on another host is not taken over, an abandoned one is', async () => {
  const file = join(folder, 'holder.json')
  writeFileSync(file, JSON.stringify({ pid: 1, host: 'another' }))
  let beats = 0
  const beat = setInterval(() => writeFileSync(file, JSON.stringify({ pid: 1, host: 'another', port: ++beats })), 20)
  expect(await takeLock(folder, 2000)).toBeUndefined()
  clearInterval(beat)
  const lock = await takeLock(folder, 100)
  expect(readHolder(folder)).toMatchObject({ pid: process.pid })
  expect(await takeLock(folder, 100)).toBeUndefined()
  await lock!.release()
  expect(readHolder(folder)).toBeUndefined()
})
