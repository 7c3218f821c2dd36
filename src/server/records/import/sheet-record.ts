/** The rows of a sheet as they are read. */
import type { Row } from '../../../engine/model/module.ts'
import type { ChildValues } from './children.ts'

/** A record of a row above, by the value of a unique field: it is looked up when the row that names it is written. */
export interface LaterReference {
  readonly field: string
  readonly value: string
}

export interface RowError {
  readonly row: number
  readonly field?: string
  readonly message: string
}
/** A record of the sheet with the number of its first row (titles are row 1). */
export interface SheetRecord {
  readonly row: number
  readonly values: Row
  /** Its child records. */
  readonly children?: ChildValues
  /** References to records of rows above, which have no id yet: by field. */
  readonly later?: Readonly<Record<string, LaterReference>>
  /** What only says which record the row means: its id, its version, its number; by field. */
  readonly identity?: Readonly<Record<string, string>>
  /** How values are written, by field: the words of the record's present value change nothing. */
  readonly words?: Readonly<Record<string, string>>
  /** What cannot be read, by field: errors unless the words are those of the present value. */
  readonly unresolved?: Readonly<Record<string, RowError>>
  /** Fields whose cell is empty. */
  readonly emptied?: readonly string[]
}
