/** SQL of the problems that only an open final pay can have: separation, retirement, and what months before left open. */
import { RETIREMENT_AGE, RETIREMENT_SERVICE } from '../../../domain/payroll/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Sql, sql, table } from '../../platform/db/sql.ts'
import { employeesTable } from '../payroll-runs/tables.ts'
import { leaveAfterLastDay } from './final-pay-leave.ts'

/** Retirement questions of a final pay: pay that may not be due, and pay that may be (RA 7641). */
function retirementProblems(people: Sql): Sql[] {
  const { optional, compulsory } = RETIREMENT_AGE
  const age = sql`extract(year FROM age(e.date_separated, e.birth_at))`
  return [
    sql`
      SELECT l.employee_id, 'early_retirement', 'warning',
        concat(
          'Retired at ', ${age},
          ${`: retirement pay is due before ${optional} only in some occupations or under a retirement plan or agreement. If there is none, correct the cause of separation and precompute again`}::text
        )
      ${people}
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
      ${people}
        AND e.separation_cause IN ('resignation', 'end_of_contract')
        AND ${age} >= ${optional}
        AND extract(year FROM age(e.date_separated + 1, e.date_hired)) >= ${RETIREMENT_SERVICE}
    `,
  ]
}

/** Company property that is still with the employee, or that was lost. */
function propertyProblems(ctx: Ctx, people: Sql): Sql[] {
  if (!ctx.modules.has('employee_asset')) return []
  return [
    sql`
      SELECT a.employee_id, 'property_not_returned', 'warning',
        concat(
          'Company property is not returned: ', a.assets,
          '. Record the return, or deduct what the employee owes for it with an adjustment'
        )
      FROM (
        SELECT l.employee_id,
          string_agg(concat(a.asset_name, ' (', a.asset_code, CASE WHEN a.status = 'Lost' THEN ', lost' END, ')'), '; ' ORDER BY a.id) AS assets
        FROM ${table(ctx, 'employee_asset')} a
        JOIN (SELECT l.employee_id ${people}) l ON l.employee_id = a.employee_id
        WHERE a.status IN ('Issued', 'Lost')
        GROUP BY 1
      ) a
    `,
  ]
}

/** Queries of `employee_id, kind, severity, message` for the open final pay `id`. */
export function finalPayProblems(ctx: Ctx, id: number): Sql[] {
  const [lines, payroll, inputs] = [employeesTable(ctx), table(ctx, 'payroll'), table(ctx, 'payroll_input')]
  const people = sql`
    FROM ${lines} l
    JOIN ${table(ctx, 'employee')} e ON e.id = l.employee_id
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
        AND e.separation_cause IS NULL
    `,
    ...retirementProblems(people),
    ...leaveAfterLastDay(ctx, id),
    ...propertyProblems(ctx, people),
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
          AND coalesce((i.input->'employee'->>'separated_on')::date, d.date_to) > e.date_separated
      ) w
      WHERE w.worked > 0 OR w.is_open
    `,
  ]
}
