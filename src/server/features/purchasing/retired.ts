/** Effects of former versions: their journals in the terms of the effects that replaced them, the last one first. */
import { centsText, microsText } from '../../../domain/minor-units.ts'
import type { Json } from '../../../engine/model/module.ts'
import type { Retired } from '../../workflow/registry.ts'

interface Share {
  id: number
  share: string
}
interface Billed {
  rows: number[]
  held: Record<string, string>
  shares: Share[]
  landed: { id: number; amount: string }[]
  item: number | null
  entry: number | null
}
interface Returned {
  rows: number[]
  shares: Share[]
  orders: { id: number; qty: string }[]
  applied: number[]
  bill: { id: number; amount: string } | null
  credit: number | null
  entry: number | null
}

const cents = (text: string): string => centsText(BigInt(text))
const done = (effect: string, entry: Json): { effect: string; entry: Json } => ({ effect, entry })
const cleared = (shares: readonly Share[]) =>
  done('sources.carry', {
    table: 'goods_receipt__items',
    column: 'grni_cleared',
    parts: shares.filter(({ share }) => share !== '0').map(({ id, share }) => ({ id, amount: cents(share) })),
  })

export const retired: Readonly<Record<string, Retired>> = {
  'purchase.bill': (entry) => {
    const { rows, held, shares, landed, item, entry: id } = entry as unknown as Billed
    const parts = landed.map((part) => ({ id: part.id, amount: cents(part.amount) }))
    return [
      done('ledger.post', { entry: id, opened: item === null ? [] : [item], applied: [], counters: [] }),
      done('accrual.clear', { module: 'goods_receipt', column: 'landed_billed', parts }),
      done('stock.revalue', { rows, held }),
      cleared(shares),
    ]
  },
  'purchase.return': (entry) => {
    const { rows, shares, orders, applied, bill, credit, entry: id } = entry as unknown as Returned
    const counters = bill ? [{ module: 'bill', id: bill.id, field: 'amount_returned', by: cents(bill.amount) }] : []
    const deltas = orders.map((order) => ({ id: order.id, by: microsText(BigInt(order.qty)) }))
    return [
      done('ledger.post', { entry: id, opened: credit === null ? [] : [credit], applied, counters }),
      done('stock.move', { rows }),
      cleared(shares),
      done('sources.serve', [{ module: 'purchase_order', lines: 'items', counter: 'qty_returned', deltas, headers: [] }]),
    ]
  },
}
