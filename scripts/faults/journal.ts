/** The journal of requests and responses. Acknowledged writes must be stored, all others are whole or absent. */

export type ReceiptState = 'none' | 'draft' | 'posted' | 'voided'
export const RANK: Readonly<Record<ReceiptState, number>> = { none: 0, draft: 1, posted: 2, voided: 3 }

export interface Receipt {
  id?: number
  acknowledged: ReceiptState
  tried: ReceiptState
}
export interface Import {
  readonly rows: number
  state: 'sent' | 'acknowledged' | 'queued' | 'refused'
  job?: string
}
export interface Backup {
  readonly id: number
  readonly asked: number
  checksum?: string
  state: 'asked' | 'Done' | 'Failed'
}

/** Kinds of work at which a fault can be aimed. */
export type Work = 'post' | 'order' | 'edit' | 'file' | 'import' | 'payroll' | 'backup' | 'restore' | 'read'

export class Journal {
  readonly receipts = new Map<string, Receipt>()
  /** Orders by their idempotency key, which makes sending them twice safe; true when acknowledged. */
  readonly orders = new Map<string, boolean>()
  /** The supplier that is changed repeatedly, the values sent, and the last acknowledged one. */
  readonly edits = { acknowledged: '', sent: [] as string[], supplier: 0 }
  readonly files = new Map<number, string>()
  readonly imports = new Map<string, Import>()
  readonly backups = new Map<string, Backup>()
  readonly restores = new Map<string, 'sent' | 'acknowledged' | 'refused'>()
  readonly payroll = { id: 0, acknowledged: 'draft', tried: 'draft' }
  /** Responses by status; 0 is none. */
  readonly statuses = new Map<number, number>()
  acknowledged = 0
  /** Running calls, by kind. */
  readonly underWay = new Map<Work, number>()
  readonly #waiting = new Set<{ since: number; work: Work | undefined; resolve(since: number): void }>()

  begin(work: Work): void {
    this.underWay.set(work, (this.underWay.get(work) ?? 0) + 1)
  }
  end(work: Work): void {
    this.underWay.set(work, (this.underWay.get(work) ?? 1) - 1)
  }

  /** Records that a write was acknowledged; `sent` is the time of the request. */
  acknowledge(work: Work, sent: number): void {
    this.acknowledged += 1
    for (const entry of this.#waiting) {
      if (sent < entry.since || (entry.work && entry.work !== work)) continue
      this.#waiting.delete(entry)
      entry.resolve(performance.now())
    }
  }

  /** The time of the first acknowledgement of a request sent from now on (of that kind); undefined when none comes within `limitMs`. */
  next(limitMs: number, work?: Work): Promise<number | undefined> {
    return new Promise((resolve) => {
      const settleAt = (since: number): void => {
        clearTimeout(late)
        resolve(since)
      }
      const waiter = { since: performance.now(), work, resolve: settleAt }
      const late = setTimeout(() => {
        this.#waiting.delete(waiter)
        resolve(undefined)
      }, limitMs)
      this.#waiting.add(waiter)
    })
  }
}
