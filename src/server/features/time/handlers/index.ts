/** All calls about time. */
import { dayRecordHandlers } from './day-records.ts'
import { placeHandlers } from './geofences.ts'
import { logHandlers } from './logs.ts'
import { plannerHandlers } from './planner.ts'
import { paperHandlers } from './prints.ts'
import { timeReportHandlers } from './reports.ts'
import { sheetHandlers } from './sheets.ts'

export const timeHandlers = [
  ...dayRecordHandlers,
  ...logHandlers,
  ...paperHandlers,
  ...placeHandlers,
  ...plannerHandlers,
  ...sheetHandlers,
  ...timeReportHandlers,
]
