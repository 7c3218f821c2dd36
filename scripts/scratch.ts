/** Where checks keep a database that is thrown away at their end. */
import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const IN_MEMORY = '/dev/shm'
/** Bytes that must be free, in the file system and in memory, beside what the tests need themselves. */
const ROOM = 6 * 2 ** 30

/** A file system in memory where there is one with room: a third of what a database costs is the disk's file system. */
function root(): string {
  try {
    accessSync(IN_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    if (bavail * bsize >= ROOM && process.availableMemory() >= ROOM) return IN_MEMORY
  } catch {
    // Other systems have none.
  }
  return tmpdir()
}

/** A new folder outside of the project, and the way to remove it. */
export function scratchFolder(name: string): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(root(), `${name}-`))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
