/**
 * Net to gross: the pay that leaves an agreed net after contributions, tax and deductions. Contributions step at
 * brackets and centavos are rounded, so that an exact net does not always exist: the answer is a gross, found to
 * the centavo, whose net is the agreed one or just above it.
 */
import { Decimal, ZERO } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { type Amount, readPositive, STATUTORY, type StatutoryTables } from '../statutory/index.ts'
import { computePayslip } from './payslip.ts'
import type { Payslip } from './result.ts'
import type { PayslipInput } from './types.ts'

export interface NetToGross {
  readonly gross: Decimal
  readonly payslip: Payslip
  /** How much the net is above the agreed one; mostly zero. */
  readonly over: Decimal
}

/** Above every salary: the search gives up there. */
const HIGHEST = 10n ** 13n

/**
 * Finds the amount. `build` puts an amount into the input: as the basic rate, or as the bonus to be grossed up.
 * Net rises with pay except for the small steps of contribution brackets, so halving the range finds it.
 */
export function netToGross(net: Amount, build: (amount: Decimal) => PayslipInput, tables: StatutoryTables = STATUTORY): NetToGross {
  const target = readPositive(net, 'net')
  const pay = (centavos: bigint): Payslip => computePayslip(build(new Decimal(centavos.toString()).div(100)), tables)
  let low = 1n
  let high = BigInt(Decimal.max(target.times(100), 100).toFixed(0))
  while (pay(high).net.lt(target)) {
    low = high
    high *= 2n
    if (high > HIGHEST) throw new DomainError('net', `No pay leaves a net of ${target.toFixed(2)}`)
  }
  while (low < high) {
    const middle = (low + high) / 2n
    if (pay(middle).net.lt(target)) low = middle + 1n
    else high = middle
  }
  const payslip = pay(high)
  const over = payslip.net.minus(target)
  return { gross: new Decimal(high.toString()).div(100), payslip, over: over.isNegative() ? ZERO : over }
}
