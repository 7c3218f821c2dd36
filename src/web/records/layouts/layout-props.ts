import type { Module, Row } from '../../../engine/model/module.ts'
import type { PathOf } from '../index/cells.tsx'
import type { Arrangement } from '../index/columns.ts'
import type { ListState } from '../index/url-state.ts'
import type { SetListState } from '../index/use-list-state.ts'

export interface LayoutProps {
  module: Module
  state: ListState
  setState: SetListState
  arrangement: Arrangement
  can: (code: string) => boolean
  /** The address of a row's record, when the reader can open it. */
  rowPath: ((row: Row) => string | undefined) | undefined
  pathOf: PathOf
  narrow: boolean
  /** The address of a new record, when one can be created. */
  newPath?: string | undefined
}
