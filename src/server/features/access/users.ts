/** Accounts: switching between a user's own accounts, passwords set by an administrator, devices, the sign-in log. */

import type { Row } from '../../../engine/model/module.ts'
import { can } from '../../../engine/runtime/permissions/index.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { asSystem } from '../../platform/auth/as-system.ts'
import { linksFrom, sessionOrigin, unlinkAccounts } from '../../platform/auth/company-access.ts'
import { requireAuthorityToSignIn } from '../../platform/auth/grant-guard.ts'
import { generatePassword, passwordProblems } from '../../platform/auth/passwords.ts'
import { loadPrincipalOf } from '../../platform/auth/principal.ts'
import { imageUrl, profileOf } from '../../platform/auth/profile.ts'
import { startSession } from '../../platform/auth/routes.ts'
import { storePassword } from '../../platform/auth/store-password.ts'
import { companyById } from '../../platform/companies/registry.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { forbidden, invalid, notFound } from '../../platform/errors.ts'
import { handler, id, ids, optionalId } from '../../platform/http/params.ts'
import { companiesOf, companyChoices, prepareCompanies, switchCompany } from './switch-company.ts'

const users = (ctx: Ctx) => ctx.modules.get('user')!

/** Companies that one request may assign to a user. */
const MOST_COMPANIES = 100

/* ---------- switching ---------- */

/** The accounts, companies and branches that a user can switch to, the present ones included. */
const list = handler('account.list', async (ctx) => {
  const accounts = await ctx.db.query<Row>(
    sql`
      SELECT u.id, u.username, u.name, u.avatar_path, r.name AS user_role, b.name AS branch, u.branch_id,
        u.id = ${ctx.principal.user_id} AS is_current
      FROM ${table(ctx, 'user')} u
      LEFT JOIN ${table(ctx, 'user_role')} r ON r.id = u.user_role_id
      LEFT JOIN ${table(ctx, 'branch')} b ON b.id = u.branch_id
      WHERE u.is_active IS NOT FALSE
        AND (
          u.id = ${ctx.principal.user_id}
          OR u.id = ANY (
            SELECT unnest(assigned_account_ids) FROM ${table(ctx, 'user')} WHERE id = ${ctx.principal.user_id}
          )
        )
      ORDER BY u.id <> ${ctx.principal.user_id}, u.name
    `,
  )
  const branches = await ctx.db.query<{ id: number; name: string }>(
    sql`
      SELECT id, name
      FROM ${table(ctx, 'branch')}
      WHERE is_active IS NOT FALSE
        AND (cardinality(${ctx.principal.branch_ids}::bigint[]) = 0 OR id = ANY (${ctx.principal.branch_ids}::bigint[]))
      ORDER BY sort_order, name
    `,
  )
  const company = { code: ctx.company.code, name: ctx.company.name }
  return [
    ...accounts.map(({ avatar_path, ...account }) => ({ ...account, kind: 'account', company, avatar_url: imageUrl(avatar_path) })),
    ...branches.map((branch) => ({
      id: branch.id,
      kind: 'branch',
      branch_id: branch.id,
      username: ctx.principal.username,
      name: branch.name,
      branch: branch.name,
      company,
      is_current: branch.id === ctx.principal.branch_id,
    })),
    ...(await companyChoices(ctx)),
  ]
})

/** Switches to another branch with the same session, or to another company or another of the user's accounts with a new one. */
const change = handler('account.switch', async (ctx, { body }) => {
  if (body.company_code !== undefined || body.company_id !== undefined) return switchCompany(ctx, body)
  const branch = optionalId(body, 'branch_id')
  const account = optionalId(body, 'account_id') ?? optionalId(body, 'id')
  const company = await companyById(ctx.db, ctx.company.id)
  if (!company) throw notFound()
  if (branch !== undefined) {
    if (ctx.principal.branch_ids.length && !ctx.principal.branch_ids.includes(branch))
      throw forbidden('You are not assigned to this branch.')
    const done = await ctx.db.query(
      sql`
        UPDATE ${table(ctx, 'user')}
        SET branch_id = ${branch}, version = version + 1
        WHERE id = ${ctx.principal.user_id}
          AND EXISTS (SELECT 1 FROM ${table(ctx, 'branch')} WHERE id = ${branch} AND is_active IS NOT FALSE)
        RETURNING id
      `,
    )
    if (!done.length) throw invalid({ branch_id: ['There is no such branch.'] })
    return profileOf({ ...ctx, principal: { ...ctx.principal, branch_id: branch } }, company)
  }
  if (account === undefined) throw invalid({ account_id: ['Choose an account or a branch.'] })
  const [user] = await ctx.db.query<{ id: number; username: string }>(
    sql`
      SELECT u.id, u.username
      FROM ${table(ctx, 'user')} u, ${table(ctx, 'user')} me
      WHERE me.id = ${ctx.principal.user_id}
        AND u.id = ${account}
        AND u.is_active IS NOT FALSE
        AND u.id = ANY (me.assigned_account_ids)
    `,
  )
  if (!user) throw forbidden('This is not one of your accounts.')
  const origin = { ip: ctx.request?.ip ?? '', ...(ctx.request?.agent ? { agent: ctx.request.agent } : {}) }
  const token = await startSession({ db: ctx.db, clock: ctx.clock, settings: async () => ctx.settings }, company, user, {
    origin,
    from: await sessionOrigin(ctx),
  })
  await writeAudit(ctx, { module: users(ctx), record_id: user.id, action: 'account_switch', note: { from: ctx.principal.username } })
  const principal = await loadPrincipalOf(ctx, user.id)
  return { token, ...(await profileOf({ ...ctx, principal: principal! }, company)) }
})

/** What is assigned to a user: branches, other accounts, the employee, and companies for callers who can see user access. */
const assigned = handler('account.assigned', async (ctx, { query }) => {
  const user = await ctx.services.records.get(ctx, users(ctx), id(query, 'user_id'))
  return {
    user_id: user.id,
    branch_id: user.branch_id,
    branch_ids: user.branch_ids,
    branches: user.branches ?? [],
    assigned_account_ids: user.assigned_account_ids,
    assigned_accounts: user.assigned_accounts ?? [],
    employee_id: user.employee_id ?? null,
    employee: user.employee ?? null,
    ...(mayOnAccess(ctx, 'view') ? await ownCompanies(ctx, user.id as number) : {}),
  }
})

const mayOnAccess = (ctx: Ctx, code: string): boolean => can(ctx.principal, ctx.modules.get('user_access')!, code)

const ownCompanies = async (ctx: Ctx, userId: number): Promise<Row> => {
  const { company_ids, companies } = await companiesOf(ctx, userId)
  return { company_ids, companies }
}

/** Which branches, other accounts and companies a user may work in. */
const assign = handler('account.assign', async (ctx, { body }) => {
  const user_id = id(body, 'user_id')
  const given = (
    typeof body.assignments === 'object' && body.assignments !== null && !Array.isArray(body.assignments) ? body.assignments : body
  ) as Row
  const values: Row = {}
  if (given.branch_ids !== undefined || given.branches !== undefined)
    values.branch_ids = ids({ branch_ids: given.branch_ids ?? given.branches }, 'branch_ids')
  const accounts = given.assigned_account_ids ?? given.accounts ?? (Array.isArray(body.assignments) ? body.assignments : undefined)
  if (accounts !== undefined) values.assigned_account_ids = ids({ assignments: accounts }, 'assignments')
  const companies = given.companies ?? given.company_ids
  if (companies === undefined && !Object.keys(values).length) throw invalid({ assignments: ['Field is required'] })
  if (companies === undefined) return ctx.services.records.update(ctx, users(ctx), user_id, values)
  if (!mayOnAccess(ctx, 'edit')) throw forbidden('You do not have permission to edit user access.')
  if (!Array.isArray(companies) || companies.length > MOST_COMPANIES) throw invalid({ companies: ['Must be a list.'] })
  const user = await ctx.services.records.get(ctx, users(ctx), user_id, 'edit')
  const assignCompanies = await prepareCompanies(ctx, user, companies)
  return ctx.db.tx(async () => {
    await assignCompanies()
    const saved = Object.keys(values).length ? await ctx.services.records.update(ctx, users(ctx), user_id, values) : user
    return { ...saved, ...(await ownCompanies(ctx, user_id)) }
  })
})

/* ---------- passwords and pictures ---------- */

/** Another user who sets a password could sign in as that user from now on: companies assigned to the user must be assigned again. */
const unlinkOthers = async (ctx: Ctx, user_id: number): Promise<void> => {
  if (user_id !== ctx.principal.user_id) await unlinkAccounts(ctx, await linksFrom(ctx.db, { company_id: ctx.company.id, user_id }))
}

const setPassword = handler('account.setPassword', async (ctx, { params, body }) => {
  const user = await ctx.services.records.get(ctx, users(ctx), id(params, 'id'), 'edit')
  await requireAuthorityToSignIn(ctx, [user.id as number])
  const problems = passwordProblems(body.password)
  if (problems.length) throw invalid({ password: problems }, problems[0])
  if (body.password !== body.password_confirmation) throw invalid({ password_confirmation: ['Password does not match!'] })
  await ctx.db.tx(async () => {
    await storePassword(ctx, user.id as number, body.password as string, user.id === ctx.principal.user_id ? ctx.session_id : 0)
    await unlinkOthers(ctx, user.id as number)
    await writeAudit(ctx, { module: users(ctx), record_id: user.id as number, action: 'password_changed' })
  })
  return null
})

/** Generates a random password of a user and returns it once; the user must choose their own where the company requires that. */
const generate = handler('account.generatePassword', async (ctx, { body }) => {
  const user = await ctx.services.records.get(ctx, users(ctx), id(body, 'user_id'), 'edit')
  await requireAuthorityToSignIn(ctx, [user.id as number])
  const password = generatePassword()
  await ctx.db.tx(async () => {
    await storePassword(ctx, user.id as number, password)
    await unlinkOthers(ctx, user.id as number)
    await ctx.db.query(sql`UPDATE ${table(ctx, 'user')} SET password_changed = false WHERE id = ${user.id}`)
    await writeAudit(ctx, { module: users(ctx), record_id: user.id as number, action: 'password_generated' })
  })
  return { password }
})

/** A user's picture: the caller's own, or anyone's for callers who can edit users. */
const avatar = handler('account.avatar', async (ctx, { params, files }) => {
  const user_id = id(params, 'id')
  if (user_id !== ctx.principal.user_id && !can(ctx.principal, users(ctx), 'edit')) throw forbidden()
  const [file] = files
  if (!file) throw invalid({ file: ['Choose a file.'] })
  const by = user_id === ctx.principal.user_id ? asSystem(ctx, 'own picture') : ctx
  return ctx.db.tx(async () => {
    const stored = await ctx.services.files.put(ctx, file, { module: 'user', record_id: user_id })
    if (!String(stored.type).startsWith('image/')) throw invalid({ file: ['Choose an image.'] })
    await ctx.services.records.update(by, users(ctx), user_id, { avatar_path: stored.id })
    return { avatar_path: stored.id, avatar_url: imageUrl(stored.id) }
  })
})

/* ---------- devices and sign-ins ---------- */

const COLUMNS = sql`
  l.id, l.username, l.user_id, u.name, u.avatar_path, l.logged_in_at, l.logged_out_at, l.ip_address, l.user_agent,
    l.device_type, l.result, l.failure_reason
`

const recent = handler('account.recent', (ctx) =>
  ctx.db.query(
    sql`
      SELECT ${COLUMNS}
      FROM ${table(ctx, 'recent_logins')} l
      LEFT JOIN ${table(ctx, 'user')} u ON u.id = l.user_id
      WHERE l.user_id = ${ctx.principal.user_id} AND l.result = 'success'
      ORDER BY l.id DESC
      LIMIT 20
    `,
  ),
)

const logins = handler('logins.recent', async (ctx, { query }) => {
  const limit = Math.min(optionalId(query, 'limit') ?? 20, 200)
  const rows = await ctx.db.query<Row>(
    sql`
      SELECT ${COLUMNS}
      FROM ${table(ctx, 'recent_logins')} l
      LEFT JOIN ${table(ctx, 'user')} u ON u.id = l.user_id
      ORDER BY l.id DESC
      LIMIT ${limit}
    `,
  )
  return rows.map(({ avatar_path, ...row }) => ({ ...row, avatar_url: imageUrl(avatar_path) }))
})

/** Removes a device and signs out the user who was signed in on it. Others' devices only for callers who can delete those. */
const removeDevice = handler('device.remove', async (ctx, { body }) => {
  const device = ctx.modules.get('user_device')!
  const named = body.id ?? body.device
  let found = optionalId({ id: named }, 'id')
  if (found === undefined && typeof body.device_id === 'string') {
    const [row] = await ctx.db.query<{ id: number }>(
      sql`
        SELECT id
        FROM ${table(ctx, 'user_device')}
        WHERE user_id = ${ctx.principal.user_id} AND device_id = ${body.device_id}
      `,
    )
    found = row?.id
  }
  if (found === undefined) throw named === undefined && body.device_id === undefined ? invalid({ id: ['Field is required'] }) : notFound()
  await ctx.services.records.remove(ctx, device, found)
  return null
})

export const accountHandlers = [list, change, assigned, assign, setPassword, generate, avatar, recent, logins, removeDevice]
