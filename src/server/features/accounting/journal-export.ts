/** `accounting_entry/export`: the journal line by line, as a CSV file. */
import { stringify } from 'csv-stringify/sync'
import type { Row } from '../../../engine/model/module.ts'
import type { Ctx, Handler, Reply } from '../../platform/context.ts'
import { Params } from '../../platform/db/params.ts'
import { invalid } from '../../platform/errors.ts'
import { branchScope } from '../../records/report/page.ts'
import { linesTable, table } from '../../records/row.ts'
import { LINE_BRANCH } from './entry.ts'
import { partyName } from './ledger-report.ts'

const HEADERS = ['Entry no.', 'Date', 'Journal', 'Source document', 'Account', 'Account name', 'Description', 'Party', 'Debit', 'Credit']
const DATE = /^\d{4}-\d{2}-\d{2}$/

function date(query: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = query[name]
  if (value === undefined || value === '') return null
  if (!DATE.test(String(value)) || Number.isNaN(Date.parse(String(value)))) throw invalid({ [name]: ['The date is not valid.'] })
  return String(value)
}

/** Text that a spreadsheet would run as a formula is quoted. */
const cell = (value: unknown): string => {
  const text = value === null || value === undefined ? '' : String(value)
  return /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text
}

async function* rows(ctx: Ctx, sql: string, params: readonly unknown[]): AsyncGenerator<string> {
  yield `\uFEFF${stringify([HEADERS])}`
  for await (const batch of ctx.db.stream({ text: sql, values: params })) {
    yield stringify(
      batch.map((row: Row) =>
        [
          row.transaction_no,
          row.transaction_date,
          row.journal,
          row.source_no,
          row.code,
          row.name,
          row.description,
          row.party,
          row.debit,
          row.credit,
        ].map(cell),
      ),
    )
  }
}

export const journalExport: Handler = {
  name: 'accounting_entry.export',
  params: { type: ['object', 'null'], additionalProperties: false, properties: {} },
  async run(ctx, _module, request): Promise<Reply> {
    const p = new Params()
    const [from, to] = [date(request.query, 'date_from'), date(request.query, 'date_to')]
    const where = [
      'e.posted_at IS NOT NULL',
      branchScope(ctx, LINE_BRANCH, p),
      p.equals('e.journal', request.query.journal || null, 'text'),
      ...(from ? [`e.transaction_date >= ${p.add(from, 'date')}`] : []),
      ...(to ? [`e.transaction_date <= ${p.add(to, 'date')}`] : []),
    ]
    const party = partyName(ctx, 'l')
    const sql = `
      SELECT e.transaction_no, e.transaction_date, e.journal, e.source_no, a.code, a.name, coalesce(l.description, e.remarks) AS description, ${party.name} AS party, l.debit, l.credit
      FROM ${table(ctx, 'accounting_entry')} e JOIN ${linesTable(ctx, 'accounting_entry', 'lines')} l ON l.parent_id = e.id
      JOIN ${table(ctx, 'chart_of_account')} a ON a.id = l.account_id ${party.joins}
      WHERE ${where.join(' AND ')} ORDER BY e.transaction_date, e.id, l.line_no`
    return { reply: { type: 'text/csv; charset=utf-8', filename: 'accounting-entries.csv', body: rows(ctx, sql, p.values) } }
  },
}
