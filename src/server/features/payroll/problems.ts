/** Problems of a payroll before it is processed: errors that block it, and warnings to check. */
import { RETIREMENT_AGE, RETIREMENT_SERVICE } from '../../../domain/payroll/index.ts'
import type { Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { table } from '../../records/row.ts'
import { employeesTable, entriesTable } from '../payroll-runs/tables.ts'
import { unpaidDays } from './leavers.ts'
import { maternityProblems } from './maternity.ts'
import { wageProblems } from './minimum-wage-check.ts'
import { expectedProblems } from './projected-13th-month.ts'
import { staleSettlements } from './retroactive.ts'
import { taxOfYearBefore } from './year-before.ts'

export interface Problem {
  readonly employee_id: number | null
  readonly employee: Row | null
  readonly kind: string
  /** An error blocks processing of the payroll. */
  readonly severity: 'error' | 'warning'
  readonly message: string
}

/** Ids that a contribution needs, by the kind of id. */
const IDS = [
  ['SSS', 'has_sss', 'SSS'],
  ['Philhealth', 'has_philhealth', 'PhilHealth'],
  ['Pagibig', 'has_pagibig', 'Pag-IBIG'],
  ['TIN', 'has_withholding', 'TIN'],
] as const

/** Employees without the number under which a contribution or tax of theirs is reported. */
const missingIds = (ctx: Ctx, where: string): string =>
  IDS.map(
    ([type, has, name]) =>
      `SELECT e.id AS employee_id, 'missing_id' AS kind, 'warning' AS severity, '${name} number is missing' AS message
       FROM ${table(ctx, 'employee')} e WHERE ${where} AND e.${has} IS NOT FALSE
         AND NOT EXISTS (SELECT 1 FROM ${table(ctx, 'employee_id')} n WHERE n.employee_id = e.id AND n.id_type = '${type}')`,
  ).join(' UNION ALL ')

const named = (ctx: Ctx, sql: string): string =>
  `SELECT p.employee_id, CASE WHEN e.id IS NULL THEN NULL ELSE json_build_object('id', e.id, 'name', e.full_name, 'label', concat_ws(' · ', e.employee_no, e.full_name)) END AS employee, p.kind, p.severity, p.message
   FROM (${sql}) p LEFT JOIN ${table(ctx, 'employee')} e ON e.id = p.employee_id ORDER BY (p.severity = 'error') DESC, e.employee_no, p.kind, p.message`

/** Those of the given employees who lack ids; one statement. */
export const idCheck = (ctx: Ctx, employeeIds: readonly number[]): Promise<Problem[]> =>
  ctx.db.query<Problem>(named(ctx, missingIds(ctx, 'e.id = ANY ($1::bigint[])')), [employeeIds])

/** `1,234.50` of an amount in JSON. */
const pesosSql = (text: string): string => `to_char((${text})::numeric, 'FM999,999,999,990.00')`

/** Retirement questions of a final pay: pay that may not be due, and pay that may be (RA 7641). */
function retirementProblems(people: string): string[] {
  const { optional, compulsory } = RETIREMENT_AGE
  const age = 'extract(year FROM age(e.date_separated, e.birth_at))'
  const open = `${people} AND p.payroll_tag = 'final_pay' AND p.status NOT IN ('posted', 'voided')`
  return [
    `SELECT l.employee_id, 'early_retirement', 'warning', concat('Retired at ', ${age}, ': retirement pay is due before ${optional} only in some occupations or under a retirement plan or agreement. If there is none, correct the cause of separation and precompute again')
     ${open} AND e.separation_cause = 'retirement' AND ${age} < ${optional}`,
    `SELECT l.employee_id, 'retirement_pay_due', 'warning', concat('Left at ', ${age}, CASE WHEN ${age} >= ${compulsory} THEN ', the age of compulsory retirement' ELSE ', an age at which employees may choose to retire' END, ', after at least ${RETIREMENT_SERVICE} years of service, and the cause of separation pays no retirement pay. If the employee retired, choose Retirement and precompute again')
     ${open} AND e.separation_cause IN ('resignation', 'end_of_contract') AND ${age} >= ${optional} AND extract(year FROM age(e.date_separated + 1, e.date_hired)) >= ${RETIREMENT_SERVICE}`,
  ]
}

/** All findings of a payroll, errors first, rates of pay last; four statements. */
export async function problemsOf(ctx: Ctx, id: number): Promise<Problem[]> {
  const [lines, payroll, inputs] = [employeesTable(ctx), table(ctx, 'payroll'), table(ctx, 'payroll_input')]
  const mine = `FROM ${lines.text} l WHERE l.parent_id = $1`
  const people = `FROM ${lines.text} l JOIN ${table(ctx, 'employee')} e ON e.id = l.employee_id JOIN ${payroll} p ON p.id = l.parent_id WHERE l.parent_id = $1`
  /** Processed days after the last one that a posted payroll `o` paid. */
  const after = `FROM ${table(ctx, 'daily_time_record')} r WHERE r.employee_id = e.id AND r.date > e.date_separated AND r.date BETWEEN o.dtr_from AND o.dtr_to`
  const sql = [
    // Before the first precomputation, uncomputed pay is no problem: precomputing is the next step.
    `SELECT l.employee_id, 'not_computed' AS kind, 'error' AS severity, 'Not precomputed yet' AS message ${mine} AND l.state = 'pending'
       AND EXISTS (SELECT 1 FROM ${lines.text} o WHERE o.parent_id = $1 AND o.state <> 'pending')`,
    `SELECT l.employee_id, 'failed', 'error', coalesce(l.error, 'Could not be computed') ${mine} AND l.state = 'failed'`,
    `SELECT i.employee_id, 'stale', 'error', 'Another payroll of the year was posted, or its totals changed, after this was computed: precompute again'
     FROM ${inputs} i JOIN ${payroll} p ON p.id = i.payroll_id
     LEFT JOIN ${table(ctx, 'ytd_payroll')} y ON y.employee_id = i.employee_id AND y.year = extract(year FROM p.payout_date)::int
     WHERE i.payroll_id = $1 AND p.status NOT IN ('posted', 'voided') AND coalesce(y.version, 0) <> i.year_version`,
    `SELECT i.employee_id, 'stale_time', 'error', 'The time sheet changed after this was computed: precompute again'
     FROM ${inputs} i JOIN ${payroll} p ON p.id = i.payroll_id JOIN ${table(ctx, 'time_sheet')} t ON t.employee_id = i.employee_id AND t.pay_period_id = p.pay_period_id
     WHERE i.payroll_id = $1 AND p.status IN ('draft', 'precomputed') AND p.payroll_tag IN ('standard', 'final_pay') AND t.period_time IS DISTINCT FROM i.input->'time'
       AND NOT coalesce((i.input->>'no_time')::boolean, false)`,
    `SELECT DISTINCT t.employee_id, 'negative_net', 'warning', 'Pay does not cover contributions and deductions: the employer advances the rest' FROM ${entriesTable(ctx).text} t WHERE t.parent_id = $1 AND t.code = 'EMPLOYER_ADVANCE'`,
    `SELECT l.employee_id, 'no_net', 'warning', 'No net pay' ${mine} AND l.state = 'computed' AND l.net_pay = 0`,
    `SELECT i.employee_id, 'below_minimum_net', 'warning', concat(coalesce((SELECT d->>'name' FROM jsonb_array_elements(i.input->'deductions') d WHERE d->>'code' = s->>'code' LIMIT 1), s->>'code'), ': ', ${pesosSql("s->>'taken'")}, ' of ', ${pesosSql("s->>'scheduled'")}, ' taken, the rest would leave less than the minimum net pay')
     FROM ${inputs} i, jsonb_array_elements(i.result->'shortfalls') s WHERE i.payroll_id = $1`,
    `SELECT l.employee_id, 'no_bank_account', 'warning', 'No bank account: the net pay is not in the bank file' ${people} AND e.bank_account_id IS NULL AND l.net_pay > 0`,
    `SELECT l.employee_id, 'no_time', 'warning', 'No time sheet for the period: the salary is paid in full' ${people} AND p.payroll_tag = 'standard' AND e.is_exempt_dtr IS NOT TRUE AND l.state = 'computed'
       AND NOT EXISTS (SELECT 1 FROM ${table(ctx, 'time_sheet')} t WHERE t.employee_id = e.id AND t.pay_period_id = p.pay_period_id)`,
    `SELECT r.employee_id, 'stale', 'error', concat('The retroactive pay for ', r.payroll, ' changed after this was computed: precompute again')
     FROM (${staleSettlements(ctx)}) r JOIN ${payroll} p ON p.id = $1 AND p.status NOT IN ('posted', 'voided')`,
    `SELECT r.employee_id, 'retroactive_pay', 'warning', CASE r.open
         WHEN 'less' THEN concat(${pesosSql('-r.amount')}, ' less is due for ', r.days, ' (', r.payrolls, ') under the current terms of pay. It is not deducted automatically; deduct it with an adjustment, or leave it')
         WHEN 'unknown' THEN concat('The terms of pay changed for ', r.days, ' (', r.payrolls, '), and the amount due is unknown: ', r.reason, '. Pay it with an adjustment')
         ELSE concat('Retroactive pay of ', ${pesosSql('r.amount')}, ' for ', r.days, ' (', r.payrolls, ') is included') END
     FROM (SELECT i.employee_id, s->>'open' AS open, s->>'reason' AS reason, sum((s->>'amount')::numeric) AS amount, string_agg(s->>'payroll', ', ' ORDER BY s->>'from') AS payrolls,
             concat(replace(min(s->>'from'), '-', '/'), ' to ', replace(max(s->>'to'), '-', '/')) AS days
           FROM ${inputs} i JOIN ${payroll} p ON p.id = i.payroll_id AND p.status NOT IN ('posted', 'voided'), jsonb_array_elements(i.input->'retroactive') s
           WHERE i.payroll_id = $1 GROUP BY 1, 2, 3) r`,
    // An employee in two payrolls of the same days is paid twice; a final pay after the salary pays none of them.
    `SELECT l.employee_id, 'paid_twice', 'error', concat(o.transaction_no, ' pays the same days: take the employee out of one of the two')
     FROM ${lines.text} l JOIN ${payroll} p ON p.id = l.parent_id JOIN ${payroll} o ON o.pay_period_id = p.pay_period_id AND o.id <> p.id AND o.status <> 'voided'
       AND o.payroll_tag IN ('standard', 'final_pay') AND NOT (p.payroll_tag = 'final_pay' AND o.payroll_tag = 'standard' AND o.status = 'posted')
     JOIN ${lines.text} m ON m.parent_id = o.id AND m.employee_id = l.employee_id
     WHERE p.id = $1 AND p.payroll_tag IN ('standard', 'final_pay') AND p.status NOT IN ('posted', 'voided')`,
    // After a change to a pay group of another cycle, its period may include days that a period of the old one paid. Not
    // paying them again is no deduction from wages (Labor Code art. 113), so the payroll waits until an entry subtracts the
    // amount.
    `SELECT l.employee_id, 'paid_twice', CASE WHEN EXISTS (SELECT 1 FROM ${entriesTable(ctx).text} t WHERE t.parent_id = p.id AND t.employee_id = l.employee_id
         AND (t.is_manual OR t.source_module = 'payroll_adjustment') AND (t.amount < 0 OR t.part = 'deduction')) THEN 'warning' ELSE 'error' END, concat(o.transaction_no, ' also pays ', to_char(greatest(c.date_from, d.date_from), 'YYYY/MM/DD'), ' to ', to_char(least(c.date_to, d.date_to), 'YYYY/MM/DD'), ': take the pay of these days off with an entry of this payroll or an adjustment')
     FROM ${lines.text} l JOIN ${payroll} p ON p.id = l.parent_id AND p.payroll_tag = 'standard' AND p.status NOT IN ('posted', 'voided') JOIN ${table(ctx, 'pay_period')} d ON d.id = p.pay_period_id
     JOIN ${lines.text} m ON m.employee_id = l.employee_id JOIN ${payroll} o ON o.id = m.parent_id AND o.status <> 'voided' AND o.payroll_tag = 'standard'
     JOIN ${table(ctx, 'pay_period')} c ON c.id = o.pay_period_id AND c.pay_cycle_id <> d.pay_cycle_id AND c.date_from <= d.date_to AND c.date_to >= d.date_from
     WHERE p.id = $1`,
    `SELECT l.employee_id, 'separated', 'error', concat('Left on ', to_char(e.date_separated, 'YYYY/MM/DD'), ', before this period: take the employee out and pay the rest as a final pay')
     ${people} AND p.payroll_tag <> 'final_pay' AND p.status NOT IN ('posted', 'voided') AND e.date_separated < (SELECT d.date_from FROM ${table(ctx, 'pay_period')} d WHERE d.id = p.pay_period_id)`,
    // The final pay settles one month; contributions that another month left open, or took without right, must be
    // corrected by hand.
    `SELECT w.employee_id, 'contributions_open', 'warning', CASE WHEN w.taken = 0 THEN concat('No contributions were deducted for ', w.month, ': deduct them with an adjustment')
       ELSE concat('Contributions were deducted for ', w.month, ', after the last day: pay them back with an adjustment') END
     FROM (SELECT l.employee_id, i.input->'period'->>'month' AS settled, to_char(e.date_separated, 'YYYY-MM') AS last, o.result->'month'->>'month' AS month,
             sum(m.sss_ee + m.philhealth_ee + m.pagibig_ee) AS taken, sum(m.gross) AS gross
           FROM ${lines.text} l JOIN ${payroll} p ON p.id = l.parent_id JOIN ${table(ctx, 'employee')} e ON e.id = l.employee_id
           JOIN ${inputs} i ON i.payroll_id = p.id AND i.employee_id = e.id JOIN ${inputs} o ON o.employee_id = e.id
           JOIN ${payroll} q ON q.id = o.payroll_id AND q.status = 'posted' AND q.payroll_tag = 'standard' AND q.payout_date > e.date_separated - 92
           JOIN ${lines.text} m ON m.parent_id = q.id AND m.employee_id = e.id
           WHERE p.id = $1 AND p.payroll_tag = 'final_pay' AND p.status NOT IN ('posted', 'voided') AND (e.has_sss IS NOT FALSE OR e.has_philhealth IS NOT FALSE OR e.has_pagibig IS NOT FALSE)
           GROUP BY 1, 2, 3, 4) w
     WHERE w.month <> w.settled AND (w.month > w.last AND w.taken > 0 OR w.month <= w.last AND w.taken = 0 AND w.gross > 0)`,
    `SELECT l.employee_id, 'no_separation_cause', 'warning', 'No cause of separation: separation or retirement pay is not computed. Enter it with the employee and precompute again' ${people} AND p.payroll_tag = 'final_pay' AND p.status NOT IN ('posted', 'voided') AND e.separation_cause IS NULL`,
    ...retirementProblems(people),
    `SELECT t.employee_id, 'overpaid_days', 'warning', concat(trim(to_char(t.qty, 'FM999990.99'), '.'), ' days after ', to_char(e.date_separated, 'YYYY/MM/DD'), ' were paid: ', to_char(-t.amount, 'FM999,999,999,990.00'), ' is deducted. To keep any of it paid, add an entry to this payroll or an adjustment')
     FROM ${entriesTable(ctx).text} t JOIN ${table(ctx, 'employee')} e ON e.id = t.employee_id JOIN ${payroll} p ON p.id = t.parent_id
     WHERE t.parent_id = $1 AND p.status NOT IN ('posted', 'voided') AND t.code LIKE 'OVERPAID\\_DAYS%'`,
    // The computation knew of no separation, or of a later one: recorded work stays paid, and without a schedule the days
    // are not known.
    `SELECT w.employee_id, 'overpaid_days', 'warning', CASE WHEN w.worked > 0 THEN concat(w.no, ' paid days after ', w.last, ', and on ', w.worked, ' of them there are records of work, which stays paid. Correct the last day, or take it back with an adjustment')
       ELSE concat(w.no, ' also paid days after ', w.last, ': take them back with an adjustment') END
     FROM (SELECT l.employee_id, o.transaction_no AS no, to_char(e.date_separated, 'YYYY/MM/DD') AS last,
             (SELECT count(*) ${after} AND r.result->>'time_in' IS NOT NULL AND (r.result->>'regular_minutes')::int > 0) AS worked,
             CASE WHEN i.input->'employee'->>'rate_type' = 'monthly' OR i.input->'employee' ? 'rate_changes'
               THEN NOT EXISTS (SELECT 1 FROM ${inputs} f, jsonb_array_elements(f.input->'overpaid') v WHERE f.payroll_id = p.id AND f.employee_id = l.employee_id AND v->>'payroll' = o.transaction_no)
               ELSE EXISTS (SELECT 1 ${after} AND ((r.result->>'paid_leave_minutes')::int > 0 OR r.result->>'status' = 'holiday')) END AS is_open
           FROM ${lines.text} l JOIN ${payroll} p ON p.id = l.parent_id JOIN ${table(ctx, 'employee')} e ON e.id = l.employee_id
           JOIN ${table(ctx, 'pay_period')} d ON d.date_to > e.date_separated AND d.date_to < e.date_separated + 62
           JOIN ${payroll} o ON o.pay_period_id = d.id AND o.status = 'posted' AND o.payroll_tag = 'standard'
           JOIN ${inputs} i ON i.payroll_id = o.id AND i.employee_id = l.employee_id
           WHERE p.id = $1 AND l.state = 'computed' AND p.payroll_tag = 'final_pay' AND p.status NOT IN ('posted', 'voided') AND coalesce((i.input->'employee'->>'separated_on')::date, d.date_to) > e.date_separated) w
     WHERE w.worked > 0 OR w.is_open`,
    `SELECT NULL::bigint, 'period_open', 'warning', concat('The days until ', to_char(p.dtr_to, 'YYYY/MM/DD'), ' have not ended: daily-paid employees are paid only for days recorded so far')
     FROM ${payroll} p WHERE p.id = $1 AND p.payroll_tag = 'standard' AND p.status NOT IN ('posted', 'voided') AND p.dtr_to >= $2::date`,
    `SELECT e.id, 'not_in_payroll', 'warning', 'In the pay group but not in this payroll' FROM ${table(ctx, 'employee')} e JOIN ${payroll} p ON p.pay_group_id = e.pay_group_id JOIN ${table(ctx, 'pay_period')} d ON d.id = p.pay_period_id
     WHERE p.id = $1 AND p.payroll_tag = 'standard' AND e.status = 'active' AND e.date_hired <= d.date_to AND (e.date_separated IS NULL OR e.date_separated > d.date_to)
       AND NOT EXISTS (SELECT 1 FROM ${lines.text} l WHERE l.parent_id = p.id AND l.employee_id = e.id)`,
    unpaidDays(ctx),
    maternityProblems(ctx),
    `SELECT e.id, 'no_pay_group', 'warning', 'Active without a pay group: no payroll pays this employee' FROM ${table(ctx, 'employee')} e
     JOIN ${payroll} p ON p.id = $1 AND p.payroll_tag = 'standard' AND p.status NOT IN ('posted', 'voided') JOIN ${table(ctx, 'pay_period')} d ON d.id = p.pay_period_id
     WHERE e.status = 'active' AND e.date_hired <= d.date_to AND (e.date_separated IS NULL OR e.date_separated >= d.date_from)
       AND NOT EXISTS (SELECT 1 FROM ${table(ctx, 'pay_group')} g WHERE g.id = e.pay_group_id AND g.is_active IS NOT FALSE)
       AND NOT EXISTS (SELECT 1 FROM ${lines.text} l WHERE l.parent_id = p.id AND l.employee_id = e.id)`,
    missingIds(ctx, `e.id IN (SELECT employee_id FROM ${lines.text} WHERE parent_id = $1)`),
  ].join(' UNION ALL ')
  return [
    ...(await ctx.db.query<Problem>(named(ctx, sql), [id, ctx.clock.today(ctx.company.time_zone)])),
    ...(await expectedProblems(ctx, id)),
    ...(await taxOfYearBefore(ctx, id)),
    ...(await wageProblems(ctx, id)),
  ]
}
