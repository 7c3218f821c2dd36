/** Dashboards of tiles: every tile in one call, each with the rights that its reader has on the list behind it. */
import { CHOSEN, type Tile } from '../../../engine/model/dashboard.ts'
import type { Module, Row } from '../../../engine/model/module.ts'
import type { Ctx, Handler, HandlerRequest } from '../../platform/context.ts'
import { forbidden, invalid, notFound } from '../../platform/errors.ts'
import { handler, optionalId } from '../../platform/http/params.ts'
import { type FigureAnswer, type FigureChoice, readFigures, rowsOf, seesFigures } from '../../records/aggregate/declared.ts'
import { csvLine } from '../../records/export/csv.ts'
import { dateSpan } from '../../records/query/dates.ts'

const MAX_LIMIT = 1000

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/**
 * What the request chooses: `period` (`this_month`), or `date_from` and `date_to`; `branch_id`; `sort` (`asc` begins with the
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
  const branch = optionalId(query, 'branch_id') ?? optionalId(query, 'branch')
  const limit = optionalId(query, 'limit')
  const period = first || last ? { gte: first ?? '0001-01-01', lte: last ?? '9999-12-31' } : named
  return {
    ...(period ? { period } : {}),
    ...(branch ? { branch } : {}),
    ...(limit ? { limit: Math.min(limit, MAX_LIMIT) } : {}),
    ...(sort === 'desc' ? { reversed: true } : {}),
  }
}

/** A figure is one number; every other tile is a list of groups. */
function plainOf(tile: Tile, answer: FigureAnswer): unknown {
  if (tile.figures.groups.length) return rowsOf(answer, tile.figures)
  return answer.totals!.values[answer.names.indexOf(tile.show)] ?? 0
}

/** Every tile that the caller can see, and the figures once more under the names of the tiles. */
const tiles = handler('dashboard.tiles', async (ctx, request, module) => {
  const choice = choiceOf(ctx, module, request.query)
  const seen = (module.dashboard?.tiles ?? []).filter(({ figures }) => seesFigures(ctx, figures))
  // One after another: side by side they would take the connections of everybody else.
  const answers: { tile: Tile; answer: FigureAnswer }[] = []
  for (const tile of seen) answers.push({ tile, answer: await readFigures(ctx, tile.figures, choice) })
  return {
    ...Object.fromEntries(answers.map(({ tile, answer }) => [tile.name, plainOf(tile, answer)])),
    period: choice.period ?? null,
    tiles: answers.map(({ tile, answer }) => ({
      name: tile.name,
      type: tile.type,
      title: tile.title,
      ...(tile.description ? { description: tile.description } : {}),
      show: tile.show,
      follows: tile.figures.period === CHOSEN,
      ...answer,
    })),
  }
})

/** The rows of one tile, or the same as a CSV file. */
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
    if (!seesFigures(ctx, tile.figures)) throw forbidden('You do not have access to the records behind this figure.')
    const answer = await readFigures(ctx, tile.figures, choiceOf(ctx, module, request.query))
    if (!wanted.csv) return plainOf(tile, answer)
    return {
      reply: { type: 'text/csv; charset=utf-8', filename: `${module.name}-${tile.name}.csv`, body: csvOf(answer, tile) },
    }
  },
}

/** The groups with the words that people read instead of ids. */
function csvOf(answer: FigureAnswer, { figures }: Tile): string {
  const heads = [...answer.groups.map(({ title }) => title), ...answer.measures.map(({ title, kind }) => title ?? kind)]
  const lines = answer.rows.map((row): Row => ({ cells: [...row.keys.map((key, index) => row.labels[index] ?? key), ...row.values] }))
  const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
  return figures.groups.length
    ? [heads, ...lines.map(({ cells }) => cells as unknown[])].map((cells) => csvLine(cells.map(text))).join('')
    : ''
}

export const tileHandlers: readonly Handler[] = [tiles, tile]
