/** Certificates that employees request, as PDF, and the year's alphalist of all employees. */

import type { Feature } from '../feature.ts'
import { alphalistCorrect, alphalistHandlers } from './alphalist.ts'
import { paperAttach } from './attach.ts'

export const certificates: Feature = {
  name: 'certificates',
  handlers: alphalistHandlers,
  effects: [paperAttach],
  guards: [alphalistCorrect],
}
