/** The workflow state of a record: possible actions, pending decisions, and the job that works on it. */
import type { Json, Row } from '../../engine/model/module.ts'

/** Whether a user can do an action with a record, and if not, why not. */
export interface ActionState {
  name: string
  title: string
  code: string
  allowed: boolean
  reason?: string
  transition: boolean
}

/** A pending decision on a record: by a user, the holders of a role, or (neither) any user who can approve. */
export interface AwaitedDecision {
  readonly user_id: number | null
  readonly role: string | null
}

/** The state of the job that runs a record's transition. */
export interface Processing {
  readonly action: string
  readonly job_id: string
  readonly state: 'running' | 'failed'
  readonly error: string | null
}

/** One run of a transition's job, as it is stored. */
export interface TransitionRun {
  readonly module: string
  readonly id: number
  readonly action: string
  /** Its name: parts that the job marks with it are not done again. */
  readonly run: string
  /** The data that `begin` returned. */
  readonly data: Json
  readonly input: Row
  readonly total: number
  readonly state: 'running' | 'failed' | 'cancelled' | 'done'
  readonly error: string | null
  readonly job_id: string | null
}
