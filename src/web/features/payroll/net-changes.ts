import type { NetChange } from './types.ts'

export interface NetFilter {
  readonly search: string
  /** Least change in percent of the earlier net pay; 0: all who changed. Who is in one of the two payrolls only is always shown. */
  readonly least: number
}

/** The changes of net pay that are asked for; those without a change are left out. */
export const narrowedNet = (rows: readonly NetChange[], { search, least }: NetFilter): NetChange[] => {
  const words = search.trim().toLocaleLowerCase().split(/\s+/)
  return rows.filter(({ employee, variance, variance_percent, reason }) => {
    if (variance === 0 && reason === null) return false
    if (reason === null && least > 0 && variance_percent !== null && Math.abs(variance_percent) < least) return false
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
