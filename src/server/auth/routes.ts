import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findCompany, listCompanies, type RegisteredCompany } from '../companies/registry.ts'
import type { Clock, Ctx, Db, Settings } from '../context.ts'
import { qualify } from '../db/index.ts'
import { AppError, invalid } from '../errors.ts'
import { checkPassword, hashPassword, passwordProblems } from './passwords.ts'
import { clearFailures, closeSession, closeSessionsOf, openSession, recordFailure, requireUnlocked, signInRules } from './sessions.ts'

export interface AuthRouteDeps {
  readonly db: Db
  readonly clock: Clock
  /** The signed-in caller with his session; throws 401 when there is none. */
  signedIn(request: FastifyRequest): Promise<{ ctx: Ctx; session: number; company: RegisteredCompany }>
  settings(company: RegisteredCompany): Promise<Settings>
  /** What sign-in and validation answer about a user (user, company, branch, applications, maintenance). */
  profile(company: RegisteredCompany, userId: number): Promise<Record<string, unknown>>
}

const REFUSED = 'Invalid username or password.'
const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** Sign-in, sign-out, validation, change of password, and the companies offered before signing in. */
export function registerAuthRoutes(app: FastifyInstance, deps: AuthRouteDeps): void {
  const { db, clock } = deps

  app.get('/companies', async () => ({
    success: true,
    data: (await listCompanies(db)).map(({ code, name, logo }) => ({ code, name, logo })),
  }))

  app.post('/login', { config: { rateLimit: { max: 30, timeWindow: '1 minute' } } }, async (request) => {
    const body = (request.body ?? {}) as Record<string, unknown>
    const username = text(body.username).toLowerCase()
    const password = typeof body.password === 'string' ? body.password : ''
    const code = (text(body.company_code) || text(request.headers['x-company-code'])).toUpperCase()
    const missing = {
      ...(username ? {} : { username: ['Field is required'] }),
      ...(password ? {} : { password: ['Field is required'] }),
      ...(code ? {} : { company_code: ['Field is required'] }),
    }
    if (Object.keys(missing).length) throw invalid(missing)
    if (username.length > 100 || password.length > 200 || code.length > 20) throw new AppError('unauthorized', REFUSED)

    await requireUnlocked(db, clock, code, username)
    const company = await findCompany(db, code)
    const rules = signInRules(company ? await deps.settings(company) : {})
    const [user] = company
      ? await db.query<{ id: number; password: string | null }>(
          `SELECT id, password FROM ${qualify(company.schema, 'user')} WHERE username = $1 AND is_active IS NOT FALSE`,
          [username],
        )
      : []
    if (!(await checkPassword(user?.password, password)) || !user || !company) {
      await recordFailure(db, clock, code, username, rules)
      throw new AppError('unauthorized', REFUSED)
    }
    await clearFailures(db, code, username)
    const agent = request.headers['user-agent']
    const who = { company_id: company.id, user_id: user.id, ip: request.ip, ...(agent ? { agent } : {}) }
    const token = await openSession(db, clock, who, rules)
    await db.query(`UPDATE ${qualify(company.schema, 'user')} SET last_login_at = $2 WHERE id = $1`, [user.id, clock.now().toISOString()])
    return { success: true, data: { token, ...(await deps.profile(company, user.id)) } }
  })

  app.post('/logout', async (request) => {
    await closeSession(db, (await deps.signedIn(request)).session)
    return { success: true, data: null }
  })

  app.get('/validate', async (request) => {
    const { ctx, company } = await deps.signedIn(request)
    return { success: true, valid: true, ...(await deps.profile(company, ctx.principal.user_id)) }
  })

  app.put('/user/dark_mode', async (request) => {
    const { ctx } = await deps.signedIn(request)
    const chosen = ((request.body ?? {}) as Record<string, unknown>).is_dark
    if (![0, 1, true, false].includes(chosen as number)) throw invalid({ is_dark: ['Must be 0 or 1.'] })
    const dark = Boolean(chosen)
    await db.query(`UPDATE ${qualify(ctx.company.schema, 'user')} SET is_dark = $2 WHERE id = $1`, [ctx.principal.user_id, dark])
    return { success: true, data: { is_dark: dark ? 1 : 0 } }
  })

  const changePassword = async (request: FastifyRequest) => {
    const { ctx, session } = await deps.signedIn(request)
    const { password, password_confirmation } = (request.body ?? {}) as Record<string, unknown>
    const problems = passwordProblems(password)
    if (problems.length) throw invalid({ password: problems })
    if (password !== password_confirmation) throw invalid({ password_confirmation: ['Password does not match!'] })
    const hash = await hashPassword(password as string)
    await db.tx(async () => {
      await db.query(
        `UPDATE ${qualify(ctx.company.schema, 'user')} SET password = $2, password_changed = true, version = version + 1, updated_at = now() WHERE id = $1`,
        [ctx.principal.user_id, hash],
      )
      await closeSessionsOf(db, ctx.company.id, ctx.principal.user_id, session)
    })
    return { success: true, data: null }
  }
  app.patch('/user/password/change', changePassword)
  app.post('/user/changePassword', changePassword)
}
