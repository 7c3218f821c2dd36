/** Yearly reports to the Department of Labor and Employment (DOLE): which there are, and until when they are due. */
import { type Effective, inForce, inOrder } from './effective.ts'
import data from './tables/dole-reports.json' with { type: 'json' }

export const DOLE_REPORTS = ['thirteenth_month', 'wages'] as const
export type DoleReport = (typeof DOLE_REPORTS)[number]

interface DoleReportRow extends Effective {
  readonly report: DoleReport
  readonly month: number
  readonly day: number
}
const ROWS = data.rows as readonly DoleReportRow[]

/** The last day for the report of a year, in the year after it, `YYYY-MM-DD`. Throws a `DomainError` before there was a report. */
export function doleDue(report: DoleReport, year: number): string {
  const rows = inOrder(
    ROWS.filter((row) => row.report === report),
    'DOLE reports',
  )
  const { month, day } = inForce(rows, `${year}-12-31`, 'DOLE reports', 'year')
  return `${year + 1}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
