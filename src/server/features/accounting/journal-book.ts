/**
 * Journals as books of account: `ledger.book` has one row for each entry of a journal, its lines in columns by account
 * role and type; `ledger.entries` has every line of the journals. Which columns there are, the report's `params` say.
 * Together they contain every line of the ledger once, and in each row debits and credits are equal.
 */
import type { JsonSchema, Module, Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { literal, quote } from '../../platform/db/name.ts'
import { Params } from '../../platform/db/params.ts'
import { table as named, sql } from '../../platform/db/sql.ts'
import { branchScope, codeLabel, type ReportPage, runPage } from '../../records/report/page.ts'
import { linesTable, table } from '../../records/row.ts'
import type { Report } from '../feature.ts'
import { LINE_BRANCH } from './entry.ts'
import { partyName } from './ledger-report.ts'

type Query = Readonly<Record<string, unknown>>

/** Lines that a column adds up, on one side: those of accounts with one of these roles or types. */
interface Share {
  readonly side: 'debit' | 'credit'
  readonly roles?: readonly string[]
  readonly types?: readonly string[]
}
interface BookParams {
  readonly journals: readonly string[]
  /** Column of the report to its share, in order: a line belongs to the first that it fits, else to `other_debit` or `other_credit`. */
  readonly columns: Readonly<Record<string, Share>>
  /** Fields of the documents with the number that the party knows, the first that a document has. */
  readonly reference?: readonly string[]
}

const NAMES: JsonSchema = { type: 'array', items: { type: 'string' } }
const JOURNALS_PARAMS: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['journals'],
  properties: { journals: NAMES },
}
const BOOK_PARAMS: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['journals', 'columns'],
  properties: {
    journals: NAMES,
    columns: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        required: ['side'],
        properties: { side: { enum: ['debit', 'credit'] }, roles: NAMES, types: NAMES },
      },
    },
    reference: NAMES,
  },
}

const listed = (names: readonly string[]): string => names.map(literal).join(', ')

/** Conditions on entries `e` and their lines `l` that a book has in common with every other. */
function conditions(ctx: Ctx, p: Params, journals: readonly string[], values: Row): string {
  const [from, to] = [p.add(values.date_from, 'date'), p.add(values.date_to, 'date')]
  return [
    'e.posted_at IS NOT NULL',
    `e.journal IN (${listed(journals)})`,
    `e.transaction_date BETWEEN ${from} AND ${to}`,
    p.equals(LINE_BRANCH, values.branch_id),
    branchScope(ctx, LINE_BRANCH, p),
  ].join(' AND ')
}

/** The address of a party as it is written in a book. */
const addressOf = (ctx: Ctx, kind: string, id: string): string => `(
  SELECT concat_ws(', ', d.line_1, d.line_2, t.name) FROM ${table(ctx, 'address')} d LEFT JOIN ${table(ctx, 'city')} t ON t.id = d.city_id
  WHERE d.owner_type = ${literal(kind)} AND d.owner_id = ${id} ORDER BY d.is_default IS TRUE DESC, d.id LIMIT 1)`

/** Number of the document that the party knows: the first of the fields that its module has. */
function referenceOf(ctx: Ctx, sources: readonly string[], fields: readonly string[]): string {
  const cases = sources.flatMap((name) => {
    const module = ctx.modules.get(name)
    const stored = fields.filter((field) => module?.field[field] && module.field[field].storage !== 'none')
    if (!module || stored.length === 0) return []
    const value = stored.map((field) => `nullif(d.${quote(field)}::text, '')`).join(', ')
    return [`WHEN ${literal(name)} THEN (SELECT coalesce(${value}) FROM ${table(ctx, module.entity.table)} d WHERE d.id = e.source_id)`]
  })
  return cases.length ? `CASE e.source_module ${cases.join(' ')} END` : 'NULL'
}

/** The first column that a line fits, by its account. */
const columnCase = (columns: BookParams['columns']): string => {
  const cases = Object.entries(columns).map(([name, { roles = [], types = [] }]) => {
    const fits = [...(roles.length ? [`a.role IN (${listed(roles)})`] : []), ...(types.length ? [`a.type IN (${listed(types)})`] : [])]
    return `WHEN ${fits.join(' OR ')} THEN ${literal(name)}`
  })
  return cases.length ? `CASE ${cases.join(' ')} END` : 'NULL::text'
}

/** One row for each entry of the journals, with the party and its lines in columns. */
async function journalBook(ctx: Ctx, module: Module, query: Query, values: Row): Promise<ReportPage> {
  const { journals, columns, reference = [] } = module.report!.params as unknown as BookParams
  const p = new Params()
  const where = conditions(ctx, p, journals, values)
  const lines = linesTable(ctx, 'accounting_entry', 'lines')
  const sources = await ctx.db.query<{ name: string }>(
    sql`
      SELECT DISTINCT e.source_module AS name
      FROM ${named(ctx, 'accounting_entry')} e
      WHERE e.journal = ANY(${[...journals]}) AND e.source_module IS NOT NULL
    `,
  )
  const parties = (['customer', 'supplier'] as const).flatMap((name) => ctx.modules.get(name) ?? [])
  const first = (columnOf: (name: string) => string) =>
    parties.length ? `coalesce(${parties.map(({ name }) => columnOf(name)).join(', ')})` : 'NULL'
  const net = (side: string) => (side === 'debit' ? 'l.debit - l.credit' : 'l.credit - l.debit')
  const sums = Object.entries(columns).map(
    ([name, { side }]) => `coalesce(sum(${net(side)}) FILTER (WHERE l.col = ${literal(name)}), 0) AS ${quote(name)}`,
  )
  const text = `
    WITH l AS (
      SELECT l.parent_id, l.debit, l.credit, l.customer_id, l.supplier_id, l.employee_id, ${columnCase(columns)} AS col
      FROM ${lines} l JOIN ${table(ctx, 'accounting_entry')} e ON e.id = l.parent_id JOIN ${table(ctx, 'chart_of_account')} a ON a.id = l.account_id
      WHERE ${where}),
    r AS (
      SELECT l.parent_id, max(l.customer_id) AS customer_id, max(l.supplier_id) AS supplier_id, max(l.employee_id) AS employee_id, ${[
        ...sums,
        'coalesce(sum(l.debit) FILTER (WHERE l.col IS NULL), 0) AS other_debit',
        'coalesce(sum(l.credit) FILTER (WHERE l.col IS NULL), 0) AS other_credit',
      ].join(', ')}
      FROM l GROUP BY 1),
    m AS (SELECT r.*, e.transaction_date, e.transaction_no AS entry_no, e.source_module, e.source_id, e.source_no, e.remarks, ${referenceOf(
      ctx,
      sources.map(({ name }) => name),
      reference,
    )} AS reference_no
      FROM r JOIN ${table(ctx, 'accounting_entry')} e ON e.id = r.parent_id)
    SELECT m.parent_id AS id, m.transaction_date AS date, coalesce(m.source_no, m.entry_no) AS transaction_no, m.reference_no,
           ${first((name) => `p_${name}.tin`)} AS tin, ${partyName(ctx, 'm').name} AS party,
           ${first((name) => addressOf(ctx, name, `m.${name}_id`))} AS address, m.remarks AS description,
           ${[...Object.keys(columns), 'other_debit', 'other_credit'].map((name) => `m.${quote(name)}`).join(', ')},
           coalesce(m.source_module, 'accounting_entry') AS document_module, coalesce(m.source_id, m.parent_id) AS document_id
    FROM m ${partyName(ctx, 'm').joins}`
  return runPage(ctx, module, { query, sql: text, params: p.values, order: 'date, id' })
}

/** Every line of the entries of the journals, entry by entry. */
function journalEntries(ctx: Ctx, module: Module, query: Query, values: Row): Promise<ReportPage> {
  const { journals } = module.report!.params as unknown as { journals: readonly string[] }
  const p = new Params()
  const where = conditions(ctx, p, journals, values)
  const party = partyName(ctx, 'l')
  const account = codeLabel('a')
  const text = `
    SELECT e.transaction_date AS date, e.transaction_no, e.source_no, l.account_id,
           json_build_object('id', a.id, 'name', ${account}, 'label', ${account}) AS account,
           coalesce(l.description, e.remarks) AS description, ${party.name} AS party, l.debit, l.credit,
           coalesce(e.source_module, 'accounting_entry') AS document_module, coalesce(e.source_id, e.id) AS document_id,
           e.id AS ord_entry, l.line_no AS ord_line
    FROM ${table(ctx, 'accounting_entry')} e JOIN ${linesTable(ctx, 'accounting_entry', 'lines')} l ON l.parent_id = e.id
    JOIN ${table(ctx, 'chart_of_account')} a ON a.id = l.account_id ${party.joins}
    WHERE ${where}`
  return runPage(ctx, module, { query, sql: text, params: p.values, order: 'date, ord_entry, ord_line' })
}

/** Reports of this file with what their `params` may be. */
export const journalReports: Readonly<Record<string, { readonly run: Report; readonly params: JsonSchema }>> = {
  'ledger.book': { run: journalBook, params: BOOK_PARAMS },
  'ledger.entries': { run: journalEntries, params: JOURNALS_PARAMS },
}
