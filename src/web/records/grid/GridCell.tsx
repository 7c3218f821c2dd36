import { memo, useEffect, useMemo, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { Field, Row } from '../../../engine/model/module.ts'
import type { FieldState } from '../../../engine/runtime/compute/index.ts'
import { displayText } from '../../fields/display.ts'
import { useFigureLink, useLinkOf } from '../../fields/links.ts'
import { inputFor, isNumeric } from '../../fields/registry.tsx'
import { isRef, refLabel } from '../../fields/types.ts'
import { cellPath } from '../form/errors.ts'
import type { RecordStore } from '../form/store.ts'
import { useCellErrors, useTypedText } from '../form/useStore.ts'
import { calledBeside } from './columns.ts'
import { isEditable } from './editable.ts'
import classes from './grid.module.css'

interface CellProps {
  readonly store: RecordStore
  readonly lines: string
  readonly rowKey: string
  readonly field: Field
  readonly value: unknown
  readonly resolved: unknown
  readonly state: FieldState | undefined
  readonly column: number
  readonly id: string
  readonly active: boolean
  /** One of several cells that are selected together. */
  readonly selected: boolean
  /** Has the handle that fills the selection down. */
  readonly corner: boolean
  /** Stays visible beside the row's number. */
  readonly frozen: boolean
  /** What the subject of the row is called, where the table is read: other columns need not repeat it. */
  readonly about: string
  readonly editing: boolean
  readonly typed: string | undefined
  readonly readOnly: boolean
  /** A choice was made: ends the edit. */
  readonly onDone: () => void
}

/** One cell: its text, or its input while it is edited. */
export const GridCell = memo(function GridCell(props: CellProps) {
  const {
    store,
    lines,
    rowKey,
    field,
    value,
    resolved,
    state,
    column,
    id,
    active,
    selected,
    corner,
    frozen,
    about,
    editing,
    typed,
    readOnly,
    onDone,
  } = props
  const errors = useCellErrors(store, lines, rowKey, field.name)
  const locked = readOnly || !isEditable(field, state)
  // A text that is not a record yet, or matches none, stays in its cell until it is corrected.
  const pending = useTypedText(store, cellPath(lines, rowKey, field.name))
  const said = pending ?? displayText(field, value, resolved)
  const text = state?.visible === false ? '' : field.refAs ? calledBeside(said, about) : said
  const figureLink = useFigureLink()
  const reference = useLinkOf(field)(readOnly ? resolved : undefined)
  const url =
    reference ?? (readOnly && isNumeric(field.type) ? figureLink(`${lines}.${field.name}`, value, store.row(lines, rowKey)) : undefined)
  return (
    // The grid handles keys and clicks once for all cells; the focus stays on the grid, which names the active cell.
    <div
      id={id}
      role="gridcell"
      aria-colindex={column + 2}
      aria-selected={active || selected}
      aria-readonly={locked}
      aria-invalid={errors.length > 0 || undefined}
      // What is cut can be read in the tooltip.
      title={errors[0] ?? (!editing && text && !isNumeric(field.type) ? text : undefined)}
      className={classes.cell}
      data-column={column}
      data-active={active || undefined}
      data-selected={selected || undefined}
      data-frozen={frozen || undefined}
      data-editing={editing || undefined}
      data-locked={(locked && !readOnly) || undefined}
      data-end={isNumeric(field.type) || undefined}
      data-error={errors.length > 0 || undefined}
      data-pending={pending !== undefined || undefined}
    >
      {editing ? (
        <Editor
          store={store}
          lines={lines}
          rowKey={rowKey}
          field={field}
          value={value}
          resolved={resolved}
          typed={typed}
          id={`${id}-editor`}
          onDone={onDone}
        />
      ) : (
        <span className={classes.text}>
          {/* The grid is one tab stop: Enter on the cell follows its link. */}
          {url && text ? (
            <Link to={url} tabIndex={-1} className={classes.link}>
              {text}
            </Link>
          ) : (
            text
          )}
        </span>
      )}
      {errors.length > 0 && <span className={classes.visuallyHidden}>{errors[0]}</span>}
      {corner && !locked && !editing && <span className={classes.fill} data-fill aria-hidden />}
    </div>
  )
})

function Editor({
  store,
  lines,
  rowKey,
  field,
  value,
  resolved,
  typed,
  id,
  onDone,
}: {
  store: RecordStore
  lines: string
  rowKey: string
  field: Field
  value: unknown
  resolved: unknown
  typed: string | undefined
  id: string
  onDone: () => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const Input = inputFor(field.type)
  const around = useMemo(
    () => ({
      value: (name: string) => {
        if (!name.startsWith('parent.')) return store.row(lines, rowKey)[name]
        return store.value(name.slice('parent.'.length))
      },
    }),
    [store, lines, rowKey],
  )
  useEffect(() => {
    const input = box.current?.querySelector<HTMLElement>('input, textarea, [contenteditable]')
    input?.focus()
    if (typed === undefined && input instanceof HTMLInputElement) input.select()
  }, [typed])
  return (
    <div ref={box} className={classes.editor}>
      <Input
        bare
        id={id}
        field={field}
        value={value}
        resolved={resolved}
        typed={typed}
        around={around}
        onChange={(next, ref) => {
          store.setCells(lines, [{ key: rowKey, field: field.name, value: next, ref }])
          // A lookup that ends after the cell was left must not end the edit of another cell.
          if (ref && box.current) onDone()
        }}
        onDone={() => box.current && onDone()}
        entry={store.entries.at(cellPath(lines, rowKey, field.name))}
      />
    </div>
  )
}

/** Short name of a row for menus and drawers: its first reference or text. */
export function rowName(fields: readonly Field[], row: Row): string | undefined {
  for (const field of fields) {
    if (field.refAs && isRef(row[field.refAs])) return refLabel(row[field.refAs])
    if (field.type === 'text' && row[field.name]) return String(row[field.name])
  }
  return undefined
}
