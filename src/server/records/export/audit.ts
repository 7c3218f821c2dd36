/** Audit entries of data that leaves the company on paper and in files: exports, prints, downloads. */
import type { Module, Row } from '../../../engine/model/module.ts'
import { fieldOf, isConfidential, referenceField } from '../../../engine/runtime/permissions/index.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import type { Ctx, ListQuery } from '../../platform/context.ts'
import type { Export } from './rows.ts'

const MASK = '••••'
const MAX_TEXT = 200

/** Whether the path is open to all users who can see the module. Only then does the audit trail show the value compared with it. */
function isOpen(ctx: Ctx, module: Module, path: string): boolean {
  const [head = '', ...rest] = path.split('.')
  if (!rest.length) {
    const field = fieldOf(module, head)
    return head === 'id' || (field !== undefined && !field.access && !isConfidential(field))
  }
  const field = referenceField(module, head)
  const target = field?.to ? ctx.modules.get(field.to) : undefined
  return target !== undefined && !field?.access && isOpen(ctx, target, rest.join('.'))
}

const shortened = (value: unknown): unknown => (typeof value === 'string' ? value.slice(0, MAX_TEXT) : value)

/** Filters as the trail keeps them: values compared with confidential fields are masked. */
const filterNote = (ctx: Ctx, module: Module, filter: Record<string, unknown>): Row =>
  Object.fromEntries(Object.entries(filter).map(([path, value]) => [path, isOpen(ctx, module, path) ? shortened(value) : MASK]))

/**
 * The export with an audit entry once it ends: who took which columns of which rows, and how many. `complete` is false
 * where the client left or the export failed before the last row.
 */
export function auditedExport(
  ctx: Ctx,
  module: Module,
  file: Export,
  { query, format }: { readonly query: ListQuery; readonly format: 'csv' | 'xlsx' },
): Export {
  const note = {
    format,
    columns: file.columns.map((column) => column.title).join(', '),
    ...(Object.keys(query.filter ?? {}).length ? { filter: filterNote(ctx, module, query.filter!) } : {}),
    ...(query.search ? { search: query.search.slice(0, MAX_TEXT) } : {}),
  }
  async function* counted(): AsyncGenerator<unknown[][]> {
    let rows = 0
    let complete = false
    try {
      for await (const batch of file.rows) {
        rows += batch.length
        yield batch
      }
      complete = true
    } finally {
      await writeAudit(ctx, { module, record_id: 0, action: 'export', note: { ...note, rows, complete } })
    }
  }
  return { columns: file.columns, rows: counted() }
}

/** Audit actions by content type. */
const ACTIONS: readonly (readonly [RegExp, string])[] = [
  [/^text\/csv|spreadsheetml|^text\/plain/, 'export'],
  [/^application\/pdf/, 'print'],
]

/** Records a file that a declared endpoint returns. Other responses leave no entry. */
export async function auditFile(
  ctx: Ctx,
  module: Module,
  type: string,
  call: { readonly path: string; readonly id?: string | undefined; readonly query: Readonly<Record<string, unknown>> },
): Promise<void> {
  const action = ACTIONS.find(([pattern]) => pattern.test(type))?.[1]
  if (!action) return
  // Filters are recorded by name: the compared values may be confidential.
  const asked = Object.entries(call.query).map(([name, value]) => [name, /^filters?\b/.test(name) ? MASK : shortened(value)])
  const record_id = /^\d{1,15}$/.test(call.id ?? '') ? Number(call.id) : 0
  await writeAudit(ctx, {
    module,
    record_id,
    action,
    note: { call: call.path, ...(asked.length ? { query: Object.fromEntries(asked) } : {}) },
  })
}
