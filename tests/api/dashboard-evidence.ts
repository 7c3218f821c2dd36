/** Tiles against what SQL says of the same tables. */
import type { Row } from '../../src/engine/model/module.ts'
import type { TileAnswer } from '../../src/engine/model/tile-answer.ts'

export type Ask = (text: string) => Promise<Row[]>

/** A number to the second decimal; texts as they are. */
const plain = (value: unknown): unknown => {
  if (value === null || value === undefined) return null
  const number = typeof value === 'number' || /^-?\d+(\.\d+)?$/.test(String(value)) ? Number(value) : Number.NaN
  return Number.isNaN(number) ? String(value) : Math.round((number + Number.EPSILON * Math.sign(number)) * 100) / 100
}
const plainRow = (row: readonly unknown[]): string => JSON.stringify(row.map(plain))

/** Keys and figures of each group that a tile shows; the stages of a funnel by their name. */
const shownRows = ({ rows, stages }: TileAnswer): readonly (readonly unknown[])[] =>
  stages ? stages.map(({ name, value }) => [name, value]) : (rows ?? []).map(({ keys, values }) => [...keys, ...values])

/**
 * What is wrong with a tile of rows, in words; empty when each group has the figures that SQL has, no group is missing, and
 * those left out for want of room have less than those shown.
 */
export async function wrongWith(tile: TileAnswer, sql: string, ask: Ask): Promise<string[]> {
  // Columns of sums have one name; with names of their own all of them are answered.
  const width = tile.records ? 1 : tile.stages ? 2 : (tile.groups ?? []).length + (tile.names ?? []).length
  const columns = Array.from({ length: width }, (_, index) => `c${index}`).join(', ')
  const found = (await ask(`SELECT * FROM (${sql}) x(${columns})`)).map((row) => Object.values(row))
  if (tile.records) {
    const { total, rows } = tile.records
    // A handler answers all of its records, and counts none.
    const shown = total || rows.length
    return shown === Number(found[0]![0]) ? [] : [`${shown} records, but ${String(found[0]![0])} in the table`]
  }
  const rows = shownRows(tile)
  const expected = new Set(found.map(plainRow))
  const wrong = rows.filter((row) => !expected.has(plainRow(row))).map((row) => `${plainRow(row)} is in no table`)
  const nothing = (row: readonly unknown[]) => row.slice((tile.groups ?? [null]).length).every((value) => !Number(value))
  const all = found.filter((row) => !nothing(row))
  const missing = all.length - rows.filter((row) => !nothing(row)).length
  if (missing > 0 && tile.type !== 'ranking') wrong.push(`${missing} groups are missing`)
  if (missing > 0 && tile.type === 'ranking') {
    const keys = (tile.groups ?? [null]).length
    const shownFirst = tile.show ? Math.max(tile.names?.indexOf(tile.show) ?? 0, 0) : 0
    const order = keys > 1 && String(rows[0]?.[0]).startsWith('20') ? undefined : keys + shownFirst
    if (order !== undefined) {
      const least = Math.min(...rows.map((row) => Number(row[order])))
      const more = all.filter((row) => Number(plain(row[order])) > Number(plain(least))).length
      if (more > rows.length) wrong.push(`${more} groups have more than ${least}, the least of the ${rows.length} shown`)
    }
  }
  return wrong
}
