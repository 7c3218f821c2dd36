/**
 * Values that a form proposes while it is filled in: those of a handler that its descriptor names (`form.propose`), the next
 * number of a series (`propose.next`), the usual record of a reference (`propose.where`), and those of rows that are looked up
 * in other modules.
 */
import type { FormProposal, Module, Row } from '../../engine/model/module.ts'
import { toJson } from '../../engine/runtime/compute/index.ts'
import type { Ctx } from '../platform/context.ts'
import { invalid } from '../platform/errors.ts'
import { rows, text } from '../platform/http/params.ts'
import { seesOf } from './access.ts'
import { type Choice, next, usual } from './proposals.ts'
import { fillLookups } from './write/lookups.ts'
import { withoutMisshapen } from './write/validate.ts'

const MAX_ROWS = 500
/** Versions of one record that are asked about at once: the one on screen, and the one that was stored. */
const MAX_RECORDS = 10

/** A value with what it is, which the form tells beside it. */
export interface Reasoned {
  readonly value: number | string | boolean | null
  readonly why: string
  /** Of a reference: the proposed record as its picker shows it. */
  readonly choice?: Choice
}
type Proposed = number | string | boolean | null | Reasoned

const pathOf = ({ lines, field }: FormProposal): string => (lines === undefined ? field : `${lines}.${field}`)

/**
 * One value, or null, for each row that was sent; `record` is the header as far as it is filled in. For a field of the
 * record itself the rows are versions of the record.
 */
export async function proposeValues(ctx: Ctx, module: Module, body: Row): Promise<Proposed[]> {
  const named = text(body, 'field', 100)
  const proposal = module.form.propose?.find((candidate) => pathOf(candidate) === named)
  const [head, tail] = named.split('.') as [string, string | undefined]
  const lines = module.lines.find((line) => line.name === (tail === undefined ? undefined : head))
  const field = lines ? lines.field[tail!] : module.field[head]
  const isLookedUp = lines !== undefined && field?.lookup !== undefined
  const series = field?.propose && 'next' in field.propose && field.writable ? field.propose : undefined
  const isUsual = lines === undefined && field?.propose !== undefined && 'where' in field.propose && field.writable
  if ((!proposal && !isLookedUp && !series && !isUsual) || !field || !seesOf(ctx)(field))
    throw invalid({ field: ['Nothing is proposed for this field.'] })
  const sent = rows(body, 'rows')
  if (sent.length > (lines ? MAX_ROWS : MAX_RECORDS)) throw invalid({ rows: ['Too many at once.'] })
  const header = typeof body.record === 'object' && body.record !== null && !Array.isArray(body.record) ? (body.record as Row) : {}
  const record = withoutMisshapen(module, lines ? { ...header, [lines.name]: sent } : header).row
  const asked = lines ? record[lines.name] : sent.map((version) => withoutMisshapen(module, version).row)
  if (!proposal && series)
    return Promise.all((asked as Row[]).map(async (draft) => (await next(ctx, module, field, { proposal: series, draft })) ?? null))
  if (!proposal && isUsual)
    return Promise.all(
      (asked as Row[]).map(async (draft) => {
        const choice = await usual(ctx, module, field, draft)
        return choice ? { value: choice.id, why: '', choice } : null
      }),
    )
  if (!proposal) {
    await fillLookups(ctx, module, record, { isStale: (_row, candidate) => candidate === field })
    return ((record[lines!.name] as Row[] | undefined) ?? []).map((row) => toJson({ value: row[field.name] ?? null }).value as Proposed)
  }
  const { name, params } = proposal.handler
  const request = { params: {}, query: {}, body: { record, rows: asked }, files: [] }
  const match = await ctx.services.handlers.get(name)?.run(ctx, module, request, params)
  return Array.isArray(match) ? (match as Proposed[]) : []
}
