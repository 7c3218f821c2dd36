import { money } from './money.ts'
import type { Explained } from './types.ts'

type Rates = Explained['rates']

/** How the rates follow from the agreed one: `43,500.00 × 12 ÷ 313`. The agreed rate needs no formula. */
export function rateFormulas({ monthly, daily, hourly, rate_type, factor, hours_per_day }: Rates): {
  monthly?: string
  daily?: string
  hourly?: string
} {
  if (factor === undefined || hours_per_day === undefined) return {}
  const fromDaily = { monthly: `${money(daily)} × ${factor} ÷ 12`, hourly: `${money(daily)} ÷ ${hours_per_day} h` }
  if (rate_type === 'daily') return fromDaily
  if (rate_type === 'hourly') return { monthly: fromDaily.monthly, daily: `${money(hourly)} × ${hours_per_day} h` }
  return { daily: `${money(monthly)} × 12 ÷ ${factor}`, hourly: fromDaily.hourly }
}
