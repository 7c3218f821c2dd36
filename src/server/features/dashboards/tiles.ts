/** Dashboards of tiles: every tile in one call, each with the rights that its reader has on the list behind it. */
import { CHOSEN, type Figures, figuresIn, type Tile } from '../../../engine/model/dashboard.ts'
import type { Module, Row } from '../../../engine/model/module.ts'
import type { FigureAnswer, TileAnswer, TileContent } from '../../../engine/model/tile-answer.ts'
import type { Ctx, Handler, HandlerRequest } from '../../platform/context.ts'
import { forbidden, invalid, notFound } from '../../platform/errors.ts'
import { handler, optionalId } from '../../platform/http/params.ts'
import type { FigureChoice } from '../../records/aggregate/choice.ts'
import { readFigures, rowsOf } from '../../records/aggregate/declared.ts'
import { csvStream } from '../../records/export/csv.ts'
import { workbookStream } from '../../records/export/xlsx.ts'
import { dateSpan } from '../../records/query/dates.ts'
import { addTile, arrange, arranged, arrangementOf, ownTiles, reset } from './own-tiles.ts'
import { readTile, seesTile } from './read-tile.ts'
import { sheetOf, sheetsOf } from './sheets.ts'

const MAX_LIMIT = 1000

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/**
 * What the request chooses: `period` (`this_month`), or `date_from` and `date_to`; `branch_id` and what else the dashboard is narrowed by; `sort` (`asc` begins with the
 * top, `desc` with the lowest) and `limit`.
 */
function choiceOf(ctx: Ctx, module: Module, query: HandlerRequest['query']): FigureChoice {
  const today = ctx.clock.today(ctx.company.time_zone)
  const [from, to] = [textOf(query.date_from), textOf(query.date_to)]
  const named = textOf(query.period) ?? module.dashboard?.period
  const span = (value: string, name: string) => dateSpan(value, today, name)
  const first = from && span(from, 'date_from').from
  const last = to && span(to, 'date_to').to
  if (first && last && first > last) throw invalid({ date_to: ['The last day is before the first one.'] })
  if (!first && !last && named) span(named, 'period')
  const sort = textOf(query.sort)
  if (sort && sort !== 'asc' && sort !== 'desc') throw invalid({ sort: ['Either asc (the top first) or desc (the lowest first).'] })
  const narrowed = Object.fromEntries(
    [...new Set(['branch', ...(module.dashboard?.narrow ?? [])])].flatMap((name) => {
      const id = optionalId(query, `${name}_id`) ?? optionalId(query, name)
      return id ? [[`${name}_id`, id]] : []
    }),
  )
  const limit = optionalId(query, 'limit')
  const period = first || last ? { gte: first ?? '0001-01-01', lte: last ?? '9999-12-31' } : named
  return {
    ...(period ? { period } : {}),
    ...(Object.keys(narrowed).length ? { narrowed } : {}),
    ...(limit ? { limit: Math.min(limit, MAX_LIMIT) } : {}),
    ...(sort === 'desc' ? { reversed: true } : {}),
  }
}

interface Read {
  readonly answer: TileAnswer
  readonly tile: Tile
  /** One of the reader's own, of a saved view. */
  readonly isOwn: boolean
}

/** Every tile that the caller can see, in their own arrangement; and those that they removed. */
async function readTiles(ctx: Ctx, module: Module, choice: FigureChoice) {
  const arrangement = await arrangementOf(ctx, module)
  const declared = (module.dashboard?.tiles ?? []).map((tile) => ({ tile }))
  const all = [...declared, ...(await ownTiles(ctx, arrangement))]
  const shown = new Set(arranged(all, arrangement).map(({ tile }) => tile.name))
  const removed = declared.filter(({ tile }) => !shown.has(tile.name) && seesTile(ctx, tile)).map(({ tile }) => tile)
  const read: Read[] = []
  // One after another: side by side they would take the connections of everybody else.
  for (const { tile, own: saved } of arranged<{ tile: Tile; own?: { module: string; view: number } }>(all, arrangement)) {
    const content = await readTile(ctx, module, tile, choice)
    if (!content) continue
    const answer = {
      ...headOf(tile),
      ...(followsPeriod(tile) ? { follows: true } : {}),
      ...(saved ? { own: { module: saved.module, view: saved.view } } : {}),
      ...content,
    }
    read.push({ answer, tile, isOwn: saved !== undefined })
  }
  return { read, removed, isArranged: Object.keys(arrangement).length > 0 }
}

/** A figure is one number; every other tile of figures is a list of groups. */
function plainOf(tile: Tile, answer: FigureAnswer): unknown {
  if (tile.figures!.groups.length) return rowsOf(answer, tile.figures!)
  return answer.totals!.values[tile.show === undefined ? 0 : answer.names.indexOf(tile.show)] ?? 0
}

const isFigures = (content: TileContent): content is FigureAnswer => content.totals !== undefined && content.names !== undefined

const headOf = ({ name, type, title, description, span, show, chart, titles, late, text }: Tile) => ({
  name,
  type,
  title,
  span,
  ...(description ? { description } : {}),
  ...(show === undefined ? {} : { show }),
  ...(chart ? { chart } : {}),
  ...(titles ? { titles } : {}),
  ...(late ? { late } : {}),
  ...(text ? { text } : {}),
})

const followsPeriod = (tile: Tile): boolean => figuresIn(tile).some(({ period }) => period === CHOSEN) || tile.records?.period === CHOSEN

/**
 * Every tile that the caller can see, in their own arrangement, and the figures of the dashboard once more under the names of
 * their tiles.
 */
const tiles = handler('dashboard.tiles', async (ctx, request, module) => {
  const choice = choiceOf(ctx, module, request.query)
  const { read, removed, isArranged } = await readTiles(ctx, module, choice)
  const plain: Row = {}
  for (const { tile, answer, isOwn } of read) if (!isOwn && tile.figures && isFigures(answer)) plain[tile.name] = plainOf(tile, answer)
  return {
    ...plain,
    period: choice.period ?? null,
    tiles: read.map(({ answer }) => answer),
    removed: removed.map(({ name, title, type }) => ({ name, title, type })),
    narrow: (module.dashboard?.narrow ?? []).map((name) => ({ name, title: ctx.modules.get(name)?.singular ?? name })),
    arranged: isArranged,
  }
})

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const CSV = 'text/csv; charset=utf-8'

/** What the dashboard shows as a workbook; or one `tile` of it as a CSV file. */
const exported = handler('dashboard.export', async (ctx, { query }, module) => {
  const choice = choiceOf(ctx, module, query)
  const { read } = await readTiles(ctx, module, choice)
  const answers = read.map(({ answer }) => answer)
  const name = `${module.name}-${ctx.clock.today(ctx.company.time_zone)}`
  const wanted = textOf(query.tile)
  if (wanted) {
    const sheet = answers.filter((answer) => answer.name === wanted).flatMap((answer) => sheetOf(answer) ?? [])[0]
    if (!sheet) throw notFound('There is nothing to export.')
    return { reply: { type: CSV, filename: `${module.name}-${wanted}.csv`, body: csvStream(sheet.file) } }
  }
  const days = daysText(choice.period, ctx.clock.today(ctx.company.time_zone))
  return { reply: { type: XLSX, filename: `${name}.xlsx`, body: workbookStream(sheetsOf(module.title, answers, days)) } }
})

/** The first and last day of the period that is chosen; undefined where none can be. */
function daysText(period: FigureChoice['period'], today: string): { from: string; to: string } | undefined {
  if (period === undefined) return undefined
  if (typeof period === 'string') return dateSpan(period, today, 'period')
  const { gte, lte } = period as { gte: string; lte: string }
  return { from: gte, to: lte }
}

const add = handler('dashboard.add', (ctx, { body }, module) => addTile(ctx, module, body))
const put = handler('dashboard.arrange', async (ctx, { body }, module) => {
  await arrange(ctx, module, body)
  return null
})
const forget = handler('dashboard.reset', async (ctx, _request, module) => {
  await reset(ctx, module)
  return null
})

/**
 * The same figures of the days that a request names, where the tile has a period of its own. A balance, or what is pending, is
 * as of now whatever days are named.
 */
const ofChosenDays = ({ less, ...figures }: Figures): Figures => ({
  ...figures,
  ...(figures.period === undefined ? {} : { period: CHOSEN }),
  ...(less ? { less: ofChosenDays(less) } : {}),
})

/** The rows of one tile, or the same as a CSV file. Days that the request names take the place of the tile's own period. */
const tile: Handler = {
  name: 'dashboard.tile',
  params: {
    type: 'object',
    required: ['tile'],
    additionalProperties: false,
    properties: {
      tile: { type: 'string', format: 'tile', description: 'Tile whose groups are answered.' },
      csv: { type: 'boolean', description: 'Answers a CSV file.' },
    },
  },
  async run(ctx, module, request, params) {
    const wanted = params as { tile: string; csv?: boolean }
    const tile = module.dashboard?.tiles.find(({ name }) => name === wanted.tile)
    if (!tile) throw notFound('Not found.')
    if (!seesTile(ctx, tile)) throw forbidden('You do not have access to the records behind this figure.')
    const choice = choiceOf(ctx, module, request.query)
    if (!tile.figures) return contentRows(await readTile(ctx, module, tile, choice))
    const { date_from, date_to } = request.query
    const figures = textOf(date_from) || textOf(date_to) ? ofChosenDays(tile.figures) : tile.figures
    const answer = await readFigures(ctx, figures, choice)
    if (!wanted.csv) return plainOf(tile, answer)
    const sheet = sheetOf({ ...headOf(tile), ...answer })
    if (!sheet) throw notFound('There is nothing to export.')
    return { reply: { type: CSV, filename: `${module.name}-${tile.name}.csv`, body: csvStream(sheet.file) } }
  },
}

/** The rows of a tile that is no figure of one list: the figures of its stages, or its records with their values by column. */
function contentRows({ stages, records, error }: TileContent = {}): Row[] {
  if (error) throw invalid({ tile: [error] })
  if (stages) return stages.map(({ name, title, value }) => ({ name, title, value }))
  return (records?.rows ?? []).map(({ id, values, date }) => ({
    id,
    ...(date ? { date } : {}),
    ...Object.fromEntries(records!.columns.map(({ path }, index) => [path, values[index]])),
  }))
}

export const tileHandlers: readonly Handler[] = [tiles, exported, tile, add, put, forget]
