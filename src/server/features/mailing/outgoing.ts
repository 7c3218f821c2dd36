/** The list of mails: each is put there and sent by a job, so that its status is seen and it can be sent again. */
import type { Json, Row } from '../../../engine/model/module.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { asSystem } from '../../platform/auth/as-system.ts'
import type { Ctx, Effect } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { AppError } from '../../platform/errors.ts'
import { NONE } from '../../platform/http/params.ts'
import { audienceById, publishRecord } from '../../records/audience/audience.ts'
import { moduleOf } from '../../records/routes/request.ts'
import { recordId } from '../../records/row.ts'
import { type Attached, asJson, type Composed, drawn } from './contents.ts'

export const MAIL_QUEUE = 'mail.send'
const MAILS = 'sent_mail'
const MAX_ERROR = 500

/** The record that a mail is about, in whose terms its reader must be entitled. */
interface About {
  readonly module: string
  readonly id: number
}

/** Puts a mail into the list and queues it, in the caller's transaction. Returns its id. */
export async function queueMail(ctx: Ctx, about: About, composed: Composed, attached: Attached): Promise<number> {
  const mails = moduleOf(ctx, MAILS)
  const [registered] = await ctx.db.query<{ id: number }>(sql`SELECT id FROM ${table(ctx, 'module')} WHERE name = ${about.module}`)
  const { id } = await ctx.services.records.create(asSystem(ctx, 'a mail is queued'), mails, {
    module_id: registered?.id ?? null,
    record_id: about.id,
    ...composed,
    attached: asJson(attached),
  })
  await ctx.services.jobs.send(ctx, MAIL_QUEUE, { id: Number(id) })
  return Number(id)
}

/** Sends a queued mail; one that was sent meanwhile is left alone. Why it could not be sent is written down. */
export async function workMail(ctx: Ctx, data: Json): Promise<Json> {
  const { id } = data as { id: number }
  const [mail] = await ctx.db.query<Row>(sql`SELECT * FROM ${table(ctx, MAILS)} WHERE id = ${id} AND status = 'queued'`)
  if (!mail) return { sent: false }
  try {
    const attachment = await drawn(ctx, mail.attached as Attached)
    await ctx.services.mail.send(ctx, {
      to: String(mail.recipient),
      subject: String(mail.subject),
      text: String(mail.text),
      attachments: [attachment],
    })
  } catch (error) {
    if (!(error instanceof AppError)) ctx.log.warn({ err: error, id }, 'a mail could not be sent')
    const reason =
      error instanceof AppError ? error.message : `The mail server refused it: ${error instanceof Error ? error.message : 'unknown error'}`
    await settle(ctx, id, { status: 'failed', error: reason.slice(0, MAX_ERROR) })
    return { sent: false }
  }
  await settle(ctx, id, { status: 'sent', error: null })
  return { sent: true }
}

async function settle(ctx: Ctx, id: number, { status, error }: { status: 'sent' | 'failed'; error: string | null }): Promise<void> {
  const mails = moduleOf(ctx, MAILS)
  const now = ctx.clock.now().toISOString()
  await ctx.db.tx(async () => {
    await ctx.db.query(
      sql`
        UPDATE ${table(ctx, MAILS)}
        SET status = ${status}, error = ${error}, attempts = coalesce(attempts, 0) + 1, version = version + 1,
          sent_at = CASE WHEN ${status} = 'sent' THEN ${now}::timestamptz ELSE sent_at END, updated_at = ${now}::timestamptz
        WHERE id = ${id}
      `,
    )
    await writeAudit(ctx, { module: mails, record_id: id, action: status, note: { error } })
    publishRecord(ctx, await audienceById(ctx, mails, id), { id, action: status })
  })
}

/** A job that failed for good leaves its mail as failed. */
export async function endMail(ctx: Ctx, data: Json, message: string): Promise<undefined> {
  const id = Number((data as { id?: number } | null)?.id)
  if (id) await settle(ctx, id, { status: 'failed', error: message.slice(0, MAX_ERROR) })
}

/** Queues a mail of the list once more; it is drawn again, with the rights of the user who asks. */
export const sendMail: Effect = {
  name: 'mail.send',
  rank: 50,
  params: { ...NONE, description: 'Sends the mail that the record holds.' },
  async apply(fx) {
    await fx.ctx.services.jobs.send(fx.ctx, MAIL_QUEUE, { id: recordId(fx) })
    return null
  },
  // What was mailed cannot be called back.
  reverse: async () => undefined,
}
