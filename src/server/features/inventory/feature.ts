/** Stock by location: movements at weighted average cost, allocations, items and their units. */

import type { Feature } from '../feature.ts'
import { stockRelease, stockReserve } from './allocations.ts'
import { stockBook, stockSheet } from './counts.ts'
import { forItem, unitsAccepted } from './item-units.ts'
import { addUom, getData, removeUom, totalInventorySummary, totalItemDetail } from './items.ts'
import { stockMove } from './move.ts'
import { reorder } from './reorder.ts'
import { stockRevalue } from './revalue.ts'
import { stockBalance, stockCard } from './stock-report.ts'

export const inventory: Feature = {
  name: 'inventory',
  handlers: [totalInventorySummary, totalItemDetail, getData, addUom, removeUom, forItem],
  guards: [unitsAccepted],
  reports: { 'stock.balance': stockBalance, 'stock.card': stockCard, 'stock.reorder': reorder },
  effects: [stockMove, stockRevalue, stockReserve, stockRelease, stockSheet, stockBook],
}
