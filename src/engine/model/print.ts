import type { Expression } from './field.ts'

/** A print form of a module. */
export interface Print {
  readonly name: string
  readonly title: string
  readonly template: string
  /** Size of its paper; empty: that of the company's settings. */
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
  /** Of an invoice, or a document that supplements one: what the BIR asks of it. */
  readonly tax?: PrintTax
}

/** Fields of a form that is an invoice, or that supplements one (Sec. 113 and 237 of the Tax Code, RR 7-2024). */
export interface PrintTax {
  readonly serial: string
  /** The buyer as of the document, where it says other than the party. */
  readonly name?: string
  readonly tin?: string
  readonly address?: string
  readonly vatable?: string
  readonly zero_rated?: string
  readonly exempt?: string
  readonly vat?: string
  readonly total?: string
  readonly withheld?: string
}

/** Fields that a print template draws and cannot do without: of each group the record has one. */
export const PRINT_NEEDS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  check: [['payee'], ['net_amount', 'total']],
}
