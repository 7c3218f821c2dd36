/** The calendar of holidays: national ones, and local ones of a place of work. */
import { requireDate } from './effective.ts'
import type { HolidayRow, StatutoryTables } from './tables.ts'

/** Holidays of a date at a place; two regular holidays of one date make a double holiday. */
export function holidaysOn(tables: StatutoryTables, date: string, places: readonly string[] = []): HolidayRow[] {
  requireDate(date, 'date')
  return tables.holidays.filter((row) => row.date === date && (!row.places?.length || row.places.some((place) => places.includes(place))))
}

/** Whether holidays of the year were entered at all: an empty year means that they were not proclaimed or entered yet. */
export const hasHolidaysOf = (tables: StatutoryTables, year: number): boolean =>
  tables.holidays.some((row) => row.date.startsWith(`${year}-`))
