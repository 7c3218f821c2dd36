import { Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type CSSProperties, lazy, Suspense } from 'react'
import { label, t } from '../../fields/text.ts'
import { GridFoot } from './GridFoot.tsx'
import { GridHead } from './GridHead.tsx'
import { GridRow } from './GridRow.tsx'
import classes from './grid.module.css'
import { type LineGridController, type LineGridProps, useLineGrid } from './useLineGrid.ts'

const LineCards = lazy(() => import('./LineCards.tsx'))
const RowDrawer = lazy(() => import('./RowDrawer.tsx'))

/**
 * A child table as a spreadsheet. Rows are virtual and subscribe to the store themselves: only the cell being edited has
 * an input, and its key presses draw one row and the totals, with 5 lines as with 500.
 */
export function LineGrid(props: LineGridProps) {
  const narrow = useMediaQuery('(max-width: 600px)', false, { getInitialValueInEffect: false })
  return narrow ? (
    <Suspense fallback={null}>
      <LineCards {...props} />
    </Suspense>
  ) : (
    <Spreadsheet {...props} />
  )
}

/** The rows in sight, and how each takes part in what is selected and edited. */
const rowsOf = ({ store, lines, keys, active, block, editing, ...grid }: LineGridController) => {
  // A single cell is shown only as the active one.
  const several = block !== undefined && (block.top !== block.bottom || block.left !== block.right)
  return grid.virtualizer.getVirtualItems().map(({ index, start }) => {
    const key = keys[index]!
    const isActive = active?.key === key
    const inBlock = several && index >= block.top && index <= block.bottom
    return (
      <GridRow
        key={key}
        store={store}
        lines={lines.name}
        fields={grid.fields}
        rowKey={key}
        index={index}
        top={start}
        template={grid.template}
        gridId={grid.gridId}
        active={isActive ? active.column : -1}
        from={inBlock ? block.left : -1}
        to={inBlock ? block.right : -1}
        corner={!grid.readOnly && block?.bottom === index ? block.right : -1}
        frozen={grid.frozen}
        editing={editing.now !== null && isActive}
        typed={isActive ? editing.now?.typed : undefined}
        readOnly={grid.readOnly}
        fixed={grid.fixed}
        commands={grid.commands}
      />
    )
  })
}

/** Whether the focus has moved elsewhere on the page. A dialog that the cell opened to create a missing record is part of the edit. */
const isOutside = (grid: HTMLElement | null, target: EventTarget | null): boolean =>
  target instanceof Element && !grid?.contains(target) && !target.closest('[role=dialog]')

function Spreadsheet(props: LineGridProps) {
  const grid = useLineGrid(props)
  const { lines, fields, keys, readOnly, active, editing, pointer } = grid
  const activeCell =
    active && grid.activeIndex >= 0 && !editing.now ? `${grid.gridId}-${active.key}-${fields[active.column]?.name}` : undefined
  return (
    <div className={classes.frame}>
      <div
        ref={grid.grid}
        role="grid"
        data-lines={lines.name}
        tabIndex={0}
        aria-label={label(lines.title)}
        aria-rowcount={keys.length + 1}
        aria-colcount={fields.length + (readOnly ? 1 : 2)}
        aria-readonly={readOnly}
        aria-multiselectable
        aria-activedescendant={activeCell}
        className={classes.grid}
        data-dense={grid.dense || undefined}
        style={{ '--row-width': `${grid.width}px` } as CSSProperties}
        onKeyDown={(event) => grid.grid.current?.contains(event.target as Node) && grid.onKeyDown(event)}
        {...pointer}
        onPaste={grid.onPaste}
        onCopy={grid.onCopy}
        onFocus={(event) => event.target === grid.grid.current && grid.onFocus()}
        onBlur={(event) => editing.now && isOutside(grid.grid.current, event.relatedTarget) && editing.stop()}
      >
        <GridHead fields={fields} template={grid.template} frozen={grid.frozen} readOnly={readOnly} />
        <div role={keys.length ? 'rowgroup' : undefined} className={classes.body} style={{ height: grid.virtualizer.getTotalSize() }}>
          {rowsOf(grid)}
        </div>
      </div>
      {keys.length === 0 && (
        <Text size="sm" c="dimmed" className={classes.empty}>
          {t(readOnly ? 'grid.emptyReadOnly' : 'grid.empty')}
        </Text>
      )}
      <GridFoot grid={grid} />
      {grid.drawer && (
        <Suspense fallback={null}>
          <RowDrawer store={grid.store} lines={lines} rowKey={grid.drawer} readOnly={readOnly} onClose={grid.closeDrawer} />
        </Suspense>
      )}
    </div>
  )
}
