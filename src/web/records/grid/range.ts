/** A block of cells: between the cell where it was begun and the active one. */
import type { Field } from '../../../engine/model/module.ts'
import { displayText } from '../../fields/display.ts'
import { cellPath } from '../form/errors.ts'
import type { CellChange, RecordStore } from '../form/store.ts'
import { isEditable } from './editable.ts'
import { tsvCell } from './tsv.ts'

export interface Block {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** A corner by its row key and column; the other corner likewise. */
export interface Corner {
  readonly key: string
  readonly column: number
}

/** The block between two corners; undefined when one of their rows was removed. */
export function blockOf(store: RecordStore, lines: string, corner: Corner, other: Corner): Block | undefined {
  const [a, b] = [store.indexOf(lines, corner.key), store.indexOf(lines, other.key)]
  if (a < 0 || b < 0) return undefined
  return {
    top: Math.min(a, b),
    bottom: Math.max(a, b),
    left: Math.min(corner.column, other.column),
    right: Math.max(corner.column, other.column),
  }
}

/** The cells as spreadsheets paste them, in the words that the grid shows. */
export function blockText(store: RecordStore, lines: string, fields: readonly Field[], { top, bottom, left, right }: Block): string {
  const columns = fields.slice(left, right + 1)
  return store
    .keys(lines)
    .slice(top, bottom + 1)
    .map((key) => {
      const row = store.row(lines, key)
      return columns.map((field) => tsvCell(displayText(field, row[field.name], field.refAs ? row[field.refAs] : undefined))).join('\t')
    })
    .join('\n')
}

const editable = (store: RecordStore, lines: string, key: string, field: Field): boolean =>
  isEditable(field, store.cellStates(lines, key)[field.name])

/** Empties what may be written in the block. */
export function clearBlock(store: RecordStore, lines: string, fields: readonly Field[], { top, bottom, left, right }: Block): void {
  const keys = store.keys(lines).slice(top, bottom + 1)
  store.setCells(
    lines,
    keys.flatMap((key) =>
      fields
        .slice(left, right + 1)
        .filter((field) => editable(store, lines, key, field))
        .map((field): CellChange => ({ key, field: field.name, value: null, ref: null })),
    ),
  )
}

/**
 * Fills the first row of the block down over the rest of it, as spreadsheets do; of a single cell, or a single row,
 * the row above is filled in. What picking a record would bring along stays as it is filled.
 */
export function fillDown(store: RecordStore, lines: string, fields: readonly Field[], block: Block): void {
  const from = block.top === block.bottom ? block.top - 1 : block.top
  if (from >= 0) fillRows(store, lines, { fields, block: { ...block, top: from, bottom: from }, bottom: block.bottom })
}

/** Repeats the rows of a block below it, down to the row `bottom`: the action of dragging a selection's handle. */
export function fillRows(
  store: RecordStore,
  lines: string,
  { fields, block, bottom }: { readonly fields: readonly Field[]; readonly block: Block; readonly bottom: number },
): void {
  const keys = store.keys(lines)
  const columns = fields.slice(block.left, block.right + 1)
  const height = block.bottom - block.top + 1
  const cells: CellChange[] = []
  for (const [index, key] of keys.slice(block.bottom + 1, bottom + 1).entries()) {
    const source = store.row(lines, keys[block.top + (index % height)]!)
    const filled = columns.filter((field) => editable(store, lines, key, field))
    const change = (field: Field): CellChange => ({
      key,
      field: field.name,
      value: source[field.name] ?? null,
      ...(field.refAs && { ref: (source[field.refAs] ?? null) as never }),
    })
    // References first: their fetched values must not overwrite a value that is also filled.
    const references = filled.filter(({ refAs }) => refAs)
    cells.push(...references.map(change), ...filled.filter(({ refAs }) => !refAs).map(change))
    // A cell whose text names no record yet is filled like any other: the text goes.
    for (const field of filled) store.entries.settle(cellPath(lines, key, field.name))
  }
  store.setCells(lines, cells)
}
