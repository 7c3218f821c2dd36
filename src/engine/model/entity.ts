/** A module's records: names and numbers, owners, and who can see or change them. */
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
  /** Only records that meet it take a number. */
  readonly when?: string | undefined
}

export interface Entity {
  readonly table: string
  /** Template with field paths: `{transaction_no} · {supplier.name}`. */
  readonly label: string
  /** Field used as `name` in `{id, name, label}`. */
  readonly name: string
  readonly numbers: readonly Numbering[]
  /** Main child table, answered by `{id}/items`. */
  readonly items?: string
  readonly unique: readonly (readonly string[])[]
  readonly indexes: readonly (readonly string[])[]
  readonly owner?: string
  /** The rows are visible only to their owner; no code opens them to other users. */
  readonly personal?: boolean
  /** States in which owners see their own rows; all of them without it. */
  readonly ownerSees?: readonly string[]
  /** The owner's manager or team leader can read the row, too. */
  readonly supervised?: boolean
  /** Lines and their field with people who can read a record that is no draft, and hear of it as its owner does. */
  readonly listed?: string
  /** Reference to people: users who cannot see all people can choose those whom they lead. */
  readonly involves?: string
  /** Reference to a person: users who cannot see all people reach only the rows of those whom they lead. */
  readonly led?: string
  /** For modules of people: fields, or fields of referenced records, with the people who lead them. */
  readonly leaders?: readonly string[]
  /** Paths of the details that pickers show beneath a record's label. */
  readonly picker?: readonly string[]
  /** Fields, besides the name, that lists of modules that refer to the records offer as columns. */
  readonly offeredColumns?: readonly string[]
  /** Figures that pickers show beside it, from endpoints of the module. */
  readonly pickerFigures?: readonly PickerFigure[]
  /** Endpoint that pickers call for choices instead of the dropdown, for the document around them. */
  readonly pickerChoices?: PickerChoices
  /** Fields with the first and the last day that a record covers. */
  readonly period?: readonly [string, string]
  /** Date fields with the first and the last day on which a record is effective: fields can only choose effective records. */
  readonly inForce?: readonly [string, string]
  /** Pickers load all choices once and search them in the browser. */
  readonly preload?: boolean
  /** Field with the code that a public list has for the record. */
  readonly publicCode?: string
  /** Field by which the product finds the record that it needs; companies that lack a key of the shipped rows receive it. */
  readonly systemKey?: string
  /** Fields that let users other than the owner read a row: its level (private, shared, public), and the users it is shared with. */
  readonly sharing?: { readonly level: string; readonly with: string }
  /** Fields with the module and the id of the record that created a row. */
  readonly origin?: { readonly module: string; readonly id: string }
  /** Rows about records of other modules: the fields with the module and the id, and those whose values are the other record's. */
  readonly subject?: Subject
  /** A record can be closed to all but its members: the field that closes it, and the field with these users. */
  readonly members?: { readonly when: string; readonly users: string }
  /** Path of references to the record whose members are the only ones to see the row when that record is closed. */
  readonly within?: string
  /**
   * Field access code → path of references to the record whose members are the only ones to see such fields of the row
   * when it is closed.
   */
  readonly membersOnly?: Readonly<Record<string, string>>
  /** Order in which pickers offer the records; by name unless given. */
  readonly choices?: readonly string[]
  /** Field that marks one record of a group as the default; the fields whose values make the group. */
  readonly defaultRecord?: { readonly field: string; readonly within: readonly string[] }
  /** Fields that users cannot change on a record about themselves. */
  readonly secondPerson?: SecondPerson
  /** Field with the row's branch, when rows are restricted to the user's branches. */
  readonly branch?: string
  /** Fields with further branches whose users can read the row. */
  readonly alsoBranches?: readonly string[]
  /** `large`: lists open on a date window and counts are capped. */
  readonly volume: 'normal' | 'large'
  /** Percent of a page that new rows fill, where their later versions are to fit beside them. */
  readonly fillfactor?: number
  /** Field with the business date of a row. */
  readonly date?: string
  readonly tree?: string
  readonly single: boolean
}
