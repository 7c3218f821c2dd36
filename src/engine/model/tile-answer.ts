/** What a dashboard answers of its tiles. Shared by the server, its handlers and the screen. */
import type { Aggregate, Figure, MeasureColumn, Period } from './aggregate.ts'
import type { Tile, TileType } from './dashboard.ts'
import type { FieldType, Option } from './field.ts'

/** Figures of one list, and the filter that finds all of its records. */
export interface FigureAnswer extends Aggregate {
  readonly module: string
  /** Names of the measures, in the order of the values. */
  readonly names: readonly string[]
  readonly filter: Readonly<Record<string, unknown>>
}

export interface TileColumn {
  readonly path: string
  readonly title: string
  readonly type: FieldType
  readonly scale?: number
  readonly options?: readonly Option[]
}
export interface TileRecord {
  readonly id: number
  /** One value for each column; references by their label. */
  readonly values: readonly unknown[]
  /** Day that a calendar places it on. */
  readonly date?: string
  readonly badge?: { readonly title: string; readonly tone: string }
}
export interface RecordsAnswer {
  readonly module: string
  readonly filter: Readonly<Record<string, unknown>>
  readonly search?: string
  readonly columns: readonly TileColumn[]
  readonly rows: readonly TileRecord[]
  /** Number of all records, of which `rows` are the first. */
  readonly total: number
  /** Date by which a calendar places the records, and the days that it shows. */
  readonly date?: string
  readonly days?: Period
}

export interface StageAnswer {
  readonly name: string
  readonly title: string
  readonly module: string
  readonly filter: Readonly<Record<string, unknown>>
  readonly measure: MeasureColumn
  readonly value: Figure
}

/** What a tile shows, by its type; what a handler answers for one is the same. */
export interface TileContent extends Partial<FigureAnswer> {
  readonly search?: string
  readonly records?: RecordsAnswer
  readonly stages?: readonly StageAnswer[]
  /** The whole that a progress is a part of. */
  readonly goal?: number
  readonly shortcuts?: readonly { readonly module: string; readonly title: string }[]
  /** Why the tile could not be read; the others could. */
  readonly error?: string
}

export interface TileAnswer
  extends TileContent,
    Pick<Tile, 'name' | 'type' | 'title' | 'description' | 'span' | 'show' | 'chart' | 'titles' | 'late' | 'text'> {
  /** Whether the tile follows the period that the reader chooses. */
  readonly follows?: boolean
  /** The saved view that the reader's own tile shows. */
  readonly own?: { readonly module: string; readonly view: number }
}

export interface TilesAnswer {
  readonly tiles: readonly TileAnswer[]
  /** Tiles that the reader removed and can put back. */
  readonly removed: readonly Pick<TileAnswer, 'name' | 'title' | 'type'>[]
  /** Lists by one record of which the tiles can be narrowed. */
  readonly narrow?: readonly { readonly name: string; readonly title: string }[]
  /** Whether the reader has arranged the tiles. */
  readonly arranged: boolean
}

/** How a reader's own tile shows a saved view. */
export const VIEW_TILES = ['figure', 'list', 'ranking', 'chart'] as const satisfies readonly TileType[]
export type ViewTile = (typeof VIEW_TILES)[number]
