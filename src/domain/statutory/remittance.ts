/** Until when contributions and withheld tax of a month are remitted. Days are dated data. */
import { type Effective, inOrder } from './effective.ts'
import data from './tables/remittance-due.json' with { type: 'json' }

export const REMITTANCE_AGENCIES = ['SSS', 'PhilHealth', 'Pagibig', 'BIR'] as const
export type RemittanceAgency = (typeof REMITTANCE_AGENCIES)[number]

/** A day of the following month, of employers whose digit or letter lies in the range; 31 is the last day of any month. */
interface DueDay {
  readonly from?: string
  readonly to?: string
  /** Only for remittances of this month of the year. */
  readonly month?: number
  readonly day: number
}
export interface RemittanceDueRow extends Effective {
  readonly agency: RemittanceAgency
  /** Only what is remitted separately; without it, all else. */
  readonly part?: 'final_tax'
  readonly by: 'all' | 'last_digit' | 'first_letter'
  readonly days: readonly DueDay[]
}
const REMITTANCE_DUE = data.rows as readonly RemittanceDueRow[]

/** The employer as the agency knows it. */
export interface RemittingEmployer {
  readonly name: string
  readonly number: string | null
}

const keyOf = (by: RemittanceDueRow['by'], { name, number }: RemittingEmployer): string => {
  if (by === 'last_digit') return (number ?? '').replaceAll(/\D/g, '').slice(-1)
  return by === 'first_letter' ? (/[A-Z0-9]/.exec(name.toUpperCase())?.[0] ?? '') : ''
}

/**
 * The last day on which a month is remitted, `YYYY-MM-DD`. Where the employer's number or name is not known, the earliest
 * day. `undefined` for months before the first schedule. Weekends and holidays do not move it.
 */
export function remittanceDue(
  agency: RemittanceAgency,
  { year, month, part }: { readonly year: number; readonly month: number; readonly part?: string },
  employer: RemittingEmployer,
  table: readonly RemittanceDueRow[] = REMITTANCE_DUE,
): string | undefined {
  const first = `${year}-${String(month).padStart(2, '0')}-01`
  const rows = inOrder(
    table.filter((row) => row.agency === agency && row.part === (part === 'final_tax' ? part : undefined)),
    `Due dates of ${agency}`,
  )
  const row = rows.findLast(({ effective_from }) => effective_from <= first)
  if (!row) return undefined
  const key = keyOf(row.by, employer)
  const days = row.days.filter((due) => due.month === undefined || due.month === month)
  const matching = days.find(({ from, to }) => from === undefined || (key >= from && key <= (to ?? from)))
  const day = matching?.day ?? Math.min(...days.map((due) => due.day))
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(day, last))).toISOString().slice(0, 10)
}
