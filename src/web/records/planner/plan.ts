/** The board of a week while it is planned: what was changed and is not saved, what conflicts, and how many work on each day. */

import type { Planner } from '../../../engine/model/module.ts'
import type {
  DayNote,
  Hours,
  PlanAnswer,
  PlanChange,
  PlanChoice,
  PlanDay,
  PlanNeed,
  PlannedRecord,
  PlanPerson,
} from '../../../engine/model/plan.ts'
import { addDays, weekday } from '../../../kernel/dates.ts'

const DAY = 1440

/** What is planned for a day. */
export interface Planned {
  readonly choice: number
  readonly free: boolean
}
/** Days that were changed and are not saved, by `person date`; null: the day goes back to the weekly plan. */
export type Staged = ReadonlyMap<string, Planned | null>

export const keyOf = (person: number, date: string): string => `${person} ${date}`
/** Monday of the week of a day. */
export const mondayOf = (day: string): string => addDays(day, 1 - weekday(day))
export const weekOf = (monday: string): string[] => Array.from({ length: 7 }, (_, days) => addDays(monday, days))

/** A day of a person as the board draws it. */
export interface Cell {
  readonly person: PlanPerson
  readonly date: string
  /** Planned for this day alone; absent: the weekly plan applies. */
  readonly planned?: Planned
  readonly choice: number | null
  readonly free: boolean
  readonly hours?: Hours
  readonly changed: boolean
  /** The day, or one beside it, was changed. */
  readonly touched: boolean
  readonly closed: boolean
  readonly notes: readonly DayNote[]
  /** Notes that speak against the work that is planned. */
  readonly conflicts: readonly DayNote[]
}

type Day = PlanDay & { readonly record?: PlannedRecord }
const NO_DAY: Day = { usual: { choice: null, free: false }, notes: [] }
const dayOf = (person: PlanPerson, date: string): Day => person.days[date] ?? NO_DAY
const plannedOf = ({ record }: Day): Planned | null => (record ? { choice: record.choice, free: record.free } : null)
const isSame = (a: Planned | null, b: Planned | null): boolean => a?.choice === b?.choice && a?.free === b?.free

/** The changes with another one; what is as it was stored is no change. */
export function stage(staged: Staged, person: PlanPerson, date: string, value: Planned | null): Staged {
  const day = dayOf(person, date)
  if (day.notes.some(({ closed }) => closed)) return staged
  const next = new Map(staged)
  if (isSame(plannedOf(day), value)) next.delete(keyOf(person.id, date))
  else next.set(keyOf(person.id, date), value)
  return next
}

/** Hours of a choice on a date; a day that the choice leaves free has those of its first day of work. */
const hoursOn = (choices: ReadonlyMap<number, PlanChoice>, choice: number | null, date: string): Hours | undefined => {
  const week = choice === null ? undefined : choices.get(choice)?.hours
  return week?.[weekday(date) % 7] ?? week?.find((hours) => hours !== null) ?? undefined
}

function bareCell(choices: ReadonlyMap<number, PlanChoice>, staged: Staged, person: PlanPerson, date: string) {
  const day = dayOf(person, date)
  const key = keyOf(person.id, date)
  const changed = staged.has(key)
  const planned = changed ? staged.get(key)! : plannedOf(day)
  const { choice, free } = planned ?? day.usual
  const hours = changed ? (free ? undefined : hoursOn(choices, choice, date)) : day.hours
  return { day, changed, planned, choice, free, hours }
}

const AGAINST: readonly DayNote['kind'][] = ['leave', 'holiday', 'assignment']

interface Planning {
  readonly choices: ReadonlyMap<number, PlanChoice>
  readonly staged: Staged
  readonly week: readonly string[]
  /** What is said of shifts that overlap. */
  readonly overlap: string
  /** What is said of a day with too little rest before or after it: `minutes` between the work of the two. */
  readonly short: (minutes: number) => Pick<DayNote, 'text' | 'detail'>
}

/** Notes about the days beside a day: the server's stand until one of the days is changed. */
const BESIDE: readonly DayNote['kind'][] = ['overlap', 'short']

/** What a changed day, or a day beside one, has against its neighbours: shifts that overlap, else the shortest rest between them. */
function besides({ overlap, short }: Planning, rest: number, hours: Hours | undefined, [before, after]: (Hours | undefined)[]): DayNote[] {
  if (!hours) return []
  const gaps = [...(before ? [hours[0] + DAY - before[1]] : []), ...(after ? [after[0] + DAY - hours[1]] : [])]
  const least = Math.min(...gaps)
  if (least < 0) return [{ kind: 'overlap', text: overlap }]
  return least < rest ? [{ kind: 'short', ...short(least) }] : []
}

/** The days of each person, with what conflicts after the changes. */
export function cellsOf({ people, rest = 0 }: Pick<PlanAnswer, 'people' | 'rest'>, planning: Planning): Cell[][] {
  const { choices, staged, week } = planning
  return people.map((person) => {
    const days = week.map((date) => bareCell(choices, staged, person, date))
    return days.map(({ day, changed, planned, choice, free, hours }, index): Cell => {
      const [before, after] = [days[index - 1], days[index + 1]]
      const touched = changed || before?.changed === true || after?.changed === true
      const all = touched
        ? [...besides(planning, rest, hours, [before?.hours, after?.hours]), ...day.notes.filter(({ kind }) => !BESIDE.includes(kind))]
        : day.notes
      const closed = day.notes.some((note) => note.closed)
      const works = planned !== null && !free && !closed
      return {
        person,
        date: week[index]!,
        ...(planned && { planned }),
        choice,
        free,
        ...(hours && { hours }),
        changed,
        closed,
        notes: all,
        touched,
        conflicts: all.filter(({ kind }) => BESIDE.includes(kind) || (works && (AGAINST.includes(kind) || kind === 'rest'))),
      }
    })
  })
}

/** Changed days with something against them. Of two days that collide, one counts, though only the other was changed. */
export const conflictsOf = (cells: readonly (readonly Cell[])[]): number =>
  cells.reduce((sum, row) => {
    const besides = (cell: Cell | undefined) => cell?.touched === true && cell.conflicts.some(({ kind }) => BESIDE.includes(kind))
    const counted = row.filter((cell, index) => {
      if (cell.changed) return cell.conflicts.length > 0
      return besides(cell) && !(row[index - 1]?.changed && besides(row[index - 1])) && !(row[index + 1]?.changed && besides(row[index + 1]))
    })
    return sum + counted.length
  }, 0)

/** Last week's planned days on the same days of this week, as changes. */
export function copied(staged: Staged, before: PlanAnswer, now: PlanAnswer): Staged {
  const earlier = new Map(before.people.map((person) => [person.id, person]))
  let next = staged
  for (const person of now.people)
    for (const date of weekOf(now.from)) {
      const record = earlier.get(person.id)?.days[addDays(date, -7)]?.record
      if (record) next = stage(next, person, date, { choice: record.choice, free: record.free })
    }
  return next
}

interface Coverage {
  readonly choice: number
  /** Employees at work on each day, without those on leave; on a holiday those for whom work is planned. */
  readonly days: readonly number[]
}

const works = ({ choice, free, planned, notes }: Cell): boolean =>
  choice !== null &&
  !free &&
  !notes.some(({ kind }) => kind === 'leave' || kind === 'away' || (kind === 'holiday' && planned === undefined))

/** People needed on the days of the board, and those who will be there. */
export interface Need {
  readonly id: number
  readonly title: string
  readonly choice: number | null
  readonly days: readonly { readonly needed: number | null; readonly planned: number }[]
}

/** What is needed against what is planned, with the changes that are not saved. */
export const needsOf = (needs: readonly PlanNeed[], cells: readonly (readonly Cell[])[], week: readonly string[]): Need[] =>
  needs.map(({ id, title, choice, needed, elsewhere, people }) => {
    const counted = cells.filter((row) => people.includes(row[0]!.person.id))
    const counts = (cell: Cell) => works(cell) && (choice === null || cell.choice === choice)
    return {
      id,
      title,
      choice,
      days: week.map((_, day) => ({
        needed: needed[day] ?? null,
        planned: (elsewhere[day] ?? 0) + counted.filter((row) => counts(row[day]!)).length,
      })),
    }
  })

/** How many of the people shown work each shift on each day, and all together. */
export function coverageOf(
  cells: readonly (readonly Cell[])[],
  order: readonly PlanChoice[],
  week: readonly string[],
): {
  readonly choices: readonly Coverage[]
  readonly total: readonly number[]
} {
  const count = (fits: (cell: Cell) => boolean) =>
    week.map((_, index) => cells.filter((row) => works(row[index]!) && fits(row[index]!)).length)
  const used = order.filter(({ id }) => cells.some((row) => row.some((cell) => cell.choice === id && works(cell))))
  return { choices: used.map(({ id }) => ({ choice: id, days: count((cell) => cell.choice === id) })), total: count(() => true) }
}

/** The changes as the server takes them. */
export const changesOf = ({ choice, free }: Pick<Planner, 'choice' | 'free'>, staged: Staged): PlanChange[] =>
  [...staged].map(([key, value]) => {
    const [person, date] = key.split(' ') as [string, string]
    return { person: Number(person), date, values: value && { [choice]: value.choice, ...(free !== undefined && { [free]: value.free }) } }
  })
