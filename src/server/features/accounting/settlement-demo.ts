/** What a demo company owes beside its suppliers, and pays: net pay, contributions and taxes, all on their days. */

import { addDays, addMonths, dateText, lastOfMonth, monthOf, yearOf } from '../../../kernel/dates.ts'
import type { DemoHost } from '../../demo-kit/host.ts'
import { idsBy } from '../../demo-kit/records.ts'
import type { Company, Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { balancesOf, entryLines, postEntry } from './demo.ts'

/** Paid on the 10th, as they are at the end of the month before. */
const REMITTED = ['2120', '2121', '2122', '2130', '2131', '2132', '2133', '2134', '2135', '2136', '2137', '2138']
/** Of those, what remittances of the payroll officer pay. */
const BY_REMITTANCE = ['2121', '2122', '2130', '2131', '2132', '2134', '2135']
const REMITTANCE_DAY = 10
/** The VAT return of a quarter is filed and paid on this day of the month after it. */
const VAT_DAY = 25
const [BANK, SALARIES, VAT_PAYABLE, OUTPUT_VAT] = ['1020', '2140', '2111', '2110']
const INPUT_VAT = ['1310', '1311', '1312']

interface Step {
  readonly date: string
  run(ctx: Ctx, accounts: ReadonlyMap<string, number>): Promise<void>
}

/** Made after the payrolls, whose net pay it pays. */
export async function makeSettlements(host: DemoHost, company: Company, start: Date): Promise<void> {
  host.setClock(null)
  const system = await host.system(company, 'Demo data')
  const today = system.clock.today(company.time_zone)
  const first = start.toISOString().slice(0, 10)
  const steps = [...(await payouts(system)), ...monthly(first), ...quarterly(first)]
    .filter(({ date }) => date >= first && date <= today)
    .sort((a, b) => a.date.localeCompare(b.date))
  const accountant = await host.as(company, 'accountant')
  const accounts = await idsBy(accountant, 'chart_of_account', 'code')
  for (const { date, run } of steps) {
    // Two in the afternoon in Manila, or now, where that is still to come.
    host.setClock(date < today ? new Date(`${date}T06:00:00Z`) : null)
    await run(accountant, accounts)
  }
  host.setClock(null)
}

/** Net pay leaves the bank on the day of the payroll. */
async function payouts(ctx: Ctx): Promise<Step[]> {
  const entries = await ctx.db.query<{ date: string; no: string; net: number }>(
    sql`
      SELECT e.transaction_date::text AS date, e.source_no AS no, sum(l.credit - l.debit)::float8 AS net
      FROM ${table(ctx, 'accounting_entry')} e
      JOIN ${table(ctx, 'accounting_entry__lines')} l ON l.parent_id = e.id
      JOIN ${table(ctx, 'chart_of_account')} a ON a.id = l.account_id
      WHERE e.source_module = 'payroll' AND a.code = ${SALARIES}
      GROUP BY e.id, e.transaction_date, e.source_no
      ORDER BY e.transaction_date, e.id
    `,
  )
  return entries.map(({ date, no, net }) => ({
    date,
    run: (accountant, accounts) =>
      postEntry(accountant, {
        journal: 'Cash Disbursements',
        reference_no: no,
        remarks: 'Net pay credited to the accounts of employees',
        lines: entryLines(accounts, { [SALARIES]: net, [BANK]: -net }),
      }),
  }))
}

/** Whether the payroll officer generated the remittances of the month of this day: they pay it, or show it as late. */
async function hasRemittances(ctx: Ctx, end: string): Promise<boolean> {
  if (!ctx.modules.has('monthly_remittance')) return false
  const [row] = await ctx.db.query(
    sql`SELECT 1 FROM ${table(ctx, 'monthly_remittance')} WHERE year = ${yearOf(end)} AND month = ${monthOf(end)} LIMIT 1`,
  )
  return row !== undefined
}

/** Contributions and taxes withheld, for every month that is over. */
const monthly = (first: string): Step[] =>
  months(first).map((end) => ({
    date: addDays(end, REMITTANCE_DAY),
    async run(accountant, accounts) {
      const isRemitted = await hasRemittances(accountant, end)
      const accountsOwed = isRemitted ? REMITTED.filter((code) => !BY_REMITTANCE.includes(code)) : REMITTED
      const owed = [...(await balancesOf(accountant, accountsOwed, end))].filter(([, balance]) => balance < 0)
      if (owed.length === 0) return
      const sum = owed.reduce((all, [, balance]) => all + balance, 0)
      await postEntry(accountant, {
        journal: 'Cash Disbursements',
        remarks: `Contributions and taxes withheld, ${end.slice(0, 7)}`,
        lines: entryLines(accounts, { ...Object.fromEntries(owed.sort().map(([code, balance]) => [code, -balance])), [BANK]: sum }),
      })
    },
  }))

/** Output and input VAT of a quarter become what is payable on its last day, and are paid with the return. */
const quarterly = (first: string): Step[] =>
  months(first)
    .filter((end) => monthOf(end) % 3 === 0)
    .flatMap((end) => {
      const quarter = `quarter ended ${end}`
      const due = dateText(yearOf(addDays(end, 1)), monthOf(addDays(end, 1)), VAT_DAY)
      return [
        {
          date: end,
          async run(accountant, accounts) {
            const vat = await balancesOf(accountant, [OUTPUT_VAT, ...INPUT_VAT], end)
            const payable = [...vat.values()].reduce((all, balance) => all + balance, 0)
            // Input VAT in excess stays where it is, for the next quarter.
            if (payable >= 0) return
            const opposite = Object.fromEntries([...vat].map(([code, balance]) => [code, -balance]))
            await postEntry(accountant, {
              remarks: `VAT of the ${quarter}`,
              lines: entryLines(accounts, { ...opposite, [VAT_PAYABLE]: payable }),
            })
          },
        },
        {
          date: due,
          async run(accountant, accounts) {
            const payable = (await balancesOf(accountant, [VAT_PAYABLE], due)).get(VAT_PAYABLE) ?? 0
            if (payable >= 0) return
            await postEntry(accountant, {
              journal: 'Cash Disbursements',
              remarks: `2550Q, ${quarter}`,
              lines: entryLines(accounts, { [VAT_PAYABLE]: -payable, [BANK]: payable }),
            })
          },
        },
      ] satisfies Step[]
    })

/** Ends of the seven months from the first day. */
const months = (first: string): string[] =>
  Array.from({ length: 7 }, (_, index) => lastOfMonth(addMonths(`${first.slice(0, 7)}-01`, index)))
