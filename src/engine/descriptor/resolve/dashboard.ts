/** Figures and tiles of descriptors, with their conventions filled in. */

import { groupingOf, measureOf } from '../../model/aggregate.ts'
import { GRID } from '../../model/dashboard.ts'
import type {
  Dashboard as RawDashboard,
  Figures as RawFigures,
  TileRecords as RawRecords,
  Tile as RawTile,
} from '../../model/descriptor.generated.ts'
import type { Dashboard, Figures, Json, Tile, TileRecords } from '../../model/module.ts'
import type { Report } from '../check/report.ts'
import { step } from '../schema/structure.ts'
import { compact } from './fields.ts'

const LIMIT = 100

/** The figures of a descriptor; measures and groups that mean nothing are reported at `pointer`. */
export function figuresOf(raw: RawFigures, report: Report, pointer: string): Figures {
  const groups = (raw.group ?? []).flatMap((word, index) => {
    const grouping = groupingOf(word)
    if (!grouping) report.add(`${pointer}/group/${index}`, `"${word}" is no span of dates.`, 'Use :day, :week, :month, :quarter or :year.')
    return grouping ?? []
  })
  const measures = Object.entries(raw.measures ?? { count: 'count' }).flatMap(([name, word]) => {
    const measure = measureOf(word)
    if (!measure)
      report.add(
        `${pointer}/measures${step(name)}`,
        `"${word}" is no measure.`,
        'Use count, or sum, average, min, max or distinct with a field: "sum:total".',
      )
    return measure ? [[name, measure] as const] : []
  })
  return compact<Figures>({
    module: raw.module,
    groups,
    measures: Object.fromEntries(measures),
    where: (raw.where ?? {}) as Figures['where'],
    period: raw.period,
    date: raw.date,
    compare: raw.compare,
    sort: raw.sort,
    limit: raw.limit ?? LIMIT,
    less: raw.less && figuresOf(raw.less, report, `${pointer}/less`),
  })
}

const SPAN: Partial<Record<Tile['type'], number>> = { figure: 3, progress: 3, text: GRID, shortcuts: GRID }
const CARD_SPAN = 6
const RECORDS = 5

const recordsOf = (raw: RawRecords): TileRecords =>
  compact<TileRecords>({
    module: raw.module,
    where: (raw.where ?? {}) as TileRecords['where'],
    period: raw.period,
    date: raw.date,
    columns: raw.columns ?? [],
    sort: raw.sort,
    limit: raw.limit ?? RECORDS,
  })

/** The tiles of a dashboard in order. */
export function dashboardOf(raw: RawDashboard, report: Report): Dashboard {
  const tileOf = ([name, tile]: [string, RawTile]): Tile => {
    const pointer = `/dashboard/tiles${step(name)}`
    const figures = tile.figures && figuresOf(tile.figures, report, `${pointer}/figures`)
    const first = figures && Object.keys(figures.measures)[0]
    return compact<Tile>({
      name,
      type: tile.type,
      title: tile.title,
      description: tile.description,
      span: tile.span ?? SPAN[tile.type] ?? CARD_SPAN,
      // A chart of several figures shows all of them.
      show: tile.show ?? (tile.type === 'chart' ? undefined : first),
      figures,
      records: tile.records && recordsOf(tile.records),
      stages:
        tile.stages &&
        Object.entries(tile.stages).map(([key, stage]) => ({
          name: key,
          title: stage.title,
          figures: figuresOf(stage.figures, report, `${pointer}/stages${step(key)}/figures`),
        })),
      goal: typeof tile.goal === 'object' ? figuresOf(tile.goal, report, `${pointer}/goal`) : tile.goal,
      chart: tile.chart,
      titles: tile.titles && Object.entries(tile.titles).map(([key, title]) => ({ name: key, title: String(title) })),
      late: tile.late || undefined,
      handler: tile.handler === undefined ? undefined : { name: tile.handler, params: (tile.params ?? {}) as Json },
      text: tile.text,
      shortcuts: tile.shortcuts,
    })
  }
  return compact<Dashboard>({ period: raw.period, narrow: raw.narrow, tiles: Object.entries(raw.tiles).map(tileOf) })
}
