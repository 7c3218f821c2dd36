/**
 * `payables.pay`: a voucher pays bills and other accounts. A check dated later than the voucher waits in
 * Post-Dated Checks Issued until `payables.clear`.
 */
import type { Posting } from '../../../domain/ledger/journal.ts'
import type { Json, Row } from '../../../engine/model/module.ts'
import type { Effect, EffectContext } from '../../platform/context.ts'
import { refuse } from '../../platform/errors.ts'
import { centsOf, idOf, linesOf, table, textOf } from '../../records/row.ts'
import { accountFor, roleAccounts } from './accounts.ts'
import { reverseEntry, writeEntry } from './entry.ts'
import { applyToItems, lockItems, reverseApplications } from './open-items.ts'

const JOURNAL = 'Cash Disbursements'

const bankAccount = async (fx: EffectContext, company: ReadonlyMap<string, number>): Promise<number> => {
  const id = idOf(fx.record, 'bank_account_id')
  const [row] =
    id === null ? [] : await fx.ctx.db.query<Row>(`SELECT gl_account_id FROM ${table(fx.ctx, 'bank_account')} WHERE id = $1`, [id])
  return (row && idOf(row, 'gl_account_id')) ?? accountFor('cash_in_bank', {}, company)
}

const isPostDated = (record: Row): boolean => textOf(record, 'check_date') > textOf(record, 'transaction_date')

/** The supplier's own payable account, where it has one. */
async function supplierAccount(fx: EffectContext, supplier: number | null): Promise<Row> {
  if (supplier === null) return {}
  const [row] = await fx.ctx.db.query<Row>(`SELECT payable_account_id FROM ${table(fx.ctx, 'supplier')} WHERE id = $1`, [supplier])
  return row ?? {}
}

export const payablesPay: Effect = {
  name: 'payables.pay',
  rank: 30,
  params: {
    description: 'Pays the bills in the lines of the document and closes their open items by as much.',
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {},
  },
  async lock(fx) {
    await lockItems(fx, 'bill', billIds(fx.record))
  },
  async apply(fx): Promise<Json> {
    const { record } = fx
    const supplier_id = idOf(record, 'supplier_id')
    const items = await lockItems(fx, 'bill', billIds(record))
    const applications = linesOf(record, 'items').map((line) => {
      const item = items.get(idOf(line, 'bill_id') ?? 0)
      if (!item) throw refuse('E_SOURCE', 'A bill of this voucher is not posted. Post it first or remove the line.')
      if (supplier_id !== null && item.party_id !== supplier_id)
        throw refuse('E_SOURCE', `${item.transaction_no ?? 'A bill'} belongs to another supplier. Remove the line.`)
      return { item, amount: centsOf(line, 'amount') }
    })
    const applied = await applyToItems(fx, 'payable', applications)
    const company = await roleAccounts(fx.ctx, ['accounts_payable', 'purchase_discount', 'cash_in_bank', 'post_dated_checks_issued'])
    const party = await supplierAccount(fx, supplier_id)
    const postings: Posting[] = applications.map(({ item, amount }) => ({
      account_id: accountFor('accounts_payable', { party }, company),
      amount,
      supplier_id: item.party_id,
    }))
    for (const line of linesOf(record, 'entries')) {
      postings.push({
        account_id: idOf(line, 'account_id')!,
        amount: centsOf(line, 'debit') - centsOf(line, 'credit'),
        department_id: idOf(line, 'department_id'),
        description: textOf(line, 'description') || null,
      })
    }
    const discount = linesOf(record, 'items').reduce((sum, line) => sum + centsOf(line, 'discount'), 0n)
    if (discount) postings.push({ account_id: accountFor('purchase_discount', {}, company), amount: -discount })
    const paid = postings.reduce((sum, posting) => sum + posting.amount, 0n)
    if (paid <= 0n) throw refuse('E_AMOUNT', 'The voucher pays nothing. Add a bill or an account with an amount.')
    const credit = isPostDated(record) ? accountFor('post_dated_checks_issued', {}, company) : await bankAccount(fx, company)
    postings.push({ account_id: credit, amount: -paid })
    return { applied, entry: (await writeEntry(fx, postings, { journal: JOURNAL })) ?? null }
  },
  async reverse(fx, entry) {
    const done = entry as { applied: number[]; entry: number | null }
    await reverseApplications(fx, 'payable', done.applied)
    if (done.entry !== null) await reverseEntry(fx, done.entry)
  },
}

const billIds = (record: Row): number[] =>
  linesOf(record, 'items')
    .map((line) => idOf(line, 'bill_id'))
    .filter((id) => id !== null)

/** `payables.clear`: the bank has paid the check; a post-dated one leaves the bank account now. */
export const payablesClear: Effect = {
  name: 'payables.clear',
  rank: 40,
  params: {
    description: 'Books a check that the bank has cleared.',
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {},
  },
  async apply(fx): Promise<Json> {
    const { record } = fx
    const date = String(fx.input.cleared_at ?? fx.date)
    if (date < textOf(record, 'check_date')) throw refuse('E_DATE', 'A check cannot be cleared before its date. Give a later date.')
    if (date < textOf(record, 'transaction_date'))
      throw refuse('E_DATE', 'A check cannot be cleared before its voucher. Give a later date.')
    if (!isPostDated(record)) return { entry: null }
    const company = await roleAccounts(fx.ctx, ['cash_in_bank', 'post_dated_checks_issued'])
    const amount = centsOf(record, 'net_amount')
    const entry = await writeEntry(
      fx,
      [
        { account_id: accountFor('post_dated_checks_issued', {}, company), amount },
        { account_id: await bankAccount(fx, company), amount: -amount },
      ],
      { journal: JOURNAL, date, remarks: `Check ${textOf(record, 'check_no')} cleared` },
    )
    return { entry: entry ?? null }
  },
  async reverse(fx, entry) {
    const { entry: id } = entry as { entry: number | null }
    if (id !== null) await reverseEntry(fx, id)
  },
}
