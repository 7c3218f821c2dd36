/** How the tiles of a dashboard fill the rows of its grid. */
import { GRID, type TileType } from '../../../../engine/model/dashboard.ts'

/** Columns of the grid on a screen of middling width. */
export const MEDIUM = 6

/** Tiles of one number are low: they do not share a row with charts and lists, which are tall. */
const isLow = (type: TileType): boolean => type === 'figure' || type === 'progress'

interface Sized {
  readonly type: TileType
  readonly span: number
}

/** Widths that fill each row: what a row lacks is shared by its tiles. A last row of less than half stays as it is. */
export function packed(tiles: readonly Sized[], columns: number): number[] {
  const rows: { spans: number[]; low: boolean }[] = []
  for (const { type, span: wanted } of tiles) {
    const [span, low] = [Math.min(wanted, columns), isLow(type)]
    const row = rows.at(-1)
    if (row && row.low === low && sum(row.spans) + span <= columns) row.spans.push(span)
    else rows.push({ spans: [span], low })
  }
  return rows.flatMap(({ spans }) => filled(spans, columns))
}

const sum = (spans: readonly number[]): number => spans.reduce((all, span) => all + span, 0)

function filled(spans: readonly number[], columns: number): readonly number[] {
  const rest = columns - sum(spans)
  if (rest === 0 || sum(spans) * 2 < columns) return spans
  const share = Math.floor(rest / spans.length)
  return spans.map((span, index) => span + share + (index < rest % spans.length ? 1 : 0))
}

/** On a screen of middling width a tile takes half of a row or all of it. */
export const mediumSpan = (span: number): number => (span * 3 <= GRID ? MEDIUM / 2 : MEDIUM)

/** Moves an entry by one place; the list itself where there is no such place. */
export function moved<T>(all: readonly T[], entry: T, by: -1 | 1): readonly T[] {
  const from = all.indexOf(entry)
  return from < 0 ? all : movedTo(all, entry, from + by)
}

/** Moves an entry to a place. */
export function movedTo<T>(all: readonly T[], entry: T, to: number): readonly T[] {
  if (to < 0 || to >= all.length || !all.includes(entry)) return all
  const rest = all.filter((each) => each !== entry)
  return [...rest.slice(0, to), entry, ...rest.slice(to)]
}
