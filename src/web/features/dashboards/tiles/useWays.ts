/** Ways from a tile to the records behind it. */
import type { AggregateRow } from '../../../../engine/model/aggregate.ts'
import type { Row } from '../../../../engine/model/module.ts'
import type { TileAnswer } from '../../../../engine/model/tile-answer.ts'
import { useListHref } from '../../../routing/list-href.ts'
import { listQueryOf } from './words.ts'

export function useWays({ module, filter = {}, search }: TileAnswer) {
  const wayTo = useListHref()
  const to = (name: string | undefined, narrowed: Row): string | undefined => name && wayTo(name, listQueryOf(narrowed, search))
  return {
    /** All records of the tile. */
    all: to(module, filter),
    /** The records of one group. */
    ofRow: (row: AggregateRow): string | undefined =>
      row.module ? to(row.module, row.filter) : row.filters ? undefined : to(module, { ...filter, ...row.filter }),
    /** The records of one figure of a group, where each figure counts others. */
    ofValue: (row: AggregateRow, index: number): string | undefined => {
      const narrowed = row.filters?.[index]
      return narrowed ? to(row.module ?? module, { ...filter, ...narrowed }) : undefined
    },
  }
}
