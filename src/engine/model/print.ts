import type { Expression } from './field.ts'

/** A print form of a module. */
export interface Print {
  readonly name: string
  readonly title: string
  readonly template: string
  readonly paper: string
  readonly copies: number
  readonly when?: Expression
  /** Prints the debits and credits that the record posted. */
  readonly distribution: boolean
  /** Fields, child tables and columns of these (`items.qty`) that are left out. */
  readonly omit: readonly string[]
  /** Columns of child tables printed beside those of the grid. */
  readonly also: readonly string[]
  /** Columns of child tables that are printed empty, to be filled in by hand. */
  readonly blank: readonly string[]
  /** Child table → condition of its rows that are printed; all rows of a table that is not named. */
  readonly rows: Readonly<Record<string, Expression>>
  /** Text above the signature line of the receiver. */
  readonly receipt?: string
  /** Sentence in bold below the document. */
  readonly notice?: string
}

/** Fields that a print template draws and cannot do without: of each group the record has one. */
export const PRINT_NEEDS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  check: [['payee'], ['net_amount', 'total']],
}
