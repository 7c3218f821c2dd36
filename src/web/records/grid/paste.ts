import type { Field, Lines } from '../../../engine/module.ts'
import type { FieldClient } from '../../fields/client.ts'
import { parseDate, parseDateTime, parseTime } from '../../fields/dates.ts'
import { applyMask } from '../../fields/masks.ts'
import { named } from '../../fields/named.ts'
import { numericRules, parseNumeric } from '../../fields/numeric.ts'
import { isNumeric } from '../../fields/registry.tsx'
import { t } from '../../fields/text.ts'
import { type CellChange, cellPath, type RecordStore } from '../form/store.ts'

const AT_ONCE = 6
const REFERENCES: ReadonlySet<string> = new Set(['reference', 'user', 'employee'])

/** The value meant by a pasted text; undefined when it cannot be read as the field's type. */
export function readText(field: Field, text: string): unknown {
  const clean = text.trim()
  if (clean === '') return null
  if (isNumeric(field.type)) {
    const value = parseNumeric(clean.replace(/^\((.*)\)$/, '-$1'), numericRules(field))
    return /\d/.test(clean) && !/[a-z]/i.test(clean) ? value : undefined
  }
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

/**
 * Writes a block of texts into the grid from a cell on, adding rows as needed. Read-only cells are skipped,
 * texts that cannot be read become errors at their cell. References are looked up once per different text.
 */
export async function pasteBlock(
  store: RecordStore,
  lines: Lines,
  columns: readonly Field[],
  from: { row: number; column: number },
  block: readonly (readonly string[])[],
  client: FieldClient,
): Promise<void> {
  const missing = from.row + block.length - store.keys(lines.name).length
  if (missing > 0)
    store.insert(
      lines.name,
      store.keys(lines.name).length,
      Array.from({ length: missing }, () => ({})),
    )
  const keys = store.keys(lines.name)
  const cells: CellChange[] = []
  const lookups = new Map<string, { field: Field; text: string; keys: string[] }>()
  const failures: { path: string; text: string; message: string }[] = []
  for (const [down, texts] of block.entries()) {
    const key = keys[from.row + down]!
    const states = store.cellStates(lines.name, key)
    for (const [right, text] of texts.entries()) {
      const field = columns[from.column + right]
      if (!field?.writable || states[field.name]?.readonly) continue
      if (REFERENCES.has(field.type) && text.trim()) {
        const id = `${field.name}\n${text.trim()}`
        const lookup = lookups.get(id) ?? { field, text: text.trim(), keys: [] }
        lookup.keys.push(key)
        lookups.set(id, lookup)
        continue
      }
      const value = readText(field, text)
      if (value === undefined) failures.push({ path: cellPath(lines.name, key, field.name), text, message: t('grid.unreadable', { text }) })
      else cells.push({ key, field: field.name, value, ...(value === null && { ref: null }) })
    }
  }
  const queue = [...lookups.values()]
  const found: CellChange[] = []
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { field, text } = next
      const ref = field.to ? named(await client.dropdown(field.to, { search: text, limit: 5 }).catch(() => []), text) : undefined
      for (const key of next.keys) {
        if (ref) found.push({ key, field: field.name, value: ref.id, ref })
        else failures.push({ path: cellPath(lines.name, key, field.name), text, message: t('fields.notFound', { text }) })
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  // References first: what they bring along gives way to what was pasted beside them.
  store.setCells(lines.name, [...found, ...cells])
  for (const { path, message } of failures) store.addError(path, message)
}
