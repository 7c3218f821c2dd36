/** Relative dates in filters (`this_month`, `last_30_days`), by the company's business day. */
import { invalid } from '../../platform/errors.ts'

/** Both ends included, `YYYY-MM-DD`. */
export interface DateSpan {
  readonly from: string
  readonly to: string
}

const DAY = 86_400_000
const parse = (date: string): Date => new Date(`${date}T00:00:00Z`)
const format = (date: Date): string => date.toISOString().slice(0, 10)
/** `days` after a date. */
export const addDays = (date: string, days: number): string => format(new Date(parse(date).getTime() + days * DAY))
const month = (date: string, shift: number): DateSpan => {
  const at = parse(date)
  return {
    from: format(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + shift, 1))),
    to: format(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + shift + 1, 0))),
  }
}
const quarter = (date: string, shift: number): DateSpan => {
  const first = Math.floor(parse(date).getUTCMonth() / 3) * 3 - parse(date).getUTCMonth() + shift * 3
  return { from: month(date, first).from, to: month(date, first + 2).to }
}
const year = (date: string, shift: number): DateSpan => {
  const at = parse(date).getUTCFullYear() + shift
  return { from: `${at}-01-01`, to: `${at}-12-31` }
}
/** Weeks begin on Monday. */
const week = (date: string, shift: number): DateSpan => {
  const monday = addDays(date, -((parse(date).getUTCDay() + 6) % 7) + shift * 7)
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
const DATE = /^\d{4}-\d{2}-\d{2}$/

/** Is this text a calendar date that exists? */
export const isDate = (text: string): boolean => DATE.test(text) && !Number.isNaN(parse(text).getTime()) && format(parse(text)) === text

/** The days that a relative name covers (`last_30_days` includes today); undefined when it is none. */
export function relativeSpan(text: string, today: string): DateSpan | undefined {
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
