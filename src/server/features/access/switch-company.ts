/** Switching to another company of the instance without entering its password, and who can grant that to a user. */

import type { Row } from '../../../engine/model/module.ts'
import { can } from '../../../engine/runtime/permissions/index.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import {
  accessPeriod,
  type CompanyLink,
  describeAccount,
  linkAccounts,
  linksFrom,
  linksTo,
  ownAccountIn,
  sessionOrigin,
  unlinkAccounts,
} from '../../platform/auth/company-access.ts'
import { requireAuthorityOver, requireAuthorityToSignIn } from '../../platform/auth/grant-guard.ts'
import { checkPassword } from '../../platform/auth/passwords.ts'
import { worksInMaintenance } from '../../platform/auth/principal.ts'
import { profileOf } from '../../platform/auth/profile.ts'
import { REFUSED, startSession } from '../../platform/auth/routes.ts'
import {
  clearFailures,
  closeSession,
  isLocked,
  oneAtATime,
  recordFailure,
  requireUnlocked,
  signInRules,
} from '../../platform/auth/sessions.ts'
import { logSignIn, logSignOut, type Origin } from '../../platform/auth/sign-in-log.ts'
import { companyById, findCompany, listCompanies, type RegisteredCompany } from '../../platform/companies/registry.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { forbidden, invalid, notFound, refuse } from '../../platform/errors.ts'
import { handler, id, optionalId, optionalText, text } from '../../platform/http/params.ts'

const signInOrigin = (ctx: Ctx): Origin => ({ ip: ctx.request?.ip ?? '', ...(ctx.request?.agent ? { agent: ctx.request.agent } : {}) })

/* ---------- switching ---------- */

/** The companies that the caller can switch to: where their session began, and those assigned to them there. */
export async function companyChoices(ctx: Ctx): Promise<Row[]> {
  const origin = await sessionOrigin(ctx)
  const home = origin && (await companyById(ctx.db, origin.company_id))
  if (!origin || !home) return []
  const { open } = await accessPeriod(ctx.db, home, origin.user_id, ctx.clock.today(home.time_zone))
  const links = open ? await linksFrom(ctx.db, origin) : []
  const accounts = [origin, ...links.map((link) => ({ company_id: link.target_company_id, user_id: link.target_user_id }))]
  const choices: Row[] = []
  for (const account of accounts) {
    const known = await describeAccount(ctx.db, account)
    if (!known?.user.is_active) continue
    const { company, user } = known
    choices.push({
      id: company.id,
      kind: 'company',
      username: user.username,
      name: user.name,
      company: { id: company.id, code: company.code, name: company.name },
      is_current: company.id === ctx.company.id,
    })
  }
  return choices.length > 1 ? choices : []
}

/** The company that a request names, by its code or its id. */
async function namedCompany(ctx: Ctx, body: Row): Promise<RegisteredCompany | undefined> {
  const code = optionalText(body, 'company_code', 20)
  if (code) return findCompany(ctx.db, code.toUpperCase())
  const company_id = optionalId(body, 'company_id')
  return company_id === undefined ? undefined : companyById(ctx.db, company_id)
}

/** Switches to another company with a new session, which ends when the present one would have ended, or earlier. */
export async function switchCompany(ctx: Ctx, body: Row): Promise<Row> {
  const origin = await sessionOrigin(ctx)
  const target = await namedCompany(ctx, body)
  if (!origin || !target) throw forbidden('This is not one of your companies.')
  if (target.id === ctx.company.id) throw invalid({ company_code: ['You are in this company already.'] })
  const back = target.id === origin.company_id
  const link = back ? undefined : (await linksFrom(ctx.db, origin)).find((companyLink) => companyLink.target_company_id === target.id)
  if (!back && !link) throw forbidden('This is not one of your companies.')
  const userId = link?.target_user_id ?? origin.user_id
  const ends = await requirePeriod(ctx, link)
  const there = await requireOpenAccount(ctx, target, userId)
  const profile = await profileOf(there, target)
  if (profile.must_change_password) throw refuse('E_SWITCH_PASSWORD', `Sign in to ${target.name} once and change your password there.`)
  const expires_at = ends && ends < origin.expires_at ? ends : origin.expires_at
  const users = ctx.modules.get('user')!
  const token = await ctx.db.tx(async () => {
    const who = { id: userId, username: there.principal.username }
    const settings = async () => there.settings
    const opened = await startSession({ db: ctx.db, clock: ctx.clock, settings }, target, who, {
      origin: signInOrigin(ctx),
      from: {
        ...origin,
        link_id: link?.id ?? null,
        expires_at,
      },
    })
    await writeAudit(ctx, {
      module: users,
      record_id: ctx.principal.user_id,
      action: 'company_switch',
      note: { to: target.code, username: who.username },
    })
    await writeAudit(there, {
      module: users,
      record_id: userId,
      action: 'company_switch',
      note: { from: ctx.company.code, username: ctx.principal.username },
    })
    const [session] = await ctx.db.query<{ login_id: number | null }>(
      sql`SELECT login_id FROM platform.session WHERE id = ${ctx.session_id}`,
    )
    await closeSession(ctx.db, ctx.session_id!)
    const company = await companyById(ctx.db, ctx.company.id)
    if (company) await logSignOut(ctx.db, ctx.clock, company, session?.login_id ?? null)
    return opened
  })
  return { token, ...profile }
}

/** Refuses a link outside of the dates of the user's access; answers when its last day ends. */
async function requirePeriod(ctx: Ctx, link: CompanyLink | undefined): Promise<Date | null> {
  const home = link && (await companyById(ctx.db, link.company_id))
  if (!link || !home) return null
  const { open, ends } = await accessPeriod(ctx.db, home, link.user_id, ctx.clock.today(home.time_zone))
  if (!open) throw refuse('E_SWITCH_EXPIRED', 'Your access to other companies is not valid today. Ask an administrator.')
  return ends
}

/** The caller's context in the other company; refuses an account or a company that could not be signed in to now. */
async function requireOpenAccount(ctx: Ctx, target: RegisteredCompany, userId: number): Promise<Ctx> {
  const there = await ctx.services.instance.ctxOf(target.code, userId)
  if (!there) throw refuse('E_SWITCH_ACCOUNT', `Your account in ${target.name} is deactivated.`)
  if (target.is_maintenance && !worksInMaintenance(there.principal))
    throw refuse('E_SWITCH_MAINTENANCE', `${target.name} is under maintenance. Try again later.`)
  if (await isLocked(ctx.db, ctx.clock, target.code, there.principal.username))
    throw refuse('E_SWITCH_LOCKED', `Your account in ${target.name} is locked after failed attempts. Try again later.`)
  return { ...there, ...(ctx.request ? { request: ctx.request } : {}) }
}

/* ---------- who has which companies ---------- */

const described = async (ctx: Ctx, link: CompanyLink, side: 'source' | 'target'): Promise<Row> => {
  const account =
    side === 'source'
      ? { company_id: link.company_id, user_id: link.user_id }
      : { company_id: link.target_company_id, user_id: link.target_user_id }
  const known = await describeAccount(ctx.db, account)
  return {
    id: link.id,
    company: known ? { id: known.company.id, code: known.company.code, name: known.company.name } : null,
    username: known?.user.username ?? null,
    name: known?.user.name ?? null,
    is_active: known?.user.is_active ?? false,
    granted_by: link.granted_by,
    confirmed_by: link.confirmed_by,
    granted_at: link.granted_at,
  }
}

/** Other companies in a user's access: those assigned to them, accounts that can switch to theirs, and the assignable ones. */
export async function companiesOf(ctx: Ctx, userId: number): Promise<Row> {
  const account = { company_id: ctx.company.id, user_id: userId }
  const links = await linksFrom(ctx.db, account)
  const company_choices: Row[] = []
  for (const company of await listCompanies(ctx.db)) {
    if (company.id === ctx.company.id) continue
    const needs_confirmation = (await ownAccountIn(ctx, company)) === undefined
    company_choices.push({ id: company.id, code: company.code, name: company.name, needs_confirmation })
  }
  return {
    company_ids: links.map((link) => link.target_company_id),
    companies: await Promise.all(links.map((link) => described(ctx, link, 'target'))),
    company_sources: await Promise.all((await linksTo(ctx.db, account)).map((link) => described(ctx, link, 'source'))),
    company_choices,
  }
}

/* ---------- giving and removing ---------- */

/** The context of a user of the other company, proved by their name and password there. Failures count as failed sign-ins do. */
async function confirmedBy(ctx: Ctx, company: RegisteredCompany, username: string, password: string): Promise<Ctx> {
  // Many names tried by one user lock that user's own confirmations, whichever names they are.
  const limitKey = `confirmation by user ${ctx.principal.user_id}`
  return oneAtATime(`${company.code} ${username}`, async () => {
    await requireUnlocked(ctx.db, ctx.clock, company.code, username)
    await requireUnlocked(ctx.db, ctx.clock, ctx.company.code, limitKey)
    const [user] = await ctx.db.query<{ id: number; password: string | null }>(
      sql`
        SELECT id, password
        FROM ${table({ company }, 'user')}
        WHERE username = ${username} AND is_active IS NOT FALSE
      `,
    )
    const good = await checkPassword(user?.password ?? undefined, password)
    const there = good && user ? await ctx.services.instance.ctxOf(company.code, user.id) : undefined
    if (!there) {
      const rules = signInRules(ctx.settings)
      await recordFailure(ctx.db, ctx.clock, { company: company.code, username, rules })
      await recordFailure(ctx.db, ctx.clock, { company: ctx.company.code, username: limitKey, rules })
      const who = { username, ...(user ? { user_id: user.id } : {}) }
      await logSignIn(ctx.db, ctx.clock, company, { who, origin: signInOrigin(ctx), failure: 'Wrong username or password' })
      throw invalid({ confirm_password: [REFUSED] }, REFUSED)
    }
    await clearFailures(ctx.db, company.code, username)
    await clearFailures(ctx.db, ctx.company.code, limitKey)
    return there
  })
}

/** The confirming user in the other company: the account named with its password, else the caller's own account there. */
async function confirmation(ctx: Ctx, company: RegisteredCompany, body: Row): Promise<Ctx> {
  const username = optionalText(body, 'confirm_username', 100)?.toLowerCase()
  let there: Ctx | undefined
  if (username) there = await confirmedBy(ctx, company, username, text(body, 'confirm_password', 200))
  else {
    const account = await ownAccountIn(ctx, company)
    there = account === undefined ? undefined : await ctx.services.instance.ctxOf(company.code, account)
  }
  if (!there)
    throw invalid({ confirm_username: [`Enter the username and password of someone who may edit user access in ${company.name}.`] })
  if (!can(there.principal, there.modules.get('user_access')!, 'edit'))
    throw forbidden(`${there.principal.username} may not edit user access in ${company.name}.`)
  return { ...there, ...(ctx.request ? { request: ctx.request } : {}) }
}

/** An account of another company that a user there has confirmed for a user of this one. */
interface ConfirmedAccount {
  readonly confirming: Ctx
  readonly user_id: number
}

/** The account that a request names in another company, once it is confirmed there and the caller can assign it. */
async function confirmedAccount(ctx: Ctx, user: Row, body: Row): Promise<ConfirmedAccount> {
  const company = await namedCompany(ctx, body)
  if (!company || company.id === ctx.company.id) throw invalid({ company_code: ['Choose another company.'] })
  const username = (optionalText(body, 'username', 100) ?? String(user.username)).toLowerCase()
  const confirming = await confirmation(ctx, company, body)
  const [target] = await ctx.db.query<{ id: number }>(
    sql`
      SELECT id
      FROM ${table({ company }, 'user')}
      WHERE username = ${username} AND is_active IS NOT FALSE
    `,
  )
  if (!target) throw invalid({ username: [`${company.name} has no active user with this username.`] })
  await requireAuthorityToSignIn(confirming, [target.id])
  return { confirming, user_id: target.id }
}

/** Gives a user an account of another company to switch to. */
const add = handler('access.addCompany', async (ctx, { params, body }) => {
  const user = await ctx.services.records.get(ctx, ctx.modules.get('user')!, id(params, 'id'))
  const userId = user.id as number
  await requireAuthorityOver(ctx, userId)
  const account = await confirmedAccount(ctx, user, body)
  await linkAccounts(ctx, userId, account.confirming, account.user_id)
  return companiesOf(ctx, userId)
})

/**
 * Prepares the companies of a user to be exactly those given, and returns a function that applies it in the caller's
 * transaction. A company that the user already has needs only its id; a new one is confirmed as in `add`.
 */
export async function prepareCompanies(ctx: Ctx, user: Row, given: readonly unknown[]): Promise<() => Promise<void>> {
  const userId = user.id as number
  await requireAuthorityOver(ctx, userId)
  const links = await linksFrom(ctx.db, { company_id: ctx.company.id, user_id: userId })
  const wanted = new Set<number>()
  const added: ConfirmedAccount[] = []
  for (const entry of given) {
    const body: Row = typeof entry === 'object' && entry !== null ? (entry as Row) : { company_id: entry as Row[string] }
    const company = await namedCompany(ctx, body)
    if (company) wanted.add(company.id)
    if (!company || !links.some((link) => link.target_company_id === company.id)) added.push(await confirmedAccount(ctx, user, body))
  }
  return async () => {
    for (const account of added) await linkAccounts(ctx, userId, account.confirming, account.user_id)
    await unlinkAccounts(
      ctx,
      links.filter((link) => !wanted.has(link.target_company_id)),
    )
  }
}

/** Takes a company away from a user, or an account of this company from a user of another one. Ends its sessions. */
const remove = handler('access.removeCompany', async (ctx, { params, body }) => {
  const user = await ctx.services.records.get(ctx, ctx.modules.get('user')!, id(params, 'id'))
  const userId = user.id as number
  const wanted = optionalId(body, 'link_id')
  const account = { company_id: ctx.company.id, user_id: userId }
  const links = [...(await linksFrom(ctx.db, account)), ...(await linksTo(ctx.db, account))]
  const link = links.find((companyLink) => companyLink.id === wanted)
  if (!link) throw notFound('This user has no such company.')
  await requireAuthorityOver(ctx, userId)
  await ctx.db.tx(() => unlinkAccounts(ctx, [link]))
  return companiesOf(ctx, userId)
})

export const companyAccessHandlers = [add, remove]
