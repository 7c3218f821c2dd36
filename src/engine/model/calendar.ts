import type { State } from './state.ts'

/** Records on the days of a month. */
export interface Calendar {
  /** Field (of a report: column) with the first day. */
  readonly start: string
  /** Field with the last day; absent: one day. */
  readonly end?: string
  /** Template with field paths. */
  readonly title: string
  /** Field whose value gives entries their colour, and the colours of values that are no states. */
  readonly color?: string
  readonly tones: Readonly<Record<string, State['tone']>>
  /** Path whose value groups the entries of a day. */
  readonly group?: string
  /** Path whose values are the rows of a heat map of the month. */
  readonly rows?: string
  /** Of a report: parameters that take the first and the last day shown. */
  readonly range?: readonly [string, string]
  /** Yes/no field: such a record returns on its day of every later year. */
  readonly yearly?: string
  readonly first: boolean
}

/** Figures of a record that open the rows of a report. */
export interface RecordDrill {
  readonly fields: readonly string[]
  readonly to: string
  /** Parameters of the report; `$name`: the record's value. */
  readonly with: Readonly<Record<string, string | number | boolean>>
}

export const PERIOD_LENGTHS = ['month', 'quarter', 'year'] as const
export type PeriodLength = (typeof PERIOD_LENGTHS)[number]

/** Records as cards beneath their periods. */
export interface Periods {
  /** Also the name of the integer field with the number of the period in its `year`. */
  readonly of: PeriodLength
  /** Fields that tell the papers of one period apart. */
  readonly paper: readonly string[]
  /** Select field: how far the paper is. */
  readonly standing: string
  /** Date field. */
  readonly due: string
  readonly figures: readonly string[]
  /** Transition, or path of a call on the record, by the value of `standing`. */
  readonly steps: Readonly<Record<string, string>>
  /** GET call that answers periods without a record. */
  readonly expects?: string
  /** Call above the list that makes the record of such a period; absent: a new record. */
  readonly begin?: string
  readonly first: boolean
}

/** Records of a week, one for each person and day. */
export interface Planner {
  /** Reference to whom a record is about. */
  readonly person: string
  /** Date of a record. */
  readonly date: string
  /** Reference to what is planned. */
  readonly choice: string
  /** Yes/no field: the person is free on the day. */
  readonly free?: string
  /** Fields that belong to the choice and are emptied with another one. */
  readonly follows: readonly string[]
  /** Handler that answers what stands on days without a record, the hours of choices, and conflicts. */
  readonly days: string
  readonly first: boolean
}

/** Records below the one they refer to. */
export interface TreeView {
  /** Reference to the same module: the parent of a node. */
  readonly parent: string
  /** Template with field paths. */
  readonly title: string
  /** Shown beside the title in a lighter style. */
  readonly detail?: string
  readonly first: boolean
  readonly diagram?: Diagram
}

/** A tree drawn as boxes that are joined by lines. */
export interface Diagram {
  /** Template with field paths: what a box shows above its title. */
  readonly person?: string
  /** Image field of the record. */
  readonly image?: string
  readonly first: boolean
}
