/** A party's documents in one list, newest first; only modules and records that the caller can list. */
import type { Module, Row } from '../../../engine/model/module.ts'
import { canDo } from '../../../engine/runtime/permissions/index.ts'
import type { Ctx, Handler } from '../../platform/context.ts'
import { literal, quote } from '../../platform/db/name.ts'
import { invalid } from '../../platform/errors.ts'
import { seesOf } from '../../records/access.ts'
import { envOf } from '../../records/query/env.ts'
import { scopeSql } from '../../records/query/scope.ts'
import { type ReportPage, runPage } from '../../records/report/page.ts'
import { table } from '../../records/row.ts'

/** What the documents are narrowed by, besides their party. */
interface Narrowed {
  readonly from?: unknown
  readonly to?: unknown
  readonly branch_id?: unknown
}

/** The first of the module's fields that says what a document is worth and that the caller can see. */
function amountSql(ctx: Ctx, module: Module): string {
  const name = ['net_payable', 'net_amount', 'amount_received', 'total'].find((candidate) => module.field[candidate]?.storage === 'numeric')
  return name && seesOf(ctx)(module.field[name]!) ? `d.${quote(name)}` : 'NULL::numeric'
}

/** One row for each document whose `<party>_id` is `id`; undefined where the caller can list no such documents. */
function historySql(
  ctx: Ctx,
  party: Module,
  id: number,
  { from, to, branch_id }: Narrowed = {},
): { sql: string; params: readonly unknown[] } | undefined {
  const env = envOf(ctx)
  const field = `${party.name}_id`
  const key = env.params.add(id, 'bigint')
  const conditions = [
    ...(from ? [`d.transaction_date >= ${env.params.add(from, 'date')}`] : []),
    ...(to ? [`d.transaction_date <= ${env.params.add(to, 'date')}`] : []),
    ...(branch_id ? [`d.branch_id = ${env.params.add(branch_id, 'bigint')}`] : []),
  ]
  const parts = [...ctx.modules.values()]
    .filter((module) => module.kind === 'document' && module.field[field]?.to === party.name)
    .filter((module) => ctx.system !== undefined || canDo(ctx.principal, module, 'index'))
    .map((module) => {
      const where = [`d.${quote(field)} = ${key}`, ...conditions, ...scopeSql(ctx, env, module, { alias: 'd', action: 'index' })]
      return `
        SELECT ${literal(module.name)} AS module, ${literal(module.singular)} AS title, d.id, d.transaction_no, d.transaction_date, d.reference_no,
               d.status, ${module.workflow?.progress ? 'd.progress' : 'NULL'} AS progress, ${amountSql(ctx, module)} AS amount
        FROM ${table(ctx, module.entity.table)} d WHERE ${where.join(' AND ')}`
    })
  return parts.length ? { sql: parts.join(' UNION ALL '), params: env.params.values } : undefined
}

/** The documents of a party by their page. */
const historyBy = (name: string): Handler => ({
  name,
  params: { type: ['object', 'null'], additionalProperties: false, properties: {} },
  async run(ctx, party, request) {
    const id = Number(request.params.id)
    if (!Number.isSafeInteger(id) || id < 1) throw invalid({ id: ['The value is not valid.'] })
    await ctx.services.records.get(ctx, party, id, 'view')
    const limit = Math.min(Math.max(Math.trunc(Number(request.query.limit ?? 20)) || 20, 1), 200)
    const page = Math.max(Math.trunc(Number(request.query.page ?? 1)) || 1, 1)
    const statement = historySql(ctx, party, id)
    if (!statement) return answer([], 0, page, limit)
    const [match] = await ctx.db.query<{ rows: Row[] | null; total: number }>(
      `WITH history AS (${statement.sql})
       SELECT (SELECT json_agg(h) FROM (SELECT * FROM history ORDER BY transaction_date DESC, transaction_no DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}) h) AS rows,
              (SELECT count(*) FROM history) AS total`,
      statement.params,
    )
    return answer(match!.rows ?? [], Number(match!.total), page, limit)
  },
})

const answer = (data: Row[], total: number, page: number, per_page: number) => ({
  success: true,
  data,
  pagination: { page, per_page, current_page: page, total, last_page: Math.max(1, Math.ceil(total / per_page)) },
})

/** The same documents as rows of a report whose parameter `party` names the module. 404 for a party that the caller cannot see. */
async function historyReport(ctx: Ctx, module: Module, query: Readonly<Record<string, unknown>>, values: Row): Promise<ReportPage> {
  const party = ctx.modules.get((module.report!.params as { party: string }).party)!
  const id = Number(values[`${party.name}_id`])
  await ctx.services.records.get(ctx, party, id, 'view')
  const none = `SELECT NULL AS module, NULL AS title, NULL::bigint AS id, NULL AS transaction_no, NULL::date AS transaction_date,
    NULL AS reference_no, NULL AS status, NULL AS progress, NULL::numeric AS amount WHERE FALSE`
  const narrowed = { from: values.date_from, to: values.date_to, branch_id: values.branch_id }
  const statement = historySql(ctx, party, id, narrowed) ?? { sql: none, params: [] }
  const text = `SELECT concat(h.module, ':', h.id) AS id, h.transaction_date AS date, h.title AS document, h.transaction_no, h.reference_no,
    coalesce(h.progress, h.status) AS state, h.amount, h.module AS module_name, h.id AS record_id FROM (${statement.sql}) h`
  return runPage(ctx, module, { query, sql: text, params: statement.params, order: 'date DESC, transaction_no DESC, id' })
}

export const historyHandlers = [historyBy('supplier.transactionHistory'), historyBy('customer.transactionHistory')]
export const historyReports = {
  'party.history': {
    run: historyReport,
    params: { type: 'object', additionalProperties: false, required: ['party'], properties: { party: { enum: ['customer', 'supplier'] } } },
  },
}
