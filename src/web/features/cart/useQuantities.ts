import { useMemo, useSyncExternalStore } from 'react'
import { queryClient, refreshRecords } from '../../api/queries.ts'
import { toastError } from '../../ui/toast.ts'
import { type Change, Quantities } from './quantities.ts'
import { currentQuery, type QuantityAnswer, RESERVATION, type Reservation, type ReservedItem, reserveItem } from './queries.ts'

/** Lays what the server answered over the reservation that is known. */
const patch = (item_id: number, { qty, total, reservation }: QuantityAnswer): void => {
  queryClient.setQueryData(
    currentQuery.queryKey,
    (known) =>
      known && {
        ...known,
        total: reservation.total,
        items: known.items.flatMap((item) => (item.item_id !== item_id ? [item] : qty > 0 ? [{ ...item, qty, total }] : [])),
      },
  )
}

/** Items and total as they are shown while changes are on their way, and how to change one. */
export const useQuantities = (reservation: Reservation) => {
  const { id } = reservation
  const quantities = useMemo(
    () =>
      new Quantities<QuantityAnswer>({
        send: async (item, change) => {
          await queryClient.cancelQueries({ queryKey: currentQuery.queryKey })
          return reserveItem(id, item, change)
        },
        agreed: patch,
        refused: toastError,
        // Prices by quantity, shares of VAT and new items: the server knows them.
        idle: () => void refreshRecords(RESERVATION),
      }),
    [id],
  )
  const shown = useSyncExternalStore(quantities.subscribe, quantities.current)
  const items: ReservedItem[] = reservation.items.map((item) => ({ ...item, ...shown.get(item.item_id) }))
  const known = reservation.items.reduce((sum, item) => sum + item.total, 0)
  const total = (reservation.total ?? 0) + items.reduce((sum, item) => sum + item.total, 0) - known
  const change = (item_id: number, wanted: Change): void => {
    const { qty = 0, total: amount = 0 } = reservation.items.find((item) => item.item_id === item_id) ?? {}
    quantities.change(item_id, { qty, total: amount }, wanted)
  }
  return { items: items.filter(({ qty }) => qty > 0), total: Math.round(total * 100) / 100, waiting: shown.size > 0, change }
}
