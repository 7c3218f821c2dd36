/** The employee's papers by the calls of the second version, and time-in restrictions for many at once. */

import { Readable } from 'node:stream'
import type { Module, Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import { handler, id, ids, optionalId } from '../../platform/http/params.ts'
import { panelCall } from '../../records/panels.ts'
import { recordOf } from '../../records/section-handlers.ts'

/** A call of a panel's address. */
interface PanelCall {
  readonly path: string
  readonly method: string
  readonly segments: readonly string[]
  readonly query: Row
  readonly body: Row
}

/** A call on the panel of one employee: its rules on rows and rights hold. */
function onPanel(ctx: Ctx, module: Module, { path, method, segments, query, body }: PanelCall): Promise<unknown> {
  const match = module.panels.find((panel) => panel.path === path)
  if (!match) throw notFound()
  return panelCall(ctx, module, match, { method, segments: [segments[0]!, path, ...segments.slice(1)], query, body: () => body })
}

const list = handler('employee.files', async (ctx, { query }, module) => {
  const folder = optionalId(query, 'folder_id')
  return onPanel(ctx, module, {
    path: 'file',
    method: 'GET',
    segments: [String(id(query, 'employee_id'))],
    query: folder ? { folder_id: String(folder) } : {},
    body: {},
  })
})

const add = handler('employee.addFile', async (ctx, { body, files }, module) => {
  const [file] = files
  if (!file) throw invalid({ file: ['Choose a file.'] })
  const employee = String(id(body, 'employee_id'))
  const { employee_id: _employee, folder_id: _folder, file: _file, ...values } = body
  return ctx.db.tx(async () => {
    const stored = await ctx.services.files.put(ctx, file)
    return onPanel(ctx, module, {
      path: 'file',
      method: 'POST',
      segments: [employee],
      query: {},
      body: { name: stored.name, ...values, folder_id: optionalId(body, 'folder_id') ?? null, path: Number(stored.id) },
    })
  })
})

/** The owner of a file. */
async function ownerOf(ctx: Ctx, file: number): Promise<{ employee_id: number; path: number }> {
  const [row] = await ctx.db.query<{ employee_id: number; path: number }>(
    sql`SELECT employee_id, path FROM ${table(ctx, 'employee_file')} WHERE id = ${file}`,
  )
  if (!row) throw notFound('The file was not found.')
  return row
}

const remove = handler('employee.removeFile', async (ctx, { params }, module) => {
  const file = id(params, 'id')
  return onPanel(ctx, module, {
    path: 'file',
    method: 'DELETE',
    segments: [String((await ownerOf(ctx, file)).employee_id), String(file)],
    query: {},
    body: {},
  })
})

const addFolder = handler('employee.addFolder', async (ctx, { body }, module) => {
  const { employee_id, ...values } = body
  return onPanel(ctx, module, {
    path: 'folder',
    method: 'POST',
    segments: [String(id({ employee_id }, 'employee_id'))],
    query: {},
    body: values,
  })
})

const download = handler('employee.download', async (ctx, { query }, module) => {
  const file = id(query, query.id === undefined ? 'file_id' : 'id')
  const { employee_id, path } = await ownerOf(ctx, file)
  // Users who can see the employee's documents can open them.
  await onPanel(ctx, module, { path: 'file', method: 'GET', segments: [String(employee_id), String(file)], query: {}, body: {} })
  const { row, body } = await ctx.services.files.get(
    { ...ctx, system: 'paper of an employee whose papers the caller may see' },
    Number(path),
  )
  return { reply: { type: String(row.type), filename: String(row.name), body: Readable.from(body) } }
})

/* ---------- time-in restrictions ---------- */

const restrictions = (ctx: Ctx): Module => ctx.modules.get('timein_restriction')!

/** The employees of a call: many, or the one of the path. */
const employeesOf = (request: Parameters<typeof recordOf>[0]): number[] =>
  request.body.employee_ids === undefined ? [recordOf(request)] : ids(request.body, 'employee_ids')

/** The employees of a call that the caller can edit; throws for one that they cannot. */
async function editable(ctx: Ctx, request: Parameters<typeof recordOf>[0]): Promise<readonly number[]> {
  const employees = employeesOf(request)
  if (!employees.length) throw invalid({ employee_ids: ['Choose at least one employee.'] })
  for (const employee of employees) await ctx.services.records.get(ctx, ctx.modules.get('employee')!, employee, 'edit')
  return employees
}

const restrictionsMade = (ctx: Ctx, request: Parameters<typeof recordOf>[0]): Promise<Row[]> => {
  const { employee_ids: _ids, employee_id: _id, restriction, ...rest } = request.body
  const values = typeof restriction === 'object' && restriction !== null ? (restriction as Row) : rest
  return ctx.db.tx(async () => {
    const made: Row[] = []
    for (const employee_id of await editable(ctx, request))
      made.push(await ctx.services.records.create(ctx, restrictions(ctx), { ...values, employee_id }))
    return made
  })
}

/** Ends every restriction in force, or those of one kind; the history stays. */
const restrictionsEnded = (ctx: Ctx, request: Parameters<typeof recordOf>[0]): Promise<number> => {
  const target = restrictions(ctx)
  const kind = typeof request.body.restriction_type === 'string' ? request.body.restriction_type : null
  return ctx.db.tx(async () => {
    const rows = await ctx.db.query<{ id: number }>(
      sql`
        SELECT id
        FROM ${table(ctx, target.entity.table)}
        WHERE employee_id = ANY (${await editable(ctx, request)}::bigint[]) AND is_active
          AND (${kind}::text IS NULL OR restriction_type = ${kind}::text)
        ORDER BY id
      `,
    )
    for (const row of rows) await ctx.services.records.update(ctx, target, row.id, { is_active: false })
    return rows.length
  })
}

const restrict = handler('employee.restrict', restrictionsMade)
const unrestrict = handler('employee.unrestrict', async (ctx, request) => ({ cleared: await restrictionsEnded(ctx, request) }))
/** The same from the list of restrictions, with the result in a sentence. */
const restrictSeveral = handler('restriction.add', async (ctx, request) => {
  const { length } = await restrictionsMade(ctx, request)
  return { note: length === 1 ? '1 employee restricted.' : `${length} employees restricted.` }
})
const endSeveral = handler('restriction.end', async (ctx, request) => {
  const ended = await restrictionsEnded(ctx, request)
  return { note: ended === 1 ? '1 restriction ended.' : `${ended} restrictions ended.` }
})

export const employeeFileHandlers = [list, add, remove, addFolder, download, restrict, unrestrict, restrictSeveral, endSeveral]
