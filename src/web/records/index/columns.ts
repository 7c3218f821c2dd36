/** A user's own arrangement of a module's columns, remembered in this browser. */
import type { PrimitiveAtom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import type { Column, Field, Module, Report, Row, SpreadColumn } from '../../../engine/model/module.ts'
import { readByDigit } from '../../../engine/runtime/fields/grouping.ts'
import { label } from '../../i18n/index.ts'
import { figureWidth, headingWidth as foldedTextWidth, textWidth } from '../../ui/text-width.ts'
import { isNumeric } from './format.ts'

export interface Arrangement {
  /** Shown or hidden, in order; columns that are not named follow in the module's order. */
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  readonly pinned: readonly string[]
  readonly widths: Readonly<Record<string, number>>
}
export type SetArrangement = (next: Arrangement | ((before: Arrangement) => Arrangement)) => void
export const PLAIN: Arrangement = { order: [], hidden: [], pinned: [], widths: {} }

const atoms = new Map<string, PrimitiveAtom<Arrangement>>()

/** The arrangement of one module's list. */
export const arrangementAtom = (module: string): PrimitiveAtom<Arrangement> => {
  const known = atoms.get(module)
  if (known) return known
  const created = atomWithStorage<Arrangement>(`columns:${module}`, PLAIN) as unknown as PrimitiveAtom<Arrangement>
  atoms.set(module, created)
  return created
}

const WIDTHS: Partial<Record<Column['type'], number>> = {
  code: 130,
  money: 132,
  quantity: 120,
  rate: 120,
  percent: 100,
  integer: 90,
  number: 110,
  boolean: 90,
  date: 112,
  // Shrunk as far as columns are, `2026/11/21 09:57 PM` still fits: the time is what one looks for.
  datetime: 212,
  time: 110,
  month: 100,
  status: 150,
  select: 140,
  reference: 230,
  longtext: 280,
  text: 200,
}
const DEFAULT_WIDTH = 160
const NAME_WIDTH = 280
const NUMBER_WIDTH = 184

/** Widths below which what stands in a column of the type would be cut, with letters of 14 px and the padding of the cell. */
const LEAST_WIDTHS: Partial<Record<Column['type'], number>> = {
  code: 104,
  money: 126,
  quantity: 96,
  rate: 96,
  percent: 80,
  integer: 72,
  number: 88,
  boolean: 72,
  date: 104,
  datetime: 174,
  time: 88,
  month: 80,
  select: 114,
}
/** Texts and names are cut rather than have the table scroll sideways, down to this width; the whole is in their tooltip. */
const LEAST_TEXT_WIDTH = 104
const LEAST_NAME_WIDTH = 150
/** `PO-MNL-2026-000018` is read whole at every width. */
const LEAST_NUMBER_WIDTH = 176

/** Padding of a cell. */
const CELL = 20

/** What the arrow of a sorted column takes beyond the padding of its cell, over which it is drawn. */
const ARROW = 6

/** What a heading needs on two lines in the language of the screen, with the arrow of a sorted column. */
const headingWidth = (title: string): number => foldedTextWidth(label(title), 13) + CELL + ARROW

/** Room for the status badge's longest word. */
const badgeWidth = ({ field, workflow }: Partial<Pick<Module, 'field' | 'workflow'>>, floor = WIDTHS.status!): number => {
  const states = Object.values(workflow?.states ?? {}).map(({ title }) => title)
  const options = [field?.status, field?.progress].flatMap((entry) => entry?.options?.map((option) => option.label) ?? [])
  const longest = Math.max(0, ...[...states, ...options].map((title) => textWidth(label(title), 12)))
  // The badge's padding and dot, the cell's padding.
  return Math.max(floor, longest + 28 + CELL)
}

/** A moment beside its day: `06:01 AM +1`. */
const MOMENT_WIDTH = 128
const LEAST_MOMENT_WIDTH = 118

type Widened = Pick<Module, 'entity'> & Partial<Pick<Module, 'field' | 'workflow'>>

/** The number of a document: the module's own, or one that stands in a row about the document. */
const isNumber = ({ path }: Column, { entity }: Widened): boolean =>
  entity.numbers.some(({ field }) => field === path) || /(^|\.)transaction_no$/.test(path)
const isName = (column: Column, { entity }: Widened): boolean => column.type === 'text' && column.path === entity.name

/** Width of a column before the user changes it: its own, else what its type and heading need; names get room. */
export const widthOf = (column: Column, module: Widened): number => {
  if (column.type === 'status') return Math.max(column.width ?? 0, badgeWidth(module))
  if (column.width) return column.width
  const byType = column.day ? MOMENT_WIDTH : (WIDTHS[column.type] ?? DEFAULT_WIDTH)
  // A document's number is its name, but of known length; the room is better given to dates and parties.
  const named = isNumber(column, module) ? NUMBER_WIDTH : isName(column, module) ? NAME_WIDTH : byType
  return Math.max(named, headingWidth(column.title))
}

/** Width that a column keeps in a narrow window: numbers, dates, amounts and the status are whole, names and texts give way. */
export const leastWidthOf = (column: Column, module: Widened): number => {
  if (column.type === 'status') return badgeWidth(module, headingWidth(column.title))
  const least = isNumber(column, module)
    ? LEAST_NUMBER_WIDTH
    : isName(column, module)
      ? LEAST_NAME_WIDTH
      : column.day
        ? LEAST_MOMENT_WIDTH
        : (LEAST_WIDTHS[column.type] ?? LEAST_TEXT_WIDTH)
  return Math.min(Math.max(least, headingWidth(column.title)), widthOf(column, module))
}

export interface ColumnRoom {
  readonly width: number
  readonly least: number
  /** Width at which nothing that stands in the column is cut, texts on two lines; between the two. */
  readonly whole: number
  /** Width at which its texts stand on one line, between `whole` and `width`; absent: `whole`. */
  readonly line?: number
}

/** A text without spaces that is longer than this is cut. */
const MOST_WHOLE = 200
/** Most that a text of several words takes before others have theirs. */
const MOST_TEXT = 320

/**
 * The room of a column with what stands in it, where its width is not chosen: figures take no more than they need, a number or
 * code is never cut, and a column that is short or empty leaves the room to those that are long.
 */
export const roomOf = (column: Column, module: Widened, texts: readonly string[]): ColumnRoom => {
  const [width, least] = [widthOf(column, module), leastWidthOf(column, module)]
  if (texts.length === 0 || column.type === 'status') return { width, least, whole: least }
  const measure = isNumeric(column.type) ? figureWidth : textWidth
  const longest = texts.reduce((most, text) => Math.max(most, measure(text, 14)), 0)
  const heading = headingWidth(column.title)
  const needed = Math.max(heading, longest + CELL)
  // A column with nothing in it, whatever it could contain, leaves its room to the others.
  if (longest === 0) return { width: heading, least: heading, whole: heading }
  if (isNumber(column, module)) return roomFrom(needed, width)
  if (isNumeric(column.type) && !column.width && longest > 0) return roomFrom(needed, width)
  if (!WORDY.has(column.type)) return { width, least, whole: least }
  const isWhole = texts.every((text) => !text.includes(' ')) && longest > 0 && needed <= MOST_WHOLE
  if (isWhole && !column.width) return roomFrom(needed, width)
  const most = column.width || column.type === 'longtext' ? width : Math.max(width, MOST_TEXT)
  const folded = texts.reduce((all, text) => (all >= most ? all : Math.max(all, foldedTextWidth(text, 14))), 0) + CELL
  const line = Math.max(least, Math.min(most, needed))
  return { width: line, least, whole: Math.max(least, Math.min(most, folded)), line }
}
/** A column that is whole at its least width. */
const roomFrom = (least: number, width: number): ColumnRoom => ({ width: Math.max(width, least), least, whole: least })
/** Types whose values are words, which differ in length and stand on two lines where they are long. */
export const WORDY: ReadonlySet<Column['type']> = new Set([
  'text',
  'code',
  'reference',
  'references',
  'user',
  'employee',
  'select',
  'multiselect',
  'tin',
  'sss_no',
  'philhealth_no',
  'pagibig_no',
  'phone',
  'email',
  'url',
  'longtext',
])

/**
 * How wide columns are drawn in a box whose width the style sheet knows (`cqi`): as wide as they are where there is room, and in
 * these proportions where there is more. Where there is less, all are given their least width, then those whose texts would be
 * cut what they lack, then those whose texts are on two lines, and the rest is shared in proportion to what each can use. Below
 * the sum of the least widths the table scrolls.
 */
export const fitted = (columns: readonly ColumnRoom[]): { widths: string[]; minWidth: number } => {
  const levels = columns.map(({ width, least, whole, line = whole }) => [least, whole, line, width] as const)
  const sums = [0, 1, 2, 3].map((level) => levels.reduce((sum, widths) => sum + widths[level]!, 0))
  const widths = levels.map((sizes) => {
    const parts = [1, 2, 3].map((level) => {
      const all = sums[level]! - sums[level - 1]!
      const share = all > 0 ? (sizes[level]! - sizes[level - 1]!) / all : 0
      return `clamp(0px, 100cqi - ${sums[level - 1]}px, ${all}px) * ${share.toFixed(4)}`
    })
    return `calc(${sizes[0]}px + ${parts.join(' + ')} + max(0px, 100cqi - ${sums[3]}px) * ${(sizes[3] / sums[3]!).toFixed(4)})`
  })
  return { widths, minWidth: sums[0]! }
}

export type Listed = Pick<Module, 'columns'> & Partial<Pick<Module, 'fields' | 'entity' | 'kind' | 'offeredColumns'>>

/** Types whose values are too long or of no form that a cell could show. */
const UNLISTED = new Set<Field['type']>([
  'lines',
  'password',
  'secret',
  'richtext',
  'json',
  'geofence',
  'geopoint',
  'address',
  'attachments',
])
/** Columns of every table that are not shown; the status badge shows `progress`. */
const INTERNAL = new Set(['id', 'version', 'progress'])

const columnOfField = (field: Field, large: boolean): Column => ({
  path: field.refAs && field.type !== 'references' ? `${field.refAs}.name` : field.name,
  title: field.title,
  type: field.name === 'status' ? 'status' : field.type,
  align: isNumeric(field.type) ? 'end' : 'start',
  // A large table can only be sorted by indexed fields.
  sortable: field.type !== 'references' && field.type !== 'multiselect' && !field.sensitive && (!large || field.index || field.unique),
  ...(field.scale !== undefined && { scale: field.scale }),
  ...(readByDigit(field) && { byDigit: true as const }),
  ...(field.refAs && { via: field.name }),
})

const extras = new WeakMap<readonly Field[], Column[]>()

/**
 * Columns that the list can show besides those that it opens with: one for each other field, and what referenced records offer,
 * such as the number of an employee.
 */
export const extraColumns = ({ columns, fields = [], entity, kind, offeredColumns = [] }: Listed): Column[] => {
  if (kind === 'report') return []
  const known = extras.get(fields)
  if (known) return known
  const shown = new Set(columns.flatMap(({ path, via }) => (via ? [path, via] : [path])))
  const made = fields
    .filter(({ name, type, storage, widget }) => !INTERNAL.has(name) && !UNLISTED.has(type) && storage !== 'none' && widget !== 'hidden')
    .filter(({ name }) => !shown.has(name))
    .map((field) => columnOfField(field, entity?.volume === 'large'))
    .filter(({ path }) => !shown.has(path))
  made.push(...offeredColumns)
  extras.set(fields, made)
  return made
}

/** The further fields that the user made columns, in the module's order. */
export const addedColumns = (module: Listed, { order, hidden }: Pick<Arrangement, 'order' | 'hidden'>): Column[] =>
  extraColumns(module).filter(({ path }) => order.includes(path) && !hidden.includes(path))

/** A column that the list shows or can show. */
const columnAt = (module: Listed, path: string): Column | undefined =>
  module.columns.find((column) => column.path === path) ?? extraColumns(module).find((column) => column.path === path)

/** The list's columns in the user's order, hidden ones and the fields that they added included. */
const arranged = (module: Listed, { order }: Arrangement): Column[] => {
  const named = order.flatMap((path) => columnAt(module, path) ?? [])
  return [...named, ...module.columns.filter(({ path }) => !order.includes(path))]
}

/** The arrangement with a field as a further column, or without it. */
export const withColumn = (module: Listed, arrangement: Arrangement, path: string, on: boolean): Arrangement => {
  const isListColumn = module.columns.some((column) => column.path === path)
  const { order, hidden, pinned } = arrangement
  if (isListColumn) return { ...arrangement, hidden: on ? without(hidden, path) : [...without(hidden, path), path] }
  if (!on) return { ...arrangement, order: without(order, path), pinned: without(pinned, path), hidden: without(hidden, path) }
  const shown = arranged(module, arrangement)
  // What a referenced record offers stands beside its name; at the end of a wide list it would be out of sight.
  const via = module.offeredColumns?.find((column) => column.path === path)?.via
  const beside = via === undefined ? -1 : shown.findIndex((column) => column.via === via)
  const paths = shown.map((column) => column.path)
  return { ...arrangement, order: paths.toSpliced(beside < 0 ? paths.length : beside + 1, 0, path) }
}

const without = (list: readonly string[], path: string): string[] => list.filter((other) => other !== path)

/** The columns that show, in the user's order. */
export const visibleColumns = (module: Listed, arrangement: Arrangement): Column[] =>
  arranged(module, arrangement)
    .filter(({ path }) => !arrangement.hidden.includes(path))
    .map((column) => besideDay(column, arrangement.hidden))

/** A moment is written out where the user hides the day beside it. */
export const besideDay = (column: Column, hidden: readonly string[]): Column => {
  const { day, ...whole } = column
  return day !== undefined && hidden.includes(day) ? whole : column
}

/** Fields that a list requests to draw these columns; their order does not matter. */
export const fieldsOf = (columns: readonly Column[]): string =>
  columns
    .map(({ path, via }) => (path.includes('.') ? path : (via ?? path)))
    .sort()
    .join()

/** What an answer says of its columns: those in the place of the report's `spread`, and those that say nothing. */
export interface AnswerColumns {
  readonly columns?: readonly SpreadColumn[]
  readonly hidden?: readonly string[]
}

/** The columns of a report as a list draws them; a report's order is its own. */
export const reportColumns = (report: Report, { columns: spread, hidden = [] }: AnswerColumns = {}): Column[] =>
  report.columns
    .filter(({ name }) => !hidden.includes(name))
    .flatMap((column) =>
      spread && column.name === report.spread ? spread.map(({ name, title }) => ({ ...column, name, title })) : [column],
    )
    .filter(({ widget }) => widget !== 'hidden')
    .map(({ name, title, type, scale, schema }) => ({
      path: name,
      title,
      type,
      align: isNumeric(type) ? 'end' : 'start',
      sortable: false,
      ...(scale !== undefined && { scale }),
      ...(readByDigit({ name, type, schema }) && { byDigit: true as const }),
    }))

/**
 * The columns of a report with something in them: one of names or texts that is empty in every row, such as the location of
 * what is counted over all of them, only takes room from the figures. The first one names the rows.
 */
export const filledColumns = (columns: readonly Column[], rows: readonly Row[]): readonly Column[] =>
  rows.length === 0
    ? columns
    : columns.filter(
        ({ type, path }, index) =>
          index === 0 || isNumeric(type) || rows.some((row) => row[path] !== undefined && row[path] !== null && row[path] !== ''),
      )

/** `path` moved to the place of another column. */
export const movedTo = (paths: readonly string[], path: string, place: string): string[] =>
  moved(paths, path, paths.indexOf(place) - paths.indexOf(path))

/** `path` moved by this many places down (or up, negative) among all columns. */
export const moved = (paths: readonly string[], path: string, step: number): string[] => {
  const from = paths.indexOf(path)
  const to = from + step
  if (from < 0 || to < 0 || to >= paths.length) return [...paths]
  const next = [...paths]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}
