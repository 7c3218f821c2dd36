/** Papers made of a register of document rows: sums by party or code, and the lines of an agency's form. */
import { centsText } from '../../../domain/minor-units.ts'
import type { JsonSchema, Module, Row } from '../../../engine/model/module.ts'
import { Decimal, toCents } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { literal, quote } from '../../platform/db/name.ts'
import { Params } from '../../platform/db/params.ts'
import { seesOf } from '../../records/access.ts'
import { envOf } from '../../records/query/env.ts'
import { refSql } from '../../records/query/refs.ts'
import { branchScope, type ReportPage, runPage } from '../../records/report/page.ts'
import { fault, linesTable, table } from '../../records/row.ts'
import type { ReportWithParams } from '../feature.ts'
import { CONDITIONS, type Conditions, conditionsSql, documentLines, LINES_PARAMS, linesSql } from './document-lines.ts'
import { LINE_BRANCH } from './entry.ts'

type Query = Readonly<Record<string, unknown>>

interface Sum {
  /** Column that is added up. */
  readonly column?: string
  readonly where?: Conditions
  /** Of the first, second or third month of the period only. */
  readonly month?: number
  /** With the opposite sign: returns as what they are worth. */
  readonly negative?: boolean
  /** The number of documents instead, less those that were voided. */
  readonly documents?: boolean
  /** Other figures of the row that are added, those with a minus subtracted. */
  readonly adds?: readonly string[]
  /** Another figure of the row in percent of `of`, of its sum over all rows when that is absent. */
  readonly percent?: string
  readonly of?: string
}
interface SummaryParams {
  /** Report of `documents.lines`. */
  readonly from: string
  readonly where?: Conditions
  readonly by: readonly string[]
  readonly sums: Readonly<Record<string, Sum>>
}
interface FormLine {
  readonly line: string
  readonly title: string
  readonly level?: number
  readonly total?: boolean
  /** Rows that the line adds up, by their columns; also what its figures open. */
  readonly where?: Readonly<Record<string, string | readonly string[]>>
  /** Lines that are added, those with a minus subtracted. */
  readonly adds?: readonly string[]
  /** Tax that the reader enters: a parameter of the report. */
  readonly parameter?: string
  /** The part of that tax which the amount of one line is of another's. */
  readonly share?: { readonly part: string; readonly whole: string }
  /** Movement of the accounts with these roles in the general ledger, as tax. */
  readonly ledger?: {
    readonly roles: readonly string[]
    readonly side: 'debit' | 'credit'
    /** Role of the account that the balances move to when the return is made; those entries are no movement of the period. */
    readonly settledTo?: string
  }
}
interface FormParams {
  readonly from: string
  /** Lines of the form by the first day of the period from which that version is filed, oldest first. */
  readonly versions: readonly { readonly effective: string; readonly lines: readonly FormLine[] }[]
}

const TEXTS: JsonSchema = { type: 'array', items: { type: 'string' } }
const SUMMARY_PARAMS: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['from', 'by', 'sums'],
  properties: {
    from: { type: 'string' },
    where: CONDITIONS,
    by: TEXTS,
    sums: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        properties: {
          column: { type: 'string' },
          where: CONDITIONS,
          month: { type: 'integer', minimum: 1, maximum: 3 },
          negative: { type: 'boolean' },
          documents: { type: 'boolean' },
          adds: TEXTS,
          percent: { type: 'string' },
          of: { type: 'string' },
        },
      },
    },
  },
}
const FORM_PARAMS: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['from', 'versions'],
  properties: {
    from: { type: 'string' },
    versions: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['effective', 'lines'],
        properties: {
          effective: { type: 'string' },
          lines: {
            type: 'array',
            items: {
              type: 'object',
              additionalProperties: false,
              required: ['line', 'title'],
              properties: {
                line: { type: 'string' },
                title: { type: 'string' },
                level: { type: 'integer' },
                total: { type: 'boolean' },
                where: CONDITIONS,
                adds: TEXTS,
                parameter: { type: 'string' },
                share: {
                  type: 'object',
                  additionalProperties: false,
                  required: ['part', 'whole'],
                  properties: { part: { type: 'string' }, whole: { type: 'string' } },
                },
                ledger: {
                  type: 'object',
                  additionalProperties: false,
                  required: ['roles', 'side'],
                  properties: { roles: TEXTS, side: { enum: ['debit', 'credit'] }, settledTo: { type: 'string' } },
                },
              },
            },
          },
        },
      },
    },
  },
}

function registerOf(ctx: Ctx, module: Module, name: string): Module {
  const register = ctx.modules.get(name)
  if (!register?.report) throw fault(`${module.name}: there is no report ${name}.`)
  return register
}

/** The rows of a register added up by the columns of `by`, references among them with what they refer to. */
function documentSummary(ctx: Ctx, module: Module, query: Query, values: Row): Promise<ReportPage> {
  const { from, where = {}, by, sums } = module.report!.params as unknown as SummaryParams
  const env = envOf(ctx)
  const p = env.params
  const rows = linesSql(ctx, registerOf(ctx, module, from), values, p)
  const column = (name: string): string => `r.${quote(name)}`
  const summed = Object.entries(sums).flatMap(([name, { column: sumColumn, where: only = {}, month, negative, documents }]) => {
    if (!sumColumn && !documents) return []
    const filter = conditionsSql(only, column)
    if (month) {
      const first = `date_trunc('month', ${p.add(values.date_from, 'date')}) + make_interval(months => ${month - 1})`
      filter.push(`date_trunc('month', r.date) = ${first}`)
    }
    const counted = (reversed: boolean): string =>
      `count(DISTINCT r.ord_entry) FILTER (WHERE ${[...filter, reversed ? 'r.is_reversal' : 'NOT r.is_reversal'].join(' AND ')})`
    const value = documents
      ? `${counted(false)} - ${counted(true)}`
      : `${negative ? '-' : ''}coalesce(sum(${column(sumColumn!)})${filter.length ? ` FILTER (WHERE ${filter.join(' AND ')})` : ''}, 0)`
    return [`${value} AS ${quote(name)}`]
  })
  const added = Object.entries(sums).flatMap(([name, { adds }]) =>
    adds
      ? [`${adds.map((added) => (added.startsWith('-') ? `- ${quote(added.slice(1))}` : `+ ${quote(added)}`)).join(' ')} AS ${quote(name)}`]
      : [],
  )
  const shares = Object.entries(sums).flatMap(([name, { percent, of: wholeColumn }]) => {
    if (!percent) return []
    const whole = wholeColumn ? quote(wholeColumn) : `sum(${quote(percent)}) OVER ()`
    return [`CASE WHEN ${whole} = 0 THEN NULL ELSE round(100 * ${quote(percent)} / ${whole}, 2) END AS ${quote(name)}`]
  })
  const references = module.report!.columns.flatMap((reference) => {
    const found = reference.refAs && refSql({ ...env, mode: 'list' }, reference, { module, alias: 'q' })
    return found ? [`${found} AS ${quote(reference.refAs!)}`] : []
  })
  const months = Object.entries(sums).flatMap(([name, { month }]) => {
    if (!month || !module.report!.columns.some((shown) => shown.name === `${name}_from`)) return []
    const [from, to] = [p.add(values.date_from, 'date'), p.add(values.date_to, 'date')]
    const first = `date_trunc('month', ${from}) + make_interval(months => ${month - 1})`
    return [
      `greatest(${first}, ${from})::date AS ${quote(`${name}_from`)}`,
      `least(${first} + interval '1 month - 1 day', ${to})::date AS ${quote(`${name}_to`)}`,
    ]
  })
  const keys = by.map(column).join(', ')
  const grouped = `SELECT ${[keys, ...summed].join(', ')} FROM (${rows}) r WHERE ${conditionsSql(where, column).join(' AND ') || 'true'} GROUP BY ${keys}`
  const whole = `SELECT ${['q.*', ...references, ...months].join(', ')} FROM (SELECT ${['s.*', ...shares].join(', ')} FROM (SELECT ${['g.*', ...added].join(', ')} FROM (${grouped}) g) s) q`
  return runPage(ctx, module, { query, sql: whole, params: p.values, order: by.map(quote).join(', ') })
}

/** Movement of the accounts with these roles, in centavos of tax. */
async function ledgerMovement(ctx: Ctx, { roles, side, settledTo }: NonNullable<FormLine['ledger']>, values: Row): Promise<bigint> {
  const p = new Params()
  const net = side === 'debit' ? 'l.debit - l.credit' : 'l.credit - l.debit'
  // An entry that moves balances between these accounts and the one payable settles them, by whichever document it was made.
  const settles = settledTo
    ? `AND NOT EXISTS (SELECT 1 FROM ${linesTable(ctx, 'accounting_entry', 'lines')} s JOIN ${table(ctx, 'chart_of_account')} p ON p.id = s.account_id
         WHERE s.parent_id = e.id AND p.role = ${literal(settledTo)})`
    : ''
  const [row] = await ctx.db.query<{ net: string }>(
    `SELECT coalesce(sum(${net}), 0)::text AS net FROM ${linesTable(ctx, 'accounting_entry', 'lines')} l
     JOIN ${table(ctx, 'accounting_entry')} e ON e.id = l.parent_id AND e.posted_at IS NOT NULL
     JOIN ${table(ctx, 'chart_of_account')} a ON a.id = l.account_id
     WHERE a.role IN (${roles.map(literal).join(', ')}) AND e.transaction_date BETWEEN ${p.add(values.date_from, 'date')} AND ${p.add(values.date_to, 'date')}
       AND ${p.equals(LINE_BRANCH, values.branch_id)} AND ${branchScope(ctx, LINE_BRANCH, p)} ${settles}`,
    p.values,
  )
  return toCents(row!.net)
}

/** `amount * part / whole` to the centavo, half up. */
const roundedShare = (amount: bigint, part: bigint, whole: bigint): bigint =>
  BigInt(new Decimal(String(amount)).times(String(part)).div(String(whole)).toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toFixed(0))

/** The lines of a form, each with the base and the tax of its rows. */
async function documentForm(ctx: Ctx, module: Module, _query: Query, values: Row): Promise<ReportPage> {
  const { from, versions } = module.report!.params as unknown as FormParams
  const { lines } = versions.findLast(({ effective }) => effective <= String(values.date_to)) ?? versions[0]!
  const p = new Params()
  const rows = linesSql(ctx, registerOf(ctx, module, from), values, p)
  const column = (name: string): string => `r.${quote(name)}`
  const wanted = lines.filter(({ where }) => where)
  const sums = wanted.flatMap(({ where }) =>
    ['base', 'tax'].map((name) => `coalesce(sum(r.${name}) FILTER (WHERE ${conditionsSql(where!, column).join(' AND ')}), 0)::text`),
  )
  const [answer] = await ctx.db.prepared<{ sums: string[] }>(`SELECT ARRAY[${sums.join(', ')}] AS sums FROM (${rows}) r`, p.values)
  const figures = new Map<string, { base: bigint | null; tax: bigint }>()
  for (const line of lines) {
    const index = wanted.indexOf(line)
    if (index >= 0) figures.set(line.line, { base: toCents(answer!.sums[2 * index]), tax: toCents(answer!.sums[2 * index + 1]) })
    else if (line.parameter) {
      const given = toCents(String(values[line.parameter] ?? 0))
      const [part, whole] = line.share ? [figures.get(line.share.part)?.base ?? 0n, figures.get(line.share.whole)?.base ?? 0n] : [1n, 1n]
      figures.set(line.line, { base: null, tax: whole === 0n ? 0n : roundedShare(given, part, whole) })
    } else if (line.ledger) figures.set(line.line, { base: null, tax: await ledgerMovement(ctx, line.ledger, values) })
    else {
      const parts = (line.adds ?? []).map((name) => ({ sign: name.startsWith('-') ? -1n : 1n, of: figures.get(name.replace('-', '')) }))
      const sum = (key: 'base' | 'tax'): bigint => parts.reduce((all, { sign, of: figure }) => all + sign * (figure?.[key] ?? 0n), 0n)
      figures.set(line.line, {
        base: parts.some(({ sign, of: figure }) => sign < 0n || figure?.base === null) ? null : sum('base'),
        tax: sum('tax'),
      })
    }
  }
  const sees = seesOf(ctx)
  const shown = module.report!.columns.filter(sees).map(({ name }) => name)
  const data = lines.map((line, index): Row => {
    const { base, tax } = figures.get(line.line)!
    const single = Object.fromEntries(Object.entries(line.where ?? {}).filter(([, value]) => typeof value === 'string'))
    const row: Row = {
      ...single,
      line: line.line,
      title: line.title,
      base: base === null ? null : Number(centsText(base)),
      tax: Number(centsText(tax)),
      level: line.level ?? 0,
      is_total: line.total ?? false,
      // Rows of several values of a column are not what one list shows.
      lines: line.where && Object.keys(single).length === Object.keys(line.where).length ? line.line : null,
    }
    return { id: index + 1, ...Object.fromEntries(shown.map((name) => [name, row[name] ?? null])) }
  })
  return {
    success: true,
    data,
    totals: {},
    pagination: { page: 1, per_page: data.length, current_page: 1, total: data.length, last_page: 1 },
  }
}

export const documentReports: Readonly<Record<string, ReportWithParams>> = {
  'documents.lines': { run: documentLines, params: LINES_PARAMS },
  'documents.summary': { run: documentSummary, params: SUMMARY_PARAMS },
  'documents.form': { run: documentForm, params: FORM_PARAMS },
}
