/** Acknowledging a record: an employee's concern, an incident at work. */

import type { Effect, Handler } from '../../platform/context.ts'
import { acknowledged } from '../../platform/notifications/acknowledge.ts'
import { idOf } from '../../records/get.ts'
import { recordId } from '../../records/row.ts'

/** Names the field of the record that takes the remarks of the employee who acknowledges it. */
type Remarks = { readonly remarks: string }

const remarks = { type: 'string', format: 'field', description: 'Field that takes the remarks.' } as const

/** Acknowledges a record with remarks: the transition `acknowledge`, called by the address that the specification names. */
export const acknowledgeCall: Handler = {
  name: 'acknowledgement.acknowledge',
  params: { type: 'object', required: ['remarks'], additionalProperties: false, properties: { remarks } },
  run(ctx, module, request, params) {
    const { remarks: text, ...input } = request.body
    return ctx.services.workflow.transition(ctx, module, {
      id: idOf(request.params.id),
      action: 'acknowledge',
      input: { ...(text === undefined ? {} : { [(params as Remarks).remarks]: text }), ...input },
    })
  },
}

/** Writes down which employee acknowledged the record: the signed-in one, or else the employee the record belongs to. */
export const acknowledgementRecorded: Effect<Remarks> = {
  name: 'acknowledgement.record',
  rank: 50,
  params: {
    type: 'object',
    required: ['remarks'],
    additionalProperties: false,
    properties: { remarks },
    description: 'Writes down who acknowledged the record.',
  },
  async apply(fx, params) {
    const { ctx, module, record, input } = fx
    const owner = module.entity.owner
    const employee_id = ctx.principal.employee_id ?? (owner ? Number(record[owner]) : undefined)
    const text = input[params.remarks]
    if (employee_id) await acknowledged(ctx, module, { id: recordId(fx), employee_id, remarks: text ? String(text) : null })
    return null
  },
  async reverse() {},
}
