/** Lines that two users changed at once, such as the items of a count: together where each of them changed other cells. */
import type { Field, Row } from '../../../engine/model/module.ts'
import { sameValue } from '../../../engine/runtime/compute/index.ts'

const same = (name: string, row: Row, other: Row): boolean => sameValue(row[name] ?? null, other[name] ?? null)

/** A row with the cells that either user changed; undefined where both changed one cell in different ways. */
function mergeRow(names: readonly string[], base: Row, mine: Row, theirs: Row): Row | undefined {
  const row: Row = { id: theirs.id }
  for (const name of names) {
    const isMine = same(name, theirs, base)
    if (!isMine && !same(name, mine, base) && !same(name, mine, theirs)) return undefined
    row[name] = (isMine ? mine : theirs)[name] ?? null
  }
  return row
}

/** The versions of a table: what both users began with, and what either has now. */
interface LineVersions {
  readonly base: readonly Row[]
  readonly mine: readonly Row[]
  readonly theirs: readonly Row[]
}

/**
 * Their lines with my changes, in the form of a request; undefined where one cell was changed by both, or a line that one of
 * them removed was changed by the other. Lines that either added stay.
 */
export function mergeLines(fields: readonly Field[], { base, mine, theirs }: LineVersions): Row[] | undefined {
  const names = fields.filter((field) => field.writable).map(({ name }) => name)
  const isUnchanged = (row: Row, other: Row): boolean => names.every((name) => same(name, row, other))
  const before = new Map(base.map((row) => [row.id, row]))
  const sent = new Map(mine.filter(({ id }) => id !== undefined).map((row) => [row.id, row]))
  const stored = new Set(theirs.map(({ id }) => id))
  const merged: Row[] = []
  for (const row of theirs) {
    const [first, entered] = [before.get(row.id), sent.get(row.id)]
    if (!first) merged.push({ id: row.id, ...Object.fromEntries(names.map((name) => [name, row[name] ?? null])) })
    else if (entered) {
      const both = mergeRow(names, first, entered, row)
      if (!both) return undefined
      merged.push(both)
    } else if (!isUnchanged(first, row)) return undefined
  }
  for (const row of mine) {
    if (row.id !== undefined && stored.has(row.id)) continue
    const first = row.id === undefined ? undefined : before.get(row.id)
    if (!first) merged.push(row)
    else if (!isUnchanged(first, row)) return undefined
  }
  return merged
}
