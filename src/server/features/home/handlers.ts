/** Home: online users, today's mood, bookmarks, unread items. */

import type { Row } from '../../../engine/model/module.ts'
import { imageUrl } from '../../platform/auth/profile.ts'
import type { Ctx } from '../../platform/context.ts'
import { empty, sql, table } from '../../platform/db/sql.ts'
import { handler, id, ids, oneOf, optionalId, optionalText } from '../../platform/http/params.ts'
import { menusOf, navigationTree } from '../../platform/meta/navigation.ts'
import help from '../chat/help.json' with { type: 'json' }
import { applicationPage } from './application.ts'
import { waitingFor } from './waiting.ts'

const RECENT_MS = 15 * 60_000
const SHOWN = 12
const EMOJI = ['grinning', 'heart_eyes', 'symbols_on_mouth', 'cold_face', 'exploding_head', 'disguised_face'] as const

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word[0]!.toUpperCase())
    .filter((_letter, index, all) => index === 0 || index === all.length - 1)
    .join('')

/** People with a session in use in the last fifteen minutes; names and pictures only. */
async function recentlyActive(ctx: Ctx): Promise<{ people: Row[]; total: number }> {
  const rows = await ctx.db.query<{ name: string; avatar_path: unknown; last_active_at: string; total: number }>(
    sql`
      SELECT u.name, u.avatar_path, max(s.last_seen_at) AS last_active_at, count(*) OVER () AS total
      FROM platform.session s
      JOIN ${table(ctx, 'user')} u ON u.id = s.user_id
      WHERE s.company_id = ${ctx.company.id}
        AND s.last_seen_at > ${new Date(ctx.clock.now().getTime() - RECENT_MS).toISOString()}
        AND s.expires_at > ${ctx.clock.now().toISOString()}
        AND u.is_active IS NOT FALSE
      GROUP BY u.id, u.name, u.avatar_path
      ORDER BY last_active_at DESC, u.name
      LIMIT ${SHOWN}
    `,
  )
  const people = rows.map(({ name, avatar_path, last_active_at }) => ({
    name,
    avatar_path,
    avatar_url: imageUrl(avatar_path),
    avatar_initials: initials(name ?? ''),
    last_active_at,
  }))
  return { people, total: Number(rows[0]?.total ?? 0) }
}

const landing = handler('home.landing', async (ctx) => {
  const { people, total } = await recentlyActive(ctx)
  const applications = (await menusOf(ctx)).map((menu) => ({
    id: menu.id,
    name: menu.name,
    title: menu.title,
    subdomain: menu.name,
    icon: menu.icon,
    navigation: navigationTree(menu),
  }))
  const data = {
    greeting_name: ctx.principal.name,
    applications,
    recent_active_user: people,
    total_user: total,
    waiting: await waitingFor(ctx),
    support_ticket_url: '/home/support_ticket/new',
    help_center_url: String(ctx.settings.help_center_url ?? '') || null,
  }
  return { success: true, ...data, data }
})

/** How things are done, page by page; the assistant answers from the same. */
const helpPages = handler('home.help', async () => help.map(({ title, text, route }) => ({ title, text, route })))

const todays = async (ctx: Ctx): Promise<Row | null> => {
  const [row] = await ctx.db.query<Row>(
    sql`
      SELECT id, emoji, note, feeling_date, submitted_at
      FROM ${table(ctx, 'feeling_today')}
      WHERE user_id = ${ctx.principal.user_id} AND feeling_date = ${ctx.clock.today(ctx.company.time_zone)}
    `,
  )
  return row ?? null
}

const feelingToday = handler('feeling.today', todays)

/** One answer a day; another one the same day takes its place. */
const recordFeeling = handler('feeling.record', async (ctx, { body }) => {
  const emoji = oneOf(body, 'emoji', EMOJI)
  const note = optionalText(body, 'note', 500) ?? null
  const now = ctx.clock.now().toISOString()
  await ctx.db.query(
    sql`
      INSERT INTO ${table(ctx, 'feeling_today')} AS f (
        user_id, feeling_date, emoji, note, submitted_at, branch_id, employee_id, version, created_by, created_at,
        updated_at
      )
      VALUES (
        ${ctx.principal.user_id}, ${ctx.clock.today(ctx.company.time_zone)}, ${emoji}, ${note}, ${now},
        ${ctx.principal.branch_id}, ${ctx.principal.employee_id}, 1, ${ctx.principal.user_id}, ${now}, ${now}
      )
      ON CONFLICT (user_id, feeling_date)
      WHERE feeling_date IS NOT NULL DO UPDATE SET emoji = excluded.emoji, note = excluded.note,
        submitted_at = excluded.submitted_at, version = f.version + 1, updated_at = excluded.updated_at
    `,
  )
  return todays(ctx)
})

/* ---------- bookmarks ---------- */

interface Place {
  readonly module_id: number
  readonly application_id: number
}
const placeOf = (from: Readonly<Record<string, unknown>>): Place => ({
  module_id: id(from, 'module_id'),
  application_id: id(from, 'application_id'),
})
const isMarked = async (ctx: Ctx, place: Place): Promise<boolean> =>
  (
    await ctx.db.query(
      sql`
        SELECT 1
        FROM ${table(ctx, 'bookmark')}
        WHERE user_id = ${ctx.principal.user_id}
          AND module_id = ${place.module_id}
          AND application_id = ${place.application_id}
          AND is_bookmark IS NOT FALSE
      `,
    )
  ).length > 0

const getBookmark = handler('bookmark.get', async (ctx, { query }) => ({ is_bookmark: await isMarked(ctx, placeOf(query)) }))

const toggleBookmark = handler('bookmark.toggle', (ctx, { body }) =>
  ctx.db.tx(async () => {
    const place = placeOf(body)
    const gone = await ctx.db.query(
      sql`
        DELETE FROM ${table(ctx, 'bookmark')}
        WHERE user_id = ${ctx.principal.user_id}
          AND module_id = ${place.module_id}
          AND application_id = ${place.application_id}
        RETURNING id
      `,
    )
    if (gone.length === 0) {
      const bookmark = ctx.modules.get('bookmark')!
      await ctx.services.records.create(ctx, bookmark, { ...place, is_bookmark: true, ...(await described(ctx, place)) })
    }
    return { is_bookmark: gone.length === 0 }
  }),
)

async function described(ctx: Ctx, place: Place): Promise<Row> {
  const [row] = await ctx.db.query<{ title: string; icon: string | null; route: string }>(
    sql`
      SELECT m.title, m.icon, '/' || a.subdomain || '/' || m.name AS route
      FROM ${table(ctx, 'module')} m, ${table(ctx, 'application')} a
      WHERE m.id = ${place.module_id} AND a.id = ${place.application_id}
    `,
  )
  return row ? { ...row } : {}
}

/** A person's bookmarks in one application; 0 names all. */
const listBookmarks = handler('bookmark.list', async (ctx, { params }) => {
  const application = params.application_id === '0' ? undefined : optionalId(params, 'application_id')
  return ctx.db.query(
    sql`
      SELECT b.id, b.module_id, b.application_id, m.name AS module, a.subdomain AS application,
        coalesce(b.title, m.title) AS title, coalesce(b.icon, m.icon) AS icon, b.route, true AS is_bookmark
      FROM ${table(ctx, 'bookmark')} b
      JOIN ${table(ctx, 'module')} m ON m.id = b.module_id
      JOIN ${table(ctx, 'application')} a ON a.id = b.application_id
      WHERE b.user_id = ${ctx.principal.user_id}
        AND b.is_bookmark IS NOT FALSE
        AND (${application ?? null}::bigint IS NULL OR b.application_id = ${application ?? null}::bigint)
      ORDER BY b.sort_order, b.id
    `,
  )
})

/* ---------- notifications ---------- */

const countOf = async (ctx: Ctx, type: 'unread' | 'read' | 'all'): Promise<number> => {
  const [row] = await ctx.db.query<{ n: number }>(
    sql`
      SELECT count(*) AS n
      FROM ${table(ctx, 'notification')}
      WHERE user_id = ${ctx.principal.user_id}${type === 'all' ? empty : sql` AND is_read IS ${type === 'read' ? empty : sql`NOT `}TRUE`}
    `,
  )
  return Number(row!.n)
}
const total = (n: number) => ({ success: true, total: n, data: { total: n } })

const notificationTotal = handler('notification.total', async (ctx, { params }) =>
  total(await countOf(ctx, oneOf(params, 'type', ['unread', 'read', 'all'], 'unread'))),
)

/** Marks the named ones, or all of them, as read; returns how many are left. */
const readNotifications = handler('notification.read', async (ctx, { body }) => {
  const all = body.notifications === 'all'
  const named = all ? [] : ids({ notifications: body.notifications ?? body.id }, 'notifications')
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, 'notification')}
      SET is_read = true, read_at = ${ctx.clock.now().toISOString()}, version = version + 1
      WHERE user_id = ${ctx.principal.user_id} AND is_read IS NOT TRUE AND (${all} OR id = ANY (${named}::bigint[]))
    `,
  )
  const left = await countOf(ctx, 'unread')
  const { user_id } = ctx.principal
  ctx.services.events.publish(ctx.company.code, { type: 'notification', user_id, data: { unread: left } })
  return total(left)
})

export const homeHandlers = [
  landing,
  applicationPage,
  helpPages,
  feelingToday,
  recordFeeling,
  getBookmark,
  toggleBookmark,
  listBookmarks,
  notificationTotal,
  readNotifications,
]
