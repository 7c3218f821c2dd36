/** Relative dates in filters (`this_month`, `last_30_days`), by the company's business day. */
import { addDays, addMonths, firstOfMonth, isDate, lastOfMonth, monthOf, weekday, yearOf } from '../../../kernel/dates.ts'
import { invalid } from '../../platform/errors.ts'

/** Both ends included, `YYYY-MM-DD`. */
interface DateSpan {
  readonly from: string
  readonly to: string
}

const month = (date: string, shift: number): DateSpan => {
  const first = addMonths(firstOfMonth(date), shift)
  return { from: first, to: lastOfMonth(first) }
}
const quarter = (date: string, shift: number): DateSpan => {
  const first = Math.floor((monthOf(date) - 1) / 3) * 3 - (monthOf(date) - 1) + shift * 3
  return { from: month(date, first).from, to: month(date, first + 2).to }
}
const year = (date: string, shift: number): DateSpan => {
  const year = yearOf(date) + shift
  return { from: `${year}-01-01`, to: `${year}-12-31` }
}
/** Weeks begin on Monday. */
const week = (date: string, shift: number): DateSpan => {
  const monday = addDays(date, 1 - weekday(date) + shift * 7)
  return { from: monday, to: addDays(monday, 6) }
}

const NAMED: Record<string, (today: string) => DateSpan> = {
  today: (today) => ({ from: today, to: today }),
  yesterday: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  tomorrow: (today) => ({ from: addDays(today, 1), to: addDays(today, 1) }),
  this_week: (today) => week(today, 0),
  last_week: (today) => week(today, -1),
  next_week: (today) => week(today, 1),
  this_month: (today) => month(today, 0),
  last_month: (today) => month(today, -1),
  next_month: (today) => month(today, 1),
  this_quarter: (today) => quarter(today, 0),
  last_quarter: (today) => quarter(today, -1),
  next_quarter: (today) => quarter(today, 1),
  this_year: (today) => year(today, 0),
  last_year: (today) => year(today, -1),
  next_year: (today) => year(today, 1),
}
const SPAN = /^(last|next)_(\d{1,4})_days$/

/** The days that a relative name covers (`last_30_days` includes today); undefined when it is none. */
function relativeSpan(text: string, today: string): DateSpan | undefined {
  const named = Object.hasOwn(NAMED, text) ? NAMED[text]!(today) : undefined
  if (named) return named
  const span = SPAN.exec(text)
  if (!span) return undefined
  const days = Number(span[2])
  return span[1] === 'last' ? { from: addDays(today, 1 - days), to: today } : { from: today, to: addDays(today, days - 1) }
}

/** A filter value on a date: a date or a relative name; 400 on the field otherwise. */
export function dateSpan(value: unknown, today: string, path: string): DateSpan {
  const text = String(value)
  const span = relativeSpan(text, today) ?? (isDate(text) ? { from: text, to: text } : undefined)
  if (!span) throw invalid({ [path]: [`"${text.slice(0, 40)}" is not a date (YYYY-MM-DD) or a relative date such as this_month.`] })
  return span
}
