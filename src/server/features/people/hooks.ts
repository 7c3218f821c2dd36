/** Hooks of saving users, devices, tasks, tickets and comments. */

import type { Row } from '../../../engine/model/module.ts'
import { countRoleUsers } from '../../companies/roles.ts'
import { closeSwitchedSessions, linksFrom, linksTo, unlinkAccounts } from '../../platform/auth/company-access.ts'
import {
  mayGrant,
  type Right,
  requireAuthorityOver,
  requireAuthorityToSignIn,
  requireOwnAuthority,
  requireOwnBranches,
  requireOwnRights,
  rightsIn,
} from '../../platform/auth/grant-guard.ts'
import { hashPassword } from '../../platform/auth/passwords.ts'
import { BIRTHDAY_PASSWORD, enabledFeatures } from '../../platform/auth/profile.ts'
import { closeSessionsOf, closeSessionsOn } from '../../platform/auth/sessions.ts'
import type { Ctx, SaveEvent, SaveHook } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { forbidden, refuse } from '../../platform/errors.ts'
import { notifyUsers } from '../../platform/notifications/notify.ts'

/** Where the company's setting says so, a new user's first password is their birth date; they must change it when they sign in. */
async function firstPassword(ctx: Ctx, id: number, birth: string): Promise<void> {
  if (!(await enabledFeatures(ctx)).some((enabledFeature) => enabledFeature.name === BIRTHDAY_PASSWORD)) return
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, 'user')}
      SET password = ${await hashPassword(birth.slice(0, 10).replaceAll('-', ''))}, password_changed = false
      WHERE id = ${id}
    `,
  )
}

/** The fields of signing in: a user who sets them could sign in as that user. */
const CREDENTIALS = ['username', 'email', 'password'] as const

const idsIn = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : [])

/** Users cannot give themselves or others more rights than they have; see `auth/authority.ts`. */
async function requireAuthority(ctx: Ctx, { before, after, changed }: SaveEvent): Promise<void> {
  const id = Number((after ?? before)!.id)
  const isCaller = id === ctx.principal.user_id
  if (isCaller && changed.has('assigned_account_ids') && !ctx.principal.is_developer)
    throw forbidden('You cannot assign accounts to yourself. Ask another administrator.')
  if (!isCaller) {
    if (after) await requireAuthorityOver(ctx, id)
    else if (before?.is_developer && !mayGrant(ctx)) throw forbidden()
    if (before && (!after || changed.has('user_role_id'))) requireOwnRights(ctx, await rightsOfRole(ctx, before.user_role_id))
    if (before && CREDENTIALS.some((name) => changed.has(name))) await requireAuthorityToSignIn(ctx, [id])
  }
  if (!after) return
  if (!before || changed.has('branch_ids')) requireOwnBranches(ctx, after.branch_ids)
  const known = idsIn(before?.assigned_account_ids)
  await requireAuthorityToSignIn(
    ctx,
    idsIn(after.assigned_account_ids).filter((value) => !known.includes(value)),
  )
}

async function rightsOfRole(ctx: Ctx, id: unknown): Promise<Right[]> {
  if (mayGrant(ctx) || id === null || id === undefined) return []
  return rightsIn(ctx, await ctx.services.records.load(ctx, ctx.modules.get('user_role')!, Number(id)), 'apps')
}

const without = (rights: readonly Right[], known: readonly Right[]): Right[] =>
  rights.filter((right) => !known.some((other) => other.module === right.module && other.code === right.code))
const inForce = (row: Row | undefined): Row | undefined => (row?.is_active === false ? undefined : row)

/** A role gains no right that the user who changes it does not have. */
const roleGrants: SaveHook = {
  name: 'role.grants',
  async afterSave(ctx, _module, { before, after, changed }) {
    if (mayGrant(ctx)) return before ? requireOwnAuthority(ctx) : undefined
    if (!after) return
    // Approvals name roles by their name.
    if (before && changed.has('name')) throw forbidden('You cannot rename a role. Ask an administrator of users and roles.')
    const [now, was] = [inForce(after), inForce(before)]
    const access = textsIn(now?.access_codes).filter((code) => !textsIn(was?.access_codes).includes(code))
    requireOwnRights(ctx, without(await rightsIn(ctx, now, 'apps'), await rightsIn(ctx, was, 'apps')), access)
  },
}
const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** Access and permissions of single users: only rights that the caller has, and only of users who have no more rights than the caller. */
const accessGrants: SaveHook = {
  name: 'access.grants',
  async afterSave(ctx, _module, { before, after }) {
    const concernsCaller = [before, after].some((row) => row && Number(row.user_id) === ctx.principal.user_id)
    if (mayGrant(ctx)) return concernsCaller ? requireOwnAuthority(ctx) : undefined
    for (const row of [before, after]) if (row) await requireAuthorityOver(ctx, Number(row.user_id))
    if (idsIn(after?.branch_ids).length) requireOwnBranches(ctx, after!.branch_ids)
    requireOwnRights(ctx, await rightsIn(ctx, after, 'applications'))
  },
}

/** Applications and modules that are switched off take their rights away from everybody. */
const accessSwitches: SaveHook = {
  name: 'access.switches',
  async afterSave(ctx, _module, { before, changed }) {
    if (before && changed.has('is_active')) await requireOwnAuthority(ctx)
  },
}

/** Changed access dates of a user also hold for the companies assigned to them: open sessions there end. */
const accessDates: SaveHook = {
  name: 'access.dates',
  async afterSave(ctx, _module, { before, after }) {
    const dates = (row: Row | undefined) => [row?.valid_from ?? null, row?.valid_until ?? null].map(String).join()
    if (dates(before) === dates(after)) return
    await closeSwitchedSessions(ctx.db, { company_id: ctx.company.id, user_id: Number((after ?? before)!.user_id) })
  },
}

/** A new password or a deactivated account ends its sessions; users cannot deactivate their own account. */
const account: SaveHook = {
  name: 'user.account',
  async afterSave(ctx, _module, event) {
    const { before, after, changed } = event
    await requireAuthority(ctx, event)
    const id = Number((after ?? before)!.id)
    if (!before && after && !after.password && after.birth_at) return firstPassword(ctx, id, String(after.birth_at))
    const isCaller = id === ctx.principal.user_id && ctx.system === undefined
    await unlinkChanged(ctx, id, event)
    if (!after || after.is_active === false) {
      if (isCaller) throw refuse('E_OWN_ACCOUNT', 'You cannot deactivate or delete your own account.')
      await closeSessionsOf(ctx.db, ctx.company.id, id)
    } else if (before && changed.has('password')) {
      await closeSessionsOf(ctx.db, ctx.company.id, id, isCaller ? ctx.session_id : 0)
    } else if (before && isCaller && changed.has('user_role_id') && !ctx.principal.is_developer) {
      throw forbidden('You cannot change your own role. Ask another administrator.')
    }
  },
}

/**
 * A deleted account loses its companies. So does one whose sign-in another user changed: that user could sign in as them
 * from now on, without any consent of the other company.
 */
async function unlinkChanged(ctx: Ctx, userId: number, { before, after, changed }: SaveEvent): Promise<void> {
  const account = { company_id: ctx.company.id, user_id: userId }
  if (!after) await unlinkAccounts(ctx, [...(await linksFrom(ctx.db, account)), ...(await linksTo(ctx.db, account))])
  else if (before && userId !== ctx.principal.user_id && CREDENTIALS.some((name) => changed.has(name)))
    await unlinkAccounts(ctx, await linksFrom(ctx.db, account))
}

const roleCount: SaveHook = {
  name: 'user.roleCount',
  async afterSave(ctx, _module, { before, after, changed }) {
    if (!before || !after || changed.has('user_role_id') || changed.has('is_active')) await countRoleUsers(ctx)
  },
}

const deviceRemoved: SaveHook = {
  name: 'device.removed',
  async afterSave(ctx, _module, { before, after }) {
    if (before && !after) await closeSessionsOn(ctx.db, ctx.company.id, Number(before.id))
  },
}

const todoDone: SaveHook = {
  name: 'todo.done',
  async afterSave(ctx, _module, { after, changed }) {
    if (!after || !changed.has('is_done')) return
    const doneAt = after.is_done === true ? ctx.clock.now().toISOString() : null
    await ctx.db.query(sql`UPDATE ${table(ctx, 'todo')} SET done_at = ${doneAt} WHERE id = ${after.id}`)
  },
}

/** Notifies the users who can work on tickets of a new one. */
const ticketRaised: SaveHook = {
  name: 'ticket.raised',
  async afterSave(ctx, module, { before, after }) {
    if (before || !after) return
    const rows = await ctx.db.query<{ id: number }>(
      sql`
        SELECT DISTINCT u.id
        FROM ${table(ctx, 'user')} u
        JOIN ${table(ctx, 'user_role__modules')} l ON l.parent_id = u.user_role_id AND l.is_enabled IS NOT FALSE
        JOIN ${table(ctx, 'module')} m ON m.id = l.module_id
        WHERE m.name = ${module.name} AND 'process' = ANY (l.permission_codes) AND u.is_active IS NOT FALSE
      `,
    )
    await notifyUsers(ctx, module, Number(after.id), {
      users: rows.map((row) => row.id),
      title: `New ticket: ${String(after.subject)}`,
      number: after.ticket_no,
      description: `${ctx.principal.name} asks for help.`,
    })
  },
}

/** Notifies mentioned users of the comment, and the user who made the record. */
const mentions: SaveHook = {
  name: 'comments.mentions',
  async afterSave(ctx, _module, { before, after }) {
    const about = before || !after ? undefined : ctx.modules.get(String(after.type))
    if (!about || !after) return
    // Numbers of a record being saved are exact decimals, which are no ids yet.
    const recordId = Number(after.record_id)
    const [record] = await ctx.db.query<{ created_by: number | null; number: string | null }>(
      sql`
        SELECT created_by, ${about.field.transaction_no ? sql`transaction_no` : sql`NULL::text`} AS number
        FROM ${table(ctx, about.entity.table)}
        WHERE id = ${recordId}
      `,
    )
    const mentioned = ((after.mention_ids as readonly unknown[] | null) ?? []).map(Number)
    const text = String(after.comment).slice(0, 200)
    const where = [about.singular, record?.number].filter(Boolean).join(' ')
    const common = { number: record?.number, detail: text }
    await notifyUsers(ctx, about, recordId, {
      ...common,
      users: mentioned,
      title: `${ctx.principal.name} mentioned you`,
      description: `In a comment on ${where}.`,
    })
    const maker = record?.created_by
    if (maker && !mentioned.includes(maker))
      await notifyUsers(ctx, about, recordId, {
        ...common,
        users: [maker],
        title: `New comment on ${where}`,
        description: `By ${ctx.principal.name}.`,
      })
  },
}

export const peopleHooks = [
  account,
  roleCount,
  roleGrants,
  accessGrants,
  accessSwitches,
  accessDates,
  deviceRemoved,
  todoDone,
  ticketRaised,
  mentions,
]
