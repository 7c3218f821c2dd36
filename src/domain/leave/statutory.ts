/**
 * Statutory leaves: how many days, under which conditions. Days and limits are effective-dated data
 * (`tables/statutory-leaves.json`); the conditions are questions about the employee and the employer.
 */
import { Decimal, ZERO } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { type Effective, inForce, inOrder } from '../statutory/effective.ts'
import type { TraceLine } from '../time/trace-line.ts'
import type { DayCount } from './days.ts'
import data from './tables/statutory-leaves.json' with { type: 'json' }

const STATUTORY_LEAVES = [
  'service_incentive',
  'maternity',
  'maternity_miscarriage',
  'paternity',
  'solo_parent',
  'vawc',
  'special_women',
  'kasambahay_service_incentive',
] as const
export type StatutoryLeave = (typeof STATUTORY_LEAVES)[number]

interface StatutoryLeaveRow extends Effective {
  readonly leave: StatutoryLeave
  readonly name: string
  readonly days: number
  readonly day_count: DayCount
  readonly per: 'year' | 'event'
  readonly min_service_months?: number
  readonly min_employees?: number
  readonly pay: 'basic' | 'full' | 'basic_and_mandatory_allowances'
  readonly is_convertible: boolean
  readonly solo_parent_days?: number
  readonly unpaid_extension_days?: number
  readonly transferable_days?: number
  readonly postnatal_days?: number
  readonly min_contributions?: number
  readonly max_events?: number
}

type StatutoryLeaveTable = readonly StatutoryLeaveRow[]
const STATUTORY_LEAVE_TABLE = data.rows as StatutoryLeaveTable

/** The facts that the conditions need. Only those of the leave in question must be given. */
export interface LeaveFacts {
  readonly sex?: 'female' | 'male'
  /** Complete months of service; for the special leave of women, in aggregate in the last twelve months. */
  readonly service_months?: number
  /** Number of regular employees of the establishment. */
  readonly employees?: number
  /** Managerial staff and field personnel have no service incentive leave. */
  readonly is_managerial_or_field?: boolean
  /** Days of vacation leave with pay that the company grants; five or more replace service incentive leave. */
  readonly vacation_days?: number
  readonly is_married?: boolean
  readonly lives_with_spouse?: boolean
  /** Number of this delivery or miscarriage of the spouse. */
  readonly delivery_no?: number
  readonly is_solo_parent?: boolean
  /** Solo parent identification card. */
  readonly has_solo_parent_card?: boolean
  /** SSS contributions in the twelve months before the semester of the delivery. */
  readonly contributions?: number
  /** Certification by the barangay, prosecutor or court that a case is pending. */
  readonly has_certification?: boolean
  /** Days by which a court order extends the leave. */
  readonly days_by_court_order?: number
  /** Surgery for a gynaecological disorder, certified by a physician. */
  readonly has_gynecological_surgery?: boolean
  /** Days of maternity leave given to the father or a caregiver. */
  readonly transferred_days?: number
}

interface Entitlement {
  readonly is_entitled: boolean
  readonly days: Decimal
  readonly day_count: DayCount
  readonly rule: StatutoryLeaveRow
  /** Unmet conditions, in words. */
  readonly unmet: readonly string[]
  /** Notes on met conditions: the SSS pays nothing, an extension without pay is possible. */
  readonly notes: readonly string[]
  trace(): TraceLine[]
}

/** The row of a leave on a date. */
export function statutoryLeaveRow(
  leave: StatutoryLeave,
  date: string,
  table: StatutoryLeaveTable = STATUTORY_LEAVE_TABLE,
): StatutoryLeaveRow {
  const rows = inOrder(
    table.filter((row) => row.leave === leave),
    `Leaves granted by law (${leave})`,
  )
  return inForce(rows, date, rows[0]?.name ?? leave)
}

/** Whether and for how long the law grants a leave that begins on a date. Throws where a required fact is missing. */
export function statutoryLeave(
  leave: StatutoryLeave,
  date: string,
  facts: LeaveFacts,
  table: StatutoryLeaveTable = STATUTORY_LEAVE_TABLE,
): Entitlement {
  if (!STATUTORY_LEAVES.includes(leave)) throw new DomainError('leave', `"${String(leave)}" is not a leave granted by law.`)
  const rule = statutoryLeaveRow(leave, date, table)
  const unmet: string[] = []
  const notes: string[] = []
  const require = (holds: boolean, words: string): void => void (holds || unmet.push(words))
  const need = <K extends keyof LeaveFacts>(name: K): NonNullable<LeaveFacts[K]> => {
    const value = facts[name]
    if (value === undefined || value === null) throw new DomainError(`facts.${name}`, `${rule.name} depends on this.`)
    if (typeof value === 'number' && (!Number.isFinite(value) || value < 0))
      throw new DomainError(`facts.${name}`, 'This is a number that is not negative.')
    return value as NonNullable<LeaveFacts[K]>
  }
  if (rule.min_service_months !== undefined)
    require(need('service_months') >= rule.min_service_months, `${rule.min_service_months} months of service`)
  let days = new Decimal(rule.days)
  switch (leave) {
    case 'service_incentive':
      require(need('employees') >= (rule.min_employees ?? 0), `an establishment of ${rule.min_employees} employees or more`)
      require(!facts.is_managerial_or_field, 'neither managerial staff nor field personnel')
      require((facts.vacation_days ?? 0) < rule.days, `no vacation leave of ${rule.days} days with pay already`)
      break
    case 'maternity':
    case 'maternity_miscarriage':
      require(need('sex') === 'female', 'a woman')
      if (rule.solo_parent_days && facts.is_solo_parent) {
        days = days.plus(rule.solo_parent_days)
        notes.push(`${rule.solo_parent_days} days more for a solo parent.`)
      }
      if (facts.transferred_days !== undefined) {
        if (need('transferred_days') > (rule.transferable_days ?? 0))
          throw new DomainError(
            'facts.transferred_days',
            `At most ${rule.transferable_days ?? 0} days can be given to the father or a caregiver.`,
          )
        days = days.minus(facts.transferred_days)
      }
      if (rule.min_contributions !== undefined && need('contributions') < rule.min_contributions)
        notes.push(`The SSS pays no benefit: fewer than ${rule.min_contributions} contributions in the twelve months before.`)
      if (rule.unpaid_extension_days) notes.push(`May be extended by ${rule.unpaid_extension_days} days without pay.`)
      break
    case 'paternity':
      require(need('sex') === 'male', 'a man')
      require(need('is_married'), 'married to the mother')
      require(need('lives_with_spouse'), 'living with her')
      require(need('delivery_no') <= (rule.max_events ?? 4), `one of the first ${rule.max_events} deliveries or miscarriages`)
      break
    case 'solo_parent':
      require(need('has_solo_parent_card'), 'a solo parent identification card')
      break
    case 'vawc':
      require(need('sex') === 'female', 'a woman')
      require(need('has_certification'), 'a certification that the case is pending')
      if (facts.days_by_court_order !== undefined) days = days.plus(need('days_by_court_order'))
      break
    case 'special_women':
      require(need('sex') === 'female', 'a woman')
      require(need('has_gynecological_surgery'), 'surgery for a gynaecological disorder')
      break
    case 'kasambahay_service_incentive':
      break
  }
  const isEntitled = unmet.length === 0
  return {
    is_entitled: isEntitled,
    days: isEntitled ? days : ZERO,
    day_count: rule.day_count,
    rule,
    unmet,
    notes,
    trace: () => [
      {
        about: 'entitlement',
        text: isEntitled
          ? `${rule.name}: ${days} ${rule.day_count} days per ${rule.per}. ${notes.join(' ')}`.trim()
          : `${rule.name}: not granted, because it takes ${unmet.join(' and ')}.`,
        source: `${rule.source}, effective ${rule.effective_from}`,
      },
    ],
  }
}
