/** Dashboards of tiles, each the figures of a list. */
import type { Comparison, Grouping, Measure } from './aggregate.ts'
import type { RowFilter } from './field.ts'

/** The period of figures that follow the reader's choice. */
export const CHOSEN = 'chosen'

/** Figures of a list as a descriptor declares them. */
export interface Figures {
  readonly module: string
  readonly groups: readonly Grouping[]
  /** Measures by the names that they have in answers. */
  readonly measures: Readonly<Record<string, Measure>>
  readonly where: RowFilter
  /** A relative date, or `chosen` for the reader's own; absent: all days. */
  readonly period?: string
  /** Date that the period is of; absent: the module's own. */
  readonly date?: string
  readonly compare?: Comparison
  /** Names of measures or keys of groups, `-` before those that descend. */
  readonly sort?: string
  readonly limit: number
  readonly less?: Figures
}

export interface Tile {
  readonly name: string
  readonly type: 'figure' | 'chart' | 'ranking'
  readonly title: string
  readonly description?: string
  /** Name of the figure shown. */
  readonly show: string
  readonly figures: Figures
}

export interface Dashboard {
  /** The period that the reader finds chosen; absent: none can be chosen. */
  readonly period?: string
  readonly tiles: readonly Tile[]
}
