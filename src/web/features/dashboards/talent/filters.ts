/** Filters under which a list holds exactly the records that a figure counts. */
import { addDays } from '../../../../kernel/dates.ts'
import { today } from '../../../state/zone.ts'

const between = (field: string, from: string, to: string): string => `filter[${field}][gte]=${from}&filter[${field}][lte]=${to}`

/** Within a year, this one until today. */
export const yearOf = (field: string, year: number | string): string => {
  const [end, now] = [`${year}-12-31`, today()]
  return between(field, `${year}-01-01`, end < now ? end : now)
}
export const thisYear = (field: string): string => yearOf(field, today().slice(0, 4))

/** Within the days before today, and today. */
export const lastDays = (field: string, days: number): string => {
  const now = today()
  return between(field, addDays(now, -days), now)
}
export const todays = (field: string): string => lastDays(field, 0)

/** Birth dates of people of these ages today. */
export const aged = (field: string, from: number, to: number): string => between(field, addDays(yearsAgo(to + 1), 1), yearsAgo(from))

/** The same day of an earlier year; the 28th of February where that year has no 29th. */
function yearsAgo(years: number): string {
  const now = today()
  const year = Number(now.slice(0, 4)) - years
  const leap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1
  return `${year}${now.endsWith('-02-29') && !leap ? '-02-28' : now.slice(4)}`
}

/** With a value in every one of the fields. */
export const filled = (fields: readonly string[]): string => fields.map((field) => `filter[${field}][null]=false`).join('&')

/** Of one record, or of none. */
export const filterBy = (field: string, id: number | null): string =>
  id === null ? `filter[${field}][null]=true` : `filter[${field}]=${id}`
