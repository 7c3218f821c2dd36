/**
 * Documents made from others: the quantities taken must still be open, and posting increases the counters of the source
 * (ordered → received → billed → paid), voiding decreases them again. All sources are locked first, in the order of their
 * ids, so that two documents taking the last unit cannot both succeed.
 */

import type { Json, Module, Row } from '../../../engine/model/module.ts'
import { toJson } from '../../../engine/runtime/compute/index.ts'
import { type Decimal, toDecimal, ZERO } from '../../../kernel/decimal.ts'
import type { Ctx, Effect, EffectContext, Guard } from '../../platform/context.ts'
import { ref, sql, table } from '../../platform/db/sql.ts'
import { type FieldErrors, refuse, refuseByDescriptor } from '../../platform/errors.ts'
import { effectContext } from '../context.ts'
import { refreshDerived } from '../stored-values.ts'
import { headerIds, type Link, linksOf, numberOf, rowName } from './links.ts'
import { requireOnce } from './once.ts'
import { takeParts } from './parts.ts'

/** Module at or behind the sources → counter of its rows. */
type Counters = Readonly<Record<string, string>>
type Origins = { origins?: Counters; reopens?: { when: string; origins: Counters } } | null

/** The counters behind the sources that the document raises, and whether what it returns is to be served once more. */
const countersOf = (fx: EffectContext, params: Origins): { name: string; counter: string; reopens: boolean }[] => {
  const { origins = {}, reopens } = params ?? {}
  const again = reopens && fx.evaluate(reopens.when) === true ? reopens.origins : {}
  return [
    ...Object.entries(origins).map(([name, counter]) => ({ name, counter, reopens: false })),
    ...Object.entries(again).map(([name, counter]) => ({ name, counter, reopens: true })),
  ]
}

/**
 * Quantities returned to rows of a module: those of the source, or along the lines from which each document was taken,
 * through any number of steps.
 */
export async function tracedTo(fx: EffectContext, origin: string): Promise<{ lines: string; deltas: Map<number, Decimal> } | undefined> {
  const deltas = new Map<number, Decimal>()
  let lines: string | undefined
  let level: { module: Module; table: string; id: number; quantity: Decimal }[] = []
  const trace = (module: Module, tableName: string, id: number, quantity: Decimal): void => {
    if (module.name !== origin) level.push({ module, table: tableName, id, quantity })
    else {
      lines = tableName
      deltas.set(id, (deltas.get(id) ?? ZERO).plus(quantity))
    }
  }
  for (const { module, spec, rows } of linksOf(fx))
    if (spec.from) for (const row of rows) trace(module, spec.from, Number(row[spec.link]), toDecimal(row[spec.quantity]))
  for (let depth = 0; level.length && depth < 8; depth++) {
    const groups = Map.groupBy(level, ({ module, table: tableName }) => `${module.name} ${tableName}`)
    level = []
    for (const group of groups.values()) {
      const { module, table: tableName } = group[0]!
      const child = module.lines.find((line) => line.name === tableName)
      if (!child?.field.source_module) continue
      const rows = await fx.ctx.db.query<{ id: number; source_module: string | null; source_line_id: number | null }>(
        sql`
          SELECT id, source_module, source_line_id
          FROM ${table(fx.ctx, child.table)}
          WHERE id = ANY (${group.map(({ id }) => id)}::bigint[])
        `,
      )
      const above = new Map(rows.map((row) => [row.id, row]))
      for (const { id, quantity } of group) {
        const row = above.get(id)
        const source = row?.source_module ? module.sources.find((candidate) => candidate.module === row.source_module) : undefined
        const from = source?.lines[tableName]?.from
        const next = source && fx.ctx.modules.get(source.module)
        if (row?.source_line_id && from && next) trace(next, from, row.source_line_id, quantity)
      }
    }
  }
  return lines === undefined ? undefined : { lines, deltas }
}

/** Documents that rows belong to. */
export async function parentsOf(fx: EffectContext, module: Module, lines: string, rows: readonly number[]): Promise<number[]> {
  const { table: tableName } = module.lines.find((line) => line.name === lines)!
  const matches = await fx.ctx.db.query<{ parent_id: number }>(
    sql`
      SELECT DISTINCT parent_id
      FROM ${table(fx.ctx, tableName)}
      WHERE id = ANY (${rows}::bigint[])
      ORDER BY parent_id
    `,
  )
  return matches.map((row) => Number(row.parent_id))
}

async function lockSources(fx: EffectContext, params: Origins): Promise<void> {
  const wanted = new Map<string, Set<number>>()
  for (const name of new Set(countersOf(fx, params).map((counter) => counter.name))) {
    const traced = await tracedTo(fx, name)
    if (traced) wanted.set(name, new Set(await parentsOf(fx, fx.ctx.modules.get(name)!, traced.lines, [...traced.deltas.keys()])))
  }
  for (const link of linksOf(fx)) {
    const set = wanted.get(link.module.name) ?? new Set<number>()
    for (const id of await headerIds(fx.ctx, link)) set.add(id)
    wanted.set(link.module.name, set)
  }
  for (const name of [...wanted.keys()].sort()) {
    const tableName = table(fx.ctx, fx.ctx.modules.get(name)!.entity.table)
    await fx.ctx.db.query(
      sql`
        SELECT id
        FROM ${tableName}
        WHERE id = ANY (${[...wanted.get(name)!].sort((a, b) => a - b)}::bigint[])
        ORDER BY id
        FOR UPDATE
      `,
    )
  }
}

const isOpenState = (module: Module, record: Row): boolean =>
  !module.workflow || (module.workflow.states[String(record.status)]?.flags.includes('is_posted') === true && record.status !== 'closed')

async function checkLink(fx: EffectContext, link: Link): Promise<void> {
  const { ctx } = fx
  const { spec, module } = link
  const lines = spec.from
  for (const id of await headerIds(ctx, link)) {
    const header = await ctx.services.records.load(ctx, module, id)
    const sourceFx = await effectContext({
      ctx,
      module,
      record: header,
      transition: fx.transition,
      date: fx.date,
      input: {},
      posting_seq: 0,
    })
    if (!isOpenState(module, header))
      throw refuse('E_SOURCE', `${module.singular} ${numberOf(module, header)} is not open (${String(header.status)}).`)
    const candidates = lines ? ((header[lines] as Row[]) ?? []) : [header]
    for (const candidate of candidates) {
      const taking = link.rows.filter((row) => Number(row[spec.link]) === Number(candidate.id))
      if (taking.length === 0) continue
      const row = lines ? candidate : undefined
      requireSame(fx, link, { taking, sourceFx, source: row })
      if (spec.unlimited) continue
      const taken = taking.reduce<Decimal>((sum, entry) => sum.plus(toDecimal(entry[spec.quantity])), ZERO)
      const open = sourceFx.decimal(spec.open!, row)
      // The whole quantity: still open and already served.
      const whole = spec.serves ? open.plus(toDecimal(candidate[spec.serves] ?? 0)) : open
      const percent = spec.tolerance ? fx.decimal(spec.tolerance) : ZERO
      if (taken.greaterThan(open.plus(whole.times(percent).dividedBy(100)))) {
        const no = numberOf(module, header)
        const what = lines ? rowName(candidate) : `${module.singular} ${no}`
        const message = `${what}: ${taken.toFixed()} is more than the ${open.toFixed()} still open on ${no}.`
        const mark = `${taken.toFixed()} is more than the ${open.toFixed()} still open on ${no}.`
        const details = { open: open.toNumber(), taken: taken.toNumber(), module: module.name, id }
        throw refuseByDescriptor(spec.rule, message, details, marked(fx, link, taking, mark))
      }
    }
  }
}

/** The message at the quantity of each row that takes too much. */
function marked(fx: EffectContext, { linesName, spec }: Link, taking: readonly Row[], message: string): FieldErrors {
  const rows = (fx.record[linesName] as Row[] | undefined) ?? []
  return Object.fromEntries(taking.map((row) => [`${linesName}.${rows.indexOf(row)}.${spec.quantity}`, [message]]))
}

interface TakingRows {
  readonly taking: readonly Row[]
  readonly sourceFx: EffectContext
  readonly source: Row | undefined
}

/** A row from a source keeps the source's item and unit, so that counters stay exact. */
function requireSame(fx: EffectContext, link: Link, { taking, sourceFx, source }: TakingRows): void {
  for (const [name, expr] of Object.entries(link.source.per)) {
    const field = fx.module.field[name]!
    if (String(fx.record[name] ?? '') === String(sourceFx.evaluate(expr, source) ?? '')) continue
    throw refuse('E_SOURCE', `${rowName(taking[0]!)}: the source line is of another ${field.title.toLowerCase()}. Remove the line.`)
  }
  const target = fx.module.lines.find((lines) => lines.name === link.linesName)!
  for (const [name, expr] of Object.entries(link.spec.copy)) {
    const field = target.field[name]
    if (field?.type !== 'reference' || link.spec.editable?.includes(name)) continue
    const expected = sourceFx.evaluate(expr, source)
    for (const row of taking) {
      if (String(row[name] ?? '') !== String(expected ?? '')) {
        throw refuse(
          'E_SOURCE',
          `${rowName(row)}: ${field.title} must stay as on the source document. Remove the line and add it without the source instead.`,
        )
      }
    }
  }
}

/** Refuses quantities beyond the sources' open ones; the descriptor names the rule. */
export const sourcesWithinOpen: Guard = {
  name: 'sources.withinOpen',
  params: {
    description: 'Refuses what takes more than its sources have open, by the rule that `sources` name.',
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {},
  },
  async check(fx) {
    for (const link of linksOf(fx)) {
      await checkLink(fx, link)
      await requireOnce(fx, link)
    }
  },
}

interface Served extends Record<string, Json> {
  module: string
  lines: string | null
  counter: string
  deltas: { id: number; by: string }[]
  headers: number[]
  /** Of quantities that are open again: how much of each row had been served until then. */
  before: Record<string, string> | null
}

/** What is served of each of these rows, as the progress of their document counts it, and the whole. */
async function servedRows(
  fx: EffectContext,
  { module: name, lines, headers, deltas }: Served,
): Promise<{ row: Row; no: string; served: Decimal; whole: Decimal }[]> {
  const { ctx } = fx
  const module = ctx.modules.get(name)!
  const progress = module.workflow?.progress
  if (!progress || progress.lines !== lines) return []
  const wanted = new Set(deltas.map(({ id }) => id))
  const all = []
  for (const id of headers) {
    const record = await ctx.services.records.load(ctx, module, id)
    const within = await effectContext({ ctx, module, record, transition: fx.transition, date: fx.date, input: {}, posting_seq: 0 })
    for (const row of (record[progress.lines] as Row[] | undefined) ?? []) {
      if (!wanted.has(Number(row.id))) continue
      const [served, whole] = [within.decimal(progress.served, row), within.decimal(progress.of, row)]
      all.push({ row, no: numberOf(module, record), served, whole })
    }
  }
  return all
}

/** What a return opened again and another document has served since cannot be closed by voiding the return. */
async function requireNotServedAgain(fx: EffectContext, entry: Served): Promise<void> {
  for (const { row, no, served, whole } of await servedRows(fx, entry)) {
    const before = toDecimal(entry.before?.[String(row.id)] ?? 0)
    if (served.lte(whole) || served.lte(before)) continue
    const more = served.minus(whole).toFixed()
    throw refuse(
      'E_HAS_CHILDREN',
      `${rowName(row)}: ${more} of the returned quantity was received or delivered again for ${no}. Void that receipt first.`,
    )
  }
}

async function raise(ctx: Ctx, served: Served, sign: 1 | -1): Promise<void> {
  const module = ctx.modules.get(served.module)!
  const tableName = served.lines ? module.lines.find((lines) => lines.name === served.lines)!.table : module.entity.table
  const counter = ref(served.counter)
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, tableName)} t
      SET ${counter} = coalesce(t.${counter}, 0) + ${sign}::int * d.by
      FROM json_to_recordset(${JSON.stringify(served.deltas)}::json) AS d(id bigint, by numeric)
      WHERE t.id = d.id
    `,
  )
  for (const id of served.headers) await refreshDerived(ctx, module, id)
}

/** Increases the counters that the document's sources declare, and recomputes their progress. */
export const sourcesServe: Effect<Origins> = {
  name: 'sources.serve',
  keepsRecord: true,
  rank: 10,
  params: {
    description:
      'Raises the counters of the documents that rows were taken from (`serves` of `sources`), and their progress; rows take their `parts` of what is left there.',
    examples: [{ origins: { sales_order: 'qty_returned' } }],
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {
      origins: {
        type: 'object',
        propertyNames: { format: 'module' },
        additionalProperties: { type: 'string', format: 'origin-field', of: ['numeric'] },
        description:
          'Further counters, of the sources or of documents behind them: module → counter of the rows that these quantities go back to.',
      },
      reopens: {
        type: 'object',
        additionalProperties: false,
        required: ['when', 'origins'],
        description: 'Counters of quantities that are open again, and can be served once more; the document is not voided after that.',
        properties: {
          when: { type: 'string', format: 'expression', gives: 'bool', description: 'Whether they are.' },
          origins: {
            type: 'object',
            propertyNames: { format: 'module' },
            additionalProperties: { type: 'string', format: 'origin-field', of: ['numeric'] },
            description: 'Module → counter of the rows.',
          },
        },
      },
    },
  },
  lock: lockSources,
  async apply(fx, params) {
    const entry: Served[] = []
    await takeParts(fx)
    for (const link of linksOf(fx)) {
      if (!link.spec.serves) continue
      const sums = new Map<number, Decimal>()
      for (const row of link.rows) {
        const id = Number(row[link.spec.link])
        sums.set(id, (sums.get(id) ?? ZERO).plus(toDecimal(row[link.spec.quantity])))
      }
      const served: Served = {
        module: link.module.name,
        lines: link.spec.from ?? null,
        counter: link.spec.serves,
        deltas: [...sums].map(([id, by]) => ({ id, by: by.toFixed() })),
        headers: await headerIds(fx.ctx, link),
        before: null,
      }
      await raise(fx.ctx, served, 1)
      entry.push(served)
    }
    for (const { name, counter, reopens } of countersOf(fx, params)) {
      const traced = await tracedTo(fx, name)
      if (!traced) continue
      const { lines, deltas } = traced
      const headers = await parentsOf(fx, fx.ctx.modules.get(name)!, lines, [...deltas.keys()])
      const by = [...deltas].map(([id, quantity]) => ({ id, by: quantity.toFixed() }))
      const served: Served = { module: name, lines, counter, deltas: by, headers, before: null }
      if (reopens)
        served.before = Object.fromEntries((await servedRows(fx, served)).map((known) => [String(known.row.id), known.served.toFixed()]))
      await raise(fx.ctx, served, 1)
      entry.push(served)
    }
    return toJson({ entry }).entry as Json
  },
  async reverse(fx, entry) {
    for (const served of entry as unknown as Served[]) {
      await raise(fx.ctx, served, -1)
      if (served.before) await requireNotServedAgain(fx, served)
    }
  },
}
