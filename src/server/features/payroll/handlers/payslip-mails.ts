/** Payslips by e-mail: sent by a job, with the outcome for each employee, and sent again where it is asked for. */

import type { Json, Row } from '../../../../engine/model/module.ts'
import type { Ctx, JobSubject } from '../../../platform/context.ts'
import { sql, table } from '../../../platform/db/sql.ts'
import { refuse } from '../../../platform/errors.ts'
import { flag, handler, id } from '../../../platform/http/params.ts'
import { type Letterhead, letterhead } from '../../../print/index.ts'
import { toPdf } from '../../../print/pdf.ts'
import { slipsOf } from '../payslip-pdf.ts'
import { payslipFile, payslipForm, payslipPassword } from '../pdf-forms.ts'
import { payrollOf } from './payroll.ts'
import { chosen } from './reports.ts'

export const MAIL_QUEUE = 'payroll.mail'
const MAX_ERROR = 300

/**
 * Sends the payslips of a posted payroll to the employees' addresses, by a job. Those that were sent are left out; with `again` and
 * named employees, theirs are sent once more.
 */
const mailPayslips = handler('payroll.mailPayslips', async (ctx, { params, body }) => {
  const payroll = await payrollOf(ctx, id(params, 'id'))
  if (payroll.status !== 'posted') throw refuse('E_STATE', 'Payslips are mailed when the payroll is posted.')
  const payroll_id = Number(payroll.id)
  const employee_ids = chosen(body)
  const again = body.again !== undefined && flag(body, 'again') && employee_ids !== null
  return ctx.db.tx(async () => {
    if (again)
      await ctx.db.query(sql`
        UPDATE ${table(ctx, 'payslip')}
        SET mailed_at = NULL, mail_error = NULL
        WHERE payroll_id = ${payroll_id} AND employee_id = ANY (${employee_ids}::bigint[])
      `)
    return { job_id: await ctx.services.jobs.send(ctx, MAIL_QUEUE, { payroll_id, employee_ids } as Json) }
  })
})

/** What became of the mail of each payslip. */
const mails = handler('payroll.payslipMails', async (ctx, { params }) => {
  const payroll = await payrollOf(ctx, id(params, 'id'))
  return ctx.db.query<Row>(
    sql`
      SELECT s.employee_id,
        json_build_object('id', e.id, 'name', e.full_name, 'label', concat_ws(' · ', e.employee_no, e.full_name)) AS employee,
        e.email, s.mailed_at, s.mail_error AS error,
        CASE
          WHEN s.mailed_at IS NOT NULL THEN 'sent'
          WHEN e.email IS NULL THEN 'no_address'
          WHEN s.mail_error IS NOT NULL THEN 'failed'
          ELSE 'not_sent'
        END AS state
      FROM ${table(ctx, 'payslip')} s
      JOIN ${table(ctx, 'employee')} e ON e.id = s.employee_id
      WHERE s.payroll_id = ${payroll.id}
      ORDER BY (s.mailed_at IS NOT NULL), (e.email IS NULL), e.full_name, e.id
    `,
  )
})

/** Sends one payslip and records the outcome. Returns whether it was sent. */
async function sendOne(
  ctx: Ctx,
  {
    payroll,
    payslip,
    head,
  }: { readonly payroll: number; readonly payslip: { id: number; employee_id: number }; readonly head: Letterhead },
): Promise<boolean> {
  const [slip] = await slipsOf(ctx, payroll, [payslip.employee_id], 1)
  if (!slip?.email) return false
  const settle = (mailed_at: string | null, error: string | null) =>
    ctx.db.query(sql`
      UPDATE ${table(ctx, 'payslip')}
      SET mailed_at = ${mailed_at}, mail_error = ${error}
      WHERE id = ${payslip.id}
    `)
  try {
    const password = payslipPassword(ctx, [slip])
    const body = await toPdf(ctx, payslipForm(ctx, head, [slip], password))
    await ctx.services.mail.send(ctx, {
      to: slip.email,
      subject: `Payslip, ${slip.period}`,
      text: `Dear ${slip.name},\n\nYour payslip for ${slip.period} is attached.${password ? ' It opens with your employee number.' : ''}\n\n${head.name}`,
      attachments: [{ name: `${payslipFile(slip, password)}.pdf`, type: 'application/pdf', body }],
    })
  } catch (error) {
    ctx.log.warn({ err: error, payslip: payslip.id }, 'a payslip could not be mailed')
    await settle(null, (error instanceof Error ? error.message : 'Unknown error').slice(0, MAX_ERROR))
    return false
  }
  await settle(ctx.clock.now().toISOString(), null)
  return true
}

/**
 * Sends one e-mail per payslip that was not sent yet, so a restarted job sends none twice. One that cannot be sent does not keep
 * the others back. Also returns the employees who could not be reached.
 */
export async function workMail(ctx: Ctx, data: Json, progress: (done: number, total: number) => void): Promise<Json> {
  const { payroll_id, employee_ids } = data as { payroll_id: number; employee_ids: number[] | null }
  const among = sql`
    FROM ${table(ctx, 'payslip')} s
    JOIN ${table(ctx, 'employee')} e ON e.id = s.employee_id
    WHERE s.payroll_id = ${payroll_id}
      AND (${employee_ids}::bigint[] IS NULL OR s.employee_id = ANY (${employee_ids}::bigint[]))
  `
  const [counts] = await ctx.db.query<{ mailed: number; without: number }>(
    sql`
      SELECT (count(*) FILTER (WHERE s.mailed_at IS NOT NULL))::int AS mailed,
        (count(*) FILTER (WHERE e.email IS NULL))::int AS without
      ${among}
    `,
  )
  const open = await ctx.db.query<{ id: number; employee_id: number }>(
    sql`
      SELECT s.id, s.employee_id
      ${among}
        AND s.mailed_at IS NULL
        AND e.email IS NOT NULL
      ORDER BY s.id
    `,
  )
  const head = await letterhead(ctx)
  let mailed = 0
  for (const [index, payslip] of open.entries()) {
    if (await sendOne(ctx, { payroll: payroll_id, payslip, head })) mailed++
    // Includes those sent before, so that the progress of a restarted job continues.
    progress(counts!.mailed + index + 1, counts!.mailed + open.length)
  }
  return { mailed, failed: open.length - mailed, no_address: counts!.without }
}

/** Payslips that were sent stay sent; the user who started the job is notified that the rest was not. */
export async function endMail(_ctx: Ctx, data: Json): Promise<JobSubject | undefined> {
  const payroll = Number((data as { payroll_id?: number } | null)?.payroll_id)
  return payroll ? { module: 'payroll', record_id: payroll, title: 'Not all payslips could be mailed' } : undefined
}

export const payslipMailHandlers = [mailPayslips, mails]
