/** Reports of several modules with groups and formulas: their sums, and what a reader without some of the rights gets. */
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Principal, Row } from '../../src/engine/model/module.ts'
import { pdfText } from '../pdf-text.ts'
import { type Harness, principalOf, startHarness } from './harness.ts'

let h: Harness
let other: number
const REPORT = 'inventory_turnover'

beforeAll(async () => {
  h = await startHarness([REPORT, 'company', 'city', 'inventory_movement', 'invoice', 'sales_return', 'uom'], {
    code: 'RFIG',
    today: '2026-11-30',
  })
  const { db } = await h.ctx()
  const insert = async (table: string, row: Row): Promise<number> => {
    const names = Object.keys(row)
    const [made] = await db.query<{ id: number }>(
      `insert into "${h.company.schema}".${table} (${names.map((name) => `"${name}"`).join(', ')}) overriding system value
       values (${names.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
      Object.values(row),
    )
    return Number(made!.id)
  }
  const branch = await insert('branch', { id: 2, code: 'B2', name: 'Branch 2' })
  other = branch
  const location_id = await insert('inventory_location', { code: 'L1', name: 'Store', branch_id: 1 })
  const uom_id = await insert('uom', { code: 'PC', name: 'Piece' })
  const [tools, paints] = [
    await insert('item_category', { code: 'T', name: 'Tools' }),
    await insert('item_category', { code: 'P', name: 'Paints' }),
  ]
  const item = (name: string, item_category_id: number) => insert('item', { sku_code: name, name, item_category_id, uom_id })
  const [hammer, saw, white] = [await item('Hammer', tools), await item('Saw', tools), await item('White', paints)]
  let seq = 0
  const move = async (item_id: number, transaction_date: string, qty: number, value: number, branch_id = 1) =>
    insert('inventory_movement', {
      posting_seq: ++seq,
      date: `${transaction_date}T00:00:00Z`,
      transaction_date,
      item_id,
      location_id,
      branch_id,
      source_module: 'goods_receipt',
      source_id: 1,
      kind: qty < 0 ? 'out' : 'in',
      qty_delta: qty,
      value_delta: value,
      running_qty: qty,
    })
  // Hammers: 1,000 of value before November, 600 of which are sold. Saws: bought in November. Paints: in branch 2.
  await move(hammer, '2026-10-10', 10, 1000)
  await move(hammer, '2026-11-10', -6, -600)
  await move(saw, '2026-11-05', 4, 400)
  await move(white, '2026-10-20', 5, 250, branch)
  let number = 0
  const sell = async (module: string, item_id: number, net: number, cost: number, more: Row) => {
    const parent_id = await insert(module, {
      transaction_no: `${module}-${++number}`,
      transaction_date: '2026-11-10',
      branch_id: 1,
      status: 'posted',
      ...more,
    })
    await insert(`${module}__items`, { parent_id, line_no: 1, item_id, net, cost_value: cost })
  }
  await sell('invoice', hammer, 900, 600, {})
  await sell('invoice', hammer, 5000, 100, { status: 'draft' })
  await sell('invoice', white, 130, 50, { branch_id: branch })
  await sell('sales_return', hammer, 100, 60, { resolution: 'Credit' })
  await sell('sales_return', hammer, 70, 30, { resolution: 'Replace' })
})
afterAll(() => h?.close())

const NOVEMBER = 'date_from=2026-11-01&date_to=2026-11-30'
interface Page {
  data: Row[]
  totals: Row
  hidden?: string[]
}
const read = async (as?: Principal, query = ''): Promise<Page> => {
  const { status, body } = await h.call('GET', `${REPORT}/paginate?${NOVEMBER}${query || '&limit=all'}`, undefined, as)
  expect(status, body.message).toBe(200)
  return body as unknown as Page
}
const shown = (rows: readonly Row[], ...names: string[]) =>
  rows.map((row) => [(row.subtotal as string | undefined) ? 'sum' : (row.item as Row).name, ...names.map((name) => row[name])])

test('figures of several modules are joined in one row per item, with group sums and formulas of these sums', async () => {
  const { data, totals } = await read()
  expect(
    shown(data, 'closing_qty', 'opening_value', 'closing_value', 'average_value', 'cost_of_sales', 'net_sales', 'gross_profit'),
  ).toEqual([
    ['White', 5, 250, 250, 250, 50, 130, 80],
    ['sum', undefined, 250, 250, 250, 50, 130, 80],
    ['Hammer', 4, 1000, 400, 700, 540, 800, 260],
    ['Saw', 4, null, 400, 200, 0, 0, 0],
    ['sum', undefined, 1000, 800, 900, 540, 800, 260],
  ])
  // 540 of 900 in 30 of 365 days; 900 lasts 50 days at 540 in 30 days. The mean of the rows would be another number.
  expect(data.at(-1)).toMatchObject({
    turns: 7.3,
    days_on_hand: 50,
    margin: 32.5,
    item_category: { name: 'Tools' },
    subtotal: 'item_category_id',
  })
  expect(totals).toMatchObject({ opening_value: 1250, closing_value: 1050, cost_of_sales: 590, net_sales: 930, gross_profit: 340 })
  // Nothing was sold: the days that it lasts are not known, rather than none.
  expect(data.find((row) => (row.item as Row | null)?.name === 'Saw')).toMatchObject({ turns: 0, days_on_hand: null, margin: null })
})

test('the sums of a group are on the page with its last row', async () => {
  const page = async (number: number) => shown((await read(undefined, `&limit=2&page=${number}`)).data)
  expect(await page(1)).toEqual([['White'], ['sum'], ['Hammer']])
  expect(await page(2)).toEqual([['Saw'], ['sum']])
})

test('rows of other branches are in no sum, and a parameter narrows every module', async () => {
  const onlyFirst = await read(principalOf(h.modules, { branch_ids: [1] }))
  expect([onlyFirst.totals.closing_value, onlyFirst.totals.net_sales]).toEqual([800, 800])
  const two = await read(undefined, `&limit=all&branch_id=${other}`)
  expect([two.totals.closing_value, two.totals.net_sales]).toEqual([250, 130])
})

test('users who cannot see costs, or list sales, get neither these figures nor figures computed from them', async () => {
  const poor = await read(principalOf(h.modules, { access: [] }))
  expect(Object.keys(poor.totals).sort()).toEqual(['invoiced', 'net_sales', 'returned'])
  expect(poor.data[0]).not.toHaveProperty('closing_value')
  expect(poor.data[0]).not.toHaveProperty('gross_profit')
  const { invoice: _, ...grants } = h.admin.grants
  const buyer = await read(principalOf(h.modules, { grants }))
  expect(buyer.totals).toEqual({ opening_value: 1250, closing_value: 1050, average_value: 1150, returned: 100, returned_cost: 60 })
  expect(buyer.hidden).toEqual(expect.arrayContaining(['invoiced', 'invoiced_cost', 'net_sales', 'cost_of_sales', 'turns', 'margin']))
  const { inventory_movement: __, ...others } = h.admin.grants
  const { status } = await h.call('GET', `${REPORT}/paginate?${NOVEMBER}`, undefined, principalOf(h.modules, { grants: others }))
  expect(status).toBe(403)
})

test('the print and the export have the rows and sums of the screen', async () => {
  const csv = await h.call('GET', `${REPORT}/exportCSV?${NOVEMBER}&format=csv`)
  const lines = csv.text.trim().split('\r\n')
  expect(lines).toHaveLength(6)
  expect(lines[2]).toMatch(/^Total: Paints,,/)
  expect(lines[5]).toMatch(/^Total: Tools,,.*7\.3/)
  const { raw, status } = await h.call('GET', `${REPORT}/print-report?${NOVEMBER}`)
  expect(status).toBe(200)
  const text = pdfText(raw)
  for (const word of ['Fixture Company', 'Inventory Turnover', 'Total: Tools', '340.00']) expect(text).toContain(word)
})

/** The cells of a sheet by their letters; numbers as numbers. */
const cellsOf = (xlsx: Uint8Array): ReadonlyMap<string, string | number> =>
  new Map(
    [
      ...strFromU8(unzipSync(xlsx)['xl/worksheets/sheet1.xml']!).matchAll(/<c r="([A-Z]+[0-9]+)"[^>]*>(?:<is><t[^>]*>([^<]*)|<v>([^<]*))/g),
    ].map(([, place, text, number]) => [place!, text ?? Number(number)]),
  )

test('the workbook has the rows and sums of the screen as numbers, without formulas', async () => {
  const { raw, status } = await h.call('GET', `${REPORT}/exportCSV?${NOVEMBER}&format=xlsx`)
  expect(status).toBe(200)
  const cells = cellsOf(raw)
  const column = (title: string) => [...cells].find(([, value]) => value === title)![0].replace('1', '')
  const down = (title: string) => [2, 3, 4, 5, 6].map((row) => cells.get(`${column(title)}${row}`) ?? null)
  expect(down('Item category')).toEqual(['Paints', 'Total: Paints', 'Tools', 'Tools', 'Total: Tools'])
  expect(down('Turns a year').at(-1)).toBe(7.3)
  expect(down('Gross profit')).toEqual([80, 80, 260, 0, 260])
  expect(strFromU8(unzipSync(raw)['xl/worksheets/sheet1.xml']!)).not.toContain('<f>')
})
