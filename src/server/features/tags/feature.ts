/** Coloured tags of records. */

import type { Feature } from '../feature.ts'
import { tagSaved } from './hooks.ts'

export const tags: Feature = {
  name: 'tags',
  hooks: [tagSaved],
}
