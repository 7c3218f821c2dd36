/** Backups of a company and restoring them. */

import type { Feature } from '../feature.ts'
import { BACKUP_QUEUE, backupHandlers, endBackup, workBackup } from './index.ts'

export const backup: Feature = {
  name: 'backup',
  handlers: backupHandlers,
  queues: [{ name: BACKUP_QUEUE, work: workBackup, end: endBackup }],
}
