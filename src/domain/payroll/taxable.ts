/**
 * How much of each earning is taxed. In this order: a minimum wage earner's wage and premiums are exempt; de
 * minimis benefits up to their limits; 13th month, other benefits and the excess of de minimis up to the yearly
 * ceiling; what remains is regular or supplementary compensation (RR 11-2018 sections 2.78.1 and 2.79(B)).
 */
import { Decimal, ONE, ZERO } from '../../kernel/decimal.ts'
import {
  deMinimisLimit,
  knownMinimumWage,
  limitWindow,
  minimumWage,
  pesos,
  type RuleUsed,
  splitDeMinimis,
  splitOtherBenefits,
} from '../statutory/index.ts'
import type { Earning } from './lines.ts'
import type { Job } from './payslip-context.ts'
import type { PayLine, Taxability, Trace } from './result.ts'

export interface Classified {
  readonly lines: readonly PayLine[]
  readonly regular: Decimal
  readonly supplementary: Decimal
  readonly exempt: Decimal
  /** The share of wages that is no exempt minimum wage: so much of the contributions lowers taxable pay. */
  readonly taxable_wages: Decimal
  /** The limits used up, this payroll included. */
  readonly other_benefits_exempt: Decimal
  readonly de_minimis: Readonly<Record<string, Decimal>>
}

interface Limits {
  basket: Decimal
  readonly previousBasket: Decimal
  /** Copied when something is added to it. */
  deMinimis: Record<string, Decimal>
}

interface Part {
  readonly taxability: Taxability
  readonly taxable: Decimal
  readonly exempt: Decimal
  /** Of a de minimis benefit, the part within its own limit; the rest counts with 13th month and other benefits. */
  readonly within_limit?: Decimal
  readonly words?: string
  readonly rules?: readonly RuleUsed[]
}

/** Converts earnings to lines with their taxable part. */
export function classify(job: Job, earnings: readonly Earning[]): Classified {
  const limits: Limits = {
    basket: job.carried.year.other_benefits_exempt,
    previousBasket: job.carried.previous.other_benefits_exempt,
    deMinimis: job.carried.year.de_minimis as Record<string, Decimal>,
  }
  let [regular, supplementary, exempt, wages, minimumWages] = [ZERO, ZERO, ZERO, ZERO, ZERO]
  const lines = earnings.map((earning) => {
    if (earning.kind.minimum_wage) {
      wages = wages.plus(earning.amount)
      minimumWages = minimumWages.plus(minimumWageOf(job, earning))
    }
    const part = taxedPart(job, earning, limits)
    if (part.taxability === 'regular') regular = regular.plus(part.taxable)
    else if (part.taxability === 'supplementary') supplementary = supplementary.plus(part.taxable)
    if (part.taxability !== 'none') exempt = exempt.plus(part.exempt)
    return toLine(earning, part)
  })
  const isPart = !minimumWages.isZero() && minimumWages.lt(wages)
  const taxableWages = isPart
    ? ONE.minus(minimumWages.div(wages))
    : (wages.isZero() ? job.minimumWageEarner : !minimumWages.isZero())
      ? ZERO
      : ONE
  return {
    lines,
    regular,
    supplementary,
    exempt,
    taxable_wages: taxableWages,
    other_benefits_exempt: limits.basket,
    de_minimis: limits.deMinimis,
  }
}

/** The part of an earning that is a minimum wage earner's exempt wage. */
const minimumWageOf = (job: Job, { amount, minimum_wage_amount }: Earning): Decimal =>
  minimum_wage_amount ?? (job.minimumWageEarner ? amount : ZERO)

function taxedPart(job: Job, earning: Earning, limits: Limits): Part {
  const { kind, amount } = earning
  if (kind.tax === 'none') return { taxability: 'none', taxable: ZERO, exempt: ZERO }
  if (kind.tax === 'exempt') return { taxability: 'exempt', taxable: ZERO, exempt: amount }
  if (kind.minimum_wage && (kind.tax === 'regular' || kind.tax === 'supplementary')) {
    const wage = minimumWageOf(job, earning)
    const taxable = amount.minus(wage)
    if (!wage.isZero() || (amount.isZero() && job.minimumWageEarner))
      return {
        taxability: taxable.isZero() ? 'exempt' : kind.tax,
        taxable,
        exempt: wage,
        words: taxable.isZero()
          ? 'Non-taxable: you earn the minimum wage.'
          : `${pesos(wage)} is non-taxable: you earned the minimum wage for part of the period.`,
        rules: [
          {
            table: 'Minimum wage earners',
            effective_from: '2008-07-06',
            source: 'NIRC section 24(A)(2); RA 9504; RR 11-2018 section 2.78.1(B)(13)',
          },
        ],
      }
  }
  if (kind.tax === 'other_benefits') return inBasket(job, amount, { exemptAlready: ZERO, limits, rules: [] })
  if (kind.tax === 'de_minimis') return inDeMinimis(job, earning, limits)
  return { taxability: kind.tax, taxable: amount, exempt: ZERO }
}

/** Up to the item's own limit exempt, the excess into the basket. */
function inDeMinimis(job: Job, earning: Earning, limits: Limits): Part {
  const item = earning.benefit!
  const paidOn = job.period.pay_date
  const limit = deMinimisLimit(job.tables, paidOn, item)
  const key = `${item}|${limitWindow(limit.per, paidOn)}`
  const used = limits.deMinimis[key] ?? ZERO
  const inDays = limit.unit === 'days'
  const asked = inDays ? earning.quantity : earning.amount
  if (earning.amount.isNegative()) {
    // A correction gives back exempt room first.
    const back = Decimal.min(asked.abs(), used)
    limits.deMinimis = { ...limits.deMinimis, [key]: used.minus(back) }
    const exempt = (inDays ? earning.rate.times(back).toDecimalPlaces(2) : back).neg()
    return { ...inBasket(job, earning.amount.minus(exempt), { exemptAlready: exempt, limits, rules: [limit.rule] }), within_limit: exempt }
  }
  const split = splitDeMinimis(job.tables, paidOn, item, {
    amount: asked,
    used: limit.per === 'day' ? ZERO : used,
    ...(limit.unit === 'of_minimum_wage' ? { minimum_wage: wageOf(job), days: earning.quantity } : {}),
  })
  limits.deMinimis = { ...limits.deMinimis, [key]: used.plus(split.exempt) }
  const exempt = split.excess.isZero() ? earning.amount : inDays ? earning.rate.times(split.exempt).toDecimalPlaces(2) : split.exempt
  return { ...inBasket(job, earning.amount.minus(exempt), { exemptAlready: exempt, limits, rules: [split.rule] }), within_limit: exempt }
}

/** Meals are exempt up to a share of the minimum wage; where none of the region is known, that of Metro Manila. */
function wageOf({ tables, period, employee }: Job): Decimal {
  const regionalWage = employee.region ? knownMinimumWage(tables, period.pay_date, employee.region, employee.wage_category) : undefined
  return (regionalWage ?? minimumWage(tables, period.pay_date, 'NCR')).rate
}

/** What has been used of the yearly ceiling. */
interface BasketUse {
  readonly exemptAlready: Decimal
  readonly limits: Limits
  readonly rules: readonly RuleUsed[]
}

/** Up to the ceiling of the year exempt, the rest supplementary compensation. */
function inBasket(job: Job, amount: Decimal, { exemptAlready, limits, rules }: BasketUse): Part {
  if (amount.isZero()) return { taxability: 'exempt', taxable: ZERO, exempt: exemptAlready, words: 'Within its limit: non-taxable.', rules }
  if (amount.isNegative()) {
    const back = Decimal.min(amount.abs(), limits.basket)
    limits.basket = limits.basket.minus(back)
    return { taxability: 'supplementary', taxable: amount.plus(back), exempt: exemptAlready.minus(back), rules }
  }
  const split = splitOtherBenefits(job.tables, job.period.pay_date, amount, limits.basket.plus(limits.previousBasket))
  limits.basket = limits.basket.plus(split.exempt)
  const exempt = exemptAlready.plus(split.exempt)
  return {
    taxability: split.excess.isZero() ? 'exempt' : 'supplementary',
    taxable: split.excess,
    exempt,
    words: split.excess.isZero()
      ? 'Non-taxable within the yearly ceiling of 13th month pay and other benefits.'
      : `${pesos(exempt)} is non-taxable; ${pesos(split.excess)} is over the limits and taxed as supplementary compensation.`,
    rules: [...rules, split.rule],
  }
}

function toLine(earning: Earning, part: Part): PayLine {
  return {
    code: earning.code,
    name: earning.name,
    group: 'earning',
    quantity: earning.quantity,
    unit: earning.unit,
    rate: earning.rate,
    amount: earning.amount,
    taxability: part.taxability,
    taxable: part.taxable,
    exempt: part.exempt,
    ...(part.within_limit && { within_limit: part.within_limit }),
    counts: earning.kind,
    account_role: earning.kind.account_role,
    explain: (): Trace => ({
      words: part.words ? `${earning.words()} ${part.words}` : earning.words(),
      formula: earning.formula(),
      inputs: earning.inputs?.() ?? {},
      rules: [...(earning.rules?.() ?? []), ...(part.rules ?? [])],
    }),
  }
}
