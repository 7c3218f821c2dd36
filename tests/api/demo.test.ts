/** The demo of a first start: whole or not at all, made once, however the start ends. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { groupKey, measureKey } from '../../src/engine/model/aggregate.ts'
import { figuresIn } from '../../src/engine/model/dashboard.ts'
import type { Row } from '../../src/engine/model/module.ts'
import type { TileAnswer, TilesAnswer } from '../../src/engine/model/tile-answer.ts'
import { DEMO_USERS, ROLE_TEMPLATES } from '../../src/server/companies/role-templates.ts'
import { demoIsDue, makeDemo } from '../../src/server/demo/index.ts'
import { qualify } from '../../src/server/platform/db/index.ts'
import { createServer, type Server } from '../../src/server/server.ts'
import { CLEARING, DRIFTS, LINES, REGISTERS, SOUND } from './control-accounts.ts'
import { wrongWith } from './dashboard-evidence.ts'
import { FIGURES, OF_THE_YEAR } from './dashboard-figures.ts'
import { ROWS } from './dashboard-rows.ts'
import { figuresThatDoNotTie, recordFiguresThatDoNotTie } from './drills.ts'
import { toldBeyondLists } from './figure-rights.ts'
import { ownConfig, signIn } from './instance.ts'
import { CHOSEN_RECORDS, LISTS_WITHOUT_SUMS, NOTHING_YET, REPORT_SUMS } from './report-sums.ts'
import { DEMO_CLOCK, DEMO_SCALE, demoTemplate, productStore } from './template.ts'

/** A company with all its history is made twice, the longest work of any one test. */
const MILLISECONDS = 400_000
let server: Server
let drop: () => Promise<void>

beforeAll(async () => {
  const { config, drop: away } = await ownConfig('demo', await demoTemplate())
  drop = away
  server = await createServer({ config: { ...config, clock: DEMO_CLOCK }, store: productStore() })
})
afterAll(async () => {
  await server.close()
  await drop()
})

/** Makes what is missing. `opened` is called at the beginning of a history; with `dies` the process dies while purchases are made. */
const make = ({ opened = () => {}, dies = false }: { opened?(): void; dies?: boolean } = {}) => {
  let isDead = false
  return makeDemo(
    server.database.db,
    server.demoHost((_done, note, open) => {
      if (open && note.includes('items and suppliers')) opened()
      isDead ||= dies && note.includes('purchases and sales')
      // What is made beside the purchases does not outlive the process either.
      if (isDead) throw new Error('the process dies here')
    }),
    DEMO_SCALE,
  )
}

test(
  'an interrupted first start leaves nothing half made, and the next one finishes',
  async () => {
    const { db } = server.database
    const codes = async () => (await server.companies()).map(({ code }) => code).sort()
    expect(await codes()).toEqual(['DEMO'])
    expect(await demoIsDue(db)).toBe(true)
    const opened = Promise.withResolvers<void>()
    const interrupted = expect(make({ opened: opened.resolve, dies: true })).rejects.toThrow('dies here')
    await opened.promise
    // People can sign in to a company while its history is made on other days.
    expect(await codes()).toEqual(['DEMO', 'ISLA'])
    expect(server.clock.today('Asia/Manila')).toBe('2026-11-21')
    await interrupted
    expect(await codes()).toEqual(['DEMO'])
    expect(await demoIsDue(db)).toBe(true)

    const [before] = await db.query(`SELECT count(*) AS n FROM ${qualify('co_demo', 'purchase_order')}`)
    await make()
    expect(await codes()).toEqual(['DEMO', 'ISLA'])
    expect(await demoIsDue(db)).toBe(false)
    expect(await db.query(`SELECT count(*) AS n FROM ${qualify('co_demo', 'purchase_order')}`)).toEqual([before])
  },
  MILLISECONDS,
)

test('only the notifications of the last days are unread', async () => {
  const { db } = server.database
  const [row] = await db.query<{ old: number; read: number; recent: number }>(
    `SELECT count(*) FILTER (WHERE NOT is_read AND created_at < '2026-11-18T01:00:00Z')::int AS old, count(*) FILTER (WHERE is_read)::int AS read,
       count(*) FILTER (WHERE NOT is_read)::int AS recent FROM ${qualify('co_demo', 'notification')}`,
  )
  expect(row).toMatchObject({ old: 0 })
  // They were delivered on the days of the history, not all on the last one.
  expect(row!.read).toBeGreaterThan(row!.recent)
})

test('timelines name the demo as the origin of its records', async () => {
  const reasons = await server.database.db.query<{ reason: string }>(
    `SELECT DISTINCT reason FROM ${qualify('co_demo', 'audit_trail')} WHERE action = 'create' AND user_id IS NULL`,
  )
  expect(reasons.map(({ reason }) => reason).sort()).toEqual(['Demo data', 'creating the company', 'made by a recurring entry'])
})

test('the administrator of the first company may switch to the second', async () => {
  const { call } = await signIn(server, 'DEMO', 'admin')
  const choices = (await call('GET', 'user/acc_switch')).body.data as { kind: string; company: { code: string } }[]
  expect(choices.filter(({ kind }) => kind === 'company').map(({ company }) => company.code)).toEqual(['DEMO', 'ISLA'])
})

/** Modules whose lists were empty in the demo, so that their screens showed nothing. The smallest scale has no goods to return. */
const FILLED = [
  'memorandum_corner',
  'acknowledgement',
  'employee_requisition',
  'data_change_request',
  'approval_flow',
  'escalation_and_concern',
  'salary_grade',
  'payroll_adjustment',
  'educational_attainment',
  'skill_set',
  'profession',
  'employee_asset',
  'contact_person',
  'encoder',
  'record_encoding',
  'sales_return',
  'inventory_request',
  'aging_payable',
  'item_price_level',
  'manufacturer',
  'specification',
  'media_folder',
  'media_file',
  'todo',
  'support_ticket',
  'change_management',
]

test('coverage 1: modules of daily work have rows', async () => {
  const count = (name: string) => `SELECT '${name}' AS name WHERE NOT EXISTS (SELECT 1 FROM ${qualify('co_demo', name)})`
  expect(await server.database.db.query(FILLED.map(count).join(' UNION ALL '))).toEqual([])
})

test.each(['DEMO', 'ISLA'])('%s is a plausible company: its margin, cash, stock and ledgers', async (code) => {
  const schema = qualify(`co_${code.toLowerCase()}`, 'company').replace(/\."company"$/, '')
  const read = async (what: string) => (await server.database.db.query<Record<string, number>>(what.replaceAll('{s}', schema)))[0]!
  const sum = (where: string) => `(SELECT coalesce(sum(l.debit - l.credit), 0) FROM ${LINES('{s}')} WHERE ${where})::float8`
  const { sales, cost, net, stock, receivable, vat } =
    (await read(`SELECT -${sum("a.code LIKE '4%'")} AS sales, ${sum("a.code = '5010'")} AS cost,
    -${sum("a.type IN ('Income', 'Expense')")} AS net, ${sum("a.code = '1210'")} AS stock, ${sum("a.code = '1110'")} AS receivable,
    -${sum("a.code = '2111' AND l.credit > 0")} AS vat`)) as Record<'sales' | 'cost' | 'net' | 'stock' | 'receivable' | 'vat', number>
  const between = (low: number, value: number, high: number) => {
    expect(value).toBeGreaterThan(low)
    expect(value).toBeLessThan(high)
  }
  between(0.2, 1 - cost / sales, 0.35)
  between(0, net / sales, 0.12)
  // Half a year's cost of sales against the goods on hand: they turn over several times a year.
  between(2, (2 * cost) / stock, 12)
  // With the few large orders of the smallest scale it is some invoices; of the whole demo, about a month of sales.
  between(0, receivable / (sales / 6), 3)
  between(0.005, vat / sales, 0.06)

  // There is money in the bank at the end of every month and today, and of no day is more paid than there is.
  const { months, low } = await read(`SELECT count(DISTINCT d.month)::int AS months, min(d.balance)::float8 AS low FROM (
    SELECT to_char(e.transaction_date, 'YYYY-MM') AS month, sum(sum(l.debit - l.credit)) OVER (ORDER BY e.transaction_date) AS balance
    FROM ${LINES('{s}')} WHERE a.role = 'cash_in_bank' GROUP BY e.transaction_date) d`)
  expect(months).toBe(7)
  expect(low).toBeGreaterThanOrEqual(0)

  // Control accounts equal what they control; what is delivered or received and not invoiced is explained by its documents.
  const differences = await read(`SELECT ${sum('true')} AS "trial balance",
    ${sum("a.code = '1210'")} - (SELECT sum(b.value) FROM {s}.stock_bucket b JOIN {s}.inventory_location p ON p.id = b.location_id WHERE p.type <> 'Transit')::float8 AS stock,
    ${sum("a.code = '1110'")} - (SELECT coalesce(sum(balance), 0) FROM {s}.open_item WHERE account_role = 'accounts_receivable')::float8 AS receivables,
    -${sum("a.code = '2010'")} - (SELECT coalesce(sum(balance), 0) FROM {s}.open_item WHERE account_role = 'accounts_payable')::float8 AS payables,
    ${sum("a.code = '1220'")} - (SELECT coalesce(sum(i.cost_value - i.cost_carried), 0) FROM {s}.delivery_receipt__items i
      JOIN {s}.delivery_receipt d ON d.id = i.parent_id WHERE d.posted_at IS NOT NULL)::float8 AS delivered,
    ${sum("a.code = '2140'")} AS "net pay", ${sum("a.code = '3040'")} AS "opening equity",
    (SELECT count(*) FROM {s}.stock_bucket WHERE qty < 0)::float8 AS "negative stock"`)
  for (const [what, difference] of Object.entries(differences)) expect([what, Math.round(difference * 100) || 0]).toEqual([what, 0])
})

test('a month of the demo company can be closed: ledgers agree on every day, statements balance, the VAT report equals the ledger, and the month is locked', async () => {
  const { db } = server.database
  const read = (what: string) => db.query(what.replaceAll('{s}', 'co_demo'))
  const wrong = { ...SOUND, ...DRIFTS, ...REGISTERS, ...CLEARING }
  const found: Record<string, unknown> = {}
  for (const [what, sql] of Object.entries(wrong)) {
    const rows = await read(sql)
    if (rows.length) found[what] = rows
  }
  expect(found).toEqual({})

  const { call } = await signIn(server, 'DEMO', 'accountant')
  const rows = async (path: string) =>
    (await call('GET', path)).body.data as unknown as { title?: string; line?: string; c1?: number; tax?: number }[]
  for (const day of ['2026-08-31', '2026-09-30', '2026-10-31']) {
    const sheet = await rows(`balance_sheet/paginate?as_of=${day}`)
    const amountOf = (title: string) => sheet.find((row) => row.title === title)?.c1
    expect([day, amountOf('Total assets')]).toEqual([day, amountOf('Total liabilities and equity')])
    expect(amountOf('Total assets')).toBeGreaterThan(0)
  }
  const paper = await rows('bir_2550q/paginate?date_from=2026-07-01&date_to=2026-09-30')
  // The lists of customers and suppliers say the same of the quarter as the working paper.
  const listed = async (list: string) =>
    (await rows(`${list}/paginate?date_from=2026-07-01&date_to=2026-09-30&limit=all`)).reduce((sum, { tax }) => sum + Number(tax), 0)
  const onLine = (line: string) => Number(paper.find((row) => row.line === line)?.tax)
  expect(await listed('sales_relief')).toBeCloseTo(onLine('GL output'), 2)
  expect(await listed('purchases_relief')).toBeCloseTo(onLine('GL input'), 2)
  const [vat] =
    await read(`SELECT sum(l.credit - l.debit)::float8 AS due FROM ${LINES('{s}')} WHERE a.role IN ('output_vat', 'input_vat_goods', 'input_vat_services', 'input_vat_capital')
    AND e.source_module IS NOT NULL AND e.transaction_date BETWEEN '2026-07-01' AND '2026-09-30'`)
  expect(paper.find(({ line }) => line === '61')?.tax).toBeCloseTo(Number(vat!.due), 2)

  expect((await call('POST', 'closing_checklist/lock', { period: '2026-08' })).status).toBe(200)
  const locked = await read("SELECT module_group FROM {s}.fiscal_period WHERE period = '2026-08' AND status = 'locked' ORDER BY 1")
  expect(locked.map((row) => row['module_group'])).toEqual(['general_ledger', 'inventory', 'purchasing', 'sales'])
})

/** The modules of the dashboards that have tiles. */
const dashboards = async () =>
  [...(await server.system('DEMO', 'reading the dashboards')).modules.values()].filter(({ dashboard }) => dashboard)

/** One value of a statement in which `{s}` is the schema of the demo company. */
const ask = (text: string) => server.database.db.query(text.replaceAll('{s}', 'co_demo'))
const numberIn = async (text: string): Promise<number> => Number(Object.values((await ask(text))[0]!)[0])
const toCents = (value: unknown): number => Math.round((Number(value) + Number.EPSILON) * 100) / 100

// Generated from the descriptors: a tile or a report without evidence fails here.
test('each tile of a dashboard equals a query on the tables of the demo', async () => {
  const { call } = await signIn(server, 'DEMO', 'admin')
  const wrong: string[] = []
  for (const module of await dashboards()) {
    const period = OF_THE_YEAR.includes(module.name) ? 'this_year' : 'this_month'
    const { tiles } = (await call('GET', `${module.name}/tiles?period=${period}`)).body.data as TilesAnswer
    expect(tiles.map(({ name }) => name).sort(), module.name).toEqual(module.dashboard!.tiles.map(({ name }) => name).sort())
    const shown = tiles.filter(({ type }) => type !== 'shortcuts' && type !== 'text')
    const isEmpty = ({ rows = [], totals, records }: TileAnswer) => ![totals?.values[0], records?.rows.length, rows.length].some(Number)
    expect(shown.filter((tile) => !isEmpty(tile)).length, `${module.name}: tiles that show something`).toBeGreaterThan(shown.length / 2)
    for (const tile of shown) {
      const place = `${module.name} ${tile.name}`
      const [figure, rows] = [FIGURES[module.name]?.[tile.name], ROWS[module.name]?.[tile.name]]
      if (rows) wrong.push(...(await wrongWith(tile, rows, ask)).map((text) => `${place}: ${text}`))
      else if (!figure) wrong.push(`${place}: no sum to hold it against`)
      else {
        const [found, expected] = [toCents(tile.totals?.values[0]), toCents(await numberIn(`SELECT (${figure})`))]
        if (found !== expected) wrong.push(`${place}: ${found}, but ${expected} in the tables`)
      }
    }
  }
  expect(wrong).toEqual([])
})

test('each report equals a query on the tables of the demo', async () => {
  const { call } = await signIn(server, 'DEMO', 'admin')
  const ids = new Map<string, string>()
  for (const [name, text] of Object.entries(CHOSEN_RECORDS)) ids.set(name, String(await numberIn(`SELECT ${text}`)))
  const fill = (text: string) => text.replace(/\{(\w\w+)\}/g, (whole, name: string) => ids.get(name) ?? whole)
  const wrong: string[] = []
  const reports = [...(await server.system('DEMO', 'reading the reports')).modules.values()].filter(({ report }) => report)
  for (const module of reports) {
    const { name, report } = module
    const { query = '', count, totals = {}, cells = {} } = REPORT_SUMS[name] ?? {}
    if (LISTS_WITHOUT_SUMS.includes(name)) expect([name, report!.totals]).toEqual([name, []])
    else if (!REPORT_SUMS[name]) wrong.push(`${name}: no sum to hold it against`)
    const { status, body } = await call('GET', `${name}/paginate?limit=all&${fill(query)}`)
    expect([name, status]).toEqual([name, 200])
    const page = body as unknown as { data: Row[]; totals: Row }
    const found: [string, unknown, string][] = [
      ...(count ? [['rows', page.data.length, count] as [string, unknown, string]] : []),
      ...Object.entries(totals).map(([column, text]): [string, unknown, string] => [column, page.totals[column], text]),
      ...Object.entries(cells).map(([title, [column, text]]): [string, unknown, string] => [
        title,
        page.data.find((row) => row.title === title)?.[column],
        text,
      ]),
    ]
    for (const [what, value, text] of found) {
      const expected = toCents(await numberIn(fill(text)))
      if (toCents(value) !== expected) wrong.push(`${name} ${what}: ${String(value)}, but ${expected} in the tables`)
      if (!expected && !NOTHING_YET.includes(name)) wrong.push(`${name} ${what}: there is nothing of it in the demo`)
    }
    // Every figure that opens a list opens rows that add up to it.
    if (!report!.drill) continue
    for (const more of report!.parameters.some((parameter) => parameter.name === 'columns') ? ['', '&columns=branch'] : [''])
      wrong.push(...(await figuresThatDoNotTie(call, module, `${fill(query)}${more}`)))
  }
  // So does every figure of a record, as the remittance of a month.
  const looked = { figures: 0 }
  for (const module of (await server.system('DEMO', 'reading the figures of records')).modules.values())
    if (module.drill?.length) wrong.push(...(await recordFiguresThatDoNotTie(call, module, looked)))
  expect(looked.figures).toBeGreaterThan(0)
  expect(wrong).toEqual([])
})

// proves: dashboard.tiles.*.records, dashboard.tiles.*.records.module, dashboard.tiles.*.records.where, dashboard.tiles.*.records.period
// proves: dashboard.tiles.*.records.date, dashboard.tiles.*.records.columns, dashboard.tiles.*.records.sort, dashboard.tiles.*.records.limit
// proves: dashboard.tiles.*.stages, dashboard.tiles.*.stages.*.title, dashboard.tiles.*.stages.*.figures
// proves: dashboard.tiles.*.shortcuts, dashboard.tiles.*.goal
// What a reader may not list they are not told by a tile either: generated from the descriptors, for every user.
test.each(DEMO_USERS.map(({ username }) => username))('%s is told by tiles what the lists say, and no more', async (username) => {
  const { call } = await signIn(server, 'DEMO', username)
  const every = (await server.system('DEMO', 'reading the dashboards')).modules
  for (const module of await dashboards()) {
    const { status, body } = await call('GET', `${module.name}/tiles`)
    if (status === 403) continue
    expect([module.name, status]).toEqual([module.name, 200])
    const { tiles } = body.data as TilesAnswer
    const query = (filter: object) => `filter=${encodeURIComponent(JSON.stringify(filter))}`
    for (const tile of tiles) {
      const place = `${username} ${module.name} ${tile.name}`
      expect(tile.error, place).toBeUndefined()
      const parts = [
        ...(tile.module && tile.filter ? [{ module: tile.module, filter: tile.filter }] : []),
        ...(tile.records ? [tile.records] : []),
        ...(tile.stages ?? []),
      ]
      for (const part of parts) {
        const list = await call('GET', `${part.module}/paginate?window=all&limit=1&${query(part.filter)}`)
        expect([place, part.module, list.status]).toEqual([place, part.module, 200])
        const { total } = (list.body as unknown as { pagination: { total: number } }).pagination
        if ('total' in part && part.total) expect([place, part.total]).toEqual([place, total])
        const counted = tile.names?.findIndex((_, index) => tile.measures![index]!.key === 'count') ?? -1
        if (counted >= 0 && tile.totals && part.module === tile.module) expect([place, tile.totals.values[counted]]).toEqual([place, total])
      }
    }
    // What is left out asks for a list that they cannot open, or names a field that they cannot: asked for by itself it is refused.
    const left = module.dashboard!.tiles.filter(({ name }) => !tiles.some((tile) => tile.name === name))
    for (const tile of left) {
      const asked = figuresIn(tile)
        .flatMap((figures) => [figures, ...(figures.less ? [figures.less] : [])])
        .map(({ module: name, groups, measures, where }) => {
          if (every.get(name)?.report) return `${name}/paginate?limit=1`
          const words = { group: groups.map(groupKey).join(), measure: Object.values(measures).map(measureKey).join() }
          return `${name}/aggregate?group=${words.group}&measure=${words.measure}&${query(where)}`
        })
      const { records } = tile
      if (records) asked.push(`${records.module}/paginate?limit=1&sort=${records.sort ?? ''}&${query(records.where)}`)
      const statuses = await Promise.all(asked.map(async (path) => (await call('GET', path)).status))
      if (asked.length)
        expect([username, module.name, tile.name, statuses.some((code) => code === 403 || code === 400)]).toEqual([
          username,
          module.name,
          tile.name,
          true,
        ])
    }
  }
})

// The matrix of rights: every module with every field that the user cannot see, for users of each kind of work.
test.each(['hr', 'timekeeper', 'employee', 'buyer', 'warehouse', 'sales'])(
  '%s learns from figures nothing that lists do not say',
  async (username) => {
    const { call } = await signIn(server, 'DEMO', username)
    const { role } = DEMO_USERS.find((user) => user.username === username)!
    const { access = [] } = ROLE_TEMPLATES.find(({ code }) => code === role)!
    const { modules } = await server.system('DEMO', 'reading the modules')
    expect(await toldBeyondLists((method, path) => call(method, path), modules, access)).toEqual([])
  },
)
