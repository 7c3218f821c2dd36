/** Custom endpoints that descriptors name. */

import { backupHandlers } from '../backup/index.ts'
import { chatHandlers } from '../chat/index.ts'
import type { Handler } from '../context.ts'
import { accessHandlers } from './access.ts'
import { accountHandlers } from './accounts.ts'
import { applicationHandlers } from './applications.ts'
import { companyHandlers } from './company.ts'
import { consoleHandlers } from './console.ts'
import { homeHandlers } from './home.ts'
import { addUom, getData, removeUom, totalInventorySummary, totalItemDetail } from './items.ts'
import { journalExport } from './journal.ts'
import { mediaHandlers } from './media.ts'
import { partyHandlers } from './parties.ts'
import { profileHandlers } from './profile.ts'
import { reservationHandlers } from './reservations.ts'
import { roleHandlers } from './roles.ts'
import { historyHandlers } from './suppliers.ts'

export const handlers: readonly Handler[] = [
  ...homeHandlers,
  ...profileHandlers,
  ...accountHandlers,
  ...accessHandlers,
  ...roleHandlers,
  ...applicationHandlers,
  ...companyHandlers,
  ...mediaHandlers,
  ...consoleHandlers,
  ...backupHandlers,
  ...chatHandlers,
  totalInventorySummary,
  totalItemDetail,
  getData,
  addUom,
  removeUom,
  ...historyHandlers,
  ...partyHandlers,
  ...reservationHandlers,
  journalExport,
]
