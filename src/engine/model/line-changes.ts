/** Changes in a table of lines between two versions of a record, line by line. Pure. */
import type { Field, Lines, Row } from './module.ts'

export interface LineChange {
  readonly kind: 'added' | 'removed' | 'changed'
  /** Present or former position of the line, counted from 1. */
  readonly position: number
  /** The present line; for a removed one, its last version. */
  readonly row: Row
  /** Of a changed line: its fields that differ, in the order of the table. */
  readonly fields: readonly { readonly field: Field; readonly before: unknown; readonly after: unknown }[]
}

const same = (value: unknown, other: unknown): boolean => JSON.stringify(value ?? null) === JSON.stringify(other ?? null)

/** A line is identified by its id, a new one by its position. */
const keyOf = (row: Row, index: number): string => (typeof row.id === 'number' ? `#${row.id}` : `at ${index}`)

/**
 * The differences of two versions of a table. Lines are matched by their id: a line that only moved is no difference.
 * Fields that are hidden or written by the system are left out.
 */
export function lineChanges(lines: Lines, before: readonly Row[], after: readonly Row[]): LineChange[] {
  const shown = lines.fields.filter((field) => field.origin !== 'system' && field.widget !== 'hidden')
  const old = new Map(before.map((row, index) => [keyOf(row, index), { row, at: index + 1 }]))
  const result: LineChange[] = []
  for (const [index, row] of after.entries()) {
    const key = keyOf(row, index)
    const was = old.get(key)
    old.delete(key)
    if (!was) result.push({ kind: 'added', position: index + 1, row, fields: [] })
    else {
      const fields = shown
        .filter(({ name }) => !same(was.row[name], row[name]))
        .map((field) => ({ field, before: was.row[field.name], after: row[field.name] }))
      if (fields.length) result.push({ kind: 'changed', position: index + 1, row, fields })
    }
  }
  for (const { row, at: position } of old.values()) result.push({ kind: 'removed', position, row, fields: [] })
  return result.sort((a, other) => a.position - other.position)
}

/** The field that identifies a line for users: the first reference or text that the table shows. */
export const subjectOf = (lines: Lines): Field | undefined => {
  const columns = lines.columns.flatMap((path) => lines.field[path.split('.')[0]!] ?? [])
  return columns.find((field) => field.to !== undefined) ?? columns.find(({ type }) => type === 'text' || type === 'code')
}
