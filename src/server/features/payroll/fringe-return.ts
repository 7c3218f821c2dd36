/**
 * Working paper of the quarterly return of fringe benefits tax (BIR form 1603-Q): the posted benefits of the quarter, its
 * payment and its schedule. Benefits of a confidential pay group stand in a paper of that group, which only its users see.
 */

import { agencyPaper, fringeBenefitTax, fringeReturnDue } from '../../../domain/statutory/index.ts'
import type { Json, Row } from '../../../engine/model/module.ts'
import { Decimal, dec, toCents, ZERO } from '../../../kernel/decimal.ts'
import type { Ctx, Effect, Reply } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { invalid, refuse } from '../../platform/errors.ts'
import { handler } from '../../platform/http/params.ts'
import { idOf } from '../../records/get.ts'
import { idsOf } from '../../records/list.ts'
import { read } from '../../records/read.ts'
import { centsOf, recordId } from '../../records/row.ts'
import { rewrite, store } from '../../records/write/save.ts'
import { accountFor, roleAccounts } from '../accounting/accounts.ts'
import { reverseEntry } from '../accounting/entry.ts'
import { employerOf, seen } from './remittance.ts'
import { workbook } from './remittance-lists.ts'
import { bookPayment, firstBranch, paidOf } from './remittance-payment.ts'

interface Quarter {
  readonly year: number
  readonly quarter: number
}
interface Benefit {
  readonly id: number
  readonly employee_id: number
  readonly pay_group_id: number | null
  readonly branch_id: number | null
  readonly status: string
  readonly granted_on: string
  readonly monetary_value: string
  readonly tax_rate: string
  readonly grossed_up_value: string
  readonly tax: string
}

/** Benefits of a quarter that are posted or drafts, of the pay groups that the caller sees. */
const benefitsOf = (ctx: Ctx, { year, quarter }: Quarter): Promise<Benefit[]> =>
  ctx.db.query<Benefit>(
    sql`
      SELECT b.id, b.employee_id, CASE WHEN g.is_confidential THEN g.id END AS pay_group_id, b.branch_id, b.status,
        b.transaction_date::text AS granted_on, b.monetary_value::text, b.tax_rate::text, b.grossed_up_value::text, b.tax::text
      FROM ${table(ctx, 'fringe_benefit')} b
      JOIN ${table(ctx, 'employee')} e ON e.id = b.employee_id
      LEFT JOIN ${table(ctx, 'pay_group')} g ON g.id = e.pay_group_id
      WHERE b.year = ${year} AND b.quarter = ${quarter} AND b.status IN ('draft', 'posted') AND ${seen(ctx)}
      ORDER BY b.transaction_date, b.id
    `,
  )

const AMOUNTS = ['monetary_value', 'grossed_up_value', 'tax'] as const
const sumOf = (benefits: readonly Benefit[], name: (typeof AMOUNTS)[number]): string =>
  benefits.reduce((all, benefit) => all.plus(dec(benefit[name])), new Decimal(ZERO)).toFixed(2)
const rowOf = ({ id, employee_id, granted_on, monetary_value, tax_rate, grossed_up_value, tax }: Benefit): Row => ({
  fringe_benefit_id: id,
  employee_id,
  granted_on,
  monetary_value,
  tax_rate,
  grossed_up_value,
  tax,
})
/** Benefits with their tax, to compare what was generated with what is posted now. */
const taxText = (rows: readonly Row[]): string =>
  rows
    .map((row) => `${Number(row.fringe_benefit_id)} ${dec(row.tax).toFixed(2)}`)
    .sort()
    .join('\n')

function quarterIn(body: Row): Quarter {
  const [year, quarter] = [Number(body.year), Number(body.quarter)]
  if (!Number.isInteger(year) || year < 2000 || year > 2100) throw invalid({ year: ['The year must be from 2000 to 2100.'] })
  if (!Number.isInteger(quarter) || quarter < 1 || quarter > 4) throw invalid({ quarter: ['The quarter must be from 1 to 4.'] })
  return { year, quarter }
}

/** `POST bir_1603q/generate`: the working papers of a quarter; what was generated before is replaced. */
const generate = handler('fringeReturn.generate', async (ctx, { body }, module) => {
  const quarter = quarterIn(body)
  return ctx.db.tx(async () => {
    const employer = await employerOf(ctx)
    const all = Map.groupBy(await benefitsOf(ctx, quarter), (benefit) => benefit.pay_group_id)
    const before = new Map<number | null, Row>()
    for (const id of await idsOf(ctx, module, { filter: { ...quarter }, sort: 'id' })) {
      const row = await ctx.services.records.load(ctx, module, id, { lock: true })
      before.set(row.pay_group_id ? Number(row.pay_group_id) : null, row)
    }
    const name = `${quarter.quarter}/${quarter.year}`
    let generated = 0
    for (const group of new Set([...all.keys(), ...before.keys()])) {
      const found = all.get(group) ?? []
      const benefits = found.filter(({ status }) => status === 'posted')
      const current = before.get(group)
      if (!benefits.length && !current) continue
      const rows = benefits.map(rowOf)
      if (current?.status === 'paid') {
        if (taxText(current.rows as Row[]) !== taxText(rows))
          throw refuse(
            'E_REMITTED',
            `Form 1603-Q of quarter ${name} is marked as paid, and its benefits changed since. Undo the payment first.`,
          )
        continue
      }
      const values = {
        ...quarter,
        pay_group_id: group,
        company_id: employer.id,
        rows,
        total_monetary: sumOf(benefits, 'monetary_value'),
        total_grossed_up: sumOf(benefits, 'grossed_up_value'),
        grand_total: sumOf(benefits, 'tax'),
        draft_count: found.length - benefits.length,
        due_date: fringeReturnDue(quarter),
        generated_at: ctx.clock.now().toISOString(),
      }
      if (current) await rewrite(ctx, module, current, values)
      else await store(ctx, module, { ...values, status: 'generated' })
      generated++
    }
    if (!generated && !before.size) throw refuse('E_NO_BENEFITS', `No fringe benefit of quarter ${name} is posted.`)
    return { note: `${name}: ${generated} working papers generated.` }
  })
})

/** Posted benefits of a working paper's quarter and pay group. */
async function covered(ctx: Ctx, record: Row): Promise<Benefit[]> {
  const group = record.pay_group_id ? Number(record.pay_group_id) : null
  const all = await benefitsOf(ctx, { year: Number(record.year), quarter: Number(record.quarter) })
  return all.filter((benefit) => benefit.status === 'posted' && benefit.pay_group_id === group)
}

const ROLE = 'fringe_benefit_tax_payable'

/** Pays the tax of the quarter from a bank account, by the branches that owe it; benefits that changed since are refused. */
export const fringeReturnPaid: Effect<Json> = {
  name: 'fringeReturn.paid',
  rank: 40,
  params: {
    description: 'Posts the payment of a quarter of fringe benefits tax to the ledger.',
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {},
  },
  async apply(fx): Promise<Json> {
    const { ctx, record, module } = fx
    const { rows } = await ctx.services.records.load(ctx, module, recordId(fx))
    const benefits = await covered(ctx, record)
    if (taxText(rows as Row[]) !== taxText(benefits.map(rowOf)))
      throw refuse(
        'E_REMITTANCE_STALE',
        'Fringe benefits of the quarter were posted or voided after it was generated. Generate the quarter again.',
      )
    const paid = await paidOf(fx, centsOf(record, 'grand_total'))
    const penalty = centsOf(record, 'penalty')
    if (paid + penalty === 0n || !ctx.modules.has('accounting_entry')) return { entry: null }
    if (!record.bank_account_id) throw invalid({ bank_account_id: ['Field is required'] })
    const account = accountFor(ROLE, {}, await roleAccounts(ctx, [ROLE]))
    const main = benefits[0]?.branch_id ?? (await firstBranch(ctx))
    const byBranch = Map.groupBy(benefits, ({ branch_id }) => branch_id ?? main)
    const owed = [...byBranch].map(([branch_id, some]) => ({ account_id: account, branch_id, amount: toCents(sumOf(some, 'tax')) }))
    const subject = `1603-Q ${String(record.quarter)}/${String(record.year)}`
    return { entry: await bookPayment(fx, { owed, paid, penalty, rest: account, branch: main, subject }) }
  },
  async reverse(fx, done) {
    const { entry } = done as { entry: number | null }
    if (entry) await reverseEntry(fx, entry)
  },
}

const RESIDENTS = 'Citizens, resident aliens, and non-resident aliens engaged in trade or business'
const NON_RESIDENTS = 'Non-resident aliens not engaged in trade or business'

/** `GET bir_1603q/{id}/tax-return`: the schedule of the return as a workbook, a row for each rate. */
const schedule = handler('fringeReturn.schedule', async (ctx, { params }, module): Promise<Reply> => {
  const id = idOf(params.id)
  await read(ctx, module, id, { action: 'view' })
  const record = await ctx.services.records.load(ctx, module, id)
  const [year, quarter] = [Number(record.year), Number(record.quarter)]
  const paper = agencyPaper('bir_1603q', `${year}-${String(quarter * 3).padStart(2, '0')}`)
  const rows = record.rows as Row[]
  if (!paper || !rows.length) throw refuse('E_EMPTY', 'There is nothing to list for this quarter.')
  const usual = fringeBenefitTax(`${year}-${String(quarter * 3).padStart(2, '0')}-01`, 0).rate.times(100)
  const sum = (some: readonly Row[], name: string) => some.reduce((all, row) => all.plus(dec(row[name])), dec(0))
  const lines = [...Map.groupBy(rows, (row) => dec(row.tax_rate).toFixed())].map(([rate, some]) => ({
    recipients: usual.eq(rate) ? RESIDENTS : NON_RESIDENTS,
    monetary_value: sum(some, 'monetary_value'),
    percentage_divisor: `${dec(100).minus(dec(rate)).toFixed()}%`,
    grossed_up_value: sum(some, 'grossed_up_value'),
    tax_rate: `${rate}%`,
    tax_amount: sum(some, 'tax'),
  }))
  return {
    reply: {
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      filename: `1603Q-${year}-Q${quarter}.xlsx`,
      headers: { 'cache-control': 'no-store' },
      body: await workbook(paper, lines),
    },
  }
})

export const fringeReturnHandlers = [generate, schedule]
