const NUMERIC = /^numeric\((\d+),(\d+)\)$/

/** Whether every value of `from` can be stored, unchanged, in `to`. */
export function widens(from: string, to: string): boolean {
  if (to === 'text') return !from.endsWith('[]') && from !== 'jsonb'
  if (from === 'integer') return to === 'bigint' || digits(to) >= 10
  if (from === 'bigint') return digits(to) >= 19
  const old = NUMERIC.exec(from)
  const next = NUMERIC.exec(to)
  return old !== null && next !== null && Number(next[2]) >= Number(old[2]) && digits(to) >= digits(from)
}

/** Digits before the point of a numeric type; 0 for other types. */
function digits(type: string): number {
  const match = NUMERIC.exec(type)
  return match ? Number(match[1]) - Number(match[2]) : 0
}
