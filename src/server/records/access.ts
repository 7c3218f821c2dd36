/** What the caller of a service may see and do: one place that asks the engine's permission rules. */
import type { Module } from '../../engine/module.ts'
import { can, canDo, codeFor, sees } from '../../engine/permissions/index.ts'
import type { Ctx } from '../context.ts'
import { forbidden, notFound } from '../errors.ts'
import type { Sees } from './plan/paths.ts'

/** Field access of the caller; everything for the system itself. */
export const seesOf =
  (ctx: Ctx): Sees =>
  (field) =>
    ctx.system !== undefined || sees(ctx.principal, field)

/** Distinguishes callers who see different fields, so that plans are compiled once for each. */
export const accessKey = (ctx: Ctx): string => (ctx.system !== undefined ? '*' : [...ctx.principal.access].sort().join(','))

/** 403 unless the caller may start this action on the module at all; which rows is the business of `scope`. */
export function requireAction(ctx: Ctx, module: Module, action: string): void {
  if (ctx.system !== undefined || canDo(ctx.principal, module, action)) return
  const code = codeFor(module, action) ?? action
  throw forbidden(`You need the "${code}" permission on ${module.title} to do this.`)
}

/**
 * May the caller filter, sort or search by a column of a referenced record? Its name and label always (they
 * are shown); other columns only when he may see that module's records.
 */
export function seesThrough(ctx: Ctx): (module: Module, name: string) => boolean {
  return (module, name) =>
    ctx.system !== undefined ||
    name === 'id' ||
    name === module.entity.name ||
    module.entity.label.includes(`{${name}}`) ||
    module.search.includes(name) ||
    can(ctx.principal, module, 'index')
}

/** Does the module keep records of its own? Reports and dashboards answer only their own calls. */
export function requireRecords(module: Module): void {
  if (module.kind === 'report' || module.kind === 'dashboard') throw notFound(`${module.title} keeps no records.`)
}
