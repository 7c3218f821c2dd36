import type { ReferenceEntries } from '../../fields/entry.ts'
import type { Listeners } from './listeners.ts'

/** Error keys: `supplier_id` for the header, `items/r7/qty` for a cell, `items/r7` for a row. */
export const cellPath = (lines: string, key: string, field?: string): string => (field ? `${lines}/${key}/${field}` : `${lines}/${key}`)

const NO_ERRORS: readonly string[] = []

/**
 * The messages of a form by path: those of rules and of the server, and of typed references that were not found. Each
 * change notifies the subscribers of its path (`e:path`) and of all errors (`errors`).
 */
export class FormErrors {
  private messages = new Map<string, readonly string[]>()
  /** The list returned for an unresolved entry; the same one until its message changes, so that subscribers are not notified. */
  private readonly unresolved = new Map<string, readonly string[]>()
  private readonly entries: ReferenceEntries
  private readonly listeners: Listeners

  constructor(entries: ReferenceEntries, listeners: Listeners) {
    this.entries = entries
    this.listeners = listeners
  }

  at(path: string): readonly string[] {
    const state = this.entries.stateAt(path)
    if (state.step !== 'unresolved') return this.messages.get(path) ?? NO_ERRORS
    if (this.unresolved.get(path)?.[0] !== state.message) this.unresolved.set(path, [state.message])
    return this.unresolved.get(path)!
  }

  get paths(): readonly string[] {
    return [...new Set([...this.messages.keys(), ...Object.keys(this.entries.unresolved())])]
  }

  /** Forgets everything without telling, as when other values are loaded. */
  reset(): void {
    this.messages = new Map()
    this.entries.drop()
  }

  replace(messages: Iterable<readonly [path: string, messages: readonly string[]]>): void {
    const before = [...this.messages.keys()]
    this.messages = new Map(messages)
    this.tell(new Set([...before, ...this.messages.keys()]))
  }

  clear(path: string): void {
    if (this.messages.delete(path)) this.tell([path])
  }

  /** Clears rows of a child table with all of their cells, and their typed texts. */
  clearRows(lines: string, keys: Iterable<string>): void {
    for (const key of keys) {
      const row = cellPath(lines, key)
      this.entries.drop(`${row}/`)
      for (const path of [...this.messages.keys()]) if (path === row || path.startsWith(`${row}/`)) this.clear(path)
    }
    this.listeners.tell('errors')
  }

  private tell(paths: Iterable<string>): void {
    for (const path of paths) this.listeners.tell(`e:${path}`)
    this.listeners.tell('errors')
  }
}
