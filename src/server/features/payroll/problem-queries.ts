/** The queries that find problems of a payroll. */
import { RETIREMENT_AGE, RETIREMENT_SERVICE } from '../../../domain/payroll/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Sql, sql, table } from '../../platform/db/sql.ts'
import { employeesTable, entriesTable } from '../payroll-runs/tables.ts'
import { sicknessProblems } from './benefit-claims.ts'
import { heldProblems } from './held-pay.ts'
import { unpaidDays } from './leavers.ts'
import { maternityProblems } from './maternity.ts'
import { paidTwice } from './paid-twice.ts'
import { pieceProblems } from './piece-output.ts'
import { staleSettlements } from './retroactive.ts'

/** `1,234.50` of an amount in JSON. */
const pesosSql = (text: Sql): Sql => sql`to_char((${text})::numeric, 'FM999,999,999,990.00')`

/** Retirement questions of a final pay: pay that may not be due, and pay that may be (RA 7641). */
function retirementProblems(people: Sql): Sql[] {
  const { optional, compulsory } = RETIREMENT_AGE
  const age = sql`extract(year FROM age(e.date_separated, e.birth_at))`
  const open = sql`
    ${people}
      AND p.payroll_tag = 'final_pay'
      AND p.status NOT IN ('posted', 'voided')
  `
  return [
    sql`
      SELECT l.employee_id, 'early_retirement', 'warning',
        concat(
          'Retired at ', ${age},
          ${`: retirement pay is due before ${optional} only in some occupations or under a retirement plan or agreement. If there is none, correct the cause of separation and precompute again`}::text
        )
      ${open}
        AND e.separation_cause = 'retirement'
        AND ${age} < ${optional}
    `,
    sql`
      SELECT l.employee_id, 'retirement_pay_due', 'warning',
        concat(
          'Left at ', ${age},
          CASE
            WHEN ${age} >= ${compulsory} THEN ', the age of compulsory retirement'
            ELSE ', an age at which employees may choose to retire'
          END,
          ${`, after at least ${RETIREMENT_SERVICE} years of service, and the cause of separation pays no retirement pay. If the employee retired, choose Retirement and precompute again`}::text
        )
      ${open}
        AND e.separation_cause IN ('resignation', 'end_of_contract')
        AND ${age} >= ${optional}
        AND extract(year FROM age(e.date_separated + 1, e.date_hired)) >= ${RETIREMENT_SERVICE}
    `,
  ]
}

/** The problems of the payroll `id` that one statement finds, as rows of `employee_id, kind, severity, message`. */
export function problemQueries(ctx: Ctx, id: number): Sql[] {
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
  /** Processed days after the last one that a posted payroll `o` paid. */
  const after = sql`
    FROM ${table(ctx, 'daily_time_record')} r
    WHERE r.employee_id = e.id
      AND r.date > e.date_separated
      AND r.date BETWEEN o.dtr_from AND o.dtr_to
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
      LEFT JOIN ${table(ctx, 'ytd_payroll')} y ON y.employee_id = i.employee_id
        AND y.year = extract(year FROM p.payout_date)::int
      WHERE i.payroll_id = ${id}
        AND p.status NOT IN ('posted', 'voided')
        AND coalesce(y.version, 0) <> i.year_version
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
    sql`
      SELECT r.employee_id, 'stale', 'error',
        concat('The retroactive pay for ', r.payroll, ' changed after this was computed: precompute again')
      FROM (${staleSettlements(ctx, id)}) r
      JOIN ${payroll} p ON p.id = ${id} AND p.status NOT IN ('posted', 'voided')
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
        FROM ${inputs} i
        JOIN ${payroll} p ON p.id = i.payroll_id
          AND p.status NOT IN ('posted', 'voided'), jsonb_array_elements(i.input->'retroactive') s
        WHERE i.payroll_id = ${id}
        GROUP BY 1, 2, 3
      ) r
    `,
    ...paidTwice(ctx, id),
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
    // The final pay settles one month; contributions that another month left open, or took without right, must be
    // corrected by hand.
    sql`
      SELECT w.employee_id, 'contributions_open', 'warning',
        CASE
          WHEN w.taken = 0
            THEN concat('No contributions were deducted for ', w.month, ': deduct them with an adjustment')
          ELSE concat(
            'Contributions were deducted for ', w.month, ', after the last day: pay them back with an adjustment'
          )
        END
      FROM (
        SELECT l.employee_id, i.input->'period'->>'month' AS settled, to_char(e.date_separated, 'YYYY-MM') AS last,
          o.result->'month'->>'month' AS month, sum(m.sss_ee + m.philhealth_ee + m.pagibig_ee) AS taken,
          sum(m.gross) AS gross
        FROM ${lines} l
        JOIN ${payroll} p ON p.id = l.parent_id
        JOIN ${table(ctx, 'employee')} e ON e.id = l.employee_id
        JOIN ${inputs} i ON i.payroll_id = p.id AND i.employee_id = e.id
        JOIN ${inputs} o ON o.employee_id = e.id
        JOIN ${payroll} q ON q.id = o.payroll_id
          AND q.status = 'posted'
          AND q.payroll_tag = 'standard'
          AND q.payout_date > e.date_separated - 92
        JOIN ${lines} m ON m.parent_id = q.id AND m.employee_id = e.id
        WHERE p.id = ${id}
          AND p.payroll_tag = 'final_pay'
          AND p.status NOT IN ('posted', 'voided')
          AND (e.has_sss IS NOT FALSE OR e.has_philhealth IS NOT FALSE OR e.has_pagibig IS NOT FALSE)
        GROUP BY 1, 2, 3, 4
      ) w
      WHERE w.month <> w.settled
        AND (w.month > w.last AND w.taken > 0 OR w.month <= w.last AND w.taken = 0 AND w.gross > 0)
    `,
    sql`
      SELECT l.employee_id, 'no_separation_cause', 'warning',
        'No cause of separation: separation or retirement pay is not computed. Enter it with the employee and precompute again'
      ${people}
        AND p.payroll_tag = 'final_pay'
        AND p.status NOT IN ('posted', 'voided')
        AND e.separation_cause IS NULL
    `,
    ...retirementProblems(people),
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
    // The computation knew of no separation, or of a later one: recorded work stays paid, and without a schedule the days
    // are not known.
    sql`
      SELECT w.employee_id, 'overpaid_days', 'warning',
        CASE
          WHEN w.worked > 0
            THEN concat(
              w.no, ' paid days after ', w.last, ', and on ', w.worked,
              ' of them there are records of work, which stays paid. Correct the last day, or take it back with an adjustment'
            )
          ELSE concat(w.no, ' also paid days after ', w.last, ': take them back with an adjustment')
        END
      FROM (
        SELECT l.employee_id, o.transaction_no AS no, to_char(e.date_separated, 'YYYY/MM/DD') AS last,
          (
            SELECT count(*)
            ${after}
              AND r.result->>'time_in' IS NOT NULL
              AND (r.result->>'regular_minutes')::int > 0
          ) AS worked,
          CASE
            WHEN i.input->'employee'->>'rate_type' = 'monthly' OR i.input->'employee' ? 'rate_changes'
              THEN NOT EXISTS (
                SELECT 1
                FROM ${inputs} f, jsonb_array_elements(f.input->'overpaid') v
                WHERE f.payroll_id = p.id
                  AND f.employee_id = l.employee_id
                  AND v->>'payroll' = o.transaction_no
              )
            ELSE EXISTS (
              SELECT 1
              ${after}
                AND ((r.result->>'paid_leave_minutes')::int > 0 OR r.result->>'status' = 'holiday')
            )
          END AS is_open
        FROM ${lines} l
        JOIN ${payroll} p ON p.id = l.parent_id
        JOIN ${table(ctx, 'employee')} e ON e.id = l.employee_id
        JOIN ${table(ctx, 'pay_period')} d ON d.date_to > e.date_separated AND d.date_to < e.date_separated + 62
        JOIN ${payroll} o ON o.pay_period_id = d.id AND o.status = 'posted' AND o.payroll_tag = 'standard'
        JOIN ${inputs} i ON i.payroll_id = o.id AND i.employee_id = l.employee_id
        WHERE p.id = ${id}
          AND l.state = 'computed'
          AND p.payroll_tag = 'final_pay'
          AND p.status NOT IN ('posted', 'voided')
          AND coalesce((i.input->'employee'->>'separated_on')::date, d.date_to) > e.date_separated
      ) w
      WHERE w.worked > 0 OR w.is_open
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
    unpaidDays(ctx, id),
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
