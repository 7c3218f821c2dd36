import type { Ctx } from '../../context.ts'
import { seesOf, seesThrough } from '../access.ts'
import type { FilterEnv } from './filter.ts'
import { aliases } from './refs.ts'
import { Params } from './sql.ts'

/** A fresh statement environment for one request: parameters, aliases, the caller's rights and the business day. */
export function envOf(ctx: Ctx): FilterEnv {
  return {
    params: new Params(),
    today: ctx.clock.today(ctx.company.time_zone),
    timeZone: ctx.company.time_zone,
    schema: ctx.company.schema,
    modules: ctx.modules,
    sees: seesOf(ctx),
    through: seesThrough(ctx),
    alias: aliases(),
  }
}
