/** Custom endpoints that descriptors name. */

import { backupHandlers } from '../backup/index.ts'
import { chatHandlers } from '../chat/index.ts'
import type { Handler } from '../context.ts'
import { accessHandlers } from './access.ts'
import { accountHandlers } from './accounts.ts'
import { adjustmentHandlers } from './adjustments.ts'
import { applicationHandlers } from './applications.ts'
import { companyHandlers } from './company.ts'
import { consoleHandlers } from './console.ts'
import { dashboardHandlers } from './dashboards.ts'
import { employeeFileHandlers } from './employee-files.ts'
import { employeeReportHandlers } from './employee-reports.ts'
import { employeeHandlers } from './employees.ts'
import { filingHandlers } from './filings.ts'
import { homeHandlers } from './home.ts'
import { addUom, getData, removeUom, totalInventorySummary, totalItemDetail } from './items.ts'
import { journalExport } from './journal.ts'
import { leaveHandlers } from './leave.ts'
import { loanHandlers } from './loans.ts'
import { mediaHandlers } from './media.ts'
import { memoHandlers } from './memos.ts'
import { partyHandlers } from './parties.ts'
import { paySetupHandlers } from './pay-setup.ts'
import { payrollHandlers } from './payroll.ts'
import { payrollPrintHandlers } from './payroll-prints.ts'
import { payrollViewHandlers } from './payroll-view.ts'
import { profileHandlers } from './profile.ts'
import { recordHandlers } from './records.ts'
import { reservationHandlers } from './reservations.ts'
import { roleHandlers } from './roles.ts'
import { sectionHandlers } from './sections.ts'
import { supervisorHandlers } from './supervisor.ts'
import { historyHandlers } from './suppliers.ts'
import { timeHandlers } from './time/index.ts'
import { transmittalHandlers } from './transmittal.ts'
import { ytdHandlers } from './ytd.ts'

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
