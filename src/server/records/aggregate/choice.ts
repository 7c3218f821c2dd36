/** What a reader chooses for all figures of a screen. */
export interface FigureChoice {
  /** A filter on a date: `this_month`, or `{ between: '2026-01-01,2026-03-31' }`. */
  readonly period?: unknown
  /** Records that all figures are narrowed to, by the name of a field: `{ branch_id: 3 }`. */
  readonly narrowed?: Readonly<Record<string, number>>
  /** Turns a declared order around: the lowest first. */
  readonly reversed?: boolean
  readonly limit?: number
}
