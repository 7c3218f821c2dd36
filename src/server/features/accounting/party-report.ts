/**
 * Reports on what customers owe and suppliers are owed, from open items alone: their age on a day, and the statement of one
 * party. Which side it is, and which documents rows lead to, the report's own columns and parameters say.
 */
import { checkBounds } from '../../../domain/payables/aging.ts'
import type { Field, Module, Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { literal, quote } from '../../platform/db/name.ts'
import { Params } from '../../platform/db/params.ts'
import { branchScope, codeLabel, type ReportPage, refJson, runPage } from '../../records/report/page.ts'
import { asRule, fault, table } from '../../records/row.ts'
import { agingBounds } from './aging.ts'
import { serialSql } from './serials.ts'
import { applied, bucketColumns, daysPastDue, statementTables } from './statement-tables.ts'

type Query = Readonly<Record<string, unknown>>
const SIDES: Readonly<Record<string, 'receivable' | 'payable'>> = { customer: 'receivable', supplier: 'payable' }

/** Stands for the entry of a document without one. */
const LAST = '9223372036854775807'

/** The field that names the party, with its side and its table. */
function partyOf(ctx: Ctx, fields: readonly Field[]): { field: string; side: string; table: string; module: Module } {
  const field = fields.find(({ to }) => to !== undefined && SIDES[to] !== undefined)
  const module = field && ctx.modules.get(field.to!)
  if (!module) throw fault('The report names neither customer nor supplier.')
  return { field: field.name, side: SIDES[field.to!]!, table: table(ctx, module.entity.table), module }
}

/** Every item with something open on the day `as_of`, in the bucket of its days past due. */
export function agingReport(ctx: Ctx, module: Module, query: Query, values: Row): Promise<ReportPage> {
  const p = new Params()
  const bounds = agingBounds(ctx)
  asRule('E_AGING_BUCKETS', () => checkBounds(bounds))
  const { columns, parameters } = module.report!
  const party = partyOf(ctx, columns)
  // A parameter with the name of a field of the parties themselves restricts to those with this value.
  const which = parameters.filter(({ name }) => name !== 'branch_id' && party.module.field[name])
  const document = columns.find((column) => ctx.modules.get(column.to ?? '')?.kind === 'document')
  const asOf = p.add(values.as_of, 'date')
  const days = daysPastDue(asOf)
  const bucket = bucketColumns(bounds, days).map(({ name, sql }) => `${sql} AS ${quote(name)}`)
  const where = [
    `o.kind = ${literal(party.side)}`,
    `o.date <= ${asOf}`,
    p.equals('o.party_id', values[party.field]),
    p.equals('o.branch_id', values.branch_id),
    branchScope(ctx, 'o.branch_id', p),
  ].join(' AND ')
  const ref = document ? `CASE WHEN o.source_module = ${literal(document.to!)} THEN o.source_id END` : 'NULL::bigint'
  const sql = `
    SELECT o.id, o.party_id AS ${quote(party.field)}, ${refJson('q', 'name', codeLabel('q'))} AS ${quote(party.field.slice(0, -3))},
           ${document ? `${ref} AS ${quote(document.name)}, CASE WHEN ${ref} IS NULL THEN NULL ELSE json_build_object('id', o.source_id, 'name', o.transaction_no, 'label', o.transaction_no) END AS ${quote(document.refAs ?? 'document')},` : ''}
           coalesce(${serialSql(ctx, 'o')}, o.transaction_no) AS document_no, o.transaction_no, o.reference_no, o.source_module, o.source_id, o.document_date, o.due_date, ${days} AS days, ${bucket.join(', ')}, o.open AS balance, q.name AS ord
    FROM (SELECT o.*, o.amount - ${applied(ctx, asOf)} AS open FROM ${table(ctx, 'open_item')} o WHERE ${where}) o
    JOIN ${party.table} q ON q.id = o.party_id
    WHERE ${['o.open <> 0', ...which.map(({ name }) => p.equals(`q.${quote(name)}`, values[name]))].join(' AND ')}`
  return runPage(ctx, module, { query, sql, params: p.values, order: 'ord, due_date, id' })
}

/** What one party was charged and paid between two days, document by document, with the running balance; the last one is a total. */
export async function statementReport(ctx: Ctx, module: Module, query: Query, values: Row): Promise<ReportPage> {
  const p = new Params()
  const party = partyOf(ctx, module.report!.parameters)
  const [from, to] = [p.add(values.date_from, 'date'), p.add(values.date_to, 'date')]
  const where = [
    `o.kind = ${literal(party.side)}`,
    `o.party_id = ${p.add(values[party.field], 'bigint')}`,
    p.equals('o.branch_id', values.branch_id),
    branchScope(ctx, 'o.branch_id', p),
  ].join(' AND ')
  const titles = [...ctx.modules.values()]
    .filter(({ workflow }) => workflow)
    .map(({ name, singular }) => `(${literal(name)}, ${literal(singular)})`)
  const sql = `
    WITH moved AS (
      SELECT o.date, o.source_module, o.source_id, o.amount, o.due_date, o.reference_no FROM ${table(ctx, 'open_item')} o WHERE ${where}
      UNION ALL
      SELECT a.date, a.source_module, a.source_id, -a.amount, NULL, NULL FROM ${table(ctx, 'open_item_application')} a
      JOIN ${table(ctx, 'open_item')} o ON o.id = a.open_item_id WHERE ${where}),
    totals AS (
      SELECT date, source_module, source_id, sum(amount) AS amount, max(due_date) AS due_date, max(reference_no) AS reference_no FROM moved
      WHERE date <= ${to} GROUP BY 1, 2, 3 HAVING sum(amount) <> 0),
    -- Documents of one day in the order in which they were posted: a payment follows what it pays.
    documents AS (
      SELECT t.*, e.source_no, coalesce(e.id, ${LAST}) AS entry FROM totals t LEFT JOIN LATERAL (
        SELECT min(e.id) AS id, max(e.source_no) AS source_no FROM ${table(ctx, 'accounting_entry')} e
        WHERE e.source_module = t.source_module AND e.source_id = t.source_id) e ON true),
    running AS (
      SELECT d.*, sum(d.amount) OVER (ORDER BY d.date, d.entry, d.source_module, d.source_id) AS balance FROM documents d)
    SELECT NULL::date AS date, 'Opening balance' AS description, NULL AS document_no, NULL AS transaction_no, NULL AS reference_no, NULL::date AS due_date,
           0::numeric AS debit, 0::numeric AS credit, coalesce((SELECT sum(amount) FROM documents WHERE date < ${from}), 0) AS running_balance,
           NULL AS source_module, NULL::bigint AS source_id, NULL::date AS ord_date, 0::bigint AS ord_entry, '' AS ord_module, 0::bigint AS ord_id
    UNION ALL
    SELECT r.date, t.title, coalesce(${serialSql(ctx, 'r')}, r.source_no), r.source_no,
           r.reference_no, r.due_date, greatest(r.amount, 0), greatest(-r.amount, 0), r.balance, r.source_module, r.source_id, r.date, r.entry, r.source_module, r.source_id
    FROM running r LEFT JOIN (VALUES ${titles.join(', ')}) AS t(name, title) ON t.name = r.source_module WHERE r.date >= ${from}`
  const page = await runPage(ctx, module, { query, sql, params: p.values, order: 'ord_date NULLS FIRST, ord_entry, ord_module, ord_id' })
  if (page.hidden?.includes('running_balance')) return page
  const [last] = await ctx.db.query<{ balance: string }>(
    `WITH s AS (${sql})
     SELECT running_balance AS balance FROM s ORDER BY ord_date DESC NULLS LAST, ord_entry DESC, ord_module DESC, ord_id DESC LIMIT 1`,
    p.values,
  )
  const tables = await statementTables(ctx, {
    side: party.side,
    party: values[party.field],
    to: values.date_to,
    branch: values.branch_id,
  })
  return { ...page, totals: { ...page.totals, running_balance: Number(last!.balance) }, tables }
}
