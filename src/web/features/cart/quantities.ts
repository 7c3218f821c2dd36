/** Quantities during a change: shown at once, sent one after another, and reset to the server's last value when it refuses. */
export interface Amount {
  readonly qty: number
  readonly total: number
}
/** By this much more or less, or to this quantity. */
export type Change = { readonly qty: number } | { readonly input_qty: number }

interface Line {
  confirmed: Amount
  readonly waiting: Change[]
}

interface Calls<Answer extends Amount> {
  send(item: number, change: Change): Promise<Answer>
  /** The server has agreed. */
  agreed(item: number, answer: Answer): void
  refused(error: unknown): void
  /** Nothing is on its way any more. */
  idle(): void
}

const cents = (amount: number): number => Math.round(amount * 100) / 100
const micros = (qty: number): number => Math.round(qty * 1e6) / 1e6

/** The expected result of a change, at the present price. */
export const foreseen = ({ qty, total }: Amount, change: Change): Amount => {
  const next = 'input_qty' in change ? change.input_qty : Math.max(0, micros(qty + change.qty))
  return { qty: next, total: qty > 0 ? cents((total / qty) * next) : 0 }
}

export class Quantities<Answer extends Amount> {
  private readonly calls: Calls<Answer>
  private readonly lines = new Map<number, Line>()
  private readonly listeners = new Set<() => void>()
  private shown: ReadonlyMap<number, Amount> = new Map()
  private queue: Promise<void> = Promise.resolve()
  private sent = 0

  constructor(calls: Calls<Answer>) {
    this.calls = calls
  }

  /** `from` is the shown quantity of the item until now; a change to nothing typed does nothing. */
  change(item: number, from: Amount, change: Change): void {
    if ('input_qty' in change && !(change.input_qty > 0)) return
    const line = this.lines.get(item) ?? { confirmed: from, waiting: [] }
    line.waiting.push(change)
    this.lines.set(item, line)
    this.sent++
    this.publish()
    this.queue = this.queue.then(() => this.carryOut(item, line, change))
  }

  private async carryOut(item: number, line: Line, change: Change): Promise<void> {
    try {
      const answer = await this.calls.send(item, change)
      line.confirmed = answer
      this.calls.agreed(item, answer)
    } catch (error) {
      this.calls.refused(error)
    }
    line.waiting.shift()
    if (line.waiting.length === 0) this.lines.delete(item)
    this.sent--
    this.publish()
    if (this.sent === 0) this.calls.idle()
  }

  private publish(): void {
    this.shown = new Map([...this.lines].map(([item, { confirmed, waiting }]) => [item, waiting.reduce(foreseen, confirmed)]))
    for (const listener of this.listeners) listener()
  }

  /** Items whose change is on its way, as they are shown meanwhile. */
  readonly current = (): ReadonlyMap<number, Amount> => this.shown

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
}
