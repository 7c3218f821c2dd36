/** The data directory: made once, and never opened with programs of another version. */
import { randomBytes } from 'node:crypto'
import { chownSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Account, ownFolder } from './account.ts'
import { type Binaries, MAJOR } from './binaries.ts'
import { EmbeddedProblem, USE_A_SERVER } from './problem.ts'
import { runProgram } from './program.ts'

export interface Cluster {
  readonly data: string
  readonly password: string
}

/** The database's own user; the product is the only one who has its password. */
export const USER = 'postgres'

const HOW_TO_BRING_OVER = `Make a backup of every company with the version that made it ("npm run backup -- <company> <file>"), move that folder away, and bring each back with this version ("npm run restore -- <file>").`

/**
 * Refuses the data of other versions with instructions: version 2.38 and older stored theirs in `DATA_DIR/db/pg`, made by
 * another program although it calls itself PostgreSQL, too.
 */
export function checkVersion(directory: string, older: string): void {
  const major = versionOf(join(directory, 'data'))
  if (major !== undefined && major !== String(MAJOR))
    throw new EmbeddedProblem(
      `The data in ${join(directory, 'data')} is of PostgreSQL ${major}; this version brings PostgreSQL ${MAJOR}. ${HOW_TO_BRING_OVER}`,
    )
  if (major === undefined && versionOf(older) !== undefined)
    throw new EmbeddedProblem(
      `The data in ${older} was made by version 2.38 or older, whose embedded database this version does not open. ${HOW_TO_BRING_OVER}`,
    )
}

function versionOf(data: string): string | undefined {
  try {
    return readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  } catch {
    return undefined
  }
}

/** Opens the data directory, making it the first time. `durable: false`: for tests, not written through to the disk. */
export async function openCluster(directory: string, binaries: Binaries, account: Account | undefined, durable: boolean): Promise<Cluster> {
  const data = join(directory, 'data')
  const secret = join(directory, 'password')
  if (versionOf(data) !== undefined) {
    try {
      return { data, password: readFileSync(secret, 'utf8').trim() }
    } catch {
      throw new EmbeddedProblem(`The password of the embedded database, ${secret}, cannot be read. Does it belong to another user?`)
    }
  }
  // Created under another name, so that an existing folder is always complete, whenever this process ends.
  const making = join(directory, 'making')
  rmSync(making, { recursive: true, force: true })
  ownFolder(making, account)
  const password = randomBytes(24).toString('base64url')
  writeFileSync(secret, `${password}\n`, { mode: 0o600 })
  // The owner of the folder can start the product without root, too.
  if (account) chownSync(secret, statSync(directory).uid, statSync(directory).gid)
  await initialise(directory, { data: making, binaries, account, password, durable })
  renameSync(making, data)
  return { data, password }
}

/** How a new cluster is made. */
interface ClusterSetup {
  readonly data: string
  readonly binaries: Binaries
  readonly account: Account | undefined
  readonly password: string
  readonly durable: boolean
}

async function initialise(directory: string, { data, binaries, account, password, durable }: ClusterSetup): Promise<void> {
  // initdb reads the password as the account that it runs as.
  const handed = join(directory, 'handed')
  rmSync(handed, { force: true })
  writeFileSync(handed, `${password}\n`, { mode: 0o600 })
  if (account) chownSync(handed, account.uid, account.gid)
  try {
    await runProgram(
      binaries.initdb,
      [
        ...['-D', data, '-U', USER, `--pwfile=${handed}`, '--auth=scram-sha-256', '--encoding=UTF8'],
        ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--no-instructions'],
        ...(durable ? [] : ['--no-sync']),
      ],
      account,
      data,
    )
  } catch (error) {
    if (!/could not look up effective user ID/.test((error as Error).message)) throw error
    throw new EmbeddedProblem(
      `PostgreSQL needs a user with a name, and user ${account?.uid ?? process.getuid?.()} has none in /etc/passwd. Run as another user. Or: ${USE_A_SERVER}`,
    )
  } finally {
    rmSync(handed, { force: true })
  }
}
