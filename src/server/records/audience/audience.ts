/** The audience of a record's events: computed by the process that changes it, decided for each listener without a statement. */

import type { Json, Module, ModuleSet, Principal, Row } from '../../../engine/model/module.ts'
import { can, holds, scope, scopeFields } from '../../../engine/runtime/permissions/index.ts'
import type { Audience, AwaitedDecision, Ctx } from '../../platform/context.ts'
import { columns, sql, table } from '../../platform/db/sql.ts'
import { membersOf } from '../query/members.ts'

/** A listener with their rights; `led`: the employees whom they lead. */
export interface Reader {
  readonly principal: Principal
  readonly modules: ModuleSet
  readonly led: ReadonlySet<number>
}

const plain = (value: unknown): unknown => (Array.isArray(value) ? value.map(plain) : /^\d+$/.test(String(value)) ? Number(value) : value)

/** The audience of a given record; `awaited` is the result of recreating its approval tasks. */
export async function audienceOf(ctx: Ctx, module: Module, record: Row, awaited: readonly AwaitedDecision[] = []): Promise<Audience> {
  const members = module.entity.within ? await membersOf(ctx, module, record) : undefined
  return {
    module: module.name,
    row: Object.fromEntries(scopeFields(module).map((name) => [name, plain(record[name]) ?? null])),
    ...(awaited.length ? { awaited: awaited.map(({ user_id, role }) => ({ user_id, role })) } : {}),
    ...(members ? { members } : {}),
  }
}

/** The audience of a stored record, by its id. */
export async function audienceById(ctx: Ctx, module: Module, id: number): Promise<Audience> {
  const names = [...new Set([...scopeFields(module), ...(module.entity.within?.split('.').slice(0, 1) ?? [])])]
  if (!names.length) return { module: module.name, row: {} }
  const [row] = await ctx.db.query<Row>(
    sql`
      select ${columns(names)}
      from ${table(ctx, module.entity.table)}
      where id = ${id}
    `,
  )
  const awaited = module.entity.owner
    ? await ctx.db.query<AwaitedDecision>(
        sql`
          select user_id, role
          from ${table(ctx, 'approval_task')}
          where module = ${module.name}
            and record_id = ${id}
            and state = 'pending'
        `,
      )
    : []
  return audienceOf(ctx, module, row ?? {}, awaited)
}

/** Publishes a changed record to listeners who can see it, once the transaction has committed. */
export function publishRecord(
  ctx: Ctx,
  audience: Audience,
  change: { readonly id?: number; readonly version?: number; readonly action?: string },
): void {
  const data: Json = { module: audience.module, ...change, actor: ctx.principal.user_id }
  ctx.db.afterCommit(() => ctx.services.events.publish(ctx.company.code, { type: 'record', data, audience }))
}

/** Whether the reader can receive events of the record, by the rule of its list on the columns sent with the event. */
export function hears({ principal, modules, led }: Reader, audience: Audience): boolean {
  const module = modules.get(audience.module)
  if (!module) return false
  const rows = scope(principal, module, 'index')
  const { row, awaited = [], members } = audience
  if (!row) return rows.kind !== 'none'
  return holds(rows, row, {
    awaiting: ({ user_id, role }) =>
      awaited.some((awaitedDecision) =>
        awaitedDecision.user_id === null && awaitedDecision.role === null
          ? can(principal, module, 'approval')
          : awaitedDecision.user_id === user_id || awaitedDecision.role === role,
      ),
    led: ({ field }) => led.has(Number(row[field])),
    member: ({ user_id }) => members === undefined || members.includes(user_id),
  })
}
