/**
 * Fringe benefits of supervisory and managerial employees: the tax of each benefit is computed when it is saved, posted
 * with it, and remitted with the return of its quarter. Benefits of rank-and-file employees are compensation.
 */

import { type FringeBenefitTax, fringeBenefitTax, pesos } from '../../../domain/statutory/index.ts'
import type { Row } from '../../../engine/model/module.ts'
import { dec, toDecimal } from '../../../kernel/decimal.ts'
import type { Ctx, Guard, SaveHook } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { invalid, refuse } from '../../platform/errors.ts'
import { handler } from '../../platform/http/params.ts'
import type { Note } from '../../records/form-warnings.ts'
import { idOf, textOf } from '../../records/row.ts'

interface Receiver {
  readonly level: string | null
  readonly is_final_tax: boolean | null
}

const receiverOf = async (ctx: Ctx, employee: number): Promise<Receiver | undefined> =>
  (
    await ctx.db.query<Receiver>(
      sql`
        SELECT p.level, e.is_final_tax
        FROM ${table(ctx, 'employee')} e
        LEFT JOIN ${table(ctx, 'position')} p ON p.id = e.position_id
        WHERE e.id = ${employee}
      `,
    )
  )[0]

const TAXED: ReadonlySet<string> = new Set(['Supervisory', 'Managerial', 'Executive'])

/** Refuses an employee to whose benefits the tax does not apply, or of whom it is not known whether it does. */
function requireTaxed(receiver: Receiver | undefined): void {
  const level = receiver?.level ?? null
  if (level === null)
    throw invalid({
      employee_id: ['The position of the employee has no level. Enter a supervisory or managerial level with the position.'],
    })
  if (!TAXED.has(level))
    throw invalid({
      employee_id: ['Benefits of rank-and-file employees are compensation. Enter them as an earning or a de minimis benefit.'],
    })
}

const taxOf = (record: Row, receiver: Receiver | undefined): FringeBenefitTax =>
  fringeBenefitTax(textOf(record, 'transaction_date').slice(0, 10), dec(record.value), {
    kind: textOf(record, 'kind'),
    is_non_resident: receiver?.is_final_tax === true,
  })

/** Computes the tax of a benefit until it is posted, and the quarter that it belongs to. */
export const fringeBenefitSaved: SaveHook = {
  name: 'fringeBenefit.tax',
  async beforeSave(ctx, _module, { before, record }) {
    if (before && before.status !== 'draft') return
    const receiver = await receiverOf(ctx, idOf(record, 'employee_id')!)
    requireTaxed(receiver)
    const date = textOf(record, 'transaction_date')
    if (date < '2000') throw invalid({ transaction_date: ['There is no rate of the fringe benefits tax before 2000.'] })
    const { monetary_value, grossed_up, tax, rate, formula, rule } = taxOf(record, receiver)
    Object.assign(record, {
      monetary_value,
      grossed_up_value: grossed_up,
      tax,
      tax_rate: rate.times(100),
      explanation: `${formula} (${rule.source})`,
      year: Number(date.slice(0, 4)),
      quarter: quarterOf(date),
    })
  },
  async afterSave() {},
}

/** 1 to 4. */
const quarterOf = (date: string): number => Math.ceil(Number(date.slice(5, 7)) / 3)

/** The tax and its computation, while the benefit is entered. */
const notes = handler('fringeBenefit.notes', async (ctx, { body }): Promise<Note[]> => {
  const [employee, date] = [idOf(body, 'employee_id'), textOf(body, 'transaction_date')]
  const isComplete = employee !== null && textOf(body, 'kind') && /^2\d{3}-\d{2}-\d{2}/.test(date) && toDecimal(body.value).isPositive()
  if (!isComplete) return []
  const receiver = await receiverOf(ctx, employee)
  const { tax, formula, rule } = taxOf(body, receiver)
  return [{ tone: 'info', text: `Fringe benefits tax ${pesos(tax)}: ${formula} (${rule.source}).` }]
})

/** Refuses to post or void a benefit whose return is marked as paid: its tax would be missing there, or paid for nothing. */
const returnOpen: Guard = {
  name: 'fringeBenefit.returnOpen',
  params: {
    description: 'The return of the quarter is not marked as paid.',
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {},
  },
  async check({ ctx, record, transition }) {
    const isUnposted = transition.reverses && record.status === 'draft'
    if (isUnposted || !ctx.modules.has('bir_1603q')) return
    const [year, quarter] = [Number(record.year), Number(record.quarter)]
    const [paid] = await ctx.db.query(
      sql`
        SELECT 1
        FROM ${table(ctx, 'bir_1603q')} r
        JOIN ${table(ctx, 'employee')} e ON e.id = ${idOf(record, 'employee_id')}
        LEFT JOIN ${table(ctx, 'pay_group')} g ON g.id = e.pay_group_id
        WHERE r.year = ${year}
          AND r.quarter = ${quarter}
          AND r.status = 'paid'
          AND r.pay_group_id IS NOT DISTINCT FROM (CASE WHEN g.is_confidential THEN g.id END)
      `,
    )
    if (paid) throw refuse('E_REMITTED', `Form 1603-Q of quarter ${quarter} of ${year} is marked as paid. Undo the payment first.`)
  },
}

export const fringeHandlers = [notes]
export const fringeGuards = [returnOpen]
