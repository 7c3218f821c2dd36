/** Saved views of a list: a user's own, and those shared with everyone who can see the list. */
import type { Module, Row } from '../../engine/model/module.ts'
import { can } from '../../engine/runtime/permissions/index.ts'
import { nameable, type Use } from '../../engine/runtime/permissions/names.ts'
import type { Ctx } from '../platform/context.ts'
import { quote } from '../platform/db/name.ts'
import { forbidden, invalid, notFound } from '../platform/errors.ts'
import { requireAction } from './access.ts'
import { REQUIRED } from './write/messages.ts'

const MAX_STATE = 20_000

export interface SavedView {
  readonly id: number
  readonly name: string
  readonly shared: boolean
  readonly own: boolean
  readonly state: Row
}

const table = (ctx: Ctx): string => `${quote(ctx.company.schema)}.saved_view`
const COLUMNS = 'id, name, is_shared as shared, user_id = $1::bigint as own, definition as state'

/** The caller's views and the shared ones they can use, own first. */
export async function listViews(ctx: Ctx, module: Module): Promise<SavedView[]> {
  requireAction(ctx, module, 'views')
  const views = await ctx.db.query<SavedView>(
    `select ${COLUMNS} from ${table(ctx)} where module = $2 and (user_id = $1::bigint or is_shared) order by (user_id = $1::bigint) desc, name`,
    [ctx.principal.user_id, module.name],
  )
  return views.flatMap((view) => (view.own ? view : (sharedFor(ctx, module, view) ?? [])))
}

/**
 * Another user's shared view as its reader can see it: without columns that they cannot see, and omitted where a filter
 * or a sort names a field that they cannot name. Such a view would be refused, and its filters may contain values.
 */
function sharedFor(ctx: Ctx, module: Module, view: SavedView): SavedView | undefined {
  const may = (name: unknown, use: Use): boolean =>
    typeof name === 'string' && nameable(ctx.system === undefined ? ctx.principal : 'system', ctx.modules, module, name, use)
  const { filters, sort, columns, hidden, ...rest } = view.state
  const ordered = typeof sort === 'string' ? sort.split(',').filter(Boolean) : []
  if (!Object.keys((filters as Row | undefined) ?? {}).every((name) => may(name, 'filter'))) return undefined
  if (!ordered.every((name) => may(name.replace(/^-/, ''), 'sort'))) return undefined
  const shown = (names: unknown): unknown => (Array.isArray(names) ? names.filter((name) => may(name, 'column')) : undefined)
  const cut = { ...rest, filters, sort, columns: shown(columns), hidden: shown(hidden) }
  return { ...view, state: Object.fromEntries(Object.entries(cut).filter(([, value]) => value !== undefined)) }
}

function viewInput(ctx: Ctx, module: Module, body: Row, before?: SavedView): { name: string; shared: boolean; state: Row } {
  const name = body.name === undefined ? before?.name : body.name
  const shared = body.shared ?? body.is_shared ?? before?.shared ?? false
  const state = body.state ?? body.definition ?? before?.state ?? {}
  const errors: Record<string, string[]> = {}
  if (typeof name !== 'string' || !name.trim()) errors.name = [REQUIRED]
  else if (name.length > 80) errors.name = ['At most 80 characters.']
  if (typeof shared !== 'boolean') errors.shared = ['Must be yes or no.']
  if (typeof state !== 'object' || state === null || Array.isArray(state) || JSON.stringify(state).length > MAX_STATE)
    errors.state = ['Must be the settings of a list.']
  if (Object.keys(errors).length) throw invalid(errors)
  if (
    shared === true &&
    before?.shared !== true &&
    ctx.system === undefined &&
    !can(ctx.principal, module, 'edit') &&
    !can(ctx.principal, module, 'new')
  ) {
    throw forbidden('Only users who can change these records can share a view.')
  }
  return { name: (name as string).trim(), shared: shared as boolean, state: state as Row }
}

/** Saves a view under a name that is new among the caller's own. */
export async function createView(ctx: Ctx, module: Module, body: Row): Promise<SavedView> {
  requireAction(ctx, module, 'views')
  const view = viewInput(ctx, module, body)
  const [saved] = await ctx.db.query<SavedView>(
    `insert into ${table(ctx)} (user_id, module, name, is_shared, definition) values ($1::bigint, $2, $3, $4, $5) on conflict (module, user_id, name) do nothing returning ${COLUMNS}`,
    [ctx.principal.user_id, module.name, view.name, view.shared, JSON.stringify(view.state)],
  )
  if (!saved) throw invalid({ name: ['You already have a view with this name.'] })
  return saved
}

/** Changes an own view. */
export async function updateView(ctx: Ctx, module: Module, id: number, body: Row): Promise<SavedView> {
  const before = (await listViews(ctx, module)).find((savedView) => savedView.id === id && savedView.own)
  if (!before) throw notFound('This view does not exist or belongs to another user.')
  const view = viewInput(ctx, module, body, before)
  const [saved] = await ctx.db.query<SavedView>(
    `update ${table(ctx)} set name = $3, is_shared = $4, definition = $5, updated_at = now() where id = $6 and user_id = $1::bigint and module = $2 returning ${COLUMNS}`,
    [ctx.principal.user_id, module.name, view.name, view.shared, JSON.stringify(view.state), id],
  )
  return saved!
}

/** Removes an own view. */
export async function removeView(ctx: Ctx, module: Module, id: number): Promise<void> {
  requireAction(ctx, module, 'views')
  const gone = await ctx.db.query(`delete from ${table(ctx)} where id = $1 and user_id = $2::bigint and module = $3 returning id`, [
    id,
    ctx.principal.user_id,
    module.name,
  ])
  if (!gone.length) throw notFound('This view does not exist or belongs to another user.')
}
