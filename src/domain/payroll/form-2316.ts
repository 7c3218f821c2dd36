/**
 * Items 19 to 52 of BIR form 2316 (September 2021) from the posted payrolls of a year. The form splits gross compensation
 * into non-taxable (29 to 38) and taxable parts (39 to 52); contributions have an item of their own (36), so basic salary
 * is shown net of them. Sums entered for the year without a payroll are split only as far as the year's record splits
 * them.
 */
import { Decimal, ZERO } from '../../kernel/decimal.ts'
import { annualTax, type StatutoryTables } from '../statutory/index.ts'

/** Sums of a year from its record; pesos. */
export interface YearOfPay {
  readonly gross: Decimal
  /** 13th month and other benefits within and beyond the yearly ceiling. */
  readonly nontaxable_13th: Decimal
  readonly taxable_13th: Decimal
  readonly de_minimis: Decimal
  /** The employee's shares of SSS, PhilHealth and Pag-IBIG. */
  readonly contributions: Decimal
  /** After contributions and union dues. */
  readonly taxable: Decimal
  readonly withheld: Decimal
}

/** All payslip lines of one pay item in a year: the code of lines without a record, the treatment of the pay item. */
export interface PaidItem {
  readonly code: string
  readonly kind: string | null
  readonly is_earning: boolean
  readonly amount: Decimal
  readonly taxable: Decimal
  readonly exempt: Decimal
}

export interface Year2316 {
  readonly year: number
  readonly items: readonly PaidItem[]
  /** The part of `whole` that came from payrolls. */
  readonly paid: YearOfPay
  readonly whole: YearOfPay
  readonly previous: { readonly taxable: Decimal; readonly withheld: Decimal }
}

const BASIC: ReadonlySet<string> = new Set([
  'BASIC',
  'LEAVE_PAID',
  'ABSENT',
  'LEAVE_UNPAID',
  'LATE',
  'UNDERTIME',
  'MATERNITY_LEAVE',
  'MATERNITY_SHARES',
])
/** Kinds whose exempt part is de minimis, or fills the yearly ceiling with 13th month and other benefits. */
const LIMITED: ReadonlySet<string> = new Set(['13th_month', 'bonus', 'other_benefit', 'de_minimis'])
export const isLimitedBenefit = ({ code, kind }: PaidItem): boolean => code === 'LEAVE_CONVERSION' || (kind !== null && LIMITED.has(kind))
/** Amounts that are no compensation from this employer. */
const NO_PAY: ReadonlySet<string> = new Set(['reimbursement', 'sss_benefit', 'service_fee'])
export const isCompensation = ({ code, kind }: PaidItem): boolean =>
  !(kind !== null && NO_PAY.has(kind)) && !/^SSS_(MATERNITY|SICKNESS)/.test(code)

/** Items of the exempt and of the taxable part of an earning. */
function boxes(item: PaidItem): readonly [exempt: string, taxable: string] {
  const { code, kind } = item
  if (BASIC.has(code) || kind === 'basic') return ['29', '39']
  if (code === 'HOLIDAY') return ['30', '51A']
  if (code === 'OVERTIME') return ['31', '50']
  if (code === 'NIGHT') return ['32', '51A']
  switch (kind) {
    case 'hazard':
      return ['33', '49']
    case 'premium':
      return ['31', '51A']
    case 'cola':
      return ['37', '42']
    case 'commission':
      return ['37', '45']
    case 'allowance':
      return ['37', code === 'TRANSPORT' ? '41' : '44A']
    default:
      return ['37', isLimitedBenefit(item) ? '48' : '51B']
  }
}

const EXEMPT = ['29', '30', '31', '32', '33', '34', '35', '36', '37'] as const
const TAXED = ['39', '40', '41', '42', '43', '44A', '44B', '45', '46', '47', '48', '49', '50', '51A', '51B'] as const

/**
 * Amounts in pesos by number of the item. Basic salary of a year whose taxable compensation owes no tax is exempt (item
 * 29: "including the exempt P250,000 and below"; unconfirmed: the form's text, no circular illustrates it). The tax due
 * is that of the table in force at the end of the year.
 */
export function form2316({ year, items, paid, whole, previous }: Year2316, tables: StatutoryTables): Readonly<Record<string, Decimal>> {
  const box: Record<string, Decimal> = Object.fromEntries([...EXEMPT, ...TAXED].map((name) => [name, ZERO]))
  const add = (name: string, amount: Decimal) => {
    box[name] = box[name]!.plus(amount)
  }
  let [taxed, limited, dues] = [ZERO, ZERO, ZERO]
  for (const item of items) {
    const { kind, exempt, taxable } = item
    if (!item.is_earning) {
      if (kind === 'union_dues') dues = dues.plus(item.amount.abs())
      continue
    }
    if (!isCompensation(item)) continue
    const [free, other] = boxes(item)
    taxed = taxed.plus(taxable)
    add(other, taxable)
    if (isLimitedBenefit(item)) limited = limited.plus(exempt)
    else add(free, exempt)
  }
  add('34', whole.nontaxable_13th)
  add('35', limited.minus(paid.nontaxable_13th))
  add('36', whole.contributions.plus(dues))
  // The part of contributions and dues that reduced taxable basic salary; the rest belongs to exempt wages.
  const lowered = taxed.minus(paid.taxable)
  add('39', lowered.neg())
  add('29', Decimal.min(ZERO, lowered.minus(paid.contributions).minus(dues)))
  entered(add, paid, whole)
  const sum = (names: readonly string[]): Decimal => names.reduce((all, name) => all.plus(box[name]!), ZERO)
  const due = annualTax(tables, `${year}-12-31`, Decimal.max(ZERO, sum(TAXED).plus(previous.taxable))).tax
  if (due.isZero() && box['39']!.isPositive()) {
    add('29', box['39']!)
    box['39'] = ZERO
  }
  const [exempt, taxable] = [sum(EXEMPT), sum(TAXED)]
  const withheld = whole.withheld.plus(previous.withheld)
  return {
    '19': exempt.plus(taxable),
    '20': exempt,
    '21': taxable,
    '22': previous.taxable,
    '23': taxable.plus(previous.taxable),
    '24': due,
    '25A': whole.withheld,
    '25B': previous.withheld,
    '26': withheld,
    '27': ZERO,
    '28': withheld,
    ...box,
    '38': exempt,
    '52': taxable,
  }
}

/** Amounts of the year's record beyond its payrolls: opening sums, and changes by hand. */
function entered(add: (name: string, amount: Decimal) => void, paid: YearOfPay, whole: YearOfPay): void {
  const more = (name: keyof YearOfPay): Decimal => whole[name].minus(paid[name])
  add('35', more('de_minimis'))
  add('48', more('taxable_13th'))
  add('39', more('taxable').minus(more('taxable_13th')))
  const rest = more('gross').minus(more('taxable')).minus(more('nontaxable_13th')).minus(more('de_minimis')).minus(more('contributions'))
  add('37', Decimal.max(ZERO, rest))
}
