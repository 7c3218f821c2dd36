/**
 * Forgotten passwords: a one-time code by e-mail, then a token for one new password. No response reveals whether an
 * account exists: unknown names get a request of their own that no code ever opens.
 */

import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { DAY_MS } from '../../../kernel/dates.ts'
import { writeAudit } from '../audit/index.ts'
import type { RegisteredCompany } from '../companies/registry.ts'
import { companyById } from '../companies/registry.ts'
import type { Clock, Ctx, Db } from '../context.ts'
import { sql, table } from '../db/sql.ts'
import { AppError, invalid, refuse } from '../errors.ts'
import type { AuthRouteDeps } from './deps.ts'
import { passwordProblems } from './passwords.ts'
import { instanceSecret } from './secret.ts'
import { clearFailures, isLocked, latestPast, recordFailure, requireUnlocked, SKEW_MS } from './sessions.ts'
import { storePassword } from './store-password.ts'

const OTP_MS = 300_000
const TOKEN_MS = 15 * 60_000
const RESEND_MS = 60_000
const TRIES = 5
/** Limit of codes requested under one name within an hour, and of wrong codes for one account in that time. */
const REQUESTS = { attempts: 6, lockMinutes: 60 }
const GUESSES = { attempts: 20, lockMinutes: 60 }
/** Counted beside the failures of signing in; no username has a space. */
const asked = (name: string): string => `asked ${name}`
const guessed = (user: number): string => `guessed ${user}`

/** `juan@mail.ph` as `ju**@mail.ph`: hides what follows the first two characters before the @. */
export const maskEmail = (email: string): string =>
  email.replace(/^(.{0,2})([^@]*)/, (_all, first: string, rest: string) => first + '*'.repeat(rest.length))

interface Reset {
  readonly id: number
  readonly company_id: number
  readonly user_id: number | null
  readonly otp_hash: Buffer | null
  readonly attempts: number
  readonly sent_at: Date
  readonly otp_expires_at: Date
  readonly token_hash: Buffer | null
  readonly token_expires_at: Date | null
}

type Deps = Pick<AuthRouteDeps, 'db' | 'clock' | 'later'>

const digest = async (db: Db, ...parts: readonly (string | number)[]): Promise<Buffer> =>
  createHmac('sha256', await instanceSecret(db))
    .update(parts.join('|'))
    .digest()
const newOtp = (): string => String(randomInt(1_000_000)).padStart(6, '0')
const matches = (stored: Buffer | null, given: Buffer): boolean => stored !== null && timingSafeEqual(Buffer.from(stored), given)

/** Step one: returns the masked address and the request's id, in the same way whether or not the account exists. */
export async function requestReset(deps: Deps, company: RegisteredCompany, name: string): Promise<{ email: string; user_id: number }> {
  const { db, clock } = deps
  const now = clock.now()
  // The limit is the same under any name: a limit for accounts only would reveal which ones exist.
  await requireUnlocked(db, clock, company.code, asked(name))
  await recordFailure(db, clock, { company: company.code, username: asked(name), rules: REQUESTS })
  const users = table({ company }, 'user')
  const [user] = await db.query<{ id: number; email: string; name: string | null }>(
    sql`
      SELECT id, email, name
      FROM ${users}
      WHERE (username = ${name} OR lower(email) = ${name}) AND is_active IS NOT FALSE AND email IS NOT NULL
      LIMIT 1
    `,
  )
  const id = randomInt(2 ** 47)
  const otp = newOtp()
  const hash = await digest(db, id, otp)
  await db.query(
    sql`
      WITH old AS (
        DELETE FROM platform.password_reset WHERE created_at < ${new Date(now.getTime() - DAY_MS).toISOString()}
      )
      INSERT INTO platform.password_reset (id, company_id, user_id, otp_hash, sent_at, otp_expires_at, created_at)
      VALUES (
        ${id}, ${company.id}, ${user?.id ?? null}, ${user ? hash : null}, ${now.toISOString()},
        ${new Date(now.getTime() + OTP_MS).toISOString()}, ${now.toISOString()}
      )
    `,
  )
  if (user) deliver(deps, company, { email: user.email, name: user.name ?? '', otp })
  return { email: maskEmail(user?.email ?? (await decoyEmail(db, company, name))), user_id: id }
}

/** An address that an account of this name could have: the same one for every request. */
async function decoyEmail(db: Db, company: RegisteredCompany, name: string): Promise<string> {
  if (name.includes('@')) return name
  const [usual] = await db.query<{ domain: string }>(
    sql`
      SELECT split_part(email, '@', 2) AS domain
      FROM ${table({ company }, 'user')}
      WHERE email LIKE '%@%'
      GROUP BY 1
      ORDER BY count(*) DESC, 1
      LIMIT 1
    `,
  )
  const extra = (await digest(db, 'decoy', company.code, name))[0]! % 4
  return `${name}${'x'.repeat(extra)}@${usual?.domain ?? 'example.com'}`
}

/** Sent after the response: the duration of sending mail would reveal that the account exists. */
function deliver(
  deps: Deps,
  company: RegisteredCompany,
  { email, name, otp }: { readonly email: string; readonly name: string; readonly otp: string },
): void {
  deps.later(company, async (ctx: Ctx) => {
    await ctx.services.mail.send(ctx, {
      to: email,
      subject: 'Your code to set a new password',
      text: `Hello ${name},\n\nyour one-time code is ${otp}. It can be used once, within 5 minutes.\n\nIf you did not request it, you can ignore this e-mail.\n`,
    })
  })
}

/** Whether the present is between the two. A beginning in the future was written before the clock was set back. */
const isOpen = (clock: Clock, from: Date, to: Date): boolean => {
  const now = clock.now()
  return new Date(to).getTime() > now.getTime() && new Date(from).toISOString() <= latestPast(now)
}

async function resetOf(db: Db, body: Record<string, unknown>): Promise<Reset | undefined> {
  const id = Number(body.user_id)
  if (!Number.isSafeInteger(id) || id < 1) throw invalid({ user_id: ['Field is required'] })
  const [row] = await db.query<Reset>(sql`SELECT * FROM platform.password_reset WHERE id = ${id} FOR UPDATE`)
  return row
}

const WRONG = () => refuse('E_OTP_WRONG', 'The code is incorrect. Check the e-mail and try again.')
const EXPIRED = () => refuse('E_OTP_EXPIRED', 'OTP has expired. Please request a new one.')

/** Step two: the code from the mail, once and at most five tries, for a token. */
export async function verifyOtp({ db, clock }: Deps, body: Record<string, unknown>): Promise<{ token: string }> {
  const otp = typeof body.otp === 'string' || typeof body.otp === 'number' ? String(body.otp).trim() : ''
  if (!/^\d{6}$/.test(otp)) throw invalid({ otp: ['Enter the 6 digits of the code.'] })
  // A wrong try must stay counted, so it is not an error inside the transaction.
  const outcome = await db.tx(async (): Promise<{ token: string } | AppError> => {
    const row = await resetOf(db, body)
    if (!row) return WRONG()
    if (!isOpen(clock, row.sent_at, row.otp_expires_at) || row.attempts >= TRIES) return EXPIRED()
    const account =
      row.user_id === null ? undefined : { code: (await companyById(db, row.company_id))?.code ?? '', name: guessed(row.user_id) }
    // Requesting code after code to guess each does not help; the response is the same as for a wrong code.
    const tired = account !== undefined && (await isLocked(db, clock, account.code, account.name))
    if (!matches(row.otp_hash, await digest(db, row.id, otp)) || tired) {
      if (account) await recordFailure(db, clock, { company: account.code, username: account.name, rules: GUESSES })
      await db.query(sql`UPDATE platform.password_reset SET attempts = attempts + 1 WHERE id = ${row.id}`)
      return row.attempts + 1 >= TRIES ? EXPIRED() : WRONG()
    }
    const token = randomBytes(32).toString('base64url')
    await db.query(
      sql`
        UPDATE platform.password_reset
        SET otp_hash = NULL, token_hash = ${await digest(db, row.id, token)},
          token_expires_at = ${new Date(clock.now().getTime() + TOKEN_MS).toISOString()}
        WHERE id = ${row.id}
      `,
    )
    return { token }
  })
  if (outcome instanceof AppError) throw outcome
  return outcome
}

/** A new code for the same request, at most once a minute; the old one no longer works. */
export async function resendOtp(deps: Deps, body: Record<string, unknown>): Promise<void> {
  const { db, clock } = deps
  await db.tx(async () => {
    const row = await resetOf(db, body)
    const now = clock.now()
    if (!row) return
    const since = now.getTime() - new Date(row.sent_at).getTime()
    if (since > -SKEW_MS && since < RESEND_MS) throw new AppError('too_many', 'Please wait a minute before you ask for another code.')
    const otp = newOtp()
    await db.query(
      sql`
        UPDATE platform.password_reset
        SET otp_hash = CASE WHEN user_id IS NULL THEN NULL ELSE ${await digest(db, row.id, otp)}::bytea END,
          attempts = 0, sent_at = ${now.toISOString()},
          otp_expires_at = ${new Date(now.getTime() + OTP_MS).toISOString()}, token_hash = NULL
        WHERE id = ${row.id}
      `,
    )
    const company = row.user_id === null ? undefined : await companyById(db, row.company_id)
    if (!company) return
    const [user] = await db.query<{ email: string; name: string | null }>(
      sql`SELECT email, name FROM ${table({ company }, 'user')} WHERE id = ${row.user_id}`,
    )
    if (user) db.afterCommit(() => deliver(deps, company, { email: user.email, name: user.name ?? '', otp }))
  })
}

/** Step three: the new password, once per token. Ends every session of the user. */
export async function resetPassword(deps: Deps, body: Record<string, unknown>): Promise<void> {
  const { db, clock } = deps
  const problems = passwordProblems(body.password)
  const errors = {
    ...(problems.length ? { password: problems } : {}),
    ...(body.password === body.confirm_password ? {} : { confirm_password: ['Password does not match!'] }),
  }
  if (Object.keys(errors).length) throw invalid(errors, Object.values(errors)[0]![0])
  const gone = refuse('E_RESET_EXPIRED', 'This request has expired. Please start again.')
  await db.tx(async () => {
    const row = await resetOf(db, body)
    const given = await digest(db, row?.id ?? 0, typeof body.token === 'string' ? body.token : '')
    if (!row || row.user_id === null || !row.token_expires_at || !isOpen(clock, row.sent_at, row.token_expires_at)) throw gone
    if (!matches(row.token_hash, given)) throw gone
    const company = await companyById(db, row.company_id)
    if (!company) throw gone
    await db.query(sql`
      DELETE FROM platform.password_reset
      WHERE company_id = ${row.company_id} AND user_id = ${row.user_id}
    `)
    await db.query(
      sql`
        DELETE FROM platform.login_attempt
        WHERE company_code = ${company.code}
          AND username = (SELECT username FROM ${table({ company }, 'user')} WHERE id = ${row.user_id})
      `,
    )
    await clearFailures(db, company.code, guessed(row.user_id))
    const user = row.user_id
    await storePassword({ db, clock, company }, user, body.password as string)
    db.afterCommit(() =>
      deps.later(company, (ctx) => writeAudit(ctx, { module: ctx.modules.get('user')!, record_id: user, action: 'password_reset' })),
    )
  })
}
