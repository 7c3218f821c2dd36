import type { Expression } from './field.ts'

/** How this document is created from another one, and which of its quantities that serves. */
export interface Source {
  readonly module: string
  /** Header field that names the source(s); absent when only lines link. */
  readonly field?: string
  /** Title of the action on the source that makes this document. */
  readonly title?: string
  /** Out of the ordinary course: never the next step of the source. */
  readonly exception: boolean
  /** Documents that the source itself is made from, on which the action is offered as well. */
  readonly offeredOn?: readonly string[]
  readonly many: boolean
  /** Target field → expression over the source record. */
  readonly copy: Readonly<Record<string, Expression>>
  /** Header field → expression over the source row; all rows taken have the same value. */
  readonly per: Readonly<Record<string, Expression>>
  readonly lines: Readonly<Record<string, SourceLines>>
}
export interface SourceLines {
  /** Child table of the source; absent: one target line per source record (e.g. a bill in a voucher). */
  readonly from?: string
  /** Target line field with the source row: `source_line_id`, or a reference to the source record. */
  readonly link: string
  /** The open quantity or amount, an expression over the source row (or source record when `from` is absent). */
  readonly open?: Expression
  /** Target line field that takes the open quantity or amount. */
  readonly quantity: string
  /** Counter on the source row (or record) that posting raises and voiding lowers. */
  readonly serves?: string
  /** Rule named when more than open is taken: E_OVER_SERVE, E_OVER_BILL, E_OVER_RETURN, E_OVER_PAY. */
  readonly rule: string
  /** Percent over the source quantity that is tolerated: a number or `settings.x`. */
  readonly tolerance?: Expression
  /** More than is open may be taken. */
  readonly unlimited?: true
  readonly copy: Readonly<Record<string, Expression>>
  /** Copied references that users may change. */
  readonly editable?: readonly string[]
  readonly parts?: SourceParts
  /** Copied lists, such as serial numbers, whose entries only one document in force takes. */
  readonly once?: readonly string[]
}
/** Amounts of the source row that go with its quantity. */
export interface SourceParts {
  /** Target line field that notes the quantity open at the source. */
  readonly quantity: string
  /** Target line field that notes what is left → the whole, over the source row, and the target line field with the part taken. */
  readonly amounts: Readonly<Record<string, { readonly whole: Expression; readonly taken: string }>>
}
