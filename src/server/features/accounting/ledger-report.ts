/** Ledger reports: general ledger and trial balance, from every entry that was ever posted. */
import { PARTY_FIELDS } from '../../../domain/ledger/journal.ts'
import type { Module, Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { quote } from '../../platform/db/name.ts'
import { Params } from '../../platform/db/params.ts'
import { branchScope, codeLabel, type ReportPage, runPage } from '../../records/report/page.ts'
import { linesTable, table } from '../../records/row.ts'
import { compared } from './comparison.ts'
import { LINE_BRANCH } from './entry.ts'
import { accountsOfGroup, isOpening } from './statements.ts'

type Query = Readonly<Record<string, unknown>>

/** Lines of entries that count. A voided entry keeps its lines, because its mirror cancels them. */
const posted = (ctx: Ctx): string =>
  `${linesTable(ctx, 'accounting_entry', 'lines')} l JOIN ${table(ctx, 'accounting_entry')} e ON e.id = l.parent_id AND e.posted_at IS NOT NULL`

/** SQL that names the party of a ledger line `alias`: its joins, and the name. Modules that a company has not got have no parties. */
export function partyName(ctx: Ctx, alias: string): { joins: string; name: string } {
  const known = PARTY_FIELDS.flatMap((field) => ctx.modules.get(field.slice(0, -3)) ?? [])
  return {
    joins: known
      .map(({ name, entity }) => `LEFT JOIN ${table(ctx, entity.table)} p_${name} ON p_${name}.id = ${alias}.${name}_id`)
      .join(' '),
    name: `coalesce(${['NULL::text', ...known.map(({ name, entity }) => `p_${name}.${quote(entity.name)}`)].join(', ')})`,
  }
}

/** An account as accountants name it: with its code, also where there is room for a name only. */
const ACCOUNT = `json_build_object('id', a.id, 'name', ${codeLabel('a')}, 'label', ${codeLabel('a')})`

/** SQL of the side on which the balances of accounts `a` are added up; empty where the accounts asked for have not one side. */
async function sideOf(ctx: Ctx, values: Row, p: Params): Promise<string> {
  if (typeof values.account_group_id === 'number') {
    const group = p.add(values.account_group_id, 'bigint')
    return `(SELECT CASE WHEN g.type IN ('Asset', 'Expense') THEN 1 ELSE -1 END FROM ${table(ctx, 'account_group')} g WHERE g.id = ${group})`
  }
  if (values.result_only === true) return '-1'
  return typeof values.account_id === 'number' ? SIGN : ''
}

const SIGN = `CASE a.normal_balance WHEN 'Credit' THEN -1 ELSE 1 END`

/**
 * Every line of the accounts between two days, with its document and the running balance on the account's normal side. The total
 * of the running balances is the balance at the end; with `movement_only` the change in the period, as statements show it.
 */
export async function generalLedger(ctx: Ctx, module: Module, query: Query, values: Row): Promise<ReportPage> {
  const p = new Params()
  const [from, to] = [p.add(values.date_from, 'date'), p.add(values.date_to, 'date')]
  const group = typeof values.account_group_id === 'number' ? await accountsOfGroup(ctx, values.account_group_id) : undefined
  const where = [
    p.equals('l.account_id', values.account_id),
    group ? `l.account_id = ANY(${p.add(group, 'bigint[]')})` : 'true',
    p.equals(LINE_BRANCH, values.branch_id),
    ...PARTY_FIELDS.map((field) => p.equals(`l.${field}`, values[field])),
    branchScope(ctx, LINE_BRANCH, p),
    ...(values.result_only === true
      ? [`l.account_id IN (SELECT x.id FROM ${table(ctx, 'chart_of_account')} x WHERE x.type IN ('Income', 'Expense'))`]
      : []),
  ].join(' AND ')
  // As statements of a period: earlier years stay closed, their results are part of the opening balances.
  const counted = [
    ...(values.before_closing === true ? ['e.is_closing IS NOT TRUE'] : []),
    ...(values.without_opening === true ? [`NOT ${await isOpening(ctx, p)}`] : []),
  ]
  const moves = [`e.transaction_date BETWEEN ${from} AND ${to}`, ...counted, where].join(' AND ')
  const before = values.movement_only === true ? 'false' : `e.transaction_date < ${from}`
  const side = await sideOf(ctx, values, p)
  const amount = side ? `${side} *` : '0 *'
  const sign = SIGN
  const party = partyName(ctx, 'm')
  const sql = `
    WITH opening AS (
      SELECT l.account_id, sum(l.debit - l.credit) AS balance FROM ${posted(ctx)}
      WHERE ${before} AND ${where} GROUP BY 1),
    moved AS (
      SELECT l.id, l.account_id, e.id AS entry_id, e.source_module, e.source_id, e.transaction_date, e.transaction_no, e.source_no, l.description, e.remarks, ${PARTY_FIELDS.map((field) => `l.${field}`).join(', ')}, l.debit, l.credit,
             sum(l.debit - l.credit) OVER (PARTITION BY l.account_id ORDER BY e.transaction_date, e.id, l.id) AS running
      FROM ${posted(ctx)} WHERE ${moves})
    SELECT o.account_id, ${ACCOUNT} AS account, NULL::bigint AS accounting_entry_id, NULL::json AS accounting_entry, NULL::date AS date,
           NULL AS transaction_no, 'Opening balance' AS description, NULL AS party, 0::numeric AS debit, 0::numeric AS credit, ${sign} * o.balance AS running_balance,
           NULL AS document_module, NULL::bigint AS document_id, a.code AS ord_account, NULL::date AS ord_date, 0::bigint AS ord_entry, 0::bigint AS ord_line, ${amount} o.balance AS ord_amount
    FROM opening o JOIN ${table(ctx, 'chart_of_account')} a ON a.id = o.account_id WHERE o.balance <> 0
    UNION ALL
    SELECT m.account_id, ${ACCOUNT}, m.entry_id, json_build_object('id', m.entry_id, 'name', m.transaction_no, 'label', m.transaction_no), m.transaction_date,
           coalesce(m.source_no, m.transaction_no), nullif(coalesce(m.description, m.remarks), coalesce(m.source_no, m.transaction_no)), ${party.name}, m.debit, m.credit,
           ${sign} * (m.running + coalesce(o.balance, 0)), coalesce(m.source_module, 'accounting_entry'), coalesce(m.source_id, m.entry_id), a.code, m.transaction_date, m.entry_id, m.id, ${amount} (m.debit - m.credit)
    FROM moved m JOIN ${table(ctx, 'chart_of_account')} a ON a.id = m.account_id LEFT JOIN opening o ON o.account_id = m.account_id ${party.joins}`
  return runPage(ctx, module, {
    query,
    sql,
    params: p.values,
    order: 'ord_account, ord_date NULLS FIRST, ord_entry, ord_line',
    sums: side ? { running_balance: 'sum(ord_amount)' } : {},
  })
}

/** Columns of the earlier period, which only a comparison has. */
const COMPARED = ['compared_debit', 'compared_credit', 'change', 'compared_from', 'compared_to']

/**
 * Opening, movement and closing of every account, with `compare` also its closing in an earlier period and the change since;
 * debits and credits agree in each pair of columns.
 */
export async function trialBalance(ctx: Ctx, module: Module, query: Query, values: Row): Promise<ReportPage> {
  const p = new Params()
  const earlier = compared(typeof values.date_from === 'string' ? values.date_from : null, String(values.as_of), values.compare)
  const [comparedFrom, comparedTo] = [p.add(earlier?.from ?? null, 'date'), p.add(earlier?.to ?? null, 'date')]
  const [from, asOf] = [p.add(values.date_from ?? values.as_of, 'date'), p.add(values.as_of, 'date')]
  const where = [p.equals(LINE_BRANCH, values.branch_id), branchScope(ctx, LINE_BRANCH, p)].join(' AND ')
  // Earlier years stay closed: their results are part of the opening balances.
  const counts = (start: string) =>
    values.before_closing === true ? `(e.is_closing IS NOT TRUE OR e.transaction_date < ${start})` : 'true'
  const first = `least(${from}, ${asOf})`
  const comparedStart = `coalesce(${comparedFrom}, date_trunc('year', ${comparedTo})::date)`
  const sql = `
    SELECT s.account_id, ${ACCOUNT} AS account, greatest(s.opening, 0) AS beginning_debit, greatest(-s.opening, 0) AS beginning_credit,
           s.debit, s.credit, greatest(s.opening + s.debit - s.credit, 0) AS ending_debit, greatest(s.credit - s.debit - s.opening, 0) AS ending_credit,
           greatest(s.earlier, 0) AS compared_debit, greatest(-s.earlier, 0) AS compared_credit, s.opening + s.debit - s.credit - s.earlier AS change,
           ${comparedStart} AS compared_from, ${comparedTo} AS compared_to, date_trunc('year', ${from} - 1)::date AS beginning_from,
           (${from} - 1) AS beginning_to, a.code AS ord
    FROM (
      SELECT l.account_id,
             coalesce(sum(l.debit - l.credit) FILTER (WHERE e.transaction_date < ${from} AND ${counts(first)}), 0) AS opening,
             coalesce(sum(l.debit - l.credit) FILTER (WHERE e.transaction_date <= ${comparedTo} AND ${counts(comparedStart)}), 0) AS earlier,
             coalesce(sum(l.debit) FILTER (WHERE e.transaction_date >= ${from} AND ${counts(first)}), 0) AS debit,
             coalesce(sum(l.credit) FILTER (WHERE e.transaction_date >= ${from} AND ${counts(first)}), 0) AS credit
      FROM ${posted(ctx)} WHERE e.transaction_date <= ${asOf} AND ${where} GROUP BY 1) s
    JOIN ${table(ctx, 'chart_of_account')} a ON a.id = s.account_id
    WHERE s.opening <> 0 OR s.debit <> 0 OR s.credit <> 0 OR s.earlier <> 0`
  const page = await runPage(ctx, module, { query, sql, params: p.values, order: 'ord' })
  return earlier ? page : { ...page, hidden: COMPARED }
}
