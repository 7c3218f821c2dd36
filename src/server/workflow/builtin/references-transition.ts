/** `references.transition`: a document carries out a transition of the one that it replaces, such as closing what is left of an order. */

import type { Json, Module } from '../../../engine/model/module.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import type { Effect, EffectContext } from '../../platform/context.ts'
import { ref, sql, table } from '../../platform/db/sql.ts'

type Params = { reference: string; transition: string; undo: string; link?: string; reason?: string }
interface Done {
  module: string
  id: number
  link: string | null
  undo: string
}

export const referencesTransition: Effect<Params> = {
  name: 'references.transition',
  rank: 10,
  params: {
    description:
      'Carries out a transition of the record that a reference names, with the rights of the user. A void carries out the opposite.',
    examples: [{ reference: 'amended_order_id', transition: 'close', undo: 'reopen', link: 'amended_by_id', reason: "'Amended'" }],
    type: 'object',
    additionalProperties: false,
    required: ['reference', 'transition', 'undo'],
    properties: {
      reference: {
        type: 'string',
        format: 'field',
        of: ['reference'],
        description: 'Reference to the record; nothing happens while it is empty.',
      },
      transition: { type: 'string', pattern: '^[a-z_]+$', description: 'Transition of that record.' },
      undo: { type: 'string', pattern: '^[a-z_]+$', description: 'Transition that a void carries out.' },
      link: {
        type: 'string',
        format: 'referenced-field',
        through: 'reference',
        description: 'Reference of that record that takes this one.',
      },
      reason: { type: 'string', format: 'expression', description: 'Expression: the reason that the transition asks for.' },
    },
  },
  async apply(fx, { reference, transition, undo, link, reason }): Promise<Json> {
    const module = fx.ctx.modules.get(fx.module.field[reference]?.to ?? '')
    const id = Number(fx.record[reference] ?? 0)
    if (!module || !id) return null
    await fx.ctx.services.workflow.carryOut(fx.ctx, module, {
      id,
      action: transition,
      input: reason ? { reason: String(fx.evaluate(reason) ?? '') } : {},
    })
    if (link) await writeLink(fx, module, { id, link, to: Number(fx.record.id) })
    return { module: module.name, id, link: link ?? null, undo }
  },
  async reverse(fx, entry) {
    const done = entry as unknown as Done | null
    const module = done && fx.ctx.modules.get(done.module)
    if (!done || !module) return
    if (done.link) await writeLink(fx, module, { id: done.id, link: done.link, to: null })
    await fx.ctx.services.workflow.carryOut(fx.ctx, module, { id: done.id, action: done.undo, input: {} })
  },
}

/** Writes the reference back to the document, with an entry in the audit trail. */
async function writeLink(
  fx: EffectContext,
  module: Module,
  { id, link, to }: { id: number; link: string; to: number | null },
): Promise<void> {
  await fx.ctx.db.query(sql`UPDATE ${table(fx.ctx, module.entity.table)} SET ${ref(link)} = ${to} WHERE id = ${id}`)
  const reason = `${fx.module.singular} ${String(fx.record.transaction_no ?? fx.record.id)}`
  await writeAudit(fx.ctx, { module, record_id: id, action: 'update', note: { [link]: to }, reason })
}
