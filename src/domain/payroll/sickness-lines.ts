/** The lines of SSS sickness benefits on a payslip: what the employer advances for the days of each payroll. */
import { Decimal, ZERO } from '../../kernel/decimal.ts'
import { averageDailySalaryCredit, type SicknessClaim, sicknessAdvance, sicknessRules } from '../leave/sickness.ts'
import { percent, pesos, type RuleUsed, readAmount, readPositive } from '../statutory/index.ts'
import type { Earning } from './lines.ts'
import { sixHighest } from './maternity.ts'
import { KINDS } from './pay-item-kinds.ts'
import type { Job } from './payslip-context.ts'

/** `86,500.00 ÷ 180 × 90% × 7 days = 3,027.50`, from the credits of the formula. */
function benefitFormula(claim: SicknessClaim, days: number, benefit: string): string {
  if (claim.sss_benefit !== undefined) return `${benefit} for ${days} days, as entered with the claim`
  const share = percent(readPositive(sicknessRules(claim.from).share, 'sickness.share'))
  return `(${sixHighest(claim.credits ?? [])
    .map(pesos)
    .join(' + ')}) ÷ 180 × ${share} × ${days} days = ${benefit}`
}

/** One line for each claim with days in this payroll, or a difference to settle. Not taxed, and no part of any base. */
export function sicknessBenefits(job: Job): Earning[] {
  const lines: Earning[] = []
  for (const claim of job.input.sickness ?? []) {
    const { days, amount, all_days: allDays, benefit } = sicknessAdvance(claim)
    if (amount.isZero()) continue
    const { effective_from, source } = sicknessRules(claim.from)
    const rule: RuleUsed = { table: 'SSS sickness benefit', effective_from, source }
    const advanced = readAmount(claim.advanced, 'sickness.advanced')
    const daily = allDays === 0 ? ZERO : benefit.div(allDays)
    const passed = days + claim.advanced_days
    lines.push({
      code: `SSS_SICKNESS-${claim.key}`,
      name: 'SSS sickness benefit',
      kind: KINDS.sss_benefit,
      quantity: new Decimal(days),
      unit: 'day',
      rate: daily,
      amount,
      words: () =>
        `SSS sickness benefit for your confinement from ${claim.from} to ${claim.to} (${claim.claim}), which your employer advances. It is not taxable.`,
      formula: () =>
        `${benefitFormula(claim, allDays, pesos(benefit))}; ${passed} of ${allDays} days${advanced.isZero() ? '' : ` less ${pesos(advanced)} advanced before`} = ${pesos(amount)}`,
      inputs: () => ({
        days: String(days),
        days_of_claim: String(allDays),
        benefit: pesos(benefit),
        ...(claim.sss_benefit === undefined ? { daily_salary_credit: pesos(averageDailySalaryCredit(claim.credits ?? [])) } : {}),
        advanced_before: pesos(advanced),
      }),
      rules: () => [rule],
    })
  }
  return lines
}
