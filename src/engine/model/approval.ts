/** Who decides on a record before a transition takes effect. */
import type { Expression } from './field.ts'

export interface ApprovalLevel {
  readonly role?: string
  readonly user_id?: number
  /** Field of the record holding the approving user. */
  readonly field?: string
  readonly manager?: boolean
  /** The level applies when `amount` of the record is at least this. */
  readonly from_amount?: number
  readonly quorum?: number
  /** Who the level names, worked out by the company's flows. */
  readonly user_ids?: readonly number[]
  /** Who may decide in place of whom: delegates, and those to whom it was passed on. */
  readonly stand_ins?: readonly { readonly user_id: number; readonly for_user_id: number }[]
  /** What the level is called. */
  readonly title?: string
}

export interface Approval {
  /** Setting that switches it on for the company, e.g. `purchase_order.requires_approval`. Absent: always on. */
  readonly setting?: string
  readonly amount?: Expression
  readonly levels: readonly ApprovalLevel[]
  /** The decision refuses: one is enough, and it ends the round. */
  readonly refuses?: boolean
}
