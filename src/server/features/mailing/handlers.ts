/** Calls that mail the print form of a record, or a report to each party of it. */
import type { JsonSchema, Module, Row } from '../../../engine/model/module.ts'
import type { Ctx, Handler } from '../../platform/context.ts'
import { invalid, refuse } from '../../platform/errors.ts'
import { id } from '../../platform/http/params.ts'
import { requireAction } from '../../records/access.ts'
import { type BulkResult, collected } from '../../records/bulk.ts'
import { read } from '../../records/read.ts'
import type { ReportPage } from '../../records/report/page.ts'
import { readParameters } from '../../records/report/parameters.ts'
import { runReport } from '../../records/routes/custom.ts'
import { moduleOf } from '../../records/routes/request.ts'
import { fault } from '../../records/row.ts'
import { compose, WORDS, type Words } from './contents.ts'
import { queueMail } from './outgoing.ts'

/** The most mails of one call. */
const MAX_MAILS = 500

/** The print form of the record, to an address that it leads to. */
export const mailForm: Handler = {
  name: 'mail.form',
  params: {
    type: 'object',
    additionalProperties: false,
    required: ['to', 'subject', 'text'],
    description: 'Mails the print form of the record as a PDF.',
    properties: { ...WORDS, form: { type: 'string', description: 'Name of the print form; the first one when absent.' } },
  },
  async run(ctx, module, { params }, given) {
    const { form, ...words } = given as unknown as Words & { form?: string }
    const recordId = id(params, 'id')
    requireAction(ctx, module, 'print')
    const record = await read(ctx, module, recordId, { action: 'view' })
    if (module.workflow && record.is_posted !== true) throw refuse('E_STATE', `Post the ${module.singular} before mailing it.`)
    if (record.is_voided === true) throw refuse('E_STATE', `The ${module.singular} is voided.`)
    const composed = await compose(ctx, module.fields, record, words)
    await ctx.db.tx(() =>
      queueMail(ctx, { module: module.name, id: recordId }, composed, {
        kind: 'form',
        module: module.name,
        id: recordId,
        ...(form ? { form } : {}),
      }),
    )
    return { note: `The mail to ${composed.recipient} is being sent.` }
  },
}

interface ReportMail extends Words {
  readonly report?: string
  readonly each: string
  readonly among?: { readonly report: string; readonly with: Readonly<Record<string, string>>; readonly column: string }
}

const REPORT_MAIL: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['each', 'to', 'subject', 'text'],
  description: 'Mails a report as a PDF to each of the parties chosen: one mail with the rows of that party only.',
  properties: {
    ...WORDS,
    report: { type: 'string', format: 'module', description: 'The report; the module itself when absent.' },
    each: {
      type: 'string',
      description: 'Parameter of the report with the party. The input names several under its plural, `customer_ids`.',
    },
    among: {
      type: 'object',
      additionalProperties: false,
      required: ['report', 'with', 'column'],
      description: 'Report whose rows name the parties when none is chosen.',
      properties: {
        report: { type: 'string', format: 'module', description: 'The report.' },
        with: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'Its parameters: constants, or `$name` for a parameter of the mailed report.',
        },
        column: { type: 'string', description: 'Column with the party.' },
      },
    },
  },
}

/** A report to each party: chosen ones, the record's own, or all that another report names. Results are per party. */
export const mailReport: Handler = {
  name: 'mail.report',
  params: REPORT_MAIL,
  async run(ctx, module, { params, body }, given): Promise<BulkResult[]> {
    const { report: name = module.name, each, among, ...words } = given as unknown as ReportMail
    const report = moduleOf(ctx, name)
    requireAction(ctx, report, 'print')
    const recordId = params.id === undefined ? undefined : id(params, 'id')
    if (recordId !== undefined) await read(ctx, module, recordId, { action: 'view' })
    const chosen = recordId === undefined ? partiesIn(body[each.replace(/_id$/, '_ids')]) : [recordId]
    const { [each]: _party, ...asked } = await readParameters(ctx, report, { ...body, [each]: chosen[0] ?? 1 })
    const parties = chosen.length || !among ? chosen : await partiesAmong(ctx, among, asked)
    if (!parties.length)
      throw invalid({ [each.replace(/_id$/, '_ids')]: ['There is nothing to send to anyone. Choose at least one, or other dates.'] })
    if (parties.length > MAX_MAILS) throw invalid({ [each]: [`At most ${MAX_MAILS} mails at once.`] })
    const results: BulkResult[] = []
    for (const party of parties) results.push(await mailOne(ctx, report, { ...asked, [each]: party }, { each, words }))
    return results
  },
}

/** One mail, or why there is none. */
async function mailOne(
  ctx: Ctx,
  report: Module,
  values: Row,
  { each, words }: { readonly each: string; readonly words: Words },
): Promise<BulkResult> {
  const party = Number(values[each])
  const field = report.report!.parameters.find((parameter) => parameter.name === each)
  if (!field?.to) throw fault(`"${each}" of ${report.name} names no party.`)
  let label = `#${party}`
  const result = await collected(party, async () => {
    const [named] = await ctx.services.records.dropdown(ctx, moduleOf(ctx, field.to!), { filter: { id: party } })
    if (!named) throw refuse('E_NO_ADDRESS', `There is no ${field.title.toLowerCase()} with the number ${party}.`)
    label = String(named.label ?? named.name)
    const parameters = Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => (value === null || value === undefined ? [] : [[name, String(value)]])),
    )
    const page = (await runReport(ctx, report, { ...parameters, limit: 1 })) as ReportPage
    if (page.pagination.total === 0) throw refuse('E_NOTHING_TO_SEND', 'There is nothing to send for these parameters.')
    const composed = await compose(ctx, report.report!.parameters, values, words)
    await ctx.db.tx(() => queueMail(ctx, { module: field.to!, id: party }, composed, { kind: 'report', module: report.name, parameters }))
  })
  return { ...result, label }
}

function partiesIn(given: unknown): number[] {
  if (given === undefined || given === null || given === '') return []
  return [...new Set([given].flat().map((value) => id({ id: value }, 'id')))]
}

async function partiesAmong(ctx: Ctx, among: NonNullable<ReportMail['among']>, values: Row): Promise<number[]> {
  const query = Object.fromEntries(
    Object.entries(among.with).flatMap(([name, value]) => {
      const found = value.startsWith('$') ? values[value.slice(1)] : value
      return found === null || found === undefined ? [] : [[name, found]]
    }),
  )
  const { data } = (await runReport(ctx, moduleOf(ctx, among.report), { ...query, limit: 'all' })) as ReportPage
  return [...new Set(data.map((row) => Number(row[among.column] ?? 0)).filter((party) => party > 0))]
}
