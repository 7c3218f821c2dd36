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
/** A text without spaces that is longer than this is cut. */
const MOST_WHOLE = 190

export interface ReportColumn {
  readonly width: number
  /** Takes a share of the remaining width and wraps its text. */
  readonly shares: boolean
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
  if (fixed !== undefined) return { width: Math.max(fixed, heading), shares: false }
  const texts = [...rows, ...(totals ? [totals] : [])].map((row) => textOf(column, row, refAs))
  const width = isNumeric(column.type) ? figureWidth : textWidth
  const longest = texts.reduce((most, text) => Math.max(most, width(text)), 0) + PADDING
  if (isNumeric(column.type)) return { width: Math.max(longest, heading), shares: false }
  const whole = !texts.some((text) => text.includes(' '))
  if (whole && longest <= MOST_WHOLE) return { width: Math.max(longest, heading), shares: false }
  return { width: Math.max(LEAST_TEXT, heading), shares: true }
}
