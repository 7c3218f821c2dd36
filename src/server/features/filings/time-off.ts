/** Overtime that can be taken as time off: approved, marked for it, and not used by another filing. */

import { TIME_OFF_DAYS } from '../../../domain/leave/time-off.ts'
import type { Row } from '../../../engine/model/module.ts'
import { formatDate } from '../../../engine/runtime/format/index.ts'
import { type Decimal, dec } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { empty, sql, table } from '../../platform/db/sql.ts'

interface TimeOff {
  /** Hours that the chosen overtime has earned. */
  readonly earned: Decimal
  /** Last day on which they can be taken. */
  readonly expiry: string | null
  /** The error of the choice. */
  readonly wrong?: string
}

/** The hours from the overtime named in a filing. `lock`: locks those rows until the transaction ends. */
export async function timeOff(ctx: Ctx, record: Row, lock = false): Promise<TimeOff> {
  const ids = ((record.overtime_filing_ids as readonly unknown[] | null) ?? []).map(Number)
  const days = Number(ctx.settings.cto_expiry_days ?? TIME_OFF_DAYS)
  const rows = await ctx.db.query<{ no: string; hours: string; usable: boolean; expiry: string }>(
    sql`
      SELECT transaction_no AS no, hours::text AS hours, (date + ${days}::int)::text AS expiry,
        employee_id = ${Number(record.employee_id ?? 0)}
        AND is_cto IS TRUE
        AND cto_computed IS NOT TRUE
        AND status IN ('approved', 'processed') AS usable
      FROM ${table(ctx, 'overtime_filing')}
      WHERE id = ANY (${ids}::bigint[])
      ORDER BY id${lock ? sql` FOR UPDATE` : empty}
    `,
  )
  const bad = rows.find((row) => !row.usable)
  return {
    earned: rows.reduce((sum, row) => sum.plus(dec(row.hours)), dec(0)),
    expiry: rows.map((row) => row.expiry).sort()[0] ?? null,
    ...(bad ? { wrong: `Overtime ${bad.no} cannot be taken as time off: it is not approved for time off, or is already used.` } : {}),
  }
}

/** Why a filing cannot take the time off that its overtime gives; nothing where it can, or is not filled in yet. */
export function timeOffRefusal(record: Row, { earned, expiry, wrong }: TimeOff): string | undefined {
  if (wrong) return wrong
  if (dec(record.hours ?? 0).gt(earned)) return `Only ${earned.toFixed()} hours of the selected overtime are available.`
  return expiry && String(record.date_to ?? '') > expiry ? `The selected overtime can be taken until ${formatDate(expiry)}.` : undefined
}
