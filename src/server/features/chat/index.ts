/** The chat: questions are kept, answered in the background, and read by polling or when an event says so. */

import type { Json, Row } from '../../../engine/model/module.ts'
import { enabledFeatures } from '../../platform/auth/profile.ts'
import type { Ctx, Handler, JobSubject } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { AppError, refuse } from '../../platform/errors.ts'
import { handler, text } from '../../platform/http/params.ts'
import { answer } from './answer.ts'
import { askModel } from './model.ts'

export const CHAT_QUEUE = 'chat'
const FEATURE = 'chatbot'
const HISTORY = 100
/** How much of the talk a model gets to see. */
const CONTEXT = 12

interface Message extends Row {
  readonly id: number
  readonly role: 'user' | 'other'
  readonly message: string
}

const ownTable = (ctx: Ctx) => table(ctx, 'chatbot')

async function requireFeature(ctx: Ctx): Promise<void> {
  if (!(await enabledFeatures(ctx)).some((enabledFeature) => enabledFeature.name === FEATURE))
    throw refuse('E_FEATURE_OFF', 'The assistant is not enabled for this company.')
}

const lastMessages = async (ctx: Ctx, limit: number): Promise<Message[]> =>
  (
    await ctx.db.query<Message>(
      sql`
        SELECT id, role, message, created_at, status, reply_to_id, links
        FROM ${ownTable(ctx)}
        WHERE user_id = ${ctx.principal.user_id}
        ORDER BY id DESC
        LIMIT ${limit}
      `,
    )
  ).reverse()

async function insert(
  ctx: Ctx,
  user_id: number,
  values: { role: 'user' | 'other'; message: string; status: string; reply_to?: number; links?: Json },
): Promise<Message> {
  const now = ctx.clock.now().toISOString()
  const [row] = await ctx.db.query<Message>(
    sql`
      INSERT INTO ${ownTable(ctx)} (
        user_id, role, message, status, reply_to_id, links, version, created_by, created_at, updated_at
      )
      VALUES (
        ${user_id}, ${values.role}, ${values.message}, ${values.status}, ${values.reply_to ?? null},
        ${values.links === undefined ? null : JSON.stringify(values.links)}::jsonb, 1, ${user_id}, ${now},
        ${now}
      )
      RETURNING id, role, message, status, created_at, links
    `,
  )
  return row!
}

const send = handler('chat.send', async (ctx, { body }) => {
  await requireFeature(ctx)
  const message = text(body, 'message', 2000)
  return ctx.db.tx(async () => {
    const row = await insert(ctx, ctx.principal.user_id, { role: 'user', message, status: 'pending' })
    await ctx.services.jobs.send(ctx, CHAT_QUEUE, { id: row.id })
    return row
  })
})

const status = handler('chat.status', async (ctx) => {
  const [row] = await ctx.db.query<{ count: number; pending_count: number }>(
    sql`
      SELECT count(*) AS count, count(*) FILTER (WHERE status = 'pending') AS pending_count
      FROM ${ownTable(ctx)}
      WHERE user_id = ${ctx.principal.user_id}
    `,
  )
  return { count: Number(row!.count), pending_count: Number(row!.pending_count) }
})

const history = handler('chat.history', (ctx) => lastMessages(ctx, HISTORY))

export const chatHandlers: readonly Handler[] = [send, status, history]

/** Answers one question. A question that was answered already stays as it is. */
export async function workChat(ctx: Ctx, data: Json): Promise<Json> {
  const { id } = data as { id: number }
  const [question] = await ctx.db.query<Message>(
    sql`SELECT id, role, message FROM ${ownTable(ctx)} WHERE id = ${id} AND status = 'pending'`,
  )
  if (!question) return null
  const { chat } = ctx.services.instance.config
  const made = await (chat
    ? askModel(
        ctx,
        chat,
        (await lastMessages(ctx, CONTEXT)).filter((lastMessage) => lastMessage.id <= id),
      )
    : answer(ctx, question.message)
  ).catch((error: unknown) => {
    if (!(error instanceof AppError)) ctx.log.error({ err: error, message: id }, 'the assistant failed')
    return {
      text: error instanceof AppError ? error.message : 'Sorry, that went wrong. Please try to ask in another way.',
      links: [],
      failed: true,
    }
  })
  await ctx.db.tx(async () => {
    const mark = 'failed' in made ? 'failed' : 'answered'
    const open = await ctx.db.query(
      sql`
        UPDATE ${ownTable(ctx)}
        SET status = ${mark}, version = version + 1
        WHERE id = ${id} AND status = 'pending'
        RETURNING id
      `,
    )
    if (open.length)
      await insert(ctx, ctx.principal.user_id, {
        role: 'other',
        message: made.text,
        status: mark,
        reply_to: id,
        links: made.links as unknown as Json,
      })
  })
  ctx.services.events.publish(ctx.company.code, { type: 'chat', user_id: ctx.principal.user_id, data: { id } })
  return null
}

/** A question that could not be answered gets an answer that says so. */
export async function endChat(ctx: Ctx, data: Json, _message: string, job: { user_id: number }): Promise<JobSubject | undefined> {
  const id = Number((data as { id?: number } | null)?.id)
  const open = await ctx.db.query(
    sql`
      UPDATE ${ownTable(ctx)}
      SET status = 'failed', version = version + 1
      WHERE id = ${id} AND status = 'pending'
      RETURNING id
    `,
  )
  if (!open.length) return undefined
  await insert(ctx, job.user_id, {
    role: 'other',
    message: 'Sorry, that went wrong. Please ask again.',
    status: 'failed',
    reply_to: id,
    links: [],
  })
  ctx.db.afterCommit(() => ctx.services.events.publish(ctx.company.code, { type: 'chat', user_id: job.user_id, data: { id } }))
  return undefined
}
