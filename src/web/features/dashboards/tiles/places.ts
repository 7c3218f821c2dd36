import type { CSSProperties } from 'react'
import { GRID } from '../../../../engine/model/dashboard.ts'
import type { TileAnswer } from '../../../../engine/model/tile-answer.ts'
import { MEDIUM, mediumSpan, packed } from './layout.ts'

/** The place of each tile on a wide and on a middling screen. */
export function placesOf(tiles: readonly Pick<TileAnswer, 'type' | 'span'>[]): CSSProperties[] {
  const wide = packed(tiles, GRID)
  const medium = packed(
    tiles.map(({ type, span }) => ({ type, span: mediumSpan(span) })),
    MEDIUM,
  )
  return wide.map((span, index) => ({ '--wide': span, '--medium': medium[index] }) as CSSProperties)
}
