/**
 * Registers of taxes: `documents.lines` lists rows of posted documents of several modules under common columns,
 * `documents.summary` adds the rows of such a report up by party or code, `documents.form` lays them out as the lines of
 * an agency's form. A document counts on the date of its entry, and with opposite sign on the date of the entry that
 * reverses it, so that a paper agrees with the general ledger in every period.
 */
import type { JsonSchema, Module, Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { literal, quote } from '../../platform/db/name.ts'
import { Params } from '../../platform/db/params.ts'
import { branchScope, type ReportPage, refJson, runPage } from '../../records/report/page.ts'
import { fault, linesTable, table } from '../../records/row.ts'

type Query = Readonly<Record<string, unknown>>
type Scalar = string | number | boolean | null
/** A value, one of several, or with `not` any other. */
type Condition = Scalar | readonly Scalar[] | { readonly not: Scalar }
export type Conditions = Readonly<Record<string, Condition>>

type Selected = string | { readonly value: Scalar } | { readonly module: string; readonly field: string }

/** Rows of one module's documents. */
interface Source {
  readonly module: string
  /** The child table with the rows; without it a document is one row, and its fields are named with `parent.`, too. */
  readonly lines?: string
  /** Field of the document, or of its rows, with the customer, supplier or employee. */
  readonly party: string
  /** Other rows of the document, of the same party, whose `branch_id` says which of its entries books a row: there is one per branch. */
  readonly branches?: string
  /** Fields of the rows, of the document with `parent.`. */
  readonly where?: Conditions
  /**
   * Column to a field of the row (`-amount` with the opposite sign), of the document with `parent.`, of a record that it names
   * (`parent.invoice_id.seller_id`), a constant, or a field of the record that the row was made from, where that is of `module`.
   */
  readonly select: Readonly<Record<string, Selected>>
  /** Subtracted, as returns are. */
  readonly negative?: boolean
}
interface LinesParams {
  readonly sources: readonly Source[]
  /** Columns with amounts. */
  readonly amounts: readonly string[]
  /** Column with the kind of a row, such as input and output tax: amounts of several kinds are not added up. */
  readonly apart?: string
  /** Parameter to its values that stand for more than rows with that value in the column of the same name. */
  readonly narrow?: Readonly<Record<string, Readonly<Record<string, Conditions>>>>
}

const SCALAR: JsonSchema = { type: ['string', 'number', 'boolean', 'null'] }
export const CONDITIONS: JsonSchema = {
  type: 'object',
  additionalProperties: {
    anyOf: [
      SCALAR,
      { type: 'array', items: SCALAR },
      { type: 'object', additionalProperties: false, required: ['not'], properties: { not: SCALAR } },
    ],
  },
}
export const LINES_PARAMS: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['sources', 'amounts'],
  properties: {
    amounts: { type: 'array', items: { type: 'string' } },
    apart: { type: 'string' },
    narrow: { type: 'object', additionalProperties: { type: 'object', additionalProperties: CONDITIONS } },
    sources: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['module', 'party', 'select'],
        properties: {
          module: { type: 'string' },
          lines: { type: 'string' },
          party: { type: 'string' },
          branches: { type: 'string' },
          where: CONDITIONS,
          negative: { type: 'boolean' },
          select: {
            type: 'object',
            additionalProperties: {
              anyOf: [
                { type: 'string' },
                { type: 'object', additionalProperties: false, required: ['value'], properties: { value: SCALAR } },
                {
                  type: 'object',
                  additionalProperties: false,
                  required: ['module', 'field'],
                  properties: { module: { type: 'string' }, field: { type: 'string' } },
                },
              ],
            },
          },
        },
      },
    },
  },
}

const constant = (value: Scalar): string => (value === null ? 'NULL' : typeof value === 'string' ? literal(value) : String(value))
/** SQL of conditions over columns. */
export const conditionsSql = (conditions: Conditions, column: (name: string) => string): string[] =>
  Object.entries(conditions).map(([name, wanted]) => {
    const reportColumn = column(name)
    if (Array.isArray(wanted)) return `${reportColumn} IN (${wanted.map(constant).join(', ')})`
    if (wanted !== null && typeof wanted === 'object')
      return `${reportColumn} IS DISTINCT FROM ${constant((wanted as { not: Scalar }).not)}`
    return `${reportColumn} IS NOT DISTINCT FROM ${constant(wanted as Scalar)}`
  })

const ALWAYS: ReadonlySet<string> = new Set([
  'date',
  'transaction_no',
  'tin',
  'party',
  'address',
  'street',
  'city',
  'customer_id',
  'supplier_id',
  'employee_id',
  'document_module',
  'document_id',
])

const PARTIES: ReadonlySet<string> = new Set(['customer', 'supplier', 'employee'])

/** TIN and name of a party `q`. Those of employees are among their IDs. */
const partyColumns = (ctx: Ctx, kind: string): string =>
  kind === 'employee'
    ? `(SELECT min(n.id_number) FROM ${table(ctx, 'employee_id')} n WHERE n.employee_id = q.id AND n.id_type = 'TIN') AS tin, q.full_name AS party`
    : 'q.tin, q.name AS party'

function selectedSql(ctx: Ctx, wanted: Selected, column: (path: string) => string): string {
  if (typeof wanted === 'string') return wanted.startsWith('-') ? `-${column(wanted.slice(1))}` : column(wanted)
  if ('value' in wanted) return constant(wanted.value)
  const made = `x.id = l.source_id AND l.source_module = ${literal(wanted.module)}`
  return `(SELECT x.${quote(wanted.field)} FROM ${table(ctx, wanted.module)} x WHERE ${made})`
}

/** Type of a column of the rows, of documents that may store it differently. */
const comparedAs = (storage: string): string => (storage === 'numeric' || storage === 'bigint' ? storage : 'text')

/** SQL of the rows of a report of `documents.lines` for these parameters; parameters named like a column narrow it. */
export function linesSql(ctx: Ctx, module: Module, values: Row, p: Params): string {
  const { sources, amounts, narrow = {} } = module.report!.params as unknown as LinesParams
  const shownColumns = module.report!.columns.filter(({ name }) => !ALWAYS.has(name))
  const [from, to] = [p.add(values.date_from, 'date'), p.add(values.date_to, 'date')]
  const entry = table(ctx, 'accounting_entry')
  const scope = branchScope(ctx, 'e.branch_id', p)
  const branch = p.equals('e.branch_id', values.branch_id)
  const parts = sources.flatMap((source) => {
    const document = ctx.modules.get(source.module)
    const lines = source.lines ? document?.lines.find(({ name }) => name === source.lines) : undefined
    if (!document) return []
    const ofDocument = document.field[source.party]
    const kind = (ofDocument ?? lines?.field[source.party])?.to
    if (!kind || !PARTIES.has(kind) || (source.lines && !lines))
      throw fault(`${module.name}: ${source.module} has no ${source.lines ?? 'field'} of a party.`)
    const party = `${ofDocument ? 'd' : 'l'}.${quote(source.party)}`
    const column = (path: string): string => {
      const [first, name, further] = path.split('.') as [string, string | undefined, string | undefined]
      if (first !== 'parent') return `l.${quote(path)}`
      if (further === undefined) return `d.${quote(name!)}`
      const target = document.field[name!]?.to
      if (!target) throw fault(`${module.name}: "${path}" leads nowhere.`)
      return `(SELECT x.${quote(further)} FROM ${table(ctx, target)} x WHERE x.id = d.${quote(name!)})`
    }
    const sign = `(CASE WHEN e.reverses_entry_id IS NULL THEN 1 ELSE -1 END * ${source.negative ? -1 : 1})`
    const selected = shownColumns.map(({ name, storage }) => {
      const wanted = source.select[name]
      const value = wanted === undefined ? 'NULL' : selectedSql(ctx, wanted, column)
      // A document is known by its serial number; one without has that of its transaction.
      if (name === 'document_no') return `coalesce(${value}::text, e.source_no) AS ${quote(name)}`
      return amounts.includes(name)
        ? `${sign} * coalesce(${value}, 0)::numeric AS ${quote(name)}`
        : `${value}::${comparedAs(storage)} AS ${quote(name)}`
    })
    const where = conditionsSql(source.where ?? {}, column)
    const branches = source.branches ? [linesTable(ctx, source.module, source.branches), `b.${quote(source.party)} = ${party}`] : undefined
    return [
      `SELECT e.transaction_date AS date, e.source_no AS transaction_no, ${partyColumns(ctx, kind)},
              concat_ws(', ', a.street, a.city) AS address, a.street, a.city,
              ${[...PARTIES].map((name) => `${kind === name ? 'q.id' : 'NULL::bigint'} AS ${name}_id`).join(', ')},
              ${literal(source.module)}::text AS document_module, d.id AS document_id, e.id AS ord_entry, e.reverses_entry_id IS NOT NULL AS is_reversal, ${lines ? 'l.line_no' : '0'} AS ord_line, ${selected.join(', ')}
       FROM ${entry} e JOIN ${table(ctx, document.entity.table)} d ON d.id = e.source_id ${lines ? `JOIN ${linesTable(ctx, source.module, lines.name)} l ON l.parent_id = d.id` : ''}
       JOIN ${table(ctx, kind)} q ON q.id = ${party}
       LEFT JOIN LATERAL (SELECT concat_ws(', ', a.line_1, a.line_2) AS street, t.name AS city FROM ${table(ctx, 'address')} a LEFT JOIN ${table(ctx, 'city')} t ON t.id = a.city_id
         WHERE a.owner_type = ${literal(kind)} AND a.owner_id = q.id ORDER BY a.is_default IS TRUE DESC, a.id LIMIT 1) a ON true
       WHERE ${[
         `e.source_module = ${literal(source.module)}`,
         'e.posted_at IS NOT NULL',
         `e.transaction_date BETWEEN ${from} AND ${to}`,
         branch,
         scope,
         // The entry of its posting and what reverses that: further entries, such as a cleared check, are no new document.
         `coalesce(e.reverses_entry_id, e.id) = (SELECT min(x.id) FROM ${entry} x WHERE x.source_module = e.source_module AND x.source_id = e.source_id${branches ? ' AND x.branch_id IS NOT DISTINCT FROM e.branch_id' : ''})`,
         ...(branches
           ? [
               `e.branch_id IS NOT DISTINCT FROM coalesce((SELECT b.branch_id FROM ${branches[0]} b WHERE b.parent_id = d.id AND ${branches[1]} LIMIT 1), d.branch_id)`,
             ]
           : []),
         ...where,
       ].join(' AND ')}`,
    ]
  })
  const narrowed = module
    .report!.parameters.filter(({ name }) => !['date_from', 'date_to', 'branch_id'].includes(name))
    .flatMap(({ name, storage }) => {
      const given = narrow[name]?.[String(values[name])]
      if (given) return conditionsSql(given, (columnName) => `u.${quote(columnName)}`)
      // A switch that is off, or that no column is named like, narrows nothing.
      if (storage === 'boolean') return []
      return [p.equals(`u.${quote(name)}`, values[name], comparedAs(name.endsWith('_id') ? 'bigint' : storage))]
    })
  return `SELECT u.* FROM (${parts.join(' UNION ALL ')}) u WHERE ${narrowed.join(' AND ') || 'true'}`
}

/** Every row of the documents, with its party and the names of the records in its columns. */
export async function documentLines(ctx: Ctx, module: Module, query: Query, values: Row): Promise<ReportPage> {
  const p = new Params()
  const { apart } = module.report!.params as unknown as LinesParams
  const names = module.report!.columns.flatMap(({ name, refAs, to }) => {
    const target = ctx.modules.get(to ?? '')
    if (!refAs || !target) return []
    const shown = target.entity.name ?? 'id'
    return [
      `(SELECT ${refJson('x', shown, `x.${quote(shown)}`)} FROM ${table(ctx, target.entity.table)} x WHERE x.id = r.${quote(name)}) AS ${quote(refAs)}`,
    ]
  })
  const sql = `SELECT ${['r.*', ...names].join(', ')} FROM (${linesSql(ctx, module, values, p)}) r`
  const page = await runPage(ctx, module, { query, sql, params: p.values, order: 'date, ord_entry, ord_line' })
  const summed = Object.keys(page.totals)
  if (!apart || summed.length === 0) return page
  const sums = summed.map((name) => `sum(r.${quote(name)})::float8 AS ${quote(name)}`)
  const kinds = await ctx.db.query<Row>(`SELECT r.${quote(apart)}, ${sums.join(', ')} FROM (${sql}) r GROUP BY 1 ORDER BY 1`, p.values)
  return kinds.length > 1 ? { ...page, totals: {}, kinds } : page
}
