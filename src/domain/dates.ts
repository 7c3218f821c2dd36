/** Plain calendar dates, `YYYY-MM-DD`, without zones. */
const DAY = 86_400_000
const at = (date: string): number => Date.parse(`${date}T00:00:00Z`)

/** Whole days from `from` to `to`. */
export const daysBetween = (from: string, to: string): number => Math.round((at(to) - at(from)) / DAY)

/** A date so many calendar days later. */
export const addDays = (date: string, days: number): string => new Date(at(date) + days * DAY).toISOString().slice(0, 10)
