import { formatNumber } from '../../../engine/runtime/format/index.ts'

const PREFIX = '(₱)'
const PLACES = 2
/** Prices without VAT are kept to four decimals. */
const MOST = 4

/** `(₱) 1,040.00`; a price keeps the further decimals that it has. */
export const price = (amount: number): string => {
  const places = Math.min(MOST, Math.max(PLACES, String(amount).split('.')[1]?.length ?? 0))
  return `${PREFIX} ${formatNumber(amount, places)}`
}
