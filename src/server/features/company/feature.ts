/** The company's own data, features and settings. */

import type { Feature } from '../feature.ts'
import { companyHandlers } from './handlers.ts'

export const company: Feature = {
  name: 'company',
  handlers: companyHandlers,
}
