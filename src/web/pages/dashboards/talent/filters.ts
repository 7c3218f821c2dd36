/** Filters under which a list holds exactly the records that a figure counts. */
import { addDays } from '../../../../domain/dates.ts'
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

/** Of one record, or of none. */
export const of = (field: string, id: number | null): string => (id === null ? `filter[${field}][null]=true` : `filter[${field}]=${id}`)
