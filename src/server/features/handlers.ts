/** Custom endpoints that descriptors name. */

import type { Handler } from '../platform/context.ts'
import { sectionHandlers } from '../records/section-handlers.ts'
import { recordHandlers } from '../workflow/handlers.ts'
import { accessHandlers } from './access/access.ts'
import { applicationHandlers } from './access/applications.ts'
import { roleHandlers } from './access/roles.ts'
import { accountHandlers } from './access/users.ts'
import { profileHandlers } from './account/profile.ts'
import { journalExport } from './accounting/journal-export.ts'
import { backupHandlers } from './backup/index.ts'
import { chatHandlers } from './chat/index.ts'
import { companyHandlers } from './company/handlers.ts'
import { consoleHandlers } from './console/handlers.ts'
import { dashboardHandlers } from './dashboards/handlers.ts'
import { filingHandlers } from './filings/handlers.ts'
import { homeHandlers } from './home/handlers.ts'
import { addUom, getData, removeUom, totalInventorySummary, totalItemDetail } from './inventory/items.ts'
import { leaveHandlers } from './leave/handlers.ts'
import { loanHandlers } from './loans/handlers.ts'
import { mediaHandlers } from './media/handlers.ts'
import { memoHandlers } from './memos/handlers.ts'
import { supervisorHandlers } from './my-team/handlers.ts'
import { partyHandlers } from './parties/handlers.ts'
import { historyHandlers } from './parties/history.ts'
import { adjustmentHandlers } from './payroll/handlers/adjustments.ts'
import { paySetupHandlers } from './payroll/handlers/pay-config.ts'
import { payrollHandlers } from './payroll/handlers/payroll.ts'
import { payrollPrintHandlers } from './payroll/handlers/reports.ts'
import { transmittalHandlers } from './payroll/handlers/transmittal.ts'
import { payrollViewHandlers } from './payroll/handlers/view.ts'
import { ytdHandlers } from './payroll/handlers/ytd.ts'
import { employeeFileHandlers } from './people/file-handlers.ts'
import { employeeHandlers } from './people/handlers.ts'
import { employeeReportHandlers } from './people/report-handlers.ts'
import { reservationHandlers } from './sales/handlers.ts'
import { timeHandlers } from './time/handlers/index.ts'

export const handlers: readonly Handler[] = [
  ...homeHandlers,
  ...timeHandlers,
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
  ...sectionHandlers,
  ...employeeHandlers,
  ...employeeFileHandlers,
  ...employeeReportHandlers,
  ...recordHandlers,
  ...filingHandlers,
  ...leaveHandlers,
  ...loanHandlers,
  ...memoHandlers,
  ...supervisorHandlers,
  ...paySetupHandlers,
  ...ytdHandlers,
  ...payrollHandlers,
  ...payrollPrintHandlers,
  ...payrollViewHandlers,
  ...transmittalHandlers,
  ...adjustmentHandlers,
  ...dashboardHandlers,
]
