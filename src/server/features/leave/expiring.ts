/** Credits that an employee loses unless they are used: those with a last day, and what the end of the year does not carry over or pay. */

import { expiringNext, type LeaveLedger } from '../../../domain/leave/ledger.ts'
import { closeYear } from '../../../domain/leave/year-end.ts'
import type { Decimal } from '../../../kernel/decimal.ts'
import type { LeaveType } from './types.ts'
import { yearEndRules } from './year-end.ts'

interface Expiring {
  readonly days: Decimal
  /** The last day to use them. */
  readonly on: string
}

/** What is lost first from a day on; `undefined` where nothing is. */
export function expiringFirst(type: LeaveType, ledger: LeaveLedger, today: string): Expiring | undefined {
  const dated = expiringNext(ledger, today)
  if (type.max_carry_over === undefined || type.credit_per === 'event') return dated
  const on = `${today.slice(0, 4)}-12-31`
  const { forfeited } = closeYear(ledger, on, yearEndRules(type, ledger, Number(today.slice(0, 4))))
  return forfeited.isZero() || (dated && dated.on < on) ? dated : { days: forfeited, on }
}
