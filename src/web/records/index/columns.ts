/** A user's own arrangement of a module's columns, remembered in this browser. */
import type { PrimitiveAtom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { readByDigit } from '../../../engine/fields/grouping.ts'
import type { Column, Module, Report } from '../../../engine/module.ts'
import { isNumeric } from './format.ts'

export interface Arrangement {
  /** Shown or hidden, in order; columns that are not named follow in the module's order. */
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  readonly pinned: readonly string[]
  readonly widths: Readonly<Record<string, number>>
}
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
  money: 140,
  quantity: 120,
  rate: 120,
  percent: 100,
  integer: 90,
  number: 110,
  boolean: 90,
  date: 128,
  // Shrunk as far as columns are, `2026/11/21 09:57 PM` still fits: the time is what one looks for.
  datetime: 212,
  time: 110,
  month: 100,
  status: 150,
  select: 140,
  reference: 180,
  longtext: 280,
  text: 180,
}
const DEFAULT_WIDTH = 160
const NAME_WIDTH = 280
const NUMBER_WIDTH = 236

/** Columns shrink to this share of their width before the table scrolls sideways; headings are still read then. */
export const LEAST_SCALE = 0.84

/** Roughly what a heading needs on two lines: 13 px letters, padding and the arrow of a sorted column. */
const headingWidth = (title: string): number =>
  Math.max(...title.split(' ').map(({ length }) => length), Math.ceil(title.length / 2)) * 8 + 44

/** Width of a column before the user changes it: its own, else what its type and heading need; names get room. */
export const widthOf = (column: Column, module: Pick<Module, 'entity'>): number => {
  if (column.width) return column.width
  const byType = WIDTHS[column.type] ?? DEFAULT_WIDTH
  // A document's number is its name, but of known length; the room is better given to dates and parties.
  const isNumber = module.entity.numbers.some(({ field }) => field === column.path)
  const named = isNumber ? NUMBER_WIDTH : column.type === 'text' && column.path === module.entity.name ? NAME_WIDTH : byType
  return Math.max(named, headingWidth(column.title) / LEAST_SCALE)
}

/** The module's columns in the user's order, hidden ones included. */
export const arranged = (module: Pick<Module, 'columns'>, { order }: Arrangement): Column[] => {
  const named = order.flatMap((path) => module.columns.find((column) => column.path === path) ?? [])
  return [...named, ...module.columns.filter(({ path }) => !order.includes(path))]
}

/** The columns that a table draws, pinned ones first. */
export const drawn = (module: Pick<Module, 'columns'>, arrangement: Arrangement): Column[] => {
  const visible = arranged(module, arrangement).filter(({ path }) => !arrangement.hidden.includes(path))
  const pinned = arrangement.pinned.flatMap((path) => visible.find((column) => column.path === path) ?? [])
  return [...pinned, ...visible.filter((column) => !pinned.includes(column))]
}

/** The columns of a report as a list draws them; a report's order is its own. */
export const reportColumns = (report: Report): Column[] =>
  report.columns
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

/** `path` moved by one place up or down among all columns. */
export const moved = (paths: readonly string[], path: string, step: -1 | 1): string[] => {
  const from = paths.indexOf(path)
  const to = from + step
  if (from < 0 || to < 0 || to >= paths.length) return [...paths]
  const next = [...paths]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}
