/** The caller's rights for services: one place that asks the engine's permission rules. */
import { keepsRecords } from '../../engine/model/kind.ts'
import type { Module } from '../../engine/model/module.ts'
import { canDo, codeFor, mayPick, rightsKey, sees } from '../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../platform/context.ts'
import { forbidden, notFound } from '../platform/errors.ts'

/** Whether the caller can see this field at all. */
export type Sees = (field: { readonly access?: string }) => boolean

/** Field access of the caller; everything for the system itself. */
export const seesOf =
  (ctx: Ctx): Sees =>
  (field) =>
    ctx.system !== undefined || sees(ctx.principal, field)

/** Distinguishes callers whose reads of a module's records differ, so that plans are compiled once for each. */
export const accessKey = (ctx: Ctx, module: Module): string =>
  rightsKey(ctx.system !== undefined ? 'system' : ctx.principal, ctx.modules, module)

/** 403 unless the caller may start this action on the module at all; which rows is the business of `scope`. */
export function requireAction(ctx: Ctx, module: Module, action: string): void {
  if (ctx.system !== undefined || canDo(ctx.principal, module, action)) return
  const code = codeFor(module, action) ?? action
  throw forbidden(`You need the "${code}" permission on ${module.title} to do this.`)
}

/** 403 unless the caller can pick records of the module: by the right to list it, or by a reference to it that they can see. */
export function requirePicker(ctx: Ctx, module: Module): void {
  if (ctx.system !== undefined || mayPick(ctx.principal, ctx.modules, module)) return
  throw forbidden(`You need the "index" permission on ${module.title} to do this.`)
}

/** Refuses a module without records of its own: reports and dashboards have only their own calls. */
export function requireRecords(module: Module): void {
  if (!keepsRecords(module.kind)) throw notFound(`${module.title} has no records.`)
}
