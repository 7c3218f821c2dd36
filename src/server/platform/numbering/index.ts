/**
 * Document numbers. Fast series come from one sequence per scope: no save waits for another, and a failed save leaves a
 * gap. Gap-free series come from a counter row that stays locked until the transaction ends, which is why they are taken
 * last.
 */

import { createHash } from 'node:crypto'
import type { Module, Numbering, Row } from '../../../engine/model/module.ts'
import {
  formatNumber,
  type NumberFormat,
  type NumberInput,
  numberScope,
  parseNumberFormat,
} from '../../../engine/runtime/numbering/index.ts'
import type { Ctx, Db } from '../context.ts'
import { dayIn } from '../db/clock.ts'
import { qualify } from '../db/name.ts'
import { raw, sql, table } from '../db/sql.ts'
import { envFor, programFor } from '../expressions.ts'

const formats = new Map<string, NumberFormat>()

function formatOf(numbering: Numbering): NumberFormat {
  let format = formats.get(numbering.format)
  if (!format) {
    const parsed = parseNumberFormat(numbering.format)
    if ('error' in parsed) throw new Error(parsed.error)
    formats.set(numbering.format, (format = parsed))
  }
  return format
}

function inputOf(ctx: Ctx, module: Module, record: Row): NumberInput {
  const date = module.entity.date ? record[module.entity.date] : undefined
  return {
    date: typeof date === 'string' && date ? dayIn(date, ctx.company.time_zone) : ctx.clock.today(ctx.company.time_zone),
    read: (path) => {
      let value: unknown = record
      for (const part of path.split('.')) value = (value as Row | null | undefined)?.[part]
      return value === null || value === undefined ? '' : String(value)
    },
  }
}

const sequenceName = (module: Module, scope: string): string =>
  `no_${module.name.slice(0, 30)}_${createHash('sha256').update(`${module.name}\u0000${scope}`).digest('hex').slice(0, 12)}`

/** Whether a sequence of a company counts numbers of records: such a sequence is made by the first number, not with a table. */
export const isNumberSequence = (name: string): boolean => /^no_.+_[0-9a-f]{12}$/.test(name)

/** Sequences known to exist, by database and company: a company created again under an old code has none of the old ones. */
const sequences = new WeakMap<Db, Set<string>>()
const knownIn = (db: Db): Set<string> => {
  const known = sequences.get(db) ?? new Set<string>()
  sequences.set(db, known)
  return known
}

async function fast(ctx: Ctx, module: Module, scope: string): Promise<number> {
  const name = table(ctx, sequenceName(module, scope))
  const known = knownIn(ctx.db)
  const key = `${ctx.company.id} ${name.text}`
  if (!known.has(key)) {
    // Two simultaneous first saves would both create it; the lock lets the second find it.
    await ctx.db.tx(async () => {
      await ctx.db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${name.text}, 0))`)
      await ctx.db.query(sql`CREATE SEQUENCE IF NOT EXISTS ${name}`)
    })
    ctx.db.afterCommit(() => void known.add(key))
  }
  const [row] = await ctx.db.prepared<{ n: number }>(sql`SELECT nextval(${name.text}::regclass) AS n`)
  return Number(row!.n)
}

async function gapFree(ctx: Ctx, module: Module, field: string, scope: string): Promise<number> {
  const [row] = await ctx.db.query<{ last: number }>(
    sql`
      INSERT INTO ${table(ctx, 'number_counter')} (series, scope, last)
      VALUES (${`${module.name}.${field}`}, ${scope}, 1)
      ON CONFLICT (series, scope) DO UPDATE SET last = number_counter.last + 1
      RETURNING last
    `,
  )
  return Number(row!.last)
}

/** Whether the record is of those that the series counts. */
const counts = async (ctx: Ctx, module: Module, { when }: Numbering, record: Row): Promise<boolean> =>
  when === undefined || programFor(ctx, module, when).evaluate(record, await envFor(ctx, module)) === true

/**
 * The numbers that `at` (an action, or `save`) gives to the record, by field. An assigned number stays. `record` contains
 * the resolved references that the format reads.
 */
export async function assignNumber(ctx: Ctx, module: Module, record: Row, moment: string): Promise<Row> {
  const given: Row = {}
  for (const numbering of module.entity.numbers) {
    if (numbering.at !== moment || record[numbering.field] || !(await counts(ctx, module, numbering, record))) continue
    const format = formatOf(numbering)
    const input = inputOf(ctx, module, record)
    const scope = numberScope(format, input)
    const counter = numbering.gapless ? await gapFree(ctx, module, numbering.field, scope) : await fast(ctx, module, scope)
    given[numbering.field] = formatNumber(format, input, counter)
  }
  return given
}

/** The number that the next save would get, without taking it. */
export async function previewNumber(ctx: Ctx, module: Module, record: Row): Promise<Row> {
  const shown: Row = {}
  for (const numbering of module.entity.numbers) {
    if (numbering.at !== 'save' || !(await counts(ctx, module, numbering, record))) continue
    const format = formatOf(numbering)
    const input = inputOf(ctx, module, record)
    const scope = numberScope(format, input)
    const { schema } = ctx.company
    let next = 1
    if (numbering.gapless) {
      const [row] = await ctx.db.query<{ last: number }>(
        sql`
          SELECT last
          FROM ${raw(qualify(schema, 'number_counter'))}
          WHERE series = ${`${module.name}.${numbering.field}`} AND scope = ${scope}
        `,
      )
      next = Number(row?.last ?? 0) + 1
    } else {
      // Null where there is no such sequence yet, or none of its numbers was taken.
      const [row] = await ctx.db.prepared<{ last: number | null }>(
        sql`SELECT pg_sequence_last_value(to_regclass(${qualify(schema, sequenceName(module, scope))})) AS last`,
      )
      next = Number(row!.last ?? 0) + 1
    }
    shown[numbering.field] = formatNumber(format, input, next)
  }
  return shown
}
