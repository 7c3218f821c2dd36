/** Users' rights between requests: read once per day and rights version of the company. */
import type { Principal } from '../../../engine/model/module.ts'
import { cached } from '../companies/cache.ts'
import type { Company, Ctx, Db } from '../context.ts'
import { type DatedPrincipal, loadDatedPrincipal } from './principal.ts'

/** A user's rights on the latest day asked for, which other days share unless an access of their own begins or ends. */
type Latest = { day: string } & { -readonly [Key in keyof DatedPrincipal]: DatedPrincipal[Key] }

/**
 * A user's identity and rights on a day, as `loadPrincipal` reads them. What a transaction in progress has changed may
 * be missing: code that changes rights reads them with `loadPrincipal`.
 */
export async function cachedPrincipal(db: Db, company: Company, userId: number, today: string): Promise<Principal | undefined> {
  const read = async (): Promise<Latest> => ({ day: today, ...(await loadDatedPrincipal(db, company, userId, today)) })
  const latest = await cached(db, company, `principal ${userId}`, read)
  if (latest.day === today || !latest.isDated) return latest.principal
  const now = await read()
  // One entry per user, so that a process that runs for months does not collect one for every day.
  db.afterCommit(() => void Object.assign(latest, now))
  return now.principal
}

/** Another user of the caller's company. */
export const cachedPrincipalOf = (ctx: Ctx, userId: number): Promise<Principal | undefined> =>
  cachedPrincipal(ctx.db, ctx.company, userId, ctx.clock.today(ctx.company.time_zone))
