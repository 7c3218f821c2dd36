/** Companies come into being here: schema, tables, the registry of modules, fixture rows. */
import type { Module, ModuleSet, Row } from '../../engine/module.ts'
import { codesOf } from '../../engine/permissions/index.ts'
import type { Ctx, Db, Log } from '../context.ts'
import { qualify, quote } from '../db/name.ts'
import { syncSchema } from '../db/planner/index.ts'
import type { ModuleStore } from '../meta/store.ts'
import { prepareNew, store } from '../records/write/save.ts'
import { APPLICATIONS } from './applications.ts'
import { type RegisteredCompany, registerCompany } from './registry.ts'
import { countRoleUsers, grantModules, type ModuleChanges, nameRolesByCode } from './roles.ts'
import { watchTables } from './watch.ts'

/** Versions as the specification states them; the others carry the system's. */
const VERSIONS: Readonly<Record<string, string>> = { talent: '2.2.0', employee_portal: '2.2.0', media: '2.2.0' }

/**
 * Brings tables, registry rows and missing fixture rows of a company up to date, in one transaction: several
 * processes that start at once do it one after another. Repeating it changes nothing.
 */
export async function syncCompany(
  db: Db,
  store: ModuleStore,
  company: RegisteredCompany,
  ctx: () => Promise<Ctx>,
  log?: Log,
): Promise<void> {
  const modules = await store.of(db, company)
  await syncSchema(db, company.schema, modules, log ? { log } : {})
  await db.tx(async () => {
    await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`company:${company.schema}`])
    await watchTables(db, company.schema, modules)
    const changes = await syncRegistry(db, company, modules)
    await ownRow(db, company)
    const system = await ctx()
    await grantModules(system, changes)
    await nameRolesByCode(db, company)
    await countRoleUsers(system)
    await loadFixtures(system, store)
    await db.query(
      `UPDATE ${qualify(company.schema, 'company')} SET currency_id = (SELECT id FROM ${qualify(company.schema, 'currency')} WHERE is_default LIMIT 1) WHERE currency_id IS NULL`,
    )
  })
}

/** Enters a company and makes everything it needs. */
export async function createCompany(
  db: Db,
  store: ModuleStore,
  input: { code: string; name: string },
  ctx: (company: RegisteredCompany) => Promise<Ctx>,
): Promise<RegisteredCompany> {
  const company = await registerCompany(db, input)
  await syncCompany(db, store, company, () => ctx(company))
  return company
}

/** Modules of the employee's panels that have permissions of their own since 2.38; companies of that time did not write it down. */
const HIDDEN_UNTIL_2_38: readonly string[] = ['personal_movement']

/** Rows of `application` and `module`, which roles are granted. What an administrator switched off stays off. */
async function syncRegistry(db: Db, company: RegisteredCompany, modules: ModuleSet): Promise<ModuleChanges> {
  const [application, module] = [qualify(company.schema, 'application'), qualify(company.schema, 'module')]
  await db.query(
    `INSERT INTO ${application} (name, subdomain, title, icon, color, description, release, sort_order, is_active,
       layout_header, layout_top_bar, layout_footer, layout_left_menu, layout_left_menu_overlay, menu_hidden)
     SELECT a.name, a.name, a.title, a.icon, a.color, a.description, a.version, a.n, true, true, true, true, a.name <> 'employee_portal' AND NOT a.hidden, a.name = 'employee_portal', a.hidden
     FROM json_to_recordset($1::json) AS a(name text, title text, icon text, color text, description text, version text, hidden boolean, n int)
     WHERE NOT EXISTS (SELECT 1 FROM ${application} x WHERE x.name = a.name)`,
    [
      JSON.stringify(
        APPLICATIONS.map(({ groups: _groups, ...one }, n) => ({
          ...one,
          version: VERSIONS[one.name] ?? '2.0.0',
          hidden: one.name === 'media',
          n: n + 1,
        })),
      ),
    ],
  )
  const rows = [...modules.values()].map((one) => ({
    name: one.name,
    title: one.title,
    application: one.application,
    group: one.group,
    kind: one.kind,
    icon: one.icon,
    codes: codesOf(one),
    everyone: one.everyone,
    report: one.kind === 'report',
    hidden: one.hidden,
    n: one.order,
  }))
  const before = await db.query<{ name: string; is_hidden: boolean }>(
    `SELECT name, coalesce(is_hidden, name = ANY ($1)) AS is_hidden FROM ${module}`,
    [HIDDEN_UNTIL_2_38],
  )
  const added = await db.query<{ name: string }>(
    `WITH d AS (SELECT name, title, application, "group", kind, icon, ARRAY(SELECT json_array_elements_text(codes)) AS codes,
         ARRAY(SELECT json_array_elements_text(everyone)) AS everyone, report, hidden, n
       FROM json_to_recordset($1::json) AS d(name text, title text, application text, "group" text, kind text, icon text, codes json, everyone json, report boolean, hidden boolean, n int)),
     changed AS (
       UPDATE ${module} m SET title = d.title, "group" = d."group", kind = d.kind, icon = d.icon, permission_codes = d.codes, everyone_codes = d.everyone, is_hidden = d.hidden FROM d
       WHERE m.name = d.name AND (m.title, m."group", m.kind, m.icon, m.permission_codes, m.everyone_codes, m.is_hidden) IS DISTINCT FROM (d.title, d."group", d.kind, d.icon, d.codes, d.everyone, d.hidden))
     INSERT INTO ${module} (name, title, application_id, "group", kind, icon, permission_codes, everyone_codes, is_hidden, is_module, is_report, sort_order, is_active)
     SELECT d.name, d.title, a.id, d."group", d.kind, d.icon, d.codes, d.everyone, d.hidden, NOT d.report, d.report, d.n, true
     FROM d LEFT JOIN ${application} a ON a.name = d.application WHERE NOT EXISTS (SELECT 1 FROM ${module} x WHERE x.name = d.name) RETURNING name`,
    [JSON.stringify(rows)],
  )
  const visible = new Set(rows.flatMap(({ name, hidden }) => (hidden ? [] : [name])))
  return {
    added: added.map(({ name }) => name),
    shown: before.filter(({ name, is_hidden }) => is_hidden && visible.has(name)).map(({ name }) => name),
  }
}

/** The company's row about itself. */
async function ownRow(db: Db, company: RegisteredCompany): Promise<void> {
  const table = qualify(company.schema, 'company')
  await db.query(
    `INSERT INTO ${table} (code, name, withholding_agent_category, fiscal_year_start, is_active)
     SELECT $1, $2, 'private', 1, true WHERE NOT EXISTS (SELECT 1 FROM ${table})`,
    [company.code, company.name],
  )
}

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
 * Loads fixture rows into tables that are still empty, through the record service like any other write. In a company
 * that exists, rows of a list that is new are left out where they refer to a row that the company's own list lacks. Of a
 * list that has rows already only those that belong to the system are added: nobody can have deleted them.
 */
async function loadFixtures(ctx: Ctx, store: ModuleStore): Promise<void> {
  const loaded = new Set<string>()
  for (const module of inOrder(ctx.modules)) {
    const [filled] = await ctx.db.query(`SELECT 1 FROM ${qualify(ctx.company.schema, module.entity.table)} LIMIT 1`)
    const keys = new Map<string, ReadonlyMap<string, number>>()
    const rows = filled ? await missingOfSystem(ctx, module, store) : store.fixtureRows(module)
    if (!rows.length) continue
    if (!filled) loaded.add(module.name)
    await ctx.db.tx(async () => {
      const isSet = rows.length > BY_SETS && isPlain(module)
      const ready: Row[] = []
      for (const row of rows) {
        // One after another: a row may refer to one before it in the same list.
        const values = await withIds(ctx, module, row, keys, loaded)
        if (values && isSet) ready.push(values)
        else if (values) await createFixture(ctx, module, values)
      }
      if (isSet) await insertFixtures(ctx, module, ready)
    })
  }
}

/** Rows that the product relies on (`is_system`) and a company made by an earlier version lacks. */
async function missingOfSystem(ctx: Ctx, module: Module, store: ModuleStore): Promise<Row[]> {
  if (!module.field.is_system || !module.field.code) return []
  const known = await ctx.db.query<{ code: string }>(`SELECT code FROM ${qualify(ctx.company.schema, module.entity.table)}`)
  const codes = new Set(known.map(({ code }) => code))
  return store.fixtureRows(module).filter((row) => row.is_system === true && !codes.has(String(row.code)))
}

/** Long lists (places of the world) are inserted as a set: thousands of single writes would hold up the first start. */
const BY_SETS = 100

/** A list in which nothing follows from a row but its own defaults and what it fetches. */
const isPlain = (module: Module): boolean =>
  module.lines.length === 0 &&
  module.saved.length === 0 &&
  module.entity.numbers.length === 0 &&
  module.fields.every((field) => !field.computed)

async function insertFixtures(ctx: Ctx, module: Module, rows: readonly Row[]): Promise<void> {
  const table = qualify(ctx.company.schema, module.entity.table)
  const at = ctx.clock.now().toISOString()
  const fetched = await fetchedFor(ctx, module)
  const values = rows.map((row) => {
    const full: Row = { version: 1, created_by: ctx.principal.user_id, created_at: at, updated_at: at }
    for (const field of module.fields) if (field.default && 'value' in field.default) full[field.name] = field.default.value
    for (const { name, from, known } of fetched) if (row[from] !== undefined) full[name] = known.get(Number(row[from])) ?? null
    return { ...full, ...row }
  })
  const columns = [...new Set(values.flatMap((row) => Object.keys(row)))].filter(
    (name) => SYSTEM.has(name) || module.field[name]?.storage !== 'none',
  )
  const listed = columns.map((name) => quote(name)).join(', ')
  await ctx.db.query(`INSERT INTO ${table} (${listed}) SELECT ${listed} FROM json_populate_recordset(NULL::${table}, $1::json)`, [
    JSON.stringify(values),
  ])
}
const SYSTEM: ReadonlySet<string> = new Set(['version', 'created_by', 'created_at', 'updated_at'])

/** Values that fields take over from what the row refers to, by its id. */
async function fetchedFor(ctx: Ctx, module: Module): Promise<{ name: string; from: string; known: ReadonlyMap<number, unknown> }[]> {
  const found: { name: string; from: string; known: ReadonlyMap<number, unknown> }[] = []
  for (const { name, fetch } of module.fields) {
    const target = fetch && ctx.modules.get(module.field[fetch.from]?.to ?? '')
    if (!fetch || !target?.field[fetch.path]) continue
    const rows = await ctx.db.query<{ id: number; value: unknown }>(
      `SELECT id, ${quote(fetch.path)} AS value FROM ${qualify(ctx.company.schema, target.entity.table)}`,
    )
    found.push({ name, from: fetch.from, known: new Map(rows.map((row) => [Number(row.id), row.value])) })
  }
  return found
}

/** One row; what people may not set themselves (`is_system`) is written beside the service. */
async function createFixture(ctx: Ctx, module: Module, row: Row): Promise<void> {
  const kept = Object.entries(row).filter(([name]) => module.field[name]?.readonly === true && !module.field[name].computed)
  const sent = Object.fromEntries(Object.entries(row).filter(([name]) => !kept.some(([other]) => other === name)))
  // As records are created, but nobody waits for the answer of each.
  const id = await store(ctx, module, await prepareNew(ctx, module, sent))
  if (!kept.length) return
  await ctx.db.query(
    `UPDATE ${qualify(ctx.company.schema, module.entity.table)} SET ${kept.map(([name], at) => `"${name}" = $${at + 2}`).join(', ')} WHERE id = $1`,
    [id, ...kept.map(([, value]) => value)],
  )
}

/**
 * The row with ids for its references, which fixture rows write as the target's code or name. Undefined where the target
 * is not there and its list was not `loaded` just now; in a list that was, that is a fault of the shipped rows.
 */
async function withIds(
  ctx: Ctx,
  module: Module,
  row: Row,
  keys: Map<string, ReadonlyMap<string, number>>,
  loaded: ReadonlySet<string>,
): Promise<Row | undefined> {
  const values: Row = {}
  for (const [name, value] of Object.entries(row)) {
    const to = module.field[name]?.to
    if (!to || typeof value !== 'string') {
      values[name] = value
      continue
    }
    if (!keys.has(to)) keys.set(to, await keysOf(ctx, to))
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
  const rows = await ctx.db.query<Row>(`SELECT id, ${columns.join(', ')} FROM ${qualify(ctx.company.schema, module.entity.table)}`)
  return new Map(columns.flatMap((column) => rows.map((row) => [String(row[column]), row.id as number] as const)))
}
