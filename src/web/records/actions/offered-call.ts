import type { Endpoint, Row } from '../../../engine/model/module.ts'
import type { Filters } from '../index/url-state.ts'

/** What a call is made of: one record, or a report that is shown with parameters. */
export interface CallOf {
  readonly id?: number
  /** Values that the call's input begins with. */
  readonly given?: Row
  /** Lists the records that the result leads to. */
  readonly show?: (filters: Filters) => void
}

export type OfferedCall = Endpoint & { readonly button: NonNullable<Endpoint['button']> }
