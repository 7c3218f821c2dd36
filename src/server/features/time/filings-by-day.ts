/** Filings by their days and employees, of every kind that concerns time. */
import type { Module } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { literal, qualify } from '../../platform/db/name.ts'

interface Kind {
  readonly module: string
  /** First and last day as SQL over the filing `f`; a filing of two separate days has two of them. */
  readonly spans: readonly (readonly [string, string])[]
  /** Lines with its employees; without lines, its own employee. */
  readonly people?: string
}
const PERIOD = ['f.date_from', 'f.date_to'] as const
const DAY = ['f.date', 'f.date'] as const

const kinds = (zone: string): readonly Kind[] => {
  const punched = `(f.logged_at AT TIME ZONE ${literal(zone)})::date`
  return [
    { module: 'timelog_filing', spans: [[punched, punched]] },
    { module: 'leave_filing', spans: [PERIOD] },
    { module: 'official_business_filing', spans: [PERIOD] },
    { module: 'overtime_filing', spans: [DAY] },
    { module: 'restday_filing', spans: [DAY, ['f.new_rest_date', 'f.new_rest_date']] },
    { module: 'shift_adjustment', spans: [PERIOD], people: 'employees' },
    { module: 'cto_filing', spans: [PERIOD] },
    { module: 'overtime_filing_with_authorization', spans: [DAY] },
    { module: 'restday_filing_with_authorization', spans: [DAY] },
  ]
}

/** Modules of filings that this company has. */
export const filedModules = (ctx: Ctx): Module[] => kinds(ctx.company.time_zone).flatMap(({ module }) => ctx.modules.get(module) ?? [])

/**
 * Filings that were not voided, one row for each person and stretch of days: `module, id, employee_id, transaction_no,
 * status, first_day, last_day`. `where` gives further conditions on `f` for a module, or leaves it out altogether.
 */
export function filedSql(ctx: Ctx, where: (module: Module) => readonly string[] | undefined = () => []): string {
  const table = (name: string) => qualify(ctx.company.schema, name)
  const parts = kinds(ctx.company.time_zone).flatMap(({ module: name, spans, people }) => {
    const module = ctx.modules.get(name)
    const more = module && where(module)
    if (!module || !more) return []
    const lines = people && module.lines.find((line) => line.name === people)
    const from = `${table(module.entity.table)} f${lines ? ` LEFT JOIN ${table(lines.table)} l ON l.parent_id = f.id` : ''}`
    return spans.map(
      ([first, last]) =>
        `SELECT ${literal(name)} AS module, f.id, ${lines ? 'coalesce(l.employee_id, f.employee_id) AS ' : 'f.'}employee_id, f.transaction_no, f.status, ${first} AS first_day, ${last} AS last_day
         FROM ${from} WHERE ${["f.status <> 'voided'", ...more].join(' AND ')}`,
    )
  })
  const none = `SELECT ''::text AS module, 0::bigint AS id, 0::bigint AS employee_id, ''::text AS transaction_no, ''::text AS status, NULL::date AS first_day, NULL::date AS last_day WHERE false`
  return parts.join(' UNION ALL ') || none
}
