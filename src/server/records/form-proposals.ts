/** Values of rows that a form proposes while it is filled in (`form.propose`), asked of the handler that its descriptor names. */
import type { Module, Row } from '../../engine/model/module.ts'
import type { Ctx } from '../platform/context.ts'
import { invalid } from '../platform/errors.ts'
import { rows, text } from '../platform/http/params.ts'
import { seesOf } from './access.ts'
import { withoutMisshapen } from './write/validate.ts'

const MAX_ROWS = 500

/** One value, or null, for each row that was sent; `record` is the header as far as it is filled in. */
export async function proposeRows(ctx: Ctx, module: Module, body: Row): Promise<(number | string | null)[]> {
  const named = text(body, 'field', 100)
  const proposal = module.form.propose?.find((rowProposal) => `${rowProposal.lines}.${rowProposal.field}` === named)
  const lines = module.lines.find((line) => line.name === proposal?.lines)
  const field = proposal && lines?.field[proposal.field]
  if (!proposal || !lines || !field || !seesOf(ctx)(field)) throw invalid({ field: ['Nothing is proposed for this field.'] })
  const sent = rows(body, 'rows')
  if (sent.length > MAX_ROWS) throw invalid({ rows: ['Too many at once.'] })
  const header = typeof body.record === 'object' && body.record !== null && !Array.isArray(body.record) ? (body.record as Row) : {}
  const draft = withoutMisshapen(module, { ...header, [lines.name]: sent }).row
  const { name, params } = proposal.handler
  const request = { params: {}, query: {}, body: { record: draft, rows: draft[lines.name] }, files: [] }
  const match = await ctx.services.handlers.get(name)?.run(ctx, module, request, params)
  return Array.isArray(match) ? (match as (number | string | null)[]) : []
}
