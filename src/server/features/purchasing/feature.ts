/** Bills of suppliers and goods returned to them. */

import type { Feature } from '../feature.ts'
import { purchaseBill } from './bill.ts'
import { fromSupplier } from './price-proposal.ts'
import { purchaseReturn } from './return.ts'

export const purchasing: Feature = {
  name: 'purchasing',
  handlers: [fromSupplier],
  effects: [purchaseBill, purchaseReturn],
}
