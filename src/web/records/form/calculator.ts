import type { Row } from '../../../engine/module.ts'

/** Whether a field is shown, locked or demanded right now. */
export interface FieldState {
  readonly visible: boolean
  readonly readonly: boolean
  readonly required: boolean
}

/** What a change reached: header fields, or fields of one row; `structure` means rows came, went or moved. */
export type Change =
  | { readonly kind: 'header'; readonly field: string }
  | { readonly kind: 'cell'; readonly lines: string; readonly index: number; readonly field: string }
  | { readonly kind: 'structure'; readonly lines: string }

/** New values of computed fields; rows by their index at the time of the change. */
export interface Patch {
  readonly header: Row
  readonly rows: readonly { readonly lines: string; readonly index: number; readonly values: Row }[]
}

/** Live arithmetic and conditions of a record. The record it reads is the store's own; it never writes to it. */
export interface Calculator {
  recompute(record: Row, changes: readonly Change[] | 'all'): Patch
  fieldState(record: Row, field: string): FieldState
  cellState(record: Row, row: Row, lines: string, field: string): FieldState
}
