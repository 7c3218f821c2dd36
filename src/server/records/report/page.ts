/** One statement per report: rows of a page, their number and the totals of all of them together. */
import type { Field, Module, Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { quote } from '../../platform/db/name.ts'
import { refuse } from '../../platform/errors.ts'
import { seesOf } from '../access.ts'

/** A whole response: totals and pagination beside the rows. */
export interface ReportPage {
  success: true
  data: Row[]
  totals: Row
  pagination: { page: number; per_page: number; current_page: number; total: number; last_page: number }
}

const MAX_LIMIT = 1000
/** Rows of a response with `limit=all` and of an export: they are held in memory. Tests can change the value. */
export const reportLimits = { allRows: 100_000 }

/**
 * Runs `sql` (a SELECT whose columns are named like the report's, plus `ord` columns to sort by) and answers
 * one page. Columns the caller may not see are left out, of totals too. `limit=all` gives every row.
 * @throws E_REPORT_TOO_LONG where `limit=all` asks for more rows than an answer may have
 */
export async function runPage(
  ctx: Ctx,
  module: Module,
  query: Readonly<Record<string, unknown>>,
  sql: string,
  params: readonly unknown[],
  order: string,
): Promise<ReportPage> {
  const report = module.report!
  const seen = report.columns.filter(seesOf(ctx))
  const all = query.limit === 'all'
  const limit = Math.min(Math.max(Math.trunc(Number(query.limit ?? 50)) || 50, 1), MAX_LIMIT)
  const page = Math.max(Math.trunc(Number(query.page ?? 1)) || 1, 1)
  const totals = report.totals.filter((name) => seen.some((column) => column.name === name))
  const at = params.length
  const [answer] = await ctx.db.query<{ rows: Row[] | null; total: number; totals: Row }>(
    `WITH report AS (${sql}), numbered AS (SELECT *, row_number() OVER (ORDER BY ${order}) AS n FROM report)
     SELECT (SELECT json_agg(p ORDER BY p.n) FROM (SELECT * FROM numbered ORDER BY n LIMIT $${at + 1} OFFSET $${at + 2}) p) AS rows,
            (SELECT count(*) FROM report) AS total,
            ${totals.length ? `(SELECT json_build_object(${totals.map((name) => `'${name}', coalesce(sum(${quote(name)}), 0)::text`).join(', ')}) FROM report)` : "'{}'::json"} AS totals`,
    all ? [...params, reportLimits.allRows, 0] : [...params, limit, (page - 1) * limit],
  )
  const total = Number(answer!.total)
  if (all && total > reportLimits.allRows) {
    const text = `The report has ${total.toLocaleString('en')} rows; at most ${reportLimits.allRows.toLocaleString('en')} can be taken at once. Choose a shorter period or more filters.`
    throw refuse('E_REPORT_TOO_LONG', text)
  }
  const perPage = all ? Math.max(total, 1) : limit
  return {
    success: true,
    data: (answer!.rows ?? []).map((row) => visible(row, seen)),
    totals: Object.fromEntries(Object.entries(answer!.totals).map(([name, value]) => [name, Number(value)])),
    pagination: {
      page: all ? 1 : page,
      per_page: perPage,
      current_page: all ? 1 : page,
      total,
      last_page: Math.max(1, Math.ceil(total / perPage)),
    },
  }
}

/** Only the report's columns, with the references beside their ids. */
function visible(row: Row, columns: readonly Field[]): Row {
  const out: Row = {}
  if (row.id !== undefined) out.id = row.id
  for (const column of columns) {
    out[column.name] = row[column.name] ?? null
    if (column.refAs) out[column.refAs] = row[column.refAs] ?? null
  }
  return out
}

/** Branch condition of the caller's rows; branches that they are not assigned to do not exist for them. */
export function branchScope(ctx: Ctx, column: string, params: unknown[]): string {
  if (ctx.system !== undefined || ctx.principal.branch_ids.length === 0) return 'true'
  params.push(ctx.principal.branch_ids)
  return `${column} = ANY($${params.length}::bigint[])`
}

/** Collects parameters and answers their placeholders. */
export class Parameters {
  readonly list: unknown[] = []
  add(value: unknown, type: string): string {
    this.list.push(value)
    return `$${this.list.length}::${type}`
  }
  /** `column = value`, or no condition when there is none. */
  equals(column: string, value: unknown, type = 'bigint'): string {
    return value === null || value === undefined ? 'true' : `${column} = ${this.add(value, type)}`
  }
}

/** A reference as responses contain it. */
export const refJson = (alias: string, name: string, label: string): string =>
  `CASE WHEN ${alias}.id IS NULL THEN NULL ELSE json_build_object('id', ${alias}.id, 'name', ${alias}.${quote(name)}, 'label', ${label}) END`
export const codeLabel = (alias: string, code = 'code'): string => `concat_ws(' · ', ${alias}.${quote(code)}, ${alias}.name)`
