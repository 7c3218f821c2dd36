/** A reader's own arrangement of a dashboard: the order and width of its tiles, those removed, and saved views put on it. */
import { groupingOf, type Measure, measureKey, measureOf } from '../../../engine/model/aggregate.ts'
import { CHOSEN, type Figures, GRID, type Tile } from '../../../engine/model/dashboard.ts'
import type { Module, Row } from '../../../engine/model/module.ts'
import { VIEW_TILES, type ViewTile } from '../../../engine/model/tile-answer.ts'
import { canDo } from '../../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import { flag, id, oneOf, text } from '../../platform/http/params.ts'
import { listViews, type SavedView } from '../../records/views.ts'

const MAX_OWN = 20
const LEAST_SPAN = 2
const SHOWN = 8
const COLUMNS = 4

interface OwnTile {
  readonly module: string
  readonly view: number
  readonly as: ViewTile
  /** Whether it follows the period that the reader chooses. */
  readonly follows?: boolean
}
interface Arrangement {
  readonly order?: readonly string[]
  readonly removed?: readonly string[]
  readonly spans?: Readonly<Record<string, number>>
  readonly own?: Readonly<Record<string, OwnTile>>
}

/** The caller's arrangement of a dashboard; empty where they have not arranged it. */
export async function arrangementOf(ctx: Ctx, module: Module): Promise<Arrangement> {
  const [row] = await ctx.db.query<{ definition: Arrangement }>(
    sql`SELECT definition FROM ${table(ctx, 'dashboard_arrangement')} WHERE user_id = ${ctx.principal.user_id} AND module = ${module.name}`,
  )
  return row?.definition ?? {}
}

/** Changes the caller's arrangement; calls at the same time follow one another. */
async function change(ctx: Ctx, module: Module, changed: (before: Arrangement) => Arrangement): Promise<void> {
  const arrangements = table(ctx, 'dashboard_arrangement')
  const { user_id } = ctx.principal
  await ctx.db.tx(async () => {
    await ctx.db.query(
      sql`INSERT INTO ${arrangements} (user_id, module, definition) VALUES (${user_id}, ${module.name}, '{}') ON CONFLICT DO NOTHING`,
    )
    const [row] = await ctx.db.query<{ definition: Arrangement }>(
      sql`SELECT definition FROM ${arrangements} WHERE user_id = ${user_id} AND module = ${module.name} FOR UPDATE`,
    )
    await ctx.db.query(
      sql`
        UPDATE ${arrangements}
        SET definition = ${JSON.stringify(changed(row!.definition))}, updated_at = now()
        WHERE user_id = ${user_id} AND module = ${module.name}
      `,
    )
  })
}

const namesIn = (given: unknown): string[] =>
  Array.isArray(given) ? [...new Set(given.filter((name): name is string => typeof name === 'string'))] : []

/** Keeps an arrangement as the reader sent it; own tiles that are removed are gone. 400 for widths that do not fit. */
export async function arrange(ctx: Ctx, module: Module, body: Row): Promise<void> {
  const spans = (body.spans ?? {}) as Record<string, unknown>
  const fits = (span: unknown): boolean => Number.isInteger(span) && Number(span) >= LEAST_SPAN && Number(span) <= GRID
  if (typeof spans !== 'object' || !Object.values(spans).every(fits))
    throw invalid({ spans: [`Widths are whole numbers from ${LEAST_SPAN} to ${GRID}.`] })
  await change(ctx, module, (before) => {
    const [order, removed] = [namesIn(body.order), namesIn(body.removed)]
    const remaining = Object.fromEntries(Object.entries(before.own ?? {}).filter(([name]) => !removed.includes(name)))
    const known = new Set([...(module.dashboard?.tiles ?? []).map(({ name }) => name), ...Object.keys(remaining)])
    return {
      order: order.filter((name) => known.has(name)),
      removed: removed.filter((name) => known.has(name)),
      spans: Object.fromEntries(Object.entries(spans as Record<string, number>).filter(([name]) => known.has(name))),
      own: remaining,
    }
  })
}

/** Forgets the caller's arrangement and their own tiles. */
export async function reset(ctx: Ctx, module: Module): Promise<void> {
  await ctx.db.query(
    sql`DELETE FROM ${table(ctx, 'dashboard_arrangement')} WHERE user_id = ${ctx.principal.user_id} AND module = ${module.name}`,
  )
}

/** Puts a saved view of any list on the dashboard, as the last tile. 404 for a view that the caller cannot use. */
export async function addTile(ctx: Ctx, module: Module, body: Row): Promise<{ name: string }> {
  const added: OwnTile = {
    module: text(body, 'module'),
    view: id(body, 'view'),
    as: oneOf(body, 'as', VIEW_TILES),
    ...(flag(body, 'follows') ? { follows: true } : {}),
  }
  const view = await viewOf(ctx, added)
  if (!view) throw notFound('This view does not exist or belongs to another user.')
  tileOf('', added, { ctx, view })
  const name = `view_${added.view}_${added.as}`
  await change(ctx, module, (before) => {
    const all = { ...before.own, [name]: added }
    if (Object.keys(all).length > MAX_OWN)
      throw invalid({ view: [`A dashboard has ${MAX_OWN} tiles of your own at most. Remove one first.`] })
    const order = before.order?.length ? [...before.order.filter((each) => each !== name), name] : before.order
    return { ...before, ...(order ? { order } : {}), removed: (before.removed ?? []).filter((each) => each !== name), own: all }
  })
  return { name }
}

/** The saved view, as far as the caller can use it: their own, or one that is shared with them. */
async function viewOf(ctx: Ctx, { module: name, view }: OwnTile): Promise<SavedView | undefined> {
  const module = ctx.modules.get(name)
  if (!module || (ctx.system === undefined && !canDo(ctx.principal, module, 'index'))) return undefined
  return (await listViews(ctx, module)).find((candidate) => Number(candidate.id) === view)
}

/** The caller's own tiles; those whose view is gone, or whose list they can no longer open, are left out. */
export async function ownTiles(ctx: Ctx, arrangement: Arrangement): Promise<{ tile: Tile; own: OwnTile }[]> {
  const tiles: { tile: Tile; own: OwnTile }[] = []
  for (const [name, saved] of Object.entries(arrangement.own ?? {})) {
    const view = await viewOf(ctx, saved)
    if (view) tiles.push({ tile: tileOf(name, saved, { ctx, view }), own: saved })
  }
  return tiles
}

const wordsIn = (value: unknown): string[] => (typeof value === 'string' ? value.split(',').filter(Boolean) : [])
const strings = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** The tile of a saved view: its filters, search, order, groups and figures. 400 where it has no groups to draw. */
function tileOf(name: string, saved: OwnTile, { ctx, view }: { readonly ctx: Ctx; readonly view: SavedView }): Tile {
  const { state } = view
  const module = ctx.modules.get(saved.module)!
  const base = {
    module: saved.module,
    where: (state.filters ?? {}) as Figures['where'],
    ...(typeof state.search === 'string' && state.search ? { search: state.search } : {}),
    ...(saved.follows && module.entity.date ? { period: CHOSEN } : {}),
  }
  const head = { name, title: view.name, type: saved.as, span: saved.as === 'figure' ? 3 : 6 }
  if (saved.as === 'list') {
    const hidden = new Set(strings(state.hidden))
    const columns = (strings(state.columns).length ? strings(state.columns) : module.columns.map(({ path }) => path)).filter(
      (path) => !hidden.has(path),
    )
    const sort = typeof state.sort === 'string' && state.sort ? { sort: state.sort } : {}
    return { ...head, records: { ...base, columns: columns.slice(0, COLUMNS), limit: SHOWN, ...sort } }
  }
  const measures = wordsIn(state.measure).flatMap((word) => measureOf(word) ?? [])
  const named: Record<string, Measure> = Object.fromEntries(
    (measures.length ? measures : [{ kind: 'count' as const }]).map((measure) => [measureKey(measure), measure]),
  )
  const show = Object.keys(named)[0]!
  if (saved.as === 'figure') return { ...head, show, figures: { ...base, groups: [], measures: named, limit: 1 } }
  const groups = [...wordsIn(state.group), ...wordsIn(state.across)].flatMap((word) => groupingOf(word) ?? [])
  if (!groups.length) throw invalid({ as: ['This view has no groups. Show it as a figure or as a list.'] })
  const isDated = groups[0]!.unit !== undefined
  const kind = typeof state.chart === 'string' ? { chart: state.chart as NonNullable<Tile['chart']> } : {}
  return {
    ...head,
    ...kind,
    show,
    figures: {
      ...base,
      groups: saved.as === 'ranking' ? groups.slice(0, 1) : groups.slice(0, 2),
      measures: named,
      ...(isDated && saved.as === 'chart' ? {} : { sort: `-${show}` }),
      limit: saved.as === 'ranking' ? SHOWN : MAX_OWN,
    },
  }
}

/** Tiles in the reader's order and widths, without those that they removed. Tiles that are new since come last. */
export function arranged<T extends { readonly tile: Tile }>(all: readonly T[], { order = [], removed = [], spans = {} }: Arrangement): T[] {
  const place = (name: string): number => {
    const index = order.indexOf(name)
    return index < 0 ? order.length : index
  }
  return all
    .filter(({ tile }) => !removed.includes(tile.name))
    .map((each) => ({ ...each, tile: { ...each.tile, span: spans[each.tile.name] ?? each.tile.span } }))
    .sort((a, b) => place(a.tile.name) - place(b.tile.name))
}
