/** Retirement as a cause of separation: from which age and length of service there is one. */
import { lengthOfService, RETIREMENT_AGE, RETIREMENT_SERVICE } from '../../../domain/payroll/index.ts'
import type { Row } from '../../../engine/model/module.ts'
import { sameValue } from '../../../engine/runtime/compute/index.ts'
import { invalid } from '../../platform/errors.ts'
import { textOf } from '../../records/row.ts'

const BASIS = ['separation_cause', 'date_separated', 'date_hired', 'birth_at'] as const

/**
 * Refuses retirement where no law knows one: below the least age of any law, or after fewer than five years of service
 * before the compulsory age (RA 7641). What an agreement pays earlier is separation pay by agreement. Between the least
 * and the optional age the final pay asks, since only some occupations and plans retire that early.
 */
export function requireRetirement(before: Row | undefined, record: Row): void {
  const [hired, left, born] = ['date_hired', 'date_separated', 'birth_at'].map((name) => textOf(record, name).slice(0, 10))
  if (record.separation_cause !== 'retirement' || !hired || !left || !born || left < hired) return
  if (before && BASIS.every((name) => sameValue(record[name], before[name]))) return
  const age = Number(left.slice(0, 4)) - Number(born.slice(0, 4)) - (left.slice(5) < born.slice(5) ? 1 : 0)
  const instead = 'Choose Resignation, and enter as separation pay agreed what a retirement plan or agreement pays.'
  if (age < RETIREMENT_AGE.least)
    throw invalid({
      separation_cause: [
        `Retirement is possible from age ${RETIREMENT_AGE.optional}, in some occupations from ${RETIREMENT_AGE.least}. ${instead}`,
      ],
    })
  if (age < RETIREMENT_AGE.compulsory && lengthOfService(hired, left).years < RETIREMENT_SERVICE)
    throw invalid({
      separation_cause: [`Retirement needs ${RETIREMENT_SERVICE} years of service before age ${RETIREMENT_AGE.compulsory}. ${instead}`],
    })
}
