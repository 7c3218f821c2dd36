/** Common properties of kinds of modules. */
import type { Kind } from './module.ts'

const WITHOUT_RECORDS: ReadonlySet<Kind> = new Set(['report', 'dashboard', 'page'])

/** Whether a hand-written screen of its own name draws a module of this kind. */
export const isHandWritten = (kind: Kind): boolean => kind === 'dashboard' || kind === 'page'

/** Whether a module of this kind has records of its own, in a table. The others have only the calls that they declare. */
export const keepsRecords = (kind: Kind): boolean => !WITHOUT_RECORDS.has(kind)
