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

/**
 * What shares of pay are taken of, in pesos. `disposable`: pay after contributions and tax; for union dues, which lower
 * the taxable pay, after contributions.
 */
export interface PayBases {
  readonly gross: Decimal
  readonly disposable: Decimal
}

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
export function takeDeductions(deductions: readonly Deduction[], pay: PayBases, rules: DeductionRules = {}): Taken {
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
    if (!taken.isZero()) lines.push(deductionLine(deduction, { scheduled, taken, pay }))
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
export function scheduledAmount(deduction: Deduction, pay: PayBases, settle = false): Decimal {
  const balance = deduction.balance === undefined ? undefined : readPositive(deduction.balance, `deductions.${deduction.code}.balance`)
  if (settle && balance) return balance
  let amount: Decimal
  if (deduction.percent !== undefined) {
    const base = deduction.percent_of === 'gross' ? pay.gross : pay.disposable
    amount = round2(Decimal.max(base, ZERO).times(readPositive(deduction.percent, `deductions.${deduction.code}.percent`)))
  } else amount = round2(readPositive(deduction.amount, `deductions.${deduction.code}.amount`))
  return balance ? Decimal.min(amount, balance) : amount
}

/** Why the scheduled amount is what it is, in words, and the arithmetic of a share of pay. */
function basisOf(deduction: Deduction, pay: PayBases): { words: string; formula: string; inputs: Record<string, string> } {
  const { name, percent, balance } = deduction
  const isGross = deduction.percent_of === 'gross'
  if (percent === undefined)
    return {
      words:
        balance === undefined
          ? `${name}: the amount set for each payroll.`
          : `${name}: the instalment, not more than the balance of ${pesos(new Decimal(balance))}.`,
      formula: '',
      inputs: {},
    }
  const share = `${new Decimal(percent).times(100).toFixed()}%`
  const base = pesos(Decimal.max(isGross ? pay.gross : pay.disposable, ZERO))
  let words = `${name}: ${share} of pay after contributions and tax.`
  if (isGross) words = `${name}: ${share} of gross pay.`
  else if (deduction.kind === 'union_dues') words = `${name}: ${share} of pay after contributions.`
  return { words, formula: `${base} × ${share} = `, inputs: { base } }
}

function deductionLine(
  deduction: Deduction,
  { scheduled, taken, pay }: { readonly scheduled: Decimal; readonly taken: Decimal; readonly pay: PayBases },
): PayLine {
  return otherLine({
    code: deduction.code,
    name: deduction.name,
    group: 'deduction',
    amount: taken.neg(),
    account_role: deduction.account_role ?? DEDUCTION_ACCOUNT[deduction.kind],
    payee: deduction.payee,
    is_repayment: deduction.kind === 'company_loan' || deduction.kind === 'cash_advance',
    explain: () => {
      const basis = basisOf(deduction, pay)
      // A balance below the share of pay is taken instead: then the arithmetic is not that of the share.
      const isShare = deduction.percent !== undefined && scheduled.eq(scheduledAmount({ ...deduction, balance: undefined }, pay))
      return {
        words: basis.words,
        formula: `${isShare ? basis.formula : ''}${
          taken.eq(scheduled)
            ? pesos(taken)
            : `${pesos(taken)} of ${pesos(scheduled)}; the rest would leave too little net pay and is carried forward`
        }`,
        inputs: {
          ...basis.inputs,
          scheduled: pesos(scheduled),
          ...(deduction.balance === undefined
            ? {}
            : { balance_before: pesos(new Decimal(deduction.balance)), balance_after: pesos(new Decimal(deduction.balance).minus(taken)) }),
        },
        rules: [DEDUCTION_LAW[deduction.kind]],
      }
    },
  })
}
