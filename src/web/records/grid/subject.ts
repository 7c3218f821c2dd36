import type { Field, Lines } from '../../../engine/model/module.ts'
import type { RecordStore } from '../form/store.ts'
import type { GridHistory } from './history.ts'

/** What every part of a grid is about. */
export interface GridSubject {
  readonly store: RecordStore
  readonly lines: Lines
  readonly fields: readonly Field[]
  readonly history: GridHistory
  readonly readOnly: boolean
  /** Rows can be changed, but neither added, removed nor moved. */
  readonly fixed: boolean
}
