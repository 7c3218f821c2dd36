/** Counters above a list, and the list of documents that still have something open. */
import type { Field, Module, Row } from '../../engine/model/module.ts'
import type { Ctx, ListQuery, Page } from '../platform/context.ts'
import { literal, qualify, quote } from '../platform/db/name.ts'
import { requireAction, seesOf } from './access.ts'
import { list } from './list.ts'
import { envOf } from './query/env.ts'
import { flagStates } from './query/paths.ts'
import { scopeSql } from './query/scope.ts'
import { column } from './query/values.ts'

/** The amount of a document, as far as the caller may see it: its total, else the first amount that it keeps. */
export function amountField(ctx: Ctx, module: Module): Field | undefined {
  const sees = seesOf(ctx)
  const total = ['total', 'amount', 'grand_total'].map((name) => module.field[name]).find((field) => field?.storage === 'numeric')
  const field = total ?? module.fields.find(({ type }) => type === 'money')
  return field && sees(field) ? field : undefined
}

const statesIn = (module: Module, flag: string): string => {
  const states = flagStates(module, flag).map(literal).join(', ')
  return states ? `t."status" in (${states})` : 'false'
}

/** Conditions under which a posted document still has something open, by its derived progress. */
function floatingSql(module: Module, alias: string): string | undefined {
  const progress = module.workflow?.progress
  if (!progress || !module.field.progress) return undefined
  const done = literal(progress.names[2])
  const posted = flagStates(module, 'is_posted').filter((name) => !module.workflow!.states[name]!.flags.includes('is_closed'))
  return `${column(alias, 'status')} in (${posted.map(literal).join(', ') || 'null'}) and coalesce(${column(alias, 'progress')}, ${done}) <> ${done}`
}

/** `{draft, for_approval, posted_today, posted_mtd_count, posted_mtd_amount, floating_count, floating_amount, voided_mtd}`, of the caller's rows. */
export async function dashboardInfo(ctx: Ctx, module: Module): Promise<Row> {
  requireAction(ctx, module, 'dashboard_info')
  const env = envOf(ctx)
  const where = scopeSql(ctx, env, module, { alias: 't', action: 'index' }).join(' and ') || 'true'
  const from = `from ${qualify(env.schema, module.entity.table)} t where ${where}`
  if (!module.workflow) {
    const [row] = await ctx.db.prepared<Row>(
      `select count(*) as total${module.field.is_active ? ', count(*) filter (where t."is_active") as active' : ''} ${from}`,
      env.params.values,
    )
    return row!
  }
  const today = env.params.add(env.today, 'date')
  const date = module.entity.date ? column('t', module.entity.date) : `${column('t', 'created_at')}::date`
  const amount = amountField(ctx, module)
  const sql = amount && env.reader.column({ module, alias: 't' }, amount)
  const sum = (condition: string): string => (sql ? `coalesce(sum(${sql}) filter (where ${condition}), 0)::float8` : '0')
  const month = `${date} >= date_trunc('month', ${today})::date and ${date} <= ${today}`
  const floating = floatingSql(module, 't') ?? 'false'
  const approved = statesIn(module, 'is_approved')
  const [row] = await ctx.db.prepared<Row>(
    `select
    count(*) filter (where ${statesIn(module, 'is_draft')}) as draft,
    count(*) filter (where ${approved}) as approved,
    count(*) filter (where ${statesIn(module, 'is_draft')} and exists (select 1 from ${quote(env.schema)}.approval_task a where a.module = ${literal(module.name)} and a.record_id = t.id and a.state = 'pending')) as for_approval,
    count(*) filter (where ${statesIn(module, 'is_posted')} and ${date} = ${today}) as posted_today,
    count(*) filter (where ${statesIn(module, 'is_posted')} and ${month}) as posted_mtd_count,
    ${sum(`${statesIn(module, 'is_posted')} and ${month}`)} as posted_mtd_amount,
    count(*) filter (where ${floating}) as floating_count,
    ${sum(floating)} as floating_amount,
    count(*) filter (where ${statesIn(module, 'is_voided')} and ${month}) as voided_mtd
    ${from}`,
    env.params.values,
  )
  return row!
}

/** Posted documents with something open; `as_of` limits them to documents dated until then. */
export function floating(ctx: Ctx, module: Module, query: ListQuery, asOf?: string): Promise<Page> {
  const condition = floatingSql(module, 't')
  const filter = { ...query.filter, ...(asOf && module.entity.date ? { [module.entity.date]: { lte: asOf } } : {}) }
  const open = condition ? [condition] : module.workflow ? [statesIn(module, 'is_posted')] : []
  return list(ctx, module, { ...query, filter, window: 'all' }, () => open)
}
