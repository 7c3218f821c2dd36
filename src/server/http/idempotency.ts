/**
 * `Idempotency-Key`: a request that may have been sent twice (a lost connection, an impatient double click)
 * is carried out once and answered twice.
 */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Ctx } from '../context.ts'
import { qualify } from '../db/name.ts'
import { invalid, refuse } from '../errors.ts'

/** Keys are forgotten after a day: nobody retries longer, and the table stays small. */
const KEEP_HOURS = 24
const CLEAN_AT_ONCE = 20

interface Known {
  readonly fingerprint: string
  readonly body: unknown
}

/**
 * Runs `work` in one transaction with the note that its key was used, and keeps the answer. A second request
 * with the key waits for the first and gets its answer; with another body it is refused. What fails leaves no
 * note, so that it can be tried again. Without the header `work` just runs.
 */
export async function idempotent<T>(ctx: Ctx, request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  const key = request.headers['idempotency-key']
  if (key === undefined || key === '') return work()
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw invalid({ 'Idempotency-Key': ['1 to 200 printable characters without spaces.'] })
  const table = qualify(ctx.company.schema, 'idempotency')
  const fingerprint = createHash('sha256')
    .update(`${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest('hex')
  const now = ctx.clock.now()
  const stale = new Date(now.getTime() - KEEP_HOURS * 3_600_000)
  return ctx.db.tx(async () => {
    const user = ctx.principal.user_id
    // Waits here while the first request with this key is still at work.
    const [first] = await ctx.db.query(
      `WITH old AS (DELETE FROM ${table} WHERE (user_id, key) IN (SELECT user_id, key FROM ${table} WHERE created_at < $5 AND key <> $2 LIMIT ${CLEAN_AT_ONCE} FOR UPDATE SKIP LOCKED))
       INSERT INTO ${table} (user_id, key, fingerprint, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT (user_id, key) DO NOTHING RETURNING key`,
      [user, key, fingerprint, now.toISOString(), stale.toISOString()],
    )
    if (!first) {
      const [known] = await ctx.db.query<Known>(`SELECT fingerprint, body FROM ${table} WHERE user_id = $1 AND key = $2`, [user, key])
      if (known?.fingerprint !== fingerprint)
        throw refuse('E_IDEMPOTENCY', 'This Idempotency-Key was used for another request. Use a new key for each thing to be done.')
      return known.body as T
    }
    const answer = await work()
    await ctx.db.query(`UPDATE ${table} SET status = 200, body = $3 WHERE user_id = $1 AND key = $2`, [user, key, JSON.stringify(answer)])
    return answer
  })
}
