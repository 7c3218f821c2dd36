/** Reports: what they ask and answer, where their figures lead, and what is made of their rows. */
import type { Field, Json } from './field.ts'

export interface Report {
  readonly parameters: readonly Field[]
  readonly columns: readonly Field[]
  readonly handler?: string
  readonly params: Json
  /** Declared query through the permission-aware builder. */
  readonly query?: Json
  readonly totals: readonly string[]
  /** Columns of groups, the outer first: a row of sums ends each group, and has the group's column in `SUBTOTAL`. */
  readonly subtotals?: readonly string[]
  /** Expressions of columns that are computed of the others, in the order in which they are computed. */
  readonly formulas?: Readonly<Record<string, string>>
  /** Column in whose place the answer has several, named in its `columns`. */
  readonly spread?: string
  /** Columns with the level of a row and with whether it is a total. */
  readonly outline?: { readonly level?: string; readonly total?: string }
  /** What the reader must know of the figures. */
  readonly note?: string
  /** Printed with the head of the company and totals on every page. */
  readonly book?: boolean
  /** Figures that open what they are made of: the report `to` with these parameters. */
  readonly drill?: readonly Drill[]
  /** Columns that identify a row; its `id` in answers is made of their values. */
  readonly key?: readonly string[]
  /** Drafts of other modules that are made of chosen rows. */
  readonly makes?: readonly ReportMake[]
  /** Rows are lists or reports in the menus: the columns with module, application and the query of the address. */
  readonly opens?: { readonly module: string; readonly application: string; readonly query?: string }
  /** Rows are records of other modules: the columns with module and id, and transitions offered on chosen rows. */
  readonly records?: {
    readonly module: string
    readonly id: string
    /** Column with the record's version, which decisions name. */
    readonly version?: string
    readonly actions: readonly { readonly name: string; readonly title: string; readonly reason: boolean; readonly danger: boolean }[]
  }
}

/** Key of the rows of sums in the answer of a report with `subtotals`: the column of the group that the row is of. */
export const SUBTOTAL = 'subtotal'

/** A value of a record made of rows: a constant, or `$name` for a column of the row or a parameter of the report. */
export type RowValue = string | number | boolean

/** Records of `module` made of chosen rows of a report: one for all rows with the same values in its header. */
export interface ReportMake {
  readonly name: string
  readonly title: string
  readonly module: string
  readonly header: Readonly<Record<string, RowValue>>
  /** Fields of the record that the user is asked for. */
  readonly ask: readonly Field[]
  readonly lines: string
  readonly line: Readonly<Record<string, RowValue>>
}

/** Figures of a report that lead to the rows of another one. */
export interface Drill {
  readonly columns: readonly string[]
  readonly to: string
  /** Parameter of that report to a constant, or to `$name`: a value of the column, the row, or a parameter of this report. */
  readonly with: Readonly<Record<string, string | number | boolean>>
  /** Rows in which this column is empty lead nowhere. */
  readonly when?: string
}

/** A column of an answer that stands in the place of `Report.spread`. */
export interface SpreadColumn {
  readonly name: string
  readonly title: string
  /** Values that its figures give to a drill-down, over those of the row. */
  readonly with?: Readonly<Record<string, string | number>>
}
