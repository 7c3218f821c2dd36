/**
 * `payroll.earn`: pays an approved invoice once, in the employee's next payroll, as an earning and a deduction of that
 * pay period. Undoing it removes both, unless a payroll has processed them.
 */

import type { Json, Row } from '../../../engine/model/module.ts'
import { dec } from '../../../kernel/decimal.ts'
import { auditRows } from '../../platform/audit/index.ts'
import type { Ctx, Effect, EffectContext, Guard } from '../../platform/context.ts'
import { raw, sql, table } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'
import { fault, idOf, nameOf } from '../../records/row.ts'
import { requireRecompute, takenBy } from '../payroll-runs/recompute.ts'
import { employeesTable } from '../payroll-runs/tables.ts'

type Amount = { item: string; amount: string }
type Withheld = { base: string; rate: string; atc: string }
type Params = { employee: string; earning: Amount; deduction?: Amount & { withheld?: Withheld }; currency?: string }
type Made = { employee_id: number; earning: number | null; deduction: number | null }

interface Period {
  readonly date_from: string
  readonly date_to: string
}

/** The first pay period of the employee whose payroll is still open. */
async function nextPeriod(ctx: Ctx, employeeId: number): Promise<Period> {
  const [employee] = await ctx.db.query<{ pay_group_id: number | null; full_name: string }>(
    sql`SELECT pay_group_id, full_name FROM ${table(ctx, 'employee')} WHERE id = ${employeeId}`,
  )
  if (!employee?.pay_group_id)
    throw refuse(
      'E_PAY_GROUP',
      `${employee?.full_name ?? 'The employee'} has no pay group, so no payroll pays them. Assign a pay group first.`,
    )
  // An open payroll without the employee does not pay them.
  const [period] = await ctx.db.query<Period>(
    sql`
      SELECT d.date_from::text, d.date_to::text
      FROM ${table(ctx, 'pay_period')} d
      JOIN ${table(ctx, 'pay_group')} g ON g.pay_cycle_id = d.pay_cycle_id
      LEFT JOIN ${table(ctx, 'payroll')} p ON p.pay_period_id = d.id
        AND p.pay_group_id = g.id
        AND p.payroll_tag = 'standard'
        AND p.status <> 'voided'
      WHERE g.id = ${employee.pay_group_id}
        AND d.is_closed IS NOT TRUE
        AND CASE
          WHEN p.id IS NULL THEN d.date_to >= ${ctx.clock.today(ctx.company.time_zone)}::date
          ELSE p.status IN ('draft', 'precomputed', 'declined') AND EXISTS (
          SELECT 1 FROM ${employeesTable(ctx)} l WHERE l.parent_id = p.id AND l.employee_id = ${employeeId}
        ) END
      ORDER BY d.date_from, d.id
      LIMIT 1
    `,
  )
  if (!period)
    throw refuse('E_PAY_PERIOD', `There is no open pay period for ${employee.full_name}. Generate the pay periods of the pay cycle first.`)
  return period
}

/** Writes a row of that one period; none for an amount of zero. */
async function add(
  fx: EffectContext,
  module: 'earning' | 'deduction',
  { item, amount, withheld }: Amount & { withheld?: Withheld },
  to: { employee: number; period: Period },
): Promise<number | null> {
  const { ctx } = fx
  const value = dec(fx.decimal(amount))
  if (value.lte(0)) return null
  const [match] = await ctx.db.query<{ id: number }>(sql`SELECT id FROM ${table(ctx, 'pay_item')} WHERE code = ${item}`)
  if (!match) throw refuse('E_PAY_ITEM', `There is no pay item "${item}". Make one and try again.`)
  const extraColumns = module === 'earning' ? `, unit_type, is_taxable` : `, withholding_base, withholding_rate, atc_code`
  const { base, rate, atc } = withheld ?? {}
  const extraValues =
    module === 'earning'
      ? sql`'amount', false`
      : sql`${base ? fx.decimal(base).toFixed(2) : null}::numeric, ${rate ? fx.decimal(rate).toFixed() : null}::numeric, ${atc ? (fx.evaluate(atc) as string | null) : null}`
  const user = ctx.principal.user_id || null
  const now = ctx.clock.now().toISOString()
  const [row] = await ctx.db.query<{ id: number; row: Row }>(
    sql`
      INSERT INTO ${table(ctx, module)} AS made (
        employee_id, pay_item_id, amount_option, amount, frequency, effective_from, effective_to, remarks, is_active,
        version, created_by, created_at, updated_by, updated_at${raw(extraColumns)}
      )
      VALUES (
        ${to.employee}, ${match.id}, 'amount', ${value.toFixed(2)}, 'one_time', ${to.period.date_from},
        ${to.period.date_to}, ${`${fx.module.singular} ${nameOf(fx)}`}, true, 1, ${user}, ${now}, ${user},
        ${now}, ${extraValues}
      )
      RETURNING id, to_jsonb(made) AS row
    `,
  )
  await auditRows(ctx, ctx.modules.get(module)!, [{ after: row!.row }], `${fx.module.singular} ${nameOf(fx)}`)
  return row!.id
}

/** The company's own currency, in which payroll pays. */
async function requireOwnCurrency(fx: EffectContext, field: string): Promise<void> {
  const [row] = await fx.ctx.db.query<{ code: string; is_default: boolean | null }>(
    sql`SELECT code, is_default FROM ${table(fx.ctx, 'currency')} WHERE id = ${idOf(fx.record, field)}`,
  )
  if (row && row.is_default !== true) throw refuse('E_CURRENCY', `Payroll pays in the company's own currency, not in ${row.code}.`)
}

const AMOUNT = {
  type: 'object',
  additionalProperties: false,
  required: ['item', 'amount'],
  properties: {
    item: { type: 'string', description: 'Code of the pay item.' },
    amount: { type: 'string', format: 'expression', gives: 'number', description: 'Expression over the record.' },
  },
}

export const payrollEarn: Effect<Params> = {
  name: 'payroll.earn',
  rank: 50,
  params: {
    description: 'Hands an amount to the employee’s next payroll.',
    type: 'object',
    additionalProperties: false,
    required: ['employee', 'earning'],
    properties: {
      employee: { type: 'string', format: 'field', to: ['employee'], description: 'Field with the employee.' },
      earning: { ...AMOUNT, description: 'What is paid.' },
      deduction: {
        ...AMOUNT,
        description: 'What is deducted.',
        properties: {
          ...AMOUNT.properties,
          withheld: {
            type: 'object',
            additionalProperties: false,
            required: ['base', 'rate', 'atc'],
            description: 'Of tax that is withheld from the fee: what the papers of expanded withholding list beside it.',
            properties: {
              base: { type: 'string', format: 'expression', gives: 'number', description: 'Income payment.' },
              rate: { type: 'string', format: 'expression', gives: 'number', description: 'Percent.' },
              atc: { type: 'string', format: 'expression', description: 'Its ATC.' },
            },
          },
        },
      },
      currency: {
        type: 'string',
        format: 'field',
        to: ['currency'],
        description: 'Field with the currency; payroll pays in the company’s own.',
      },
    },
  },
  async apply(fx, params): Promise<Json> {
    if (params.currency) await requireOwnCurrency(fx, params.currency)
    const employee = idOf(fx.record, params.employee)
    if (employee === null) throw fault(`${nameOf(fx)} names no employee.`)
    const to = { employee, period: await nextPeriod(fx.ctx, employee) }
    const earning = await add(fx, 'earning', params.earning, to)
    const deduction = params.deduction ? await add(fx, 'deduction', params.deduction, to) : null
    await requireRecompute(fx.ctx, employee)
    return { employee_id: employee, earning, deduction } satisfies Made
  },
  async reverse(fx, entry) {
    const { ctx } = fx
    const { employee_id, ...made } = entry as Made
    for (const module of ['earning', 'deduction'] as const) {
      const id = made[module]
      if (id === null) continue
      const payroll = await takenBy(ctx, module, [id])
      if (payroll) throw refuse('E_PAID', `${payroll} pays ${nameOf(fx)}. Undo that payroll first.`)
      const gone = await ctx.db.query<{ row: Row }>(sql`DELETE FROM ${table(ctx, module)} d WHERE id = ${id} RETURNING to_jsonb(d) AS row`)
      await auditRows(
        ctx,
        ctx.modules.get(module)!,
        gone.map(({ row }) => ({ before: row })),
        `${fx.module.singular} ${nameOf(fx)}`,
      )
    }
    await requireRecompute(ctx, employee_id)
  },
}

/** Only people of these employment types can submit it (by code). */
export const employmentTypes: Guard<{ codes: string[] }> = {
  name: 'employee.employmentType',
  params: {
    description: 'Refuses employees of other employment types.',
    type: 'object',
    additionalProperties: false,
    required: ['codes'],
    properties: { codes: { type: 'array', minItems: 1, items: { type: 'string' }, description: 'Codes of employment types.' } },
  },
  async check({ ctx, module, record }, { codes }) {
    const [row] = await ctx.db.query<{ code: string | null }>(
      sql`
        SELECT y.code
        FROM ${table(ctx, 'employee')} e
        LEFT JOIN ${table(ctx, 'employment_type')} y ON y.id = e.employment_type_id
        WHERE e.id = ${idOf(record, module.entity.owner ?? 'employee_id')}
      `,
    )
    if (row?.code && codes.includes(row.code)) return
    const types = await ctx.db.query<{ name: string }>(
      sql`SELECT name FROM ${table(ctx, 'employment_type')} WHERE code = ANY (${codes}) ORDER BY name`,
    )
    throw refuse(
      'E_EMPLOYMENT_TYPE',
      `A ${module.singular.toLowerCase()} is for these employment types only: ${types.map((type) => type.name).join(', ')}.`,
    )
  },
}
