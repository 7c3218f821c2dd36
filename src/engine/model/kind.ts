/** Common properties of kinds of modules. */
import type { Kind, Module } from './module.ts'

const WITHOUT_RECORDS: ReadonlySet<Kind> = new Set(['report', 'dashboard', 'page'])

/** Whether a hand-written screen of its own name draws a module of this kind. */
export const isHandWritten = (kind: Kind): boolean => kind === 'dashboard' || kind === 'page'

/** Whether a module of this kind has records of its own, in a table. The others have only the calls that they declare. */
export const keepsRecords = (kind: Kind): boolean => !WITHOUT_RECORDS.has(kind)

/**
 * Whether records of the module begin on another page only, which fills in what its form does not show: a required field that
 * is hidden, with no default.
 */
export const beginsElsewhere = ({ fields }: Pick<Module, 'fields'>): boolean =>
  fields.some(
    ({ required, widget, origin, default: preset }) =>
      required === true && widget === 'hidden' && origin !== 'system' && preset === undefined,
  )
