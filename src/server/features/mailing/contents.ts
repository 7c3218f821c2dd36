/** What is mailed: to whom, with which words, and the printed form or report that is attached. */
import type { Field, Json, JsonSchema, Module, Row } from '../../../engine/model/module.ts'
import { atPath, formatDate, formatLabel } from '../../../engine/runtime/format/index.ts'
import { asSystem } from '../../platform/auth/as-system.ts'
import type { Ctx } from '../../platform/context.ts'
import { refuse } from '../../platform/errors.ts'
import { formPdf, notePrint, reportPdf } from '../../print/index.ts'
import { moduleOf } from '../../records/routes/request.ts'
import { fault } from '../../records/row.ts'

/** The print form of a record, or a report with its parameters. It is drawn when the mail is sent. */
export type Attached =
  | { readonly kind: 'form'; readonly module: string; readonly id: number; readonly form?: string }
  | { readonly kind: 'report'; readonly module: string; readonly parameters: Readonly<Record<string, string>> }

/** The words of a mail; `{path}` stands for a value. */
export interface Words {
  readonly to: string
  readonly subject: string
  readonly text: string
}

export const WORDS = {
  to: { type: 'string', description: 'Path to the e-mail address: `customer_id.email`, or `email` of the record itself.' },
  subject: { type: 'string', description: 'Subject; `{path}` stands for a value, `{company.name}` and `{user.name}` for the sender.' },
  text: { type: 'string', description: 'Text, with values like the subject.' },
} as const satisfies Record<string, JsonSchema>

/** A mail as it is put into the list of mails. */
export interface Composed {
  readonly recipient: string
  readonly party: string
  readonly subject: string
  readonly text: string
}

/**
 * The mail about `values`, whose references are those of `fields`. The address is read without the right to see the party: users
 * who can print what is mailed know its addressee. 422 where there is no address.
 */
export async function compose(ctx: Ctx, fields: readonly Field[], values: Row, words: Words): Promise<Composed> {
  const shown: Row = { ...values, company: { name: ctx.company.name }, user: { name: ctx.principal.name } }
  for (const field of fields) {
    if (field.type === 'date') shown[field.name] = formatDate(values[field.name])
  }
  const steps = words.to.split('.')
  let party = values
  if (steps.length > 1) {
    const field = fields.find(({ name }) => name === steps[0])
    const target = field?.to ? ctx.modules.get(field.to) : undefined
    if (!field || !target) throw fault(`"${words.to}" leads to no address.`)
    if (!values[field.name]) throw refuse('E_NO_ADDRESS', `${field.title} is empty, so no mail can be sent.`)
    party = await ctx.services.records.get(asSystem(ctx, 'the address of a mail'), target, Number(values[field.name]))
    if (field.refAs) shown[field.refAs] = party
  }
  const name = String(party.name ?? party.label ?? '')
  const recipient = String(atPath(party, steps.at(-1)!) ?? '').trim()
  if (!recipient) throw refuse('E_NO_ADDRESS', `${name} has no e-mail address. Enter it there first.`)
  return { recipient, party: name, subject: formatLabel(words.subject, shown), text: filled(words.text, shown) }
}

/** A text with its values; an empty one leaves only itself out. */
const filled = (text: string, values: Row): string =>
  text.replace(/\{([a-z0-9_.]+)\}/gi, (_, path: string) => String(atPath(values, path) ?? ''))

/** The attachment, drawn with the rights of the caller. */
export async function drawn(ctx: Ctx, attached: Attached): Promise<{ name: string; type: string; body: Buffer }> {
  const module: Module = moduleOf(ctx, attached.module)
  if (attached.kind === 'form') {
    const printed = await formPdf(ctx, module, attached.id, attached.form)
    await notePrint(ctx, module, attached.id, printed)
    return { name: printed.filename, type: 'application/pdf', body: printed.pdf }
  }
  const { pdf, filename, rows } = await reportPdf(ctx, module, attached.parameters)
  if (rows === 0) throw refuse('E_NOTHING_TO_SEND', 'There is nothing to send for these parameters.')
  return { name: filename, type: 'application/pdf', body: pdf }
}

export const asJson = (attached: Attached): Json => attached as unknown as Json
