import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tests/api/template.ts'
import type { Database } from './index.ts'
import { openDatabase } from './index.ts'
import { sql } from './sql.ts'

let database: Database
let drop: () => Promise<void>
beforeAll(async () => {
  const { url, drop: away } = await freshDatabase('db')
  drop = away
  database = await openDatabase({ url, max: 3 })
  await database.db.query('CREATE SCHEMA t_db; CREATE TABLE t_db.n (id bigint PRIMARY KEY, v numeric(18,2))')
})
afterAll(async () => {
  await database.close()
  await drop()
})
const count = async () => (await database.db.query<{ n: number }>('SELECT count(*) AS n FROM t_db.n'))[0]?.n

describe('database', () => {
  test('reads values as the agreed types', async () => {
    const [row] = await database.db.query(
      "SELECT 5::bigint AS id, 1.50::numeric(18,2) AS m, date '2026-01-31' AS d, timestamptz '2026-01-31 08:00:00.5+08' AS t, ARRAY[1,2]::bigint[] AS ids, '{\"a\":1}'::jsonb AS j, $1::text[] AS w",
      [['x', 'y']],
    )
    expect(row).toEqual({ id: 5, m: '1.50', d: '2026-01-31', t: '2026-01-31T00:00:00.500Z', ids: [1, 2], j: { a: 1 }, w: ['x', 'y'] })
  })

  test('writes arrays of numbers, texts and empty values', async () => {
    const texts = ['plain', 'NULL', 'null', '', 'a,b', '{x}', 'say "a\\b"', ' space ', null, 'ñ']
    const [row] = await database.db.query(
      'SELECT $1::bigint[] AS ids, $2::text[] AS texts, $3::numeric[]::text[] AS amounts, $4::boolean[] AS flags, $5::bigint[] AS none',
      [[1, -2, null], texts, ['0.10', '-5', 7.5, 1e21], [true, false, null], []],
    )
    expect(row).toEqual({
      ids: [1, -2, null],
      texts,
      amounts: ['0.10', '-5', '7.5', '1000000000000000000000'],
      flags: [true, false, null],
      none: [],
    })
  })

  test('a failed transaction leaves nothing, a nested one joins, after-commit work waits', async () => {
    const { db } = database
    const done: string[] = []
    await expect(
      db.tx(async () => {
        await db.query('INSERT INTO t_db.n VALUES (1, 1)')
        db.afterCommit(() => {
          done.push('lost')
        })
        await db.tx(() => db.query('INSERT INTO t_db.n VALUES (2, 2)'))
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await count()).toBe(0)
    await db.tx(async () => {
      await Promise.all([db.query('INSERT INTO t_db.n VALUES (1, 1)'), db.prepared('INSERT INTO t_db.n (id) VALUES ($1)', [2])])
      db.afterCommit(() => {
        done.push('kept')
      })
      expect(done).toEqual([])
    })
    expect(done).toEqual(['kept'])
    expect(await count()).toBe(2)
  })

  test('retries after a serialization failure', async () => {
    let tries = 0
    const value = await database.db.tx(async () => {
      tries += 1
      if (tries < 3) throw Object.assign(new Error('again'), { code: '40001' })
      return tries
    })
    expect(value).toBe(3)
    await database.db.query(`
      CREATE SEQUENCE t_db.tries;
      CREATE FUNCTION t_db.third() RETURNS bigint LANGUAGE plpgsql AS $$
      DECLARE n bigint := nextval('t_db.tries');
      BEGIN
        IF n < 3 THEN RAISE SQLSTATE '40P01'; END IF;
        RETURN n;
      END $$`)
    expect(await database.db.query('SELECT t_db.third() AS n')).toEqual([{ n: 3 }])
  })

  test('more requests than connections all finish', async () => {
    const { db } = database
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => db.tx(async () => (await db.query<{ i: number }>('SELECT $1::int AS i', [i]))[0]?.i)),
    )
    expect(answers).toEqual(Array.from({ length: 40 }, (_, i) => i))
  })

  test('streams while other queries run, and stops early', async () => {
    const seen: number[] = []
    for await (const rows of database.db.stream(sql`SELECT g AS id FROM generate_series(1, ${1000}::int) g`, 100)) {
      seen.push(rows.length)
      await count()
      if (seen.length === 3) break
    }
    expect(seen).toEqual([100, 100, 100])
  })

  test('a value of the wrong type fails alone', async () => {
    const { db } = database
    await expect(db.query('SELECT $1::int AS i', ['abc'])).rejects.toMatchObject({ code: '22P02' })
    await expect(db.prepared('SELECT $1::int AS i', ['abc'])).rejects.toMatchObject({ code: '22P02' })
    expect(await db.prepared('SELECT $1::int AS i', ['5'])).toEqual([{ i: 5 }])
  })

  test('receives the notifications of a transaction after its commit', async () => {
    const heard = Promise.withResolvers<string>()
    const stop = await database.listen('t_db', heard.resolve)
    await database.db.tx(() => database.db.query("NOTIFY t_db, 'x'"))
    expect(await heard.promise).toBe('x')
    await stop()
  })

  test('named statements survive a change of their table', async () => {
    const { db } = database
    const read = () => db.prepared('SELECT * FROM t_db.n WHERE id = $1', [1])
    await read()
    await read()
    await db.query('ALTER TABLE t_db.n ADD COLUMN extra text')
    expect((await read())[0]).toHaveProperty('extra', null)
  })

  test('repeated statements are prepared; with a long list of values only where one plan fits all lists', async () => {
    const { db } = database
    const ids = (length: number) => Array.from({ length }, (_, n) => n)
    const few = sql`SELECT id FROM t_db.n WHERE id = ANY (${ids(3)}::bigint[])`
    const many = sql`SELECT v FROM t_db.n WHERE id = ANY (${ids(300)}::bigint[])`
    const any = sql`SELECT id, v FROM t_db.n WHERE id = ANY ((SELECT ${ids(300)}::bigint[])::bigint[])`
    const isPrepared = async ({ text }: { text: string }) =>
      (await db.query('SELECT 1 FROM pg_prepared_statements WHERE statement = $1', [text])).length === 1
    await db.tx(async () => {
      for (const [uses, expected] of [
        [1, [false, false, false]],
        [2, [true, false, true]],
      ] as const) {
        await db.query(few)
        await db.query(many)
        await db.prepared(any)
        expect([await isPrepared(few), await isPrepared(many), await isPrepared(any)], `used ${uses} times`).toEqual(expected)
      }
    })
  })

  test('a connection that has prepared very many statements is replaced', async () => {
    const { db, pool } = database
    const pid = async () => (await db.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]!.pid
    const [first, held] = await db.tx(async () => {
      for (let n = 0; n < 1000; n++) for (let use = 0; use < 2; use++) await db.query(`SELECT $1::int AS n${n}`, [n])
      return [await pid(), await db.query('SELECT 1 FROM pg_prepared_statements')]
    })
    expect(held.length).toBeGreaterThanOrEqual(1000)
    const others = await Promise.all(Array.from({ length: pool.options.max }, () => db.tx(pid)))
    expect(others).not.toContain(first)
  })
})
