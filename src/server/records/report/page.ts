/** One statement per report: rows of a page, their number and the totals of all of them together. */
import type { Field, Module, Report, Row, SpreadColumn } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { quote } from '../../platform/db/name.ts'
import { Params } from '../../platform/db/params.ts'
import { refuse } from '../../platform/errors.ts'
import { computerOf, groupOrder, type Subtotal, seenColumns, subtotalsSql, withSubtotals } from './figures.ts'

/** A small table below the rows, on paper: what the reader needs beside them. */
export interface PageTable {
  readonly title: string
  readonly columns: readonly { readonly name: string; readonly title: string; readonly type: 'text' | 'date' | 'money' }[]
  readonly rows: readonly Row[]
}

/** A whole response: totals and pagination beside the rows. */
export interface ReportPage {
  success: true
  data: Row[]
  totals: Row
  /** Sums of each kind of rows, with the kind in its column, in place of `totals`: amounts of opposite kinds have no common sum. */
  kinds?: readonly Row[]
  /** Columns in the place of the report's `spread`. */
  columns?: readonly SpreadColumn[]
  /** Columns that say nothing for the parameters given: screens, papers and files leave them out. */
  hidden?: readonly string[]
  /** What the report was asked, where its figures lead on. */
  parameters?: Row
  /** Tables that papers have below the rows. */
  tables?: readonly PageTable[]
  pagination: { page: number; per_page: number; current_page: number; total: number; last_page: number }
}

const MAX_LIMIT = 1000
/** Rows of a response with `limit=all` and of an export: they are held in memory. Tests can change the value. */
export const reportLimits = { allRows: 100_000 }

/** A statement of a report, its parameters and the query of the page. */
interface ReportStatement {
  readonly query: Readonly<Record<string, unknown>>
  readonly sql: string
  readonly params: readonly unknown[]
  readonly order: string
  /** Columns that the statement leaves empty because the caller cannot list what they are of. */
  readonly unread?: readonly string[]
  /** SQL of totals over the rows that are more than the sum of their column, such as a balance at the end, by that column. */
  readonly sums?: Readonly<Record<string, string>>
}

/**
 * Runs `sql` (a SELECT whose columns are named like the report's, plus `ord` columns to sort by) and answers
 * one page. Columns the caller may not see are left out, of totals too. `limit=all` gives every row.
 * @throws E_REPORT_TOO_LONG where `limit=all` asks for more rows than an answer may have
 */
export async function runPage(
  ctx: Ctx,
  module: Module,
  { query, sql, params, order, unread = [], sums: more = {} }: ReportStatement,
): Promise<ReportPage> {
  const report = module.report!
  const { seen, hidden } = seenColumns(ctx, report, unread)
  const all = query.limit === 'all'
  const limit = Math.min(Math.max(Math.trunc(Number(query.limit ?? 50)) || 50, 1), MAX_LIMIT)
  const page = Math.max(Math.trunc(Number(query.page ?? 1)) || 1, 1)
  const totals = [...report.totals, ...Object.keys(more)].filter((name) => seen.some((column) => column.name === name))
  const sums = totals.map((name) => `'${name}', coalesce(${more[name] ?? `sum(${quote(name)})`}, 0)::text`).join(', ')
  const groups = (report.subtotals ?? []).filter((name) => seen.some((column) => column.name === name))
  const window = new Params(params)
  const [rows, offset] = [window.add(all ? reportLimits.allRows : limit, 'bigint'), window.add(all ? 0 : (page - 1) * limit, 'bigint')]
  const [answer] = await ctx.db.query<{ rows: Row[] | null; total: number; totals: Row; subtotals: Subtotal[] | null }>(
    `WITH report AS (${sql}),
     numbered AS (SELECT *, row_number() OVER (ORDER BY ${[...groupOrder(report, groups), order].join(', ')}) AS n FROM report)
     SELECT
       (SELECT json_agg(p ORDER BY p.n) FROM (SELECT * FROM numbered ORDER BY n LIMIT ${rows} OFFSET ${offset}) p) AS rows,
       (SELECT count(*) FROM report) AS total,
       ${totals.length ? `(SELECT json_build_object(${sums}) FROM report)` : "'{}'::json"} AS totals,
       ${groups.length ? `(${subtotalsSql(groups, sums)})` : 'NULL'} AS subtotals`,
    window.values,
  )
  const total = Number(answer!.total)
  if (all && total > reportLimits.allRows) {
    const text = `The report has ${total.toLocaleString('en')} rows; at most ${reportLimits.allRows.toLocaleString('en')} can be taken at once. Choose a shorter period or more filters.`
    throw refuse('E_REPORT_TOO_LONG', text)
  }
  const perPage = all ? Math.max(total, 1) : limit
  const compute = await computerOf(ctx, module, { query, seen })
  const data = (answer!.rows ?? []).map((row) => ({ n: Number(row.n), row: compute(visible(row, seen, report.key)) }))
  return {
    success: true,
    data: groups.length
      ? withSubtotals(report, data, answer!.subtotals ?? [], (sums) => compute(numbers(sums), totals))
      : data.map(({ row }) => row),
    totals: compute(numbers(answer!.totals), totals),
    ...(hidden.length ? { hidden } : {}),
    pagination: {
      page: all ? 1 : page,
      per_page: perPage,
      current_page: all ? 1 : page,
      total,
      last_page: Math.max(1, Math.ceil(total / perPage)),
    },
  }
}

const numbers = (sums: Row): Row => Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, Number(value)]))

/** Only the report's columns, with the references beside their ids. */
function visible(row: Row, columns: readonly Field[], key: readonly string[] | undefined): Row {
  const out: Row = {}
  if (key) out.id = key.map((name) => row[name] ?? '').join(':')
  else if (row.id !== undefined) out.id = row.id
  for (const column of columns) {
    out[column.name] = row[column.name] ?? null
    if (column.refAs) out[column.refAs] = row[column.refAs] ?? null
  }
  return out
}

/** The columns of an answer: those of the report that are not hidden, with the answer's own in the place of `spread`. */
export const columnsOf = (report: Report, { columns: spread, hidden = [] }: Pick<ReportPage, 'columns' | 'hidden'>): readonly Field[] =>
  report.columns.flatMap((column) => {
    if (hidden.includes(column.name)) return []
    if (spread === undefined || column.name !== report.spread) return [column]
    return spread.map(({ name, title }): Field => ({ ...column, name, title }))
  })

/** Branch condition of the caller's rows; branches that they are not assigned to do not exist for them. */
export function branchScope(ctx: Ctx, column: string, params: Params): string {
  if (ctx.system !== undefined || ctx.principal.branch_ids.length === 0) return 'TRUE'
  return `${column} = ANY (${params.add(ctx.principal.branch_ids, 'bigint[]')})`
}

/** A reference as responses contain it. */
export const refJson = (alias: string, name: string, label: string): string =>
  `CASE WHEN ${alias}.id IS NULL THEN NULL ELSE json_build_object('id', ${alias}.id, 'name', ${alias}.${quote(name)}, 'label', ${label}) END`
export const codeLabel = (alias: string, code = 'code'): string => `concat_ws(' · ', ${alias}.${quote(code)}, ${alias}.name)`
