/** Effects of loans: released, paused and resumed, paid by hand, settled. Payroll takes instalments by itself. */
import type { Effect, EffectContext } from '../../context.ts'
import { openLoan, pauseLoan, payByHand, renewEnd, resumeLoan, settleEarly } from '../../loans/entry.ts'
import { holdLoans, renewLoans } from '../../loans/ledger.ts'
import { recordId } from '../common.ts'

/** What a loan has gone through stays in its ledger: a released loan is settled, never voided. */
const effect = (name: string, work: (fx: EffectContext) => Promise<void>, settle: (fx: EffectContext) => Promise<void>): Effect => ({
  name,
  rank: 40,
  params: { type: ['object', 'null'], additionalProperties: false, properties: {} },
  lock: (fx) => holdLoans(fx.ctx, [recordId(fx)]),
  async apply(fx) {
    await work(fx)
    return null
  },
  settle,
  async reverse() {},
})
/** The state follows from what is owed. */
const renew = (fx: EffectContext): Promise<void> => renewLoans(fx.ctx, [recordId(fx)])
const renewBoth = async (fx: EffectContext): Promise<void> => {
  await renew(fx)
  await renewEnd(fx)
}

export const loanEffects: readonly Effect[] = [
  effect('loan.open', openLoan, renewBoth),
  effect('loan.pause', pauseLoan, renewEnd),
  effect('loan.resume', resumeLoan, renewEnd),
  effect('loan.pay', payByHand, renew),
  effect('loan.settle', settleEarly, renew),
]
