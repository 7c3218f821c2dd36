/**
 * Effective dating: which row of a table is in force on a date. Rates are looked up by the date that the law
 * names (the month of coverage, the day of payment, the day of work), never by today, so that an old payroll
 * computed again gives the same centavo after newer rows were added.
 */
import { DomainError } from '../../kernel/errors.ts'

/** Common fields of every row of a statutory table. */
export interface Effective {
  /** First day on which the row applies, `YYYY-MM-DD`. It applies until the next row of its kind begins. */
  readonly effective_from: string
  /** The law, regulation, circular or order that it comes from. */
  readonly source: string
  /** A note for payroll staff. */
  readonly note?: string
  /** Parts of the row that were read in secondary copies only and should be checked with the agency. */
  readonly unconfirmed?: readonly string[]
}

/** The row behind a computed figure, as a trace shows it. */
export interface RuleUsed {
  readonly table: string
  readonly effective_from: string
  readonly source: string
  /** Which row, in words: `compensation 30,250.00 to 30,749.99`. */
  readonly row?: string
}

const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/** Throws unless the text is a calendar date `YYYY-MM-DD`. */
export function requireDate(date: unknown, field: string): string {
  if (typeof date !== 'string' || !DATE.test(date)) throw new DomainError(field, `"${String(date)}" is not a date (YYYY-MM-DD)`)
  return date
}

/** The row in force on a date. Rows are in the order of their dates. A date before the first row is an error. */
export function inForce<Row extends Effective>(rows: readonly Row[], date: string, table: string, field = 'date'): Row {
  requireDate(date, field)
  for (let index = rows.length - 1; index >= 0; index--) {
    const row = rows[index]!
    if (row.effective_from <= date) return row
  }
  throw new DomainError(field, `${table}: there is no row in force on ${date}; the first begins on ${rows[0]?.effective_from ?? 'no date'}`)
}

/** Rows sorted by their first day; two rows that begin on one day cannot both apply. */
export function inOrder<Row extends Effective>(rows: readonly Row[], table: string): Row[] {
  const sorted = [...rows].sort((a, b) => (a.effective_from < b.effective_from ? -1 : 1))
  sorted.forEach((row, index) => {
    requireDate(row.effective_from, `${table}.effective_from`)
    if (sorted[index + 1]?.effective_from === row.effective_from)
      throw new DomainError(`${table}.effective_from`, `${table}: two rows begin on ${row.effective_from}`)
  })
  return sorted
}
