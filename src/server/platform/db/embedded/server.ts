/** The server process: started, watched, restarted when it dies, and stopped with the product. */
import type { ChildProcess } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { type Cluster, USER } from './cluster.ts'
import { endOrphan } from './orphan.ts'
import { EmbeddedProblem } from './problem.ts'
import { cannotRun, runProgram, startProgram } from './program.ts'
import { settingArguments } from './settings.ts'

interface ServerOptions {
  readonly directory: string
  readonly cluster: Cluster
  readonly binaries: Binaries
  readonly account: Account | undefined
  readonly durable: boolean
  readonly maxConnections: number
  /** Receives messages about crashes and restarts. */
  log(message: string): void
}
interface RunningServer {
  readonly port: number
  /** Receives the port of every later start. */
  onRestart(hear: (port: number) => void): void
  /** Stops the server; open connections are cut off. */
  stop(): Promise<void>
}

/** Time limit of a start, the recovery after a crash included. */
const START_MS = 120_000
/** Time limit of an orderly stop before the server is killed. */
const STOP_MS = 20_000
/** Shortest and longest poll interval until the server responds: a recovery takes longer than a start. */
const POLL_MS = 20
const MAX_POLL_MS = 250
/** A start may meet processes of the previous server that are about to end. */
const ATTEMPTS = 50
const BETWEEN_ATTEMPTS_MS = 200
/** Longest wait before a server that keeps dying is restarted. */
const MAX_WAIT_MS = 10_000

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
export const addressOf = (port: number, password: string) => `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`

/** Starts the server and watches it. */
export async function runServer(options: ServerOptions): Promise<RunningServer> {
  const { cluster, log } = options
  const hearers: ((port: number) => void)[] = []
  let stopping = false
  let port = await freePort()
  let child: ChildProcess
  let restarting: Promise<void> = Promise.resolve()

  const start = async () => {
    await endOrphan(cluster.data)
    ;({ child, port } = await startOnce(options, port))
    const onExit = () => {
      if (stopping) return
      log(`PostgreSQL ended unexpectedly (${child.signalCode ?? child.exitCode}); it is started again.`)
      restarting = restart()
    }
    if (hasEnded(child)) onExit()
    else child.once('exit', onExit)
  }
  const restart = async () => {
    for (let pause = 100; !stopping; pause = Math.min(pause * 2, MAX_WAIT_MS)) {
      try {
        await start()
        log('PostgreSQL runs again.')
        for (const hear of hearers) hear(port)
        return
      } catch (error) {
        log((error as Error).message)
        await wait(pause)
      }
    }
  }
  // Called without a chance to wait: the server stops by itself from here on.
  const endWithProcess = () => void child?.kill('SIGINT')
  await start()
  process.once('exit', endWithProcess)
  return {
    get port() {
      return port
    },
    onRestart: (hear) => void hearers.push(hear),
    async stop() {
      stopping = true
      await restarting
      process.off('exit', endWithProcess)
      await endServer(options, child)
    },
  }
}

/** Starts until the server answers. The port is kept if it is still free. */
async function startOnce(options: ServerOptions, wished: number): Promise<{ child: ChildProcess; port: number }> {
  let port = wished
  for (let attempt = 1; ; attempt++) {
    const { child, problem } = await attemptStart(options, port)
    if (!problem) return { child, port }
    const isPassing = /shared memory block|lock file|Address already in use|could not bind/i.test(problem)
    if (!isPassing || attempt >= ATTEMPTS) throw new EmbeddedProblem(`PostgreSQL did not start: ${problem}`)
    if (/Address already in use|could not bind/i.test(problem)) port = await freePort()
    await wait(BETWEEN_ATTEMPTS_MS)
  }
}

async function attemptStart(options: ServerOptions, port: number): Promise<{ child: ChildProcess; problem?: string }> {
  const { directory, cluster, binaries, account, durable, maxConnections } = options
  const file = join(directory, 'server.log')
  // The previous log may show why the server died.
  if (existsSync(file)) renameSync(file, `${file}.1`)
  const out = openSync(file, 'w', 0o600)
  const args = ['-D', cluster.data, ...settingArguments({ port, durable, maxConnections })]
  const child = startProgram(binaries.postgres, args, { account, cwd: cluster.data, stdio: ['ignore', out, out] })
  closeSync(out)
  child.unref()
  let ended: string | undefined
  child.once('error', (error) => {
    ended = cannotRun(binaries.postgres, error)
  })
  child.once('exit', () => {
    ended ??= readFileSync(file, 'utf8').trim().slice(-2000) || 'it said nothing.'
  })
  const until = performance.now() + START_MS
  for (let pause = POLL_MS; ended === undefined && performance.now() < until; pause = Math.min(pause * 1.3, MAX_POLL_MS)) {
    if (await answers(addressOf(port, cluster.password))) return { child }
    await wait(pause)
  }
  child.kill('SIGKILL')
  return { child, problem: ended ?? 'it does not answer.' }
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Stops the server in order: all commits are on the disk, and the next start has nothing to recover. */
async function endServer({ binaries, cluster, account }: ServerOptions, child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  child.ref()
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  // Windows has no signals; the included program can stop the server.
  if (process.platform === 'win32')
    await runProgram(binaries.pgCtl, ['stop', '-D', cluster.data, '-m', 'fast', '-W'], account, cluster.data)
  else child.kill('SIGINT')
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await ended
  clearTimeout(late)
}

/** A port of the loopback address without a listener. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
