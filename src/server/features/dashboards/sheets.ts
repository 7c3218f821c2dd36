/** What tiles show as sheets of a workbook: their single figures on one sheet, every table, chart and list on one of its own. */
import type { Figure } from '../../../engine/model/aggregate.ts'
import type { TileAnswer } from '../../../engine/model/tile-answer.ts'
import { exportColumn, figures, groupTitle, words } from '../../records/aggregate/table.ts'
import type { Export } from '../../records/export/rows.ts'

interface Sheet {
  readonly title: string
  readonly file: Export
}

const exportOf = (columns: Export['columns'], rows: unknown[][]): Export => ({
  columns,
  rows: (async function* () {
    yield rows
  })(),
})

/** What a figure is called: by its tile, else by its field; a number of records has no field, and is what the tile is about. */
const measureTitle = ({ title, titles, names, measures = [] }: TileAnswer, index: number): string =>
  titles?.find(({ name }) => name === names?.[index])?.title ?? measures[index]?.title ?? (measures.length > 1 ? 'Number' : title)

/** Whether there was anything in the period that is compared with. */
const isCompared = ({ rows = [], totals }: TileAnswer): boolean =>
  [...rows, ...(totals ? [totals] : [])].some(({ previous }) => previous?.some((value) => Number(value ?? 0) !== 0))

/** The groups of a chart or ranking with the words of the screen, in its order. */
function groupSheet(tile: TileAnswer): Export {
  const { groups = [], measures = [], rows = [] } = tile
  const before = isCompared(tile)
  const word = (key: unknown, text: string): string => tile.titles?.find(({ name }) => name === String(key))?.title ?? text
  return exportOf(
    [
      ...groups.map((group) => exportColumn(groupTitle(group), group.unit === 'day' ? 'date' : 'text')),
      ...measures.map((measure, index) => exportColumn(measureTitle(tile, index), measure.type)),
      ...(before ? measures.map((measure, index) => exportColumn(`${measureTitle(tile, index)} (before)`, measure.type)) : []),
    ],
    rows.map(({ keys, labels, values, previous }) => [
      ...groups.map((group, index) =>
        group.unit === 'day' ? keys[index] : word(keys[index], words(group, keys[index], labels[index] ?? null)),
      ),
      ...figures(measures, values),
      ...(before ? figures(measures, previous ?? []) : []),
    ]),
  )
}

function recordSheet({ records }: TileAnswer): Export {
  const { columns, rows } = records!
  return exportOf(
    columns.map(({ title, type, options }) => exportColumn(title, options ? 'text' : type)),
    rows.map(({ values }) =>
      values.map((value, index) => columns[index]!.options?.find((option) => option.value === value)?.label ?? value),
    ),
  )
}

/** A tile with rows as a sheet; undefined where it is one figure, a text, or could not be read. */
export function sheetOf(tile: TileAnswer): Sheet | undefined {
  if (tile.error !== undefined) return undefined
  if (tile.stages) {
    const rows = tile.stages.map(({ title, measure, value }) => [title, figures([measure], [value])[0]])
    return { title: tile.title, file: exportOf([exportColumn('Stage', 'text'), exportColumn('Amount', 'number')], rows) }
  }
  if (tile.records) return { title: tile.title, file: recordSheet(tile) }
  return tile.groups?.length ? { title: tile.title, file: groupSheet(tile) } : undefined
}

/** The tiles of one figure each: what it is, and what it was before. */
function figureRows(tiles: readonly TileAnswer[]): unknown[][] {
  return tiles.flatMap((tile) => {
    const { measures = [], totals, groups = [], stages, goal } = tile
    if (!totals || groups.length || stages || tile.error !== undefined) return []
    const shown = Math.max(0, tile.names?.indexOf(tile.show ?? '') ?? 0)
    const text = (values: readonly Figure[] | undefined): Figure => (values ? figures(measures, values)[shown]! : null)
    return [[tile.title, text(totals.values), text(totals.previous), goal ?? null, tile.description ?? null]]
  })
}

/** The sheets of a dashboard. `days` are those of the period that its reader chose. */
export function sheetsOf(title: string, tiles: readonly TileAnswer[], days: { from: string; to: string } | undefined): Sheet[] {
  const rows = figureRows(tiles)
  const period = days ? [['Period', null, null, null, `${days.from} to ${days.to}`]] : []
  const heads = [
    exportColumn('Figure', 'text'),
    exportColumn('Value', 'number'),
    exportColumn('Before', 'number'),
    exportColumn('Goal', 'number'),
    exportColumn('Description', 'text'),
  ]
  return [{ title, file: exportOf(heads, [...period, ...rows]) }, ...tiles.flatMap((tile) => sheetOf(tile) ?? [])]
}
