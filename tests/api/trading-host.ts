/** A company for the trading tests: the shipped fixture rows, and calls that say plainly what was refused. */
import { existsSync, readFileSync } from 'node:fs'
import type { Row } from '../../src/engine/model/module.ts'
import { quote, type SettableClock } from '../../src/server/platform/db/index.ts'
import { type CommonRows, type Harness, startHarness } from './harness.ts'

const FIXTURES = ['uom', 'tax_type', 'account_group', 'chart_of_account', 'payment_term', 'entity_type', 'payment_method', 'bank']
const MODULES = new URL('../../modules/', import.meta.url)

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** A report's answer. */
export interface ReportAnswer {
  readonly hidden?: readonly string[]
  data: Row[]
  totals: Row
}
export interface Host {
  readonly harness: Harness
  readonly clock: SettableClock
  /** The company's settings; tests change them. */
  readonly settings: Record<string, unknown>
  /** Calls and answers `data`; fails with the message of the answer when it was refused. */
  ok(method: Method, path: string, body?: Row): Promise<Row>
  report(path: string): Promise<ReportAnswer>
  /** Posts and answers the rule that refused, or the fields that were wrong, or `done`. */
  refused(path: string, body?: Row): Promise<string>
  /** SQL in which `{s}` is the company's schema. */
  query<T = Row>(sql: string, params?: unknown[]): Promise<T[]>
  idOf(module: string, code: string): Promise<number>
  /** Accounts of the chart by their codes. */
  accounts<const Codes extends readonly string[]>(...codes: Codes): Promise<{ [Index in keyof Codes]: number }>
  close(): Promise<void>
}

const ROWS: CommonRows = {
  name: 'trading',
  fixtures: [],
  all: true,
  today: '2026-01-02',
  async make({ modules, make }) {
    for (const module of FIXTURES) {
      const path = new URL(`${modules.get(module)!.application}/${module}.rows.json`, MODULES)
      if (!existsSync(path)) continue
      // A row can be part of an earlier one of its list, which it names by code.
      const made = new Map<unknown, unknown>()
      for (const { parent_id, ...row } of JSON.parse(readFileSync(path, 'utf8')) as Row[])
        made.set(
          row.code,
          (await make(module, { ...row, ...(parent_id === undefined ? {} : { parent_id: made.get(parent_id) }) } as Row)).id,
        )
    }
  },
}

/** Opens the company `code` on the second of January 2026, with the fixture modules named. */
export async function openHost(code: string, fixtures: readonly string[] = []): Promise<Host> {
  const harness = await startHarness(fixtures, { code, today: ROWS.today, all: true, rows: ROWS })
  const { database, company } = harness
  const s = quote(company.schema)
  const host: Host = {
    harness,
    clock: harness.clock,
    settings: (await harness.ctx()).settings as Record<string, unknown>,
    async ok(method, path, body) {
      const { status, body: answer } = await harness.call(method, path, body)
      if (status !== 200)
        throw new Error(`${method} ${path}: ${status} ${answer.rule ?? ''} ${answer.message} ${JSON.stringify(answer.errors ?? {})}`)
      return answer.data
    },
    async report(path) {
      const { status, body } = await harness.call('GET', path)
      if (status !== 200) throw new Error(`GET ${path}: ${status} ${body.message}`)
      return body as unknown as ReportAnswer
    },
    async refused(path, body = {}) {
      const { status, body: answer } = await harness.call('POST', path, body)
      if (status >= 500) throw new Error(`POST ${path}: ${status} ${answer.message}`)
      return status === 200 ? 'done' : (answer.rule ?? (answer.errors ? Object.keys(answer.errors).join() : String(status)))
    },
    // Planned once: the planner takes longer for the statements about whole books than running them.
    query: (sql, params = []) => database.db.prepared(sql.replaceAll('{s}', s), params),
    async idOf(module, name) {
      const [row] = await database.db.query<{ id: number }>(`SELECT id FROM ${s}.${quote(module)} WHERE code = $1`, [name])
      return row!.id
    },
    accounts: async (...codes) =>
      (await Promise.all(codes.map((code) => host.idOf('chart_of_account', code)))) as { [Index in keyof typeof codes]: number },
    close: () => harness.close(),
  }
  return host
}

/** Masters of the worked month: two suppliers, three items, two locations, a bank account. */
export async function tradingMasters(host: Host) {
  const create = async (module: string, row: Row) => (await host.ok('POST', module, row)).id as number
  const branch = (await host.ok('PUT', 'branch/1', { version: 1, code: 'MNL', name: 'Manila' })).id as number
  const pc = await host.idOf('uom', 'PC')
  const box = await host.idOf('uom', 'BOX')
  const sack = await host.idOf('uom', 'SACK')
  const inclusive = await host.idOf('tax_type', 'VATIN')
  const exclusive = await host.idOf('tax_type', 'VATEX')
  const [term30] = await host.query<{ id: number }>('SELECT id FROM {s}.payment_term WHERE days = 30 AND is_cod IS NOT TRUE ORDER BY id')
  const [term15] = await host.query<{ id: number }>('SELECT id FROM {s}.payment_term WHERE days = 15 ORDER BY id')
  const [entity] = await host.query<{ id: number }>('SELECT id FROM {s}.entity_type ORDER BY id')
  const [check] = await host.query<{ id: number }>("SELECT id FROM {s}.payment_method WHERE type = 'Check' ORDER BY id")
  const [bank] = await host.query<{ id: number }>('SELECT id FROM {s}.bank ORDER BY id')
  const category = await create('item_category', { code: 'GEN', name: 'General' })
  const item = (sku_code: string, name: string, uom_id: number, vat_class: string) =>
    create('item', { sku_code, name, item_category_id: category, uom_id, item_type: 'Stock', selling_price: 100, vat_class })
  const supplier = (code: string, name: string, term: number, tax: number, rate: number, atc_code: string) =>
    create('supplier', {
      code,
      name,
      entity_type_id: entity!.id,
      payment_term_id: term,
      tax_type_id: tax,
      withholding_rate: rate,
      atc_code,
    })
  const wh = await create('inventory_location', { code: 'WH', name: 'Main warehouse', branch_id: branch, type: 'Warehouse' })
  const a = await item('A001', 'Bolt set', pc, 'V')
  await create('uom_matrix', { item_id: a, uom_id: box, base_uom_id: pc, factor: 12 })
  return {
    branch,
    wh,
    pc,
    box,
    sack,
    inclusive,
    exclusive,
    term30: term30!.id,
    term15: term15!.id,
    check: check!.id,
    a,
    b: await item('B002', 'Cordless drill', pc, 'V'),
    c: await item('C003', 'Rice 25 kg', sack, 'E'),
    orion: await supplier('ORION', 'Orion Hardware', term30!.id, inclusive, 1, 'WC158'),
    link: await supplier('LINK', 'Link Trucking', term15!.id, exclusive, 2, 'WC160'),
    bank: await create('bank_account', {
      owner_type: 'company',
      bank_id: bank!.id,
      account_no: '0012-3456-78',
      account_name: 'BDO Current',
      account_type: 'Current',
      gl_account_id: await host.idOf('chart_of_account', '1020'),
    }),
  }
}

/** The masters with what sales need: a store, a location in transit, two customers. */
export async function salesMasters(host: Host) {
  const masters = await tradingMasters(host)
  const create = async (module: string, row: Row) => (await host.ok('POST', module, row)).id as number
  const [entity] = await host.query<{ id: number }>('SELECT id FROM {s}.entity_type ORDER BY id')
  const customer = (code: string, name: string, payment_term_id: number) =>
    create('customer', { code, name, entity_type_id: entity!.id, payment_term_id, tax_type_id: masters.inclusive })
  return {
    ...masters,
    store: await create('inventory_location', { code: 'ST', name: 'Store', branch_id: masters.branch, type: 'Store' }),
    transit: await create('inventory_location', {
      code: 'IT',
      name: 'In transit',
      branch_id: masters.branch,
      type: 'Transit',
      is_sellable: false,
    }),
    acme: await customer('ACME', 'Acme Builders', masters.term30),
    beta: await customer('BETA', 'Beta Stores', masters.term15),
  }
}

/** Everything that postings of sales and stock keep, with the counters of the documents in between. */
export async function salesBooks(host: Host): Promise<Row> {
  const [row] = await host.query(`SELECT
    (SELECT json_object_agg(i.sku_code || '@' || l.code, b.qty::float8 || '/' || b.value || '/' || b.reserved_qty::float8 ORDER BY i.sku_code, l.code) FROM {s}.stock_bucket b
       JOIN {s}.item i ON i.id = b.item_id JOIN {s}.inventory_location l ON l.id = b.location_id WHERE b.qty <> 0 OR b.value <> 0) AS stock,
    (SELECT json_object_agg(code, sum ORDER BY code) FROM (SELECT a.code, sum(l.debit - l.credit)::text AS sum FROM {s}.accounting_entry__lines l
       JOIN {s}.chart_of_account a ON a.id = l.account_id GROUP BY 1 HAVING sum(l.debit - l.credit) <> 0) s) AS ledger,
    (SELECT json_object_agg(kind || ' ' || account_role || ' ' || source_module || ' ' || source_id, balance ORDER BY id) FROM {s}.open_item WHERE balance <> 0) AS open,
    (SELECT json_object_agg(code, balance::float8 ORDER BY code) FROM {s}.customer) AS customers,
    (SELECT json_agg(json_build_array(qty_delivered::float8, qty_invoiced::float8, qty_returned::float8) ORDER BY id) FROM {s}.sales_order__items) AS ordered,
    (SELECT json_agg(json_build_array(cost_carried, qty_invoiced::float8, qty_returned::float8) ORDER BY id) FROM {s}.delivery_receipt__items) AS delivered,
    (SELECT json_agg(json_build_array(cost_carried, qty_returned::float8) ORDER BY id) FROM {s}.invoice__items) AS invoiced,
    (SELECT json_agg(json_build_array(balance::float8, progress) ORDER BY id) FROM {s}.invoice WHERE status = 'posted') AS invoices,
    (SELECT json_agg(json_build_array(cost_carried, qty_received::float8, qty_lost::float8) ORDER BY id) FROM {s}.inventory_transfer__items) AS sent,
    (SELECT json_agg(json_build_array(amount_receipted, tender_receipted) ORDER BY id) FROM {s}.daily_collection__items) AS collected,
    (SELECT json_agg(status ORDER BY id) FROM {s}.check_register WHERE status <> 'voided') AS checks`)
  return row!
}

/** Makes documents as drafts or posted, with the head that a test file gives all of them; the answer knows its module. */
export function documents(given: () => { readonly host: Host; readonly head: Row }) {
  const draft = async (module: string, body: Row): Promise<Row> => {
    const { host, head } = given()
    return { ...(await host.ok('POST', module, { ...head, ...body })), module }
  }
  const posted = async (module: string, body: Row): Promise<Row> => {
    const { id } = await draft(module, body)
    return { ...(await given().host.ok('POST', `${module}/${String(id)}/post`, {})), module }
  }
  return { draft, posted }
}
