/** Saved views of a list: a user's own, and those shared with everyone who can see the list. */

import type { Module, Row } from '../../engine/model/module.ts'
import { can, canDo } from '../../engine/runtime/permissions/index.ts'
import { nameable, type Use } from '../../engine/runtime/permissions/names.ts'
import { requireRoles } from '../platform/auth/roles.ts'
import type { Ctx } from '../platform/context.ts'
import { type Sql, sql, table } from '../platform/db/sql.ts'
import { forbidden, invalid, notFound } from '../platform/errors.ts'
import { requireAction, seesOf } from './access.ts'
import { REQUIRED } from './write/messages.ts'

const MAX_STATE = 20_000

export interface SavedView {
  readonly id: number
  readonly name: string
  readonly shared: boolean
  readonly own: boolean
  readonly state: Row
  /** The view that the caller's list opens with: their own default, else that of their role. */
  readonly opens_first: boolean
  /** Of an own view: whether one's own list opens with it. */
  readonly is_default?: boolean
  /** Of an own view: codes of the roles whose lists open with it. */
  readonly roles?: readonly string[]
}

/** A saved view as it is stored. */
interface StoredView extends Omit<SavedView, 'opens_first' | 'is_default' | 'roles'> {
  readonly is_default: boolean
  readonly roles: readonly string[]
}

/** A saved view as responses contain it. */
const viewColumns = (user: number): Sql =>
  sql`id, name, is_shared as shared, user_id = ${user}::bigint as own, definition as state, is_default, role_codes as roles`

/** The caller's views and the shared ones they can use, own first. */
export async function listViews(ctx: Ctx, module: Module): Promise<readonly SavedView[]> {
  requireAction(ctx, module, 'views')
  return (await viewsByModule(ctx, [module])).get(module.name) ?? []
}

/** The views of several modules that the caller can list, by the module's name: their own and the shared ones they can use, own first. */
export async function viewsByModule(ctx: Ctx, modules: readonly Module[]): Promise<ReadonlyMap<string, readonly SavedView[]>> {
  const views = await ctx.db.query<StoredView & { module: string }>(
    sql`
      select module, ${viewColumns(ctx.principal.user_id)}
      from ${table(ctx, 'saved_view')}
      where module = any (${modules.map(({ name }) => name)}::text[])
        and (user_id = ${ctx.principal.user_id}::bigint or is_shared)
      order by (user_id = ${ctx.principal.user_id}::bigint) desc, name
    `,
  )
  const seenByModule = new Map<string, StoredView[]>()
  for (const { module: name, ...view } of views) {
    const seen = view.own ? view : viewFor(ctx, ctx.modules.get(name)!, view)
    if (seen) seenByModule.set(name, [...(seenByModule.get(name) ?? []), seen])
  }
  return new Map([...seenByModule].map(([name, seen]) => [name, shownTo(ctx, seen)]))
}

/** The views of a module as their reader gets them, with the one that the list opens with marked. */
function shownTo(ctx: Ctx, views: readonly StoredView[]): SavedView[] {
  const { role_code: role } = ctx.principal
  const first = views.find((view) => view.own && view.is_default) ?? (role ? views.find(({ roles }) => roles.includes(role)) : undefined)
  return views.map(({ is_default, roles, ...view }) => ({
    ...view,
    opens_first: view.id === first?.id,
    ...(view.own && { is_default, roles }),
  }))
}

/**
 * Another user's shared view as its reader can see it: without columns that they cannot see, and omitted where a filter
 * or a sort names a field that they cannot name. Such a view would be refused, and its filters may contain values.
 */
export function viewFor<V extends Pick<SavedView, 'state'>>(ctx: Ctx, module: Module, view: V): V | undefined {
  // A report is asked with its parameters and shows its columns; neither are fields of records.
  const declared = module.report && [...module.report.parameters, ...module.report.columns.filter(seesOf(ctx))].map(({ name }) => name)
  const may = (name: unknown, use: Use): boolean =>
    typeof name === 'string' &&
    (declared?.includes(name) ?? nameable(ctx.system === undefined ? ctx.principal : 'system', ctx.modules, { module, path: name, use }))
  const { filters, sort, columns, hidden, ...rest } = view.state
  const ordered = typeof sort === 'string' ? sort.split(',').filter(Boolean) : []
  if (!Object.keys((filters as Row | undefined) ?? {}).every((name) => may(name, 'filter'))) return undefined
  if (!ordered.every((name) => may(name.replace(/^-/, ''), 'sort'))) return undefined
  if (!groupingsIn(view.state).every((name) => may(name, 'group'))) return undefined
  if (!measuresIn(view.state).every((name) => may(name, 'group'))) return undefined
  const shown = (names: unknown): unknown => (Array.isArray(names) ? names.filter((name) => may(name, 'column')) : undefined)
  const cut = { ...rest, filters, sort, columns: shown(columns), hidden: shown(hidden) }
  return { ...view, state: Object.fromEntries(Object.entries(cut).filter(([, value]) => value !== undefined)) }
}

const wordsIn = (value: unknown): string[] => (typeof value === 'string' ? value.split(',').filter(Boolean) : [])

/** Fields that a layout of figures groups by: `customer_id`, `transaction_date:month` without its span. */
const groupingsIn = ({ group, across }: Row): string[] => [...wordsIn(group), ...wordsIn(across)].map((word) => word.split(':')[0]!)

/** Fields that it measures, without the kind; what is only counted has none. */
const measuresIn = ({ measure }: Row): string[] =>
  wordsIn(measure).flatMap((word) => {
    const [kind, path] = word.split(':')
    return path && kind !== 'count' ? [path] : []
  })

type ViewInput = Pick<StoredView, 'name' | 'shared' | 'state' | 'is_default' | 'roles'>

/** What a request makes of a view. 400 for values that cannot be, 403 for what the caller may not decide for others. */
async function viewInput(ctx: Ctx, module: Module, body: Row, before?: SavedView): Promise<ViewInput> {
  const name = body.name === undefined ? before?.name : body.name
  const shared = body.shared ?? body.is_shared ?? before?.shared ?? false
  const state = body.state ?? body.definition ?? before?.state ?? {}
  const isDefault = body.is_default ?? before?.is_default ?? false
  const roles = body.roles ?? before?.roles ?? []
  const errors: Record<string, string[]> = {}
  if (typeof isDefault !== 'boolean') errors.is_default = ['Must be yes or no.']
  if (!isTexts(roles)) errors.roles = ['Must be codes of roles.']
  else if (roles.length && shared !== true) errors.roles = ['Only a shared view can open the lists of a role.']
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
    !can(ctx.principal, module, 'new') &&
    // A report has no records to change: users who can print it share what they ask it.
    !(module.report && canDo(ctx.principal, module, 'print'))
  ) {
    throw forbidden('Only users who can change these records can share a view.')
  }
  const given = roles as readonly string[]
  if (given.some((code) => !before?.roles?.includes(code)))
    await requireRoles(ctx, given, 'Only users who maintain roles can decide what the lists of a role open with.')
  return { name: (name as string).trim(), shared: shared as boolean, state: state as Row, is_default: isDefault as boolean, roles: given }
}

const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every((entry) => typeof entry === 'string')

/** A list opens with one view: others of the user, or of the same roles, give way. */
async function giveWay(ctx: Ctx, module: Module, { id, is_default, roles }: StoredView): Promise<void> {
  if (is_default)
    await ctx.db.query(
      sql`
        UPDATE ${table(ctx, 'saved_view')}
        SET is_default = false
        WHERE module = ${module.name} AND user_id = ${ctx.principal.user_id}::bigint AND id <> ${id} AND is_default
      `,
    )
  if (roles.length)
    await ctx.db.query(
      sql`
        UPDATE ${table(ctx, 'saved_view')}
        SET role_codes = ARRAY(SELECT code FROM unnest(role_codes) code WHERE code <> ALL (${roles}::text[]))
        WHERE module = ${module.name} AND id <> ${id} AND role_codes && ${roles}::text[]
      `,
    )
}

/** Saves a view under a name that is new among the caller's own. */
export async function createView(ctx: Ctx, module: Module, body: Row): Promise<SavedView> {
  requireAction(ctx, module, 'views')
  const view = await viewInput(ctx, module, body)
  return ctx.db.tx(async () => {
    const [saved] = await ctx.db.query<StoredView>(
      sql`
        insert into ${table(ctx, 'saved_view')} (user_id, module, name, is_shared, definition, is_default, role_codes)
        values (
          ${ctx.principal.user_id}::bigint, ${module.name}, ${view.name}, ${view.shared}, ${JSON.stringify(view.state)},
          ${view.is_default}, ${view.roles}::text[]
        )
        on conflict (module, user_id, name) do nothing
        returning ${viewColumns(ctx.principal.user_id)}
      `,
    )
    if (!saved) throw invalid({ name: ['You already have a view with this name.'] })
    return settled(ctx, module, saved)
  })
}

/** Changes an own view. */
export async function updateView(ctx: Ctx, module: Module, id: number, body: Row): Promise<SavedView> {
  const before = (await listViews(ctx, module)).find((savedView) => savedView.id === id && savedView.own)
  if (!before) throw notFound('This view does not exist or belongs to another user.')
  const view = await viewInput(ctx, module, body, before)
  return ctx.db.tx(async () => {
    const [saved] = await ctx.db.query<StoredView>(
      sql`
        update ${table(ctx, 'saved_view')}
        set name = ${view.name}, is_shared = ${view.shared}, definition = ${JSON.stringify(view.state)},
          is_default = ${view.is_default}, role_codes = ${view.roles}::text[], updated_at = now()
        where id = ${id}
          and user_id = ${ctx.principal.user_id}::bigint
          and module = ${module.name}
        returning ${viewColumns(ctx.principal.user_id)}
      `,
    )
    return settled(ctx, module, saved!)
  })
}

/** The view as it is listed, once the others have given way to it. */
async function settled(ctx: Ctx, module: Module, saved: StoredView): Promise<SavedView> {
  await giveWay(ctx, module, saved)
  return (await listViews(ctx, module)).find(({ id }) => id === saved.id)!
}

/** Removes an own view. */
export async function removeView(ctx: Ctx, module: Module, id: number): Promise<void> {
  requireAction(ctx, module, 'views')
  const gone = await ctx.db.query(
    sql`
      delete from ${table(ctx, 'saved_view')}
      where id = ${id}
        and user_id = ${ctx.principal.user_id}::bigint
        and module = ${module.name}
      returning id
    `,
  )
  if (!gone.length) throw notFound('This view does not exist or belongs to another user.')
}
