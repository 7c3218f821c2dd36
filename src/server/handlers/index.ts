/** Custom endpoints that descriptors name. */
import type { Handler } from '../context.ts'
import { addUom, getData, removeUom, totalInventorySummary, totalItemDetail } from './items.ts'
import { journalExport } from './journal.ts'
import { transactionHistory } from './suppliers.ts'

export const handlers: readonly Handler[] = [
  totalInventorySummary,
  totalItemDetail,
  getData,
  addUom,
  removeUom,
  transactionHistory,
  journalExport,
]
