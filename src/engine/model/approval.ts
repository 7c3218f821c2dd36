/** The approvers of a record before a transition takes effect. */
import type { Expression } from './field.ts'

export interface ApprovalLevel {
  readonly role?: string
  readonly user_id?: number
  /** Field of the record with the approving user. */
  readonly field?: string
  readonly manager?: boolean
  /** The level applies when `amount` of the record is at least this. */
  readonly from_amount?: number
  readonly quorum?: number
  /** The users of the level, determined by the company's flows. */
  readonly user_ids?: readonly number[]
  /** Users who can decide in another's place: delegates, and those to whom it was escalated. */
  readonly stand_ins?: readonly { readonly user_id: number; readonly for_user_id: number }[]
  /** Title of the level. */
  readonly title?: string
}

export interface Approval {
  /** Setting that switches it on for the company, e.g. `purchase_order.requires_approval`. Absent: always on. */
  readonly setting?: string
  readonly amount?: Expression
  readonly levels: readonly ApprovalLevel[]
  /** A refusing decision: one is enough, and it ends the round. */
  readonly refuses?: boolean
}
