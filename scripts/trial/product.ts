/** The product as `npm start` runs it, in a process that a trial can end in any way, with a measurement of its memory. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openInspector } from './inspector.ts'

const ROOT = join(import.meta.dirname, '../..')
const POLL_MS = 50
const START_LIMIT_MS = 15 * 60_000

export interface ProductOptions {
  readonly dataDir: string
  readonly port: number
  /** Its output. */
  readonly logFile: string
  readonly env?: Readonly<Record<string, string>>
  readonly nodeOptions?: readonly string[]
  /** Port of the debugger's protocol; unset: none is opened. */
  readonly inspectPort?: number
}

export interface Memory {
  /** Bytes of the JavaScript heap in use after a full collection. */
  readonly heap: number
  /** Bytes outside of that heap: buffers. */
  readonly external: number
  /** Bytes of the process in memory. */
  readonly resident: number
}

/** How a process ended. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** True when the trial ended it. */
  readonly wanted: boolean
}

const alive = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of alive) child.kill('SIGKILL')
})

/** Asks whether it is ready: the status of `ready`, 0 without a response. */
export function readiness(port: number): Promise<number> {
  return new Promise((resolve) => {
    const asking = request({ host: '127.0.0.1', port, path: '/api/v1/ready', timeout: 5000, agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    asking.on('timeout', () => asking.destroy())
    asking.on('error', () => resolve(0))
    asking.end()
  })
}

export class Product {
  readonly options: ProductOptions
  /** Called when the process ends. */
  onEnd: (ended: Ended) => void = () => undefined
  #child: ChildProcess | undefined
  #ended: Promise<Ended> | undefined
  #wanted = false

  constructor(options: ProductOptions) {
    this.options = options
  }

  get isAlive(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }
  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /** Starts the process without waiting. */
  spawn(): void {
    const { dataDir, port, logFile, env, nodeOptions, inspectPort } = this.options
    mkdirSync(dataDir, { recursive: true })
    const inspect = inspectPort ? [`--inspect=127.0.0.1:${inspectPort}`] : []
    const child = spawn(process.execPath, [...inspect, ...(nodeOptions ?? []), join(ROOT, 'src/server/main.ts')], {
      cwd: ROOT,
      env: { ...process.env, LOG_LEVEL: 'warn', DEMO: 'on', TRUST_PROXY: '127.0.0.1', ...env, DATA_DIR: dataDir, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const log = createWriteStream(logFile, { flags: 'a' })
    child.stdout?.pipe(log, { end: false })
    child.stderr?.pipe(log, { end: false })
    alive.add(child)
    this.#child = child
    this.#wanted = false
    this.#ended = new Promise((resolve) =>
      child.on('exit', (code, signal) => {
        alive.delete(child)
        const ended = { code, signal, wanted: this.#wanted }
        resolve(ended)
        this.onEnd(ended)
      }),
    )
  }

  /** Starts it and waits until it is ready; returns the milliseconds. Throws when it ends before. */
  async start(): Promise<number> {
    const from = performance.now()
    if (!this.isAlive) this.spawn()
    while ((await readiness(this.options.port)) !== 200) {
      if (!this.isAlive) throw new Error(`The product ended before it was ready; see ${this.options.logFile}.`)
      if (performance.now() - from > START_LIMIT_MS) throw new Error(`The product was not ready in time; see ${this.options.logFile}.`)
      await delay(POLL_MS)
    }
    return performance.now() - from
  }

  /** Waits for its end; undefined when it runs longer than `limitMs`. */
  ended(limitMs: number): Promise<Ended | undefined> {
    return Promise.race([this.#ended ?? Promise.resolve(undefined), delay(limitMs, undefined)])
  }

  async kill(): Promise<void> {
    this.#wanted = true
    this.#child?.kill('SIGKILL')
    await this.#ended
  }

  /** Stops it as an administrator does; after 30 seconds by force. Returns how it ended. */
  async stop(): Promise<Ended | undefined> {
    this.#wanted = true
    this.#child?.kill('SIGTERM')
    const ended = await this.ended(30_000)
    if (!ended && this.#child) await this.kill()
    return ended
  }

  /** Memory in use after a full collection. Needs `inspectPort`. */
  async memory(): Promise<Memory> {
    const inspector = await openInspector(this.options.inspectPort!)
    try {
      // Weak references, and memory freed by finalizers, need a second collection.
      for (let turn = 0; turn < 3; turn++) await inspector.send('HeapProfiler.collectGarbage')
      const { usedSize, embedderHeapUsedSize = 0 } = await inspector.send<{ usedSize: number; embedderHeapUsedSize?: number }>(
        'Runtime.getHeapUsage',
      )
      const { result } = await inspector.send<{ result: { value: string } }>('Runtime.evaluate', {
        expression: 'JSON.stringify(process.memoryUsage())',
        returnByValue: true,
      })
      const usage = JSON.parse(result.value) as { external: number; rss: number }
      return { heap: usedSize + embedderHeapUsedSize, external: usage.external, resident: usage.rss }
    } finally {
      inspector.close()
    }
  }

  /** The last lines it printed. */
  tail(lines = 20): string {
    return readFileSync(this.options.logFile, 'utf8').trimEnd().split('\n').slice(-lines).join('\n')
  }
}
