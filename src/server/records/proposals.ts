/** Initial values of a new form: the next number of a series that users maintain by hand, the usual record of a reference. */

import type { Field, Module, Proposal, Row } from '../../engine/model/module.ts'
import { isEmpty } from '../../engine/runtime/expressions/index.ts'
import { canDo, mayPick } from '../../engine/runtime/permissions/index.ts'
import { asSystem } from '../platform/auth/as-system.ts'
import type { Ctx } from '../platform/context.ts'
import { qualify, quote } from '../platform/db/name.ts'
import { seesOf } from './access.ts'
import { dropdown } from './dropdown.ts'

/** Numbers that are tried before none is proposed: the newest record need not have the highest. */
const TRIES = 100

/** Fills empty fields of a draft with their descriptors' proposals, as far as the caller can see them. */
export async function propose(ctx: Ctx, module: Module, draft: Row): Promise<void> {
  for (const field of module.fields) {
    if (!field.propose || !field.writable || !isEmpty(draft[field.name]) || !seesOf(ctx)(field)) continue
    const value =
      'where' in field.propose ? await usual(ctx, field, field.propose.where) : await next(ctx, module, field, field.propose, draft)
    if (value !== undefined) draft[field.name] = value
  }
}

/** The only record with these values that the caller may pick. */
async function usual(ctx: Ctx, field: Field, where: Row): Promise<number | undefined> {
  const target = ctx.modules.get(field.to ?? '')
  if (!target || (ctx.system === undefined && !mayPick(ctx.principal, ctx.modules, target))) return undefined
  const constants = Object.entries(field.filter ?? {}).filter(([, value]) => !(typeof value === 'string' && value.startsWith('$')))
  const filter = { ...Object.fromEntries(constants), ...where }
  // The conditions are the descriptor's own; the picker decides whether the caller reaches the records found.
  const found = await dropdown(asSystem(ctx, 'what a new record proposes'), target, { filter, limit: 2 })
  if (found.length !== 1) return undefined
  const [reached] = await dropdown(ctx, target, { filter: { id: found[0]!.id }, limit: 1 })
  return reached && Number(reached.id)
}

async function next(
  ctx: Ctx,
  module: Module,
  field: Field,
  { next: within }: Extract<Proposal, { next: unknown }>,
  draft: Row,
): Promise<string | undefined> {
  if (ctx.system === undefined && !canDo(ctx.principal, module, 'index')) return undefined
  if (within.some((name) => isEmpty(draft[name]))) return undefined
  const filter = Object.fromEntries(within.map((name) => [name, draft[name]]))
  const { data } = await ctx.services.records.list(ctx, module, { filter, sort: '-id', limit: 1, window: 'all' })
  let number = following(data[0]?.[field.name])
  for (let tries = 0; number !== undefined && tries < TRIES; tries++) {
    if (!(await isTaken(ctx, module, field, number, filter))) return number
    number = following(number)
  }
  return undefined
}

/** `D-00120` → `D-00121`; undefined for a text without a number at its end, or no text. */
export function following(text: unknown): string | undefined {
  const found = typeof text === 'string' ? /^(.*?)(\d{1,15})$/.exec(text) : null
  return found ? `${found[1]}${String(Number(found[2]) + 1).padStart(found[2]!.length, '0')}` : undefined
}

async function isTaken(ctx: Ctx, module: Module, field: Field, number: string, filter: Row): Promise<boolean> {
  const names = Object.keys(filter)
  const conditions = [field.name, ...names].map((name, index) => `${quote(name)} = $${index + 1}`).join(' and ')
  const rows = await ctx.db.query(`select 1 from ${qualify(ctx.company.schema, module.entity.table)} where ${conditions} limit 1`, [
    number,
    ...names.map((name) => filter[name]),
  ])
  return rows.length > 0
}
