/** `ledger.manual`: a journal voucher made by hand is its own ledger entry; its void writes the mirror. */
import type { Effect } from '../../platform/context.ts'
import { fault, linesOf, recordId } from '../../records/row.ts'
import { reverseEntry } from './entry.ts'

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
