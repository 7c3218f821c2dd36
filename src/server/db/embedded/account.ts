/** Who PostgreSQL runs as: it refuses the superuser of the system. */
import { createHash, randomUUID } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { EmbeddedProblem, USE_A_SERVER } from './problem.ts'

export interface Account {
  readonly uid: number
  readonly gid: number
}

/** The account `nobody`, which every system has. */
const NOBODY: Account = { uid: 65534, gid: 65534 }
/** Where data lies that the account cannot reach in the folder it belongs to. */
const ELSEWHERE = '/var/lib/tanggapan'

/**
 * The account that PostgreSQL gets: undefined is our own. The superuser hands it to the owner of the data that exists,
 * else to `nobody`.
 */
export function accountFor(data: string, uid = process.getuid?.()): Account | undefined {
  if (uid !== 0) return undefined
  try {
    const owner = statSync(data)
    if (owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  } catch {
    // There is no data yet.
  }
  return NOBODY
}

/** May the account pass every folder on the way to the path, and enter or execute the path itself? */
export function canReach(path: string, account: Account | undefined): boolean {
  if (!account) return true
  let at: string
  try {
    at = realpathSync(path)
  } catch {
    return false
  }
  for (;;) {
    const { uid, gid, mode } = statSync(at)
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if (!(mode & bit)) return false
    if (dirname(at) === at) return true
    at = dirname(at)
  }
}

/** Makes a folder that belongs to the account and is closed to others. */
export function ownFolder(path: string, account: Account | undefined): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (account) chownSync(path, account.uid, account.gid)
}

/**
 * The folder for PostgreSQL's files: `directory`, or where its note `location` says. When the account cannot reach it
 * because a folder above is closed (`/root`), the data of a default place moves out of there and the note is written;
 * a place that somebody chose is not left: it may be a volume that outlives the machine.
 */
export function reachableFolder(directory: string, account: Account | undefined, mayMove: boolean, elsewhere = ELSEWHERE): string {
  if (!account) return readNote(join(directory, 'location')) ?? directory
  // The product's own folders may be passed, not read.
  for (const own of [dirname(directory), directory]) if (statSync(own).uid === 0) chmodSync(own, (statSync(own).mode & 0o7777) | 0o011)
  const note = join(directory, 'location')
  const noted = readNote(note)
  if (noted) return noted
  if (canReach(directory, account)) return directory
  if (!mayMove)
    throw new EmbeddedProblem(
      `PostgreSQL does not run as root, and another account cannot reach ${directory}, because ${closedAbove(directory, account)} is closed. Set DATA_DIR to a folder outside of it, or run "chmod o+x" on it. Or: ${USE_A_SERVER}`,
    )
  const moved = join(elsewhere, createHash('sha256').update(`${directory} ${randomUUID()}`).digest('hex').slice(0, 12))
  mkdirSync(moved, { recursive: true, mode: 0o711 })
  writeFileSync(note, `${moved}\n`)
  return moved
}

function readNote(note: string): string | undefined {
  try {
    const path = readFileSync(note, 'utf8').trim()
    return lstatSync(path).isDirectory() ? path : undefined
  } catch {
    return undefined
  }
}

function closedAbove(directory: string, account: Account): string {
  let at = realpathSync(directory)
  while (dirname(at) !== at && !canReach(dirname(at), account)) at = dirname(at)
  return at
}
