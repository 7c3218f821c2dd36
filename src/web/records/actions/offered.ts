/** The calls of a module that are offered as buttons. */

import type { Endpoint, Json, Module, Row, RowFilter } from '../../../engine/model/module.ts'
import { withinTime } from '../../ui/chunk.ts'
import { toastError } from '../../ui/toast.ts'
import type { CallOf, OfferedCall } from './offered-call.ts'

const isOffered = (endpoint: Endpoint): endpoint is OfferedCall => endpoint.button !== undefined
/** Calls offered above the list, and those offered on a record. What the person may not do has been left out before. */
export const listCalls = (module: Module): OfferedCall[] => module.endpoints.filter(isOffered).filter(({ path }) => !path.includes('{id}'))
export const recordCalls = (module: Module, record: Row): OfferedCall[] =>
  module.endpoints.filter(isOffered).filter(({ path, button }) => path.includes('{id}') && hasValues(record, button.where))

const hasValues = (record: Row, where: RowFilter = {}): boolean =>
  Object.entries(where).every(([name, allowed]) => [allowed].flat().includes((record[name] ?? null) as Json))

const runner = withinTime(() => import('./calls.tsx'))

/** Asks for the call's input, makes the call, follows the job that it started, and shows the result. */
export const runCall = (module: Module, offered: OfferedCall, subject?: CallOf): Promise<void> =>
  runner().then((calls) => calls.default(module, offered, subject), toastError)
