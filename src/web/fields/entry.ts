import { track } from './lookups.ts'
import type { Ref } from './ref.ts'

/**
 * The state of the cell of a reference, a date or a time:
 *
 * - `settled`: it shows its value; a choice, a clearing or Escape leads here from every state, and ends a lookup;
 * - `typing`: a text is being typed, the picker shows its options;
 * - `looking`: the cell was left, or pasted into, with a text that is being looked up;
 * - `unresolved`: the text matched no record, or cannot be parsed. It stays visible for correction; the value is unchanged.
 */
type EntryState =
  | { readonly step: 'settled' }
  | { readonly step: 'typing'; readonly text: string }
  | { readonly step: 'looking'; readonly text: string }
  | { readonly step: 'unresolved'; readonly text: string; readonly message: string }

/** The record that a text names, or the message why it names none. */
export type Lookup = (signal: AbortSignal) => Promise<Ref | string>

const SETTLED: EntryState = { step: 'settled' }

/**
 * The text typed instead of one value, until it is a record or can be parsed. Every lookup belongs to the text that started
 * it: once the cell has changed, by a choice, by more typing or by another text, its result is dropped.
 */
export class ReferenceEntry {
  private current: EntryState = SETTLED
  private lookup: AbortController | undefined
  private readonly listeners = new Set<() => void>()

  get state(): EntryState {
    return this.current
  }
  /** The text in place of the value; undefined while the cell shows its value. */
  get text(): string | undefined {
    return this.current.step === 'settled' ? undefined : this.current.text
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** A text is begun, or continued. */
  type(text: string): void {
    this.enter({ step: 'typing', text })
  }

  /** The cell was left with a text that cannot be read. */
  refuse(text: string, message: string): void {
    this.enter({ step: 'unresolved', text, message })
  }

  /** The value is final: chosen, cleared, or taken back. */
  settle(): void {
    if (this.current.step !== 'settled') this.enter(SETTLED)
  }

  /**
   * Looks a text up after the cell was left with it. `write` gets the record, unless the cell has moved on by then.
   * Answers false when the text named no record; true too for a look-up that something newer ended.
   */
  lookUp(text: string, find: Lookup, write: (ref: Ref) => void): Promise<boolean> {
    this.enter({ step: 'looking', text })
    const lookup = new AbortController()
    this.lookup = lookup
    const { signal } = lookup
    const done = new Promise<boolean>((resolve) => {
      signal.addEventListener('abort', () => resolve(true), { once: true })
      void find(signal).then((found) => {
        if (signal.aborted) return
        this.lookup = undefined
        if (typeof found === 'string') this.enter({ step: 'unresolved', text, message: found })
        else {
          this.enter(SETTLED)
          write(found)
        }
        resolve(typeof found !== 'string')
      })
    })
    track(done)
    return done
  }

  private enter(state: EntryState): void {
    this.lookup?.abort()
    this.lookup = undefined
    this.current = state
    for (const listener of [...this.listeners]) listener()
  }
}

/** The entries of a form by their path, created on demand. They outlive the inputs, which a grid mounts and unmounts. */
export class ReferenceEntries {
  private readonly entries = new Map<string, ReferenceEntry>()
  private readonly onChange: (path: string) => void

  constructor(onChange: (path: string) => void) {
    this.onChange = onChange
  }

  at(path: string): ReferenceEntry {
    const existing = this.entries.get(path)
    if (existing) return existing
    const entry = new ReferenceEntry()
    this.entries.set(path, entry)
    entry.subscribe(() => this.onChange(path))
    return entry
  }

  /** The state at a path, without making an entry. */
  stateAt(path: string): EntryState {
    return this.entries.get(path)?.state ?? SETTLED
  }

  settle(path: string): void {
    this.entries.get(path)?.settle()
  }

  /** Ends the lookups of all paths with this prefix, of all without `prefix`, and forgets their typed texts. */
  drop(prefix = ''): void {
    for (const [path, entry] of this.entries) {
      if (!path.startsWith(prefix)) continue
      entry.settle()
    }
  }

  /** Messages of the texts that name no record or cannot be read, by path. */
  unresolved(): Record<string, string[]> {
    const messages: Record<string, string[]> = {}
    for (const [path, { state }] of this.entries) if (state.step === 'unresolved') messages[path] = [state.message]
    return messages
  }
}
