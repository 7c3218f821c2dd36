import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Lines } from '../../../engine/model/module.ts'
import { useCommands } from '../../routing/commands.ts'
import type { RecordStore } from '../form/store.ts'
import { useKeys } from '../form/useStore.ts'
import type { GridParts } from './commands.ts'
import type { RowCommands } from './GridRow.tsx'
import { onGoToCell } from './goTo.ts'
import { GridHistory } from './history.ts'
import { gridHelp } from './keymap.ts'
import { useCellEditing } from './useCellEditing.ts'
import { useGridClipboard } from './useGridClipboard.ts'
import { useGridColumns } from './useGridColumns.ts'
import { useGridKeys } from './useGridKeys.ts'
import { useGridLines } from './useGridLines.ts'
import { useGridPointer } from './useGridPointer.ts'
import { useGridSelection } from './useGridSelection.ts'

const ROW_HEIGHT = 36

export interface LineGridProps {
  store: RecordStore
  lines: Lines
  readOnly?: boolean
}

/** The rows that are drawn: those in sight, and the active one wherever the wheel goes: its editor must not lose what is typed. */
const useRowsInSight = (grid: React.RefObject<HTMLDivElement | null>, keys: readonly string[], activeIndex: number) =>
  useVirtualizer({
    count: keys.length,
    getScrollElement: () => grid.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollPaddingStart: ROW_HEIGHT,
    getItemKey: (index) => keys[index] ?? index,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      return activeIndex >= 0 && !shown.includes(activeIndex) ? [...shown, activeIndex].sort((a, b) => a - b) : shown
    },
  })

/** What the menu of a row does. */
const useRowCommands = ({ history, editing, rows }: GridParts, focusGrid: () => void, openDetails: (key: string) => void) => {
  // Rows are drawn again only when something of theirs changes, so what they call stays the same.
  const latestStop = useRef(editing.stop)
  latestStop.current = editing.stop
  return useMemo<RowCommands>(
    () => ({
      done: () => latestStop.current(),
      details: (key) => {
        history.mark()
        openDetails(key)
      },
      duplicate: rows.duplicate,
      move: rows.move,
      remove: (key) => {
        rows.remove(key)
        focusGrid()
      },
    }),
    [history, rows, focusGrid, openDetails],
  )
}

/**
 * A child table as a spreadsheet, without a look: columns, selection, editing, lines, keys, mouse, clipboard, and the rows
 * in sight. `LineGrid` draws it.
 */
export const useLineGrid = ({ store, lines, readOnly = false }: LineGridProps) => {
  const { name } = lines
  const keys = useKeys(store, name)
  const [history] = useState(() => new GridHistory(store, name))
  const columns = useGridColumns(store, lines, keys, !readOnly)
  const { fields } = columns
  const gridId = useId()
  const grid = useRef<HTMLDivElement>(null)
  /** What follows the grid in the order of the tab key. */
  const after = useRef<HTMLButtonElement>(null)
  const [drawer, setDrawer] = useState<string | null>(null)
  const virtualizer = useRef<ReturnType<typeof useRowsInSight>>(null)
  const reveal = useCallback((index: number) => void requestAnimationFrame(() => virtualizer.current?.scrollToIndex(index)), [])
  const focusGrid = useCallback(() => grid.current?.focus({ preventScroll: true }), [])
  const leave = useCallback(() => after.current?.focus(), [])

  const { fixed } = store.linesState(name)
  const subject = { store, lines, fields, history, readOnly, fixed }
  const selection = useGridSelection({ store, name, fields, reveal })
  const editing = useCellEditing(subject, selection, focusGrid)
  const rows = useGridLines(subject, selection, reveal)
  const parts: GridParts = { ...subject, selection, editing, rows, reveal, leave }
  const onKeyDown = useGridKeys(parts)
  useCommands(gridHelp(readOnly))
  const pointer = useGridPointer(parts, focusGrid)
  const clipboard = useGridClipboard(parts)
  const commands = useRowCommands(parts, focusGrid, setDrawer)
  const { active, block, go } = selection
  const activeIndex = active ? store.indexOf(name, active.key) : -1
  virtualizer.current = useRowsInSight(grid, keys, activeIndex)

  const goToCell = useCallback(
    (key: string, field: string | undefined) => {
      go(
        store.indexOf(name, key),
        fields.findIndex((candidate) => candidate.name === field),
      )
      focusGrid()
    },
    [store, name, fields, go, focusGrid],
  )
  useEffect(() => (grid.current ? onGoToCell(grid.current, ({ key, field }) => goToCell(key, field)) : undefined), [goToCell])
  // An unmounting grid must not leave a draft in an input: its blur writes it.
  useEffect(() => () => (document.activeElement as HTMLElement | null)?.blur(), [])

  return {
    ...subject,
    ...columns,
    ...clipboard,
    pointer,
    onKeyDown,
    keys,
    gridId,
    grid,
    after,
    active,
    activeIndex,
    block,
    editing,
    commands,
    virtualizer: virtualizer.current,
    onFocus: selection.onFocus,
    goToCell,
    addLast: () => {
      rows.addAfter(keys.length - 1)
      focusGrid()
    },
    /** The line whose fields are open in a drawer. */
    drawer: drawer && store.indexOf(name, drawer) >= 0 ? drawer : null,
    closeDrawer: () => setDrawer(null),
  }
}

export type LineGridController = ReturnType<typeof useLineGrid>
