/** What the board of a `planner` answers and takes: the days of people over a week. */

/** Start and end of work in minutes from midnight of the day; an end past midnight is above 1440. */
export type Hours = readonly [number, number]

/** Something that speaks against work on a day. */
export interface DayNote {
  readonly kind: 'leave' | 'holiday' | 'rest' | 'assignment' | 'overlap' | 'short' | 'locked' | 'away'
  readonly text: string
  /** What it is, where the text alone does not say: the name of the holiday, the state of the filing. */
  readonly detail?: string
  /** The day cannot be planned at all. */
  readonly closed?: true
  /** Saving is refused. */
  readonly refused?: true
}

/** What stands on a day without a record of its own. */
interface UsualDay {
  readonly choice: number | null
  readonly free: boolean
}

/** A day of a person. */
export interface PlanDay {
  readonly usual: UsualDay
  /** Hours of the day as planned; absent where there is no work. */
  readonly hours?: Hours
  readonly notes: readonly DayNote[]
}

/**
 * How many people are needed on the days of the board, and how many of those who count are not on the page shown: the page
 * adds its own, with changes that are not saved.
 */
export interface PlanNeed {
  readonly id: number
  /** Where: branch, department, team; empty for all people. */
  readonly title: string
  /** Null: people of any choice count. */
  readonly choice: number | null
  /** By day; null where nothing is asked. */
  readonly needed: readonly (number | null)[]
  readonly elsewhere: readonly number[]
  /** The people shown who count. */
  readonly people: readonly number[]
}

/** What the handler of a planner answers: people that it leaves out are not shown. */
export interface PlanFacts {
  readonly days: Readonly<Record<string, Readonly<Record<string, PlanDay>>>>
  /** Hours of each choice by day of the week, from Sunday; null: free by the choice itself. */
  readonly hours: Readonly<Record<string, readonly (Hours | null)[]>>
  /** Only where the whole board is read. */
  readonly needs?: readonly PlanNeed[]
  /** Minutes that lie at least between the work of two days; less is marked. */
  readonly rest?: number
}

/** The record of a day. */
export interface PlannedRecord {
  readonly id: number
  readonly choice: number
  readonly free: boolean
}

export interface PlanPerson {
  readonly id: number
  readonly name: string
  readonly label: string
  readonly days: Readonly<Record<string, PlanDay & { readonly record?: PlannedRecord }>>
}

export interface PlanChoice {
  readonly id: number
  readonly name: string
  readonly code?: string
  readonly hours: readonly (Hours | null)[]
}

/** The board of some days: one page of people. */
export interface PlanAnswer {
  readonly from: string
  readonly to: string
  readonly people: readonly PlanPerson[]
  readonly choices: readonly PlanChoice[]
  /** How many are needed, where that is known. */
  readonly needs?: readonly PlanNeed[]
  /** Minutes that lie at least between the work of two days; less is marked, and can be planned. */
  readonly rest?: number
  readonly page: number
  /** There are further people. */
  readonly more: boolean
}

/** A day as it shall be: values of the record's choice, free flag and following fields, or null for no record. */
export interface PlanChange {
  readonly person: number
  readonly date: string
  readonly values: Readonly<Record<string, unknown>> | null
}

/** What became of the changes of one person: all of them, or none. */
export interface PlanResult {
  readonly id: number
  readonly label: string
  readonly success: boolean
  readonly days: readonly string[]
  readonly message?: string
  readonly rule?: string
}
