import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconDots,
  IconGripVertical,
  IconLayoutSidebarRightExpand,
  IconTrash,
} from '@tabler/icons-react'
import { memo } from 'react'
import type { Field } from '../../../engine/model/module.ts'
import { t } from '../../fields/text.ts'
import { refLabel } from '../../fields/types.ts'
import { cellPath } from '../form/errors.ts'
import type { RecordStore } from '../form/store.ts'
import { useErrors, useRow } from '../form/useStore.ts'
import { GridCell } from './GridCell.tsx'
import classes from './grid.module.css'

export interface RowCommands {
  details(key: string): void
  duplicate(key: string): void
  move(key: string, by: number): void
  remove(key: string): void
  /** Ends the edit of a cell in which a choice was made. */
  done(): void
}

interface Props {
  readonly store: RecordStore
  readonly lines: string
  readonly fields: readonly Field[]
  readonly rowKey: string
  readonly index: number
  readonly top: number
  readonly template: string
  readonly gridId: string
  /** Column of the active cell in this row, -1 when it is elsewhere. */
  readonly active: number
  /** First and last column of the cells of this row that are selected together, -1 when none is. */
  readonly from: number
  readonly to: number
  /** Column of the cell with the handle that fills down, -1 when it is elsewhere. */
  readonly corner: number
  /** Name of the column that stays in sight. */
  readonly frozen: string | undefined
  readonly editing: boolean
  readonly typed: string | undefined
  readonly readOnly: boolean
  readonly fixed: boolean
  readonly commands: RowCommands
}

/** One line of the grid. It draws when its own values change, or the active cell comes or goes. */
export const GridRow = memo(function GridRow({
  store,
  lines,
  fields,
  rowKey,
  index,
  top,
  template,
  gridId,
  active,
  from,
  to,
  corner,
  frozen,
  editing,
  typed,
  readOnly,
  fixed,
  commands,
}: Props) {
  const row = useRow(store, lines, rowKey)
  const errors = useErrors(store, cellPath(lines, rowKey))
  const states = store.cellStates(lines, rowKey)
  const subject = fields.find(({ name }) => name === frozen)
  const about = subject?.refAs ? refLabel(row[subject.refAs]) : ''
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.row}
      data-row={index}
      data-key={rowKey}
      data-error={errors.length > 0 || undefined}
      style={{ gridTemplateColumns: template, transform: `translateY(${top}px)` }}
    >
      <div role="rowheader" className={classes.start} title={errors[0]}>
        {!readOnly && !fixed && (
          <span className={classes.grip} draggable data-grip={rowKey} title={t('grid.reorder', { number: index + 1 })}>
            <IconGripVertical size={14} stroke={1.6} aria-hidden />
          </span>
        )}
        <span className="tabular">{index + 1}</span>
      </div>
      {fields.map((field, column) => (
        <GridCell
          key={field.name}
          store={store}
          lines={lines}
          rowKey={rowKey}
          field={field}
          value={row[field.name]}
          resolved={field.refAs ? row[field.refAs] : undefined}
          state={states[field.name]}
          column={column}
          id={`${gridId}-${rowKey}-${field.name}`}
          active={active === column}
          selected={column >= from && column <= to}
          corner={column === corner}
          frozen={field.name === frozen}
          about={readOnly && field !== subject ? about : ''}
          editing={editing && active === column}
          typed={active === column ? typed : undefined}
          readOnly={readOnly}
          onDone={commands.done}
        />
      ))}
      {!readOnly && (
        <div role="gridcell" aria-colindex={fields.length + 2} className={classes.end}>
          <RowMenu rowKey={rowKey} index={index} fixed={fixed} commands={commands} />
        </div>
      )}
    </div>
  )
})

function RowMenu({ rowKey, index, fixed, commands }: { rowKey: string; index: number; fixed: boolean; commands: RowCommands }) {
  return (
    <Menu position="bottom-end" withinPortal keepMounted={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" tabIndex={-1} aria-label={t('grid.rowMenu', { number: index + 1 })}>
          <IconDots size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconLayoutSidebarRightExpand size={14} />} onClick={() => commands.details(rowKey)}>
          {t('grid.details')}
        </Menu.Item>
        {!fixed && (
          <>
            <Menu.Item leftSection={<IconCopy size={14} />} onClick={() => commands.duplicate(rowKey)}>
              {t('grid.duplicate')}
            </Menu.Item>
            <Menu.Item leftSection={<IconArrowUp size={14} />} onClick={() => commands.move(rowKey, -1)}>
              {t('grid.moveUp')}
            </Menu.Item>
            <Menu.Item leftSection={<IconArrowDown size={14} />} onClick={() => commands.move(rowKey, 1)}>
              {t('grid.moveDown')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<IconTrash size={14} />} onClick={() => commands.remove(rowKey)}>
              {t('grid.delete')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
