/** A mock server for the cart's stories: one reservation, two items, five of each available. */
import { type MockAnswer, type MockCall, mockNavigation, refusal } from '../../testing/api.ts'
import type { Reservation, ReservedItem } from './queries.ts'

const MOST = 5
const PIECE = { id: 1, name: 'Piece', label: 'PC · Piece' }
const TAX_TYPES = ['VAT Inclusive', 'VAT Exclusive', 'VAT Exempt', 'Zero Rated', 'Non-VAT'].map((name, index) => ({
  id: index + 1,
  name,
  label: name,
}))
const GOODS = [
  { id: 11, name: 'Kidlat Cordless Drill 18 V', sku_code: 'PWT-0005', unit_price: 6095.25 },
  { id: 12, name: 'Tibay Hex Bolt M8 x 30', sku_code: 'FST-0002', unit_price: 14.25 },
  { id: 13, name: 'Bahaghari Latex Paint Terracotta', sku_code: 'PNT-0011', unit_price: 1040 },
]
const itemOf = (id: number, qty: number): ReservedItem => {
  const goods = GOODS.find((candidate) => candidate.id === id)!
  return { ...goods, id: id * 10, item_id: id, uom: PIECE, qty, total: Math.round(goods.unit_price * qty * 100) / 100 }
}

export interface CartOptions {
  /** Item → quantity; `null`: there is no reservation. */
  items?: Readonly<Record<number, number>> | null
  actions?: readonly string[]
  plugins?: readonly string[]
}

const reservation = (items: ReservedItem[]): Reservation => ({
  id: 7,
  customer_name: 'Bautista Construction Inc.',
  branch: { id: 1, name: 'Makati', label: 'MNL · Makati' },
  transaction_no: 'RS-MNL-2026-000007',
  transaction_date: '2026-11-21',
  tax_type: TAX_TYPES[0]!,
  tax_type_id: 1,
  location_id: 1,
  price_level_id: null,
  expires_at: '2026-11-22T01:15:00.000Z',
  total: 0,
  items,
})

export const cartServer = ({ items = { 11: 2, 12: 4 }, actions, plugins = [] }: CartOptions = {}) => {
  let open: Reservation | null = items && reservation(Object.entries(items).map(([id, qty]) => itemOf(Number(id), qty)))
  const calls: { path: string; body: unknown }[] = []
  const ok = (data: unknown): MockAnswer => ({ status: 200, body: { success: true, data } })
  const sum = () => Math.round(open!.items.reduce((total, item) => total + item.total, 0) * 100) / 100

  const reserve = ({ item_id, qty, input_qty }: { item_id: number; qty?: number; input_qty?: number }): MockAnswer => {
    const before = open!.items.find((item) => item.item_id === item_id)
    const next = input_qty ?? (before?.qty ?? 0) + (qty ?? 0)
    if (next > MOST)
      return refusal(422, `FST-0002 @ MNL-WH: needed ${next}, available ${MOST}. Receive or transfer stock first, or lower the quantity.`, {
        rule: 'E_INSUFFICIENT_STOCK',
      })
    const line = itemOf(item_id, next)
    const rest = open!.items.map((item) => (item === before ? line : item)).filter((item) => item.qty > 0)
    open = { ...open!, items: before ? rest : [...rest, line] }
    return ok({ item_id, qty: next, total: line.total, reservation: { id: open.id, total: sum() } })
  }

  const answer = ({ method, path, query, body }: MockCall): MockAnswer | undefined => {
    if (method !== 'GET') calls.push({ path, body })
    if (path === 'meta/navigation') {
      const entry = {
        name: 'stock_reservation',
        title: 'Stock Reservations',
        icon: 'basket',
        actions: [...(actions ?? ['index', 'view', 'new', 'edit', 'void', 'process'])],
      }
      const order = { name: 'sales_order', title: 'Sales Orders', icon: 'shopping-bag', actions: ['index', 'view'] }
      const application = {
        name: 'revenue',
        title: 'Revenue',
        icon: 'cash-register',
        color: 'green',
        groups: [{ title: 'Sales', modules: [entry, order] }],
      }
      return ok({ applications: [...mockNavigation.applications, ...(actions?.length === 0 ? [] : [application])], plugins })
    }
    // What its checkout makes.
    if (path === 'meta/modules/stock_reservation')
      return ok({ name: 'stock_reservation', workflow: { transitions: { checkout: { create: { module: 'sales_order' } } } } })
    if (path === 'stock_reservation/current') return ok(open && { ...open, total: sum() })
    if (path === 'item/get_data')
      return ok(
        GOODS.filter(({ name }) => name.toLowerCase().includes((query.get('search') ?? '').toLowerCase())).map((goods, index) => ({
          ...goods,
          item_type: 'Stock',
          uom: PIECE,
          available: index === 2 ? 0 : MOST,
        })),
      )
    if (path === 'tax_type/dropdown') return ok(TAX_TYPES)
    if (path === 'stock_reservation/reserveItem') return reserve(body as { item_id: number })
    if (path === 'stock_reservation/changeTaxType') {
      const { tax_type_id } = body as { tax_type_id: number }
      open = { ...open!, tax_type_id, tax_type: TAX_TYPES.find(({ id }) => id === tax_type_id)! }
      return ok(open)
    }
    if (path === 'stock_reservation/checkout') {
      open = null
      return { status: 200, body: { success: true, order: { id: 31 }, data: { order: { id: 31 } } } }
    }
    if (path === 'stock_reservation' && method === 'POST') {
      open = reservation([])
      return ok(open)
    }
    return undefined
  }
  return { answer, calls }
}
