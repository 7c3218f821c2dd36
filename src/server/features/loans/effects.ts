/** Effects of loans: released, paused and resumed, paid by hand, settled. Payroll takes instalments without an effect. */
import type { Effect, EffectContext, Guard } from '../../platform/context.ts'
import { recordId } from '../../records/row.ts'
import { reverseEntry } from '../accounting/entry.ts'
import { requireRecompute } from '../payroll-runs/recompute.ts'
import { closeLoan, openLoan, pauseLoan, payByHand, renewEnd, requireUntouched, resumeLoan, settleEarly } from './entry.ts'
import { holdLoans, renewLoans } from './ledger.ts'

const NONE = { type: ['object', 'null'], additionalProperties: false, properties: {} } as const

/** Past entries of a loan stay in its ledger: a loan with a payment is settled, never undone. `work` may return its journal entry. */
const effect = (
  name: string,
  description: string,
  work: (fx: EffectContext) => Promise<unknown>,
  settle: (fx: EffectContext) => Promise<void>,
  undo?: (fx: EffectContext) => Promise<void>,
): Effect => ({
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
const renewPay = (fx: EffectContext): Promise<void> => requireRecompute(fx.ctx, Number(fx.record.employee_id))
/** Sets the state from the amount owed. */
const renew = (fx: EffectContext): Promise<void> => renewLoans(fx.ctx, [recordId(fx)])
const renewBoth = async (fx: EffectContext): Promise<void> => {
  await renew(fx)
  await renewEnd(fx)
}

export const loanEffects: readonly Effect[] = [
  effect(
    'loan.open',
    'Opens a loan that was released: its schedule of payments and its journal entry. Undoing it closes the loan.',
    openLoan,
    renewBoth,
    async (fx) => {
      await closeLoan(fx)
      await renewPay(fx)
    },
  ),
  effect('loan.pause', 'Pauses the instalments of a loan.', pauseLoan, renewEnd),
  effect('loan.resume', 'Resumes the instalments of a paused loan.', resumeLoan, renewEnd),
  effect('loan.pay', 'Books a payment on a loan outside of payroll.', payByHand, renew),
  effect('loan.settle', 'Settles the rest of a loan early.', settleEarly, renew),
]

export const loanUntouched: Guard = {
  name: 'loan.untouched',
  params: { ...NONE, description: 'Refuses to undo a loan of which something was paid.' },
  check: (fx) => requireUntouched(fx),
}
