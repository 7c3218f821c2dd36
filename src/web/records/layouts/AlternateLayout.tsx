import { lazy } from 'react'
import type { Layout } from '../index/url-state.ts'
import type { LayoutProps } from './layout-props.ts'

const VIEWS = {
  grouped: lazy(() => import('../figures/GroupedView.tsx')),
  pivot: lazy(() => import('../figures/PivotView.tsx')),
  chart: lazy(() => import('../figures/ChartView.tsx')),
  board: lazy(() => import('../board/BoardView.tsx')),
  periods: lazy(() => import('../periods/PeriodsView.tsx')),
  calendar: lazy(() => import('../calendar/CalendarView.tsx')),
  heatmap: lazy(() => import('../calendar/HeatMap.tsx')),
  planner: lazy(() => import('../planner/PlannerView.tsx')),
  tree: lazy(() => import('../tree/TreeView.tsx')),
  diagram: lazy(() => import('../tree/DiagramView.tsx')),
} as const

/** The records of a list otherwise than row by row. */
const AlternateLayout = ({ layout, ...props }: LayoutProps & { layout: Exclude<Layout, 'list'> }) => {
  const View = VIEWS[layout]
  return <View {...props} />
}

export default AlternateLayout
