/**
 * Retroactive pay: past payrolls are worked out again with the new rate, and the differences, line by line, become
 * items of the current payroll. Past payslips stay as they were.
 */
import { type Decimal, ZERO } from '../decimal.ts'
import { type Amount, pesos, STATUTORY, type StatutoryTables } from '../statutory/index.ts'
import { computePayslip } from './payslip.ts'
import type { PayLine } from './result.ts'
import { DEFAULT_SETTINGS } from './settings.ts'
import type { EmployeeTerms, PayItem, PayslipInput, TermsChange } from './types.ts'

export interface RetroactivePay {
  /** To be put into the current payroll. */
  readonly items: readonly PayItem[]
  readonly total: Decimal
  /** One row per past payroll and line, for the explanation. */
  readonly differences: readonly {
    readonly from: string
    readonly to: string
    readonly code: string
    readonly paid: Decimal
    readonly due: Decimal
    readonly difference: Decimal
  }[]
}

/**
 * A change of the terms that reaches back: `past` are the payrolls as they were computed, `change` the new rate of all
 * of them, or new terms from a day on, which may lie inside a period (its time then has parts).
 */
export function retroactivePay(
  past: readonly PayslipInput[],
  change: Amount | TermsChange,
  tables: StatutoryTables = STATUTORY,
): RetroactivePay {
  const differences: RetroactivePay['differences'][number][] = []
  const sums = new Map<string, { line: PayLine; amount: Decimal }>()
  for (const input of past) {
    const old = earningsByCode(computePayslip(input, tables).lines)
    const due = earningsByCode(computePayslip({ ...input, employee: withChange(input.employee, change) }, tables).lines)
    for (const [code, line] of due) {
      const paid = old.get(code)?.amount ?? ZERO
      const difference = line.amount.minus(paid)
      if (difference.isZero()) continue
      differences.push({ from: input.period.from, to: input.period.to, code, paid, due: line.amount, difference })
      sums.set(code, { line, amount: (sums.get(code)?.amount ?? ZERO).plus(difference) })
    }
  }
  const taxability = past[0]?.settings?.retroactive_taxability ?? DEFAULT_SETTINGS.retroactive_taxability
  let total = ZERO
  const items = [...sums].map(([code, { line, amount }]): PayItem => {
    total = total.plus(amount)
    const basic = line.counts.thirteenth_month
    return {
      code: `RETRO_${code}`,
      name: `Retroactive: ${line.name.toLowerCase()}, ${pesos(amount)} for earlier payrolls`,
      kind: basic ? 'basic' : 'premium',
      amount,
      taxability,
      account_role: line.account_role,
    }
  })
  return { items, total, differences }
}

function withChange(employee: EmployeeTerms, change: Amount | TermsChange): EmployeeTerms {
  if (!isTermsChange(change)) return { ...employee, rate: change, rate_changes: [] }
  const others = employee.rate_changes?.filter((one) => one.effective_from !== change.effective_from) ?? []
  return { ...employee, rate_changes: [...others, change] }
}
const isTermsChange = (change: Amount | TermsChange): change is TermsChange => typeof change === 'object' && 'effective_from' in change

/** What the rate of pay decides: everything earned except benefits with limits. */
function earningsByCode(lines: readonly PayLine[]): Map<string, PayLine> {
  return new Map(lines.filter((line) => line.group === 'earning' && line.code !== '13TH_MONTH').map((line) => [line.code, line]))
}
