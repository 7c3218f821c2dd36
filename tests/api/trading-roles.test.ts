/** The roles of trade by their calls: each does its part of the chain, and is refused what is another's. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json, Row } from '../../src/engine/model/module.ts'
import { signIn, startInstance } from './instance.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const USERS = ['admin', 'sales', 'warehouse', 'cashier', 'accountant', 'buyer', 'approver', 'auditor', 'employee'] as const
type User = (typeof USERS)[number]

let instance: Awaited<ReturnType<typeof startInstance>>
const callers = {} as Record<User, Awaited<ReturnType<typeof signIn>>>
let sale: Row
let line: Row
const ids: Record<string, number> = {}

beforeAll(async () => {
  instance = await startInstance('trading-roles', ['ROLES'])
  for (const user of USERS) callers[user] = await signIn(instance.server, 'ROLES', user)
  const first = async (module: string, search: string) =>
    ((await ok('admin', 'GET', `${module}/dropdown?search=${encodeURIComponent(search)}`)) as unknown as { id: number }[])[0]!.id
  ids.wh = await first('inventory_location', 'MNL-WH')
  const [term, tax, entity, uom] = await Promise.all([
    first('payment_term', 'N30'),
    first('tax_type', 'VATIN'),
    first('entity_type', 'Corporation'),
    first('uom', 'PC'),
  ])
  const category = await made('admin', 'item_category', { code: 'GEN', name: 'General' })
  ids.item = await made('admin', 'item', {
    sku_code: 'A1',
    name: 'Anchor bolt',
    item_category_id: category,
    uom_id: uom,
    cost: 60,
    selling_price: 112,
  })
  ids.customer = await made('sales', 'customer', {
    code: 'C1',
    name: 'Customer',
    entity_type_id: entity,
    payment_term_id: term,
    tax_type_id: tax,
  })
  const day = (await ok('admin', 'GET', 'beginning_inventory/defaults')).transaction_date
  const branch_id = (await ok('admin', 'GET', `inventory_location/${ids.wh}`)).branch_id as number
  sale = { transaction_date: day, branch_id, customer_id: ids.customer, tax_type_id: tax, payment_term_id: term } as Row
  line = { item_id: ids.item, uom_id: uom, qty: 4, unit_price: 112 } as Row
  const stock = {
    transaction_date: day,
    branch_id,
    location_id: ids.wh,
    items: [{ item_id: ids.item, uom_id: uom, qty: 10, unit_cost: 60 }],
  }
  await ok('warehouse', 'POST', `beginning_inventory/${await made('warehouse', 'beginning_inventory', stock)}/post`, {})
})
afterAll(() => instance.stop())

/** A call that must succeed. */
async function ok(user: User, method: Method, path: string, body?: unknown): Promise<Row> {
  const { status, body: answer } = await callers[user].call(method, path, body as Json)
  expect([user, method, path, status, answer.message, answer.errors]).toEqual([user, method, path, 200, answer.message, undefined])
  return answer.data as Row
}
const made = async (user: User, module: string, body: unknown): Promise<number> => (await ok(user, 'POST', module, body)).id as number
/** Who of these is refused the call for want of a right: 403, and for a record of a module that they do not see, 404. */
async function refused(users: readonly User[], method: Method, path: string, body?: unknown): Promise<User[]> {
  const found: User[] = []
  for (const user of users) {
    const { status } = await callers[user].call(method, path, body as Json)
    if (status === 403 || (status === 404 && /\/\d+\//.test(path))) found.push(user)
  }
  return found
}
const others = (...may: User[]): User[] => USERS.filter((user) => user !== 'admin' && !may.includes(user))
/** A document made from another, as the form proposes it, and posted; no one else can make or post it. */
async function step(user: User, module: string, source: string, id: number, more: Row = {}, alsoMay: User[] = []): Promise<Row> {
  const draft = await ok(user, 'GET', `${module}/defaults?source=${source}&ids=${id}`)
  const body = { ...draft, ...more }
  const strangers = others(user, ...alsoMay)
  expect(await refused(strangers, 'POST', module, body)).toEqual(strangers)
  const record = await made(user, module, body)
  expect(await refused(strangers, 'POST', `${module}/${record}/post`, {})).toEqual(strangers)
  return ok(user, 'POST', `${module}/${record}/post`, {})
}

test('sales, warehouse, accounting and cashier do their own part of a sale, and no other', async () => {
  const offer = { ...sale, items: [line] }
  expect(await refused(others('sales'), 'POST', 'sales_quotation', offer)).toEqual(others('sales'))
  const quotation = await made('sales', 'sales_quotation', offer)
  await ok('sales', 'POST', `sales_quotation/${quotation}/post`, {})
  const order = await step('sales', 'sales_order', 'sales_quotation', quotation, { location_id: ids.wh! })
  const delivery = await step('warehouse', 'delivery_receipt', 'sales_order', order.id as number, { delivery_mode: 'pickup' })
  expect(await refused(others('warehouse'), 'POST', `delivery_receipt/${delivery.id}/delivered`, {})).toEqual(others('warehouse'))
  await ok('warehouse', 'POST', `delivery_receipt/${delivery.id}/delivered`, { received_by: 'M. Cruz' })
  const invoice = await step('accountant', 'invoice', 'delivery_receipt', delivery.id as number)
  expect(invoice).toMatchObject({ total: 448, progress: 'unpaid' })

  const receipt = {
    transaction_date: sale.transaction_date,
    branch_id: sale.branch_id,
    customer_id: ids.customer,
    tenders: [{ kind: 'cash', amount: 448 }],
    items: [{ invoice_id: invoice.id, amount: 448 }],
  }
  expect(await refused(others('cashier'), 'POST', 'cash_receipt', receipt)).toEqual(others('cashier'))
  const paid = await made('cashier', 'cash_receipt', receipt)
  expect(await refused(others('cashier'), 'POST', `cash_receipt/${paid}/post`, {})).toEqual(others('cashier'))
  await ok('cashier', 'POST', `cash_receipt/${paid}/post`, {})
  expect(await ok('accountant', 'GET', `invoice/${invoice.id}`)).toMatchObject({ progress: 'paid', balance: 0 })

  // Undoing is as much a right as doing.
  for (const [module, id, user] of [
    ['cash_receipt', paid, 'cashier'],
    ['invoice', invoice.id, 'accountant'],
    ['delivery_receipt', delivery.id, 'warehouse'],
    ['sales_order', order.id, 'sales'],
  ] as const)
    expect([module, await refused(others(user), 'POST', `${module}/${id}/void`, { void_reason: 'not my document' })]).toEqual([
      module,
      others(user),
    ])
})

test('reading, exporting and closing are granted by role', async () => {
  const today = String(sale.transaction_date)
  const statement = `statement_of_account/paginate?customer_id=${ids.customer}&date_from=${today.slice(0, 7)}-01&date_to=${today}`
  const may: Record<string, User[]> = {
    [statement]: ['accountant', 'auditor'],
    [`balance_sheet/paginate?as_of=${today}`]: ['accountant', 'auditor'],
    [`bir_2550q/paginate?date_from=${today.slice(0, 7)}-01&date_to=${today}`]: ['accountant', 'auditor'],
    'accounting_entry/paginate': ['accountant', 'auditor'],
    'cash_receipt/paginate': ['accountant', 'auditor', 'cashier'],
    'invoice/paginate': ['accountant', 'auditor', 'cashier', 'sales'],
    'delivery_receipt/paginate': ['accountant', 'auditor', 'sales', 'warehouse'],
    'physical_count/paginate': ['auditor', 'warehouse'],
    [`inventory_balance/paginate?as_of=${today}`]: ['accountant', 'auditor', 'sales', 'warehouse'],
    'revenue/dashboard': ['auditor', 'cashier', 'sales'],
    [`sales_order/top_sales?date_from=${today}&date_to=${today}`]: ['auditor', 'sales'],
  }
  for (const [path, users] of Object.entries(may)) {
    const denied = await refused(USERS, 'GET', path)
    expect([path, USERS.filter((user) => user !== 'admin' && !denied.includes(user)).sort()]).toEqual([path, users])
  }
  expect(await refused(others('accountant'), 'POST', 'closing_checklist/lock', { period: '2020-01' })).toEqual(others('accountant'))
  expect(await refused(others('accountant'), 'POST', 'fiscal_period', { period: '2020-01', module_group: 'sales' })).toEqual(
    others('accountant'),
  )
  // Who lists a report prints it as well, also one whose only right is to list it.
  for (const path of [`inventory_balance/print-report?as_of=${today}`, `stock_card/print-report?item_id=${String(line.item_id)}`])
    expect((await callers.warehouse.call('GET', path)).status).toBe(200)
  // Costs are a section of their own: a list of stock without them for those who sell.
  const [row] = (await callers.sales.call('GET', `inventory_balance/paginate?as_of=${today}`)).body.data as unknown as Row[]
  expect(Object.keys(row!)).not.toContain('unit_cost')
  const [known] = (await callers.accountant.call('GET', `inventory_balance/paginate?as_of=${today}`)).body.data as unknown as Row[]
  expect(known).toMatchObject({ qty_on_hand: 6, unit_cost: 60 })
})

test('a second person decides: the preparer of a collection cannot approve it, and a blind counter cannot compare', async () => {
  const { status } = await callers.admin.call('PATCH' as Method, 'settings', { 'daily_collection.requires_approval': true })
  expect(status).toBe(200)
  const invoice = await made('accountant', 'invoice', { ...sale, location_id: ids.wh, items: [{ ...line, qty: 1 }] })
  await ok('accountant', 'POST', `invoice/${invoice}/post`, {})
  const round = await made('cashier', 'daily_collection', {
    transaction_date: sale.transaction_date,
    branch_id: sale.branch_id,
    items: [{ customer_id: ids.customer, invoice_id: invoice, tender: 'cash', amount: 112 }],
    cash_declared: 110,
  })
  const act = async (user: User, action: string, record = `daily_collection/${round}`) => {
    const { status, body } = await callers[user].call('POST', `${record}/${action}`, {})
    return status === 200 ? (body.data as Row).status : (body.rule ?? status)
  }
  expect(await act('cashier', 'post')).toBe('E_STATE')
  const cannot: User[] = ['sales', 'warehouse', 'cashier', 'approver', 'auditor']
  expect(await refused(cannot, 'POST', `daily_collection/${round}/approve`, {})).toEqual(cannot)
  // What could not be posted is not approved either: an approved round can no longer be corrected.
  expect(await act('accountant', 'approve')).toBe('E_VARIANCE')
  await ok('cashier', 'PUT', `daily_collection/${round}`, { version: 1, cash_declared: 112 })
  expect(await act('accountant', 'approve')).toBe('approved')
  expect(await act('cashier', 'post')).toBe('posted')
  // The administrator holds every right, and still does not approve what they prepared.
  const ofAdmin = await made('admin', 'daily_collection', {
    transaction_date: sale.transaction_date,
    branch_id: sale.branch_id,
    items: [{ customer_id: ids.customer, invoice_id: invoice, tender: 'cash', amount: 1 }],
    cash_declared: 1,
  })
  expect(await act('admin', 'approve', `daily_collection/${ofAdmin}`)).toBe('E_APPROVAL')

  const count = `physical_count/${await made('warehouse', 'physical_count', { transaction_date: sale.transaction_date, location_id: ids.wh })}`
  expect(await refused(others('warehouse'), 'POST', `${count}/start`, {})).toEqual(others('warehouse'))
  expect(await act('warehouse', 'start', count)).toBe('counting')
  expect(await act('warehouse', 'compare', count)).toBe('E_STATE')
  expect(await act('admin', 'compare', count)).toBe('compared')
})

/** Screens of trade that the specification names, by the applications in whose menus they stand. */
const SCREENS: Readonly<Record<string, readonly string[]>> = {
  resource: [
    ...['beginning_inventory', 'inventory_receiving', 'inventory_transfer', 'inventory_request', 'inventory_adjustment'],
    ...['physical_count', 'cycle_count', 'stock_reservation', 'inventory_location', 'inventory_balance'],
    ...['branch', 'item', 'item_group', 'item_category', 'brand', 'manufacturer', 'uom', 'specification', 'price_level'],
  ],
  revenue: [
    'sales_quotation',
    'sales_order',
    'delivery_receipt',
    'invoice',
    'sales_return',
    'cash_receipt',
    'daily_collection',
    'customer',
  ],
  procurement: [
    'purchase_request',
    'purchase_order',
    'goods_receipt',
    'goods_return',
    'bill',
    'check_voucher',
    'aging_payable',
    'supplier',
  ],
  financial: ['accounting_entry', 'aging_receivable', 'bank'],
}

// S9 S10 S11 S17 S18 S19 S26 S28 S29 S30 S31 S33 S35 S36 S37 S39 S50 S51 S54 S55 S56 S80 S82 S88 S92 S98
test('every trading screen is in the menu of its application and lists its records', async () => {
  const { applications } = (await ok('admin', 'GET', 'meta/navigation')) as unknown as {
    applications: { name: string; groups: { modules: { name: string }[] }[] }[]
  }
  const menus = new Map(
    applications.map(({ name, groups }) => [name, groups.flatMap(({ modules }) => modules.map((module) => module.name))]),
  )
  for (const [application, modules] of Object.entries(SCREENS)) {
    expect([application, modules.filter((name) => !menus.get(application)?.includes(name))]).toEqual([application, []])
    for (const name of modules) expect(Array.isArray(await ok('admin', 'GET', `${name}/paginate?limit=1`))).toBe(true)
  }
})

// S351 S352 S361
test('trading documents are posted, voided and printed, and show it by their flags', async () => {
  const documents = [...SCREENS.resource!.slice(0, 7), ...SCREENS.revenue!.slice(0, 6), ...SCREENS.procurement!.slice(0, 6)]
  const printed: string[] = []
  for (const name of documents) {
    const { transitions } = ((await ok('admin', 'GET', `meta/modules/${name}`)).workflow ?? {}) as { transitions: Record<string, unknown> }
    expect([name, Object.keys(transitions)]).toEqual([name, expect.arrayContaining(['post', 'void'])])
    const [record] = (await ok('admin', 'GET', `${name}/paginate?limit=1&sort=id`)) as unknown as { id: number }[]
    if (!record) continue
    const flags = await ok('admin', 'GET', `${name}/${record.id}`)
    const { status } = flags as { status: string }
    expect([name, flags.is_draft, flags.is_posted, flags.is_voided]).toEqual([
      name,
      ['draft', 'counting', 'compared'].includes(status),
      ['posted', 'delivered'].includes(status),
      false,
    ])
    const paper = await callers.admin.call('POST', `${name}/${record.id}/print-form`, {})
    expect([name, paper.status]).toEqual([name, 200])
    printed.push(name)
  }
  expect(printed).toEqual([
    'beginning_inventory',
    'physical_count',
    'sales_quotation',
    'sales_order',
    'delivery_receipt',
    'invoice',
    'cash_receipt',
  ])
  expect(await ok('admin', 'GET', 'delivery_receipt/1')).toMatchObject({ status: 'delivered', is_delivered: true, received_by: 'M. Cruz' })
})
