/** Sign-in, sign-out, validation and the companies offered before signing in. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findCompany, listCompanies, type RegisteredCompany } from '../companies/registry.ts'
import type { Db } from '../context.ts'
import { sql, table } from '../db/sql.ts'
import { AppError, invalid } from '../errors.ts'
import { createAttemptLimit } from './attempt-limit.ts'
import type { AuthRouteDeps } from './deps.ts'
import { registerPasswordRoutes } from './password-routes.ts'
import { checkPassword } from './passwords.ts'
import { enabledFeatures } from './profile.ts'
import {
  clearFailures,
  closeSession,
  oneAtATime,
  openSession,
  recordFailure,
  requireUnlocked,
  type SessionOrigin,
  signInRules,
} from './sessions.ts'
import { logSignIn, logSignOut, type Origin, rememberDevice } from './sign-in-log.ts'

/** The one message for every wrong name or password. */
export const REFUSED = 'Invalid username or password.'
const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** The origin of a request, as the sign-in log stores it. */
function originOf(request: FastifyRequest): Origin {
  const body = (request.body ?? {}) as Record<string, unknown>
  const agent = request.headers['user-agent']
  const client_time = request.headers['x-client-time']
  const device_id = text(body.device_id).slice(0, 100)
  const device_name = text(body.device_name).slice(0, 200)
  return {
    ip: request.ip,
    ...(agent ? { agent } : {}),
    ...(typeof client_time === 'string' ? { client_time } : {}),
    ...(device_id ? { device_id } : {}),
    ...(device_name ? { device_name } : {}),
  }
}

/** Opens a session for a user who has proved their identity, or who switches from the session of `from`; returns its token. */
export async function startSession(
  deps: Pick<AuthRouteDeps, 'db' | 'clock' | 'settings'>,
  company: RegisteredCompany,
  user: { id: number; username: string },
  { origin, from }: { readonly origin: Origin; readonly from?: SessionOrigin },
): Promise<string> {
  const { db, clock } = deps
  const rules = signInRules(await deps.settings(company))
  return db.tx(async () => {
    const device_id = await rememberDevice(db, clock, company, { user: user.id, origin })
    const login_id = await logSignIn(db, clock, company, { who: { username: user.username, user_id: user.id }, origin })
    await db.query(sql`
      UPDATE ${table({ company }, 'user')}
      SET last_login_at = ${clock.now().toISOString()}
      WHERE id = ${user.id}
    `)
    const who = { company_id: company.id, user_id: user.id, ip: origin.ip, device_id, login_id }
    return openSession(db, clock, { ...who, ...(origin.agent ? { agent: origin.agent } : {}) }, { rules, origin: from })
  })
}

export function registerAuthRoutes(app: FastifyInstance, deps: AuthRouteDeps): void {
  const { db, clock } = deps

  app.get('/companies', async () => ({
    success: true,
    data: (await listCompanies(db)).map(({ id, code, name, logo }) => ({ id, code, name, logo })),
  }))

  app.get('/', async (request) => {
    const caller = await deps.perhaps(request)
    const features = caller ? await enabledFeatures(caller.ctx) : []
    const answer = { features, is_developer: caller?.ctx.principal.is_developer ?? false }
    return { success: true, ...answer, data: answer }
  })

  const attempts = createAttemptLimit(deps.signInsPerMinute)
  app.post('/login', async (request, reply) => {
    const succeeded = attempts.begin(request.ip, (seconds) => void reply.header('retry-after', seconds))
    const body = (request.body ?? {}) as Record<string, unknown>
    const username = text(body.username).toLowerCase()
    const password = typeof body.password === 'string' ? body.password : ''
    const code = await companyCode(db, body, request)
    const missing = {
      ...(username ? {} : { username: ['Field is required'] }),
      ...(password ? {} : { password: ['Field is required'] }),
      ...(code ? {} : { company_code: ['Field is required'] }),
    }
    if (Object.keys(missing).length) throw invalid(missing)
    if (username.length > 100 || password.length > 200 || code.length > 20) throw new AppError('unauthorized', REFUSED)

    const answer = await oneAtATime(`${code} ${username}`, () => signIn(request, code, username, password))
    succeeded()
    return answer
  })

  const signIn = async (request: FastifyRequest, code: string, username: string, password: string) => {
    await requireUnlocked(db, clock, code, username)
    const company = await findCompany(db, code)
    const [user] = company
      ? await db.query<{ id: number; username: string; password: string | null }>(
          sql`
            SELECT id, username, password
            FROM ${table({ company }, 'user')}
            WHERE username = ${username} AND is_active IS NOT FALSE
          `,
        )
      : []
    const origin = originOf(request)
    if (!(await checkPassword(user?.password, password)) || !user || !company) {
      await recordFailure(db, clock, { company: code, username, rules: signInRules(company ? await deps.settings(company) : {}) })
      if (company)
        await logSignIn(db, clock, company, {
          who: { username, ...(user ? { user_id: user.id } : {}) },
          origin,
          failure: 'Wrong username or password',
        })
      throw new AppError('unauthorized', REFUSED)
    }
    await clearFailures(db, code, username)
    const token = await startSession(deps, company, user, { origin })
    return { success: true, data: { token, ...(await deps.profile((await findCompany(db, code)) ?? company, user.id)) } }
  }

  app.post('/logout', async (request) => {
    const { session, company } = await deps.signedIn(request)
    await closeSession(db, session.id)
    await logSignOut(db, clock, company, session.login_id)
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
    await db.query(sql`UPDATE ${table(ctx, 'user')} SET is_dark = ${dark} WHERE id = ${ctx.principal.user_id}`)
    return { success: true, data: { is_dark: dark ? 1 : 0 } }
  })

  registerPasswordRoutes(app, deps)
}

/** The company that a sign-in names, by code, by id, or by the header. */
async function companyCode(db: Db, body: Record<string, unknown>, request: FastifyRequest): Promise<string> {
  const named = text(body.company_code).toUpperCase()
  if (named) return named
  const id = Number(body.company_id)
  if (Number.isSafeInteger(id) && id > 0) return (await listCompanies(db)).find((company) => company.id === id)?.code ?? ''
  return text(request.headers['x-company-code']).toUpperCase()
}
