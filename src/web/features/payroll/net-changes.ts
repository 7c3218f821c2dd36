import type { NetChange } from './types.ts'

interface NetFilter {
  readonly search: string
  /** Least change in percent of the earlier net pay; 0: all who changed. Who is in one of the two payrolls only is always shown. */
  readonly least: number
  /** Least change in pesos; 0: any. */
  readonly amount?: number
  readonly department?: string
  readonly cause?: string
}

/** The changes of net pay that are asked for; those without a change are left out. */
export const narrowedNet = (
  rows: readonly NetChange[],
  { search, least, amount = 0, department = '', cause = '' }: NetFilter,
): NetChange[] => {
  const words = search.trim().toLocaleLowerCase().split(/\s+/)
  return rows.filter((row) => {
    const { employee, variance, variance_percent, reason } = row
    if (variance === 0 && reason === null) return false
    if (reason === null && least > 0 && variance_percent !== null && Math.abs(variance_percent) < least) return false
    if (reason === null && Math.abs(variance) < amount) return false
    if (department && (row.department ?? '') !== department) return false
    if (cause && row.cause !== cause) return false
    const text = String(employee.label ?? employee.name).toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** How many changed, came and left, and by how much the net pay of all changed. */
export const netTotals = (rows: readonly NetChange[]) => {
  const count = (reason: string | null) => rows.filter((row) => row.reason === reason && (reason !== null || row.variance !== 0)).length
  const cents = rows.reduce((sum, { variance }) => sum + Math.round(variance * 100), 0)
  return { changed: count(null), joined: count('new_hire'), left: count('separated'), variance: cents / 100 }
}

/** The different values that the rows have, in order. */
export const valuesOf = (rows: readonly NetChange[], name: 'department' | 'cause'): string[] =>
  [...new Set(rows.flatMap((row) => row[name] || []))].sort((a, b) => a.localeCompare(b))

/** A cell of a CSV file: quoted, and never a formula for the spreadsheet that opens it. */
const cell = (value: string | number | null): string => {
  const text = value === null ? '' : typeof value === 'number' ? value.toFixed(2) : /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return `"${text.replaceAll('"', '""')}"`
}

/** The rows as a CSV file that spreadsheets open; `heads` are the titles of the columns, `why` names a cause. */
export const netCsv = (rows: readonly NetChange[], heads: readonly string[], why: (cause: string) => string): string =>
  `\uFEFF${[
    heads.map(cell),
    ...rows.map((row) =>
      [
        String(row.employee.label ?? row.employee.name),
        row.department ?? '',
        row.previous_amount,
        row.current_amount,
        row.variance,
        row.variance_percent,
        row.cause ? why(row.cause) : '',
      ].map(cell),
    ),
  ]
    .map((row) => `${row.join(',')}\r\n`)
    .join('')}`
