/** Dashboards of tiles: figures and records of lists, and what handlers answer. */

import type { Comparison, Grouping, Measure } from './aggregate.ts'
import type { Json, RowFilter } from './field.ts'

/** The period of figures that follow the reader's choice. */
export const CHOSEN = 'chosen'

/** Figures of a list as a descriptor declares them. */
export interface Figures {
  readonly module: string
  readonly groups: readonly Grouping[]
  /** Measures by the names that they have in answers. */
  readonly measures: Readonly<Record<string, Measure>>
  readonly where: RowFilter
  /** Text that the records are searched for, as in the list. */
  readonly search?: string
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

/** Records of a list as a descriptor declares them. */
export interface TileRecords {
  readonly module: string
  readonly where: RowFilter
  readonly search?: string
  readonly period?: string
  readonly date?: string
  /** Paths shown beside the record's name. */
  readonly columns: readonly string[]
  readonly sort?: string
  readonly limit: number
}

export interface Stage {
  readonly name: string
  readonly title: string
  readonly figures: Figures
}

const TILE_TYPES = ['figure', 'progress', 'chart', 'ranking', 'funnel', 'list', 'calendar', 'text', 'shortcuts'] as const
export type TileType = (typeof TILE_TYPES)[number]
export type TileChart = 'bar' | 'stacked' | 'line' | 'area' | 'pie' | 'mirrored'

/** The grid has this many columns on a wide screen. */
export const GRID = 12

export interface Tile {
  readonly name: string
  readonly type: TileType
  readonly title: string
  readonly description?: string
  /** Width in columns of the grid. */
  readonly span: number
  /** Name of the figure shown; absent in charts that show all of them. */
  readonly show?: string
  readonly figures?: Figures
  readonly records?: TileRecords
  readonly stages?: readonly Stage[]
  readonly goal?: number | Figures
  readonly chart?: TileChart
  readonly titles?: readonly { readonly name: string; readonly title: string }[]
  readonly late?: boolean
  /** The handler that answers what the tile shows. */
  readonly handler?: { readonly name: string; readonly params: Json }
  readonly text?: string
  /** Modules whose new records are offered. */
  readonly shortcuts?: readonly string[]
}

export interface Dashboard {
  /** The period that the reader finds chosen; absent: none can be chosen. */
  readonly period?: string
  /** Lists by one record of which all tiles can be narrowed. */
  readonly narrow?: readonly string[]
  readonly tiles: readonly Tile[]
}

/** All figures of a tile: those shown, those of stages, and the goal. */
export const figuresIn = ({ figures, stages = [], goal }: Tile): readonly Figures[] => [
  ...(figures ? [figures] : []),
  ...stages.map((stage) => stage.figures),
  ...(typeof goal === 'object' ? [goal] : []),
]

/** Modules whose records a tile is made of: when they change, so does the tile. */
export const modulesOf = (tile: Tile): readonly string[] => [
  ...figuresIn(tile).flatMap(({ module, less }) => (less ? [module, less.module] : [module])),
  ...(tile.records ? [tile.records.module] : []),
]
