/** The media library. */

import type { Feature } from '../feature.ts'
import { fileRemoved, mediaHandlers } from './handlers.ts'

export const media: Feature = {
  name: 'media',
  handlers: mediaHandlers,
  hooks: [fileRemoved],
}
