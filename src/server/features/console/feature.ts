/** The developer console. */

import type { Feature } from '../feature.ts'
import { consoleHandlers } from './handlers.ts'

export const developerConsole: Feature = {
  name: 'console',
  handlers: consoleHandlers,
}
