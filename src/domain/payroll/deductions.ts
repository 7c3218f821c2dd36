/**
 * Loans and other deductions in order of priority (Labor Code art. 113; RA 9262). Each takes its instalment, never
 * more than its balance and never more than leaves the minimum net pay; what could not be taken is reported.
 */
import { Decimal, round2, ZERO } from '../../kernel/decimal.ts'
import { type Amount, pesos, readPositive } from '../statutory/index.ts'
import { otherLine } from './lines.ts'
import type { PayLine, Shortfall } from './result.ts'
import { DEDUCTION_ACCOUNT, DEDUCTION_LAW, DEDUCTION_PRIORITY } from './settings.ts'
import type { Deduction } from './types.ts'

export interface Taken {
  readonly lines: readonly PayLine[]
  readonly shortfalls: readonly Shortfall[]
  readonly total: Decimal
}

const NONE: Taken = { lines: [], shortfalls: [], total: ZERO }

/** Rules of deductions: the pay that they must leave, and whether balances are settled. */
export interface DeductionRules {
  /** Least remaining pay in pesos, and as a share of gross pay; the larger one applies. */
  readonly minimum_net_pay?: Amount
  readonly minimum_net_share?: Amount
  /** The last pay: whole balances are deducted. */
  readonly settle?: boolean
}

/**
 * Takes deductions from the pay after contributions and tax (`disposable`), in the order of priority: garnishments,
 * loans, union dues and the rest. `gross` is the base of shares of gross pay and of the minimum net pay.
 */
export function takeDeductions(
  deductions: readonly Deduction[],
  pay: { readonly gross: Decimal; readonly disposable: Decimal },
  rules: DeductionRules = {},
): Taken {
  if (deductions.length === 0) return NONE
  const minimum = Decimal.max(
    readPositive(rules.minimum_net_pay ?? 0, 'settings.minimum_net_pay'),
    round2(pay.gross.times(readPositive(rules.minimum_net_share ?? 0, 'settings.minimum_net_share'))),
    ZERO,
  )
  const lines: PayLine[] = []
  const shortfalls: Shortfall[] = []
  let left = pay.disposable
  let sum = ZERO
  for (const deduction of inPriority(deductions)) {
    if (deduction.paused) continue
    const scheduled = scheduledAmount(deduction, pay, rules.settle ?? false)
    // Court-ordered deductions may go below the company's minimum, never below zero.
    const keep = deduction.kind === 'support_order' || deduction.kind === 'garnishment' ? ZERO : minimum
    const room = Decimal.max(left.minus(keep), ZERO)
    let taken = Decimal.min(scheduled, room)
    if (deduction.whole_only && taken.lt(scheduled)) taken = ZERO
    left = left.minus(taken)
    sum = sum.plus(taken)
    if (taken.lt(scheduled)) shortfalls.push({ code: deduction.code, scheduled, taken, carried: scheduled.minus(taken) })
    if (!taken.isZero()) lines.push(deductionLine(deduction, scheduled, taken))
  }
  return { lines, shortfalls, total: sum }
}

const priority = (deduction: Deduction): number => deduction.priority ?? DEDUCTION_PRIORITY[deduction.kind]

/** By priority; equal ones as they were given. */
const inPriority = (deductions: readonly Deduction[]): Deduction[] =>
  deductions
    .map((deduction) => ({ deduction, order: priority(deduction) }))
    .sort((a, b) => a.order - b.order)
    .map(({ deduction }) => deduction)

/** The instalment: an amount or a share of pay, at most the balance. A final pay asks for the whole balance. */
export function scheduledAmount(
  deduction: Deduction,
  pay: { readonly gross: Decimal; readonly disposable: Decimal },
  settle = false,
): Decimal {
  const balance = deduction.balance === undefined ? undefined : readPositive(deduction.balance, `deductions.${deduction.code}.balance`)
  if (settle && balance) return balance
  let amount: Decimal
  if (deduction.percent !== undefined) {
    const base = deduction.percent_of === 'gross' ? pay.gross : pay.disposable
    amount = round2(Decimal.max(base, ZERO).times(readPositive(deduction.percent, `deductions.${deduction.code}.percent`)))
  } else amount = round2(readPositive(deduction.amount, `deductions.${deduction.code}.amount`))
  return balance ? Decimal.min(amount, balance) : amount
}

function deductionLine(deduction: Deduction, scheduled: Decimal, taken: Decimal): PayLine {
  return otherLine({
    code: deduction.code,
    name: deduction.name,
    group: 'deduction',
    amount: taken.neg(),
    account_role: deduction.account_role ?? DEDUCTION_ACCOUNT[deduction.kind],
    payee: deduction.payee,
    is_repayment: deduction.kind === 'company_loan' || deduction.kind === 'cash_advance',
    explain: () => ({
      words:
        deduction.balance === undefined
          ? `${deduction.name}.`
          : `${deduction.name}: the instalment, not more than the balance of ${pesos(new Decimal(deduction.balance))}.`,
      formula: taken.eq(scheduled)
        ? pesos(taken)
        : `${pesos(taken)} of ${pesos(scheduled)}; the rest would leave too little net pay and is carried forward`,
      inputs: {
        scheduled: pesos(scheduled),
        ...(deduction.balance === undefined
          ? {}
          : { balance_before: pesos(new Decimal(deduction.balance)), balance_after: pesos(new Decimal(deduction.balance).minus(taken)) }),
      },
      rules: [DEDUCTION_LAW[deduction.kind]],
    }),
  })
}
