/** Users' rights between requests: read once per day and rights version of the company. */
import type { Principal } from '../../../engine/model/module.ts'
import { cached } from '../companies/cache.ts'
import type { Company, Ctx, Db } from '../context.ts'
import { loadPrincipal } from './principal.ts'

/** A user's rights on the latest day asked for: overrides of access begin and end with a day. */
interface Latest {
  day: string
  principal: Principal | undefined
}

/**
 * A user's identity and rights on a day, as `loadPrincipal` reads them. What a transaction in progress has changed may
 * be missing: code that changes rights reads them with `loadPrincipal`.
 */
export async function cachedPrincipal(db: Db, company: Company, userId: number, today: string): Promise<Principal | undefined> {
  const read = async (): Promise<Latest> => ({ day: today, principal: await loadPrincipal(db, company, userId, today) })
  const latest = await cached(db, company, `principal ${userId}`, read)
  if (latest.day === today) return latest.principal
  const { principal } = await read()
  // One entry per user, so that a process that runs for months does not collect one for every day.
  db.afterCommit(() => {
    latest.day = today
    latest.principal = principal
  })
  return principal
}

/** Another user of the caller's company. */
export const cachedPrincipalOf = (ctx: Ctx, userId: number): Promise<Principal | undefined> =>
  cachedPrincipal(ctx.db, ctx.company, userId, ctx.clock.today(ctx.company.time_zone))
