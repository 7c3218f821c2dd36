/**
 * Payment of a remittance: the receipt goes to the contributions that it covers, and the books: what the payrolls of the
 * month owe the agency, by the accounts and branches that they credited, is paid from a bank account. What is paid beyond
 * or short of it stays on the agency's account.
 */

import type { Posting } from '../../../domain/ledger/journal.ts'
import type { RemittanceAgency } from '../../../domain/statutory/index.ts'
import type { Json, Row } from '../../../engine/model/module.ts'
import { fromCents, toCents } from '../../../kernel/decimal.ts'
import type { Ctx, Effect, EffectContext } from '../../platform/context.ts'
import { type Sql, sql, table } from '../../platform/db/sql.ts'
import { invalid, refuse } from '../../platform/errors.ts'
import { centsOf, idOf, nameOf, recordId } from '../../records/row.ts'
import { accountFor, roleAccounts } from '../accounting/accounts.ts'
import { bankLedgerAccount } from '../accounting/bank-book.ts'
import { reverseEntry, writeEntry } from '../accounting/entry.ts'
import { employeesTable, entriesTable, isPaidIn } from '../payroll-runs/tables.ts'
import { amountsText, CONTRIBUTIONS, isInstalment, linesOf, type Month } from './remittance.ts'
import { hadFinalTax, OWED, type Part, partOf, partTitle } from './remittance-parts.ts'

/** Account role of loan instalments that are not posted to an account of the loan type's own. */
const LOANS: Readonly<Partial<Record<RemittanceAgency, string>>> = { SSS: 'sss_loans_payable', Pagibig: 'pagibig_loans_payable' }
const roleOf = (agency: RemittanceAgency, part: Part): string =>
  part === 'final_tax' ? 'final_tax_payable' : (part === 'loans' && LOANS[agency]) || OWED[agency].role

interface OwedSum {
  readonly branch_id: number | null
  readonly role: string
  readonly supplier_id: number | null
  readonly amount: string
}

/** Condition: the entry `e` of the payroll `p` is remitted with the month. */
function isRemitted(ctx: Ctx, agency: RemittanceAgency, { year, month }: Month): Sql {
  const paid = CONTRIBUTIONS[agency]
  return paid
    ? sql`EXISTS (
        SELECT 1 FROM ${table(ctx, paid.module)} c
        WHERE c.payroll_id = e.parent_id AND c.employee_id = e.employee_id AND c.year = ${year} AND c.month = ${month}
      )`
    : isPaidIn({ year, month })
}

type Remitted = readonly [agency: RemittanceAgency, part: Part]

/** What the payrolls credited for instalments of the agency's loans, by branch, account and payee; of these employees. */
const owedLoans = (ctx: Ctx, [agency]: Remitted, month: Month, employees: readonly number[]): Promise<OwedSum[]> =>
  ctx.db.query<OwedSum>(
    sql`
      SELECT coalesce(l.branch_id, p.branch_id) AS branch_id, e.account_role AS role, i.payee_id AS supplier_id,
        sum(-e.amount)::text AS amount
      FROM ${entriesTable(ctx)} e
      JOIN ${table(ctx, 'payroll')} p ON p.id = e.parent_id AND p.status = 'posted'
      JOIN ${employeesTable(ctx)} l ON l.parent_id = e.parent_id AND l.employee_id = e.employee_id
      LEFT JOIN ${table(ctx, 'pay_item')} i ON i.id = e.pay_item_id
      WHERE e.employee_id = ANY (${employees}::bigint[]) AND ${isInstalment(ctx, agency, month)}
      GROUP BY 1, 2, 3
      ORDER BY sum(-e.amount) DESC, 1, 2
    `,
  )

/** What the payrolls credited for the agency, by branch, account and payee; of these employees. */
const owedBy = (ctx: Ctx, [agency, part]: Remitted, month: Month, employees: readonly number[]): Promise<OwedSum[]> =>
  ctx.db.query<OwedSum>(
    sql`
      SELECT coalesce(l.branch_id, p.branch_id) AS branch_id,
        CASE
          WHEN e.part <> 'employer_share' THEN e.account_role
          WHEN i.credit_account_id IS NOT NULL THEN 'account:' || i.credit_account_id
          ELSE ${OWED[agency].role}
        END AS role,
        coalesce(i.payee_id, a.payee_id) AS supplier_id,
        sum(CASE WHEN e.part = 'employer_share' THEN e.amount ELSE -e.amount END)::text AS amount
      FROM ${entriesTable(ctx)} e
      JOIN ${table(ctx, 'payroll')} p ON p.id = e.parent_id AND p.status = 'posted'
      JOIN ${employeesTable(ctx)} l ON l.parent_id = e.parent_id AND l.employee_id = e.employee_id
      LEFT JOIN ${table(ctx, 'pay_item')} i ON i.id = e.pay_item_id
      LEFT JOIN ${table(ctx, 'pay_item')} a ON a.code = ${agency.toUpperCase()} AND ${agency !== 'BIR'}
      WHERE e.code = ANY (${OWED[agency].codes}::text[])
        AND e.is_manual IS NOT TRUE
        AND e.employee_id = ANY (${employees}::bigint[])
        AND ${isRemitted(ctx, agency, month)}
        AND ${agency === 'BIR' ? sql`${hadFinalTax(ctx, 'e.parent_id', 'e.employee_id')} = ${part === 'final_tax'}` : sql`true`}
      GROUP BY 1, 2, 3
      ORDER BY sum(e.amount) DESC, 1, 2
    `,
  )

const OWN = /^account:(\d+)$/

/** The entry of the payment; null where nothing is paid, or the company keeps no books here. */
async function book(fx: EffectContext, employees: readonly number[]): Promise<number | null> {
  const { ctx, record } = fx
  const total = centsOf(record, 'grand_total') + centsOf(record, 'adjustment')
  const paid = await paidOf(fx, total > 0n ? total : 0n)
  const penalty = centsOf(record, 'penalty')
  if (paid + penalty === 0n || !ctx.modules.has('accounting_entry')) return null
  if (idOf(record, 'bank_account_id') === null) throw invalid({ bank_account_id: ['Field is required'] })
  const agency = record.agency as RemittanceAgency
  const part = partOf(record)
  const owing = part === 'loans' ? owedLoans : owedBy
  const sums = await owing(ctx, [agency, part], { year: Number(record.year), month: Number(record.month) }, employees)
  const main = sums[0]?.branch_id ?? (await firstBranch(ctx))
  const company = await roleAccounts(ctx, [roleOf(agency, part), ...sums.map(({ role }) => role)])
  const account = (role: string): number => Number(OWN.exec(role)?.[1] ?? accountFor(role, {}, company))
  const postings: Posting[] = sums.map(({ branch_id, role, supplier_id, amount }) => ({
    account_id: account(role),
    branch_id: branch_id ?? main,
    amount: toCents(amount),
    ...(supplier_id === null ? {} : { supplier_id: Number(supplier_id) }),
  }))
  return bookPayment(fx, {
    owed: postings,
    paid,
    penalty,
    rest: account(roleOf(agency, part)),
    branch: main,
    subject: `${partTitle(agency, part)} ${String(record.month)}/${String(record.year)}`,
  })
}

interface AgencyPayment {
  /** What is paid, by account and branch, centavos. */
  readonly owed: readonly Posting[]
  /** Centavos without the penalty; what it is beyond or short of what is owed goes to the account `rest`. */
  readonly paid: bigint
  readonly penalty: bigint
  readonly rest: number
  /** Branch of the entry. */
  readonly branch: number | null
  /** Agency and period, for the remarks. */
  readonly subject: string
}

/** The entry of a payment to an agency from the record's bank account, on the day that it was paid. */
export async function bookPayment(fx: EffectContext, payment: AgencyPayment): Promise<number | null> {
  const { ctx, record } = fx
  const { owed, paid, penalty, rest: restAccount, branch } = payment
  const postings = [...owed]
  const rest = paid - postings.reduce((sum, { amount }) => sum + amount, 0n)
  if (rest) postings.push({ account_id: restAccount, branch_id: branch, amount: rest })
  if (penalty) postings.push({ account_id: idOf(record, 'penalty_account_id')!, branch_id: branch, amount: penalty })
  const credit = await bankLedgerAccount(ctx, idOf(record, 'bank_account_id')!)
  if (credit === undefined) throw refuse('E_ACCOUNT', 'The bank account has no ledger account. Enter one with the bank account.')
  // Each branch balances by itself: it pays what it owes.
  for (const [branch_id, sums] of Map.groupBy([...postings], (posting) => posting.branch_id ?? null))
    postings.push({ account_id: credit, branch_id, amount: -sums.reduce((sum, { amount }) => sum + amount, 0n) })
  const { date_paid, reference_no } = record as { date_paid: string; reference_no: string }
  const remarks = `${nameOf(fx)}, ${payment.subject}, ${reference_no}`
  return (await writeEntry(fx, postings, { journal: 'Cash Disbursements', date: date_paid, branch_id: branch, remarks })) ?? null
}

/** What is paid of what is due, centavos: all of it unless an amount was entered, which the record then has. */
export async function paidOf(fx: EffectContext, due: bigint): Promise<bigint> {
  const { ctx, record } = fx
  const paid = record.amount_paid === null || record.amount_paid === undefined ? due : centsOf(record, 'amount_paid')
  record.amount_paid = fromCents(paid)
  await ctx.db.query(
    sql`UPDATE ${table(ctx, fx.module.entity.table)} SET amount_paid = ${String(record.amount_paid)}::numeric WHERE id = ${recordId(fx)}`,
  )
  return paid
}

export const firstBranch = async (ctx: Ctx): Promise<number | null> =>
  (await ctx.db.query<{ id: number }>(sql`SELECT id FROM ${table(ctx, 'branch')} ORDER BY id LIMIT 1`))[0]?.id ?? null

/** Writes the payment of a remittance to the contributions and the books; amounts that changed since are refused. */
export const remittancePaid: Effect<Json> = {
  name: 'remittance.paid',
  rank: 40,
  params: {
    description: "Notes a remittance's payment and receipt with the contributions of its employees, and posts it to the ledger.",
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {},
  },
  async apply(fx): Promise<Json> {
    const { ctx, record, module } = fx
    const agency = record.agency as RemittanceAgency
    const month = { year: Number(record.year), month: Number(record.month) }
    const group = record.pay_group_id ? Number(record.pay_group_id) : null
    const { rows } = await ctx.services.records.load(ctx, module, recordId(fx))
    const now = (await linesOf(ctx, agency, month, partOf(record))).filter((line) => line.pay_group_id === group)
    if (amountsText(rows as Row[]) !== amountsText(now as unknown as Row[]))
      throw refuse('E_REMITTANCE_STALE', 'Payrolls of the month were posted or voided after it was generated. Generate the month again.')
    // Nothing of it changed since.
    await ctx.db.query(sql`UPDATE ${table(ctx, module.entity.table)} SET is_outdated = false WHERE id = ${recordId(fx)}`)
    const employees = [...new Set(now.map((line) => line.employee_id))]
    const entry = await book(fx, employees)
    const paid = partOf(record) === 'loans' ? undefined : CONTRIBUTIONS[agency]
    if (!paid) return { ids: [], entry }
    const written = await ctx.db.query<{ id: number }>(
      sql`
        UPDATE ${table(ctx, paid.module)}
        SET date_paid = ${record.date_paid}, or_no = ${record.reference_no}
        WHERE year = ${month.year}
          AND month = ${month.month}
          AND date_paid IS NULL
          AND employee_id = ANY (${employees}::bigint[])
        RETURNING id
      `,
    )
    return { module: paid.module, ids: written.map(({ id }) => Number(id)), entry }
  },
  async reverse(fx, done) {
    const { ctx } = fx
    // Payments of version 2.38 made no entry.
    const { module, ids, entry } = done as { module?: string; ids: number[]; entry?: number | null }
    if (entry) await reverseEntry(fx, entry)
    if (module) await ctx.db.query(sql`UPDATE ${table(ctx, module)} SET date_paid = NULL, or_no = NULL WHERE id = ANY (${ids}::bigint[])`)
  },
}
