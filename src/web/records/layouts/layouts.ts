/** The layouts in which the records of a module can be shown, and the one that its list opens with. */
import { keepsRecords } from '../../../engine/model/kind.ts'
import type { Module } from '../../../engine/model/module.ts'
import { LAYOUTS, type Layout } from '../index/url-state.ts'
import { boardFields } from './board-fields.ts'

/** Layouts of the module in the order of the menu; only the list where nothing else makes sense. */
export function layoutsOf(module: Module): readonly Layout[] {
  const figures = keepsRecords(module.kind) && module.actions.index !== undefined
  const offered: Readonly<Record<Layout, boolean>> = {
    list: true,
    grouped: figures,
    pivot: figures,
    chart: figures,
    board: figures && boardFields(module).length > 0,
    periods: module.periods !== undefined && module.actions.index !== undefined,
    calendar: module.calendar !== undefined,
    heatmap: module.calendar?.rows !== undefined,
    planner: module.planner !== undefined,
    tree: module.tree !== undefined,
    diagram: module.tree?.diagram !== undefined,
  }
  return LAYOUTS.filter((layout) => offered[layout])
}

/** What the list opens with when the address does not say. */
const firstLayout = ({ calendar, periods, planner, tree }: Module): Layout => {
  if (tree?.diagram?.first) return 'diagram'
  if (tree?.first) return 'tree'
  if (calendar?.first) return 'calendar'
  if (planner?.first) return 'planner'
  return periods?.first ? 'periods' : 'list'
}

/** The layout that the address asks for, where the module has it. */
export const layoutOf = (module: Module, asked: Layout | undefined): Layout =>
  asked && layoutsOf(module).includes(asked) ? asked : firstLayout(module)
