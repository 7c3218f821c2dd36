/** `POST {module}/{id}/print-form`: a record as a PDF, drawn from the same layout as its screens. `GET {module}/print-report`: a report. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Content } from 'pdfmake/interfaces.js'
import type { Module, Print, Row } from '../../engine/model/module.ts'
import { writeAudit } from '../platform/audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { sql, table } from '../platform/db/sql.ts'
import { invalid, notFound, refuse } from '../platform/errors.ts'
import { envFor, programFor } from '../platform/expressions.ts'
import { saidOn } from '../platform/issued/facts.ts'
import { letterhead } from '../platform/issued/letterhead.ts'
import { partyOf } from '../platform/issued/party.ts'
import { requireAction } from '../records/access.ts'
import { idOf } from '../records/get.ts'
import { read } from '../records/read.ts'
import { mountOn } from '../records/routes/module-call.ts'
import { checkForm } from './check.ts'
import { documentForm } from './document.ts'
import { type PdfDefinition, toPdf } from './pdf.ts'
import { postingsOf } from './postings.ts'
import { printReport } from './report.ts'
import { noteSerials } from './serials.ts'

/** The copies of the form, one after another in one file. Each is built separately, because drawing changes the definition. */
async function inCopies(copies: number, draw: () => PdfDefinition | Promise<PdfDefinition>): Promise<PdfDefinition> {
  const form = await draw()
  const more: Content[] = []
  for (let copy = 1; copy < copies; copy++) more.push({ stack: [(await draw()).content], pageBreak: 'before' })
  return more.length ? { ...form, content: [form.content, ...more] } : form
}

export type { Letterhead } from '../platform/print-form.ts'
export { letterhead }

/** A printed document: its file, and the record that it is of. */
interface PrintedForm {
  readonly pdf: Buffer
  readonly filename: string
  readonly form: string
  readonly record: Row
}

/** A report's rows for these parameters as a PDF, and their number. The caller needs the right to print the report. */
export async function reportPdf(
  ctx: Ctx,
  module: Module,
  query: Readonly<Record<string, unknown>>,
): Promise<{ pdf: Buffer; filename: string; rows: number }> {
  if (!module.report) throw notFound(`${module.title} is not a report.`)
  requireAction(ctx, module, 'print')
  const { definition, rows } = await printReport(ctx, module, query, await letterhead(ctx))
  return { pdf: await toPdf(ctx, definition), filename: `${module.name}-${ctx.clock.today(ctx.company.time_zone)}.pdf`, rows }
}

/** A record's print form as a PDF; the first form that its state offers where none is named. The caller needs the right to print the record. */
export async function formPdf(ctx: Ctx, module: Module, id: number, wanted?: unknown): Promise<PrintedForm> {
  requireAction(ctx, module, 'print')
  const record = await read(ctx, module, id, { action: 'view' })
  const env = await envFor(ctx, module)
  const isOffered = ({ when }: Print): boolean => !when || programFor(ctx, module, when).evaluate(record, env) === true
  const form =
    wanted === undefined || wanted === null
      ? (module.print.find(isOffered) ?? module.print[0])
      : module.print.find((print) => print.name === wanted)
  if (!form) throw wanted ? invalid({ form: [`There is no print form "${String(wanted)}".`] }) : notFound('This module has no print form.')
  if (!isOffered(form)) throw refuse('E_STATE', `"${form.title}" cannot be printed in this state.`)
  for (const [name, condition] of Object.entries(form.rows)) {
    const program = programFor(ctx, module, condition, name)
    record[name] = ((record[name] as Row[] | undefined) ?? []).filter((row) => program.evaluate(row, env, record) === true)
  }
  const { head, settings, party } = form.tax
    ? await saidOn(ctx, module, form.tax, record)
    : { head: await letterhead(ctx), settings: ctx.settings, party: await partyOf(ctx, module, record) }
  // What the screen hides in this state is not printed either.
  const hidden = module.fields.filter(({ visible }) => visible && programFor(ctx, module, visible).evaluate(record, env) !== true)
  const shownForm = { ...form, omit: [...form.omit, ...hidden.map((field) => field.name)] }
  await noteSerials(ctx, module, record)
  const drawn = ctx.services.printForms.get(form.template)
  const draw = form.template === 'check' ? checkForm : documentForm
  const postings = form.distribution ? await postingsOf(ctx, module, record) : []
  const pdf = await toPdf(
    ctx,
    await inCopies(form.copies, () =>
      drawn
        ? drawn({ ctx, module, record, head })
        : draw({ ctx: { ...ctx, settings }, module, record, form: shownForm, head, party, postings }),
    ),
  )
  const name = String(record.transaction_no ?? `${module.name}-${id}`).replace(/[^A-Za-z0-9_-]/g, '_')
  return { pdf, filename: `${name}.pdf`, form: form.name, record }
}

/** Counts a print of the record and notes it in the audit trail: also one that was mailed. */
export async function notePrint(ctx: Ctx, module: Module, id: number, { form, record }: PrintedForm): Promise<void> {
  if (module.field.print_count) {
    // A print is no change that an open form must know about: the version stays.
    await ctx.db.query(
      sql`
        UPDATE ${table(ctx, module.entity.table)}
        SET print_count = coalesce(print_count, 0) + 1, last_printed_at = ${ctx.clock.now().toISOString()}
        WHERE id = ${id}
      `,
    )
  }
  await writeAudit(ctx, { module, record_id: id, action: 'print', number: record.transaction_no, note: { form } })
}

export function registerPrintRoutes(app: FastifyInstance, deps: { ctx(request: FastifyRequest): Promise<Ctx> }): void {
  const mount = mountOn(app, deps)
  const send = (reply: FastifyReply, filename: string, pdf: Buffer) =>
    reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="${filename}"`)
      .header('cache-control', 'no-store')
      .send(pdf)
  mount('GET print-report', async ({ ctx, module, query }, _request, reply) => {
    const { pdf, filename, rows } = await reportPdf(ctx, module, query)
    await writeAudit(ctx, { module, record_id: 0, action: 'print', note: { rows } })
    return send(reply, filename, pdf)
  })
  mount('POST {id}/print-form', async ({ ctx, module, params }, request, reply) => {
    const id = idOf(params.id)
    const printed = await formPdf(ctx, module, id, (request.body as Row | null)?.form)
    await notePrint(ctx, module, id, printed)
    return send(reply, printed.filename, printed.pdf)
  })
}
