/** The catalogue of reports. */

import type { Feature } from '../feature.ts'
import { reportCatalogue } from './catalogue.ts'

export const reports: Feature = {
  name: 'reports',
  reports: { 'report.catalogue': reportCatalogue },
}
