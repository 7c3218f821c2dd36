/** What the caller of a service may see of a module: one place that asks the engine's permission rules. */
import type { Module } from '../../engine/module.ts'
import type { Ctx } from '../context.ts'
import type { Sees } from './plan/paths.ts'

/** Field access of the caller; everything for the system itself. */
export const seesOf = (ctx: Ctx): Sees => (field) => !field.access || ctx.system !== undefined || ctx.principal.access.includes(field.access)

/** Distinguishes callers who see different fields, so that plans are compiled once for each. */
export const accessKey = (ctx: Ctx): string => (ctx.system !== undefined ? '*' : [...ctx.principal.access].sort().join(','))

/**
 * May the caller filter, sort or search by a column of a referenced record? Its name and label always (they
 * are shown); other columns only when he may see that module's records.
 */
export function seesThrough(ctx: Ctx): (module: Module, name: string) => boolean {
  return (module, name) => {
    if (ctx.system !== undefined || name === 'id' || name === module.entity.name || module.entity.label.includes(`{${name}}`)) return true
    if (module.search.includes(name)) return true
    const codes = ctx.principal.grants[module.name] ?? []
    return codes.includes('index') || codes.includes('view')
  }
}
