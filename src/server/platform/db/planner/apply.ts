import { createHash } from 'node:crypto'
import type { ModuleSet } from '../../../../engine/model/module.ts'
import type { Db, Log } from '../../context.ts'
import { literal, qualify, quote } from '../name.ts'
import { raw, ref, sql } from '../sql.ts'
import { companyDdl } from '../support/index.ts'
import { duplicatesOf, isUnique, type UniqueStep, withDuplicates } from './duplicates.ts'
import { isOwn, type Plan, parkedOf, plan, type Step } from './plan.ts'
import { withRows } from './row-counts.ts'
import type { RecordedTable } from './spec.ts'
import { tablesOf } from './tables.ts'
import { trigramClass } from './trigram.ts'

export interface SyncOptions {
  /** Also runs steps that lose data. */
  readonly allowDestructive?: boolean
  /** Tables that no step drops, even when no module declares them. */
  readonly keep?: ReadonlySet<string>
  readonly log?: Log
  /** The schema is not in use yet and is dropped when this fails: each part commits by itself, so that others get their turn. */
  readonly inParts?: boolean
}

/** Steps sent together: few round trips, while other statements still get their turn in between. */
const AT_ONCE = 50

const INTERNAL = (schema: string) => `
CREATE SCHEMA IF NOT EXISTS ${quote(schema)};
CREATE TABLE IF NOT EXISTS ${qualify(schema, '_table')} (name text PRIMARY KEY, recorded json NOT NULL);
CREATE TABLE IF NOT EXISTS ${qualify(schema, '_schema_state')} (single boolean PRIMARY KEY DEFAULT true CHECK (single), hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE IF NOT EXISTS ${qualify(schema, '_schema_journal')} (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at timestamptz NOT NULL DEFAULT now(), kind text NOT NULL, table_name text NOT NULL, note text NOT NULL, sql text NOT NULL, error text)`

/**
 * The changes that the modules would make to the schema, without making them, with the rows that each would change. An absent schema
 * counts as empty.
 */
export async function previewSchema(db: Db, schema: string, modules: ModuleSet, keep?: ReadonlySet<string>): Promise<Plan> {
  const recorded = await recordedIn(db, schema)
  const planned = plan(schema, recorded, tablesOf(modules, { trigram: await trigramClass(db) }), keep)
  const counted = await withRows(db, schema, recorded, planned.steps)
  return { ...planned, steps: await withDuplicates(db, schema, recorded, counted) }
}

/**
 * Migrates the tables of a company to its modules: support tables first, then additive, widening and parking steps in one
 * transaction under an advisory lock, so that several processes that start at once do it one after another. Returns the
 * steps that ran.
 */
export async function syncSchema(db: Db, schema: string, modules: ModuleSet, options: SyncOptions = {}): Promise<readonly Step[]> {
  const tables = tablesOf(modules, { trigram: await trigramClass(db) })
  const support = await companyDdl(schema)
  const hash = createHash('sha256')
    .update(JSON.stringify([tables, support]))
    .digest('hex')
  if (!options.allowDestructive && (await appliedHash(db, schema)) === hash) return []

  const apply = async () => {
    await db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`schema:${schema}`}, 0))`)
    await db.query(INTERNAL(schema))
    const { steps, next } = plan(schema, await readRecorded(db, schema), tables, options.keep)
    const runs = steps.filter((step) => step.kind !== 'validate' && (step.kind !== 'destructive' || options.allowDestructive))
    const plain = runs.filter((step) => !isUnique(step))
    for (let index = 0; index < plain.length; index += AT_ONCE)
      await db.query(
        plain
          .slice(index, index + AT_ONCE)
          .map((step) => step.sql)
          .join(';\n'),
      )
    const refused = await makeUnique(db, schema, runs.filter(isUnique), options.log)
    await db.query(support.join(';\n'))
    const shape = withoutRefused(next, refused)
    await writeRecorded(
      db,
      schema,
      options.allowDestructive ? dropped(shape, [...tables.map((table) => table.name), ...(options.keep ?? [])]) : shape,
    )
    await journal(
      db,
      schema,
      runs.filter((step) => !refused.has(step)),
    )
    await db.query(
      sql`
        INSERT INTO ${raw(qualify(schema, '_schema_state'))} (hash)
        VALUES (${refused.size ? `${hash} but ${refused.size}` : hash})
        ON CONFLICT (single) DO UPDATE SET hash = excluded.hash, applied_at = now()
      `,
    )
    return steps
  }
  const steps = options.inParts ? await apply() : await db.tx(apply)
  // A rule that old rows violate must not undo the other steps: it is tried after their commit.
  if (db.inTransaction) db.afterCommit(() => validate(db, schema, steps, options.log))
  else await validate(db, schema, steps, options.log)
  for (const step of steps) if (step.kind === 'parking') options.log?.warn({ schema, table: step.table }, step.note)
  return steps.filter((step) => step.kind !== 'destructive' || options.allowDestructive)
}

/** Creates the unique indexes that are possible; returns the steps blocked by duplicate values, with these values. */
async function makeUnique(db: Db, schema: string, steps: readonly UniqueStep[], log?: Log): Promise<Map<Step, string[]>> {
  const refused = new Map<Step, string[]>()
  for (const step of steps) {
    const duplicates = await duplicatesOf(db, schema, step)
    if (duplicates.length === 0) await db.query(step.sql)
    else {
      refused.set(step, duplicates)
      log?.warn({ schema, table: step.table, duplicates }, `${step.note}: values occur twice, so they are not unique yet`)
    }
  }
  return refused
}

/** The actual shape: an index that was refused is not in it. */
function withoutRefused(tables: readonly RecordedTable[], refused: ReadonlyMap<Step, readonly string[]>): RecordedTable[] {
  return tables.map((table) => {
    const conflicts = [...refused].flatMap(([step, duplicates]) =>
      step.unique && step.table === table.spec.name ? [{ index: step.unique, duplicates }] : [],
    )
    const { refused: _before, ...rest } = table
    if (conflicts.length === 0) return rest
    const names = new Set(conflicts.map(({ index }) => index.name))
    return { ...rest, spec: { ...table.spec, indexes: table.spec.indexes.filter(({ name }) => !names.has(name)) }, refused: conflicts }
  })
}

/** Duplicate values although a module declares them unique, by table. */
export async function refusedIn(
  db: Db,
  schema: string,
): Promise<readonly { table: string; columns: string[]; duplicates: readonly string[] }[]> {
  return (await recordedIn(db, schema)).flatMap(({ spec, refused }) =>
    (refused ?? []).map(({ index, duplicates }) => ({
      table: spec.name,
      columns: [...index.keys.join(' ').matchAll(/"([^"]+)"/g)].map((match) => match[1]!),
      duplicates,
    })),
  )
}

/** Columns whose type was changed, with the column of their former values, and the number of these. */
export async function parkedIn(
  db: Db,
  schema: string,
): Promise<readonly { table: string; column: string; parked: string; type: string; rows: number }[]> {
  const result: { table: string; column: string; parked: string; type: string; rows: number }[] = []
  for (const { spec, parked } of await recordedIn(db, schema)) {
    const aside = new Map(parked.map((columnSpec) => [columnSpec.name, columnSpec]))
    for (const column of aside.size ? spec.columns : [])
      for (const { name, type } of parkedOf(column.name, aside)) {
        const [{ n }] = (await db.query<{ n: number }>(
          sql`SELECT count(${ref(name)})::int AS n FROM ${raw(qualify(schema, spec.name))}`,
        )) as [{ n: number }]
        if (n > 0) result.push({ table: spec.name, column: column.name, parked: name, type, rows: n })
      }
  }
  return result
}

/** Rules that some rows of their table violate, as SQL, by table: they apply to rows written from now on. */
export async function uncheckedIn(db: Db, schema: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.query<{ name: string; rules: string[] }>(
    sql`
      SELECT c.relname AS name, array_agg(pg_get_expr(r.conbin, r.conrelid)) AS rules
      FROM pg_constraint r
      JOIN pg_class c ON c.oid = r.conrelid
      JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = ${schema} AND r.contype = 'c' AND NOT r.convalidated
      GROUP BY c.relname
    `,
  )
  return new Map(rows.map(({ name, rules }) => [name, rules]))
}

/** The recorded schema; empty before its tables are created. */
async function recordedIn(db: Db, schema: string): Promise<readonly RecordedTable[]> {
  const [known] = await db.query(sql`SELECT 1 FROM pg_tables WHERE schemaname = ${schema} AND tablename = ${'_table'}`)
  return known ? readRecorded(db, schema) : []
}

async function appliedHash(db: Db, schema: string): Promise<string | undefined> {
  const [known] = await db.query(sql`SELECT 1 FROM pg_tables WHERE schemaname = ${schema} AND tablename = ${'_schema_state'}`)
  if (!known) return undefined
  return (await db.query<{ hash: string }>(sql`SELECT hash FROM ${raw(qualify(schema, '_schema_state'))}`))[0]?.hash
}

async function readRecorded(db: Db, schema: string): Promise<RecordedTable[]> {
  const rows = await db.query<{ recorded: RecordedTable }>(sql`SELECT recorded FROM ${raw(qualify(schema, '_table'))} ORDER BY name`)
  return rows.map((row) => row.recorded)
}

async function writeRecorded(db: Db, schema: string, tables: readonly RecordedTable[]): Promise<void> {
  await db.query(sql`DELETE FROM ${raw(qualify(schema, '_table'))}`)
  await db.query(
    sql`
      INSERT INTO ${raw(qualify(schema, '_table'))} (name, recorded)
      SELECT one->'spec'->>'name', one
      FROM json_array_elements(${JSON.stringify(tables)}::json) one
    `,
  )
}

/** The remaining record after destructive steps: only what modules declare. */
const dropped = (tables: readonly RecordedTable[], asked: readonly string[]): RecordedTable[] =>
  tables.filter((table) => asked.includes(table.spec.name)).map((table) => ({ ...table, parked: table.parked.filter(isOwn) }))

async function journal(db: Db, schema: string, steps: readonly Step[]): Promise<void> {
  if (steps.length === 0) return
  await db.query(
    sql`
      INSERT INTO ${raw(qualify(schema, '_schema_journal'))} (kind, table_name, note, sql)
      SELECT one->>'kind', one->>'table', one->>'note', one->>'sql'
      FROM json_array_elements(${JSON.stringify(steps)}::json) one
    `,
  )
}

/** Old rows that violate a new rule are reported and stay; the rule applies to rows written from now on. */
async function validate(db: Db, schema: string, steps: readonly Step[], log?: Log): Promise<void> {
  for (const step of steps) {
    if (step.kind !== 'validate') continue
    const error = await db.query(step.sql).then(
      () => undefined,
      (failure: Error) => failure.message,
    )
    if (error === undefined) continue
    log?.warn({ schema, table: step.table, error }, `${step.note}: some rows do not meet it`)
    await db.query(
      sql`
        INSERT INTO ${raw(qualify(schema, '_schema_journal'))} (kind, table_name, note, sql, error)
        VALUES ('validate', ${raw(literal(step.table))}, ${step.note}, ${step.sql}, ${error})
      `,
    )
  }
}
