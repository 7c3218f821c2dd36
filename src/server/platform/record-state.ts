/** What the workflow says of a record: what can be done with it, whom it waits for, which job works on it. */
import type { Json, Row } from '../../engine/model/module.ts'

/** What a user can do with a record, and if not, why not. */
export interface ActionState {
  name: string
  title: string
  code: string
  allowed: boolean
  reason?: string
  transition: boolean
}

/** Whose decision a record awaits: a user, the holders of a role, or (neither) whoever may approve. */
export interface AwaitedDecision {
  readonly user_id: number | null
  readonly role: string | null
}

/** What a record says of the job that carries out its transition. */
export interface Processing {
  readonly action: string
  readonly job_id: string
  readonly state: 'running' | 'failed'
  readonly error: string | null
}

/** One run of a transition's job, as it is noted. */
export interface TransitionRun {
  readonly module: string
  readonly id: number
  readonly action: string
  /** Its name: what the job marks as done with it is not done again. */
  readonly run: string
  /** What `begin` answered. */
  readonly data: Json
  readonly input: Row
  readonly total: number
  readonly state: 'running' | 'failed' | 'cancelled' | 'done'
  readonly error: string | null
  readonly job_id: string | null
}
