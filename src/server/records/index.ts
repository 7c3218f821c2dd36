/** Generic record services: everything a descriptor gets without code of its own. */
import type { Records } from '../context.ts'
import { newRecord } from './defaults.ts'
import { dropdown } from './dropdown.ts'
import { get } from './get.ts'
import { list } from './list.ts'
import { load } from './load.ts'
import { type RecordPorts, type Writing, writingOf } from './write/ports.ts'
import { create, remove, update } from './write/save.ts'

export { registerRecordRoutes } from './routes.ts'
export type { RecordRouteDeps } from './routes/deps.ts'
export type { AuditEntry, RecordPorts } from './write/ports.ts'

/** The record services with what routes need beyond the shared contract. */
export interface RecordService extends Records { readonly writing: Writing }

/** Builds the record services on the services beside them. */
export function createRecords(ports: RecordPorts): RecordService {
  const writing = writingOf(ports)
  return {
    writing,
    list: (ctx, module, query) => list(ctx, module, query),
    dropdown,
    get,
    create: (ctx, module, input) => create(ctx, writing, module, input),
    update: (ctx, module, id, input) => update(ctx, writing, module, id, input),
    remove: (ctx, module, id) => remove(ctx, writing, module, id),
    defaults: (ctx, module, from) => newRecord(ctx, writing, module, from),
    load,
  }
}
