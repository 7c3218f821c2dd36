/** The points of a chart from figures of one or two groupings. */
import type { Aggregate, AggregateRow } from '../../../engine/model/aggregate.ts'
import type { RowFilter } from '../../../engine/model/field.ts'
import { t } from './text.ts'
import { groupText } from './words.ts'

/** Series beyond these are added up: more colours cannot be told apart. */
const MOST_SERIES = 8

export interface Point {
  readonly label: string
  readonly filter: RowFilter
  /** By the name of the series. */
  readonly values: Readonly<Record<string, number>>
}
interface Plotted {
  readonly points: readonly Point[]
  readonly series: readonly string[]
}

const figureOf = ({ values }: AggregateRow): number => Number(values[0] ?? 0)

/** Points of one grouping; the only series is named after the figure. */
function simple({ rows, groups }: Aggregate, name: string): Plotted {
  const points = rows.map((row) => ({
    label: groupText(groups[0]!, row.keys[0], row.labels[0]),
    filter: row.filter,
    values: { [name]: figureOf(row) },
  }))
  return { points, series: [name] }
}

/** Points of the first grouping, a series for each group of the second: the largest ones, and the rest as one. */
export function plotted(answer: Aggregate, name: string): Plotted {
  const [group, divided] = answer.groups
  if (!group || !divided) return simple(answer, name)
  const seriesOf = (row: AggregateRow) => groupText(divided, row.keys[1], row.labels[1])
  const sizes = new Map<string, number>()
  for (const row of answer.rows) sizes.set(seriesOf(row), (sizes.get(seriesOf(row)) ?? 0) + Math.abs(figureOf(row)))
  const largest = [...sizes].sort(([, a], [, b]) => b - a).map(([series]) => series)
  // Averages and extremes of several groups cannot be added up.
  const isAdded = ['sum', 'count'].includes(answer.measures[0]!.kind)
  const shownSeries = new Set(largest.slice(0, MOST_SERIES))
  const others = t('figures.others', { count: largest.length - shownSeries.size })
  const points = new Map<string, { label: string; filter: RowFilter; values: Record<string, number> }>()
  for (const row of answer.rows) {
    const key = JSON.stringify(row.keys[0])
    const { [answer.groups[1]!.key.split(':')[0]!]: _series, ...filter } = row.filter
    const point = points.get(key) ?? { label: groupText(group, row.keys[0], row.labels[0]), filter, values: {} }
    const series = shownSeries.has(seriesOf(row)) ? seriesOf(row) : isAdded ? others : undefined
    if (series) point.values[series] = (point.values[series] ?? 0) + figureOf(row)
    points.set(key, point)
  }
  const series = [...shownSeries, ...(isAdded && largest.length > shownSeries.size ? [others] : [])]
  return { points: [...points.values()], series }
}
