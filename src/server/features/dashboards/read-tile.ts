/** One tile of a dashboard: what it shows, with the rights that its reader has on the lists behind it. */
import { figuresIn, type Stage, type Tile, type TileRecords } from '../../../engine/model/dashboard.ts'
import type { Field, Module, Row } from '../../../engine/model/module.ts'
import type { RecordsAnswer, StageAnswer, TileColumn, TileContent, TileRecord } from '../../../engine/model/tile-answer.ts'
import { canDo, nameOf, type Target } from '../../../engine/runtime/permissions/index.ts'
import { badgeOf } from '../../../engine/runtime/workflow/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { dayIn } from '../../platform/db/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { FigureChoice } from '../../records/aggregate/choice.ts'
import { conditionsOf, daysOf, readFigures, seesFigures, seesNames } from '../../records/aggregate/declared.ts'
import { dateSpan } from '../../records/query/dates.ts'

/** Records that a calendar places at most, and the days that it shows where no period is declared. */
const PLACED = 300
const CALENDAR = 'this_month'
/** Columns of a list whose tile names none. */
const COLUMNS = 4

/** Whether the reader can see what the tile is made of. What a handler answers is its own affair: null for nothing. */
export function seesTile(ctx: Ctx, tile: Tile): boolean {
  const { records } = tile
  if (!figuresIn(tile).every((figures) => seesFigures(ctx, figures))) return false
  if (!records) return !tile.shortcuts || offered(ctx, tile.shortcuts).length > 0
  const sorted = (records.sort ?? '').split(',').filter(Boolean)
  return seesNames(ctx, records.module, {
    filter: [...Object.keys(records.where), ...(records.date ? [records.date] : [])],
    sort: sorted.map((word) => word.replace(/^[-+]/, '')),
  })
}

/** Modules in which the reader can create records. */
const offered = (ctx: Ctx, names: readonly string[]): Module[] =>
  names.flatMap((name) => {
    const module = ctx.modules.get(name)
    return module && (ctx.system !== undefined || canDo(ctx.principal, module, 'new')) ? module : []
  })

/**
 * What the tile shows; undefined where it shows its reader nothing. What cannot be read is said in the tile, and the other
 * tiles are read all the same.
 */
export async function readTile(ctx: Ctx, module: Module, tile: Tile, choice: FigureChoice): Promise<TileContent | undefined> {
  if (!seesTile(ctx, tile)) return undefined
  try {
    return await contentOf(ctx, module, tile, choice)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { error: Object.values(error.errors ?? {}).flat()[0] ?? error.message }
  }
}

async function contentOf(ctx: Ctx, module: Module, tile: Tile, choice: FigureChoice): Promise<TileContent | undefined> {
  if (tile.handler) return askHandler(ctx, module, tile.handler, choice)
  if (tile.shortcuts) return { shortcuts: offered(ctx, tile.shortcuts).map(({ name, singular }) => ({ module: name, title: singular })) }
  if (tile.records) return { records: await readRecords(ctx, tile.records, choice, tile.type === 'calendar') }
  if (tile.stages) {
    const stages: StageAnswer[] = []
    for (const stage of tile.stages) stages.push(await readStage(ctx, stage, choice))
    return { stages }
  }
  if (!tile.figures) return {}
  const answer = await readFigures(ctx, tile.figures, choice)
  const goal = tile.goal === undefined ? {} : { goal: await goalOf(ctx, tile.goal, choice) }
  return { ...answer, ...(tile.figures.search ? { search: tile.figures.search } : {}), ...goal }
}

async function askHandler(
  ctx: Ctx,
  module: Module,
  { name, params }: NonNullable<Tile['handler']>,
  choice: FigureChoice,
): Promise<TileContent | undefined> {
  const handler = ctx.services.handlers.get(name)
  const query = {
    ...(choice.period === undefined ? {} : { period: choice.period }),
    ...choice.narrowed,
  }
  const answer = await handler?.run(ctx, module, { params: {}, query, body: {}, files: [] }, params)
  return (answer as TileContent | null | undefined) ?? undefined
}

async function readStage(ctx: Ctx, { name, title, figures }: Stage, choice: FigureChoice): Promise<StageAnswer> {
  const { module, filter, measures, totals } = await readFigures(ctx, figures, choice)
  return { name, title, module, filter, measure: measures[0]!, value: totals?.values[0] ?? 0 }
}

async function goalOf(ctx: Ctx, goal: NonNullable<Tile['goal']>, choice: FigureChoice): Promise<number> {
  if (typeof goal === 'number') return goal
  return Number((await readFigures(ctx, goal, choice)).totals?.values[0] ?? 0)
}

/* ---------- records ---------- */

const endOf = (target: Target): Target => (target.kind === 'reference' || target.kind === 'lines' ? endOf(target.rest) : target)

/** The columns that the reader can see; those of the list where the tile names none. */
function columnsOf(ctx: Ctx, module: Module, wanted: readonly string[]): (TileColumn & { readonly field: Field })[] {
  const who = ctx.system === undefined ? ctx.principal : 'system'
  const paths = wanted.length ? wanted : module.columns.slice(0, COLUMNS).map(({ path }) => path)
  return paths.flatMap((path) => {
    const target = nameOf(who, ctx.modules, { module, path, use: 'column' })
    const end = target && endOf(target)
    if (end?.kind !== 'column' && end?.kind !== 'progress') return []
    const { field } = end
    const { type, scale, options } = field
    // `supplier.name` is the supplier.
    const title = (path.includes('.') && module.field[`${path.split('.')[0]}_id`]?.title) || field.title
    return { path, title, type, field, ...(scale === undefined ? {} : { scale }), ...(options ? { options } : {}) }
  })
}

/** The value of a column in a row of the list; a reference by its label. */
function cellOf(row: Row, path: string, field: Field): unknown {
  const [first, ...rest] = path.split('.')
  const value = rest.reduce<unknown>((part, name) => (part as Row | null | undefined)?.[name], row[first!])
  if (!field.refAs || rest.length) return value ?? null
  return (row[field.refAs] as Row | null | undefined)?.label ?? null
}

async function readRecords(ctx: Ctx, records: TileRecords, choice: FigureChoice, isCalendar: boolean): Promise<RecordsAnswer> {
  const module = ctx.modules.get(records.module)!
  const today = ctx.clock.today(ctx.company.time_zone)
  const wanted = isCalendar ? { ...records, period: records.period ?? CALENDAR } : records
  const filter = conditionsOf(ctx, module, wanted, choice)
  const date = isCalendar ? (records.date ?? module.entity.date) : undefined
  const { data, pagination } = await ctx.services.records.list(ctx, module, {
    filter,
    window: 'all',
    limit: isCalendar ? PLACED : records.limit,
    ...(records.search ? { search: records.search } : {}),
    ...(date ? { sort: `${date},id` } : records.sort ? { sort: records.sort } : {}),
  })
  const columns = columnsOf(ctx, module, records.columns)
  const hasStatus = columns.some(({ path }) => path === 'status')
  const rows = data.map((row): TileRecord => {
    const badge = hasStatus ? badgeOf(module, row, today) : undefined
    return {
      id: Number(row.id),
      values: columns.map(({ path, field }) => cellOf(row, path, field)),
      ...(date ? { date: row[date] ? dayIn(String(row[date]), ctx.company.time_zone) : '' } : {}),
      ...(badge ? { badge: { title: badge.title, tone: badge.tone } } : {}),
    }
  })
  const days = isCalendar ? daysOf(wanted, choice, today) : undefined
  return {
    module: module.name,
    filter,
    ...(records.search ? { search: records.search } : {}),
    columns: columns.map(({ field: _field, ...column }) => column),
    rows,
    total: pagination.total,
    ...(date ? { date } : {}),
    ...(days ? { days: spanOf(days, today) } : {}),
  }
}

/** First and last day of a filter on a date. */
function spanOf(days: unknown, today: string): { from: string; to: string } {
  const { gte, lte } = (typeof days === 'object' && days !== null ? days : {}) as { gte?: string; lte?: string }
  const span = dateSpan(CALENDAR, today, 'period')
  return { from: gte ?? span.from, to: lte ?? span.to }
}
