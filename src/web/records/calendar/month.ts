/** A month as weeks of days, and the lanes of entries that last several days. Days are `YYYY-MM-DD`, months `YYYY-MM`. */
import { addDays, addMonths, lastOfMonth, weekday } from '../../../kernel/dates.ts'

/** The month `months` later. */
export const monthLater = (month: string, months: number): string => addMonths(`${month}-01`, months).slice(0, 7)

/** The same day of another month, or its last one when it is shorter. */
export const inMonth = (day: string, month: string): string => {
  const last = lastOfMonth(`${month}-01`)
  const same = `${month}-${day.slice(8)}`
  return same < last ? same : last
}

export const isMonth = (text: string | undefined): text is string => text !== undefined && /^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(text)

/** Whole weeks that cover the month, with the days of its neighbours at both ends. */
export const weeksOf = (month: string): string[][] => {
  const first = addDays(`${month}-01`, 1 - weekday(`${month}-01`))
  const next = addMonths(`${month}-01`, 1)
  const weeks: string[][] = []
  for (let monday = first; monday < next; monday = addDays(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, days) => addDays(monday, days)))
  return weeks
}

export type Tone = 'grey' | 'green' | 'amber' | 'red' | 'blue'

export interface Entry {
  readonly id: string
  readonly title: string
  /** First and last day, both included. */
  readonly from: string
  readonly to: string
  readonly tone: Tone
  /** The meaning of the colour, in words. */
  readonly meaning?: string
  readonly group?: string
  /** Row of a heat map. */
  readonly row?: string
  readonly path?: string
}

export const covers = (entry: Entry, day: string): boolean => entry.from <= day && day <= entry.to

/** The entries of a day, group by group. */
export const entriesOn = (entries: readonly Entry[], day: string): Entry[] => entries.filter((entry) => covers(entry, day))

/** Order of a day: by group, then by beginning, then by text. */
export const inOrder = (entries: readonly Entry[]): Entry[] =>
  [...entries].sort(
    (a, b) =>
      (a.group ?? '').localeCompare(b.group ?? '') ||
      a.from.localeCompare(b.from) ||
      b.to.localeCompare(a.to) ||
      a.title.localeCompare(b.title),
  )

/** One day of a week: the entries in its lanes, and how many entries got none. */
export interface Day {
  readonly day: string
  readonly lanes: readonly (Entry | undefined)[]
  readonly more: number
}

/**
 * Places the entries of a week in lanes: one that lasts several days keeps its lane, so that it looks like one bar. An
 * entry without one of the `most` lanes free on all its days of the week is counted on each of them.
 */
export const layWeek = (week: readonly string[], entries: readonly Entry[], most: number): Day[] => {
  const lanes: (Entry | undefined)[][] = week.map(() => [])
  const more = week.map(() => 0)
  const length = (entry: Entry): number => week.filter((day) => covers(entry, day)).length
  const here = entries.filter((entry) => entry.from <= week.at(-1)! && entry.to >= week[0]!)
  // Long ones first: a bar across the week must not end where a short entry took its lane.
  const ordered = here.map((entry, order) => ({ entry, order })).sort((a, b) => length(b.entry) - length(a.entry) || a.order - b.order)
  for (const { entry } of ordered) {
    const days = week.flatMap((day, index) => (covers(entry, day) ? [index] : []))
    const lane = Array.from({ length: most }, (_, index) => index).find((index) => days.every((day) => lanes[day]![index] === undefined))
    for (const day of days) {
      if (lane === undefined) more[day]!++
      else lanes[day]![lane] = entry
    }
  }
  return week.map((day, index) => ({ day, lanes: Array.from(lanes[index]!), more: more[index]! }))
}

/** Days of the month with the entries on each; days without any are left out except `today`. */
export const agendaOf = (month: string, entries: readonly Entry[], today: string): { day: string; entries: Entry[] }[] =>
  weeksOf(month)
    .flat()
    .filter((day) => day.startsWith(month))
    .map((day) => ({ day, entries: entriesOn(entries, day) }))
    .filter((candidate) => candidate.entries.length > 0 || candidate.day === today)

/** Entries by group, in order; those without a group come under an empty one. */
export const byGroup = (entries: readonly Entry[]): { group: string | undefined; entries: Entry[] }[] => {
  const groups: { group: string | undefined; entries: Entry[] }[] = []
  for (const entry of entries) {
    const last = groups.at(-1)
    if (last && last.group === entry.group) last.entries.push(entry)
    else groups.push({ group: entry.group, entries: [entry] })
  }
  return groups
}
