/** The user's open reservation. Its key is among the module's records, so that every change of those refreshes it. */
import { queryOptions } from '@tanstack/react-query'
import { get, post } from '../../api/client.ts'
import { queryClient, refreshRecords } from '../../api/queries.ts'
import { rememberReservation } from '../../api/session.ts'
import type { Reference } from '../../api/types.ts'

export const RESERVATION = 'stock_reservation'
const MINUTES = 60_000

export interface ReservedItem {
  id: number
  item_id: number
  name: string
  sku_code: string
  uom?: Reference | null
  unit_price: number
  qty: number
  total: number
}
export interface Reservation {
  id: number
  customer_name: string
  branch?: Reference | null
  transaction_no: string
  transaction_date: string
  tax_type?: Reference | null
  tax_type_id?: number | null
  location_id?: number | null
  price_level_id?: number | null
  expires_at?: string | null
  total?: number | null
  items: ReservedItem[]
}
/** The response to a change of a quantity. */
export interface QuantityAnswer {
  qty: number
  total: number
  reservation: { id: number; total: number }
}

export const currentQuery = queryOptions({
  queryKey: ['records', RESERVATION, 'current'],
  queryFn: async ({ signal }) => {
    const current = await get<Reservation | null>(`${RESERVATION}/current`, undefined, signal)
    rememberReservation(current ? `id=${current.id}&module=${RESERVATION}` : undefined)
    return current
  },
  // A reservation expires by itself, without any user action.
  refetchInterval: 5 * MINUTES,
})

interface FoundItem {
  id: number
  name: string
  sku_code: string
  item_type: string
  uom?: Reference | null
  unit_price: number
  available: number
}
const SHOWN = 20

/** Items that match the text, with price and remaining stock at the reservation's location; available ones first. */
export const itemsQuery = (search: string, { location_id, price_level_id }: Pick<Reservation, 'location_id' | 'price_level_id'>) =>
  queryOptions({
    queryKey: ['records', 'item', 'for-cart', search, location_id, price_level_id],
    queryFn: async ({ signal }) => {
      const foundItems = await get<FoundItem[]>('item/get_data', { search, location_id, price_level_id }, signal)
      const stocked = foundItems.filter(({ item_type }) => item_type === 'Stock')
      return [...stocked.filter(({ available }) => available > 0), ...stocked.filter(({ available }) => available <= 0)].slice(0, SHOWN)
    },
  })

export const reserveItem = (source_id: number, item_id: number, change: { qty: number } | { input_qty: number }): Promise<QuantityAnswer> =>
  post<QuantityAnswer>(`${RESERVATION}/reserveItem`, { source_id, item_id, ...change })

export const createReservation = async (customer_id: number): Promise<void> => {
  await post(RESERVATION, { customer_id })
  await refreshRecords(RESERVATION)
}

export const changeTaxType = async (id: number, tax_type_id: number): Promise<void> => {
  const { tax_type } = await post<{ tax_type: Reference }>(`${RESERVATION}/changeTaxType`, { id, tax_type_id })
  queryClient.setQueryData(currentQuery.queryKey, (known) => known && { ...known, tax_type_id, tax_type })
  await refreshRecords(RESERVATION)
}

/** Creates the order and returns its number; the reservation is no longer the current one. */
export const checkout = async (id: number): Promise<number> => {
  const { order } = await post<{ order: { id: number } }>(`${RESERVATION}/checkout`, { id })
  queryClient.setQueryData(currentQuery.queryKey, null)
  rememberReservation(undefined)
  void refreshRecords(RESERVATION)
  return order.id
}
