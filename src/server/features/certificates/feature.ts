/** Certificates that employees request, as PDF. */

import type { Feature } from '../feature.ts'
import { paperAttach } from './attach.ts'

export const certificates: Feature = {
  name: 'certificates',
  effects: [paperAttach],
}
