/** The operating system account of PostgreSQL, which refuses to run as root. */
import { createHash, randomUUID } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { EmbeddedProblem, USE_A_SERVER } from './problem.ts'

export interface Account {
  readonly uid: number
  readonly gid: number
}

/** The account `nobody` of most systems. */
const NOBODY: Account = { uid: 65534, gid: 65534 }
/** The folder of data that the account cannot reach in its usual folder. */
const ELSEWHERE = '/var/lib/tanggapan'

/**
 * The account of PostgreSQL: undefined is our own. Root uses the owner of the existing data, of the folder for it or of a
 * folder above, so that this owner can also start the product without root; else `nobody`.
 */
export function accountFor(directory: string, uid = process.getuid?.()): Account | undefined {
  if (uid !== 0) return undefined
  const accounts = namedAccounts()
  const data = ownerOf(join(directory, 'data'))
  if (data) return data
  for (const path of [directory, dirname(directory), dirname(dirname(directory))]) {
    const owner = ownerOf(path)
    // initdb needs an account with a name.
    if (owner && accounts.some(({ uid }) => uid === owner.uid)) return owner
  }
  if (accounts.some(({ uid }) => uid === NOBODY.uid)) return NOBODY
  return accounts.find(({ name }) => name === 'nobody') ?? NOBODY
}

/** The owner of an existing path that is not root's. */
function ownerOf(path: string): Account | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined
}

function namedAccounts(): (Account & { readonly name: string })[] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .filter((parts) => parts.length > 3)
      .map(([name, , uid, gid]) => ({ name: name!, uid: Number(uid), gid: Number(gid) }))
  } catch {
    // A system without that file.
    return []
  }
}

/** Whether the account can pass every folder on the way to the path, and enter or execute the path itself. */
export function canReach(path: string, account: Account | undefined): boolean {
  if (!account) return true
  let place: string
  try {
    place = realpathSync(path)
  } catch {
    return false
  }
  for (;;) {
    const { uid, gid, mode } = statSync(place)
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if (!(mode & bit)) return false
    if (dirname(place) === place) return true
    place = dirname(place)
  }
}

/** Creates a folder that belongs to the account and is closed to others. */
export function ownFolder(path: string, account: Account | undefined): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (account) chownSync(path, account.uid, account.gid)
}

/**
 * The folder of PostgreSQL's files: `directory`, or the path in its file `location`. When the account cannot reach it
 * because a folder above is closed (`/root`), the data of a default folder moves out of there and that file is written; a
 * folder that was configured is kept, because it may be a volume that outlives the machine.
 */
export function reachableFolder(directory: string, account: Account | undefined, mayMove: boolean, elsewhere = ELSEWHERE): string {
  if (!account) return readNote(join(directory, 'location')) ?? directory
  const above = [dirname(directory), dirname(dirname(directory))]
  if (above.some((path) => ownerOf(path)?.uid === account.uid)) chownSync(directory, account.uid, account.gid)
  // The account can pass the product's own folders but not read them.
  for (const path of [dirname(directory), directory]) if (statSync(path).uid === 0) chmodSync(path, (statSync(path).mode & 0o7777) | 0o011)
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
  let place = realpathSync(directory)
  while (dirname(place) !== place && !canReach(dirname(place), account)) place = dirname(place)
  return place
}
