/**
 * `Idempotency-Key`: a request that may have been sent twice (a lost connection, an impatient double click) runs once,
 * and both get its response.
 */

import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Ctx } from '../context.ts'
import { type Sql, sql, table } from '../db/sql.ts'
import { invalid, refuse } from '../errors.ts'

/** Keys expire after a day: no client retries longer, and the table stays small. */
const KEEP_HOURS = 24
const CLEAN_AT_ONCE = 20

interface Known {
  readonly fingerprint: string
  readonly body: unknown
}

/** A request identified by its key. */
interface Claim {
  readonly key: string
  readonly fingerprint: string
}

function claimOf(request: FastifyRequest): Claim | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined || key === '') return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw invalid({ 'Idempotency-Key': ['1 to 200 printable characters without spaces.'] })
  const fingerprint = createHash('sha256')
    .update(`${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest('hex')
  return { key, fingerprint }
}

const ownTable = (ctx: Ctx): Sql => table(ctx, 'idempotency')

/** Records that the key is in use; returns what is known of an earlier use. Waits for a transaction that works with it. */
async function take(ctx: Ctx, { key, fingerprint }: Claim): Promise<Known | undefined> {
  const user = ctx.principal.user_id
  const now = ctx.clock.now()
  const stale = new Date(now.getTime() - KEEP_HOURS * 3_600_000)
  const [first] = await ctx.db.query(
    sql`
      WITH old AS (
        DELETE FROM ${ownTable(ctx)}
        WHERE (user_id, key) IN (
          SELECT user_id, key
          FROM ${ownTable(ctx)}
          WHERE created_at < ${stale.toISOString()} AND key <> ${key}
          LIMIT ${CLEAN_AT_ONCE}
          FOR UPDATE SKIP LOCKED
        )
      )
      INSERT INTO ${ownTable(ctx)} (user_id, key, fingerprint, created_at)
      VALUES (${user}, ${key}, ${fingerprint}, ${now.toISOString()})
      ON CONFLICT (user_id, key) DO NOTHING
      RETURNING key
    `,
  )
  if (first) return undefined
  const [known] = await ctx.db.query<Known>(sql`SELECT fingerprint, body FROM ${ownTable(ctx)} WHERE user_id = ${user} AND key = ${key}`)
  if (known?.fingerprint !== fingerprint)
    throw refuse('E_IDEMPOTENCY', 'This Idempotency-Key was used for another request. Use a new key for each thing to be done.')
  return known
}

/** Stores the response, unless there is one already; returns the stored one. */
async function keep<T>(ctx: Ctx, { key }: Claim, answer: T): Promise<T> {
  const [stored] = await ctx.db.query<{ body: T }>(
    sql`
      UPDATE ${ownTable(ctx)}
      SET status = 200, body = coalesce(body, ${JSON.stringify(answer)})
      WHERE user_id = ${ctx.principal.user_id} AND key = ${key}
      RETURNING body
    `,
  )
  return stored?.body ?? answer
}

const inOne = <T>(ctx: Ctx, claim: Claim, work: () => Promise<T>): Promise<T> =>
  ctx.db.tx(async () => {
    const known = await take(ctx, claim)
    if (known) return known.body as T
    const answer = await work()
    await keep(ctx, claim, answer)
    return answer
  })

/**
 * Runs `work` in one transaction with the record of its key, and stores the response. A second request with the key waits
 * for the first and gets its response; with another body it is refused. A failure leaves no record, so that the request
 * can be tried again. Without the header `work` just runs.
 */
export async function idempotent<T>(ctx: Ctx, request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  const claim = claimOf(request)
  return claim ? inOne(ctx, claim, work) : work()
}

/** Does one part of work that spans many transactions exactly once: the part's transaction contains its record. */
export type Once = <T>(part: string, work: () => Promise<T>) => Promise<T>

const always: Once = (_part, work) => work()

/** Keys of parts contain a space, which no key of a request has. */
const partsOf =
  (ctx: Ctx, { key, fingerprint }: Claim): Once =>
  (part, work) =>
    inOne(ctx, { key: `${key} ${part}`, fingerprint }, work)

/**
 * The same for work in many transactions: each finished part has its record, so that a second request continues where the
 * first was cut off, does nothing twice while the first still runs, and gets its response afterwards.
 */
export async function idempotentParts<T>(ctx: Ctx, request: FastifyRequest, work: (once: Once) => Promise<T>): Promise<T> {
  const claim = claimOf(request)
  if (!claim) return work(always)
  const known = await take(ctx, claim)
  if (known && known.body !== null) return known.body as T
  try {
    return await keep(ctx, claim, await work(partsOf(ctx, claim)))
  } catch (error) {
    // The records of finished parts stay; the key can be used again, also for another request.
    await ctx.db.query(sql`
      DELETE FROM ${ownTable(ctx)}
      WHERE user_id = ${ctx.principal.user_id} AND key = ${claim.key} AND body IS NULL
    `)
    throw error
  }
}

/** The parts of a job, which can be started again; `run` names it. */
export const partsOfJob = (ctx: Ctx, run: string | undefined): Once =>
  run === undefined ? always : partsOf(ctx, { key: `job ${run}`, fingerprint: run })
