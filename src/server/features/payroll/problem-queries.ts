/** The queries that find problems of a payroll. */
import type { Ctx } from '../../platform/context.ts'
import { type Sql, sql, table } from '../../platform/db/sql.ts'
import { employeesTable, entriesTable } from '../payroll-runs/tables.ts'
import { sicknessProblems } from './benefit-claims.ts'
import { earlierPeriods } from './earlier-periods.ts'
import { finalPayProblems } from './final-pay-problems.ts'
import { heldProblems } from './held-pay.ts'
import { unpaidDays } from './leavers.ts'
import { maternityProblems } from './maternity.ts'
import { paidTwice } from './paid-twice.ts'
import { pieceProblems } from './piece-output.ts'
import { staleSettlements } from './retroactive.ts'
import { sumsVersion } from './thirteenth-month.ts'

/** `1,234.50` of an amount in JSON. */
const pesosSql = (text: Sql): Sql => sql`to_char((${text})::numeric, 'FM999,999,999,990.00')`

/** Retroactive pay that is included, and that changed since. */
function retroactiveProblems(ctx: Ctx, id: number): Sql[] {
  const inputs = table(ctx, 'payroll_input')
  return [
    sql`
      SELECT r.employee_id, 'stale', 'error',
        concat('The retroactive pay for ', r.payroll, ' changed after this was computed: precompute again')
      FROM (${staleSettlements(ctx, id)}) r
    `,
    sql`
      SELECT r.employee_id, 'retroactive_pay', 'warning',
        CASE r.open
          WHEN 'less'
            THEN concat(
              ${pesosSql(sql`-r.amount`)}, ' less is due for ', r.days, ' (', r.payrolls,
              ') under the current terms of pay. It is not deducted automatically; deduct it with an adjustment, or leave it'
            )
          WHEN 'unknown'
            THEN concat(
              'The terms of pay changed for ', r.days, ' (', r.payrolls, '), and the amount due is unknown: ',
              r.reason, '. Pay it with an adjustment'
            )
          ELSE concat(
            'Retroactive pay of ', ${pesosSql(sql`r.amount`)}, ' for ', r.days, ' (', r.payrolls, ') is included'
          )
        END
      FROM (
        SELECT i.employee_id, s->>'open' AS open, s->>'reason' AS reason, sum((s->>'amount')::numeric) AS amount,
          string_agg(s->>'payroll', ', ' ORDER BY s->>'from') AS payrolls,
          concat(replace(min(s->>'from'), '-', '/'), ' to ', replace(max(s->>'to'), '-', '/')) AS days
        FROM ${inputs} i, jsonb_array_elements(i.input->'retroactive') s
        WHERE i.payroll_id = ${id}
        GROUP BY 1, 2, 3
      ) r
    `,
  ]
}

/** Employees `e` of line `l` whose computed pay depends on time records, and who have days `d` of the kind looked for. */
const hasDays = (id: number): Sql => sql`
  l.parent_id = ${id}
    AND l.state = 'computed'
    AND p.payroll_tag IN ('standard', 'final_pay')
    AND e.is_exempt_dtr IS NOT TRUE
    AND d.days > 0
`

/**
 * Days of the time records that ended and were not processed, of employees whose other days were: the time sheet does not have
 * them, so that daily-paid employees lose the pay of them, and salaries are paid as if nobody had been absent.
 */
const unprocessedDays = (ctx: Ctx, id: number, today: string): Sql => sql`
  SELECT e.id, 'time_not_processed', 'warning',
    CASE
      WHEN d.first = d.last THEN concat('The time record of ', d.first, ' is not processed: process it, and precompute again')
      ELSE concat(d.days, ' days from ', d.first, ' to ', d.last, ' are not processed: process their time records, and precompute again')
    END
  FROM ${employeesTable(ctx)} l
  JOIN ${table(ctx, 'employee')} e ON e.id = l.employee_id
  JOIN ${table(ctx, 'payroll')} p ON p.id = l.parent_id
  CROSS JOIN LATERAL (
    SELECT count(*) AS days, to_char(min(day), 'YYYY-MM-DD') AS first, to_char(max(day), 'YYYY-MM-DD') AS last
    FROM generate_series(
      greatest(p.dtr_from, e.date_hired)::timestamp,
      least(p.dtr_to, e.date_separated, ${today}::date - 1)::timestamp,
      interval '1 day'
    ) AS day
    WHERE NOT EXISTS (
      SELECT 1
      FROM ${table(ctx, 'daily_time_record')} r
      WHERE r.employee_id = e.id
        AND r.date = day::date
        -- Without the period, PostgreSQL would read all days that the employee ever worked.
        AND r.date BETWEEN p.dtr_from AND p.dtr_to
        AND r.processed_at IS NOT NULL
    )
  ) d
  WHERE ${hasDays(id)}
    AND EXISTS (
      SELECT 1
      FROM ${table(ctx, 'daily_time_record')} r
      WHERE r.employee_id = e.id
        AND r.date BETWEEN p.dtr_from AND p.dtr_to
        AND r.processed_at IS NOT NULL
    )
`

/**
 * Days that were processed without a shift: nobody is late or absent on them, and daily-paid employees are paid only what they
 * punched. The time sheets name them when they are locked; a payroll can be computed from open ones.
 */
const daysWithoutShift = (ctx: Ctx, id: number): Sql => sql`
  SELECT e.id, 'no_shift', 'warning',
    concat(
      'No shift on ',
      CASE WHEN d.first = d.last THEN d.first ELSE concat(d.days, ' days from ', d.first, ' to ', d.last) END,
      ': absence is not known. Assign a shift, process the days, and precompute again'
    )
  FROM ${employeesTable(ctx)} l
  JOIN ${table(ctx, 'employee')} e ON e.id = l.employee_id
  JOIN ${table(ctx, 'payroll')} p ON p.id = l.parent_id
  CROSS JOIN LATERAL (
    SELECT count(*) AS days, to_char(min(r.date), 'YYYY-MM-DD') AS first, to_char(max(r.date), 'YYYY-MM-DD') AS last
    FROM ${table(ctx, 'daily_time_record')} r
    WHERE r.employee_id = e.id
      AND r.date BETWEEN p.dtr_from AND p.dtr_to
      AND r.attendance IN ('unscheduled', 'unscheduled_worked')
  ) d
  WHERE ${hasDays(id)}
`

/**
 * Days of a sheet before the first or after the last day of the employment that have pay: processing leaves none, but a locked
 * sheet keeps those that it had before the day was entered.
 */
const daysOutsideEmployment = (ctx: Ctx, id: number): Sql => sql`
  SELECT e.id, 'days_outside_employment', 'error',
    concat(
      'The time sheet has days outside of the employment: ',
      CASE WHEN d.first = d.last THEN d.first ELSE concat(d.first, ' to ', d.last) END,
      '. Unlock it if it is locked, process its days again, lock it, and precompute again'
    )
  FROM ${table(ctx, 'payroll')} p
  JOIN ${table(ctx, 'payroll_input')} i ON i.payroll_id = p.id
  JOIN ${table(ctx, 'employee')} e ON e.id = i.employee_id
  JOIN ${table(ctx, 'time_sheet')} t ON t.employee_id = e.id AND t.pay_period_id = p.pay_period_id
  CROSS JOIN LATERAL (
    SELECT count(*) AS days, to_char(min(r.date), 'YYYY-MM-DD') AS first, to_char(max(r.date), 'YYYY-MM-DD') AS last
    FROM ${table(ctx, 'daily_time_record')} r
    WHERE r.employee_id = e.id
      AND r.date BETWEEN t.date_from AND t.date_to
      AND (r.date < e.date_hired OR r.date > e.date_separated)
      AND r.processed_at IS NOT NULL
      AND r.attendance NOT IN ('absent', 'rest_day', 'unscheduled')
  ) d
  WHERE p.id = ${id}
    AND p.payroll_tag IN ('standard', 'supplementary', 'final_pay')
    AND NOT coalesce((i.input->>'no_time')::boolean, false)
    AND d.days > 0
`

/**
 * A supplementary payroll none of whose employees has an amount: it would only number an empty payslip. Other payrolls may pay
 * nothing, since they close a period or an employment.
 */
const nothingToPay = (ctx: Ctx, id: number): Sql => sql`
  SELECT NULL::bigint, 'nothing_to_pay', 'error',
    'Nothing to pay: the period is already paid for these employees. Add an entry or an adjustment and precompute again, or delete this payroll'
  FROM ${table(ctx, 'payroll')} p
  WHERE p.id = ${id}
    AND p.status <> 'draft'
    AND NOT EXISTS (SELECT 1 FROM ${employeesTable(ctx)} l WHERE l.parent_id = p.id AND l.state <> 'computed')
    AND NOT EXISTS (SELECT 1 FROM ${entriesTable(ctx)} t WHERE t.parent_id = p.id AND t.amount <> 0)
`

/** What decides which problems a payroll can have. */
export interface PayrollKind {
  readonly tag: string
  /** Neither posted nor voided. */
  readonly isOpen: boolean
}

/**
 * The problems of the payroll `id` that one statement finds, as rows of `employee_id, kind, severity, message`. Problems that
 * its kind cannot have are not looked for: those of final pays read payrolls of several months.
 */
export function problemQueries(ctx: Ctx, id: number, { tag, isOpen }: PayrollKind): Sql[] {
  const today = ctx.clock.today(ctx.company.time_zone)
  const [lines, payroll, inputs] = [employeesTable(ctx), table(ctx, 'payroll'), table(ctx, 'payroll_input')]
  const mine = sql`
    FROM ${lines} l
    WHERE l.parent_id = ${id}
  `
  const people = sql`
    FROM ${lines} l
    JOIN ${table(ctx, 'employee')} e ON e.id = l.employee_id
    JOIN ${payroll} p ON p.id = l.parent_id
    WHERE l.parent_id = ${id}
  `
  return [
    // Before the first precomputation, uncomputed pay is no problem: precomputing is the next step.
    sql`
      SELECT l.employee_id, 'not_computed' AS kind, 'error' AS severity, 'Not precomputed yet' AS message
      ${mine}
        AND l.state = 'pending'
        AND EXISTS (SELECT 1 FROM ${lines} o WHERE o.parent_id = ${id} AND o.state <> 'pending')
    `,
    sql`
      SELECT l.employee_id, 'failed', 'error', coalesce(l.error, 'Could not be computed')
      ${mine}
        AND l.state = 'failed'
    `,
    sql`
      SELECT i.employee_id, 'stale', 'error',
        'Another payroll of the year was posted, or its totals changed, after this was computed: precompute again'
      FROM ${inputs} i
      JOIN ${payroll} p ON p.id = i.payroll_id
      WHERE i.payroll_id = ${id}
        AND p.status NOT IN ('posted', 'voided')
        AND ${sumsVersion(ctx)} <> i.year_version
    `,
    sql`
      SELECT i.employee_id, 'stale_time', 'error', 'The time sheet changed after this was computed: precompute again'
      FROM ${inputs} i
      JOIN ${payroll} p ON p.id = i.payroll_id
      JOIN ${table(ctx, 'time_sheet')} t ON t.employee_id = i.employee_id AND t.pay_period_id = p.pay_period_id
      WHERE i.payroll_id = ${id}
        AND p.status IN ('draft', 'precomputed')
        AND p.payroll_tag IN ('standard', 'supplementary', 'final_pay')
        AND t.period_time IS DISTINCT FROM i.input->'time'
        AND NOT coalesce((i.input->>'no_time')::boolean, false)
    `,
    sql`
      SELECT DISTINCT t.employee_id, 'negative_net', 'warning',
        'Pay does not cover contributions and deductions: the employer advances the rest'
      FROM ${entriesTable(ctx)} t
      WHERE t.parent_id = ${id}
        AND t.code = 'EMPLOYER_ADVANCE'
    `,
    sql`
      SELECT l.employee_id, 'no_net', 'warning', 'No net pay'
      ${mine}
        AND l.state = 'computed'
        AND l.net_pay = 0
    `,
    sql`
      SELECT i.employee_id, 'below_minimum_net', 'warning',
        concat(
          coalesce(
            (
              SELECT d->>'name'
              FROM jsonb_array_elements(i.input->'deductions') d
              WHERE d->>'code' = s->>'code'
              LIMIT 1
            ),
            s->>'code'
          ),
          ': ', ${pesosSql(sql`s->>'taken'`)}, ' of ', ${pesosSql(sql`s->>'scheduled'`)},
          ' taken, the rest would leave less than the minimum net pay'
        )
      FROM ${inputs} i, jsonb_array_elements(i.result->'shortfalls') s
      WHERE i.payroll_id = ${id}
    `,
    sql`
      SELECT l.employee_id, 'no_bank_account', 'warning', 'No bank account: the net pay is not in the bank file'
      ${people}
        AND e.bank_account_id IS NULL
        AND l.net_pay > 0
    `,
    sql`
      SELECT l.employee_id, 'no_time', 'warning', 'No time sheet for the period: the salary is paid in full'
      ${people}
        AND p.payroll_tag = 'standard'
        AND e.is_exempt_dtr IS NOT TRUE
        AND l.state = 'computed'
        AND NOT EXISTS (
          SELECT 1
          FROM ${table(ctx, 'time_sheet')} t
          WHERE t.employee_id = e.id
            AND t.pay_period_id = p.pay_period_id
        )
    `,
    ...(isOpen ? [unprocessedDays(ctx, id, today), daysWithoutShift(ctx, id), daysOutsideEmployment(ctx, id)] : []),
    ...(isOpen ? retroactiveProblems(ctx, id) : []),
    ...(isOpen ? paidTwice(ctx, id) : []),
    sql`
      SELECT l.employee_id, 'separated', 'error',
        concat(
          'Left on ', to_char(e.date_separated, 'YYYY/MM/DD'),
          ', before this period: take the employee out and pay the rest as a final pay'
        )
      ${people}
        AND p.payroll_tag <> 'final_pay'
        AND p.status NOT IN ('posted', 'voided')
        AND e.date_separated < (SELECT d.date_from FROM ${table(ctx, 'pay_period')} d WHERE d.id = p.pay_period_id)
    `,
    sql`
      SELECT t.employee_id, 'overpaid_days', 'warning',
        concat(
          trim(to_char(t.qty, 'FM999990.99'), '.'), ' days after ', to_char(e.date_separated, 'YYYY/MM/DD'),
          ' were paid: ', to_char(-t.amount, 'FM999,999,999,990.00'),
          ' is deducted. To keep any of it paid, add an entry to this payroll or an adjustment'
        )
      FROM ${entriesTable(ctx)} t
      JOIN ${table(ctx, 'employee')} e ON e.id = t.employee_id
      JOIN ${payroll} p ON p.id = t.parent_id
      WHERE t.parent_id = ${id}
        AND p.status NOT IN ('posted', 'voided')
        AND t.code LIKE 'OVERPAID\\_DAYS%'
    `,
    sql`
      SELECT NULL::bigint, 'period_open', 'warning',
        concat(
          'The days until ', to_char(p.dtr_to, 'YYYY/MM/DD'),
          ' have not ended: daily-paid employees are paid only for days recorded so far'
        )
      FROM ${payroll} p
      WHERE p.id = ${id}
        AND p.payroll_tag = 'standard'
        AND p.status NOT IN ('posted', 'voided')
        AND p.dtr_to >= ${today}::date
    `,
    sql`
      SELECT e.id, 'not_in_payroll', 'warning', 'In the pay group but not in this payroll'
      FROM ${table(ctx, 'employee')} e
      JOIN ${payroll} p ON p.pay_group_id = e.pay_group_id
      JOIN ${table(ctx, 'pay_period')} d ON d.id = p.pay_period_id
      WHERE p.id = ${id}
        AND p.payroll_tag = 'standard'
        AND e.status = 'active'
        AND e.date_hired <= d.date_to
        AND (e.date_separated IS NULL OR e.date_separated > d.date_to)
        AND NOT EXISTS (SELECT 1 FROM ${lines} l WHERE l.parent_id = p.id AND l.employee_id = e.id)
    `,
    // A change of group after the payroll was made; one who was added from another group on purpose stays.
    sql`
      SELECT e.id, 'other_group', 'warning',
        concat(
          coalesce('Now in the pay group ' || g.name, 'No longer in a pay group'),
          ': take the employee out, unless this payroll is to pay them'
        )
      FROM ${lines} l
      JOIN ${table(ctx, 'employee')} e ON e.id = l.employee_id
      JOIN ${payroll} p ON p.id = l.parent_id
      LEFT JOIN ${table(ctx, 'pay_group')} g ON g.id = e.pay_group_id
      WHERE l.parent_id = ${id}
        AND p.payroll_tag IN ('standard', '13th_month', 'leave_conversion')
        AND p.status IN ('draft', 'precomputed', 'declined')
        AND e.pay_group_id IS DISTINCT FROM p.pay_group_id
    `,
    ...(isOpen && tag === 'supplementary' ? [nothingToPay(ctx, id)] : []),
    ...(isOpen && tag === 'standard' ? [earlierPeriods(ctx, id)] : []),
    ...(isOpen && tag === 'final_pay' ? finalPayProblems(ctx, id) : []),
    ...(isOpen && ['standard', 'final_pay'].includes(tag) ? [unpaidDays(ctx, id)] : []),
    maternityProblems(ctx, id),
    heldProblems(ctx, id),
    sicknessProblems(ctx, id),
    pieceProblems(ctx, id),
    sql`
      SELECT e.id, 'no_pay_group', 'warning', 'Active without a pay group: no payroll pays this employee'
      FROM ${table(ctx, 'employee')} e
      JOIN ${payroll} p ON p.id = ${id} AND p.payroll_tag = 'standard' AND p.status NOT IN ('posted', 'voided')
      JOIN ${table(ctx, 'pay_period')} d ON d.id = p.pay_period_id
      WHERE e.status = 'active'
        AND e.date_hired <= d.date_to
        AND (e.date_separated IS NULL OR e.date_separated >= d.date_from)
        AND NOT EXISTS (
          SELECT 1
          FROM ${table(ctx, 'pay_group')} g
          WHERE g.id = e.pay_group_id
            AND g.is_active IS NOT FALSE
        )
        AND NOT EXISTS (SELECT 1 FROM ${lines} l WHERE l.parent_id = p.id AND l.employee_id = e.id)
    `,
  ]
}
