/** The assistant. */

import type { Feature } from '../feature.ts'
import { CHAT_QUEUE, chatHandlers, endChat, workChat } from './index.ts'

export const chat: Feature = {
  name: 'chat',
  handlers: chatHandlers,
  queues: [{ name: CHAT_QUEUE, work: workChat, end: endChat }],
}
