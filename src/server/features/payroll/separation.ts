/** The separation part of a final pay: separation pay or retirement pay, from the employee's record. */

import { type FinalPay, lengthOfService, RETIREMENT_SERVICE, type SeparationCause } from '../../../domain/payroll/index.ts'
import { Decimal, dec, ZERO } from '../../../kernel/decimal.ts'
import type { AmountRow } from './items.ts'

export interface Separated {
  readonly date_hired: string | null
  readonly date_separated: string | null
  readonly separation_cause: SeparationCause | 'retirement' | 'end_of_contract' | null
  readonly agreed_separation_pay: string | null
}

/**
 * Regular allowances of a month in pesos, as they are part of the monthly pay for separation pay. `daysPerYear`: the paid
 * days of a year.
 */
function monthlyAllowances(amounts: readonly AmountRow[], daysPerYear: Decimal): Decimal {
  let sum = ZERO
  for (const { source, unit_type, time_unit, amount } of amounts) {
    if (source !== 'allowance' || unit_type !== 'amount') continue
    if (time_unit === 'per_day') sum = sum.plus(dec(amount).times(daysPerYear).div(12))
    else sum = sum.plus(time_unit === 'per_year' ? dec(amount).div(12) : dec(amount))
  }
  return sum.toDecimalPlaces(2, Decimal.ROUND_HALF_UP)
}

/**
 * The separation of a final pay (Labor Code arts. 298-299, RA 7641); undefined where the record names no cause. The end of
 * a contract is like a resignation: nothing is owed but what was agreed.
 */
export function finalPayOf(employee: Separated, amounts: readonly AmountRow[], daysPerYear: Decimal): FinalPay | undefined {
  const { date_hired, date_separated, separation_cause: cause, agreed_separation_pay: agreed } = employee
  if (!date_hired || !date_separated || cause === null) return undefined
  const service = lengthOfService(date_hired, date_separated)
  // An employee who reaches 65 retires with any length of service; the pay needs five years.
  if (cause === 'retirement') return service.years < RETIREMENT_SERVICE ? {} : { retirement: { service } }
  return {
    separation: {
      cause: cause === 'end_of_contract' ? 'resignation' : cause,
      service,
      monthly_allowances: monthlyAllowances(amounts, daysPerYear).toFixed(),
      ...(agreed === null ? {} : { agreed_amount: agreed }),
    },
  }
}
