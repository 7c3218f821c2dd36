import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../../tests/api/template.ts'
import { loadWorld } from '../../../../engine/testing.ts'
import { type Database, openDatabase } from '../index.ts'
import { previewSchema, refusedIn, syncSchema } from './index.ts'
import { plan } from './plan.ts'
import type { RecordedTable, TableSpec } from './spec.ts'

const table = (more: Partial<TableSpec> = {}): TableSpec => ({
  name: 'thing',
  columns: [],
  foreignKeys: [],
  checks: [],
  indexes: [],
  ...more,
})
const kinds = (steps: readonly { kind: string; note: string }[]) => steps.map((step) => `${step.kind}: ${step.note}`)

let database: Database
let drop: () => Promise<void>
beforeAll(async () => {
  const { url, drop: away } = await freshDatabase('plan')
  drop = away
  database = await openDatabase({ url })
  await database.db.query('CREATE SCHEMA t_plan')
})
afterAll(async () => {
  await database.close()
  await drop()
})

/** Runs what would run by itself, as the sync does. */
async function apply(recorded: readonly RecordedTable[], next: readonly TableSpec[]) {
  const { steps, next: record } = plan('t_plan', recorded, next)
  for (const step of steps) if (step.kind !== 'destructive') await database.db.query(step.sql)
  return { steps, record }
}

describe('plan', () => {
  test('a table survives additions, widening, a rename, a change of type and an absence without losing a value', async () => {
    const { db } = database
    const first = await apply(
      [],
      [
        table({
          columns: [
            { name: 'a', type: 'integer' },
            { name: 'b', type: 'text' },
            { name: 'gone', type: 'text' },
          ],
          checks: [{ name: 'thing__a__check', expr: '"a" >= 0' }],
        }),
        table({
          name: 'thing__lines',
          parent: 'thing',
          columns: [{ name: 'x', type: 'numeric(18,2)' }],
          foreignKeys: [{ name: 'thing__lines__parent_fk', column: 'parent_id', table: 'thing', onDelete: 'cascade' }],
        }),
      ],
    )
    await db.query(
      "INSERT INTO t_plan.thing (a, b, gone) VALUES (7, 'seven', 'kept'); INSERT INTO t_plan.thing__lines (parent_id, x) VALUES (1, 1.25)",
    )

    const second = await apply(first.record, [
      table({
        columns: [
          { name: 'a', type: 'bigint' },
          { name: 'c', type: 'text', renamedFrom: 'b' },
          { name: 'flag', type: 'boolean', default: true },
        ],
        indexes: [{ name: 'thing__c__key', unique: true, method: 'btree', keys: ['"c"'] }],
      }),
      table({
        name: 'thing__lines',
        parent: 'thing',
        columns: [{ name: 'x', type: 'date' }],
        foreignKeys: [{ name: 'thing__lines__parent_fk', column: 'parent_id', table: 'thing', onDelete: 'cascade' }],
      }),
    ])
    expect(kinds(second.steps)).toEqual([
      'additive: drop rule thing__a__check',
      'widening: widen a from integer to bigint',
      'additive: rename b to c',
      'additive: add column flag boolean',
      'additive: create index thing__c__key',
      'destructive: drop column gone',
      'parking: x changes from numeric(18,2) to date: the old values stay in x__parked_1',
      'destructive: drop column x__parked_1',
    ])
    expect(await db.query('SELECT a, c, flag, gone FROM t_plan.thing')).toEqual([{ a: 7, c: 'seven', flag: true, gone: 'kept' }])
    expect(await db.query('SELECT x, x__parked_1 FROM t_plan.thing__lines')).toEqual([{ x: null, x__parked_1: '1.25' }])

    const again = plan(
      't_plan',
      second.record,
      second.record.map((recordedTable) => recordedTable.spec),
    )
    expect(again.steps.filter((step) => step.kind !== 'destructive')).toEqual([])

    // Changed back, the values of before return; what was entered meanwhile is set aside in the same way.
    await db.query("UPDATE t_plan.thing__lines SET x = '2026-11-22'")
    const lines = (type: string) => [second.record[0]!.spec, { ...second.record[1]!.spec, columns: [{ name: 'x', type }] }]
    const third = await apply(second.record, lines('numeric(18,2)'))
    expect(kinds(third.steps)).toContain(
      'parking: x changes from date to numeric(18,2): the old values stay in x__parked_2, those of x__parked_1 come back',
    )
    expect(await db.query('SELECT x FROM t_plan.thing__lines')).toEqual([{ x: '1.25' }])
    const fourth = await apply(third.record, lines('text'))
    const fifth = await apply(fourth.record, lines('integer'))
    // A text may hold what the number was, so it keeps what is newer and takes back the rest.
    await db.query('INSERT INTO t_plan.thing__lines (parent_id, x) VALUES (1, 9)')
    await apply(fifth.record, lines('text'))
    expect(await db.query('SELECT x FROM t_plan.thing__lines ORDER BY id')).toEqual([{ x: '1.25' }, { x: '9' }])
  })

  test('a table that no module needs remains until it is dropped by name', () => {
    const { steps, next } = plan('t_plan', [{ spec: table(), parked: [] }], [])
    expect(kinds(steps)).toEqual(['destructive: drop a table that no module asks for'])
    expect(next).toHaveLength(1)
  })
})

test("a company's own columns are never planned for dropping", () => {
  const column = (name: string) => ({ name, type: 'text' })
  const recorded = [{ spec: table({ columns: [column('old'), column('x_gps')] }), parked: [column('x_older')] }]
  const { steps, next } = plan('t_plan', recorded, [table()])
  expect(kinds(steps)).toEqual(['destructive: drop column old'])
  expect(next[0]!.parked.map((columnSpec) => columnSpec.name).sort()).toEqual(['old', 'x_gps', 'x_older'])
})

test('a preview shows how many rows each step converts, sets aside or drops', async () => {
  const { db } = database
  const modules = (code: 'text' | 'date', more: object = {}) =>
    loadWorld({ 'base/tag': { fields: { name: { type: 'text' }, code: { type: code }, ...more } } }).modules
  await syncSchema(db, 't_rows', modules('text', { seats: { type: 'integer' } }))
  await db.query("INSERT INTO t_rows.tag (name, code, seats) VALUES ('a', '1', 4), ('b', '2', NULL), ('c', NULL, NULL)")

  const { steps } = await previewSchema(db, 't_rows', modules('date'))
  expect(steps.filter(({ rows }) => rows !== undefined).map(({ kind, note, rows }) => [kind, note.split(' from')[0], rows])).toEqual([
    ['parking', 'code changes', 2],
    ['destructive', 'drop column seats', 1],
  ])
  const { steps: all } = await previewSchema(db, 't_rows', loadWorld({ 'base/other': { fields: { name: { type: 'text' } } } }).modules)
  expect(all.filter(({ sql }) => sql.startsWith('DROP TABLE'))).toMatchObject([{ table: 'tag', rows: 3 }])
})

test('duplicate values postpone their unique index, and nothing else', async () => {
  const { db } = database
  const modules = (code: object, more: object = {}) =>
    loadWorld({ 'base/tag': { fields: { name: { type: 'text' }, code: { type: 'code', ...code }, ...more } } }).modules
  await syncSchema(db, 't_unique', modules({}))
  await db.query("INSERT INTO t_unique.tag (name, code) VALUES ('a', 'ONE'), ('b', 'ONE'), ('c', 'TWO')")

  const next = modules({ unique: true }, { seats: { type: 'integer' } })
  const doubled = ['"ONE" of the records 1, 2']
  expect((await previewSchema(db, 't_unique', next)).steps.filter((step) => step.duplicates)).toMatchObject([
    { table: 'tag', duplicates: doubled },
    { table: 'tag', duplicates: ['"one" of the records 1, 2'] },
  ])
  await syncSchema(db, 't_unique', next)
  expect(await db.query('SELECT seats FROM t_unique.tag')).toHaveLength(3)
  expect(await refusedIn(db, 't_unique')).toMatchObject([{ table: 'tag', columns: ['code'], duplicates: doubled }, {}])

  await db.query("UPDATE t_unique.tag SET code = 'THREE' WHERE id = 2")
  await syncSchema(db, 't_unique', next)
  expect(await refusedIn(db, 't_unique')).toEqual([])
  await expect(db.query("INSERT INTO t_unique.tag (code) VALUES ('TWO')")).rejects.toThrow(/unique/)
  await expect(db.query("INSERT INTO t_unique.tag (code) VALUES ('two')")).rejects.toThrow(/unique/)
})

// proves: entity.fillfactor
test('pages are left half empty, so that updates stay on the page and need no index entries', async () => {
  const { db } = database
  const modules = (entity: object) =>
    loadWorld({ 'base/tag': { entity, fields: { name: { type: 'text', index: true }, seats: { type: 'integer' } } } }).modules
  const updatedInPlace = () =>
    db.tx(async () => {
      await db.query('UPDATE t_fill.tag SET seats = seats + 1')
      const [row] = await db.query<{ rows: number }>("SELECT pg_stat_get_xact_tuples_hot_updated('t_fill.tag'::regclass)::int AS rows")
      return row!.rows
    })
  await syncSchema(db, 't_fill', modules({ fillfactor: 50 }))
  await db.query("INSERT INTO t_fill.tag (name, seats) SELECT 'tag ' || n, n FROM generate_series(1, 1000) n")
  expect(await updatedInPlace()).toBe(1000)

  const steps = await syncSchema(db, 't_fill', modules({}))
  expect(kinds(steps)).toEqual(['additive: fill pages to 100 %'])
  expect(await db.query("SELECT reloptions FROM pg_class WHERE oid = 't_fill.tag'::regclass")).toEqual([{ reloptions: null }])
})

// proves: fields.*.indexes
test('an index of rows by several fields appears on an upgrade, in place of the one that it covers', async () => {
  const { db } = database
  const modules = (rows: object) =>
    loadWorld({
      'base/tag': { fields: { name: { type: 'text' } } },
      'base/run': {
        fields: { name: { type: 'text' }, items: { type: 'lines', fields: { tag_id: { type: 'reference', to: 'tag' } }, ...rows } },
      },
    }).modules
  await syncSchema(db, 't_rows_index', modules({}))
  await db.query("INSERT INTO t_rows_index.run (name) VALUES ('first')")

  const steps = await syncSchema(db, 't_rows_index', modules({ indexes: [['tag_id', 'parent_id']] }))
  expect(kinds(steps).sort()).toEqual([
    'additive: create index run__items__tag_id__parent_id__idx',
    'additive: drop index run__items__tag_id__idx',
  ])
  const [index] = await db.query<{ indexdef: string }>(
    "SELECT indexdef FROM pg_indexes WHERE schemaname = 't_rows_index' AND indexname = 'run__items__tag_id__parent_id__idx'",
  )
  expect(index!.indexdef).toContain('(tag_id, parent_id)')
  expect(await syncSchema(db, 't_rows_index', modules({ indexes: [['tag_id', 'parent_id']] }))).toEqual([])
})
