/** Undo and redo of a grid: the rows of its child table before each edit. */
import type { Row } from '../../../engine/model/module.ts'
import type { RecordStore, TableImage } from '../form/store.ts'

/** Steps that can be undone. */
const DEPTH = 100

/**
 * The states of one child table, recorded as the store changes. The consequences of one edit (a fetched price, a late label)
 * are no step of their own: changes while `within` are one step, and so are those without it.
 */
export class GridHistory {
  private readonly store: RecordStore
  private readonly lines: string
  private past: TableImage[] = []
  private future: TableImage[] = []

  constructor(store: RecordStore, lines: string) {
    this.store = store
    this.lines = lines
  }

  /** Call it before an edit: the present state can be restored. */
  mark(): void {
    const now = this.store.image(this.lines)
    if (this.past.at(-1)?.rows === now.rows) return
    this.past = [...this.past.slice(1 - DEPTH), now]
    this.future = []
  }

  /** Undoes the last edit; false when there is none. */
  undo(): boolean {
    return this.step(this.past, this.future)
  }
  redo(): boolean {
    return this.step(this.future, this.past)
  }

  private step(from: TableImage[], to: TableImage[]): boolean {
    const now = this.store.image(this.lines)
    // Marked edits without an effect are no step.
    while (from.length && same(from.at(-1)!.rows, now.rows)) from.pop()
    const back = from.pop()
    if (!back) return false
    to.push(now)
    this.store.restore(this.lines, back)
    return true
  }
}

const same = (some: readonly Row[], others: readonly Row[]): boolean =>
  some === others || (some.length === others.length && some.every((row, index) => row === others[index]))
