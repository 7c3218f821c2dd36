/** Initial rows of companies, from the files beside the descriptors. */

import { createHash } from 'node:crypto'
import type { Module, ModuleSet, Row } from '../../engine/model/module.ts'
import type { Ctx } from '../platform/context.ts'
import { quote } from '../platform/db/name.ts'
import { assignments, columns, raw, ref, sql, table } from '../platform/db/sql.ts'
import { AppError } from '../platform/errors.ts'
import type { ModuleStore } from '../platform/meta/store.ts'
import type { Resolved } from '../records/write/references.ts'
import { prepareNew, store } from '../records/write/save.ts'

/** Modules with fixture rows, those that others refer to first. */
function inOrder(modules: ModuleSet): Module[] {
  const done: Module[] = []
  const seen = new Set<string>()
  const visit = (module: Module) => {
    if (seen.has(module.name)) return
    seen.add(module.name)
    for (const field of [...module.fields, ...module.lines.flatMap((lines) => lines.fields)]) {
      const target = field.to ? modules.get(field.to) : undefined
      if (target?.rows) visit(target)
    }
    done.push(module)
  }
  for (const module of modules.values()) if (module.rows) visit(module)
  return done
}

/**
 * Loads fixture rows: into tables that are still empty, and, for public lists, rows of a later version that the company
 * lacks. In an existing company, rows of a new list are left out where they refer to a row that the company's own list
 * lacks. For other lists with rows, only system rows are added (users cannot have deleted them), and the records that the
 * product finds by a key (`entity.systemKey`).
 */
export async function loadFixtures(ctx: Ctx, store: ModuleStore): Promise<void> {
  const loaded = new Set<string>()
  const editions = await editionsOf(ctx)
  for (const module of inOrder(ctx.modules)) {
    const [filled] = await ctx.db.query(sql`SELECT 1 FROM ${table(ctx, module.entity.table)} LIMIT 1`)
    if (module.entity.publicCode && isPlain(ctx, module)) {
      const text = store.fixtureText(module)
      const edition = editionOf(text)
      if (filled && editions.get(module.name) === edition) continue
      const rows = JSON.parse(text) as Row[]
      if (!filled) loaded.add(module.name)
      await ctx.db.tx(async () => {
        await (filled ? complete(ctx, module, rows) : fill(ctx, module, rows, loaded))
        await saveEdition(ctx, module, edition)
      })
      continue
    }
    if (filled && module.entity.systemKey) {
      const edition = editionOf(store.fixtureText(module))
      if (editions.get(module.name) !== edition)
        await ctx.db.tx(async () => {
          await completeKeys(ctx, module, fixtureRows(store, module))
          await saveEdition(ctx, module, edition)
        })
      continue
    }
    const rows = filled ? await missingOfSystem(ctx, module, store) : fixtureRows(store, module)
    if (!rows.length) continue
    if (!filled) loaded.add(module.name)
    await ctx.db.tx(async () => {
      await fill(ctx, module, rows, loaded)
      if (module.entity.systemKey) await saveEdition(ctx, module, editionOf(store.fixtureText(module)))
    })
  }
}

const fixtureRows = (store: ModuleStore, module: Module): Row[] => JSON.parse(store.fixtureText(module)) as Row[]

/** Rows that the product relies on (`is_system`) and that a company of an earlier version lacks. */
async function missingOfSystem(ctx: Ctx, module: Module, store: ModuleStore): Promise<Row[]> {
  if (!module.field.is_system || !module.field.code) return []
  const known = await ctx.db.query<{ code: string }>(sql`SELECT code FROM ${table(ctx, module.entity.table)}`)
  const codes = new Set(known.map(({ code }) => code))
  return fixtureRows(store, module).filter((row) => row.is_system === true && !codes.has(String(row.code)))
}

async function fill(ctx: Ctx, module: Module, rows: readonly Row[], loaded: ReadonlySet<string>): Promise<void> {
  const keys = new Map<string, ReadonlyMap<string, number>>()
  const known: Resolved = new Map()
  const isSet = rows.length > BY_SETS && isPlain(ctx, module)
  const ready: Row[] = []
  for (const row of rows) {
    // One after another: a row can refer to an earlier one of the same list.
    const values = await withIds(ctx, module, row, { keys, loaded })
    if (values && isSet) ready.push(values)
    else if (values) await createFixture(ctx, module, values, known)
  }
  if (isSet) await insertFixtures(ctx, module, ready)
}

/**
 * Updates a public list of an earlier version: adds rows whose code the company lacks, and fills empty values of its own
 * rows (for instance the last day of a place that was abolished since). Existing values stay.
 */
async function complete(ctx: Ctx, module: Module, rows: readonly Row[]): Promise<void> {
  const tableName = table(ctx, module.entity.table)
  const name = module.entity.publicCode!
  const code = ref(name)
  const uniques = module.fields.filter((field) => field.unique).map((field) => field.name)
  const names = [...new Set([name, ...uniques])]
  const stored = await ctx.db.query<Row>(sql`SELECT ${raw(names.map(quote).join(', '))} FROM ${tableName}`)
  const taken = new Map(names.map((entry) => [entry, new Set(stored.map((row) => row[entry]))]))
  const keys = new Map<string, ReadonlyMap<string, number>>()
  const ready: Row[] = []
  for (const row of rows) {
    const values = await withIds(ctx, module, row, { keys, loaded: NOTHING })
    if (values) ready.push(values)
  }
  const isKnown = (row: Row): boolean => taken.get(name)!.has(row[name])
  const known = ready.filter(isKnown)
  const columns = [...new Set(known.flatMap((row) => Object.keys(row)))].filter((candidate) => candidate !== name).map(quote)
  if (columns.length)
    await ctx.db.query(
      sql`
        UPDATE ${tableName} t
        SET ${raw(columns.map((column) => `${column} = coalesce(t.${column}, x.${column})`).join(', '))}
        FROM json_populate_recordset(NULL::${tableName}, ${JSON.stringify(known)}::json) x
        WHERE x.${code} = t.${code}
          AND (${raw(columns.map((column) => `(t.${column} IS NULL AND x.${column} IS NOT NULL)`).join(' OR '))})
      `,
    )
  // A company's own row may have a code of the list: it stays unchanged.
  const isFree = (row: Row): boolean => uniques.every((unique) => row[unique] === undefined || !taken.get(unique)!.has(row[unique]))
  const added = ready.filter((row) => !isKnown(row) && isFree(row))
  if (added.length) await insertFixtures(ctx, module, added)
}
const NOTHING: ReadonlySet<string> = new Set()

/**
 * Gives a list the records by which the product finds what it needs (`entity.systemKey`), such as the accounts of roles that
 * came with a later version: the record with the shipped code, if it has no key and is of the same kind, else a new one.
 * A code that the company uses for something else stays as it is.
 */
async function completeKeys(ctx: Ctx, module: Module, rows: readonly Row[]): Promise<void> {
  const key = module.entity.systemKey!
  const kinds = module.fields.filter(({ type, required }) => type === 'select' && required).map(({ name }) => name)
  const stored = await ctx.db.query<Row>(sql`SELECT ${columns(['id', 'code', key, ...kinds])} FROM ${table(ctx, module.entity.table)}`)
  const known = new Set(stored.map((row) => row[key]))
  const byCode = new Map(stored.map((row) => [row.code, row]))
  const resolved: Resolved = new Map()
  const keys = new Map<string, ReadonlyMap<string, number>>()
  for (const row of rows) {
    if (row[key] === undefined || known.has(row[key])) continue
    const existing = byCode.get(row.code)
    if (!existing) {
      const values = await withIds(ctx, module, row, { keys, loaded: NOTHING })
      if (values) await createFixture(ctx, module, values, resolved)
    } else if (existing[key] === null && kinds.every((kind) => existing[kind] === row[kind])) {
      await ctx.db.query(
        sql`
          UPDATE ${table(ctx, module.entity.table)}
          SET ${assignments({ [key]: row[key] })}
          WHERE id = ${existing.id}
        `,
      )
    }
  }
}

const editionOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The version of each public list that the company has, by the hash of its rows. */
async function editionsOf(ctx: Ctx): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.db.query<{ module: string; hash: string }>(sql`SELECT module, hash FROM ${table(ctx, 'fixture_edition')}`)
  return new Map(rows.map(({ module, hash }) => [module, hash]))
}

const saveEdition = (ctx: Ctx, module: Module, hash: string) =>
  ctx.db.query(
    sql`
      INSERT INTO ${table(ctx, 'fixture_edition')} (module, hash)
      VALUES (${module.name}, ${hash})
      ON CONFLICT (module) DO UPDATE SET hash = excluded.hash, loaded_at = now()
    `,
  )

/** Long lists (places, time zones) are inserted as a set: thousands of single writes would delay the first start. */
const BY_SETS = 50

/** A list whose rows have no consequences but their own defaults and fetched values, and do not name each other. */
const isPlain = (ctx: Ctx, module: Module): boolean =>
  module.lines.length === 0 &&
  module.saved.every((name) => ctx.services.hooks.get(name)?.forUsersOnly === true) &&
  module.entity.numbers.length === 0 &&
  module.fields.every((field) => !field.computed && field.to !== module.name && !(field.default && 'expr' in field.default))

async function insertFixtures(ctx: Ctx, module: Module, rows: readonly Row[]): Promise<void> {
  const tableName = table(ctx, module.entity.table)
  const now = ctx.clock.now().toISOString()
  const fetched = await fetchedFor(ctx, module)
  const values = rows.map((row) => {
    const full: Row = { version: 1, created_by: ctx.principal.user_id, created_at: now, updated_at: now }
    for (const field of module.fields) if (field.default && 'value' in field.default) full[field.name] = field.default.value
    for (const { name, from, known } of fetched) if (row[from] !== undefined) full[name] = known.get(Number(row[from])) ?? null
    return { ...full, ...row }
  })
  const columns = [...new Set(values.flatMap((row) => Object.keys(row)))].filter(
    (name) => SYSTEM.has(name) || module.field[name]?.storage !== 'none',
  )
  const listed = columns.map((name) => quote(name)).join(', ')
  await ctx.db.query(
    sql`
      INSERT INTO ${tableName} (${raw(listed)})
      SELECT ${raw(listed)}
      FROM json_populate_recordset(NULL::${tableName}, ${JSON.stringify(values)}::json)
    `,
  )
}
const SYSTEM: ReadonlySet<string> = new Set(['version', 'created_by', 'created_at', 'updated_at'])

/** Fetched values of fields, by the id of the referenced row. */
async function fetchedFor(ctx: Ctx, module: Module): Promise<{ name: string; from: string; known: ReadonlyMap<number, unknown> }[]> {
  const result: { name: string; from: string; known: ReadonlyMap<number, unknown> }[] = []
  for (const { name, from, path } of module.fields.flatMap(({ name, fetch = [] }) => fetch.map((fetched) => ({ name, ...fetched })))) {
    const target = ctx.modules.get(module.field[from]?.to ?? '')
    if (!target?.field[path]) continue
    const rows = await ctx.db.query<{ id: number; value: unknown }>(
      sql`SELECT id, ${ref(path)} AS value FROM ${table(ctx, target.entity.table)}`,
    )
    result.push({ name, from, known: new Map(rows.map((row) => [Number(row.id), row.value])) })
  }
  return result
}

/** Creates one row; fields that users cannot set (`is_system`) are written directly. `known`: references of earlier rows. */
async function createFixture(ctx: Ctx, module: Module, row: Row, known: Resolved): Promise<void> {
  const fixed = Object.entries(row).filter(([name]) => module.field[name]?.readonly === true && !module.field[name].computed)
  const sent = Object.fromEntries(Object.entries(row).filter(([name]) => !fixed.some(([other]) => other === name)))
  // Like the creation of records, but without reading each of them again for a response.
  const prepared = await prepareNew(ctx, module, sent, { known }).catch((error: unknown) => {
    throw wrongRow(module, row, error)
  })
  const id = await store(ctx, module, prepared)
  if (!fixed.length) return
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, module.entity.table)}
      SET ${assignments(Object.fromEntries(fixed))}
      WHERE id = ${id}
    `,
  )
}

/** Characters of a wrong row that its message has. */
const SHOWN_ROW = 200

/** The refusal of a row with its file: its author cannot tell the row from the field alone. */
function wrongRow({ rows, field }: Module, row: Row, error: unknown): unknown {
  if (!(error instanceof AppError) || !error.errors) return error
  const wrong = Object.entries(error.errors).map(([name, messages]) => `"${field[name]?.title ?? name}": ${messages.join(' ')}`)
  return new AppError('invalid', `A row of ${rows} is wrong. ${wrong.join(' ')} The row: ${JSON.stringify(row).slice(0, SHOWN_ROW)}`)
}

interface FixtureRow {
  readonly keys: Map<string, ReadonlyMap<string, number>>
  readonly loaded: ReadonlySet<string>
}

/**
 * The row with ids for its references, which fixture rows write as the target's code or name. Undefined where the target
 * is missing and its list was not `loaded` in this run; in a list that was, that is an error of the shipped rows.
 */
async function withIds(ctx: Ctx, module: Module, row: Row, { keys, loaded }: FixtureRow): Promise<Row | undefined> {
  const values: Row = {}
  for (const [name, value] of Object.entries(row)) {
    const to = module.field[name]?.to
    if (!to || typeof value !== 'string') {
      values[name] = value
      continue
    }
    // Of its own list a row can name any that was made before it.
    if (to === module.name || !keys.has(to)) keys.set(to, await keysOf(ctx, to))
    const id = keys.get(to)!.get(value)
    if (id === undefined && !loaded.has(to)) return undefined
    if (id === undefined) throw new Error(`${module.name}: no ${to} "${value}" for ${name}.`)
    values[name] = id
  }
  return values
}

async function keysOf(ctx: Ctx, name: string): Promise<ReadonlyMap<string, number>> {
  const module = ctx.modules.get(name)!
  const columns = ['name', 'code'].filter((column) => module.field[column])
  const rows = await ctx.db.query<Row>(sql`SELECT id, ${raw(columns.join(', '))} FROM ${table(ctx, module.entity.table)}`)
  return new Map(columns.flatMap((column) => rows.map((row) => [String(row[column]), row.id as number] as const)))
}
