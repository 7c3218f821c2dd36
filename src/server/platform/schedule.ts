/** The scheduled tasks of this process, company by company, and their last runs. */
interface ScheduledTask {
  readonly name: string
  /** The interval in words. */
  readonly expression: string
  readonly description: string
  /** Instant of the last run of the company in this process; null before the first. */
  readonly last_run_at: string | null
  readonly status: 'waiting' | 'completed' | 'failed'
}

type Run = Pick<ScheduledTask, 'last_run_at' | 'status'>

/** `every 30 s`, `every 10 min`. */
const words = (ms: number): string => (ms % 60_000 === 0 ? `every ${ms / 60_000} min` : `every ${ms / 1000} s`)

export class Schedule {
  readonly #tasks: Pick<ScheduledTask, 'name' | 'expression' | 'description'>[] = []
  readonly #runs = new Map<string, Run>()

  /** Declares a task that runs every `ms` milliseconds. */
  add(name: string, ms: number, description: string): void {
    this.#tasks.push({ name, expression: words(ms), description })
  }

  /** Records that a task ran for a company, at an instant, and whether it failed. */
  ran(name: string, company: string, moment: Date, failed: boolean): void {
    this.#runs.set(`${company}:${name}`, { last_run_at: moment.toISOString(), status: failed ? 'failed' : 'completed' })
  }

  /** The tasks with their last runs for a company. */
  of(company: string): ScheduledTask[] {
    return this.#tasks.map((task) => ({
      ...task,
      ...(this.#runs.get(`${company}:${task.name}`) ?? { last_run_at: null, status: 'waiting' as const }),
    }))
  }
}
