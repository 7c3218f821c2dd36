/**
 * `paper.attach`: attaches the certificate to a released request. The descriptor says which certificate under which
 * condition; a file attached by hand takes precedence. Running it again replaces the certificate.
 */

import type { Json } from '../../../engine/model/module.ts'
import type { Effect, EffectContext } from '../../platform/context.ts'
import { raw, sql, table } from '../../platform/db/sql.ts'
import { forbidden, invalid } from '../../platform/errors.ts'
import { toPdf } from '../../print/pdf.ts'
import { closedCodes } from '../../records/closed.ts'
import { idOf, nameOf, recordId, textOf } from '../../records/row.ts'
import { papers } from './index.ts'
import { requirePayAccess } from './pay-access.ts'
import type { Paper } from './types.ts'

type Params = {
  into: string
  papers: { paper: string; when: string }[]
  employee: string
  year?: string
  pay_period?: string
  loan?: string
  purpose?: string
}

const FIELD = { type: 'string', format: 'field' } as const

/** The certificate that the record asks for; only users who can see its contents can release it. */
function chosen(fx: EffectContext, params: Params): Paper | undefined {
  const entry = params.papers.find(({ when }) => fx.evaluate(when) === true)
  const paper = entry && papers.get(entry.paper)
  requirePayAccess(fx.ctx, paper?.access)
  return paper
}

/** 403 where the certificate shows data that is open only to the users of a confidential group. */
async function requireMember({ ctx, module, record }: EffectContext, params: Params, paper: Paper): Promise<void> {
  const people = ctx.modules.get(module.field[params.employee]?.to ?? '')
  const employee = idOf(record, params.employee)
  if (!paper.access || !people || !employee) return
  if ((await closedCodes(ctx, people, [employee])).get(employee)?.has(paper.access))
    throw forbidden("Only users of the confidential pay group can release a document with this employee's pay.")
}

async function drawn(fx: EffectContext, params: Params, paper: Paper): Promise<number> {
  const { ctx, module, record } = fx
  await requireMember(fx, params, paper)
  const value = (name: string | undefined) => (name ? (idOf(record, name) ?? undefined) : undefined)
  const [year, pay_period_id, loan_id] = [value(params.year), value(params.pay_period), value(params.loan)]
  const purpose = params.purpose ? textOf(record, params.purpose) : ''
  const { file, definition } = await paper.draw(ctx, {
    employee_id: idOf(record, params.employee)!,
    number: nameOf(fx),
    ...(year === undefined ? {} : { year }),
    ...(pay_period_id === undefined ? {} : { pay_period_id }),
    ...(loan_id === undefined ? {} : { loan_id }),
    ...(purpose ? { purpose } : {}),
  })
  const stored = await ctx.services.files.put(
    ctx,
    { name: `${file}.pdf`, type: 'application/pdf', body: await toPdf(ctx, definition) },
    { module: module.name, record_id: recordId(fx), ...(paper.access ? { access: paper.access } : {}) },
  )
  return Number(stored.id)
}

/** Assigns a file attached by hand to the record. Throws 400 when the caller does not own it. */
async function claim({ ctx, module, record }: EffectContext, into: string, file: number, paper: Paper | undefined): Promise<void> {
  const rows = await ctx.db.query(
    sql`
      UPDATE ${table(ctx, 'file')}
      SET module = ${module.name}, record_id = ${record.id}, access = ${paper?.access ?? null}
      WHERE id = ${file}
        AND (
          (module IS NULL AND created_by = ${ctx.principal.user_id})
          OR (module = ${module.name} AND record_id = ${record.id})
        )
      RETURNING id
    `,
  )
  if (!rows.length) throw invalid({ [into]: ['The chosen file does not exist.'] })
}

/** Assigns the file to the record; the file that it replaces becomes private to its creator. */
async function put({ ctx, module, record }: EffectContext, into: string, file: number | null, before: number | null): Promise<void> {
  await ctx.db.query(sql`UPDATE ${table(ctx, module.entity.table)} SET "${raw(into)}" = ${file} WHERE id = ${record.id}`)
  if (before !== null && before !== file)
    await ctx.db.query(
      sql`
        UPDATE ${table(ctx, 'file')}
        SET module = NULL, record_id = NULL
        WHERE id = ${before} AND module = ${module.name} AND record_id = ${record.id}
      `,
    )
}

export const paperAttach: Effect<Params> = {
  name: 'paper.attach',
  rank: 50,
  params: {
    description: 'Draws a certificate and attaches it to the record.',
    type: 'object',
    additionalProperties: false,
    required: ['into', 'papers', 'employee'],
    properties: {
      into: { ...FIELD, of: ['attachment'], description: 'Field that takes the file.' },
      papers: {
        description: 'Certificates to choose from, tried in order.',
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['paper', 'when'],
          properties: {
            paper: { enum: [...papers.keys()], description: 'Which certificate.' },
            when: {
              type: 'string',
              format: 'expression',
              gives: 'bool',
              description: 'Expression: the first that holds decides; without one nothing is written.',
            },
          },
        },
      },
      employee: { ...FIELD, to: ['employee'], description: 'Field with the employee that the paper is about.' },
      year: { ...FIELD, description: 'Field with the year.' },
      pay_period: { ...FIELD, to: ['pay_period'], description: 'Field with the pay period.' },
      loan: { ...FIELD, to: ['loan_entry'], description: 'Field with the loan.' },
      purpose: { ...FIELD, description: 'Field with what it is for.' },
    },
  },
  async apply(fx, params): Promise<Json> {
    const { ctx, module, input } = fx
    const paper = chosen(fx, params)
    const [row] = await ctx.db.query<{ id: number | null }>(
      sql`
        SELECT "${raw(params.into)}" AS id
        FROM ${table(ctx, module.entity.table)}
        WHERE id = ${recordId(fx)}
      `,
    )
    const before = row?.id ?? null
    const given = idOf(input, params.into)
    if (given !== null) await claim(fx, params.into, given, paper)
    const file = given ?? (paper ? await drawn(fx, params, paper) : before)
    await put(fx, params.into, file, before)
    return { into: params.into, file, before }
  },
  async reverse(fx, entry) {
    const { into, file, before } = entry as { into: string; file: number | null; before: number | null }
    await put(fx, into, before, file)
  },
}
