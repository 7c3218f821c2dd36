/**
 * Posting a payroll: payslips, sums of the year, contributions to be remitted, loans and deductions, and the closing of
 * the period, each in one statement for all employees. Voiding removes exactly these entries.
 */

import type { Json } from '../../../engine/model/module.ts'
import type { Ctx, Effect, EffectContext } from '../../platform/context.ts'
import { empty, linesTable, raw, type Sql, sql, table } from '../../platform/db/sql.ts'
import { recordId } from '../../records/row.ts'
import { takeConversions } from '../leave/cash-conversion.ts'
import { type LoanPayment, payLoans } from '../loans/due.ts'
import { employeesTable, entriesTable } from '../payroll-runs/tables.ts'
import type { Records } from '../records.generated.ts'
import { YEAR_COLUMNS } from './ytd.ts'

const NONE = { type: ['object', 'null'], additionalProperties: false, properties: {} }

type Payroll = Records['payroll']
type PayrollEffect = EffectContext<Payroll>

const yearOf = ({ record }: PayrollEffect): number => Number(record.payout_date.slice(0, 4))

/** `a = a ± adds`, for the columns that a payroll adds to, from `withAddsOf`. */
const sums = (sign: '+' | '-'): Sql =>
  raw(YEAR_COLUMNS.map((name) => `${name} = coalesce(y.${name}, 0) ${sign} coalesce((i.adds->>'${name}')::numeric, 0)`).join(', '))

/**
 * What the payroll adds to the sums of its employees. Materialized, so that each stored result is read once: not once for
 * each column, nor once for each employee whom PostgreSQL compares it with.
 */
const withAddsOf = (ctx: Ctx, id: number): Sql => sql`
  WITH i AS MATERIALIZED (
    SELECT employee_id, result->'adds' AS adds, (result->>'periods')::int AS periods, (result->>'periods_before')::int AS periods_before
    FROM ${table(ctx, 'payroll_input')}
    WHERE payroll_id = ${id}
  )
`

export const payrollPost: Effect<Json, Payroll> = {
  name: 'payroll.post',
  rank: 30,
  params: { ...NONE, description: 'Carries what a payroll paid into the sums of the year, loans and balances of its employees.' },
  /** Transactions that post, void or edit sums of these employees wait for each other. */
  async lock(fx) {
    await fx.ctx.db.query(
      sql`
        SELECT count(*)
        FROM (
          SELECT 1
          FROM ${table(fx.ctx, 'ytd_payroll')}
          WHERE year = ${yearOf(fx)}
            AND employee_id IN (
              SELECT employee_id FROM ${table(fx.ctx, 'payroll_input')} WHERE payroll_id = ${recordId(fx)}
            )
          ORDER BY id
          FOR UPDATE
        ) held
      `,
    )
    await fx.ctx.db.query(sql`SELECT 1 FROM ${table(fx.ctx, 'pay_period')} WHERE id = ${fx.record.pay_period_id} FOR UPDATE`)
  },
  async apply(fx): Promise<Json> {
    await addToYear(fx)
    await writePayslips(fx)
    await writeContributions(fx)
    await takeBalances(fx, false)
    await closePeriod(fx)
    return { year: yearOf(fx) }
  },
  async reverse(fx) {
    await takeBalances(fx, true)
    for (const name of ['sss', 'philhealth', 'pagibig'])
      await fx.ctx.db.query(sql`DELETE FROM ${table(fx.ctx, `${name}_contribution_payment`)} WHERE payroll_id = ${recordId(fx)}`)
    await removePayslips(fx)
    await takeFromYear(fx)
    if (fx.record.payroll_tag !== 'standard') return
    await fx.ctx.db.query(
      sql`
        UPDATE ${table(fx.ctx, 'pay_period')}
        SET is_closed = false, version = version + 1
        WHERE id = ${fx.record.pay_period_id} AND is_closed
      `,
    )
  },
}

/** Writes the sums of the year, and the data for the next payroll; the former values are stored with the run for a void. */
async function addToYear(fx: PayrollEffect): Promise<void> {
  const { ctx } = fx
  const [ytd, carried, inputs] = [table(ctx, 'ytd_payroll'), table(ctx, 'payroll_carried'), table(ctx, 'payroll_input')]
  const id = recordId(fx)
  const year = yearOf(fx)
  const user = ctx.principal.user_id || null
  const now = ctx.clock.now().toISOString()
  await ctx.db.query(
    sql`
      INSERT INTO ${ytd} (
        employee_id, year, ${raw(YEAR_COLUMNS.join(', '))}, periods, created_by, created_at, updated_by, updated_at,
        version
      )
      SELECT i.employee_id, ${year}, ${raw(YEAR_COLUMNS.map(() => '0').join(', '))}, 0,
        ${user}, ${now}, ${user}, ${now}, 0
      FROM ${inputs} i
      WHERE i.payroll_id = ${id}
        AND NOT EXISTS (SELECT 1 FROM ${ytd} y WHERE y.employee_id = i.employee_id AND y.year = ${year})
    `,
  )
  await ctx.db.query(
    sql`
      UPDATE ${inputs} i
      SET result = i.result || jsonb_build_object('periods_before', coalesce(y.periods, 0))
        || CASE WHEN c.employee_id IS NULL THEN '{}' ELSE jsonb_build_object('before', c.data) END
      FROM ${ytd} y
      LEFT JOIN ${carried} c ON c.employee_id = y.employee_id AND c.year = y.year
      WHERE i.payroll_id = ${id}
        AND y.employee_id = i.employee_id
        AND y.year = ${year}
    `,
  )
  await ctx.db.query(
    sql`
      ${withAddsOf(ctx, id)}
      UPDATE ${ytd} y
      SET ${sums('+')}, periods = i.periods, version = y.version + 1,
        updated_by = ${user}, updated_at = ${now}
      FROM i
      WHERE y.employee_id = i.employee_id
        AND y.year = ${year}
    `,
  )
  await ctx.db.query(
    sql`
      INSERT INTO ${carried} (employee_id, year, version, data)
      SELECT i.employee_id, ${year}, y.version,
        jsonb_build_object(
          'payroll_id', ${id}::bigint, 'year', i.result->'year', 'month', i.result->'month', 'period',
          jsonb_build_object('pay_period_id', ${fx.record.pay_period_id}::bigint, 'data', i.result->'period'),
          'columns',
          jsonb_build_object(
            'periods', y.periods, ${raw(YEAR_COLUMNS.map((name) => `'${name}', y.${name}::text`).join(', '))}
          )
        )
      FROM ${inputs} i
      JOIN ${ytd} y ON y.employee_id = i.employee_id AND y.year = ${year}
      WHERE i.payroll_id = ${id}
      ON CONFLICT (employee_id, year) DO UPDATE SET version = EXCLUDED.version, data = EXCLUDED.data
    `,
  )
}

async function takeFromYear(fx: PayrollEffect): Promise<void> {
  const { ctx } = fx
  const [ytd, carried, inputs] = [table(ctx, 'ytd_payroll'), table(ctx, 'payroll_carried'), table(ctx, 'payroll_input')]
  const [id, year] = [recordId(fx), yearOf(fx)]
  await ctx.db.query(
    sql`
      ${withAddsOf(ctx, id)}
      UPDATE ${ytd} y
      SET ${sums('-')},
        periods = greatest(
          0, coalesce(y.periods, 0) - i.periods + i.periods_before
        ),
        version = y.version + 1, updated_by = ${ctx.principal.user_id || null},
        updated_at = ${ctx.clock.now().toISOString()}
      FROM i
      WHERE y.employee_id = i.employee_id
        AND y.year = ${year}
    `,
  )
  await ctx.db.query(
    sql`
      UPDATE ${carried} c
      SET data = i.result->'before'
      FROM ${inputs} i
      WHERE i.payroll_id = ${id}
        AND c.employee_id = i.employee_id
        AND c.year = ${year}
        AND i.result ? 'before'
    `,
  )
  await ctx.db.query(
    sql`
      DELETE FROM ${carried} c
      USING ${inputs} i
      WHERE i.payroll_id = ${id}
        AND c.employee_id = i.employee_id
        AND c.year = ${year}
        AND NOT i.result ? 'before'
    `,
  )
}

/** Writes one payslip for each computed employee, with its lines. Repeating it adds the missing ones. */
export async function writePayslips(fx: Pick<EffectContext<Pick<Payroll, 'id'>>, 'ctx' | 'record'>): Promise<number> {
  const { ctx, record } = fx
  const id = record.id
  const [slips, entries] = [table(ctx, 'payslip'), entriesTable(ctx)]
  const user = ctx.principal.user_id || null
  const now = ctx.clock.now().toISOString()
  const made = await ctx.db.query<{ id: number }>(
    sql`
      INSERT INTO ${slips} (
        employee_id, payroll_id, pay_period_id, payout_date, payroll_tag, department_id, gross, total_deductions,
        net_pay, ytd_gross, ytd_tax, is_released, created_by, created_at, updated_by, updated_at
      )
      SELECT l.employee_id, ${id}, p.pay_period_id, p.payout_date, p.payroll_tag, l.department_id, l.gross,
        l.deductions, l.net_pay, y.gross, y.tax_withheld, true, ${user}, ${now}, ${user}, ${now}
      FROM ${employeesTable(ctx)} l
      JOIN ${table(ctx, 'payroll')} p ON p.id = l.parent_id
      LEFT JOIN ${table(ctx, 'ytd_payroll')} y ON y.employee_id = l.employee_id
        AND y.year = extract(year FROM p.payout_date)::int
      WHERE l.parent_id = ${id}
        AND l.state = 'computed'
        AND NOT EXISTS (SELECT 1 FROM ${slips} s WHERE s.payroll_id = ${id} AND s.employee_id = l.employee_id)
      ORDER BY l.line_no
      RETURNING id
    `,
  )
  const ids = made.map((entry) => entry.id)
  const lines = (name: string, qty: string, sign: string, parts: string) =>
    ctx.db.query(
      sql`
        INSERT INTO ${linesTable(ctx, 'payslip', name)} (
          parent_id, line_no, pay_item_id, name, ${qty ? sql`qty, ` : empty}amount
        )
        SELECT s.id, row_number() OVER (PARTITION BY s.id ORDER BY e.line_no, e.id), e.pay_item_id, e.name,
          ${raw(qty)}${raw(sign)}e.amount
        FROM ${slips} s
        JOIN ${entries} e ON e.parent_id = s.payroll_id
          AND e.employee_id = s.employee_id
          AND e.is_manual IS NOT TRUE
          AND e.part IN (${raw(parts)})
        WHERE s.id = ANY (${ids}::bigint[])
      `,
    )
  await lines('earnings', 'e.qty, ', '', `'earning'`)
  await lines('deductions', '', '-', `'contribution', 'tax', 'deduction'`)
  return ids.length
}

async function removePayslips(fx: PayrollEffect): Promise<void> {
  const id = recordId(fx)
  for (const name of ['earnings', 'deductions'])
    await fx.ctx.db.query(
      sql`
        DELETE FROM ${linesTable(fx.ctx, 'payslip', name)}
        WHERE parent_id IN (SELECT id FROM ${table(fx.ctx, 'payslip')} WHERE payroll_id = ${id})
      `,
    )
  await fx.ctx.db.query(sql`DELETE FROM ${table(fx.ctx, 'payslip')} WHERE payroll_id = ${id}`)
}

/** Contributions to be remitted for this payroll, one row per employee and agency. */
async function writeContributions(fx: PayrollEffect): Promise<void> {
  const { ctx } = fx
  const entries = entriesTable(ctx)
  const now = ctx.clock.now().toISOString()
  const write = (agency: string, idType: string, columns: Record<string, string>, codes: readonly string[]) => {
    const names = Object.keys(columns)
    return ctx.db.query(
      sql`
        INSERT INTO ${table(ctx, `${agency}_contribution_payment`)} (
          employee_id, ${raw(agency)}_no, month, year, payroll_id, ${raw(names.join(', '))}, created_by, created_at,
          updated_by, updated_at
        )
        SELECT a.employee_id,
          (
            SELECT min(n.id_number)
            FROM ${table(ctx, 'employee_id')} n
            WHERE n.employee_id = a.employee_id AND n.id_type = '${raw(idType)}'
          ),
          split_part(i.input->'period'->>'month', '-', 2)::int, split_part(i.input->'period'->>'month', '-', 1)::int,
          ${recordId(fx)}, ${raw(names.map((name) => columns[name]).join(', '))}, ${ctx.principal.user_id || null},
          ${now}, ${ctx.principal.user_id || null}, ${now}
        FROM (
          SELECT employee_id,
            jsonb_object_agg(code, CASE WHEN part = 'employer_share' THEN amount ELSE -amount END) AS s,
            sum(CASE WHEN part = 'employer_share' THEN amount ELSE -amount END) AS total
          FROM ${entries}
          WHERE parent_id = ${recordId(fx)} AND code = ANY (${codes})
          GROUP BY employee_id
        ) a
        JOIN ${table(ctx, 'payroll_input')} i ON i.payroll_id = ${recordId(fx)} AND i.employee_id = a.employee_id
      `,
    )
  }
  const share = (code: string): string => `coalesce((a.s->>'${code}')::numeric, 0)`
  await write(
    'sss',
    'SSS',
    {
      msc: `(i.result->>'msc')::numeric`,
      employee_share: share('SSS'),
      employer_share: share('SSS_EMPLOYER'),
      mpf_employee: share('SSS_MPF'),
      mpf_employer: share('SSS_MPF_EMPLOYER'),
      ec: share('EC'),
      total: 'a.total',
    },
    ['SSS', 'SSS_MPF', 'SSS_EMPLOYER', 'SSS_MPF_EMPLOYER', 'EC'],
  )
  await write(
    'philhealth',
    'Philhealth',
    {
      basic_salary: `(i.result->>'monthly_rate')::numeric`,
      employee_share: share('PHILHEALTH'),
      employer_share: share('PHILHEALTH_EMPLOYER'),
      total: 'a.total',
    },
    ['PHILHEALTH', 'PHILHEALTH_EMPLOYER'],
  )
  await write(
    'pagibig',
    'Pagibig',
    {
      monthly_compensation: `(i.result->'month'->'data'->>'pagibig_compensation')::numeric`,
      // What the employee saves beyond the mandatory share is remitted and listed with it.
      employee_share: `${share('PAGIBIG')} + ${share('PAGIBIG_EXTRA')}`,
      employer_share: share('PAGIBIG_EMPLOYER'),
      total: 'a.total',
    },
    ['PAGIBIG', 'PAGIBIG_EXTRA', 'PAGIBIG_EMPLOYER'],
  )
}

/** Deductions with a balance, loans and converted leave. */
async function takeBalances(fx: PayrollEffect, reverse: boolean): Promise<void> {
  const { ctx } = fx
  const inputs = table(ctx, 'payroll_input')
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, 'deduction')} d
      SET balance = coalesce(d.balance, d.total_amount) ${reverse ? sql`+` : sql`-`} t.amount, version = d.version + 1
      FROM (
        SELECT (x->>'id')::bigint AS id, sum((x->>'amount')::numeric) AS amount
        FROM ${inputs} i, jsonb_array_elements(i.result->'deductions') x
        WHERE i.payroll_id = ${recordId(fx)}
        GROUP BY 1
      ) t
      WHERE d.id = t.id AND coalesce(d.balance, d.total_amount) IS NOT NULL
    `,
  )
  const loans = await ctx.db.query<LoanPayment>(
    sql`
      SELECT i.employee_id, (x->>'loan_entry_id')::bigint AS loan_entry_id, x->>'amount' AS amount
      FROM ${inputs} i, jsonb_array_elements(i.result->'loans') x
      WHERE i.payroll_id = ${recordId(fx)}
    `,
  )
  const date = reverse ? fx.date : fx.record.payout_date
  if (loans.length) await payLoans(fx, loans, { date, reverse })
  const conversions = await ctx.db.query<{ employee_id: number; conversions: never }>(
    sql`
      SELECT employee_id, input->'leave_conversion' AS conversions
      FROM ${inputs}
      WHERE payroll_id = ${recordId(fx)} AND input ? 'leave_conversion'
    `,
  )
  if (conversions.length) await takeConversions(fx, conversions, { date, reverse })
}

/** The period is closed with the standard payroll of the last group of its cycle. */
async function closePeriod(fx: PayrollEffect): Promise<void> {
  const { ctx, record } = fx
  if (record.payroll_tag !== 'standard') return
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, 'pay_period')} d
      SET is_closed = true, version = d.version + 1
      WHERE d.id = ${record.pay_period_id}
        AND NOT EXISTS (
          SELECT 1
          FROM ${table(ctx, 'pay_group')} g
          WHERE g.pay_cycle_id = d.pay_cycle_id
            AND g.is_active IS NOT FALSE
            AND g.id <> ${record.pay_group_id}
            AND EXISTS (
              SELECT 1
              FROM ${table(ctx, 'employee')} e
              WHERE e.pay_group_id = g.id AND e.status = 'active' AND e.date_hired <= d.date_to
            )
            AND NOT EXISTS (
              SELECT 1
              FROM ${table(ctx, 'payroll')} p
              WHERE p.pay_group_id = g.id
                AND p.pay_period_id = d.id
                AND p.payroll_tag = 'standard'
                AND p.status = 'posted'
            )
        )
    `,
  )
}
