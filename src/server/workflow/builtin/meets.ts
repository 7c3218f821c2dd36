/** `record.meets`: a condition that a descriptor declares, with the rule that refuses and the instruction for the user. */
import type { Row } from '../../../engine/model/module.ts'
import { can } from '../../../engine/runtime/permissions/index.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import type { Guard } from '../../platform/context.ts'
import { refuseByDescriptor } from '../../platform/errors.ts'

type Params = { that: string; lines?: string; when?: string; rule: string; message: string; override?: string }

export const recordMeets: Guard<Params> = {
  name: 'record.meets',
  params: {
    description: 'Refuses, by a rule of its own and with a message, what does not meet a condition.',
    examples: [
      { that: 'net_amount > 0', rule: 'E_AMOUNT', message: 'The voucher pays nothing. Add a bill or an account with an amount.' },
      { lines: 'items', that: 'source_line_id != null', rule: 'E_SOURCE', message: 'copy the line from a receipt.' },
    ],
    type: 'object',
    additionalProperties: false,
    required: ['that', 'rule', 'message'],
    properties: {
      that: {
        type: 'string',
        format: 'expression',
        gives: 'bool',
        description: 'Expression: what must hold for the record, or for every row when `lines` is given.',
      },
      lines: { type: 'string', format: 'lines', description: 'Child table: the condition is asked of each of its rows.' },
      when: { type: 'string', format: 'expression', gives: 'bool', description: 'Expression: asked only where it holds.' },
      rule: { type: 'string', pattern: '^E_[A-Z_]+$', description: 'Rule named in the refusal.' },
      message: { type: 'string', description: 'What is wrong and what to do, for the user.' },
      override: {
        type: 'string',
        pattern: '^[a-z_]+$',
        description: 'Permission code of the module: who holds it may go ahead all the same, which the audit trail notes.',
      },
    },
  },
  async check(fx, { that, lines, when, rule, message, override }) {
    const rows: (Row | undefined)[] = lines ? ((fx.record[lines] as Row[] | undefined) ?? []) : [undefined]
    for (const [index, row] of rows.entries()) {
      if (when && fx.evaluate(when, row) !== true) continue
      if (fx.evaluate(that, row) === true) continue
      const name = row && String(row.description ?? '').trim()
      const named = (what: string) => (row ? `${name || `Line ${index + 1}`}: ${what}` : what)
      if (!override || !(fx.ctx.system !== undefined || can(fx.ctx.principal, fx.module, override)))
        throw refuseByDescriptor(rule, named(message))
      await writeAudit(fx.ctx, {
        module: fx.module,
        record_id: Number(fx.record.id),
        action: 'override',
        number: fx.record[fx.module.entity.numbers[0]?.field ?? ''],
        // What was wrong, without what the user could have done instead.
        reason: `${named(message.split('. ')[0]!)} (${rule})`.slice(0, 200),
      })
    }
  },
}
