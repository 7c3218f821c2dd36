/** Effects of loans: released, paused and resumed, paid by hand, settled. Payroll takes instalments without an effect. */
import type { Json } from '../../../kernel/json.ts'
import type { Effect, Guard } from '../../platform/context.ts'
import { recordId } from '../../records/row.ts'
import { reverseEntry } from '../accounting/entry.ts'
import { requireRecompute } from '../payroll-runs/recompute.ts'
import type { Records } from '../records.generated.ts'
import type { LoanContext } from './account.ts'
import { closeLoan, openLoan, pauseLoan, payByHand, renewEnd, requireUntouched, resumeLoan, settleEarly } from './entry.ts'
import { holdLoans, renewLoans } from './ledger.ts'

type Loan = Records['loan_entry']

const NONE = { type: ['object', 'null'], additionalProperties: false, properties: {} } as const

interface LoanEffect {
  readonly description: string
  readonly work: (fx: LoanContext) => Promise<unknown>
  readonly settle: (fx: LoanContext) => Promise<void>
  readonly undo?: (fx: LoanContext) => Promise<void>
}

/** Past entries of a loan stay in its ledger: a loan with a payment is settled, never undone. `work` may return its journal entry. */
const effect = (name: string, { description, work, settle, undo }: LoanEffect): Effect<Json, Loan> => ({
  name,
  rank: 40,
  params: { ...NONE, description },
  lock: (fx) => holdLoans(fx.ctx, [recordId(fx)]),
  async apply(fx) {
    const entry = await work(fx)
    return { entry: typeof entry === 'number' ? entry : null }
  },
  afterTransition: settle,
  async reverse(fx, entry) {
    const id = (entry as { entry?: number | null } | null)?.entry
    if (id) await reverseEntry(fx, id)
    await undo?.(fx)
  },
})
/** Payrolls that were computed with the loan compute the employee again. */
const renewPay = (fx: LoanContext): Promise<void> => requireRecompute(fx.ctx, fx.record.employee_id)
/** Sets the state from the amount owed. */
const renew = (fx: LoanContext): Promise<void> => renewLoans(fx.ctx, [recordId(fx)])
const renewBoth = async (fx: LoanContext): Promise<void> => {
  await renew(fx)
  await renewEnd(fx)
}

export const loanEffects: readonly Effect<Json, Loan>[] = [
  effect('loan.open', {
    description: 'Opens a loan that was released: its schedule of payments and its journal entry. Undoing it closes the loan.',
    work: openLoan,
    settle: renewBoth,
    undo: async (fx) => {
      await closeLoan(fx)
      await renewPay(fx)
    },
  }),
  effect('loan.pause', { description: 'Pauses the instalments of a loan.', work: pauseLoan, settle: renewEnd }),
  effect('loan.resume', { description: 'Resumes the instalments of a paused loan.', work: resumeLoan, settle: renewEnd }),
  effect('loan.pay', { description: 'Books a payment on a loan outside of payroll.', work: payByHand, settle: renew }),
  effect('loan.settle', { description: 'Settles the rest of a loan early.', work: settleEarly, settle: renew }),
]

export const loanUntouched: Guard<Json, Loan> = {
  name: 'loan.untouched',
  params: { ...NONE, description: 'Refuses to undo a loan of which something was paid.' },
  check: (fx) => requireUntouched(fx),
}
