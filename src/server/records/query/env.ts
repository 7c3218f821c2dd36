import type { Ctx } from '../../platform/context.ts'
import { Params } from '../../platform/db/params.ts'
import type { FilterEnv } from './filter-env.ts'
import { personOf } from './person.ts'
import { readerOf } from './reader.ts'
import { aliases } from './refs.ts'

/**
 * A statement environment for one request: parameters, aliases, the caller's rights and the business day. `params`: those of
 * the statement that the text becomes a part of.
 */
export function envOf(ctx: Ctx, params = new Params()): FilterEnv {
  const person = personOf(ctx, params)
  const base = { schema: ctx.company.schema, modules: ctx.modules, alias: aliases() }
  return {
    ...base,
    params,
    person,
    today: ctx.clock.today(ctx.company.time_zone),
    timeZone: ctx.company.time_zone,
    reader: readerOf(ctx, base, person),
  }
}
