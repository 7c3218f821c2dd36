/**
 * `Idempotency-Key`: a request that may have been sent twice (a lost connection, an impatient double click)
 * is carried out once and answered twice.
 */

import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Ctx } from '../context.ts'
import { type Sql, sql, table } from '../db/sql.ts'
import { invalid, refuse } from '../errors.ts'

/** Keys are forgotten after a day: nobody retries longer, and the table stays small. */
const KEEP_HOURS = 24
const CLEAN_AT_ONCE = 20

interface Known {
  readonly fingerprint: string
  readonly body: unknown
}

/** A request as its key stands for it. */
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

/** Notes that the key is in use; what is known of it if it was before. Waits for a transaction that is at work with it. */
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

/** Keeps the answer, unless there is one already; answers the one that is kept. */
async function keep<T>(ctx: Ctx, { key }: Claim, answer: T): Promise<T> {
  const [kept] = await ctx.db.query<{ body: T }>(
    sql`
      UPDATE ${ownTable(ctx)}
      SET status = 200, body = coalesce(body, ${JSON.stringify(answer)})
      WHERE user_id = ${ctx.principal.user_id} AND key = ${key}
      RETURNING body
    `,
  )
  return kept?.body ?? answer
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
 * Runs `work` in one transaction with the note that its key was used, and keeps the answer. A second request
 * with the key waits for the first and gets its answer; with another body it is refused. What fails leaves no
 * note, so that it can be tried again. Without the header `work` just runs.
 */
export async function idempotent<T>(ctx: Ctx, request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  const claim = claimOf(request)
  return claim ? inOne(ctx, claim, work) : work()
}

/** Does one part of a work of many transactions, and does it once: the note of it is in the part's transaction. */
export type Once = <T>(part: string, work: () => Promise<T>) => Promise<T>

const always: Once = (_part, work) => work()

/** Notes of parts have a space in their key, which no key of a request has. */
const partsOf =
  (ctx: Ctx, { key, fingerprint }: Claim): Once =>
  (part, work) =>
    inOne(ctx, { key: `${key} ${part}`, fingerprint }, work)

/**
 * The same for work in many transactions: each part that is done has its note, so that a second request goes on
 * where the first was cut off, beside it does nothing twice, and after it gets its answer.
 */
export async function idempotentParts<T>(ctx: Ctx, request: FastifyRequest, work: (once: Once) => Promise<T>): Promise<T> {
  const claim = claimOf(request)
  if (!claim) return work(always)
  const known = await take(ctx, claim)
  if (known && known.body !== null) return known.body as T
  try {
    return await keep(ctx, claim, await work(partsOf(ctx, claim)))
  } catch (error) {
    // The notes of what is done stay; the key may be used again, also for another request.
    await ctx.db.query(sql`
      DELETE FROM ${ownTable(ctx)}
      WHERE user_id = ${ctx.principal.user_id} AND key = ${claim.key} AND body IS NULL
    `)
    throw error
  }
}

/** The parts of a job, which may be started again; `run` names it. */
export const partsOfJob = (ctx: Ctx, run: string | undefined): Once =>
  run === undefined ? always : partsOf(ctx, { key: `job ${run}`, fingerprint: run })
