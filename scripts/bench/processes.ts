/** Servers under test, each in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

export interface Running {
  readonly pid: number
  /** From the start of the process until it reports that it is ready. */
  readonly milliseconds: number
  stop(): Promise<void>
}

/** A port without a listener. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Starts a script of the project and waits until it prints `ready`; throws with its output when it ends before. */
export function start(script: string, env: Readonly<Record<string, string>>, nodeOptions: readonly string[] = []): Promise<Running> {
  const started = performance.now()
  const child: ChildProcess = spawn(process.execPath, [...nodeOptions, join(ROOT, script)], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'error', DEMO: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const kill = (): void => void child.kill('SIGKILL')
  // The servers end with the benchmark, for any reason.
  process.once('exit', kill)
  const ended = new Promise<void>((resolve) =>
    child.on('exit', () => {
      process.off('exit', kill)
      resolve()
    }),
  )
  return new Promise((resolve, reject) => {
    let isReady = false
    const read = (chunk: Buffer): void => {
      text += chunk.toString()
      if (isReady || !/\bready\b/.test(text)) return
      isReady = true
      resolve({
        pid: child.pid!,
        milliseconds: performance.now() - started,
        async stop() {
          child.kill('SIGTERM')
          await ended
        },
      })
    }
    child.stdout!.on('data', read)
    child.stderr!.on('data', read)
    child.on('error', reject)
    void ended.then(() => {
      if (!isReady) reject(new Error(`${script} ended before it was ready:\n${text}`))
    })
  })
}
