/**
 * A few worker threads for work that would keep every other request waiting. A task has a time limit and its
 * worker a memory limit: one that exceeds either is ended, and the next task starts a new worker.
 */
import { Worker } from 'node:worker_threads'
import { AppError } from '../errors.ts'
import { type FromWorker, TAKEN } from './serve.ts'

interface PoolOptions {
  /** File that calls `serve`. */
  readonly script: URL
  /** Workers at most. */
  readonly size: number
  /** Tasks that may wait; more are refused with 503. */
  readonly queue: number
  /** Tasks of one caller that may run or wait; more are refused with 429. */
  readonly perCaller: number
  /** Time of one task, in milliseconds, waiting not included. */
  readonly timeoutMs: number
  /** Heap of one worker, in megabytes. */
  readonly memoryMb: number
}

/** Why a task ended without an answer: its own Error message (`failed`), or a limit. */
export class TaskError extends Error {
  readonly reason: 'failed' | 'time' | 'memory'
  constructor(reason: TaskError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

interface Task<I, C> {
  readonly input: I
  readonly transfer: readonly ArrayBuffer[]
  take(chunk: C): void
  resolve(): void
  reject(error: Error): void
}

/** A worker, and the receiver of its messages while it works. */
interface Seat<C> {
  readonly worker: Worker
  task?: { hear(message: FromWorker<C>): void; end(error: Error): void }
}

/** Time without a task after which a worker is ended, in milliseconds. */
const IDLE_MS = 60_000

export class WorkerPool<I, C> {
  readonly #options: PoolOptions
  readonly #waiting: Task<I, C>[] = []
  readonly #idle = new Map<Seat<C>, NodeJS.Timeout>()
  readonly #callers = new Map<string, number>()
  #busy = 0

  constructor(options: PoolOptions) {
    this.#options = options
  }

  /** Runs a task and hands its chunks to `take` in order. Throws `TaskError`, or 429 and 503 when there is too much to do. */
  async run(caller: string, input: I, take: (chunk: C) => void, transfer: readonly ArrayBuffer[] = []): Promise<void> {
    const { queue, perCaller, size } = this.#options
    const running = this.#callers.get(caller) ?? 0
    if (running >= perCaller) throw new AppError('too_many', 'Your earlier files are still being processed. Please wait for them.')
    if (this.#busy >= size && this.#waiting.length >= queue)
      throw new AppError('busy', 'Many files are being processed. Please try again in a moment.')
    this.#callers.set(caller, running + 1)
    try {
      await new Promise<void>((resolve, reject) => {
        this.#waiting.push({ input, transfer, take, resolve, reject })
        this.#start()
      })
    } finally {
      const left = this.#callers.get(caller)! - 1
      if (left) this.#callers.set(caller, left)
      else this.#callers.delete(caller)
    }
  }

  #start(): void {
    while (this.#busy < this.#options.size) {
      const task = this.#waiting.shift()
      if (!task) return
      this.#busy++
      this.#work(this.#worker(), task)
    }
  }

  #worker(): Seat<C> {
    const [known] = this.#idle
    if (known) {
      clearTimeout(known[1])
      this.#idle.delete(known[0])
      return known[0]
    }
    const worker = new Worker(this.#options.script, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#options.memoryMb },
    })
    // A process that has nothing else to do may end.
    worker.unref()
    const seat: Seat<C> = { worker }
    worker.on('message', (message: FromWorker<C>) => seat.task?.hear(message))
    worker.on('error', (error: Error & { code?: string }) =>
      seat.task?.end(new TaskError(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'failed', error.message)),
    )
    worker.on('exit', () => {
      clearTimeout(this.#idle.get(seat))
      this.#idle.delete(seat)
      seat.task?.end(new TaskError('failed', 'The worker ended.'))
    })
    return seat
  }

  #work(seat: Seat<C>, task: Task<I, C>): void {
    const { timeoutMs } = this.#options
    const { worker } = seat
    const finish = (error?: Error, broken = false): void => {
      clearTimeout(timer)
      delete seat.task
      if (broken) void worker.terminate()
      else this.#rest(seat)
      this.#busy--
      if (error) task.reject(error)
      else task.resolve()
      this.#start()
    }
    const timer = setTimeout(() => finish(new TaskError('time', `Ended after ${timeoutMs / 1000} seconds.`), true), timeoutMs)
    seat.task = {
      end: (error) => finish(error, true),
      hear: (message) => {
        if ('error' in message) finish(new TaskError('failed', message.error))
        else if ('done' in message) finish()
        else {
          task.take(message.chunk)
          // More chunks come in another turn of the event loop, so that others are served in between.
          setImmediate(() => worker.postMessage(TAKEN))
        }
      },
    }
    worker.postMessage({ task: task.input }, [...task.transfer])
  }

  #rest(seat: Seat<C>): void {
    const timer = setTimeout(() => {
      this.#idle.delete(seat)
      void seat.worker.terminate()
    }, IDLE_MS)
    timer.unref()
    this.#idle.set(seat, timer)
  }
}
