import type { State } from './module.ts'

/** Records on the days of a month. */
export interface Calendar {
  /** Field (of a report: column) with the first day. */
  readonly start: string
  /** Field with the last day; absent: one day. */
  readonly end?: string
  /** Template with field paths. */
  readonly title: string
  /** Field by whose value entries are coloured, and the colours of values that are no states. */
  readonly color?: string
  readonly tones: Readonly<Record<string, State['tone']>>
  /** Path by which the entries of a day stand together. */
  readonly group?: string
  /** Of a report: parameters that take the first and the last day shown. */
  readonly range?: readonly [string, string]
  /** Yes/no field: such a record returns on its day of every later year. */
  readonly yearly?: string
  readonly first: boolean
}

/** Records below the one they refer to. */
export interface TreeView {
  /** Reference to the same module: what a node lies below. */
  readonly parent: string
  /** Template with field paths. */
  readonly title: string
  /** Said beside the title, quieter. */
  readonly detail?: string
  readonly first: boolean
}
