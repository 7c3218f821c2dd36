/**
 * What becomes of an advanced SSS benefit: the receipt clears the receivable that the payrolls debited, by the branches and
 * accounts of their entries; what the SSS does not pay, or pays beyond it, goes to the account that is named for it.
 */

import type { Posting } from '../../../domain/ledger/journal.ts'
import type { Json } from '../../../engine/model/module.ts'
import { toCents } from '../../../kernel/decimal.ts'
import type { Effect, EffectContext } from '../../platform/context.ts'
import { linesTable, sql, table } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'
import { centsOf, idOf, nameOf, recordId } from '../../records/row.ts'
import { accountFor, roleAccounts } from '../accounting/accounts.ts'
import { bankLedgerAccount } from '../accounting/bank-book.ts'
import { reverseEntry, writeEntry } from '../accounting/entry.ts'
import { employeesTable, entriesTable } from '../payroll-runs/tables.ts'
import type { Records } from '../records.generated.ts'

type Claim = EffectContext<Records['sss_benefit_claim']>

const OWN = /^account:(\d+)$/

interface Owed {
  readonly branch_id: number
  readonly account_id: number
  readonly amount: bigint
}

/** What the payrolls debited for the claim, by branch and account, the largest first. */
async function owedOf(fx: Claim): Promise<Owed[]> {
  const { ctx, record } = fx
  const key = record.benefit === 'maternity' ? `SSS_MATERNITY-${record.leave_filing_id}` : `SSS_SICKNESS-${recordId(fx)}`
  const rows = await ctx.db.query<{ branch_id: number; role: string; amount: string }>(
    sql`
      SELECT coalesce(l.branch_id, p.branch_id) AS branch_id, e.account_role AS role, sum(e.amount)::text AS amount
      FROM ${linesTable(ctx, fx.module.name, 'advances')} a
      JOIN ${table(ctx, 'payroll')} p ON p.id = a.payroll_id AND p.status = 'posted'
      JOIN ${employeesTable(ctx)} l ON l.parent_id = p.id AND l.employee_id = ${record.employee_id}
      JOIN ${entriesTable(ctx)} e ON e.parent_id = p.id AND e.employee_id = l.employee_id AND e.code = ${key} AND e.is_manual IS NOT TRUE
      WHERE a.parent_id = ${recordId(fx)}
      GROUP BY 1, 2
      ORDER BY sum(e.amount) DESC, 1
    `,
  )
  const roles = await roleAccounts(
    ctx,
    rows.map(({ role }) => role),
  )
  return rows.map(({ branch_id, role, amount }) => ({
    branch_id,
    account_id: Number(OWN.exec(role)?.[1] ?? accountFor(role, {}, roles)),
    amount: toCents(amount),
  }))
}

/** Cr receivable, Dr bank with what was received, and the difference to its account. Returns the entry. */
async function settle(fx: Claim, date: string, received: bigint): Promise<number | null> {
  const { ctx, record } = fx
  if (!ctx.modules.has('accounting_entry')) return null
  const owed = await owedOf(fx)
  const main = owed[0]?.branch_id
  if (main === undefined) throw refuse('E_STATE', 'No posted payroll advanced this benefit.')
  const { employee_id } = record
  const postings: Posting[] = owed.map(({ branch_id, account_id, amount }) => ({ account_id, branch_id, employee_id, amount: -amount }))
  const difference = owed.reduce((sum, { amount }) => sum + amount, 0n) - received
  if (difference) postings.push({ account_id: idOf(record, 'difference_account_id')!, branch_id: main, employee_id, amount: difference })
  if (received) {
    const bank = await bankLedgerAccount(ctx, idOf(record, 'bank_account_id')!)
    if (bank === undefined) throw refuse('E_ACCOUNT', 'The bank account has no ledger account. Enter one with the bank account.')
    // Each branch balances by itself: it receives what it advanced.
    for (const [branch_id, sums] of Map.groupBy([...postings], (posting) => posting.branch_id ?? null))
      postings.push({ account_id: bank, branch_id, amount: -sums.reduce((sum, { amount }) => sum + amount, 0n) })
  }
  const remarks = `${nameOf(fx)}, SSS ${record.benefit} benefit${received ? `, ${record.receipt_no ?? ''}` : ', refused'}`
  return (await writeEntry(fx, postings, { journal: received ? 'Cash Receipts' : 'General', date, branch_id: main, remarks })) ?? null
}

const settlement = (
  name: string,
  description: string,
  work: (fx: Claim) => Promise<number | null>,
): Effect<Json, Records['sss_benefit_claim']> => ({
  name,
  rank: 40,
  params: { description, type: ['object', 'null'], additionalProperties: false, properties: {} },
  apply: async (fx): Promise<Json> => ({ entry: await work(fx) }),
  async reverse(fx, done) {
    const { entry } = done as { entry: number | null }
    if (entry) await reverseEntry(fx, entry)
  },
})

export const benefitReimbursed = settlement('benefitClaim.reimbursed', 'Posts what the SSS reimbursed of an advanced benefit.', (fx) =>
  settle(fx, fx.record.received_on!, centsOf(fx.record, 'amount_received')),
)
export const benefitRefused = settlement('benefitClaim.refused', 'Posts an advanced benefit that the SSS does not reimburse.', (fx) =>
  settle(fx, fx.record.refused_on!, 0n),
)
