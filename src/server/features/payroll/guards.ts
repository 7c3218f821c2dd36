/** Guards of a payroll's transitions: computed, without errors, approved by someone other than its maker, on the latest sums. */

import type { Json } from '../../../engine/model/module.ts'
import type { EffectContext, Guard } from '../../platform/context.ts'
import { linesTable, sql, table } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'
import { recordId } from '../../records/row.ts'
import { runOf } from '../../workflow/jobs.ts'
import { employeesTable } from '../payroll-runs/tables.ts'
import type { Records } from '../records.generated.ts'
import { problemsOf } from './problems.ts'
import { settlingPayrolls, staleSettlements } from './retroactive.ts'
import { sumsVersion } from './thirteenth-month.ts'

const NONE = { type: ['object', 'null'], additionalProperties: false, properties: {} }
const guard = <N extends 'payroll' | 'payroll_adjustment' = 'payroll'>(
  name: string,
  description: string,
  check: (fx: EffectContext<Records[N]>) => Promise<void>,
): Guard<Json, Records[N]> => ({
  name,
  params: { ...NONE, description },
  check: (fx) => check(fx),
})

/** Every employee was computed, or failed with a reason. */
const payrollComputed = guard('payroll.computed', 'Refuses while an employee of the payroll is not computed.', async (fx) => {
  const [open] = await fx.ctx.db.query<{ n: number }>(
    sql`
      SELECT count(*) FILTER (WHERE state = 'pending') AS n, count(*) AS all
      FROM ${employeesTable(fx.ctx)}
      WHERE parent_id = ${recordId(fx)}
    `,
  )
  if (Number(open?.n)) throw refuse('E_NOT_COMPUTED', `${open!.n} employees are not computed yet. Precompute the payroll.`)
})

/** No finding that is an error. */
const payrollReady = guard('payroll.ready', 'Refuses while a finding of the payroll is an error.', async (fx) => {
  const errors = (await problemsOf(fx.ctx, recordId(fx))).filter((problem) => problem.severity === 'error')
  if (!errors.length) return
  const [first] = errors
  const who = first!.employee ? `${String(first!.employee.name)}: ` : ''
  throw refuse(
    'E_PAYROLL_PROBLEMS',
    `${errors.length === 1 ? 'One problem prevents' : `${errors.length} problems prevent`} processing of this payroll. ${who}${first!.message}`,
    { problems: errors.slice(0, 100) as never },
  )
})

/** Users cannot approve or decline a payroll that they made, precomputed or processed. */
const payrollNotPreparer = guard(
  'payroll.notPreparer',
  'Refuses the user who created, precomputed or processed the payroll.',
  async (fx) => {
    const { ctx, record } = fx
    if (ctx.system !== undefined) return
    const run = await runOf(ctx, 'payroll', recordId(fx))
    const preparers = [record.created_by, record.precomputed_by, record.processed_by, run?.started_by]
    if (preparers.some((preparer) => preparer !== null && preparer !== undefined && Number(preparer) === ctx.principal.user_id))
      throw refuse('E_OWN_APPROVAL', 'You cannot approve a payroll that you prepared. Ask another approver of payrolls.')
  },
)

/** The year's sums from which pay was computed are unchanged. */
const payrollCurrent = guard(
  'payroll.current',
  'Refuses when the sums of the year that the pay was computed from have changed since.',
  async (fx) => {
    const [stale] = await fx.ctx.db.query<{ n: number }>(
      sql`
        SELECT count(*) AS n
        FROM ${table(fx.ctx, 'payroll_input')} i
        JOIN ${table(fx.ctx, 'payroll')} p ON p.id = i.payroll_id
        WHERE i.payroll_id = ${recordId(fx)} AND ${sumsVersion(fx.ctx)} <> i.year_version
      `,
    )
    if (Number(stale?.n))
      throw refuse(
        'E_PAYROLL_STALE',
        `The year-to-date amounts of ${stale!.n} employees changed after this payroll was computed. Undo the approval and the process, and precompute it again.`,
      )
    const [settled] = await fx.ctx.db.query<{ payroll: string }>(sql`${staleSettlements(fx.ctx, recordId(fx))} LIMIT 1`)
    if (settled)
      throw refuse(
        'E_PAYROLL_STALE',
        `The retroactive pay for ${settled.payroll} changed after this payroll was computed. Undo the approval and the process, and precompute it again.`,
      )
  },
)

/** Payrolls of a year are voided in the opposite order of their posting. */
const payrollLatest = guard(
  'payroll.latest',
  'Refuses to void a posted payroll before the later payrolls of its employees in the year.',
  async (fx) => {
    if (fx.record.status !== 'posted') return
    const [later] = await fx.ctx.db.query<{ transaction_no: string }>(
      sql`
        SELECT p.transaction_no
        FROM ${table(fx.ctx, 'payroll_input')} i
        JOIN ${table(fx.ctx, 'payroll_carried')} c ON c.employee_id = i.employee_id
          AND c.year = extract(year FROM ${fx.record.payout_date}::date)::int
        JOIN ${table(fx.ctx, 'payroll')} p ON p.id = (c.data->>'payroll_id')::bigint
        WHERE i.payroll_id = ${recordId(fx)} AND p.id <> ${recordId(fx)}
        LIMIT 1
      `,
    )
    if (later) throw refuse('E_LATER_PAYROLL', `${later.transaction_no} was posted later and builds on this payroll. Void that one first.`)
    // A payroll that was paid in another year may have settled it.
    const [settling] = await fx.ctx.db.query<{ transaction_no: string }>(settlingPayrolls(fx.ctx, recordId(fx)))
    if (settling) throw refuse('E_LATER_PAYROLL', `${settling.transaction_no} paid retroactive pay for this payroll. Void that one first.`)
  },
)

/** An adjustment is for a period that is not paid yet, or that a supplementary payroll, or one of another group, pays more for. */
const payrollPeriodOpen = guard<'payroll_adjustment'>(
  'payroll.periodOpen',
  'Refuses an adjustment for a pay period that is closed.',
  async (fx) => {
    const [period] = await fx.ctx.db.query<{ name: string; is_closed: boolean | null }>(
      sql`
        SELECT d.name, d.is_closed AND NOT EXISTS (
          SELECT 1
          FROM ${table(fx.ctx, 'payroll')} p
          WHERE p.pay_period_id = d.id
            AND p.payroll_tag IN ('standard', 'supplementary')
            AND p.status IN ('draft', 'precomputed', 'declined')
        ) AS is_closed
        FROM ${table(fx.ctx, 'pay_period')} d
        WHERE d.id = ${fx.record.pay_period_id}
      `,
    )
    if (period?.is_closed)
      throw refuse(
        'E_PERIOD_CLOSED',
        `${period.name} is closed: its payroll was posted. Choose a later period, or create a supplementary payroll for it first.`,
      )
  },
)

/** An adjustment of which a payroll has taken lines is undone through that payroll. */
const payrollNotTaken = guard('payroll.notTaken', 'Refuses to undo an adjustment of which a payroll has taken lines.', async (fx) => {
  const [taken] = await fx.ctx.db.query<{ transaction_no: string }>(
    sql`
        SELECT p.transaction_no
        FROM ${linesTable(fx.ctx, 'payroll_adjustment', 'items')} l
        JOIN ${table(fx.ctx, 'payroll')} p ON p.id = l.payroll_id
        WHERE l.parent_id = ${recordId(fx)}
        LIMIT 1
      `,
  )
  if (taken)
    throw refuse('E_ADJUSTMENT_TAKEN', `${taken.transaction_no} pays lines of this adjustment. Undo the process of that payroll first.`)
})

export const payrollGuards = [
  payrollNotTaken,
  payrollComputed,
  payrollReady,
  payrollNotPreparer,
  payrollCurrent,
  payrollLatest,
  payrollPeriodOpen,
]
