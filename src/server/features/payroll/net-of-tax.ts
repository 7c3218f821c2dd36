/**
 * Single earnings that the company promises net of tax: the gross is found on the employee's payroll of the period as it
 * stands, and explained. Once the payroll is computed, a gross that no longer leaves the net is a problem of it.
 */

import { grossOfNet, type NetOfItem, netOfItem, type PayItem } from '../../../domain/payroll/index.ts'
import { pesos } from '../../../domain/statutory/index.ts'
import type { Row } from '../../../engine/model/module.ts'
import { formatDate } from '../../../engine/runtime/format/index.ts'
import { type Decimal, dec, toDecimal } from '../../../kernel/decimal.ts'
import { DomainError } from '../../../kernel/errors.ts'
import type { Ctx, SaveHook } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { AppError, invalid, messageOf } from '../../platform/errors.ts'
import { handler } from '../../platform/http/params.ts'
import type { Note } from '../../records/form-warnings.ts'
import { idOf, textOf } from '../../records/row.ts'
import { requirePay, requirePayOf } from '../people/handlers.ts'
import { type EmployeeInput, inputsOf } from './inputs.ts'
import { type AmountRow, itemOf } from './items.ts'
import type { Problem } from './problem.ts'
import { snapshotsOf, trialRun } from './run.ts'

const wrong = (message: string): AppError => invalid({ net_amount: [message] })

interface Place {
  readonly pay_group_id: number
  readonly pay_period_id: number | null
  readonly period: string | null
  readonly payroll_id: number | null
  readonly status: string | null
}

/** The period of the employee's group on a day, and its payroll where one is made. */
async function placeOf(ctx: Ctx, employee: number, day: string): Promise<Place & { readonly pay_period_id: number }> {
  const [place] = await ctx.db.query<Place>(
    sql`
      SELECT g.id AS pay_group_id, d.id AS pay_period_id, d.name AS period, p.id AS payroll_id, p.status
      FROM ${table(ctx, 'employee')} e
      JOIN ${table(ctx, 'pay_group')} g ON g.id = e.pay_group_id
      LEFT JOIN ${table(ctx, 'pay_period')} d ON d.pay_cycle_id = g.pay_cycle_id AND ${day}::date BETWEEN d.date_from AND d.date_to
      LEFT JOIN ${table(ctx, 'payroll')} p ON p.pay_group_id = g.id
        AND p.pay_period_id = d.id
        AND p.payroll_tag = 'standard'
        AND p.status <> 'voided'
      WHERE e.id = ${employee}
      LIMIT 1
    `,
  )
  if (!place) throw wrong('The employee has no pay group. Enter it first.')
  if (place.pay_period_id === null) throw wrong('There is no pay period on this day. Generate the periods of the year first.')
  if (place.status !== null && place.status !== 'draft' && place.status !== 'precomputed')
    throw wrong(`The payroll of ${place.period} is ${place.status}. Choose a day of a period that is still to be paid.`)
  return { ...place, pay_period_id: place.pay_period_id }
}

/** The earning as payroll reads it, with any amount. */
async function itemFor(ctx: Ctx, record: Row): Promise<PayItem> {
  const [row] = await ctx.db.query<AmountRow>(
    sql`
      SELECT 'earning' AS source, ${Number(record.id ?? 0)}::bigint AS source_id, ${idOf(record, 'employee_id')}::bigint AS employee_id,
        i.id AS pay_item_id, i.code, i.name, i.type, i.kind, i.benefit, i.is_13th_month_basis, i.is_statutory_basis, i.is_system,
        i.debit_account_id, i.credit_account_id, '0' AS amount, 'amount' AS amount_option, 'amount' AS unit_type,
        NULL::text AS time_unit, NULL::text AS qty, ${record.is_taxable !== false} AS is_taxable, false AS is_prorated,
        NULL::text AS balance, NULL::bigint AS payee_id, NULL::int AS priority
      FROM ${table(ctx, 'pay_item')} i
      WHERE i.id = ${idOf(record, 'pay_item_id')}
    `,
  )
  if (!row) throw invalid({ pay_item_id: ['Field is required'] })
  return itemOf(row)
}

/** The gross of the earning's net amount and what is withheld of it, in words. Refuses what has no single payroll (400). */
async function grossFor(ctx: Ctx, record: Row): Promise<NetOfItem & { readonly words: string }> {
  if (
    record.frequency !== 'one_time' ||
    record.amount_option === 'percent' ||
    record.time_unit ||
    (record.unit_type ?? 'amount') !== 'amount'
  )
    throw wrong('A net amount is possible for a single amount in pesos only: frequency one time, not per day, month or year.')
  const employee = idOf(record, 'employee_id')!
  const { period, ...asked } = await placeOf(ctx, employee, textOf(record, 'effective_from').slice(0, 10))
  const item = await itemFor(ctx, record)
  const run = await trialRun(ctx, asked)
  const [found] = await inputsOf(ctx, run, [employee])
  try {
    const result = grossOfNet({ ...found!.input, settings: run.settings }, item, dec(record.net_amount), run.tables)
    return {
      ...result,
      words: `${result.formula}, on the pay of ${period} as it stood on ${formatDate(ctx.clock.today(ctx.company.time_zone))}`,
    }
  } catch (error) {
    if (error instanceof DomainError) throw wrong(messageOf(error))
    throw error
  }
}

const BASIS = [
  'net_amount',
  'employee_id',
  'pay_item_id',
  'effective_from',
  'frequency',
  'amount_option',
  'unit_type',
  'time_unit',
  'is_taxable',
]

/** Sets the gross of an earning with a net amount whenever it is saved, with its explanation; without one there is none. */
export const earningNetOfTax: SaveHook = {
  name: 'earning.netOfTax',
  async beforeSave(ctx, _module, { before, record }) {
    if (record.net_amount === null || record.net_amount === undefined) {
      record.net_explanation = null
      return
    }
    // What a posted payroll paid stays as it was: other fields of the earning can still be corrected.
    const isSame = before && BASIS.every((name) => String(before[name] ?? '') === String(record[name] ?? ''))
    try {
      const { gross, words } = await grossFor(ctx, record)
      Object.assign(record, { amount: gross, net_explanation: words })
    } catch (error) {
      if (!isSame || !(error instanceof AppError)) throw error
    }
  },
  async afterSave() {},
}

/** The gross and what is withheld of it, while the earning is entered; for users who can see this employee's pay. */
const notes = handler('earning.netNotes', async (ctx, { body }): Promise<Note[]> => {
  const employee = idOf(body, 'employee_id')
  const isComplete = employee !== null && idOf(body, 'pay_item_id') !== null && /^\d{4}-\d{2}-\d{2}/.test(textOf(body, 'effective_from'))
  if (!isComplete || !toDecimal(body.net_amount).isPositive() || toDecimal(body.net_amount).isZero()) return []
  requirePay(ctx)
  await requirePayOf(ctx, ctx.modules.get('employee')!, employee)
  try {
    const { gross, words } = await grossFor(ctx, body)
    return [{ tone: 'info', text: `Gross ${pesos(gross)}: ${words}.` }]
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'invalid') throw error
    return [
      {
        tone: 'danger',
        text: Object.values(error.errors ?? {})
          .flat()
          .join(' '),
      },
    ]
  }
})

interface Promised {
  readonly employee_id: number
  readonly employee: Row
  readonly tables: string
  readonly input: EmployeeInput['input']
  readonly code: string
  readonly net: string
}

/** Centavos by which contribution steps may leave more than was promised. */
const near = (left: Decimal, promised: Decimal): boolean => left.minus(promised).abs().lte('0.05')

/** Earnings of a computed payroll whose gross does not leave the net amount any more, because other pay changed. */
export async function netProblems(ctx: Ctx, payroll: number): Promise<Problem[]> {
  const promised = await ctx.db.query<Promised>(
    sql`
      SELECT i.employee_id, i.tables, i.input, s.key AS code, r.net_amount::text AS net,
        json_build_object('id', e.id, 'name', e.full_name, 'label', concat_ws(' · ', e.employee_no, e.full_name)) AS employee
      FROM ${table(ctx, 'payroll_input')} i
      CROSS JOIN LATERAL jsonb_each(i.sources) s
      JOIN ${table(ctx, 'earning')} r ON s.value->>'module' = 'earning'
        AND r.id = (s.value->>'id')::bigint
        AND r.net_amount IS NOT NULL
      JOIN ${table(ctx, 'employee')} e ON e.id = i.employee_id
      JOIN ${table(ctx, 'payroll')} p ON p.id = i.payroll_id AND p.status IN ('draft', 'precomputed')
      WHERE i.payroll_id = ${payroll}
      ORDER BY e.employee_no, r.id
    `,
  )
  if (!promised.length) return []
  const runs = await snapshotsOf(ctx, [...new Set(promised.map(({ tables }) => tables))])
  return promised.flatMap(({ employee_id, employee, tables, input, code, net }): Problem[] => {
    const item = input.items?.find((candidate) => candidate.code === code)
    const run = runs.get(tables)
    if (!item || !run) return []
    const left = netOfItem({ ...input, settings: run.settings }, item, run.tables)
    if (near(left.net, dec(net))) return []
    const message = `${item.name} leaves ${pesos(left.net)} net, not ${pesos(dec(net))}: other pay changed. Save the earning again and precompute`
    return [{ employee_id, employee, kind: 'net_amount', severity: 'warning', message }]
  })
}

export const netOfTaxHandlers = [notes]
