/** Journal vouchers made by hand: the voucher is its own ledger entry, which a void or its reversal mirrors. */
import type { Json } from '../../../engine/model/module.ts'
import type { Effect } from '../../platform/context.ts'
import { fault, linesOf, recordId, textOf } from '../../records/row.ts'
import { reverseEntry } from './entry.ts'
import { isPeriodOpen, requireOpenPeriod } from './periods.ts'

export const ledgerManual: Effect = {
  name: 'ledger.manual',
  rank: 40,
  params: {
    description: 'A journal voucher made by hand: the record is its own ledger entry.',
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {},
  },
  async apply(fx) {
    if (linesOf(fx.record, 'lines').length < 2) throw fault('A journal voucher has fewer than two lines.')
    return { entry: recordId(fx) }
  },
  async reverse(fx, entry) {
    await reverseEntry(fx, (entry as { entry: number }).entry)
  },
}

/**
 * `ledger.reverse`: the mirror of the voucher on a later day, such as that of an accrual on the first day of the next month.
 * A void takes the mirror back on the day of the mirror, or on that of the void where its period is locked, so that neither
 * month is left with one half.
 */
export const ledgerReverse: Effect<{ date: string }> = {
  name: 'ledger.reverse',
  rank: 40,
  params: {
    description: 'Reverses a journal voucher on the day in a field, which must be in an open period. A void takes both back.',
    examples: [{ date: 'reversing_date' }],
    type: 'object',
    additionalProperties: false,
    required: ['date'],
    properties: { date: { type: 'string', format: 'field', of: ['date'], description: 'Field with the day of the reversal.' } },
  },
  async apply(fx, { date: field }): Promise<Json> {
    const date = textOf(fx.record, field)
    await requireOpenPeriod(fx.ctx, date, 'general_ledger')
    return { entry: await reverseEntry({ ...fx, date }, recordId(fx)), date }
  },
  async reverse(fx, done) {
    const { entry, date } = done as { entry: number; date: string }
    await reverseEntry({ ...fx, date: (await isPeriodOpen(fx.ctx, date, 'general_ledger')) ? date : fx.date }, entry)
  },
}
