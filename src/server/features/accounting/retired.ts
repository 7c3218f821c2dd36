/** Effects of former versions: their journals in the terms of the effects that replaced them. */
import type { Retired } from '../../workflow/registry.ts'

type Paid = { applied: number[]; entry: number | null }

export const retired: Readonly<Record<string, Retired>> = {
  'payables.pay': (entry) => [{ effect: 'ledger.post', entry: { ...(entry as Paid), opened: [], counters: [] } }],
  'payables.clear': (entry) => [{ effect: 'ledger.post', entry: { ...(entry as Pick<Paid, 'entry'>) } }],
}
