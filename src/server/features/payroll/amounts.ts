/** Amounts paid or deducted beside basic pay, of all kinds of records: a fixed number of statements for any number of employees. */

import { paysWork, type SharedCharge, shareExplained } from '../../../domain/payroll/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { empty, linesTable, type Sql, sql, table } from '../../platform/db/sql.ts'
import { entriesTable } from '../payroll-runs/tables.ts'
import type { AmountRow } from './items.ts'
import type { Run } from './run.ts'

const ITEM = sql`
  i.id AS pay_item_id, i.code, i.name, i.type, i.kind, i.benefit, i.is_13th_month_basis, i.is_statutory_basis,
  i.is_system, i.debit_account_id, i.credit_account_id
`
/** Recurring ones on any day of the period, single ones in the period of their day. */
const inForce = ({ from, to }: Run['period']): Sql => sql`
  r.is_active IS NOT FALSE
  AND r.effective_from <= ${to}::date
  AND (r.effective_to IS NULL OR r.effective_to >= ${from}::date)
`

/** Shares of service charges that are distributed with the pay period, and that no other payroll has paid. */
async function sharedAmounts(ctx: Ctx, run: Run, employeeIds: readonly number[]): Promise<AmountRow[]> {
  if (!ctx.modules.has('service_charge')) return []
  const rows = await ctx.db.query<AmountRow & SharedCharge>(
    sql`
      SELECT 'service_charge' AS source, c.id AS source_id, s.employee_id, ${ITEM}, s.amount::text, 'amount' AS amount_option,
        'amount' AS unit_type, NULL::text AS time_unit, NULL::text AS qty, NULL::boolean AS is_taxable, false AS is_prorated,
        NULL::text AS balance, NULL::int AS priority, NULL::bigint AS payee_id, c.transaction_no AS charge,
        c.date_from::text, c.date_to::text, c.collected::text, c.method, s.weight::text, c.total_weight::text
      FROM ${linesTable(ctx, 'service_charge', 'shares')} s
      JOIN ${table(ctx, 'service_charge')} c ON c.id = s.parent_id AND c.status IN ('distributed', 'paid')
      JOIN ${table(ctx, 'pay_item')} i ON i.code = 'SERVICE_CHARGE'
      WHERE s.employee_id = ANY (${employeeIds}::bigint[])
        AND c.pay_period_id = ${run.pay_period_id}
        AND s.amount > 0
        AND (s.payroll_id IS NULL OR s.payroll_id = ${run.payroll_id})
      ORDER BY s.employee_id, c.id
    `,
  )
  return rows.map((row) => ({ ...row, explained: shareExplained(row) }))
}

/** All amounts paid or deducted beside basic pay, of all kinds of records, in one shape. */
export async function amountsOf(ctx: Ctx, run: Run, employeeIds: readonly number[], isWorked: boolean): Promise<AmountRow[]> {
  const { from } = run.period
  const items = table(ctx, 'pay_item')
  const standing = isWorked
    ? sql`
      SELECT 'earning' AS source, r.id AS source_id, r.employee_id, ${ITEM}, r.amount::text, r.amount_option,
        r.unit_type, r.time_unit, NULL::text AS qty, r.is_taxable, false AS is_prorated, NULL::text AS balance,
        NULL::int AS priority, NULL::bigint AS payee_id
      FROM ${table(ctx, 'earning')} r
      JOIN ${items} i ON i.id = r.pay_item_id
      WHERE r.employee_id = ANY (${employeeIds}::bigint[])
        AND ${inForce(run.period)}
        AND (r.frequency = 'recurring' OR r.effective_from >= ${from}::date)
      UNION ALL
      SELECT 'allowance', r.id, r.employee_id, ${ITEM}, r.amount::text, 'amount', r.unit_type, r.time_unit, NULL,
        r.is_taxable, coalesce(r.is_prorated, false), NULL, NULL, NULL
      FROM ${table(ctx, 'allowance')} r
      JOIN ${items} i ON i.id = r.pay_item_id
      WHERE r.employee_id = ANY (${employeeIds}::bigint[])
        AND ${inForce(run.period)}
      UNION ALL
      SELECT 'employee_de_minimis_benefit', r.id, r.employee_id, ${ITEM}, r.amount::text, 'amount', 'amount',
        r.time_unit, NULL, NULL, false, NULL, NULL, NULL
      FROM ${table(ctx, 'employee_de_minimis_benefit')} r
      JOIN ${items} i ON i.id = r.pay_item_id
      WHERE r.employee_id = ANY (${employeeIds}::bigint[])
        AND ${inForce(run.period)}
      UNION ALL
      SELECT 'deduction', r.id, r.employee_id, ${ITEM}, r.amount::text, r.amount_option, 'amount', NULL, NULL, NULL,
        false,
        CASE
          WHEN r.total_amount IS NULL AND r.balance IS NULL THEN NULL
          ELSE coalesce(r.balance, r.total_amount)::text
        END,
        r.priority, r.payee_id
      FROM ${table(ctx, 'deduction')} r
      JOIN ${items} i ON i.id = r.pay_item_id
      WHERE r.employee_id = ANY (${employeeIds}::bigint[])
        AND ${inForce(run.period)}
        AND (r.frequency = 'recurring' OR r.effective_from >= ${from}::date)
        AND (coalesce(r.balance, r.total_amount) IS NULL OR coalesce(r.balance, r.total_amount) > 0)
      UNION ALL
    `
    : empty
  const rows = await ctx.db.query<AmountRow>(
    sql`
      ${standing}
      SELECT 'payroll_adjustment', l.id, l.employee_id, ${ITEM}, l.amount::text, l.amount_option, 'amount', NULL,
        l.qty::text, l.is_taxable, false, NULL::text AS balance, NULL::int AS priority, NULL::bigint AS payee_id
      FROM ${linesTable(ctx, 'payroll_adjustment', 'items')} l
      JOIN ${table(ctx, 'payroll_adjustment')} a ON a.id = l.parent_id
      JOIN ${items} i ON i.id = l.pay_item_id
      WHERE l.employee_id = ANY (${employeeIds}::bigint[])
        AND a.pay_period_id = ${run.pay_period_id}
        AND (a.pay_group_id IS NULL OR a.pay_group_id = ${run.pay_group_id})
        AND (
          (
            a.status = 'posted'
            AND coalesce(l.payroll_id, a.payroll_id) IS NULL
            AND ${paysWork(run.tag)}
          ) OR (a.status IN ('posted', 'processed') AND coalesce(l.payroll_id, a.payroll_id) = ${run.payroll_id})
        )
      UNION ALL
      SELECT 'entry', e.id, e.employee_id, ${ITEM}, e.amount::text, 'amount', 'amount', NULL, e.qty::text, NULL,
        false, NULL, NULL, NULL
      FROM ${entriesTable(ctx)} e
      JOIN ${items} i ON i.id = e.pay_item_id
      WHERE e.parent_id = ${run.payroll_id}
        AND e.is_manual
        AND e.employee_id = ANY (${employeeIds}::bigint[])
      ORDER BY 3, 1, 2
    `,
  )
  const shared = isWorked ? await sharedAmounts(ctx, run, employeeIds) : []
  return [...rows, ...shared].filter(
    (row) =>
      row.source === 'payroll_adjustment' || row.source === 'entry' || row.source === 'service_charge' || !run.not_now.has(row.pay_item_id),
  )
}
