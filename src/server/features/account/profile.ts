/** A user's own profile: what they can change about themselves without any right on users. */

import { stringify } from 'csv-stringify/sync'
import type { Row } from '../../../engine/model/module.ts'
import { asSystem } from '../../platform/auth/as-system.ts'
import { changeOwn } from '../../platform/auth/password-routes.ts'
import { checkPassword, updateProblems } from '../../platform/auth/passwords.ts'
import { imageUrl } from '../../platform/auth/profile.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { forbidden, invalid, notFound, refuse } from '../../platform/errors.ts'
import { handler } from '../../platform/http/params.ts'

const OWN = ['first_name', 'last_name', 'gender', 'mobile', 'birth_at', 'email', 'avatar_path', 'privacy', 'version'] as const
const SHOWN = [
  'id',
  'version',
  'username',
  'name',
  'first_name',
  'last_name',
  'gender',
  'mobile',
  'birth_at',
  'email',
  'avatar_path',
  'privacy',
] as const

const users = (ctx: Ctx) => ctx.modules.get('user')!

async function ownProfile(ctx: Ctx): Promise<Row> {
  const user = await ctx.services.records.get(asSystem(ctx, 'own profile'), users(ctx), ctx.principal.user_id)
  const shown = Object.fromEntries(SHOWN.map((name) => [name, user[name] ?? null]))
  return { ...shown, avatar_url: imageUrl(user.avatar_path), user_role: user.user_role ?? null, branch: user.branch ?? null }
}

/** Profiles of others are private: to every other caller they do not exist. */
const requireOwn = (ctx: Ctx, params: Readonly<Record<string, string>>): void => {
  if (params.id !== undefined && Number(params.id) !== ctx.principal.user_id) throw notFound()
}

const list = handler('profile.list', async (ctx) => ({
  success: true,
  data: [await ownProfile(ctx)],
  pagination: { page: 1, per_page: 10, current_page: 1, total: 1, last_page: 1 },
}))

const get = handler('profile.get', async (ctx, { params }) => {
  requireOwn(ctx, params)
  return ownProfile(ctx)
})

const save = handler('profile.save', async (ctx, { params, body }) => {
  requireOwn(ctx, params)
  const unknown = Object.keys(body).filter(
    (name) => !(OWN as readonly string[]).includes(name) && !(SHOWN as readonly string[]).includes(name),
  )
  if (unknown.length) throw invalid(Object.fromEntries(unknown.map((name) => [name, ['This cannot be changed in the profile.']])))
  const values = Object.fromEntries(OWN.filter((name) => name in body).map((name) => [name, body[name]]))
  await ctx.services.records.update(asSystem(ctx, 'own profile'), users(ctx), ctx.principal.user_id, values)
  return ownProfile(ctx)
})

const remove = handler('profile.remove', async (ctx, { params }) => {
  requireOwn(ctx, params)
  throw refuse('E_OWN_PROFILE', 'Your own profile cannot be deleted. An administrator can deactivate your account.')
})

const HEADERS = ['username', 'first_name', 'last_name', 'gender', 'mobile', 'birth_at', 'email'] as const
const exportCsv = handler('profile.export', async (ctx) => {
  const profile = await ownProfile(ctx)
  const body = `\uFEFF${stringify([[...HEADERS], HEADERS.map((name) => profile[name] ?? '')])}`
  return { reply: { type: 'text/csv; charset=utf-8', filename: 'profile.csv', body } }
})

/** Changes the caller's own password. Where the present one is sent, it must be correct. */
const changePassword = handler('profile.changePassword', async (ctx, { params, body }) => {
  requireOwn(ctx, params)
  const { password, password_confirmation, current_password } = body
  const problems = updateProblems(password)
  if (problems.length) throw invalid({ password: problems }, problems[0])
  if (password !== password_confirmation)
    throw invalid({ password_confirmation: ['Password does not match!.'] }, 'Password does not match!.')
  if (current_password !== undefined) {
    const [stored] = await ctx.db.query<{ password: string | null }>(
      sql`SELECT password FROM ${table(ctx, 'user')} WHERE id = ${ctx.principal.user_id}`,
    )
    if (typeof current_password !== 'string' || !(await checkPassword(stored?.password, current_password)))
      throw forbidden('The current password is incorrect.')
  }
  await changeOwn(ctx, password as string, ctx.session_id)
  return { success: true, data: null, message: 'Password changed successfully' }
})

export const profileHandlers = [list, get, save, remove, exportCsv, changePassword]
