/** Generic record services: everything a descriptor gets without code of its own. */
import type { Records } from '../platform/context.ts'
import { newRecord } from './defaults.ts'
import { dropdown } from './dropdown.ts'
import { get } from './get.ts'
import { list } from './list.ts'
import { load } from './load.ts'
import { add, create, remove, update } from './write/save.ts'

export { endImport, IMPORT_QUEUE, workImport } from './import/job.ts'
export type { RecordRouteDeps } from './routes/deps.ts'
export { registerRecordRoutes } from './routes/index.ts'

/** The record services; their only state is compiled code. */
export function createRecords(): Records {
  return { list: (ctx, module, query) => list(ctx, module, query), dropdown, get, create, add, update, remove, defaults: newRecord, load }
}
