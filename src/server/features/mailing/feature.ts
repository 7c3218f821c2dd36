/** Mails with printed forms: which modules send which is said in their descriptors. */

import type { Feature } from '../feature.ts'
import { mailForm, mailReport } from './handlers.ts'
import { endMail, MAIL_QUEUE, sendMail, workMail } from './outgoing.ts'

export const mailing: Feature = {
  name: 'mailing',
  handlers: [mailForm, mailReport],
  effects: [sendMail],
  queues: [{ name: MAIL_QUEUE, work: workMail, end: endMail }],
}
