/** What the accountant of a demo company posts by hand: the opening entry, and entries that return every month. */

import type { Row } from '../../../engine/model/module.ts'
import { addDays, dayOfMonth } from '../../../kernel/dates.ts'
import type { DemoHost, Ids } from '../../demo-kit/host.ts'
import { create, idsBy } from '../../demo-kit/records.ts'
import type { Timeline } from '../../demo-kit/timeline.ts'
import { roundUp, type TradePlan } from '../../demo-kit/trade-plan.ts'
import type { Company, Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { carryOutDue } from '../../workflow/due.ts'
import { lockMonth, PERIOD_GROUPS } from './periods.ts'

/** Lines by account code; debits are positive. */
type Amounts = Readonly<Record<string, number>>
interface Template extends Row {
  readonly code: string
  readonly amounts: Amounts
}

const cents = (amount: number): number => Math.round(amount * 100) / 100
const hundreds = (amount: number): number => Math.round(amount / 100) * 100

/** Amounts as shares of a month's payroll; what they cost together is `OVERHEAD` of the trade plan. */
const TEMPLATES: readonly Template[] = [
  {
    code: 'RENT',
    name: 'Office and warehouse rent',
    mode: 'post',
    journal: 'Cash Disbursements',
    amounts: { '6060': 0.085, '1020': -0.085 },
  },
  {
    code: 'OPEX',
    name: 'Operating expenses of the month',
    mode: 'post',
    journal: 'Cash Disbursements',
    amounts: {
      '6070': 0.03,
      '6080': 0.025,
      '6090': 0.02,
      '6100': 0.012,
      '6110': 0.008,
      '6140': 0.01,
      '6170': 0.02,
      '1020': -0.125,
    },
  },
  { code: 'DEPR', name: 'Depreciation of equipment', mode: 'post', amounts: { '6180': 0.025, '1590': -0.025 } },
  { code: 'UTIL', name: 'Accrued utilities', mode: 'post', is_reversing: true, amounts: { '6070': 0.012, '2020': -0.012 } },
  {
    code: 'DOUBT',
    name: 'Provision for doubtful accounts',
    frequency: 'quarterly',
    amounts: { '6190': 0.015, '1115': -0.015 },
  },
]
/** Equipment and the like at the start, as shares of a month's payroll. */
const ASSETS: Amounts = { '1410': 0.25, '1510': 0.9, '1511': 0.4, '1512': 1.5, '1513': 0.5, '1590': -1.2 }

/** Lines of an entry; each account's amount is rounded, the last one takes the rest. */
export function entryLines(accounts: Ids, amounts: Amounts, round: (amount: number) => number = cents): Row[] {
  let sum = 0
  const codes = Object.keys(amounts)
  return codes.flatMap((code, index) => {
    const amount = index === codes.length - 1 ? -sum : round(amounts[code]!)
    sum = cents(sum + amount)
    if (amount === 0) return []
    return [{ account_id: accounts.get(code)!, debit: Math.max(0, cents(amount)), credit: Math.max(0, cents(-amount)) }]
  })
}

/** Posts an entry on a day. */
export async function postEntry(ctx: Ctx, values: Row): Promise<void> {
  const id = await create(ctx, 'accounting_entry', values)
  await ctx.services.workflow.carryOut(ctx, ctx.modules.get('accounting_entry')!, { id, action: 'post', input: {} })
}

/** Balances of accounts by code, debits positive, at the end of a day. */
export async function balancesOf(ctx: Ctx, codes: readonly string[], to: string): Promise<Map<string, number>> {
  const rows = await ctx.db.query<{ code: string; balance: number }>(
    sql`
      SELECT a.code, sum(l.debit - l.credit)::float8 AS balance
      FROM ${table(ctx, 'accounting_entry__lines')} l
      JOIN ${table(ctx, 'accounting_entry')} e ON e.id = l.parent_id
      JOIN ${table(ctx, 'chart_of_account')} a ON a.id = l.account_id
      WHERE a.code = ANY (${codes}::text[]) AND e.posted_at IS NOT NULL AND e.transaction_date <= ${to}
      GROUP BY a.code
    `,
  )
  return new Map(rows.map(({ code, balance }) => [code, cents(balance)]))
}

/** What the company has when its books begin; the stock was entered before, against the opening equity. */
export function makeOpeningEntry(
  host: DemoHost,
  company: Company,
  { trade, timeline }: { readonly trade: TradePlan; readonly timeline: Timeline },
): void {
  timeline.add(0, async () => {
    const accountant = await host.as(company, 'accountant')
    const accounts = await idsBy(accountant, 'chart_of_account', 'code')
    const today = accountant.clock.today(company.time_zone)
    const stock = -((await balancesOf(accountant, ['3040'], today)).get('3040') ?? 0)
    const assets = Object.fromEntries(
      Object.entries(ASSETS).map(([code, share]) => [code, roundUp(Math.abs(share) * trade.payroll) * Math.sign(share)]),
    )
    const cash = roundUp(trade.cash)
    const all = stock + cash + Object.values(assets).reduce((sum, amount) => sum + amount, 0)
    const capital = roundUp(all * 0.8)
    await postEntry(accountant, {
      remarks: 'Opening balances',
      lines: entryLines(accounts, { '1020': cash, ...assets, '3040': stock, '3010': -capital, '3030': -(all - capital) }),
    })
  })
}

export function makeRecurringEntries(
  host: DemoHost,
  company: Company,
  { trade, start, days, timeline }: { readonly trade: TradePlan; readonly start: Date; readonly days: number; readonly timeline: Timeline },
): void {
  timeline.add(1, async () => {
    const accountant = await host.as(company, 'accountant')
    const accounts = await idsBy(accountant, 'chart_of_account', 'code')
    const module = accountant.modules.get('recurring_entry')!
    const monthEnd = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0)).toISOString().slice(0, 10)
    for (const { amounts, ...template } of TEMPLATES) {
      const inPesos = Object.fromEntries(Object.entries(amounts).map(([code, share]) => [code, share * trade.payroll]))
      const id = await create(accountant, 'recurring_entry', {
        start_date: monthEnd,
        ...template,
        lines: entryLines(accounts, inPesos, hundreds),
      })
      await accountant.services.workflow.carryOut(accountant, module, { id, action: 'activate', input: {} })
    }
  })
  // Nothing is posted before the history begins.
  timeline.add(2, async () => {
    const before = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() - 1, 1)).toISOString().slice(0, 7)
    await lockMonth(await host.as(company, 'accountant'), before, PERIOD_GROUPS)
  })
  // On the first of a month: the entries of its eve, and their reversals. The server looks more often; the history is the same.
  const first = start.toISOString().slice(0, 10)
  for (let day = 2; day < days; day++)
    if (dayOfMonth(addDays(first, day)) === 1)
      timeline.add(day, async () => void (await carryOutDue(await host.system(company, 'Demo data'))))
}
