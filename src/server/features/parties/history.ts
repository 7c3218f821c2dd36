/** A party's documents in one list, newest first; only modules that the caller can see, in their branches. */
import type { Module, Row } from '../../../engine/model/module.ts'
import type { Ctx, Handler } from '../../platform/context.ts'
import { literal, quote } from '../../platform/db/name.ts'
import { Params } from '../../platform/db/params.ts'
import { invalid } from '../../platform/errors.ts'
import { branchScope } from '../../records/report/page.ts'
import { table } from '../../records/row.ts'

const may = (ctx: Ctx, module: Module): boolean =>
  ctx.system !== undefined || (ctx.principal.grants[module.name] ?? []).some((code) => code === 'index' || code === 'view')

/** First of the module's fields that says what a document is worth. */
const amountOf = (module: Module): string =>
  ['net_payable', 'net_amount', 'total'].find((name) => module.field[name]?.storage === 'numeric') ?? ''

/** `field` is the documents' reference to the party. */
const historyBy = (name: string, field: string): Handler => ({
  name,
  params: { type: ['object', 'null'], additionalProperties: false, properties: {} },
  async run(ctx, party, request) {
    const id = Number(request.params.id)
    if (!Number.isSafeInteger(id) || id < 1) throw invalid({ id: ['The value is not valid.'] })
    await ctx.services.records.get(ctx, party, id, 'view')
    const p = new Params()
    const key = p.add(id, 'bigint')
    const parts = [...ctx.modules.values()]
      .filter((module) => module.kind === 'document' && module.field[field]?.to === party.name && may(ctx, module))
      .map(
        (module) => `
        SELECT '${module.name}' AS module, ${literal(module.singular)} AS title, d.id, d.transaction_no, d.transaction_date, d.reference_no,
               d.status, ${module.workflow?.progress ? 'd.progress' : 'NULL'} AS progress, ${amountOf(module) ? `d.${quote(amountOf(module))}` : 'NULL::numeric'} AS amount
        FROM ${table(ctx, module.entity.table)} d WHERE d.${quote(field)} = ${key} AND ${branchScope(ctx, 'd.branch_id', p)}`,
      )
    const limit = Math.min(Math.max(Math.trunc(Number(request.query.limit ?? 20)) || 20, 1), 200)
    const page = Math.max(Math.trunc(Number(request.query.page ?? 1)) || 1, 1)
    if (parts.length === 0) return answer([], 0, page, limit)
    const [match] = await ctx.db.query<{ rows: Row[] | null; total: number }>(
      `WITH history AS (${parts.join(' UNION ALL ')})
       SELECT (SELECT json_agg(h) FROM (SELECT * FROM history ORDER BY transaction_date DESC, transaction_no DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}) h) AS rows,
              (SELECT count(*) FROM history) AS total`,
      p.values,
    )
    return answer(match!.rows ?? [], Number(match!.total), page, limit)
  },
})

const answer = (data: Row[], total: number, page: number, per_page: number) => ({
  success: true,
  data,
  pagination: { page, per_page, current_page: page, total, last_page: Math.max(1, Math.ceil(total / per_page)) },
})

export const historyHandlers = [
  historyBy('supplier.transactionHistory', 'supplier_id'),
  historyBy('customer.transactionHistory', 'customer_id'),
]
