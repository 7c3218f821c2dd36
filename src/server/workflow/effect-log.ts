/** The log of effects, from which they can be undone exactly. */

import type { Call, Json, Row } from '../../engine/model/module.ts'
import type { Ctx, Effect, EffectContext } from '../platform/context.ts'
import { sql, table } from '../platform/db/sql.ts'
import { type Code, effectOf } from './registry.ts'

export interface Execution {
  readonly id: number
  readonly action: string
}
export interface JournalEntry {
  readonly effect: string
  /** Absent for entries of a former effect. */
  readonly params?: Json
  readonly entry: Json
}

/** Records the start of an action, and returns the execution's id. */
export async function beginExecution(fx: EffectContext): Promise<number> {
  const { ctx } = fx
  const [row] = await ctx.db.query<{ id: number }>(
    sql`
      INSERT INTO ${table(ctx, 'execution')} (module, record_id, action, posting_seq, date, user_id, at)
      VALUES (
        ${fx.module.name}, ${fx.record.id}, ${fx.transition.name}, ${fx.posting_seq}, ${fx.date},
        ${ctx.principal.user_id || null}, ${ctx.clock.now().toISOString()}
      )
      RETURNING id
    `,
  )
  return row!.id
}

/** Executions of a record that have not been undone, newest first. */
export async function liveExecutions(ctx: Ctx, module: string, id: number): Promise<Execution[]> {
  return ctx.db.query<Execution>(
    sql`
      SELECT id, action
      FROM ${table(ctx, 'execution')}
      WHERE module = ${module} AND record_id = ${id} AND reversed_by IS NULL
      ORDER BY id DESC
    `,
  )
}

/** Journal entries of an execution, last first; those of former effects in the terms of the present ones, which have no parameters. */
export async function entriesOf(code: Code, ctx: Ctx, execution: number): Promise<JournalEntry[]> {
  const entries = await ctx.db.query<JournalEntry & { params: Json }>(
    sql`
      SELECT effect, params, entry
      FROM ${table(ctx, 'effect_journal')}
      WHERE execution_id = ${execution}
      ORDER BY seq DESC
    `,
  )
  return entries.flatMap((entry) => code.retired[entry.effect]?.(entry.entry) ?? [entry])
}

/** Runs the effects in their order and journals each. */
export async function applyEffects(code: Code, fx: EffectContext, effects: readonly Call[], execution: number): Promise<void> {
  for (const [seq, call] of effects.entries()) {
    fx.ctx.progress?.(seq, effects.length, call.name)
    const entry = await effectOf(code, call.name).apply(fx, call.params)
    await fx.ctx.db.query(
      sql`
        INSERT INTO ${table(fx.ctx, 'effect_journal')} (execution_id, seq, effect, params, entry)
        VALUES (
          ${execution}, ${seq}, ${call.name}, ${JSON.stringify(call.params ?? null)}, ${JSON.stringify(entry ?? null)}
        )
      `,
    )
  }
}

/** Undoes the given executions, newest first, and marks them as undone by `by`. */
export async function reverseExecutions(code: Code, fx: EffectContext, executions: readonly Execution[], by: number): Promise<void> {
  for (const execution of executions) {
    for (const journaled of await entriesOf(code, fx.ctx, execution.id)) await effectOf(code, journaled.effect).reverse(fx, journaled.entry)
  }
  await fx.ctx.db.query(
    sql`
      UPDATE ${table(fx.ctx, 'execution')}
      SET reversed_by = ${by}
      WHERE id = ANY (${executions.map((execution) => execution.id)}::bigint[])
    `,
  )
}

/** Takes the locks of all effects in one order that is the same for all transactions: by rank, then by name. */
export async function lockAll(code: Code, fx: EffectContext, calls: readonly Call[]): Promise<void> {
  const effects = calls
    .map((call): { effect: Effect; params: Json } => ({ effect: effectOf(code, call.name), params: call.params }))
    .sort((a, b) => a.effect.rank - b.effect.rank || (a.effect.name < b.effect.name ? -1 : 1))
  for (const { effect, params } of effects) await effect.lock?.(fx, params)
}

/** The first response of an action that was already done and not undone, for a request sent twice. */
export async function alreadyDone(ctx: Ctx, module: string, record: Row, action: string): Promise<boolean> {
  const [latest] = await liveExecutions(ctx, module, record.id as number)
  if (latest?.action !== action) return false
  const [mine] = await ctx.db.query<{ ok: boolean }>(
    sql`
      SELECT user_id = ${ctx.principal.user_id} AS ok
      FROM ${table(ctx, 'execution')}
      WHERE id = ${latest.id}
    `,
  )
  return mine?.ok === true
}
