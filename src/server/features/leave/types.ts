/** Leave types with the settings that computations need. */

import type { DayCount } from '../../../domain/leave/days.ts'
import { type Decimal, dec } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'

export interface LeaveType {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly category: string
  readonly is_paid: boolean
  /** Credits of a year, or the most days of one event. */
  readonly annual_credits: Decimal
  readonly credit_per: 'year' | 'event'
  readonly day_count: DayCount
  readonly min_service_months: number
  readonly gender: string
  readonly is_convertible: boolean
  /** Without it everything is carried over. */
  readonly max_carry_over: Decimal | undefined
  readonly carry_over_months: number | undefined
  readonly max_convertible: Decimal | undefined
  readonly requires_attachment: boolean
  readonly allow_half_day: boolean
  readonly allow_negative: boolean
  readonly advance_days: number
  /** A month with more days without pay than this earns nothing; without it every month does. */
  readonly max_unpaid_days: number | undefined
}

interface TypeRow {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly category: string | null
  readonly is_paid: boolean | null
  readonly annual_credits: string | null
  readonly credit_per: string | null
  readonly day_count: string | null
  readonly min_service_months: number | null
  readonly gender: string | null
  readonly is_convertible: boolean | null
  readonly max_carry_over: string | null
  readonly carry_over_months: number | null
  readonly max_convertible: string | null
  readonly requires_attachment: boolean | null
  readonly allow_half_day: boolean | null
  readonly allow_negative: boolean | null
  readonly advance_days: number | null
  readonly max_unpaid_days: number | null
}

const optional = (value: string | null): Decimal | undefined => (value === null ? undefined : dec(value))

const typeOf = (row: TypeRow): LeaveType => ({
  id: Number(row.id),
  code: row.code,
  name: row.name,
  category: row.category ?? 'other',
  is_paid: row.is_paid !== false,
  annual_credits: dec(row.annual_credits),
  credit_per: row.credit_per === 'event' ? 'event' : 'year',
  day_count: row.day_count === 'calendar' ? 'calendar' : 'working',
  min_service_months: row.min_service_months ?? 0,
  gender: row.gender ?? 'All',
  is_convertible: row.is_convertible === true,
  max_carry_over: optional(row.max_carry_over),
  carry_over_months: row.carry_over_months ?? undefined,
  max_convertible: optional(row.max_convertible),
  requires_attachment: row.requires_attachment === true,
  allow_half_day: row.allow_half_day !== false,
  allow_negative: row.allow_negative === true,
  advance_days: row.advance_days ?? 0,
  max_unpaid_days: row.max_unpaid_days ?? undefined,
})

/** All leave types by id, inactive ones too. */
export async function leaveTypes(ctx: Ctx): Promise<Map<number, LeaveType>> {
  const rows = await ctx.db.query<TypeRow>(
    sql`
      SELECT id, code, name, category, is_paid, annual_credits::text, credit_per, day_count, min_service_months, gender,
        is_convertible, max_carry_over::text, carry_over_months, max_convertible::text, requires_attachment,
        allow_half_day, allow_negative, advance_days, max_unpaid_days
      FROM ${table(ctx, 'leave_type')}
      ORDER BY sort_order, id
    `,
  )
  return new Map(rows.map((row) => [Number(row.id), typeOf(row)]))
}

export const leaveType = async (ctx: Ctx, id: number): Promise<LeaveType | undefined> => (await leaveTypes(ctx)).get(id)
