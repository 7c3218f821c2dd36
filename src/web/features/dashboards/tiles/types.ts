/** The answer of a dashboard's tiles. */
import type { Aggregate } from '../../../../engine/model/aggregate.ts'
import type { Tile } from '../../../../engine/model/dashboard.ts'
import type { Row } from '../../../../engine/model/module.ts'

export interface TileAnswer extends Aggregate, Pick<Tile, 'name' | 'type' | 'title' | 'description' | 'show'> {
  /** Module of the records, whose list the figures lead to. */
  readonly module: string
  /** Names of the measures, in the order of the values. */
  readonly names: readonly string[]
  /** Finds all records of the tile in their list. */
  readonly filter: Row
}

export interface TilesAnswer {
  readonly tiles: readonly TileAnswer[]
}
