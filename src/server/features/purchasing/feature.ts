/** Bills of suppliers and goods returned to them. */

import type { Feature } from '../feature.ts'
import { purchaseBill } from './bill.ts'
import { purchaseReturn } from './return.ts'

export const purchasing: Feature = {
  name: 'purchasing',
  effects: [purchaseBill, purchaseReturn],
}
