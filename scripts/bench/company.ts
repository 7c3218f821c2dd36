/** The company for the HTTP part of the benchmark: masters through the services, and a million purchase orders by SQL. */

import { DEMO_COMPANIES } from '../../src/server/demo/index.ts'
import { DEMO_PASSWORD, makeUsers } from '../../src/server/features/access/demo.ts'
import { makePlaces } from '../../src/server/features/company/demo.ts'
import { makeGoods } from '../../src/server/features/inventory/demo.ts'
import { readConfig } from '../../src/server/platform/config.ts'
import { createServer } from '../../src/server/server.ts'
import { type BenchDatabase, withoutIndexes } from './database.ts'
import { ask } from './load.ts'

export const COMPANY = 'BENCH'
export const SCHEMA = 'co_bench'
export const PASSWORD = DEMO_PASSWORD

/** Users of the measured calls; both see two of three branches and no costs. */
export const BUYER = 'buyer'
export const WAREHOUSE = 'warehouse'
const VISIBLE_BRANCHES = [1, 2]

/** Number of orders with lines (the newest ones), and lines of each. */
const WITH_LINES = 50_000
const LINES = 10
/** Number of suppliers of the orders. */
const SUPPLIERS = 2_000
const YEARS = 6

/** The demo's first company, without its documents. */
const PLAN = { ...DEMO_COMPANIES[0]!, code: COMPANY, name: 'Bench Company', purchases: 0 }

/** A session of a user, as a token. */
export async function signIn(port: number, username: string): Promise<string> {
  const answer = await ask(
    { port, token: '' },
    { method: 'POST', path: 'login', body: { username, password: PASSWORD, company_code: COMPANY } },
  )
  return (answer.data as { token: string }).token
}

/** Makes the company with its masters, on the server at `url` or on the embedded one of `dataDir`; `scale` multiplies items and suppliers. */
export async function makeMasters(where: { readonly url?: string; readonly dataDir: string }, scale = 1): Promise<void> {
  const server = await createServer({
    config: readConfig({ DATABASE_URL: where.url, DATA_DIR: where.dataDir, DEMO: 'off', LOG_LEVEL: 'silent' }),
  })
  try {
    await server.createCompany({ code: COMPANY, name: PLAN.name })
    const system = await server.system(COMPANY, 'making the benchmark')
    const places = await makePlaces(system, PLAN)
    await makeUsers(system, PLAN, places)
    await makeGoods(system, PLAN, scale)
  } finally {
    await server.close()
  }
}

/** Makes the company with `orders` purchase orders. */
export async function makeBenchCompany(database: BenchDatabase, dataDir: string, orders: number): Promise<void> {
  await makeMasters({ url: database.url, dataDir })
  await restrict(database)
  await moreSuppliers(database)
  await makeOrders(database, orders)
}

/** Removes the third branch and the access to costs from the measured users. */
async function restrict(database: BenchDatabase): Promise<void> {
  await database.query(`update "${SCHEMA}"."user" set branch_ids = $1 where username = any($2)`, [VISIBLE_BRANCHES, [BUYER, WAREHOUSE]])
  await database.query(`update "${SCHEMA}".user_role set access_codes = '{}' where code in ('BUYER', 'WAREHOUSE')`)
}

async function moreSuppliers(database: BenchDatabase): Promise<void> {
  const columns = await columnsOf(database, 'supplier', ['id', 'code', 'name'])
  await database.query(
    `insert into "${SCHEMA}".supplier (code, name, ${columns})
     select 'B' || lpad(n::text, 5, '0'), s.name || ' ' || n, ${columns}
     from generate_series(1, $1::int) n join "${SCHEMA}".supplier s on s.code = 'S' || lpad((1 + n % 60)::text, 4, '0')`,
    [SUPPLIERS - PLAN.suppliers],
  )
  await database.query(`analyze "${SCHEMA}".supplier`)
}

/** Columns of a table but some, as SQL. */
export async function columnsOf(database: BenchDatabase, table: string, but: readonly string[]): Promise<string> {
  const rows = await database.query(
    `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as list from information_schema.columns
     where table_schema = $1 and table_name = $2 and column_name <> all($3)`,
    [SCHEMA, table, [...but]],
  )
  return String(rows[0]!['list'])
}

/**
 * Orders of six years, half of them in the first branch, numbered like the product's but with seven digits, so that they
 * differ from the numbers it assigns. A tenth of the newest are drafts.
 */
async function makeOrders(database: BenchDatabase, orders: number): Promise<void> {
  const withLines = Math.min(WITH_LINES, orders)
  await withoutIndexes(database, ['purchase_order', 'purchase_order__items'], SCHEMA, async (query) => {
    await query(
      `insert into "${SCHEMA}".purchase_order (id, created_by, created_at, updated_by, updated_at, transaction_no, transaction_date, branch_id,
         supplier_id, location_id, expected_date, payment_term_id, buyer_id, vat_rate, subtotal, taxable_amount, zero_rated_amount,
         exempt_amount, vat_amount, total, tax_type_id, remarks, posted_by, posted_at, status, progress)
       select g, b.id, d.day + time '09:00', b.id, d.day + time '09:00',
         'PO-' || c.code || '-' || extract(year from d.day) || '-' || lpad(g::text, 7, '0'), d.day, c.id,
         s.id, l.id, d.day + 7 + g % 14, s.payment_term_id, b.id, 12, m.total, round(m.total / 1.12, 2), 0, 0, m.total - round(m.total / 1.12, 2),
         m.total, s.tax_type_id, case when g % 5 = 0 then 'Deliver in the morning' end,
         case when st.status <> 'draft' then b.id end, case when st.status <> 'draft' then d.day + time '16:00' end, st.status,
         case when st.status in ('posted', 'closed') then case when $1 - g > 30000 or g % 3 = 0 then 'fully_served' when g % 3 = 1 then 'open' else 'partially_served' end end
       from generate_series(1, $1::int) g
       cross join lateral (select current_date - (($1 - g)::bigint * 365 * ${YEARS} / $1)::int as day) d
       cross join lateral (select round((1000 + (g * 7919::bigint) % 900000)::numeric * 1.12, 2) as total) m
       cross join lateral (select case when $1 - g < 20000 and g % 10 = 0 then 'draft' when g % 50 = 1 then 'voided' when g % 25 = 2 then 'closed' else 'posted' end as status) st
       join (select id, row_number() over (order by id) as n, payment_term_id, tax_type_id from "${SCHEMA}".supplier) s on s.n = 1 + (g * 31::bigint) % ${SUPPLIERS}
       join "${SCHEMA}".branch c on c.code = case when g % 10 < 5 then 'MNL' when g % 10 < 8 then 'CEB' else 'DVO' end
       join "${SCHEMA}".inventory_location l on l.code = c.code || '-WH'
       cross join (select id from "${SCHEMA}"."user" where username = '${BUYER}') b
       order by g`,
      [orders],
    )
    await query(
      `insert into "${SCHEMA}".purchase_order__items (parent_id, line_no, item_id, description, uom_id, uom_num, uom_den, qty, base_qty, unit_price,
         discount, amount, vat_class, vat_basis, vat_category, net, tax_amount, total)
       select g, n, i.id, i.name, i.uom_id, 1, 1, q.qty, q.qty, q.price, 0, q.qty * q.price, 'V', 'V', 'V',
         round(q.qty * q.price / 1.12, 2), q.qty * q.price - round(q.qty * q.price / 1.12, 2), q.qty * q.price
       from generate_series($1::int, $2::int) g cross join generate_series(1, ${LINES}) n
       join (select id, name, uom_id, cost, row_number() over (order by id) as place, count(*) over () as of from "${SCHEMA}".item) i
         on i.place = 1 + (g * 13::bigint + n * 37) % i.of
       cross join lateral (select (1 + (g + n) % 20)::numeric as qty, round(i.cost * 1.12, 2) as price) q
       order by g, n`,
      [orders - withLines + 1, orders],
    )
    await query(
      `update "${SCHEMA}".purchase_order o set subtotal = s.total, total = s.total, taxable_amount = s.net, vat_amount = s.tax
       from (select parent_id, sum(total) as total, sum(net) as net, sum(tax_amount) as tax from "${SCHEMA}".purchase_order__items group by 1) s
       where o.id = s.parent_id`,
    )
    await query(`select setval(pg_get_serial_sequence('"${SCHEMA}".purchase_order', 'id'), $1::bigint)`, [orders])
  })
}
