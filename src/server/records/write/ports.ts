/** What writing records needs from the services beside it. */
import type { Module, Row } from '../../../engine/module.ts'
import type { Calculations } from '../../../engine/compute/index.ts'
import type { Ctx } from '../../context.ts'
import { Computing } from './computing.ts'

export interface AuditEntry {
  readonly module: string
  readonly record_id: number
  readonly action: string
  readonly before: Row | null
  readonly after: Row | null
}

export interface RecordPorts {
  /** Calculation registry shared with the browser. */
  readonly calculations: Calculations
  /** Gives the numbers due at `at` (`save` or an action's name): sets them on the record, or answers them as fields. */
  assignNumber(ctx: Ctx, module: Module, record: Row, at: string): Promise<unknown>
  /** Writes the audit trail in the current transaction. */
  audit(ctx: Ctx, entry: AuditEntry): Promise<unknown>
  /** Hash under which a password is kept. */
  hashPassword(password: string): Promise<string>
  /** Messages for a new password that is too weak. */
  passwordProblems(password: unknown): string[]
}

/** The ports with the computers they imply. */
export interface Writing extends RecordPorts { readonly computing: Computing }
export const writingOf = (ports: RecordPorts): Writing => ({ ...ports, computing: new Computing(ports.calculations) })
