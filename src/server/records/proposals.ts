/** Initial values of a new form: the next number of a series that users maintain by hand, the usual record of a reference. */

import type { Field, Module, Proposal, Row } from '../../engine/model/module.ts'
import { resolveFilter, usualInputs } from '../../engine/runtime/compute/index.ts'
import { isEmpty } from '../../engine/runtime/expressions/index.ts'
import { canDo, mayPick } from '../../engine/runtime/permissions/index.ts'
import { asSystem } from '../platform/auth/as-system.ts'
import type { Ctx } from '../platform/context.ts'
import { allOf, ref, sql, table } from '../platform/db/sql.ts'
import { seesOf } from './access.ts'
import { dropdown } from './dropdown.ts'

/** Numbers that are tried before none is proposed: the newest record need not have the highest. */
const TRIES = 100

/** Fills empty fields of a draft with their descriptors' proposals, as far as the caller can see them. */
export async function propose(ctx: Ctx, module: Module, draft: Row): Promise<void> {
  for (const field of module.fields) {
    // What depends on values that are still entered is asked for by the form.
    if (!field.propose || 'first' in field.propose || usualInputs(field).length > 0) continue
    if (!field.writable || !isEmpty(draft[field.name]) || !seesOf(ctx)(field)) continue
    const value =
      'where' in field.propose
        ? (await usual(ctx, module, field, draft))?.id
        : await next(ctx, module, field, { proposal: field.propose, draft })
    if (value !== undefined) draft[field.name] = value
  }
}

/** The usual records of references alone: what the rows of an import are given that say nothing else. */
export async function proposeUsual(ctx: Ctx, module: Module): Promise<Row> {
  const draft: Row = {}
  for (const field of module.fields) {
    if (!field.propose || !('where' in field.propose) || usualInputs(field).length > 0 || !field.writable || !seesOf(ctx)(field)) continue
    const choice = await usual(ctx, module, field, {})
    if (choice) draft[field.name] = choice.id
  }
  return draft
}

/** A record as pickers show it, with the columns that a field of the record takes from it. */
export type Choice = Row & { readonly id: number }

/**
 * The usual record of a reference (`propose.where`) in this draft: of its conditions, the first that just one record meets of
 * those that its `filter` allows. None while a field of the draft that they name is empty, or if the caller may not pick it.
 */
export async function usual(ctx: Ctx, module: Module, field: Field, draft: Row): Promise<Choice | undefined> {
  const target = ctx.modules.get(field.to ?? '')
  if (!target || !field.propose || !('where' in field.propose)) return undefined
  if (ctx.system === undefined && !mayPick(ctx.principal, ctx.modules, target)) return undefined
  for (const where of field.propose.where) {
    const { filter, missing } = resolveFilter({ ...field.filter, ...where }, draft)
    if (missing.length > 0) return undefined
    // The conditions are the descriptor's own; the picker decides whether the caller reaches the records found.
    const rows = await dropdown(asSystem(ctx, 'what a new record proposes'), target, { filter, limit: 2 })
    if (rows.length !== 1) continue
    const [reached] = await dropdown(ctx, target, { filter: { id: rows[0]!.id }, limit: 1, for: `${module.name}.${field.name}` })
    return reached && { ...reached, id: Number(reached.id) }
  }
  return undefined
}

/** The number after that of the newest record with the same values in the fields of the proposal; none while one of them is empty. */
export async function next(
  ctx: Ctx,
  module: Module,
  field: Field,
  { proposal: { next: within }, draft }: { readonly proposal: Extract<Proposal, { next: unknown }>; readonly draft: Row },
): Promise<string | undefined> {
  if (ctx.system === undefined && !canDo(ctx.principal, module, 'index')) return undefined
  if (within.some((name) => isEmpty(draft[name]))) return undefined
  const filter = Object.fromEntries(within.map((name) => [name, draft[name]]))
  // A record without a number, such as a voucher without a check, does not interrupt the series.
  const numbered = { ...filter, [field.name]: { null: false } }
  const { data } = await ctx.services.records.list(ctx, module, { filter: numbered, sort: '-id', limit: 1, window: 'all' })
  let number = following(data[0]?.[field.name])
  for (let tries = 0; number !== undefined && tries < TRIES; tries++) {
    if (!(await isTaken(ctx, module, field, { number, filter }))) return number
    number = following(number)
  }
  return undefined
}

/** `D-00120` → `D-00121`; undefined for a text without a number at its end, or no text. */
export function following(text: unknown): string | undefined {
  const match = typeof text === 'string' ? /^(.*?)(\d{1,15})$/.exec(text) : null
  return match ? `${match[1]}${String(Number(match[2]) + 1).padStart(match[2]!.length, '0')}` : undefined
}

async function isTaken(
  ctx: Ctx,
  module: Module,
  field: Field,
  { number, filter }: { readonly number: string; readonly filter: Row },
): Promise<boolean> {
  const others = Object.entries(filter).map(([name, value]) => sql`${ref(name)} = ${value}`)
  const rows = await ctx.db.query(
    sql`
      select 1
      from ${table(ctx, module.entity.table)}
      where ${allOf([sql`${ref(field.name)} = ${number}`, ...others])}
      limit 1
    `,
  )
  return rows.length > 0
}
