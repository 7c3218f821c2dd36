/** What a module's records are: their names and numbers, whose they are, and who may see or change them. */
import type { PickerChoices, PickerFigure } from './field.ts'
import type { SecondPerson, Subject } from './subject.ts'

export interface Numbering {
  /** Field that takes the number, `transaction_no` unless stated. */
  readonly field: string
  /** e.g. `GR-{branch.code}-{YYYY}-{######}`; the tokens before the counter are its scope. */
  readonly format: string
  /** Action that assigns it; `save` = first save. */
  readonly at: string
  readonly gapless: boolean
}

export interface Entity {
  readonly table: string
  /** Template with field paths: `{transaction_no} · {supplier.name}`. */
  readonly label: string
  /** Field that plays `name` in `{id, name, label}`. */
  readonly name: string
  readonly numbers: readonly Numbering[]
  /** Main child table, answered by `{id}/items`. */
  readonly items?: string
  readonly unique: readonly (readonly string[])[]
  readonly indexes: readonly (readonly string[])[]
  readonly owner?: string
  /** The rows are their owner's alone; no code opens them to anybody else. */
  readonly personal?: boolean
  /** The owner's manager or team leader can read the row, too. */
  readonly supervised?: boolean
  /** Of people: fields, or fields of referenced records, with the people who lead them. */
  readonly leaders?: readonly string[]
  /** Paths of what pickers show of a record beneath its label. */
  readonly picker?: readonly string[]
  /** Figures that pickers show beside it, from calls of the module. */
  readonly pickerFigures?: readonly PickerFigure[]
  /** Call that pickers ask for choices in place of the dropdown, for the document around them. */
  readonly pickerChoices?: PickerChoices
  /** Fields with the first and the last day that a record covers. */
  readonly period?: readonly [string, string]
  /** Date fields with the first and the last day on which a record is effective: fields can only choose effective records. */
  readonly inForce?: readonly [string, string]
  /** Pickers load all choices once and search them in the browser. */
  readonly preload?: boolean
  /** Field with the code that a public list has for the record. */
  readonly publicCode?: string
  /** Fields that let others than the owner read a row: its level (private, shared, public), and the users it is shared with. */
  readonly sharing?: { readonly level: string; readonly with: string }
  /** Fields with the module and the id of the record that a row was made by. */
  readonly origin?: { readonly module: string; readonly id: string }
  /** Rows tell of records of other modules: the fields with the module and the id, and those whose values are the other record's. */
  readonly subject?: Subject
  /** A record may be closed to all but these users: the field that says so, and the field with the users. */
  readonly members?: { readonly when: string; readonly users: string }
  /** Path of references to the record whose members alone see the row when that is closed. */
  readonly within?: string
  /** Field access code → path of references to the record whose members alone see such fields of the row when that is closed. */
  readonly membersOnly?: Readonly<Record<string, string>>
  /** Order in which pickers offer the records; by name unless given. */
  readonly choices?: readonly string[]
  /** Fields that users cannot change on a record about themselves. */
  readonly secondPerson?: SecondPerson
  /** Field with the row's branch, when rows are restricted to the user's branches. */
  readonly branch?: string
  /** `large`: lists open on a date window and counts are capped. */
  readonly volume: 'normal' | 'large'
  /** Field that says the business date of a row. */
  readonly date?: string
  readonly tree?: string
  readonly single: boolean
}
