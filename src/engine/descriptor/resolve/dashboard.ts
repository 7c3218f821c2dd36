/** Figures and tiles of descriptors, with their conventions filled in. */
import { groupingOf, measureOf } from '../../model/aggregate.ts'
import type { Dashboard as RawDashboard, Figures as RawFigures } from '../../model/descriptor.generated.ts'
import type { Dashboard, Figures } from '../../model/module.ts'
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

/** The tiles of a dashboard in order. */
export function dashboardOf(raw: RawDashboard, report: Report): Dashboard {
  return compact<Dashboard>({
    period: raw.period,
    tiles: Object.entries(raw.tiles).map(([name, tile]) => {
      const figures = figuresOf(tile.figures, report, `/dashboard/tiles${step(name)}/figures`)
      return compact({
        name,
        type: tile.type,
        title: tile.title,
        description: tile.description,
        show: tile.show ?? Object.keys(figures.measures)[0] ?? 'count',
        figures,
      })
    }),
  })
}
