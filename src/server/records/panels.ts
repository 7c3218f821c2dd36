/**
 * Child records of another module, reached through their owner: `{id}/{panel}`, `{id}/{panel}/{child}`. The module may be
 * a report: the panel gives its parameters, and `{id}/{panel}` answers its rows.
 */
import type { Module, Panel, Row } from '../../engine/model/module.ts'
import { accessCodesOf, codeFor, codesOf, owns } from '../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../platform/context.ts'
import { AppError, forbidden, notFound } from '../platform/errors.ts'
import { requireAction } from './access.ts'
import { idOf } from './get.ts'
import { read } from './read.ts'
import { runReport } from './routes/custom.ts'
import { listQuery } from './routes/query.ts'

/** Child records that a panel shows. */
const PAGE = 100

/** The columns that link a child to its owner, with their values: constants, and fields of the owner (`$id`, `$date`). */
export const ownership = (panel: Panel, owner: Row): Row =>
  Object.fromEntries(
    Object.entries(panel.where).map(([name, value]) => [
      name,
      typeof value === 'string' && value.startsWith('$') ? (owner[value.slice(1)] ?? null) : value,
    ]),
  )

/** A call of a panel. */
interface PanelRequest {
  readonly method: string
  /** The address below the module: the owner's id, the panel, and what follows. */
  readonly segments: readonly string[]
  readonly query: Readonly<Record<string, unknown>>
  /** Reads the body where the call has one. */
  readonly body: () => Row
}

/**
 * Answers a panel call. All calls need the right to see the owner; writing needs the right to change the owner or the
 * child's module.
 */
export async function panelCall(ctx: Ctx, module: Module, panel: Panel, { method, segments, query, body }: PanelRequest): Promise<unknown> {
  const target = ctx.modules.get(panel.module)
  if (!target) throw notFound()
  const id = idOf(segments[0])
  if (panel.readonly && method !== 'GET') throw forbidden('These records can only be viewed here.')
  requireAction(ctx, module, 'view')
  const owned = ownership(panel, await read(ctx, module, id, { action: 'view' }))
  if (target.report) {
    if (method !== 'GET' || segments.length > 2) throw notFound()
    return runReport(ctx, target, { filter: owned, limit: PAGE })
  }
  const inner: Ctx = mayThrough(ctx, module, { panel, target, method })
  const { records } = ctx.services
  const [, , child, last] = segments
  // As for a module, the list also answers under `paginate`.
  if (child === undefined || (child === 'paginate' && last === undefined && method === 'GET')) {
    if (method === 'GET') {
      const asked = { ...listQuery(query), limit: PAGE, window: 'all' as const, filter: { ...listQuery(query).filter, ...owned } }
      const answer = await records.list(inner, target, asked)
      const mine = await ownersReading(inner, module, id, target)
      return { success: true, ...answer, data: mine ? await inFull(mine, target, owned, answer.data) : answer.data }
    }
    if (method === 'POST') return records.create(inner, target, { ...body(), ...owned })
    throw notFound()
  }
  const childId = idOf(child)
  const stored = await read(inner, target, childId, { action: 'view' })
  if (Object.entries(owned).some(([name, value]) => String(stored[name]) !== String(value))) throw notFound()
  if (last === 'default' && panel.default && (method === 'PUT' || method === 'POST')) {
    return records.update(inner, target, childId, { [panel.default]: true })
  }
  if (last !== undefined) throw notFound()
  if (method === 'GET') {
    const mine = await ownersReading(inner, module, id, target)
    return mine ? await read(mine, target, childId, { action: 'view' }) : stored
  }
  if (method === 'PUT' || method === 'PATCH') return records.update(inner, target, childId, { ...body(), ...owned })
  if (method === 'DELETE') {
    await records.remove(inner, target, childId)
    return null
  }
  throw notFound()
}

/**
 * Owners read all related records in full: where the record is the caller's own (`entity.owner`), returns the context in
 * which the fields of its related records are read, regardless of the access these need. Undefined for other callers, and
 * where nothing is withheld. No name that the caller sent is looked up in it.
 */
async function ownersReading(inner: Ctx, module: Module, id: number, target: Module): Promise<Ctx | undefined> {
  const access = accessCodesOf(target)
  if (inner.system !== undefined || !module.entity.owner || access.every((code) => inner.principal.access.includes(code))) return undefined
  // The owner field may itself be withheld from the owner.
  const record = await read(inner, module, id, { action: 'view', whole: true })
  if (!owns(inner.principal, module, record)) return undefined
  return { ...inner, principal: { ...inner.principal, access: [...new Set([...inner.principal.access, ...access])] } }
}

/** The rows of a list with the fields that were withheld. */
async function inFull(mine: Ctx, target: Module, owned: Row, rows: readonly Row[]): Promise<readonly Row[]> {
  if (!rows.length) return rows
  const filter = { ...owned, id: rows.map((row) => row.id) }
  const { data } = await mine.services.records.list(mine, target, { limit: PAGE, window: 'all', filter })
  const result = new Map(data.map((row) => [row.id, row]))
  return rows.map((row) => ({ ...result.get(row.id), ...row }))
}

/** Users who can change the owner can change its related records; users who can see it can see them. */
function mayThrough(
  ctx: Ctx,
  module: Module,
  { panel, target, method }: { readonly panel: Panel; readonly target: Module; readonly method: string },
): Ctx {
  if (ctx.system !== undefined) return ctx
  if (panel.access?.some((code) => !ctx.principal.access.includes(code)))
    throw forbidden(`You cannot see which ${target.title.toLowerCase()} belong to this.`)
  const action = method === 'GET' ? 'view' : 'edit'
  const known = codesOf(target)
  if (!panel.through) {
    const needed = method === 'GET' ? 'index' : method === 'POST' ? 'create' : method === 'DELETE' ? 'delete' : 'edit'
    // No one can be granted to write in a log, not even users who hold every permission.
    if ((needed === 'create' || needed === 'edit') && !known.includes(codeFor(target, needed)!))
      throw forbidden('These records can only be viewed here.')
    requireAction(ctx, target, needed)
    return ctx
  }
  requireAction(ctx, module, action)
  // Nor is that possible through the record's owner.
  const codes = ['index', 'view', 'new', 'edit', 'delete', 'view_all'].filter((code) => known.includes(code))
  return { ...ctx, principal: { ...ctx.principal, grants: { ...ctx.principal.grants, [target.name]: codes } } }
}

/** The context in which the caller creates child records of a panel; undefined for callers who cannot. */
export function creatingThrough(ctx: Ctx, module: Module, panel: Panel, target: Module): Ctx | undefined {
  if (panel.readonly || target.report) return undefined
  try {
    return mayThrough(ctx, module, { panel, target, method: 'POST' })
  } catch (error) {
    if (error instanceof AppError && error.kind === 'forbidden') return undefined
    throw error
  }
}
