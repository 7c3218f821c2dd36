import { lazy } from 'react'
import type { Module, Row } from '../../../engine/model/module.ts'
import type { PathOf } from '../index/cells.tsx'
import type { Arrangement } from '../index/columns.ts'
import type { Layout, ListState } from '../index/url-state.ts'
import type { SetListState } from '../index/use-list-state.ts'

const VIEWS = {
  grouped: lazy(() => import('../figures/GroupedView.tsx')),
  pivot: lazy(() => import('../figures/PivotView.tsx')),
  chart: lazy(() => import('../figures/ChartView.tsx')),
  board: lazy(() => import('../board/BoardView.tsx')),
  calendar: lazy(() => import('../calendar/CalendarView.tsx')),
  tree: lazy(() => import('../tree/TreeView.tsx')),
  diagram: lazy(() => import('../tree/DiagramView.tsx')),
} as const

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

/** The records of a list otherwise than row by row. */
const AlternateLayout = ({ layout, ...props }: LayoutProps & { layout: Exclude<Layout, 'list'> }) => {
  const View = VIEWS[layout]
  return <View {...props} />
}

export default AlternateLayout
