/** Rows of a report as an export: the columns of its screen, all pages of it, references by name. */

import type { Module, Row } from '../../../engine/model/module.ts'
import { wallTime } from '../../../engine/runtime/format/zone.ts'
import type { Ctx } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { requireAction, seesOf } from '../access.ts'
import { subtotalWord } from '../report/figures.ts'
import { columnsOf, type ReportPage } from '../report/page.ts'
import type { Export } from './rows.ts'

/** `answer` is the report's own answer to the caller. */
export async function reportRows(ctx: Ctx, module: Module, answer: unknown): Promise<Export> {
  requireAction(ctx, module, 'export')
  const { data: rows, columns: spread, hidden } = answer as Partial<ReportPage>
  if (!module.report || !Array.isArray(rows)) throw notFound('There is nothing to export.')
  const sees = seesOf(ctx)
  const columns = columnsOf(module.report, { ...(spread && { columns: spread }), ...(hidden && { hidden }) }).filter(
    (column) => sees(column) && column.widget !== 'hidden',
  )
  const named = (row: Row, column: (typeof columns)[number]): unknown => {
    const word = subtotalWord(row, column)
    return word ? `${word}${String(cell(row, column) ?? '')}` : cell(row, column)
  }
  const cell = (row: Row, { name, refAs, type, options }: (typeof columns)[number]): unknown => {
    if (refAs) return (row[refAs] as Row | null | undefined)?.name ?? null
    const value = row[name]
    if (type === 'datetime' && typeof value === 'string') return wallTime(value, ctx.company.time_zone) ?? value
    return options?.find((option) => option.value === value)?.label ?? value
  }
  return {
    columns: columns.map(({ title, type, to }) => ({ title, type: to ? 'text' : type, sql: '' })),
    rows: (async function* () {
      yield rows.map((row) => columns.map((column) => named(row, column)))
    })(),
  }
}
