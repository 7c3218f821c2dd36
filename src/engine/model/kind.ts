/** What kinds of modules have in common. */
import type { Kind } from './module.ts'

const WITHOUT_RECORDS: ReadonlySet<Kind> = new Set(['report', 'dashboard', 'page'])

/** Is a module of this kind drawn by a hand-written screen of its own name? */
export const isHandWritten = (kind: Kind): boolean => kind === 'dashboard' || kind === 'page'

/** Does a module of this kind keep records of its own, in a table? The others answer only what they declare. */
export const keepsRecords = (kind: Kind): boolean => !WITHOUT_RECORDS.has(kind)
