/** Column widths of a report: figures, dates and document numbers are never cut, texts share the rest. */
import type { Column, Row } from '../../../engine/model/module.ts'
import { figureWidth, headingWidth, textWidth } from '../../ui/text-width.ts'
import { rawValue } from './cells.tsx'
import { isNumeric, numberText } from './format.ts'

/** Rows of a report on one page; most reports fit on it. */
export const REPORT_PAGE = 1000
/** Cards of a report on one page of a phone. */
export const REPORT_CARDS = 100

const PADDING = 16
/** Least width of a text, which wraps on two lines; less is useless. */
const LEAST_TEXT = 86
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
  const { name, label } = value as { name?: unknown; label?: unknown }
  return String(name ?? label ?? '')
}

/** The text in a cell, as it is drawn. */
const textOf = (column: Column, row: Row, refAs: string | undefined): string =>
  isNumeric(column.type)
    ? numberText(rawValue(row, column.path), column.type, { scale: column.scale, byDigit: column.byDigit })
    : named(refAs ? row[refAs] : rawValue(row, column.path))

const FIXED: Partial<Record<Column['type'], number>> = { date: 96, datetime: 172, time: 90, month: 90, boolean: 80 }

/** The width of a column from its rows and totals; `refAs` is the name of a reference's record in a row. */
export const reportColumn = (column: Column, rows: readonly Row[], totals: Row | undefined, refAs: string | undefined): ReportColumn => {
  const heading = headingWidth(column.title) + PADDING
  const fixed = FIXED[column.type]
  if (fixed !== undefined) return { width: Math.max(fixed, heading), wish: 0 }
  const texts = [...rows, ...(totals ? [totals] : [])].map((row) => textOf(column, row, refAs))
  const width = isNumeric(column.type) ? figureWidth : textWidth
  const longest = texts.reduce((most, text) => Math.max(most, width(text)), 0) + PADDING
  // Nothing to read takes no more than its heading.
  if (isNumeric(column.type) || longest === PADDING) return { width: Math.max(longest, heading), wish: 0 }
  const whole = !texts.some((text) => text.includes(' '))
  if (whole && longest <= MOST_WHOLE) return { width: Math.max(longest, heading), wish: 0 }
  const least = Math.max(LEAST_TEXT, heading)
  // Two lines of each text, broken as a heading is.
  const folded = texts.reduce((most, text) => (most >= MOST_TEXT ? most : Math.max(most, headingWidth(text) + PADDING)), least)
  return { width: least, wish: Math.min(folded, Math.max(MOST_TEXT, least)) }
}

/** The columns of a report beside each other, with `beside` pixels of boxes and actions: texts as wide as they wish where it is too wide for most windows. */
export function reportLayout(columns: readonly ReportColumn[], beside = 0): readonly ReportColumn[] {
  const least = columns.reduce((sum, { width }) => sum + width, beside)
  return least <= BESIDE_MENU ? columns : columns.map((column) => ({ ...column, width: Math.max(column.width, column.wish) }))
}

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
