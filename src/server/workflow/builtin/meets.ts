/** `record.meets`: a condition that a descriptor declares, with the rule that refuses and the instruction for the user. */
import type { Row } from '../../../engine/model/module.ts'
import { dec, toCents } from '../../../kernel/decimal.ts'
import type { Guard } from '../../platform/context.ts'
import { refuseByDescriptor } from '../../platform/errors.ts'
import { moneyText } from '../../records/row.ts'
import { type Breach, requireOverride } from './override.ts'

type Params = {
  that: string
  lines?: string
  when?: string
  rule: string
  message: string
  amounts?: Record<string, string>
  override?: string
}

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
      message: { type: 'string', description: 'What is wrong and what to do, for the user; `{name}` for one of the `amounts`.' },
      amounts: {
        type: 'object',
        additionalProperties: { type: 'string', format: 'expression', gives: 'number' },
        description: 'Amounts that the message names: expressions over the record, or over the row when `lines` is given.',
      },
      override: {
        type: 'string',
        pattern: '^[a-z_]+$',
        description: 'Permission code of the module: who holds it may go ahead once asked, which the audit trail notes.',
      },
    },
  },
  async check(fx, { that, lines, when, rule, message, amounts = {}, override }) {
    const rows: (Row | undefined)[] = lines ? ((fx.record[lines] as Row[] | undefined) ?? []) : [undefined]
    const breaches: Breach[] = []
    for (const [index, row] of rows.entries()) {
      if (when && fx.evaluate(when, row) !== true) continue
      if (fx.evaluate(that, row) === true) continue
      const name = row && String(row.description ?? '').trim()
      const filled = message.replace(/\{(\w+)\}/g, (whole, amount: string) =>
        amounts[amount] === undefined ? whole : moneyText(toCents(dec(fx.decimal(amounts[amount], row)))),
      )
      const named = (what: string) => (row ? `${name || `Line ${index + 1}`}: ${what}` : what)
      // What is wrong, without what the user could do instead.
      const what = `${named(filled.split(/\. (?=\p{Lu})/u)[0]!).replace(/\.$/, '')}.`
      breaches.push({ refused: refuseByDescriptor(rule, named(filled)), what })
    }
    await requireOverride(fx, override, breaches)
  },
}
