/** Scheduled reports: a saved view mailed to people at a day and hour, to each what they can see themselves. */
import type { Json, Module, Row } from '../../../engine/model/module.ts'
import { canDo } from '../../../engine/runtime/permissions/index.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { loadPrincipalOf } from '../../platform/auth/principal.ts'
import { pageAddress } from '../../platform/config.ts'
import type { Ctx, SaveHook } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { AppError, forbidden, invalid, notFound } from '../../platform/errors.ts'
import { handler, id as idIn } from '../../platform/http/params.ts'
import { applicationFor } from '../../platform/notifications/destination.ts'
import { notifyUsers } from '../../platform/notifications/notify.ts'
import { audienceById, publishRecord } from '../../records/audience/audience.ts'
import { read } from '../../records/read.ts'
import { moduleOf } from '../../records/routes/request.ts'
import { type SavedView, viewFor, viewsByModule } from '../../records/views.ts'
import { addressOf } from './catalogue.ts'
import { nextRun } from './next-run.ts'
import { type FileFormat, viewFile } from './view-file.ts'

export const DELIVERIES = 'report.deliver'
const SCHEDULES = 'report_schedule'
/** Schedules that one turn of the timer looks at; the next turn continues. */
const AT_ONCE = 100
const MAX_RESULT = 2000

/** The context of another user, with the rights that they have now; undefined where their account is not active. */
async function asUser(ctx: Ctx, user: number): Promise<Ctx | undefined> {
  const principal = await loadPrincipalOf(ctx, user)
  const { system: _system, ...rest } = ctx
  return principal && { ...rest, principal }
}

/** The module and the view that a schedule is about, as the caller can use them. */
async function sourceOf(ctx: Ctx, schedule: Row): Promise<{ module: Module; view: SavedView } | undefined> {
  const module = ctx.modules.get(String(schedule.module_name))
  if (!module || !canDo(ctx.principal, module, 'index')) return undefined
  const views = (await viewsByModule(ctx, [module])).get(module.name) ?? []
  const view = views.find(({ id }) => Number(id) === Number(schedule.view_id))
  return view && { module, view }
}

/** Checks what is scheduled, and says when it is mailed next. */
export const scheduled: SaveHook = {
  name: 'report.scheduled',
  async afterSave() {},
  async beforeSave(ctx, _module, { record }) {
    const source = await sourceOf(ctx, record)
    if (!source) throw invalid({ name: ['The saved view does not exist any more. Save the report or list as a view, and schedule that.'] })
    if (record.format === 'pdf' && !source.module.report) throw invalid({ format: ['Lists are sent as Excel or CSV files.'] })
    if (!(record.recipient_ids as unknown[] | null)?.length) throw invalid({ recipient_ids: ['Choose at least one recipient.'] })
    record.source = `${source.module.title} · ${source.view.name}`.slice(0, 200)
    record.next_run_at = record.is_paused === true ? null : nextRun(record, ctx.clock.now(), ctx.company.time_zone)
  },
}

const NO_OWNER = 'The account of the owner is not active.'

/** Queues the schedules whose hour has come, each once in all processes. Jobs run as the owner of their schedule. */
export async function queueDue(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now()
  return ctx.db.tx(async () => {
    const due = await ctx.db.query<Row>(
      sql`
        SELECT *
        FROM ${table(ctx, SCHEDULES)}
        WHERE is_paused IS NOT TRUE AND next_run_at <= ${now.toISOString()}::timestamptz
        ORDER BY next_run_at, id
        LIMIT ${AT_ONCE}
        FOR UPDATE SKIP LOCKED
      `,
    )
    for (const schedule of due) {
      await ctx.db.query(
        sql`
          UPDATE ${table(ctx, SCHEDULES)}
          SET next_run_at = ${nextRun(schedule, now, ctx.company.time_zone)}::timestamptz
          WHERE id = ${schedule.id}
        `,
      )
      const owner = await asUser(ctx, Number(schedule.user_id))
      const moment = new Date(String(schedule.next_run_at)).toISOString()
      if (owner) await owner.services.jobs.send(owner, DELIVERIES, { id: Number(schedule.id), moment })
      else await settle(ctx, schedule, { sent: 0, failures: [NO_OWNER] })
    }
    return due.length
  })
}

/** Mails the report of the record now, beside its schedule. */
export const sendNow = handler('report.send', async (ctx, { params }, module) => {
  const scheduleId = idIn(params, 'id')
  await read(ctx, module, scheduleId, { action: 'edit' })
  await ctx.db.tx(() => ctx.services.jobs.send(ctx, DELIVERIES, { id: scheduleId, moment: ctx.clock.now().toISOString() }))
  return { note: 'The report is being sent.' }
})

/** One run of a schedule: users who have the mail already, and why others have none. */
interface Run {
  readonly moment: string
  readonly users: number[]
}

const reasonOf = (error: unknown): string =>
  error instanceof AppError ? (Object.values(error.errors ?? {}).flat()[0] ?? error.message) : 'The mail could not be sent.'

/** Mails a schedule's report to its recipients. A run that was cut off goes on where it stopped. */
export async function deliver(ctx: Ctx, data: Json): Promise<Json> {
  const { id, moment } = data as { id: number; moment: string }
  const [schedule] = await ctx.db.query<Row>(sql`SELECT * FROM ${table(ctx, SCHEDULES)} WHERE id = ${id}`)
  if (!schedule) return { sent: 0 }
  const before = schedule.delivered as Run | null
  const run: Run = before?.moment === moment ? before : { moment, users: [] }
  const failures: string[] = []
  const owner = await asUser(ctx, Number(schedule.user_id))
  const source = owner && (await sourceOf(owner, schedule))
  if (!source) failures.push(owner ? 'The saved view does not exist any more.' : NO_OWNER)
  for (const user of source ? ((schedule.recipient_ids as number[] | null) ?? []).map(Number) : []) {
    if (run.users.includes(user)) continue
    const failure = await mailTo(ctx, schedule, source!, user)
    if (failure) failures.push(failure)
    else {
      run.users.push(user)
      await ctx.db.query(sql`UPDATE ${table(ctx, SCHEDULES)} SET delivered = ${JSON.stringify(run)}::jsonb WHERE id = ${id}`)
    }
  }
  await settle(ctx, schedule, { sent: run.users.length, failures })
  return { sent: run.users.length, failed: failures.length }
}

/** Mails the view to one user with their own rights; why not, in words, where they get none. */
async function mailTo(
  ctx: Ctx,
  schedule: Row,
  { module, view }: { module: Module; view: SavedView },
  user: number,
): Promise<string | undefined> {
  const [account] = await ctx.db.query<{ name: string | null; email: string | null }>(
    sql`SELECT name, email FROM ${table(ctx, 'user')} WHERE id = ${user}`,
  )
  const name = account?.name ?? `User ${user}`
  try {
    const reader = await asUser(ctx, user)
    if (!reader) throw notFound('The account is not active.')
    if (!account?.email) throw notFound('The account has no e-mail address.')
    if (!canDo(reader.principal, module, 'index')) throw forbidden(`They cannot open ${module.title}.`)
    const seen = viewFor(reader, module, view)
    if (!seen) throw forbidden('The view uses fields that they cannot see.')
    const link = `/${applicationFor(module, reader.principal.applications)}/${module.name}?${addressOf(seen)}`
    const attachments = schedule.format === 'link' ? [] : [await viewFile(reader, module, seen, schedule.format as FileFormat)]
    await ctx.services.mail.send(reader, {
      to: account.email,
      subject: String(schedule.name),
      text: [schedule.message, `${module.title} · ${view.name}`, pageAddress(ctx.services.instance.config, link)]
        .filter(Boolean)
        .join('\n\n'),
      ...(attachments.length ? { attachments } : {}),
    })
    return undefined
  } catch (error) {
    if (!(error instanceof AppError)) ctx.log.warn({ err: error, id: schedule.id, user }, 'a scheduled report could not be sent')
    return `${name}: ${reasonOf(error)}`
  }
}

/** Writes the result of a run on the schedule, and tells its owner of what failed. */
async function settle(ctx: Ctx, schedule: Row, { sent, failures }: { sent: number; failures: readonly string[] }): Promise<void> {
  const module = moduleOf(ctx, SCHEDULES)
  const id = Number(schedule.id)
  const result = [`Sent to ${sent}.`, ...failures].join('\n').slice(0, MAX_RESULT)
  const now = ctx.clock.now().toISOString()
  await ctx.db.tx(async () => {
    await ctx.db.query(
      sql`
        UPDATE ${table(ctx, SCHEDULES)}
        SET last_run_at = ${now}::timestamptz, last_result = ${result}, has_failed = ${failures.length > 0},
          version = version + 1, updated_at = ${now}::timestamptz
        WHERE id = ${id}
      `,
    )
    await writeAudit(ctx, { module, record_id: id, action: 'send', note: { result } })
    if (failures.length)
      await notifyUsers({ ...ctx, principal: { ...ctx.principal, user_id: 0 } }, module, id, {
        users: [Number(schedule.user_id)],
        title: `${String(schedule.name)} was not sent to everyone`,
        description: String(schedule.name),
        detail: failures.join('\n'),
      })
    publishRecord(ctx, await audienceById(ctx, module, id), { id, action: 'send' })
  })
}

/** A job that failed for good is said on its schedule. */
export async function endDelivery(ctx: Ctx, data: Json, message: string): Promise<undefined> {
  const id = Number((data as { id?: number } | null)?.id)
  const [schedule] = await ctx.db.query<Row>(sql`SELECT * FROM ${table(ctx, SCHEDULES)} WHERE id = ${id}`)
  if (schedule) await settle(ctx, schedule, { sent: (schedule.delivered as Run | null)?.users.length ?? 0, failures: [message] })
}
