/** What follows when users, devices, tasks, tickets and comments are saved. */
import { hashPassword } from '../auth/passwords.ts'
import { BIRTHDAY_PASSWORD, enabledFeatures } from '../auth/profile.ts'
import { closeSessionsOf, closeSessionsOn } from '../auth/sessions.ts'
import type { Ctx, SaveHook } from '../context.ts'
import { qualify } from '../db/name.ts'
import { forbidden, refuse } from '../errors.ts'
import { tellUsers } from '../notify/tell.ts'

const table = (ctx: Ctx, name: string) => qualify(ctx.company.schema, name)

/** Where the company has it so, a new user's first password is his birth date; he has to change it when he signs in. */
async function firstPassword(ctx: Ctx, id: number, birth: string): Promise<void> {
  if (!(await enabledFeatures(ctx)).some((one) => one.name === BIRTHDAY_PASSWORD)) return
  await ctx.db.query(`UPDATE ${table(ctx, 'user')} SET password = $2, password_changed = false WHERE id = $1`, [
    id,
    await hashPassword(birth.slice(0, 10).replaceAll('-', '')),
  ])
}

/** A new password or a deactivated account ends its sessions; nobody shuts himself out. */
const account: SaveHook = {
  name: 'user.account',
  async run(ctx, _module, { before, after, changed }) {
    const id = Number((after ?? before)!.id)
    if (!before && after && !after.password && after.birth_at) return firstPassword(ctx, id, String(after.birth_at))
    const own = id === ctx.principal.user_id && ctx.system === undefined
    if (!after || after.is_active === false) {
      if (own) throw refuse('E_OWN_ACCOUNT', 'You cannot deactivate or delete your own account.')
      await closeSessionsOf(ctx.db, ctx.company.id, id)
    } else if (before && changed.has('password')) {
      await closeSessionsOf(ctx.db, ctx.company.id, id, own ? ctx.session_id : 0)
    } else if (before && own && changed.has('user_role_id') && !ctx.principal.is_developer) {
      throw forbidden('You cannot change your own role. Another administrator can.')
    }
  },
}

const deviceRemoved: SaveHook = {
  name: 'device.removed',
  async run(ctx, _module, { before, after }) {
    if (before && !after) await closeSessionsOn(ctx.db, ctx.company.id, Number(before.id))
  },
}

const todoDone: SaveHook = {
  name: 'todo.done',
  async run(ctx, _module, { after, changed }) {
    if (!after || !changed.has('is_done')) return
    const at = after.is_done === true ? ctx.clock.now().toISOString() : null
    await ctx.db.query(`UPDATE ${table(ctx, 'todo')} SET done_at = $2 WHERE id = $1`, [after.id, at])
  },
}

/** Administrators hear of a new ticket: whoever may work on tickets. */
const ticketRaised: SaveHook = {
  name: 'ticket.raised',
  async run(ctx, module, { before, after }) {
    if (before || !after) return
    const rows = await ctx.db.query<{ id: number }>(
      `SELECT DISTINCT u.id FROM ${table(ctx, 'user')} u JOIN ${table(ctx, 'user_role__modules')} l ON l.parent_id = u.user_role_id AND l.is_enabled IS NOT FALSE
       JOIN ${table(ctx, 'module')} m ON m.id = l.module_id WHERE m.name = $1 AND 'process' = ANY (l.permission_codes) AND u.is_active IS NOT FALSE`,
      [module.name],
    )
    await tellUsers(ctx, module, Number(after.id), {
      users: rows.map((row) => row.id),
      title: `New ticket: ${String(after.subject)}`,
      number: after.ticket_no,
      description: `${ctx.principal.name} asks for help.`,
    })
  },
}

/** Who is mentioned hears of the comment, and so does who made the record. */
const mentions: SaveHook = {
  name: 'comments.mentions',
  async run(ctx, _module, { before, after }) {
    const about = before || !after ? undefined : ctx.modules.get(String(after.type))
    if (!about || !after) return
    // Numbers of a record being saved are exact decimals, which are no ids yet.
    const recordId = Number(after.record_id)
    const [record] = await ctx.db.query<{ created_by: number | null; number: string | null }>(
      `SELECT created_by, ${about.field.transaction_no ? 'transaction_no' : 'NULL::text'} AS number FROM ${table(ctx, about.entity.table)} WHERE id = $1`,
      [recordId],
    )
    const mentioned = ((after.mention_ids as readonly unknown[] | null) ?? []).map(Number)
    const text = String(after.comment).slice(0, 200)
    const where = [about.singular, record?.number].filter(Boolean).join(' ')
    const common = { number: record?.number, detail: text }
    await tellUsers(ctx, about, recordId, {
      ...common,
      users: mentioned,
      title: `${ctx.principal.name} mentioned you`,
      description: `In a comment on ${where}.`,
    })
    const maker = record?.created_by
    if (maker && !mentioned.includes(maker))
      await tellUsers(ctx, about, recordId, {
        ...common,
        users: [maker],
        title: `New comment on ${where}`,
        description: `By ${ctx.principal.name}.`,
      })
  },
}

export const peopleHooks = [account, deviceRemoved, todoDone, ticketRaised, mentions]
