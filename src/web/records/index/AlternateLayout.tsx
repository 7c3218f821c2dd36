import { lazy } from 'react'
import type { Module, Row } from '../../../engine/model/module.ts'
import type { ListState } from './url-state.ts'
import type { SetListState } from './use-list-state.ts'

const TreeView = lazy(() => import('../tree/TreeView.tsx'))
const CalendarView = lazy(() => import('../calendar/CalendarView.tsx'))

export interface OtherProps {
  module: Module
  state: ListState
  setState: SetListState
  /** The address of a row's record, when the reader can open it. */
  rowPath: ((row: Row) => string) | undefined
  narrow: boolean
  /** The address of a new record, when one can be created. */
  newPath?: string | undefined
}

/** The rows of a list in the other way that its module offers: on the days of a month, or as a tree. */
const OtherView = (props: OtherProps) => (props.module.tree ? <TreeView {...props} /> : <CalendarView {...props} />)

export default OtherView
