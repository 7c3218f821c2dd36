/** Parts of a record that are open only to the members of the record it belongs to (`entity.membersOnly`). */
import type { Module, Row } from '../../engine/model/module.ts'
import { closedBy, sees } from '../../engine/runtime/permissions/index.ts'
import { mayGrant } from '../platform/auth/grant-guard.ts'
import type { Ctx } from '../platform/context.ts'
import { literal, qualify } from '../platform/db/name.ts'
import { type FieldErrors, invalid } from '../platform/errors.ts'
import { envOf } from './query/env.ts'
import { openSql } from './query/scope.ts'
import { report } from './write/messages.ts'

/**
 * The field access codes that are closed to the caller, by the id of the record; records without closed parts are absent.
 * One statement where the module closes anything, else none.
 */
export async function closedCodes(ctx: Ctx, module: Module, ids: readonly number[]): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const closes = Object.entries(module.entity.membersOnly ?? {})
  if (ctx.system !== undefined || !closes.length || !ids.length) return new Map()
  const env = envOf(ctx)
  const codes = closes.map(
    ([code, path]) => `case when (${openSql(ctx, env, module, { alias: 't', path })}) is not true then ${literal(code)} end`,
  )
  const rows = await ctx.db.query<{ id: number; codes: string[] }>(
    `select * from (select t.id, array_remove(array[${codes.join(', ')}]::text[], null) as codes from ${qualify(env.schema, module.entity.table)} t where t.id = any(${env.params.ids(ids)})) c where cardinality(codes) > 0`,
    env.params.values,
  )
  return new Map(rows.map((row) => [Number(row.id), new Set(row.codes)]))
}

/** Names of the fields and child tables of a record that are closed to the caller. */
export async function closedNames(ctx: Ctx, module: Module, id: number): Promise<string[]> {
  const codes = (await closedCodes(ctx, module, [id])).get(id)
  return codes
    ? [...module.fields, ...module.lines].filter(({ access }) => access !== undefined && codes.has(access)).map(({ name }) => name)
    : []
}

/** The parts that an update must not touch: closed names, and the fields that link the record to the closed one. */
interface Closed {
  readonly names: ReadonlySet<string>
  readonly starts: ReadonlySet<string>
}
const NOTHING: Closed = { names: new Set(), starts: new Set() }

/** The parts of a record closed to a caller who is about to change it; read only when `input` touches any of it. */
export async function closedIn(ctx: Ctx, module: Module, id: number, input: Row): Promise<Closed> {
  const closes = Object.entries(module.entity.membersOnly ?? {})
  if (ctx.system !== undefined || !closes.length) return NOTHING
  const guarded = [...module.fields, ...module.lines].filter((part) => sees(ctx.principal, part) && closedBy(module, undefined, part))
  const starts = closes.map(([, path]) => path.split('.')[0]!)
  if (![...guarded.map(({ name }) => name), ...starts].some((name) => Object.hasOwn(input, name))) return NOTHING
  const codes = (await closedCodes(ctx, module, [id])).get(id)
  if (!codes) return NOTHING
  const names = guarded.filter(({ access }) => codes.has(access!)).map(({ name }) => name)
  return { names: new Set(names), starts: new Set(closes.filter(([code]) => codes.has(code)).map(([, path]) => path.split('.')[0]!)) }
}

/** The record as the caller sees it: closed values are empty, so that a form can send them back unchanged. */
export const withoutClosed = (module: Module, record: Row, { names }: Closed): Row =>
  names.size
    ? { ...record, ...Object.fromEntries([...names].map((name) => [name, module.lines.some((lines) => lines.name === name) ? [] : null])) }
    : record

/** Removes closed values from accepted input; 400 when it would set one, or move the record out of the closed one. */
export function requireOpen(current: Row, accepted: Row, { names, starts }: Closed): void {
  const errors: FieldErrors = {}
  for (const name of names) {
    const given = accepted[name]
    const empty = given === null || given === undefined || (Array.isArray(given) && !given.length)
    if (!empty) report(errors, name, 'Only users of the confidential group can change this.')
    delete accepted[name]
  }
  for (const name of starts)
    if (name in accepted && String(current[name] ?? '') !== String(accepted[name] ?? ''))
      report(errors, name, 'Only users of the confidential group can remove a record from it.')
  if (Object.keys(errors).length) throw invalid(errors)
}

/**
 * Only its members can change the members of a closed record (`entity.members`): other users cannot open or join it.
 * Users who govern all rights of the company can, so that a record whose members have left does not stay closed for ever.
 */
export function requireMember(ctx: Ctx, module: Module, current: Row, record: Row): void {
  const { members } = module.entity
  if (ctx.system !== undefined || !members || current[members.when] !== true) return
  const users = (current[members.users] as readonly number[] | null) ?? []
  if (users.map(Number).includes(ctx.principal.user_id) || mayGrant(ctx)) return
  const isSame = (name: string) => JSON.stringify(current[name] ?? null) === JSON.stringify(record[name] ?? null)
  const changed = [members.when, members.users].filter((name) => !isSame(name))
  if (changed.length)
    throw invalid(
      Object.fromEntries(
        changed.map((name) => [name, [`Only the users of this confidential ${module.singular.toLowerCase()} may change this.`]]),
      ),
    )
}
