/** Figures of a million orders by month and supplier: the product's aggregate call beside the same statement written by hand. */
import pg from 'pg'
import { BUYER, SCHEMA } from './company.ts'
import type { BenchDatabase } from './database.ts'
import { ask, measure, type Target } from './load.ts'
import { quantile, type Result } from './results.ts'

const ROUNDS = 7
const LIMIT = 500
/** The most times as long as the statement by hand that the call may take. */
const TARGET = 1.5
/** How long people wait for figures of a million records at most, in milliseconds. */
const WAITING = 1000
const PATH = `purchase_order/aggregate?group=transaction_date:month,supplier_id&measure=sum:total,count&limit=${LIMIT}&window=all`

const STATEMENT = `
  select g.*, s.code || ' · ' || s.name as supplier
  from (
    select date_trunc('month', t.transaction_date::timestamp)::date as month, t.supplier_id, sum(t.total) as total, count(*) as orders,
      count(*) over () as groups
    from ${SCHEMA}.purchase_order t
    where t.branch_id = any($1) or t.branch_id is null
    group by 1, 2
  ) g
  left join ${SCHEMA}.supplier s on s.id = g.supplier_id
  order by g.month, supplier
  limit ${LIMIT}`

interface Figures {
  readonly data: { readonly total_groups: number; readonly rows: readonly unknown[] }
}

/** Measures both in turns on one connection each. Throws when they do not find the same number of groups. */
export async function benchFigures(buyer: Target, database: BenchDatabase): Promise<Result[]> {
  const [user] = await database.query(`select branch_ids from ${SCHEMA}."user" where username = $1`, [BUYER])
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const byHand = async (): Promise<{ ms: number; groups: number; rows: number }> => {
      const from = performance.now()
      const { rows } = await client.query<{ groups: string }>(STATEMENT, [user!.branch_ids])
      return { ms: performance.now() - from, groups: Number(rows[0]?.groups ?? 0), rows: rows.length }
    }
    const { data } = (await ask(buyer, { method: 'GET', path: PATH })) as unknown as Figures
    const expected = await byHand()
    if (data.total_groups !== expected.groups || data.rows.length !== expected.rows)
      throw new Error(`figures: ${data.total_groups} groups and ${data.rows.length} rows, by hand ${expected.groups} and ${expected.rows}`)
    const timed = async (path: string): Promise<number> => (await measure(buyer, 1, 1, () => ({ method: 'GET', path }))).latencies[0]!
    const [ours, hand, whole]: [number[], number[], number[]] = [[], [], []]
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await timed(PATH))
      hand.push((await byHand()).ms)
      whole.push(await timed(`${PATH}&totals=true&others=true`))
    }
    const plan = await client.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${STATEMENT}`, [user!.branch_ids])
    const ratios = ours.map((ms, round) => ms / hand[round]!)
    return [
      {
        part: 'http',
        name: 'orders by month and supplier, all years',
        ours: { 'ms median': quantile(ours, 0.5) },
        reference: { 'ms median': quantile(hand, 0.5) },
        ratio: quantile(ratios, 0.5),
        detail: { groups: expected.groups, plan: plan.rows.map((row) => row['QUERY PLAN']) },
        target: TARGET,
      },
      { part: 'http', name: '… with totals and the rest', ours: { 'ms median': quantile(whole, 0.5) }, target: WAITING },
    ]
  } finally {
    await client.end()
  }
}
