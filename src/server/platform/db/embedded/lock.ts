/** One product per folder: the process that holds it, and how others find the server that it runs. */
import { createHash } from 'node:crypto'
import { readFileSync, realpathSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'

/** The data that the holder of a folder publishes about itself. */
interface Holder {
  readonly pid: number
  readonly host: string
  /** Port of the running server on the loopback address; absent until it runs. */
  readonly port?: number
}
interface Lock {
  /** Writes the port for other processes of this account. */
  note(port: number): void
  release(): Promise<void>
}

/** Interval at which the holder marks that it is alive. */
const BEAT_MS = 5000
/** A holder on another machine, or in another container, whose last mark is older than this is gone. */
const SILENT_MS = 15_000

const fileOf = (directory: string) => join(directory, 'holder.json')

/** The last recorded holder; it may be gone. */
export function readHolder(directory: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(directory), 'utf8')) as Holder
  } catch {
    return undefined
  }
}

/**
 * Locks the folder for this process, or returns undefined when another one holds it. The operating system keeps the lock
 * as a listening socket, so it ends with the process however that ends and is never left behind; a container that shares
 * the folder but not the network is known by its beat in the file.
 */
export async function takeLock(directory: string, silent_ms = SILENT_MS): Promise<Lock | undefined> {
  const server = await listen(addressOf(realpathSync(directory)))
  if (!server) return undefined
  const file = fileOf(directory)
  if (await livesElsewhere(directory, silent_ms)) {
    await close(server)
    return undefined
  }
  const write = (port?: number) => {
    // The last holder may have been root, whose file we can remove but not write.
    rmSync(file, { force: true })
    writeFileSync(file, JSON.stringify({ pid: process.pid, host: hostname(), ...(port ? { port } : {}) } satisfies Holder), { mode: 0o600 })
  }
  write()
  const beat = setInterval(() => {
    const now = new Date()
    try {
      utimesSync(file, now, now)
    } catch {
      // The folder was removed; there is nothing left to lock.
    }
  }, BEAT_MS)
  beat.unref()
  return {
    note: write,
    async release() {
      clearInterval(beat)
      rmSync(file, { force: true })
      await close(server)
    },
  }
}

/** Whether a holder on another host is alive. Waits as long as it takes to be sure. */
async function livesElsewhere(directory: string, silent_ms: number): Promise<boolean> {
  const holder = readHolder(directory)
  if (!holder || holder.host === hostname()) return false
  const beat = () => statSync(fileOf(directory), { throwIfNoEntry: false })?.mtimeMs
  const first = beat()
  const until = performance.now() + silent_ms
  while (first !== undefined && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(250, silent_ms / 4)))
    if (beat() !== first) return beat() !== undefined
  }
  return false
}

/** The address of the lock: a name that the system drops with the process, or on macOS a socket in the temporary folder. */
function addressOf(path: string): string {
  const name = `tanggapan-${createHash('sha256').update(path).digest('hex').slice(0, 24)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`)
}

async function listen(address: string): Promise<Server | undefined> {
  const server = await tryListen(address)
  if (server || process.platform === 'linux' || process.platform === 'win32' || (await isAnswered(address))) return server
  // A socket file without a listener was left by a process that was killed.
  rmSync(address, { force: true })
  return tryListen(address)
}

function tryListen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)))
    server.listen(address, () => resolve(server.unref()))
  })
}

function isAnswered(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address, () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}

const close = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()))
