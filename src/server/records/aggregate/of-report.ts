/** Figures of a report's rows, for tiles: the report answers them with the caller's rights, so that they are those of its page. */
import type { AggregateRow, Figure, GroupColumn, MeasureColumn } from '../../../engine/model/aggregate.ts'
import { groupKey, measureKey } from '../../../engine/model/aggregate.ts'
import type { Figures } from '../../../engine/model/dashboard.ts'
import type { Module, Report, Row } from '../../../engine/model/module.ts'
import type { FigureAnswer } from '../../../engine/model/tile-answer.ts'
import { Decimal } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { withoutSubtotals } from '../report/figures.ts'
import type { ReportPage } from '../report/page.ts'
import { runReport } from '../routes/custom.ts'
import type { FigureChoice } from './choice.ts'

/** Most rows that are read for a tile with groups; a report of more shows those of its first rows. */
const MAX_ROWS = 1000

/** Counts and sums of the report's rows in groups, ordered by the figure shown first, the largest first. */
export async function readReport(ctx: Ctx, module: Module, figures: Figures, choice: FigureChoice): Promise<FigureAnswer> {
  const report = module.report!
  const narrowed = Object.entries(choice.narrowed ?? {}).filter(([asked]) => report.parameters.some(({ name }) => name === asked))
  const filter = { ...figures.where, ...Object.fromEntries(narrowed) }
  const page = (await runReport(ctx, module, { filter, limit: figures.groups.length ? MAX_ROWS : 1 })) as ReportPage
  const measures = Object.values(figures.measures)
  const total = measures.map(
    ({ kind, path }): Figure => (kind === 'count' ? page.pagination.total : ((page.totals[path!] as number | undefined) ?? null)),
  )
  const groups = figures.groups.length ? grouped(report, figures, withoutSubtotals(page.data)) : []
  const limit = choice.limit ?? figures.limit
  return {
    module: module.name,
    names: Object.keys(figures.measures),
    filter,
    groups: figures.groups.map((grouping): GroupColumn => {
      const { title, type, to, options } = columnOf(report, grouping.path)
      return { key: groupKey(grouping), title, type, ...(to ? { to } : {}), ...(options ? { options } : {}) }
    }),
    measures: measures.map((measure): MeasureColumn => {
      const column = measure.path ? columnOf(report, measure.path) : undefined
      const shown = column
        ? { title: column.title, type: column.type, ...(column.scale === undefined ? {} : { scale: column.scale }) }
        : { type: 'integer' as const }
      return { key: measureKey(measure), kind: measure.kind, ...shown }
    }),
    rows: groups.slice(0, limit),
    total_groups: groups.length,
    totals: { values: total },
  }
}

const columnOf = (report: Report, name: string) => report.columns.find((column) => column.name === name)!

/** Rows by the values of the groups' columns. */
function grouped(report: Report, { groups, measures }: Figures, rows: readonly Row[]): AggregateRow[] {
  const result = new Map<string, { row: Row; sums: Decimal[] }>()
  const kinds = Object.values(measures)
  for (const row of rows) {
    const key = JSON.stringify(groups.map(({ path }) => row[path]))
    const group = result.get(key) ?? { row, sums: kinds.map(() => new Decimal(0)) }
    group.sums = group.sums.map((sum, index) => sum.plus(kinds[index]!.kind === 'count' ? 1 : Number(row[kinds[index]!.path!] ?? 0)))
    result.set(key, group)
  }
  const parameters = new Set(report.parameters.map(({ name }) => name))
  return [...result.values()]
    .sort((a, b) => b.sums[0]!.comparedTo(a.sums[0]!))
    .map(({ row, sums }) => ({
      keys: groups.map(({ path }) => (row[path] ?? null) as string | number | boolean | null),
      labels: groups.map(({ path }) => {
        const { refAs } = columnOf(report, path)
        return refAs ? (((row[refAs] as Row | null)?.label as string | undefined) ?? null) : null
      }),
      values: sums.map((sum) => sum.toNumber()),
      filter: Object.fromEntries(
        groups.flatMap(({ path }) => (parameters.has(path) && row[path] !== null ? [[path, row[path] as number]] : [])),
      ),
    }))
}
