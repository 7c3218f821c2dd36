/** What people did, day by day: steps of all chains in the order of their days, so that posting order and dates agree. */

interface Step {
  readonly day: number
  readonly order: number
  run(): Promise<void>
}

export class Timeline {
  private readonly steps: Step[] = []
  private count = 0
  add(day: number, run: () => Promise<void>): void {
    this.steps.push({ day, order: this.count++, run })
  }
  next(): Step | undefined {
    let best = -1
    for (const [index, step] of this.steps.entries()) {
      const other = this.steps[best]
      if (!other || step.day < other.day || (step.day === other.day && step.order < other.order)) best = index
    }
    return best < 0 ? undefined : this.steps.splice(best, 1)[0]
  }
}
