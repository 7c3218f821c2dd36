/** The log of effects, from which they can be undone exactly. */

import type { Call, Json, Row } from '../../engine/model/module.ts'
import type { Ctx, Effect, EffectContext } from '../platform/context.ts'
import { sql, table } from '../platform/db/sql.ts'
import { type Code, effectOf } from './registry.ts'

export interface Execution {
  readonly id: number
  readonly action: string
}
interface JournalEntry {
  readonly effect: string
  /** Absent for entries of a former effect. */
  readonly params?: Json
  readonly entry: Json
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

/** Runs the effects in their order; returns the entries of their journal. */
export async function applyEffects(code: Code, fx: EffectContext, effects: readonly Call[]): Promise<JournalEntry[]> {
  const journal: JournalEntry[] = []
  for (const [seq, { name, params }] of effects.entries()) {
    fx.ctx.progress?.(seq, effects.length, name)
    journal.push({ effect: name, params: params ?? null, entry: (await effectOf(code, name).apply(fx, params)) ?? null })
  }
  return journal
}

/** Undoes the effects of given entries, in their order. */
export async function reverseEffects(code: Code, fx: EffectContext, entries: readonly JournalEntry[]): Promise<void> {
  for (const { effect, entry } of entries) await effectOf(code, effect).reverse(fx, entry)
}

/** Records an action with the journal of its effects, and the executions that it has undone. */
export async function recordExecution(fx: EffectContext, journal: readonly JournalEntry[], undone: readonly Execution[]): Promise<void> {
  const { ctx } = fx
  const execution = table(ctx, 'execution')
  const entries = JSON.stringify(journal.map((each, seq) => ({ seq, ...each })))
  await ctx.db.query(
    sql`
      WITH made AS (
        INSERT INTO ${execution} (module, record_id, action, posting_seq, date, user_id, at)
        VALUES (
          ${fx.module.name}, ${fx.record.id}, ${fx.transition.name}, ${fx.posting_seq}, ${fx.date},
          ${ctx.principal.user_id || null}, ${ctx.clock.now().toISOString()}
        )
        RETURNING id
      ),
        undone AS (
          UPDATE ${execution} e
          SET reversed_by = made.id
          FROM made
          WHERE e.id = ANY (${undone.map(({ id }) => id)}::bigint[])
        )
      INSERT INTO ${table(ctx, 'effect_journal')} (execution_id, seq, effect, params, entry)
      SELECT made.id, j.seq, j.effect, j.params, j.entry
      FROM made, json_to_recordset(${entries}::json) AS j(seq int, effect text, params jsonb, entry jsonb)
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
