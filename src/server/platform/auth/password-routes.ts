/** New passwords: by a signed-in person, and in three steps after a forgotten one. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../audit/index.ts'
import { findCompany } from '../companies/registry.ts'
import type { Ctx } from '../context.ts'
import { invalid } from '../errors.ts'
import type { AuthRouteDeps } from './deps.ts'
import { requestReset, resendOtp, resetPassword, verifyOtp } from './password-reset.ts'
import { passwordProblems, updateProblems } from './passwords.ts'
import { storePassword } from './store-password.ts'

/** A user's own new password; the change is in the audit trail. */
export const changeOwn = (ctx: Ctx, password: string, keep?: number): Promise<void> =>
  ctx.db.tx(async () => {
    await storePassword(ctx, ctx.principal.user_id, password, keep)
    await writeAudit(ctx, { module: ctx.modules.get('user')!, record_id: ctx.principal.user_id, action: 'password_changed' })
  })

/** The specification has the values of these answers beside `success`; every answer of this API has them in `data`. */
const answered = (data: object, message: string) => ({ success: true, ...data, data, message })

export function registerPasswordRoutes(app: FastifyInstance, deps: AuthRouteDeps): void {
  const LIMITED = { config: { rateLimit: { max: deps.signInsPerMinute, timeWindow: '1 minute' } } }
  const change = (problemsOf: (password: unknown) => string[], mismatch: string) => async (request: FastifyRequest) => {
    const { ctx, session } = await deps.signedIn(request)
    const { password, password_confirmation } = (request.body ?? {}) as Record<string, unknown>
    const problems = problemsOf(password)
    if (problems.length) throw invalid({ password: problems }, problems[0])
    if (password !== password_confirmation) throw invalid({ password_confirmation: [mismatch] }, mismatch)
    await changeOwn(ctx, password as string, session.id)
    return { success: true, data: null, message: 'Password changed successfully' }
  }
  app.patch('/user/password/change', LIMITED, change(passwordProblems, 'Password does not match!'))
  const update = change(updateProblems, 'Password does not match!.')
  app.post('/user/changePassword', LIMITED, update)
  app.put('/user/update-password', LIMITED, update)

  app.post('/forgot_password_request', LIMITED, async (request) => {
    const body = (request.body ?? {}) as Record<string, unknown>
    const code = String(body.company_code ?? request.headers['x-company-code'] ?? '')
      .trim()
      .toUpperCase()
    const name = typeof body.usernameEmail === 'string' ? body.usernameEmail.trim().toLowerCase() : ''
    const missing = { ...(code ? {} : { company_code: ['Field is required'] }), ...(name ? {} : { usernameEmail: ['Field is required'] }) }
    if (Object.keys(missing).length) throw invalid(missing)
    if (name.length > 200) throw invalid({ usernameEmail: ['Use at most 200 characters.'] })
    const company = await findCompany(deps.db, code)
    if (!company) throw invalid({ company_code: ['There is no such company.'] })
    return answered(await requestReset(deps, company, name), 'Password reset link has been sent to your email')
  })
  app.post('/forgot_password_request/verify-otp', LIMITED, async (request) =>
    answered(await verifyOtp(deps, (request.body ?? {}) as Record<string, unknown>), 'OTP verified successfully'),
  )
  app.post('/forgot_password_request/resend-otp', LIMITED, async (request) => {
    await resendOtp(deps, (request.body ?? {}) as Record<string, unknown>)
    return { success: true, data: null, message: 'OTP has been resent' }
  })
  app.post('/forgot_password_request/reset-password', LIMITED, async (request) => {
    await resetPassword(deps, (request.body ?? {}) as Record<string, unknown>)
    return { success: true, data: null, message: 'Password reset successfully' }
  })
}
