import type { Field, FieldType, Lines } from '../../../engine/model/module.ts'
import type { FieldClient } from '../../fields/client.ts'
import { parseDate, parseDateTime, parseTime } from '../../fields/dates.ts'
import { type Narrowing, narrowingOf } from '../../fields/filters.ts'
import { wordsOf } from '../../fields/lists.ts'
import { applyMask } from '../../fields/masks.ts'
import { lookupOf } from '../../fields/match-reference.ts'
import { numericRules, readNumeric } from '../../fields/numeric.ts'
import type { Ref } from '../../fields/ref.ts'
import { isNumeric } from '../../fields/registry.tsx'
import { t } from '../../fields/text.ts'
import { cellPath } from '../form/errors.ts'
import type { CellChange, RecordStore } from '../form/store.ts'
import { isEditable } from './editable.ts'

const AT_ONCE = 6
/** The types whose pasted text names one record. */
export const REFERENCES: ReadonlySet<FieldType> = new Set(['reference', 'user', 'employee'])

/** The value meant by a pasted text; undefined when it cannot be read as the field's type. */
export function readText(field: Field, text: string): unknown {
  const clean = text.trim()
  if (clean === '') return null
  if (isNumeric(field.type)) return readNumeric(clean, numericRules(field))
  if (field.widget === 'list' && !field.options) return wordsOf(clean)
  switch (field.type) {
    case 'date':
      return parseDate(clean) ?? undefined
    case 'datetime':
      return parseDateTime(clean) ?? undefined
    case 'time':
      return parseTime(clean) ?? undefined
    case 'boolean':
      return /^(true|yes|y|1|x|✓)$/i.test(clean) ? true : /^(false|no|n|0)$/i.test(clean) ? false : undefined
    case 'select':
    case 'toggle':
      return field.options?.find(({ value, label }) => [value, label].some((word) => word.toLowerCase() === clean.toLowerCase()))?.value
    default:
      return applyMask(field.type, clean)
  }
}

/** A pasted text that names a record, at its cell. */
interface Reference {
  readonly key: string
  readonly field: Field
  readonly text: string
}

/** Cells as pasted, and where they go. */
interface PastedBlock {
  readonly columns: readonly Field[]
  readonly from: { row: number; column: number }
  readonly block: readonly (readonly string[])[]
  readonly client: FieldClient
}

/** Whether pasted cells have no place: right of the last column, or below the last line of a table whose lines are fixed. */
export function isBeyond(store: RecordStore, lines: Lines, { columns, from, block }: Omit<PastedBlock, 'client'>): boolean {
  const width = columns.length - from.column
  const height = store.linesState(lines.name).fixed ? store.keys(lines.name).length - from.row : block.length
  return block.some((texts, down) => texts.some((text, right) => text.trim() !== '' && (down >= height || right >= width)))
}

/**
 * Writes a block of texts into the grid from a cell on, adding rows as needed. Read-only cells are skipped. Plain values
 * are written at once; references are looked up, those of a row from left to right, because one may narrow the next. A
 * text that cannot be parsed or found becomes a message at its cell. A response never overwrites a later change of its
 * cell.
 */
export async function pasteBlock(store: RecordStore, lines: Lines, { columns, from, block: pasted, client }: PastedBlock): Promise<void> {
  const { fixed } = store.linesState(lines.name)
  const block = fixed ? pasted.slice(0, store.keys(lines.name).length - from.row) : pasted
  const missing = from.row + block.length - store.keys(lines.name).length
  if (missing > 0)
    store.insert(
      lines.name,
      store.keys(lines.name).length,
      Array.from({ length: missing }, () => ({})),
    )
  const keys = store.keys(lines.name)
  const cells: CellChange[] = []
  const failures: { path: string; text: string }[] = []
  const rows: { references: Reference[]; beside: string[] }[] = []
  for (const [down, texts] of block.entries()) {
    const key = keys[from.row + down]!
    const states = store.cellStates(lines.name, key)
    const row: (typeof rows)[number] = { references: [], beside: [] }
    rows.push(row)
    for (const [right, text] of texts.entries()) {
      const field = columns[from.column + right]
      if (!field || !isEditable(field, states[field.name])) continue
      if (REFERENCES.has(field.type) && text.trim()) {
        row.references.push({ key, field, text: text.trim() })
        continue
      }
      const value = readText(field, text)
      if (value === undefined) failures.push({ path: cellPath(lines.name, key, field.name), text: text.trim() })
      else {
        cells.push({ key, field: field.name, value, ...(value === null && { ref: null }) })
        if (value !== null) row.beside.push(field.name)
      }
    }
  }
  store.setCells(lines.name, cells)
  // The text stays in its cell, and the record is not saved without it: a cell may hold nothing, or a value from before.
  for (const { path, text } of failures) store.entries.at(path).refuse(text, t('grid.unreadable', { text }))

  const ask = sharedLookups(client)
  const pending: Promise<unknown>[] = []
  for (const { references, beside } of rows) {
    let before: Promise<unknown> = Promise.resolve()
    for (const { key, field, text } of references) {
      const around = {
        value: (name: string) => (name.startsWith('parent.') ? store.value(name.slice(7)) : store.row(lines.name, key)[name]),
      }
      const earlier = before
      const find = async () => {
        await earlier
        return ask(field.to ?? '', text, narrowingOf(field, around))
      }
      const write = (ref: Ref) => {
        // Values that picking it would fill or compute beside it stay as pasted, or as typed since.
        const pasted = beside.map((name) => ({ key, field: name, value: store.row(lines.name, key)[name] }))
        store.setCells(lines.name, [{ key, field: field.name, value: ref.id, ref }, ...pasted])
      }
      // Every cell is entered before any response: a choice made there meanwhile is newer than the paste.
      before = store.entries.at(cellPath(lines.name, key, field.name)).lookUp(text, find, write)
      pending.push(before)
    }
  }
  await Promise.all(pending)
}

/** Looks each different text up once, a few at a time. */
function sharedLookups(client: FieldClient): (module: string, text: string, narrowing: Narrowing) => Promise<Ref | string> {
  const asked = new Map<string, Promise<Ref | string>>()
  const slots: Promise<unknown>[] = Array.from({ length: AT_ONCE }, () => Promise.resolve())
  return (module, text, narrowing) => {
    const id = JSON.stringify([module, text.toLowerCase(), narrowing])
    const known = asked.get(id)
    if (known) return known
    const slot = asked.size % AT_ONCE
    const found = slots[slot]!.then(() => lookupOf(client, module, text, narrowing)(new AbortController().signal))
    slots[slot] = found
    asked.set(id, found)
    return found
  }
}
