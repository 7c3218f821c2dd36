/**
 * Payrolls that a remittance still waits for: pay periods of its month that the groups which are paid here have no posted
 * payroll of. Contributions are those of the month for which is paid; tax and loan payments those of the month in which is paid.
 */

import type { Json } from '../../../engine/model/module.ts'
import type { Ctx, Effect, EffectContext } from '../../platform/context.ts'
import { join, raw, type Sql, sql, table } from '../../platform/db/sql.ts'
import { recordId } from '../../records/row.ts'
import { entriesTable } from '../payroll-runs/tables.ts'
import type { Records } from '../records.generated.ts'
import { hadFinalTax, OWED, type Part } from './remittance-parts.ts'

interface Awaiting {
  readonly year: number | Sql
  readonly month: number | Sql
  readonly isByPayout: Sql
  /** The confidential pay group of the remittance; null for all others. */
  readonly group: number | null | Sql
  /** A payroll that is being posted or voided: its state is written after its effects. */
  readonly changing?: { readonly id: number; readonly isPosted: boolean }
}

/** The names of these pay groups and periods as text; null where all are posted. */
const openSql = (ctx: Ctx, { year, month, isByPayout, group, changing }: Awaiting): Sql => sql`
  (
    SELECT string_agg(g.name || ' · ' || d.name, '; ' ORDER BY d.date_from, g.name)
    FROM ${table(ctx, 'pay_period')} d
    JOIN ${table(ctx, 'pay_group')} g ON g.pay_cycle_id = d.pay_cycle_id AND g.is_active IS NOT FALSE
    WHERE CASE WHEN ${isByPayout} THEN extract(year FROM d.payout_date) ELSE d.year END = ${year}
      AND CASE WHEN ${isByPayout} THEN extract(month FROM d.payout_date) ELSE d.month END = ${month}
      AND (CASE WHEN g.is_confidential THEN g.id END) IS NOT DISTINCT FROM ${group}::bigint
      AND EXISTS (SELECT 1 FROM ${table(ctx, 'employee')} e WHERE e.pay_group_id = g.id AND e.status = 'active' AND e.date_hired <= d.date_to)
      AND EXISTS (
        SELECT 1 FROM ${table(ctx, 'payroll')} b
        JOIN ${table(ctx, 'pay_period')} f ON f.id = b.pay_period_id
        WHERE b.pay_group_id = g.id AND b.status <> 'voided' AND f.date_from <= d.date_from
      )
      AND NOT EXISTS (
        SELECT 1 FROM ${table(ctx, 'payroll')} p
        WHERE p.pay_group_id = g.id AND p.pay_period_id = d.id AND p.payroll_tag = 'standard'
          AND CASE WHEN p.id = ${changing?.id ?? 0} THEN ${changing?.isPosted ?? false} ELSE p.status = 'posted' END
      )
  )
`

/** What a remittance of the month waits for, for its record; null where nothing is open. */
export async function openPayrolls(
  ctx: Ctx,
  { year, month, part, group }: { readonly year: number; readonly month: number; readonly part: Part; readonly group: number | null },
): Promise<string | null> {
  const isByPayout = raw(part === 'contributions' ? 'false' : 'true')
  const [row] = await ctx.db.query<{ open: string | null }>(sql`SELECT ${openSql(ctx, { year, month, isByPayout, group })} AS open`)
  return row?.open ?? null
}

/**
 * Writes with the unpaid remittances of the payroll's months what they still wait for, and with all that it changes, that they
 * are to be generated again.
 */
async function noteChange(
  { ctx, record: payroll }: Pick<EffectContext<Records['payroll']>, 'ctx' | 'record'>,
  id: number,
  isPosted: boolean,
): Promise<void> {
  if (!ctx.modules.has('monthly_remittance')) return
  const open = openSql(ctx, {
    year: raw('r.year'),
    month: raw('r.month'),
    isByPayout: raw("coalesce(r.part, '') <> 'contributions'"),
    group: raw('r.pay_group_id'),
    changing: { id, isPosted },
  })
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, 'monthly_remittance')} r
      SET open_payrolls = ${open}, is_outdated = true, version = r.version + 1
      FROM ${table(ctx, 'pay_period')} d
      WHERE d.id = ${payroll.pay_period_id} AND r.status = 'generated'
        AND ((r.year = d.year AND r.month = d.month)
          OR (r.year = extract(year FROM ${payroll.payout_date}::date) AND r.month = extract(month FROM ${payroll.payout_date}::date))
          OR (r.agency <> 'BIR' AND coalesce(r.part, '') <> 'loans' AND (r.year, r.month) IN (${coverageOf(ctx, id)})))
    `,
  )
  // Where a month is paid, only what changes its amounts matters.
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, 'monthly_remittance')} r
      SET is_outdated = true, version = r.version + 1
      WHERE r.status = 'paid' AND ${hasAmountsOf(ctx, id)}
    `,
  )
}

/** The year and the month of coverage of a payroll's input `i`, `YYYY-MM`. */
const COVERAGE = [1, 2].map((part) => raw(`split_part(i.input->'period'->>'month', '-', ${part})::int`))

/** The months of which a payroll pays contributions: a final pay settles the last month of the employment, not that of its period. */
const coverageOf = (ctx: Ctx, payroll: number): Sql => sql`
  SELECT ${join(COVERAGE, ', ')} FROM ${table(ctx, 'payroll_input')} i WHERE i.payroll_id = ${payroll}
`

/** Condition: the remittance `r` has contributions or tax of this payroll. */
export const hasAmountsOf = (ctx: Ctx, payroll: number): Sql => sql`
  coalesce(r.part, '') <> 'loans' AND EXISTS (
    SELECT 1
    FROM ${table(ctx, 'payroll')} p
    JOIN ${table(ctx, 'pay_group')} g ON g.id = p.pay_group_id
    JOIN ${entriesTable(ctx)} e ON e.parent_id = p.id AND e.amount <> 0 AND e.is_manual IS NOT TRUE
    JOIN ${table(ctx, 'payroll_input')} i ON i.payroll_id = p.id AND i.employee_id = e.employee_id
    WHERE p.id = ${payroll}
      AND (r.agency <> 'BIR' OR ${hadFinalTax(ctx, 'p.id', 'e.employee_id')} = (coalesce(r.part, '') = 'final_tax'))
      AND (CASE WHEN g.is_confidential THEN g.id END) IS NOT DISTINCT FROM r.pay_group_id
      AND (r.year, r.month) = (
        CASE WHEN r.agency = 'BIR' THEN extract(year FROM p.payout_date) ELSE ${COVERAGE[0]!} END,
        CASE WHEN r.agency = 'BIR' THEN extract(month FROM p.payout_date) ELSE ${COVERAGE[1]!} END
      )
      AND e.code = ANY (
        CASE r.agency ${join(
          Object.entries(OWED).map(([agency, { codes }]) => sql`WHEN ${agency} THEN ${codes as string[]}::text[]`),
          ' ',
        )} END
      )
  )
`

/** With posting and voiding a payroll: remittances that were generated before it say so. */
export const remittanceOutdated: Effect<Json, Records['payroll']> = {
  name: 'remittance.outdated',
  rank: 90,
  params: {
    description: 'Marks generated remittances of the months of a payroll as outdated.',
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {},
  },
  async apply(fx) {
    await noteChange(fx, recordId(fx), true)
    return null
  },
  async reverse(fx) {
    await noteChange(fx, recordId(fx), false)
  },
}
