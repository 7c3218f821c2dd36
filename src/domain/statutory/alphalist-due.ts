/** Until when form 1604-C of a year is due with its alphalist. */
import { type Effective, inForce, inOrder } from './effective.ts'
import data from './tables/alphalist-due.json' with { type: 'json' }

interface DueRow extends Effective {
  readonly month: number
  readonly day: number
}
const TABLE = 'alphalist'
const ROWS = inOrder(data.rows as readonly DueRow[], TABLE)

/** The last day for the alphalist of a year, in the year after it, `YYYY-MM-DD`. Throws a `DomainError` before there was one. */
export function alphalistDue(year: number): string {
  const { month, day } = inForce(ROWS, `${year}-12-31`, TABLE, 'year')
  return `${year + 1}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
