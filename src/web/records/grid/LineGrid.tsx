import { Button, Group, Loader, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useTable } from '@tanstack/react-table'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import {
  type ClipboardEvent,
  type CSSProperties,
  type DragEvent,
  lazy,
  type MouseEvent,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Lines } from '../../../engine/model/module.ts'
import { useFieldClient } from '../../fields/client.ts'
import { label, t } from '../../fields/text.ts'
import { useCommands } from '../../routing/commands.ts'
import type { RecordStore } from '../form/store.ts'
import { useKeys } from '../form/useStore.ts'
import { columnsOf, features, gridFields, leastWidth, subjectOf, tracks } from './columns.ts'
import { GridErrors } from './GridErrors.tsx'
import { GridHead } from './GridHead.tsx'
import { GridRow, type RowCommands } from './GridRow.tsx'
import { onGoToCell } from './goTo.ts'
import classes from './grid.module.css'
import { GridHistory } from './history.ts'
import { gridKeys, NO_KEYS } from './keys.ts'
import { pasteBlock } from './paste.ts'
import { type Block, blockText } from './range.ts'
import { parseTsv } from './tsv.ts'
import { useFillHandle } from './useFillHandle.ts'
import { useGridKeys } from './useGridKeys.ts'

const LineCards = lazy(() => import('./LineCards.tsx'))
const RowDrawer = lazy(() => import('./RowDrawer.tsx'))
const ROW_HEIGHT = 36
const NO_SELECTION = () => null

/**
 * A child table as a spreadsheet. Rows are virtual and read the store by themselves: only the cell being
 * edited holds an input, and its key presses draw one row and the totals, whether there are 5 lines or 500.
 */
export function LineGrid(props: { store: RecordStore; lines: Lines; readOnly?: boolean }) {
  const narrow = useMediaQuery('(max-width: 600px)', false, { getInitialValueInEffect: false })
  return narrow ? (
    <Suspense fallback={null}>
      <LineCards {...props} />
    </Suspense>
  ) : (
    <Spreadsheet {...props} />
  )
}

function Spreadsheet({ store, lines, readOnly = false }: { store: RecordStore; lines: Lines; readOnly?: boolean }) {
  const keys = useKeys(store, lines.name)
  const [history] = useState(() => new GridHistory(store, lines.name))
  const isNew = store.value('id') === undefined || store.value('id') === null
  // Looked at again when lines come and go, not with each key press.
  const shown = gridFields(lines, isNew, store.rows(lines.name))
    .map(({ name }) => name)
    .join()
  const fields = useMemo(() => shown.split(',').flatMap((name) => lines.field[name] ?? []), [lines, shown])
  const frozen = subjectOf(fields)?.name
  const columns = useMemo(() => columnsOf(fields), [fields])
  const data = useMemo(() => keys.map((key) => ({ key })), [keys])
  const table = useTable({ features, columns, data, getRowId: (row) => row.key }, NO_SELECTION)
  const width = useMemo(() => leastWidth(fields, (name) => table.getColumn(name)?.getSize() ?? 150, !readOnly), [fields, table, readOnly])
  const template = useMemo(() => tracks(fields, (name) => table.getColumn(name)?.getSize() ?? 150, !readOnly), [fields, table, readOnly])
  const gridId = useId()
  const grid = useRef<HTMLDivElement>(null)
  const after = useRef<HTMLButtonElement>(null)
  const [drawer, setDrawer] = useState<string | null>(null)
  const [pasting, setPasting] = useState(false)
  const client = useFieldClient()

  const virtualizer = useRef<ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>>(null)
  const reveal = useCallback((index: number) => requestAnimationFrame(() => virtualizer.current?.scrollToIndex(index)), [])
  const focusGrid = useCallback(() => grid.current?.focus({ preventScroll: true }), [])
  const leave = useCallback(() => after.current?.focus(), [])
  const { active, setActive, extendTo, block, onFocus, editing, edit, stop, go, addAfter, removeLine, onKeyDown } = useGridKeys({
    store,
    lines,
    fields,
    history,
    readOnly,
    focusGrid,
    leave,
    reveal,
  })
  useCommands(readOnly ? NO_KEYS : gridKeys())
  const activeIndex = active ? store.indexOf(lines.name, active.key) : -1

  virtualizer.current = useVirtualizer({
    count: keys.length,
    getScrollElement: () => grid.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollPaddingStart: ROW_HEIGHT,
    getItemKey: (index) => keys[index] ?? index,
    // The active row stays mounted wherever the wheel goes: its editor must not lose what is typed.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      return activeIndex >= 0 && !shown.includes(activeIndex) ? [...shown, activeIndex].sort((a, b) => a - b) : shown
    },
  })

  useEffect(() => {
    if (!grid.current) return
    return onGoToCell(grid.current, ({ key, field }) => {
      go(
        store.indexOf(lines.name, key),
        fields.findIndex(({ name }) => name === field),
      )
      focusGrid()
    })
  }, [store, lines.name, fields, go, focusGrid])

  const latestStop = useRef(stop)
  latestStop.current = stop
  const commands = useMemo<RowCommands>(
    () => ({
      done: () => latestStop.current(),
      details: (key) => {
        history.mark()
        setDrawer(key)
      },
      duplicate: (key) => {
        history.mark()
        store.duplicate(lines.name, key)
      },
      move: (key, by) => {
        history.mark()
        store.move(lines.name, key, store.indexOf(lines.name, key) + by)
      },
      remove: (key) => {
        removeLine(key)
        focusGrid()
      },
    }),
    [store, lines.name, removeLine, focusGrid, history],
  )

  const selecting = useRef(false)
  const cellOf = (target: EventTarget): { key: string; column: number } | null => {
    const cell = (target as HTMLElement).closest<HTMLElement>('[data-column]')
    const key = cell?.closest<HTMLElement>('[data-key]')?.dataset.key
    return cell && key ? { key, column: Number(cell.dataset.column) } : null
  }
  const fill = useFillHandle({ store, lines: lines.name, fields, history, block, setActive, extendTo })
  const onMouseDown = (event: MouseEvent) => {
    if (fill.begin(event)) return focusGrid()
    const at = cellOf(event.target)
    if (!at || (editing && active?.key === at.key && active.column === at.column)) return
    // A second click on the active cell edits it, as a double click would.
    const again = active?.key === at.key && active.column === at.column
    event.preventDefault()
    stop()
    selecting.current = event.button === 0
    if (event.shiftKey && active) {
      extendTo(at)
      return focusGrid()
    }
    setActive(at)
    focusGrid()
    if (again || fields[at.column]?.type === 'boolean') edit(at)
  }
  /** The pointer drags a selection over the cells. */
  const onMouseMove = (event: MouseEvent) => {
    if (fill.drag(cellOf(event.target)?.key)) return
    if (!selecting.current || event.buttons !== 1) {
      selecting.current = false
      return
    }
    const at = editing ? null : cellOf(event.target)
    if (at && active && (at.key !== active.key || at.column !== active.column)) extendTo(at)
  }
  const onPaste = async (event: ClipboardEvent) => {
    if (readOnly || editing) return
    event.preventDefault()
    setPasting(true)
    const from = { row: Math.max(0, block?.top ?? 0), column: block?.left ?? 0 }
    history.mark()
    const pasted = pasteBlock(store, lines, fields, from, spread(parseTsv(event.clipboardData.getData('text/plain')), block), client)
    if (!active) go(from.row, from.column)
    await pasted
    setPasting(false)
  }
  const onCopy = (event: ClipboardEvent) => {
    if (editing || !block) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', blockText(store, lines.name, fields, block))
  }
  // A single cell is shown as the active one alone.
  const several = block !== undefined && (block.top !== block.bottom || block.left !== block.right)
  const inBlock = (index: number): boolean => several && index >= block.top && index <= block.bottom
  const dragged = useRef<string>(null)
  const onDragStart = (event: DragEvent) => {
    dragged.current = (event.target as HTMLElement).closest<HTMLElement>('[data-grip]')?.dataset.grip ?? null
  }
  const onDrop = (event: DragEvent) => {
    const over = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset.row
    if (!dragged.current || over === undefined) return
    event.preventDefault()
    history.mark()
    store.move(lines.name, dragged.current, Number(over))
    dragged.current = null
  }
  // An unmounting grid must not leave a draft in an input: its blur writes it.
  useEffect(() => () => (document.activeElement as HTMLElement | null)?.blur(), [])

  return (
    <div className={classes.frame}>
      <div
        ref={grid}
        role="grid"
        data-lines={lines.name}
        tabIndex={0}
        aria-label={label(lines.title)}
        aria-rowcount={keys.length + 1}
        aria-colcount={fields.length + (readOnly ? 1 : 2)}
        aria-readonly={readOnly}
        aria-multiselectable
        aria-activedescendant={
          active && activeIndex >= 0 && !editing ? `${gridId}-${active.key}-${fields[active.column]?.name}` : undefined
        }
        className={classes.grid}
        style={{ '--row-width': `${width}px` } as CSSProperties}
        onKeyDown={(event) => grid.current?.contains(event.target as Node) && onKeyDown(event)}
        onMouseDown={onMouseDown}
        onMouseMove={onMouseMove}
        onPaste={(event) => void onPaste(event)}
        onCopy={onCopy}
        onDragStart={onDragStart}
        onDragOver={(event) => dragged.current && event.preventDefault()}
        onDrop={onDrop}
        onFocus={(event) => event.target === grid.current && onFocus()}
        onBlur={(event) => editing && isOutside(grid.current, event.relatedTarget) && stop()}
      >
        <GridHead fields={fields} template={template} frozen={frozen} readOnly={readOnly} />
        <div role={keys.length ? 'rowgroup' : undefined} className={classes.body} style={{ height: virtualizer.current.getTotalSize() }}>
          {virtualizer.current.getVirtualItems().map((item) => {
            const key = keys[item.index]!
            return (
              <GridRow
                key={key}
                store={store}
                lines={lines.name}
                fields={fields}
                rowKey={key}
                index={item.index}
                top={item.start}
                template={template}
                gridId={gridId}
                active={active?.key === key ? active.column : -1}
                from={inBlock(item.index) ? block!.left : -1}
                to={inBlock(item.index) ? block!.right : -1}
                corner={!readOnly && block?.bottom === item.index ? block.right : -1}
                frozen={frozen}
                editing={editing !== null && active?.key === key}
                typed={active?.key === key ? editing?.typed : undefined}
                readOnly={readOnly}
                commands={commands}
              />
            )
          })}
        </div>
      </div>
      {keys.length === 0 && (
        <Text size="sm" c="dimmed" className={classes.empty}>
          {t(readOnly ? 'grid.emptyReadOnly' : 'grid.empty')}
        </Text>
      )}
      <Group className={classes.foot} gap="sm" justify="space-between">
        <Group gap="sm">
          {!readOnly && (
            <Button
              ref={after}
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPlus size={14} />}
              onClick={() => {
                addAfter(keys.length - 1)
                focusGrid()
              }}
            >
              {t('grid.addLine')}
            </Button>
          )}
          {pasting && (
            <Group gap={6}>
              <Loader size={12} />
              <Text size="xs" c="dimmed">
                {t('grid.pasting')}
              </Text>
            </Group>
          )}
          <GridErrors
            store={store}
            lines={lines}
            onGo={(cells) => {
              const wrong = cells
                .map(([key, field]) => ({
                  row: store.indexOf(lines.name, key),
                  column: Math.max(
                    0,
                    fields.findIndex(({ name }) => name === field),
                  ),
                }))
                .sort((a, b) => a.row - b.row || a.column - b.column)
              const here = active?.column ?? 0
              const next = wrong.find(({ row, column }) => row > activeIndex || (row === activeIndex && column > here)) ?? wrong[0]
              if (next) go(next.row, next.column)
              focusGrid()
            }}
          />
        </Group>
        <Text size="xs" c="dimmed" className="tabular">
          {t('grid.lines', { count: keys.length })}
        </Text>
      </Group>
      {drawer && store.indexOf(lines.name, drawer) >= 0 && (
        <Suspense fallback={null}>
          <RowDrawer store={store} lines={lines} rowKey={drawer} readOnly={readOnly} onClose={() => setDrawer(null)} />
        </Suspense>
      )}
    </div>
  )
}

/** One copied cell is pasted into each of the cells that are selected. */
const spread = (texts: string[][], block: Block | undefined): string[][] => {
  const single = texts.length === 1 && texts[0]!.length === 1
  if (!single || !block) return texts
  const line = Array.from({ length: block.right - block.left + 1 }, () => texts[0]![0]!)
  return Array.from({ length: block.bottom - block.top + 1 }, () => line)
}

/** Has focus gone elsewhere on the page? A dialog that the cell opened, to create what it did not find, is part of the edit. */
const isOutside = (grid: HTMLElement | null, target: EventTarget | null): boolean =>
  target instanceof Element && !grid?.contains(target) && !target.closest('[role=dialog]')
