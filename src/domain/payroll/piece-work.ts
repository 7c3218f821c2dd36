import type { Amount } from '../statutory/index.ts'

/** Pieces of one kind that an employee made on a day. */
export interface PieceWork {
  /** The record, so that its payment can be noted. */
  readonly key: string
  readonly date: string
  /** Distinguishes kinds of pieces; `name` is the one on the payslip. */
  readonly piece: string
  readonly name: string
  readonly quantity: Amount
  /** Pesos for a piece. */
  readonly rate: Amount
  /** Hours of work on these pieces. */
  readonly hours: Amount
}
