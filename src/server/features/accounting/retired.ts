/** Effects of former versions: what their journals say in the terms of those that took their place. */
import type { Retired } from '../../workflow/registry.ts'

type Paid = { applied: number[]; entry: number | null }

export const retired: Readonly<Record<string, Retired>> = {
  'payables.pay': (entry) => [{ effect: 'ledger.post', entry: { ...(entry as Paid), opened: [], counters: [] } }],
  'payables.clear': (entry) => [{ effect: 'ledger.post', entry: { ...(entry as Pick<Paid, 'entry'>) } }],
}
