/** A month is closed after a look at what is still open, a year by a document; what the ledger says before and after. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { figuresThatDoNotTie } from './drills.ts'
import { type Host, openHost, salesMasters } from './trading-host.ts'

let host: Host
let m: Awaited<ReturnType<typeof salesMasters>>
let rent: number
let cash: number
let sales: number
beforeAll(async () => {
  host = await openHost('CLOSING')
  m = await salesMasters(host)
  // The bank has a test of its own.
  await host.query("UPDATE {s}.bank_account SET reconciled_to = '2027-12-31'")
  ;[rent, sales, cash] = await host.accounts('6060', '4040', '1011')
})
afterAll(() => host.close())

const entry = (date: string, debit: number, credit: number, amount: number, more: Row = {}) =>
  host.ok('POST', 'accounting_entry', {
    transaction_date: date,
    branch_id: m.branch,
    lines: [
      { account_id: debit, debit: amount, credit: 0 },
      { account_id: credit, debit: 0, credit: amount },
    ],
    ...more,
  })
const posted = async (...args: Parameters<typeof entry>) =>
  host.ok('POST', `accounting_entry/${String((await entry(...args)).id)}/post`, {})
const checklist = async (period: string, group = '') =>
  (await host.report(`closing_checklist/paginate?period=${period}${group && `&module_group=${group}`}`)).data
/** Closing balances that are not zero, by code. */
async function balances(date: string, more = ''): Promise<Row> {
  const { data } = await host.report(`trial_balance/paginate?as_of=${date}&limit=all${more}`)
  const rows = data.map((row) => [String((row.account as Row).name).split(' ')[0], Number(row.ending_debit) - Number(row.ending_credit)])
  return Object.fromEntries(rows.filter(([, amount]) => amount !== 0))
}

// proves: endpoints.*.button.advice
test('the checklist opens pending documents, and the month is locked group by group', async () => {
  const draft = await entry('2026-01-02', rent, cash, 100)
  await host
    .ok('POST', 'beginning_inventory', {
      transaction_date: '2026-01-02',
      branch_id: m.branch,
      location_id: m.wh,
      items: [{ item_id: m.a, uom_id: m.pc, qty: 9, unit_cost: 10 }],
    })
    .then(({ id }) => host.ok('POST', `beginning_inventory/${String(id)}/post`, {}))
  const delivery = await host.ok('POST', 'delivery_receipt', {
    transaction_date: '2026-01-02',
    branch_id: m.branch,
    customer_id: m.acme,
    delivery_mode: 'pickup',
    location_id: m.wh,
    tax_type_id: m.inclusive,
    items: [{ item_id: m.a, uom_id: m.pc, qty: 2, unit_price: 112 }],
  })
  await host.ok('POST', `delivery_receipt/${String(delivery.id)}/post`, {})
  expect(await checklist('2025-12')).toEqual([])
  expect(await checklist('2026-01')).toMatchObject([
    {
      module_group: 'Sales',
      what: 'Goods delivered, not invoiced',
      module_name: 'delivery_receipt',
      record_id: delivery.id,
      document_no: delivery.transaction_no,
    },
    {
      module_group: 'General ledger',
      what: 'Accounting Entries not posted',
      module_name: 'accounting_entry',
      record_id: draft.id,
      date: '2026-01-02',
      amount: 100,
    },
  ])
  expect(await checklist('2026-01', 'purchasing')).toEqual([])
  // The dialog of the button says the same of what is entered; without a month there is nothing to say.
  const against = (input: Row) => host.ok('POST', 'closing_checklist/call-advice', { call: 'POST lock', input })
  const [delivered, manual] = ['Goods delivered, not invoiced: 1', 'Accounting Entries not posted: 1'].map((text) => ({ text }))
  expect(await against({ period: '2026-01', module_groups: ['sales'] })).toEqual([delivered])
  expect(await against({ period: '2026-01', module_groups: [] })).toEqual([delivered, manual])
  expect([await against({}), await against({ period: '2026-01', module_groups: ['purchasing'] })]).toEqual([[], []])
  expect((await host.ok('POST', 'closing_checklist/lock', { period: '2026-01', module_groups: ['sales'] })).lines).toEqual([
    { text: 'Sales: locked.' },
  ])
  const ledger = await host.ok('POST', 'fiscal_period', { period: '2026-01', module_group: 'general_ledger' })
  const notes = await host.ok('POST', 'fiscal_period/bulk/lock/advice', { ids: [ledger.id] })
  expect(notes).toEqual([{ id: ledger.id, text: 'Accounting Entries not posted: 1' }])
  expect(await host.refused('closing_checklist/lock', { period: 'January' })).toBe('period')
  expect((await host.ok('POST', 'closing_checklist/lock', { period: '2026-01' })).lines).toEqual([
    { text: 'Sales: was locked already.' },
    { text: 'Purchasing: locked.' },
    { text: 'Inventory: locked.' },
    { text: 'General ledger: locked.' },
  ])
  expect(await host.refused(`accounting_entry/${String(draft.id)}/post`)).toBe('E_PERIOD_LOCKED')
})

test('a year is closed into retained earnings, its statements are unchanged, and a void reopens it', async () => {
  host.clock.advanceTo('2026-12-30')
  // An entry by hand belongs to its month as long as that is open, however far back it is.
  await posted('2026-11-02', cash, sales, 1000)
  await posted('2026-12-30', cash, sales, 4000)
  await posted('2026-12-30', rent, cash, 1200)
  const before = await balances('2026-12-31')
  expect(before).toMatchObject({ '4040': -5000, '6060': 1200 })
  const close = async () => (await host.ok('POST', 'year_end_closing', { transaction_date: '2026-12-31', branch_id: m.branch })).id
  const first = await close()
  expect(await host.refused(`year_end_closing/${String(first)}/post`)).toBe('E_DATE_FUTURE')
  // What would be closed, and what is not in the books yet, is said before.
  const said = await host.ok('POST', 'year_end_closing/bulk/post/advice', { ids: [first] })
  expect(said).toEqual([
    { id: first, text: 'Net income until 2026/12/31: 3,800.00' },
    { id: first, text: 'Goods delivered, not invoiced: 1' },
    { id: first, text: 'Accounting Entries not posted: 1' },
  ])
  host.clock.advanceTo('2027-01-05')
  expect(await host.ok('POST', `year_end_closing/${String(first)}/post`, {})).toMatchObject({
    last_month: '2026-12',
    net_income: 3800,
    status: 'posted',
  })
  const after = await balances('2026-12-31')
  expect([after['4040'], after['6060'], after['3030']]).toEqual([undefined, undefined, -3800])
  expect(await balances('2026-12-31', '&before_closing=true')).toEqual(before)
  // Every figure of the statements opens lines that add up to it: they leave the closing out as the statements do.
  const read = async (_method: 'GET', path: string) => ({ status: 200, body: await host.report(path) })
  for (const [name, query, least] of [
    ['income_statement', 'date_from=2026-11-01&date_to=2026-12-31&columns=month', 6],
    ['balance_sheet', 'as_of=2026-12-31', 4],
    ['balance_sheet', 'as_of=2026-12-30', 5],
    ['cash_flow', 'date_from=2026-11-01&date_to=2026-12-31', 1],
    ['trial_balance', 'date_from=2026-12-01&as_of=2026-12-31', 6],
    ['trial_balance', 'date_from=2026-12-01&as_of=2026-12-31&before_closing=true', 6],
  ] as const) {
    const looked = { figures: 0 }
    expect(await figuresThatDoNotTie(read, host.harness.modules.get(name)!, query, looked)).toEqual([])
    expect(looked.figures, name).toBeGreaterThanOrEqual(least)
  }
  // Nothing can be posted in the closed year, and it is closed once.
  expect(await host.refused(`accounting_entry/${String((await entry('2026-12-30', rent, cash, 1)).id)}/post`)).toBe('E_PERIOD_LOCKED')
  expect(await host.refused(`year_end_closing/${String(await close())}/post`)).toBe('E_PERIOD_LOCKED')
  // A message has dates as people write them.
  const early = (await host.ok('POST', 'year_end_closing', { transaction_date: '2024-12-31', branch_id: m.branch })).id
  expect((await host.harness.call('POST', `year_end_closing/${String(early)}/post`, {})).body).toMatchObject({
    rule: 'E_NOTHING_OPEN',
    message: expect.stringContaining('2024/12/31'),
  })
  // The next year begins at zero, and is closed without the one before.
  await posted('2027-01-05', rent, cash, 50)
  expect(await balances('2027-01-05')).toMatchObject({ '6060': 50 })
  const undo = () => host.refused(`year_end_closing/${String(first)}/void`, { void_reason: 'an entry is missing' })
  expect(await undo()).toBe('E_PERIOD_LOCKED')
  const [december] = await host.query<{ id: number }>(
    "SELECT id FROM {s}.fiscal_period WHERE period = '2026-12' AND module_group = 'general_ledger'",
  )
  const advice = (id: unknown) => host.ok('POST', 'fiscal_period/bulk/unlock/advice', { ids: [id] })
  expect(await advice(december!.id)).toEqual([
    { id: december!.id, text: expect.stringMatching(/closed the books until 2026.12.31.*Void it/) },
  ])
  await host.ok('POST', `fiscal_period/${december!.id}/unlock`, {})
  expect(await undo()).toBe('done')
  expect(await advice(december!.id)).toEqual([])
  expect(await balances('2026-12-31')).toEqual(before)
  expect(await balances('2026-12-31', '&before_closing=true')).toEqual(before)
  const locked = await host.query("SELECT period, module_group FROM {s}.fiscal_period WHERE status = 'locked' AND period > '2026-01'")
  expect(locked).toEqual([])
  const again = await close()
  expect(await host.ok('POST', `year_end_closing/${String(again)}/post`, {})).toMatchObject({ net_income: 3800 })
})

test('years are closed in order, and voided in reverse order', async () => {
  host.clock.advanceTo('2029-02-01')
  await posted('2028-06-30', cash, sales, 700)
  const closing = async (date: string) =>
    String((await host.ok('POST', 'year_end_closing', { transaction_date: date, branch_id: m.branch })).id)
  const [of2027, of2028] = [await closing('2027-12-31'), await closing('2028-12-31')]
  // 2027 has the 50 of rent that the test above posted.
  expect(await host.refused(`year_end_closing/${of2028}/post`)).toBe('E_EARLIER_OPEN')
  expect(await host.ok('POST', `year_end_closing/${of2027}/post`, {})).toMatchObject({ net_income: -50 })
  expect(await host.ok('POST', `year_end_closing/${of2028}/post`, {})).toMatchObject({ net_income: 700 })
  // The second year before its closing: its own income, and the results of the years before it in retained earnings.
  expect(await balances('2028-12-31', '&date_from=2028-01-01&before_closing=true')).toMatchObject({ '4040': -700, '3030': -3750 })
  expect((await balances('2028-12-31', '&date_from=2028-01-01&before_closing=true'))['6060']).toBeUndefined()
  await host.query("UPDATE {s}.fiscal_period SET status = 'open' WHERE module_group = 'general_ledger'")
  await posted('2027-06-30', rent, cash, 5)
  expect(await host.refused(`year_end_closing/${await closing('2027-11-30')}/post`)).toBe('E_LATER_CLOSING')
  const undo = (id: string) => host.refused(`year_end_closing/${id}/void`, { void_reason: 'closed too early' })
  expect([await undo(of2027), await undo(of2028), await undo(of2027)]).toEqual(['E_LATER_CLOSING', 'done', 'done'])
})

test('an account with postings keeps its type', async () => {
  const change = (id: number, values: Row) => host.harness.call('PUT', `chart_of_account/${id}`, values)
  expect((await change(rent, { type: 'Asset' })).body).toMatchObject({ rule: 'E_ACCOUNT_USED' })
  expect((await change(cash, { is_control: true })).body).toMatchObject({ rule: 'E_ACCOUNT_USED' })
  expect((await change(rent, { name: 'Rent of offices' })).status).toBe(200)
  const unused = await host.ok('POST', 'chart_of_account', { code: '6999', name: 'Unused', type: 'Expense', normal_balance: 'Debit' })
  expect((await change(Number(unused.id), { type: 'Asset' })).status).toBe(200)
})
