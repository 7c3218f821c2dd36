/** Additions of purchasing to postings, stock moves and open items: the match of prices, and prices of suppliers. */

import type { Feature } from '../feature.ts'
import { priceOrdered } from './ordered-price.ts'
import { priceMatch } from './price-match.ts'
import { fromSupplier } from './price-proposal.ts'
import { retired } from './retired.ts'

export const purchasing: Feature = {
  name: 'purchasing',
  handlers: [fromSupplier],
  effects: [priceMatch],
  guards: [priceOrdered],
  retired,
}
