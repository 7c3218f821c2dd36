/** Column widths of a report: figures, dates and document numbers are never cut, texts share the rest. */
import type { Column, Field, Row } from '../../../engine/model/module.ts'
import { label } from '../../i18n/index.ts'
import { figureWidth, foldedWidth, headingWidth, textWidth } from '../../ui/text-width.ts'
import { rawValue } from './cells.tsx'
import { isNumeric, numberText } from './format.ts'

/** Rows of a report on one page; most reports fit on it. */
export const REPORT_PAGE = 1000
/** Cards of a report on one page of a phone. */
export const REPORT_CARDS = 100

/** How closely a report is set: the size of its letters, the padding of a cell, the least width of a text that wraps, and whether numbers wrap. */
export interface Setting {
  readonly size: number
  readonly padding: number
  readonly leastText: number
  readonly folds: boolean
}
/**
 * From the usual to the closest, in the order of the style sheet's `data-setting`: a report takes the first in which it fits
 * beside the menu. The books of accounts, with twelve columns, have numbers on two lines rather than scroll sideways.
 */
export const SETTINGS: readonly Setting[] = [
  { size: 13, padding: 16, leastText: 86, folds: false },
  { size: 12, padding: 16, leastText: 80, folds: false },
  { size: 12, padding: 8, leastText: 70, folds: true },
]
/** Most that the longest word of a text is given; a longer one, such as an address of the web, is broken. */
const MOST_WORD = 140
/** Most that a text is given for its two lines before others have theirs. */
const MOST_TEXT = 180
/** Room for a report beside the menu in a window of 1366 pixels: one that is wider scrolls anyhow, so its texts need not be cut. */
const BESIDE_MENU = 1051
/** A text without spaces that is longer than this is cut. */
const MOST_WHOLE = 190

interface ReportColumn {
  /** Least width that it is drawn with. */
  readonly width: number
  /** Width at which its texts are whole on two lines, for a text that takes a share of the remaining width; else 0. */
  readonly wish: number
}

const named = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  const record = value as { name?: unknown; label?: unknown }
  return String(record.name ?? record.label ?? '')
}

/** The field of a column, as far as it says what is drawn for a value: the name of a record, the label of a choice. */
export type Naming = Partial<Pick<Field, 'refAs' | 'options'>>

/** The text in a cell, as it is drawn. */
export const textOf = (column: Column, row: Row, { refAs, options }: Naming = {}): string => {
  if (isNumeric(column.type)) return numberText(rawValue(row, column.path), column.type, { scale: column.scale, byDigit: column.byDigit })
  const text = named(refAs ? row[refAs] : rawValue(row, column.path))
  const option = options?.find(({ value }) => String(value) === text)
  return option ? label(option.label) : text
}

const FIXED: Partial<Record<Column['type'], number>> = { date: 80, datetime: 156, time: 74, month: 74, boolean: 64 }

/** What a column is measured by. */
export interface Shown {
  readonly rows: readonly Row[]
  /** Several where sums of different kinds are not added up. */
  readonly totals: readonly Row[]
  readonly field?: Naming | undefined
}

/** The rows of totals of an answer: one, or one of each kind where these are not added up. */
export const totalsOf = (answer?: { readonly totals?: Row | undefined; readonly kinds?: readonly Row[] | undefined }): readonly Row[] =>
  answer?.totals && Object.keys(answer.totals).length > 0 ? [answer.totals] : (answer?.kinds ?? [])

/** The width of a column from its rows and totals. */
export const reportColumn = (column: Column, { rows, totals, field }: Shown, setting: Setting = SETTINGS[0]!): ReportColumn => {
  const { size, padding, leastText, folds } = setting
  const heading = headingWidth(label(column.title), size) + padding
  const fixed = FIXED[column.type]
  if (fixed !== undefined) return { width: Math.max(Math.ceil((fixed * size) / SETTINGS[0]!.size) + padding, heading), wish: 0 }
  const texts = [...rows, ...totals].map((row) => textOf(column, row, field))
  const width = isNumeric(column.type) ? figureWidth : folds ? foldedWidth : textWidth
  const longest = texts.reduce((most, text) => Math.max(most, width(text, size)), 0) + padding
  // Nothing to read takes no more than its heading.
  if (isNumeric(column.type) || longest === padding) return { width: Math.max(longest, heading), wish: 0 }
  const whole = !texts.some((text) => text.includes(' '))
  if (whole && longest <= MOST_WHOLE) return { width: Math.max(longest, heading), wish: 0 }
  // A long word is not broken in its middle.
  const word = texts.flatMap((text) => text.split(' ')).reduce((most, part) => Math.max(most, textWidth(part, size)), 0) + padding
  const least = Math.max(leastText, heading, Math.min(word, MOST_WORD))
  // Two lines of each text, broken as a heading is.
  const folded = texts.reduce((most, text) => (most >= MOST_TEXT ? most : Math.max(most, headingWidth(text, size) + padding)), least)
  return { width: least, wish: Math.min(folded, Math.max(MOST_TEXT, least)) }
}

/** Part of what texts lack beyond their least width that a setting must give them, or a closer one is taken. */
const ENOUGH = 0.75

/**
 * The columns of a report beside each other, with `beside` pixels of boxes and actions, in the widest setting that fits beside
 * the menu and cuts few texts. One that fits in none scrolls anyhow: its texts are as wide as they wish. `setting` is an index
 * of `SETTINGS`.
 */
export function reportLayout(
  measure: (setting: Setting) => readonly ReportColumn[],
  beside = 0,
): { readonly columns: readonly ReportColumn[]; readonly setting: number } {
  const fitting = SETTINGS.flatMap((entry, setting) => {
    const columns = measure(entry)
    const room = BESIDE_MENU - columns.reduce((sum, { width }) => sum + width, beside)
    const lacking = columns.reduce((sum, column) => sum + lack(column), 0)
    return room < 0 ? [] : [{ columns, entry, setting, spare: room - lacking, given: lacking === 0 ? 1 : Math.min(1, room / lacking) }]
  })
  const best = Math.max(...fitting.map(({ given }) => given))
  const chosen = fitting.find(({ given }) => given >= Math.min(ENOUGH, best))
  if (chosen) {
    const columns = chosen.entry.folds ? unfolded(chosen.columns, measure({ ...chosen.entry, folds: false }), chosen.spare) : chosen.columns
    return { columns, setting: chosen.setting }
  }
  const columns = measure(SETTINGS[0]!).map((column) => ({ ...column, width: Math.max(column.width, column.wish) }))
  return { columns, setting: 0 }
}

/**
 * The columns with numbers on one line, first to last, as far as room is left when every text has what it wishes. The others
 * take a share of what a wider window leaves.
 */
const unfolded = (columns: readonly ReportColumn[], whole: readonly ReportColumn[], room: number): ReportColumn[] => {
  let left = room
  return columns.map((column, index) => {
    const onOneLine = whole[index]!
    const more = onOneLine.width - column.width
    if (column.wish > 0 || onOneLine.wish > 0 || more <= 0) return column
    if (more > left) return { ...column, wish: onOneLine.width }
    left -= more
    return onOneLine
  })
}

/** What a text lacks at its least width. */
const lack = ({ width, wish }: ReportColumn): number => Math.max(0, wish - width)

/** Widths of the columns in a box whose width the style sheet knows (`cqi`): what is left goes to texts that are cut, else to all. */
export function reportWidths(columns: readonly ReportColumn[]): { widths: (string | number)[]; minWidth: number } {
  const minWidth = columns.reduce((sum, { width }) => sum + width, 0)
  const need = ({ width, wish }: ReportColumn) => (wish === 0 ? 0 : Math.max(wish - width, 1))
  const needed = columns.reduce((sum, column) => sum + need(column), 0)
  const widths = columns.map((column) =>
    column.wish === 0 ? column.width : `calc(${column.width}px + max(0px, 100cqi - ${minWidth}px) * ${(need(column) / needed).toFixed(4)})`,
  )
  return { widths, minWidth }
}
