import { createHash, randomBytes } from 'node:crypto'
import type { Clock, Db, Settings } from '../context.ts'
import { sql } from '../db/sql.ts'
import { AppError } from '../errors.ts'

const MINUTE_MS = 60_000
/**
 * Instants further in the future than this were noted before the clock was set back, and count for nothing. Clocks
 * of two processes differ by less.
 */
export const SKEW_MS = MINUTE_MS

/** The latest instant that can be in the past of any process. */
export const latestPast = (now: Date): string => new Date(now.getTime() + SKEW_MS).toISOString()

/** A company's rules for signing in; the defaults apply where there is no such company. */
interface SignInRules {
  /** A session lasts this long from sign-in, however much it is used. */
  readonly hours: number
  readonly attempts: number
  readonly lockMinutes: number
}

export function signInRules(settings: Settings): SignInRules {
  const positive = (value: unknown, fallback: number) => (Number(value) > 0 ? Number(value) : fallback)
  return {
    hours: positive(settings.session_hours, 24),
    attempts: positive(settings.login_attempts, 5),
    lockMinutes: positive(settings.lockout_minutes, 15),
  }
}

export interface Session {
  readonly id: number
  readonly company_id: number
  readonly user_id: number
  /** Version of the company now; see `companies/kept.ts`. */
  readonly cache_version: number
  readonly last_seen_at: string | Date
  readonly device_id: number | null
  readonly login_id: number | null
}

/** A session counts as seen at most this often, so that reading writes next to nothing. */
const SEEN_EVERY_MS = MINUTE_MS

/** Notes that the session is in use. Where the clock was set back since it was last, its day moves with the clock and grows no longer. */
export async function touchSession(db: Db, clock: Clock, session: Session): Promise<void> {
  const now = clock.now()
  const since = now.getTime() - new Date(session.last_seen_at).getTime()
  if (since < -SKEW_MS) {
    await db.query(
      sql`
        UPDATE platform.session
        SET last_seen_at = ${now.toISOString()}, created_at = created_at - (last_seen_at - ${now.toISOString()}),
          expires_at = expires_at - (last_seen_at - ${now.toISOString()})
        WHERE id = ${session.id} AND last_seen_at > ${latestPast(now)}
      `,
    )
    return
  }
  if (since < SEEN_EVERY_MS) return
  await db.query(sql`UPDATE platform.session SET last_seen_at = ${now.toISOString()} WHERE id = ${session.id}`)
}

const digest = (token: string) => createHash('sha256').update(token).digest()

/** The origin of a session that was opened by switching: the account whose password began it, and its latest end. */
export interface SessionOrigin {
  readonly company_id: number
  readonly user_id: number
  readonly device_id: number | null
  /** The link to another company that the session was opened by. */
  readonly link_id: number | null
  readonly expires_at: Date
}

/** The origin of a session: itself, unless it was opened by switching. */
export async function originOfSession(db: Db, id: number): Promise<SessionOrigin> {
  const [row] = await db.query<Omit<SessionOrigin, 'expires_at'> & { expires_at: string | Date }>(
    sql`
      SELECT coalesce(origin_company_id, company_id) AS company_id, coalesce(origin_user_id, user_id) AS user_id,
        CASE WHEN origin_user_id IS NULL THEN device_id ELSE origin_device_id END AS device_id, link_id, expires_at
      FROM platform.session
      WHERE id = ${id}
    `,
  )
  if (!row) throw new AppError('unauthorized', 'Your session has expired. Please log in again to continue.')
  return { ...row, expires_at: new Date(row.expires_at) }
}

/** Opens a session and returns its token, which is stored nowhere: the database has its hash. */
export async function openSession(
  db: Db,
  clock: Clock,
  who: { company_id: number; user_id: number; ip?: string; agent?: string; device_id?: number | null; login_id?: number | null },
  { rules, origin }: { readonly rules: SignInRules; readonly origin?: SessionOrigin },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = clock.now()
  const end = now.getTime() + rules.hours * 60 * MINUTE_MS
  await db.query(
    sql`
      INSERT INTO platform.session (
        token_hash, company_id, user_id, created_at, last_seen_at, expires_at, ip, user_agent, device_id, login_id,
        origin_company_id, origin_user_id, origin_device_id, link_id
      )
      VALUES (
        ${digest(token)}, ${who.company_id}, ${who.user_id}, ${now.toISOString()}, ${now.toISOString()},
        ${new Date(Math.min(end, origin?.expires_at.getTime() ?? end)).toISOString()}, ${who.ip ?? null},
        ${who.agent?.slice(0, 300) ?? null}, ${who.device_id ?? null}, ${who.login_id ?? null},
        ${origin?.company_id ?? null}, ${origin?.user_id ?? null}, ${origin?.device_id ?? null},
        ${origin?.link_id ?? null}
      )
    `,
  )
  return token
}

/** The session of a token, if it is still good (begun in the past, ending in the future) and its company open: the one query that every request begins with. */
export async function findSession(db: Db, clock: Clock, token: string): Promise<Session | undefined> {
  const rows = await db.prepared<Session>(
    sql`
      SELECT s.id, s.company_id, s.user_id, s.last_seen_at, s.device_id, s.login_id, c.cache_version
      FROM platform.session s
      JOIN platform.company c ON c.id = s.company_id
      WHERE s.token_hash = ${digest(token)}
        AND s.expires_at > ${clock.now().toISOString()}
        AND s.created_at <= ${latestPast(clock.now())}
        AND c.is_active
    `,
  )
  return rows[0]
}

export const closeSession = (db: Db, id: number) => db.query(sql`DELETE FROM platform.session WHERE id = ${id}`)

/** Ends every session of a user, those that they switched to included, but perhaps the one they are using. */
export const closeSessionsOf = (db: Db, company_id: number, user_id: number, but = 0) =>
  db.query(
    sql`
      DELETE FROM platform.session
      WHERE (
        (company_id = ${company_id} AND user_id = ${user_id})
        OR (origin_company_id = ${company_id} AND origin_user_id = ${user_id})
      )
        AND id <> ${but}
    `,
  )

/** Ends the sessions that were opened from a device, those switched to from there included. */
export const closeSessionsOn = (db: Db, company_id: number, device_id: number) =>
  db.query(
    sql`
      DELETE FROM platform.session
      WHERE (company_id = ${company_id} AND device_id = ${device_id})
        OR (origin_company_id = ${company_id} AND origin_device_id = ${device_id})
    `,
  )

const busy = new Map<string, Promise<unknown>>()

/**
 * Attempts on one name wait for each other: sent all at once, they would all be tried before the first failure
 * counts. In several processes as many get through as there are processes.
 */
export async function oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  const turn = (busy.get(name) ?? Promise.resolve()).then(work, work)
  busy.set(name, turn)
  try {
    return await turn
  } finally {
    if (busy.get(name) === turn) busy.delete(name)
  }
}

export async function isLocked(db: Db, clock: Clock, company: string, username: string): Promise<boolean> {
  const now = clock.now()
  // A lock begins with the last failure: one that is further ahead than its own length began in the future.
  const [row] = await db.query(
    sql`
      SELECT 1
      FROM platform.login_attempt
      WHERE company_code = ${company}
        AND username = ${username}
        AND locked_until > ${now.toISOString()}
        AND last_failure_at <= ${latestPast(now)}
    `,
  )
  return row !== undefined
}

/** Throws 429 while a name is locked after repeated failures. Unknown names lock like known ones. */
export async function requireUnlocked(db: Db, clock: Clock, company: string, username: string): Promise<void> {
  if (await isLocked(db, clock, company, username)) throw new AppError('too_many', 'Too many failed attempts. Please try again later.')
}

/** An attempt to sign in, and the limits it counts towards. */
interface FailedSignIn {
  readonly company: string
  readonly username: string
  readonly rules: Pick<SignInRules, 'attempts' | 'lockMinutes'>
}

/** Counts a failure; the last one that the rules allow within the time of a lock locks the name. */
export async function recordFailure(db: Db, clock: Clock, { company, username, rules }: FailedSignIn): Promise<void> {
  const lock = rules.lockMinutes * MINUTE_MS
  const now = clock.now()
  const [failedAt, earliest] = [now.toISOString(), new Date(now.getTime() - lock).toISOString()]
  const lockedUntil = new Date(now.getTime() + lock).toISOString()
  const latest = latestPast(now)
  await db.query(
    sql`
      INSERT INTO platform.login_attempt AS a (company_code, username, failures, last_failure_at)
      VALUES (${company}, ${username}, 1, ${failedAt})
      ON CONFLICT (company_code, username) DO UPDATE SET
        failures = CASE WHEN a.last_failure_at BETWEEN ${earliest} AND ${latest} THEN a.failures + 1 ELSE 1 END,
        locked_until = CASE
          WHEN a.last_failure_at BETWEEN ${earliest} AND ${latest} AND a.failures + 1 >= ${rules.attempts}
          THEN ${lockedUntil}::timestamptz
        END,
        last_failure_at = ${failedAt}
    `,
  )
}

export const clearFailures = (db: Db, company: string, username: string) =>
  db.query(sql`DELETE FROM platform.login_attempt WHERE company_code = ${company} AND username = ${username}`)
