/** The catalogue of reports, and reports that are mailed on a schedule. */

import type { Feature } from '../feature.ts'
import { reportCatalogue } from './catalogue.ts'
import { DELIVERIES, deliver, endDelivery, queueDue, scheduled, sendNow } from './deliver.ts'

export const reports: Feature = {
  name: 'reports',
  handlers: [sendNow],
  hooks: [scheduled],
  reports: { 'report.catalogue': reportCatalogue },
  queues: [{ name: DELIVERIES, work: deliver, end: endDelivery }],
  timers: [{ name: 'scheduled reports', everyMs: 60_000, description: 'Mails the reports whose hour has come.', run: queueDue }],
}
