/** Generic record services: everything a descriptor gets without code of its own. */
import type { Calculations } from '../../engine/compute/index.ts'
import type { Records } from '../context.ts'
import { newRecord } from './defaults.ts'
import { dropdown } from './dropdown.ts'
import { get } from './get.ts'
import { list } from './list.ts'
import { load } from './load.ts'
import { Computing } from './write/computing.ts'
import { create, remove, update } from './write/save.ts'

export { IMPORT_QUEUE, workImport } from './import/run.ts'
export { Computing } from './write/computing.ts'
export { registerRecordRoutes } from './routes.ts'
export type { RecordRouteDeps } from './routes/deps.ts'

/** Builds the record services; `computing` holds the computers of all modules and is shared with the routes. */
export function createRecords(calculations: Calculations, computing = new Computing(calculations)): Records {
  return {
    list: (ctx, module, query) => list(ctx, module, query),
    dropdown,
    get,
    create: (ctx, module, input) => create(ctx, computing, module, input),
    update: (ctx, module, id, input) => update(ctx, computing, module, id, input),
    remove,
    defaults: (ctx, module, from) => newRecord(ctx, computing, module, from),
    load,
  }
}
