/** The bank reconciliation of the demo: the statement of the last month that is over, with a charge that the books learn of from it. */

import type { Row } from '../../../engine/model/module.ts'
import { addDays, firstOfMonth } from '../../../kernel/dates.ts'
import type { DemoHost } from '../../demo-kit/host.ts'
import { create, idsBy } from '../../demo-kit/records.ts'
import type { Company } from '../../platform/context.ts'

const CHARGE = 350
/** Entries that the bank has not seen yet. */
const OUTSTANDING = 3

/** Made when all entries of the month are. */
export async function makeReconciliation(host: DemoHost, company: Company, bankAccount: number): Promise<void> {
  host.setClock(null)
  const accountant = await host.as(company, 'accountant')
  const { records, workflow } = accountant.services
  const module = accountant.modules.get('bank_reconciliation')!
  // On the first of the present month, for the month before.
  const today = addDays(firstOfMonth(accountant.clock.today(company.time_zone)), -1)
  host.setClock(new Date(`${addDays(today, 1)}T02:00:00Z`))
  const id = await create(accountant, 'bank_reconciliation', {
    ...(await records.defaults(accountant, module)),
    bank_account_id: bankAccount,
    transaction_date: today,
    statement_balance: 0,
  })
  const { items } = (await workflow.transition(accountant, module, { id, action: 'match', input: {} })) as { items: Row[] }
  const seen = items.slice(0, Math.max(items.length - OUTSTANDING, 0))
  const add = (row: Row) => create(accountant, 'bank_statement_line', { bank_account_id: bankAccount, ...row })
  for (const { date, amount, check_no, document_no } of seen)
    await add({
      date,
      check_no,
      reference_no: document_no,
      description: Number(amount) < 0 ? 'CHECK ENCASHED' : 'DEPOSIT',
      ...(Number(amount) < 0 ? { withdrawal: -Number(amount) } : { deposit: amount }),
    })
  await add({ date: today, description: 'SERVICE CHARGE', withdrawal: CHARGE })
  const cents = seen.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), -CHARGE * 100)
  const matched = await workflow.transition(accountant, module, { id, action: 'match', input: {} })
  const charges = (await idsBy(accountant, 'chart_of_account', 'code')).get('6210')!
  await records.update(accountant, module, id, {
    statement_balance: cents / 100,
    adjustments: (matched.adjustments as Row[]).map(({ id: row, statement_line_id, description, amount }) => ({
      id: row,
      statement_line_id,
      description,
      amount,
      account_id: charges,
    })),
  })
  await workflow.transition(accountant, module, { id, action: 'post', input: {} })
  host.setClock(null)
}
