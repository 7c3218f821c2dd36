/**
 * Retroactive pay: past payrolls are recomputed with the new rate, and the differences, line by line, become items of the
 * current payroll. Past payslips stay as they were.
 */
import { type Decimal, ZERO } from '../../kernel/decimal.ts'
import { type Amount, pesos, STATUTORY, type StatutoryTables } from '../statutory/index.ts'
import { computePayslip } from './payslip.ts'
import type { PayLine } from './result.ts'
import { DEFAULT_SETTINGS } from './settings.ts'
import type { EmployeeTerms, PayItem, PayrollSettings, PayslipInput, TermsChange } from './types.ts'

/** The amount that a past payroll paid on one line, and the amount due by the new terms. */
export interface RetroactiveDifference {
  readonly from: string
  readonly to: string
  readonly code: string
  readonly paid: Decimal
  readonly due: Decimal
  readonly difference: Decimal
  /** The number of that payroll. */
  readonly payroll?: string
  /** The item that pays it, without its amount. */
  readonly item: Pick<PayItem, 'name' | 'kind'> & Partial<PayItem>
}

export interface RetroactivePay {
  /** To be put into the current payroll. */
  readonly items: readonly PayItem[]
  readonly total: Decimal
  /** One row per past payroll and line, for the explanation. */
  readonly differences: readonly RetroactiveDifference[]
}

/**
 * A change of the terms that reaches back: `past` are the payrolls as they were computed, `change` the new rate of all of
 * them, or new terms from a day on, which may be inside a period (its time then has parts).
 */
export function retroactivePay(
  past: readonly PayslipInput[],
  change: Amount | TermsChange,
  tables: StatutoryTables = STATUTORY,
): RetroactivePay {
  const differences = past.flatMap((input) => retroactiveDifferences(input, withChange(input.employee, change), tables))
  const total = differences.reduce((sum, retroactiveDifference) => sum.plus(retroactiveDifference.difference), ZERO)
  return { items: retroactiveItems(differences, past[0]?.settings?.retroactive_taxability), total, differences }
}

/** The lines of a past payroll with another amount by the terms of `employee`; benefits with limits are left out. */
export function retroactiveDifferences(
  input: PayslipInput,
  employee: EmployeeTerms,
  tables: StatutoryTables,
  payroll?: string,
): RetroactiveDifference[] {
  const now = computePayslip({ ...input, employee }, tables)
  const paid = earningsByCode(computePayslip(input, tables).lines)
  const due = earningsByCode(now.lines)
  const result: RetroactiveDifference[] = []
  // Lines that are no longer due at all (leave by the day, once the pay is monthly) count as well.
  for (const [code, line] of new Map([...due, ...[...paid].filter(([code]) => !due.has(code))])) {
    const [was, is] = [paid.get(code)?.amount ?? ZERO, due.get(code)?.amount ?? ZERO]
    if (is.eq(was)) continue
    result.push({
      from: input.period.from,
      to: input.period.to,
      code,
      paid: was,
      due: is,
      difference: is.minus(was),
      ...(payroll === undefined ? {} : { payroll }),
      item: itemOf(input, line),
    })
  }
  return result
}

/** An amount that depends on the rate keeps its own treatment; other lines are pay for earlier time. */
function itemOf(input: PayslipInput, line: PayLine): RetroactiveDifference['item'] {
  const { name, counts, account_role } = line
  const paidItem = input.items?.find((item) => item.code === line.code)
  if (paidItem)
    return {
      name,
      kind: paidItem.kind,
      account_role,
      ...(paidItem.counts ? { counts: paidItem.counts } : {}),
      ...(paidItem.taxability ? { taxability: paidItem.taxability } : {}),
      ...(paidItem.benefit ? { benefit: paidItem.benefit } : {}),
    }
  return {
    name,
    kind: counts.thirteenth_month ? 'basic' : 'premium',
    counts: { sss: counts.sss, pagibig: counts.pagibig, thirteenth_month: counts.thirteenth_month },
    account_role,
  }
}

/** One item per line of pay, for all past payrolls together. */
export function retroactiveItems(
  differences: readonly RetroactiveDifference[],
  taxability: PayrollSettings['retroactive_taxability'] = DEFAULT_SETTINGS.retroactive_taxability,
): PayItem[] {
  const byCode = new Map<string, RetroactiveDifference[]>()
  for (const difference of differences) byCode.set(difference.code, [...(byCode.get(difference.code) ?? []), difference])
  return [...byCode].map(([code, rows]): PayItem => {
    const { item } = rows[0]!
    const amount = rows.reduce((sum, retroactiveDifference) => sum.plus(retroactiveDifference.difference), ZERO)
    return {
      ...(item.kind === 'basic' || item.kind === 'premium' ? { taxability } : {}),
      ...item,
      code: `RETRO_${code}`,
      name: `Retroactive: ${item.name.toLowerCase()}, ${pesos(amount)} for earlier payrolls`,
      amount,
      differences: rows.map(({ from, to, paid, due, payroll }) => ({
        from,
        to,
        paid: paid.toFixed(),
        due: due.toFixed(),
        ...(payroll === undefined ? {} : { payroll }),
      })),
    }
  })
}

function withChange(employee: EmployeeTerms, change: Amount | TermsChange): EmployeeTerms {
  if (!isTermsChange(change)) return { ...employee, rate: change, rate_changes: [] }
  const others = employee.rate_changes?.filter((rate_change) => rate_change.effective_from !== change.effective_from) ?? []
  return { ...employee, rate_changes: [...others, change] }
}
const isTermsChange = (change: Amount | TermsChange): change is TermsChange => typeof change === 'object' && 'effective_from' in change

/** Amounts that depend on the rate of pay: all earnings except benefits with limits. */
function earningsByCode(lines: readonly PayLine[]): Map<string, PayLine> {
  return new Map(lines.filter((line) => line.group === 'earning' && line.code !== '13TH_MONTH').map((line) => [line.code, line]))
}
