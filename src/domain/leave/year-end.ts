/** The end of a leave year: days carried over, paid in cash, and lost. */
import { addDays } from '../../kernel/dates.ts'
import { Decimal, round2, round6, ZERO } from '../../kernel/decimal.ts'
import { type Amount, pesos, readPositive } from '../statutory/amount.ts'
import { requireDate } from '../statutory/effective.ts'
import type { TraceLine } from '../time/trace-line.ts'
import { addMonths } from './calendar.ts'
import { balanceOn, expiries, type LeaveEntry, type LeaveLedger } from './ledger.ts'

interface YearEndRules {
  /** At most this many days are carried into the next year. */
  readonly max_carry_over: Amount
  /** Carried-over days last this many months of the next year; without it, they do not expire. */
  readonly carry_over_months?: number
  readonly is_convertible: boolean
  /** At most this many days are paid in cash; without it, all remaining ones. */
  readonly max_convertible?: Amount
  /** The use that comes first. */
  readonly first?: 'carry_over' | 'conversion'
}

interface YearEnd {
  readonly balance: Decimal
  readonly carried_over: Decimal
  readonly converted: Decimal
  readonly forfeited: Decimal
  readonly entries: readonly LeaveEntry[]
  trace(): TraceLine[]
}

/**
 * Closes a leave year on its last day. Days carried over leave the year and enter the next one as credits of their
 * own, so that they can expire by themselves. A balance that is owed stays owed.
 */
export function closeYear(ledger: LeaveLedger, lastDay: string, rules: YearEndRules): YearEnd {
  requireDate(lastDay, 'last_day')
  const expired = expiries(ledger, lastDay)
  const balance = balanceOn([...ledger, ...expired], lastDay)
  const most = Decimal.max(balance, ZERO)
  const carryLimit = readPositive(rules.max_carry_over, 'rules.max_carry_over')
  const cashLimit = !rules.is_convertible
    ? ZERO
    : rules.max_convertible === undefined
      ? most
      : readPositive(rules.max_convertible, 'rules.max_convertible')
  const isCashFirst = rules.first === 'conversion'
  const firstPart = Decimal.min(most, isCashFirst ? cashLimit : carryLimit)
  const secondPart = Decimal.min(most.minus(firstPart), isCashFirst ? carryLimit : cashLimit)
  const [carried, converted] = isCashFirst ? [secondPart, firstPart] : [firstPart, secondPart]
  const forfeited = most.minus(carried).minus(converted)
  const next = addDays(lastDay, 1)
  const entries: LeaveEntry[] = [...expired]
  const add = (kind: LeaveEntry['kind'], date: string, days: Decimal, note: string): void => {
    if (!days.isZero()) entries.push({ date, kind, days, key: `${kind}:${date}`, note })
  }
  add('conversion', lastDay, converted.neg(), 'Paid in cash at the end of the year')
  add('forfeit', lastDay, forfeited.neg(), 'Not used by the end of the year')
  add('carry_over', lastDay, carried.neg(), 'Carried over to the next year')
  if (!carried.isZero())
    entries.push({
      date: next,
      kind: 'carry_over',
      days: carried,
      key: `carry_over:${next}`,
      ...(rules.carry_over_months === undefined ? {} : { expires_on: addDays(addMonths(next, rules.carry_over_months), -1) }),
      note: 'Carried over from the year before',
    })
  return {
    balance,
    carried_over: carried,
    converted,
    forfeited,
    entries,
    trace: () => [
      {
        about: 'year_end',
        text: `${balance} days were left on ${lastDay}: ${carried} carried over (at most ${carryLimit}), ${converted} paid in cash, ${forfeited} lost.`,
      },
    ],
  }
}

/** The cash of unused leave: days × daily rate, half-up to the centavo. Days keep all their decimals until here. */
export function conversionPay(days: Amount, dailyRate: Amount): { readonly amount: Decimal; trace(): TraceLine[] } {
  const count = readPositive(days, 'days')
  const rate = readPositive(dailyRate, 'daily_rate')
  const amount = round2(count.times(rate))
  return {
    amount,
    trace: () => [
      {
        about: 'conversion',
        text: `${round6(count)} days × ${pesos(rate)} a day = ${pesos(amount)}.`,
        source: 'Labor Code art. 95 for service incentive leave; company policy for other leave',
      },
    ],
  }
}
