/**
 * Questions to the built-in assistant, and every figure of the answers, from a small company: two dozen that were asked
 * when the product was tried, and the kinds of question that it has to know.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Principal, Row } from '../../src/engine/model/module.ts'
import { answer } from '../../src/server/features/chat/answer.ts'
import { type Harness, startHarness } from './harness.ts'

let instance: Harness
let aurora: Principal
beforeAll(async () => {
  instance = await startHarness([], { code: 'CHAT', today: '2026-11-16', all: true })
  const insert = async (module: string, row: Row): Promise<number> => {
    const names = Object.keys({ version: 1, ...row })
    const [made] = await instance.database.db.query<{ id: number }>(
      `INSERT INTO "${instance.company.schema}"."${module}" (${names.map((name) => `"${name}"`).join()}) OVERRIDING SYSTEM VALUE VALUES (${names.map((_, index) => `$${index + 1}`).join()}) RETURNING id`,
      Object.values({ version: 1, ...row }) as never[],
    )
    return made!.id
  }
  const makati = await insert('branch', { id: 2, code: 'MKT', name: 'Makati', is_active: true })
  const supplier = (code: string, name: string) => insert('supplier', { code, name, is_active: true })
  const [garcia, orion] = [await supplier('GARCIA', 'Garcia Marketing'), await supplier('ORION', 'Orion Hardware')]
  const document = { branch_id: 1, status: 'posted' }
  const bill = (
    no: string,
    supplier_id: number,
    transaction_date: string,
    due_date: string,
    total: string,
    balance: string,
    progress: string,
  ) =>
    insert('bill', {
      ...document,
      transaction_no: `BILL-MNL-2026-00000${no}`,
      supplier_id,
      transaction_date,
      due_date,
      total,
      balance,
      progress,
    })
  await bill('1', garcia, '2026-09-01', '2026-10-01', '10000.00', '10000.00', 'unpaid')
  await bill('2', garcia, '2026-11-02', '2026-12-02', '4000.00', '1500.00', 'partially_paid')
  await bill('3', orion, '2026-10-05', '2026-11-05', '6500.50', '0', 'paid')
  await bill('4', orion, '2026-10-20', '2026-11-10', '2250.25', '2250.25', 'unpaid')
  const order = (no: string, supplier_id: number, total: string, progress: string) =>
    insert('purchase_order', {
      ...document,
      transaction_no: `PO-MNL-2026-00000${no}`,
      supplier_id,
      transaction_date: '2026-11-03',
      total,
      progress,
    })
  await order('1', garcia, '1000.00', 'open')
  await order('2', orion, '2000.00', 'partially_served')
  await order('3', orion, '3000.00', 'fully_served')
  const voucher = (no: string, transaction_date: string, amount: string) =>
    insert('check_voucher', {
      ...document,
      transaction_no: `CV-MNL-2026-00000${no}`,
      supplier_id: orion,
      payee: 'Orion Hardware',
      transaction_date,
      net_amount: amount,
    })
  await voucher('1', '2026-10-15', '6500.50')
  await voucher('2', '2026-09-15', '1000.00')
  const customer = (code: string, name: string) => insert('customer', { code, name, is_active: true })
  const [acme, beta] = [await customer('ACME', 'Acme Builders'), await customer('BETA', 'Beta Stores')]
  const owing = { ...document, transaction_date: '2026-11-02', progress: 'unpaid' }
  await insert('invoice', { ...owing, transaction_no: 'SI-MNL-2026-000001', customer_id: acme, total: '900.00', balance: '900.00' })
  await insert('invoice', { ...owing, transaction_no: 'SI-MNL-2026-000002', customer_id: beta, total: '5000.00', balance: '1200.50' })
  await insert('invoice', {
    ...owing,
    transaction_no: 'SI-MNL-2026-000003',
    customer_id: acme,
    total: '7.00',
    balance: '7.00',
    status: 'draft',
  })
  const collected = { ...document, customer_id: beta, transaction_no: 'CR-MNL-2026-000001' }
  await insert('cash_receipt', { ...collected, transaction_date: '2026-11-12', amount_received: '3799.50' })
  await insert('cash_receipt', {
    ...collected,
    transaction_date: '2026-10-12',
    transaction_no: 'CR-MNL-2026-000002',
    amount_received: '1.00',
  })
  const employee = (no: string, first_name: string, last_name: string, branch_id: number) =>
    insert('employee', {
      employee_no: `E-000${no}`,
      first_name,
      last_name,
      full_name: `${last_name}, ${first_name}`,
      branch_id,
      status: 'active',
      date_hired: no === '3' ? '2025-03-01' : '2019-03-01',
    })
  const villanueva = await employee('1', 'Aurora', 'Villanueva', makati)
  const cruz = await employee('2', 'Juan', 'Cruz', makati)
  await employee('3', 'Liza', 'Reyes', 1)
  const kind = async (code: string, name: string) => insert('leave_type', { code, name, is_active: true })
  const [vacation, sick] = [await kind('VL', 'Vacation Leave'), await kind('SL', 'Sick Leave')]
  const credit = (employee_id: number, leave_type_id: number, date: string, qty_in: string, qty_out: string) =>
    insert('employee_balance_history', { employee_id, leave_type_id, date, qty_in, qty_out })
  await credit(villanueva, vacation, '2026-01-01', '10', '0')
  await credit(villanueva, vacation, '2026-08-03', '0', '2.5')
  await credit(villanueva, sick, '2026-01-01', '5', '0')
  // Next year's credits are not there yet.
  await credit(villanueva, sick, '2027-01-01', '5', '0')
  await credit(cruz, vacation, '2026-01-01', '4', '0')
  const leave = (no: string, employee_id: number, date_from: string, date_to: string, status: string) =>
    insert('leave_filing', { transaction_no: `LF-MNL-2026-00000${no}`, employee_id, leave_type_id: vacation, date_from, date_to, status })
  await leave('1', cruz, '2026-11-13', '2026-11-17', 'approved')
  await leave('2', villanueva, '2026-11-20', '2026-11-20', 'approved')
  const payroll = (no: string, transaction_date: string, total_gross: string, total_employer: string) =>
    insert('payroll', {
      ...document,
      total_net: total_gross,
      transaction_no: `PAY-MNL-2026-00000${no}`,
      transaction_date,
      total_gross,
      total_employer,
    })
  const half = await payroll('1', '2026-10-15', '50000.00', '5000.50')
  const end = await payroll('2', '2026-10-31', '51000.00', '5100.00')
  await payroll('3', '2026-09-30', '1.00', '1.00')
  const slip = (employee_id: number, payroll_id: number, payout_date: string, net_pay: string, is_released = true) =>
    insert('payslip', { employee_id, payroll_id, payout_date, gross: net_pay, total_deductions: '0', net_pay, is_released })
  await slip(villanueva, end, '2026-10-31', '18250.75')
  await slip(villanueva, half, '2026-10-15', '18000.00')
  const next = await insert('payroll', {
    branch_id: 1,
    status: 'posted',
    transaction_no: 'PAY-MNL-2026-000004',
    transaction_date: '2026-11-15',
  })
  await slip(villanueva, next, '2026-11-15', '1.00', false)
  await slip(cruz, end, '2026-10-31', '99999.00')
  const item = await insert('item', { sku_code: 'A001', name: 'Bolt set', is_active: true })
  const place = await insert('inventory_location', { code: 'WH', name: 'Main warehouse', branch_id: 1 })
  await instance.database.db.query(
    `INSERT INTO "${instance.company.schema}".stock_bucket (item_id, location_id, qty, value, reserved_qty) VALUES ($1, $2, 244, 13420, 4)`,
    [item, place],
  )
  aurora = {
    ...instance.admin,
    user_id: 2,
    username: 'aurora',
    role: 'employee',
    employee_id: villanueva,
    grants: { leave_filing: ['index', 'view', 'new'] },
    access: [],
  }
})
afterAll(() => instance.close())

const asked = async (question: string, as?: Principal): Promise<string> => (await answer(await instance.ctx(as), question)).text

const GARCIA_1 = '• BILL-MNL-2026-000001 · Garcia Marketing (2026/09/01), ₱10,000.00'
const GARCIA_2 = '• BILL-MNL-2026-000002 · Garcia Marketing (2026/11/02), ₱1,500.00'
const ORION_3 = '• BILL-MNL-2026-000003 · Orion Hardware (2026/10/05), ₱0.00'
const ORION_4 = '• BILL-MNL-2026-000004 · Orion Hardware (2026/10/20), ₱2,250.25'
/** The line of a bill in an answer about when it is due. */
const due = (line: string, date: string) => line.replace(/\(\d.*?\)/, `(due date ${date})`)
const LATE = `${due(GARCIA_1, '2026/10/01')}\n${due(ORION_4, '2026/11/10')}`
const LEAVE = '\n• Vacation Leave: 7.5 days\n• Sick Leave: 5 days'
const STOCK = 'Inventory Balance of Bolt set:\n• Bolt set, Main warehouse: 244 on hand, 4 reserved, 240 available'
const BOUGHT = 'Purchases by supplier, bills:\n1. Garcia Marketing: ₱14,000.00\n2. Orion Hardware: ₱8,750.75\nIn all ₱22,750.75.'

describe('13.10: answers to the questions that users tried', () => {
  test.each([
    [
      'open purchase orders',
      '2 open purchase orders:\n• PO-MNL-2026-000002 · Orion Hardware (2026/11/03), ₱2,000.00\n• PO-MNL-2026-000001 · Garcia Marketing (2026/11/03), ₱1,000.00',
    ],
    ['what did we pay last month', 'Net amount: ₱6,500.50 in 1 check voucher from 2026/10/01 to 2026/10/31.'],
    ['how many employees in Makati', '2 employees matching "makati".'],
    ['unpaid bills of Garcia Marketing', `2 unpaid bills of Garcia Marketing:\n${GARCIA_2}\n${GARCIA_1}`],
    [
      'payroll runs October 2026',
      '2 payroll runs from 2026/10/01 to 2026/10/31:\n• PAY-MNL-2026-000002 (2026/10/31), ₱51,000.00\n• PAY-MNL-2026-000001 (2026/10/15), ₱50,000.00',
    ],
    ['find employee Aurora Villanueva', '1 employee matching "aurora villanueva":\n• Villanueva, Aurora'],
    ['PO-MNL-2026-000002', 'Purchase Order PO-MNL-2026-000002 · Orion Hardware is partially served, ₱2,000.00.'],
    ['show overdue bills', `2 overdue bills:\n${LATE}`],
    ['which bills are overdue?', `2 overdue bills:\n${LATE}`],
    ['overdue bills of Garcia Marketing', `1 overdue bill of Garcia Marketing:\n${due(GARCIA_1, '2026/10/01')}`],
    ['payroll cost October', 'Gross pay and employer contributions from 2026/10/01 to 2026/10/31: ₱111,100.50'],
    ['leave balance of Aurora Villanueva', `Leave left of Villanueva, Aurora:${LEAVE}`],
    ['how many leave days does Aurora Villanueva have', `Leave left of Villanueva, Aurora:${LEAVE}`],
    ['stock of A001', STOCK],
    ['how many Bolt set do we have in stock', STOCK],
    ['who is on leave', '1 approved or processed leave filing on 2026/11/16:\n• LF-MNL-2026-000001 · Cruz, Juan'],
    ['supplier that we buy most from', BOUGHT],
    [
      'create a purchase order for Garcia Marketing',
      'Here is a new purchase order for Garcia Marketing. Check it and save; I cannot save anything myself.',
    ],
    ['magkano ang utang natin sa Garcia?', 'Balance of Garcia Marketing: ₱11,500.00'],
  ])('%s', async (question, text) => expect(await asked(question)).toBe(text))

  test.each([
    ['hi', 'Hello Tester. '],
    ['how do I void a posted bill', 'Post and void a document: '],
    ['withholding tax for 30,000', 'Withholding tax: '],
    ['how do I file a leave', 'File a leave: '],
    ['what is 13th month pay', '13th month pay: '],
  ])('%s', async (question, begin) => expect((await asked(question)).slice(0, begin.length)).toBe(begin))
})

describe('13.10: kinds of questions', () => {
  test.each([
    ['top 1 supplier by purchases', 'Purchases by supplier, bills:\n1. Garcia Marketing: ₱14,000.00\n… and 1 more\nIn all ₱22,750.75.'],
    ['bottom 1 supplier by purchases', 'Purchases by supplier, bills:\n1. Orion Hardware: ₱8,750.75\n… and 1 more\nIn all ₱22,750.75.'],
    [
      'which suppliers do we owe the most',
      'Balance by supplier, bills:\n1. Garcia Marketing: ₱11,500.00\n2. Orion Hardware: ₱2,250.25\nIn all ₱13,750.25.',
    ],
    ['who owes us the most', 'Balance by customer, invoices:\n1. Beta Stores: ₱1,200.50\n2. Acme Builders: ₱900.00\nIn all ₱2,100.50.'],
    ['how much do customers owe us', 'Balance:\n• Beta Stores: ₱1,200.50\n• Acme Builders: ₱900.00'],
    ['what did we collect this month', 'Collected from 2026/11/01 to 2026/11/30: ₱3,799.50'],
    ['total purchases by supplier', BOUGHT],
    [
      'how many purchase orders per status',
      'Number by status, purchase orders:\n1. Fully served: 1\n2. Partially served: 1\n3. Open: 1\nIn all 3.',
    ],
    ['top 1 bill by balance', '4 bills:\n• BILL-MNL-2026-000001 · Garcia Marketing (2026/09/01), ₱10,000.00\n… and 3 more'],
    ['how many bills per supplier', 'Number by supplier, bills:\n1. Garcia Marketing: 2\n2. Orion Hardware: 2\nIn all 4.'],
    ['number of employees by branch', 'Number by branch, employees:\n1. Makati: 2\n2. Head Office: 1\nIn all 3.'],
    [
      'purchases by month',
      'Purchases by month, bills:\n1. September 2026: ₱10,000.00\n2. October 2026: ₱8,750.75\n3. November 2026: ₱4,000.00\nIn all ₱22,750.75.',
    ],
    ['total of unpaid bills', 'Balance: ₱13,750.25 in 3 unpaid bills.'],
    // Dates in words.
    ['total purchases in September', 'Purchases from 2026/09/01 to 2026/09/30: ₱10,000.00'],
    ['purchases last quarter', 'Purchases from 2026/07/01 to 2026/09/30: ₱10,000.00'],
    ['how much did we buy from Orion in October', 'Purchases from 2026/10/01 to 2026/10/31 of Orion Hardware: ₱8,750.75'],
    ['bills from 2026/10/01 to 2026/10/31', `2 bills from 2026/10/01 to 2026/10/31:\n${ORION_4}\n${ORION_3}`],
    ['bills since October', `3 bills since 2026/10/01:\n${GARCIA_2}\n${ORION_4}\n${ORION_3}`],
    ['bills in the last 30 days', `2 bills from 2026/10/18 to 2026/11/16:\n${GARCIA_2}\n${ORION_4}`],
    ['bills before October', `1 bill until 2026/09/30:\n${GARCIA_1}`],
    ['who is on leave next week', 'There are no approved or processed leave filings from 2026/11/23 to 2026/11/29 that you can see.'],
    // What is due, and what is late.
    ['bills due last week', `1 bill due from 2026/11/09 to 2026/11/15:\n${due(ORION_4, '2026/11/10')}`],
    ['bills due in December', `1 bill due from 2026/12/01 to 2026/12/31:\n${due(GARCIA_2, '2026/12/02')}`],
    ['which bills are due', `2 bills due by today:\n${LATE}`],
    ['late bills', `2 overdue bills:\n${LATE}`],
    // A word that was not understood is said, and nothing is said not to be there for want of it.
    ['bills of Zyxwv', `I did not understand "zyxwv", so this is without it.\n4 bills:\n${GARCIA_2}\n${ORION_4}\n${ORION_3}\n${GARCIA_1}`],
  ])('%s', async (question, text) => expect(await asked(question)).toBe(text))

  test.each([
    // Amounts that are compared, and averages.
    ['bills over 5000', `2 bills with total over ₱5,000.00:\n${ORION_3.replace('0.00', '6,500.50')}\n${GARCIA_1}`],
    [
      'bills between 2,000 and 4k',
      `2 bills with total between ₱2,000.00 and ₱4,000.00:\n${GARCIA_2.replace('1,500.00', '4,000.00')}\n${ORION_4}`,
    ],
    ['how many bills of at most 4000 pesos', '2 bills with total of at most ₱4,000.00.'],
    ['unpaid bills under 2000', `1 unpaid bill with balance under ₱2,000.00:\n${GARCIA_2}`],
    ['average bill', 'Average total: ₱5,687.69 of 4 posted bills.'],
    ['total of bills in October', 'Total: ₱8,750.75 in 2 bills from 2026/10/01 to 2026/10/31.'],
    [
      'purchase orders above 2k this year',
      '1 purchase order with total over ₱2,000.00 from 2026/01/01 to 2026/12/31:\n• PO-MNL-2026-000003 · Orion Hardware (2026/11/03), ₱3,000.00',
    ],
    [
      'largest bill',
      `4 bills:\n${GARCIA_1}\n${ORION_3.replace('0.00', '6,500.50')}\n${GARCIA_2.replace('1,500.00', '4,000.00')}\n${ORION_4}`,
    ],
    // What is missing, what is denied, and choices of a field.
    ['bills without a due date', 'There are no bills without due date that you can see.'],
    ['bills not posted', 'There are no not posted bills that you can see.'],
    ['unposted journals last month', 'There are no unposted accounting entries from 2026/10/01 to 2026/10/31 that you can see.'],
    ['how many active employees', '3 employees with status Active.'],
    // The date that a verb means.
    ['employees hired in 2025', '1 employee hired from 2025/01/01 to 2025/12/31:\n• Reyes, Liza'],
    ['my purchase orders', 'There are no purchase orders prepared by you that you can see.'],
  ])('%s', async (question, text) => expect((await asked(question)).slice(0, text.length)).toBe(text))

  test.each([
    'bills except Garcia',
    'employees hired this year without SSS number',
    'cheapest supplier for bolts',
    'average bill by supplier',
    'how many bills cleared',
    'bills paid by cheque over the weekend',
    'youngest employee',
    'employees this year',
    'birthdays this month',
  ])('%s: no answer to another question', async (question) => expect(await asked(question)).toMatch(/^I did not understand/))

  test('a hidden kind of record is not answered with another kind whose name contains it', async () => {
    const buyer = { ...aurora, grants: { purchase_order: ['index', 'view'] } }
    expect(await asked('biggest sales orders', buyer)).toBe('You do not have permission to see sales orders, so I cannot look there.')
    expect(await asked('what is my employee number', buyer)).toMatch(/^I did not understand/)
  })

  test.each(['is it going to rain', 'zyxwv', 'when is the next holiday', 'bills of Zyxwv tomorrow'])(
    '%s: it says that it did not understand',
    async (question) => {
      const text = await asked(question)
      expect(text).toMatch(/^I did not understand/)
      expect(text).not.toMatch(/There are no|I found no/)
    },
  )

  test('users get their own balances and payslip, and nobody else’s', async () => {
    const askOwn = async (question: string) => asked(question, aurora)
    expect(await askOwn('how many leave days do I have left')).toBe(`Leave left:${LEAVE}`)
    expect(await askOwn('my loan balance')).toBe('Nothing is recorded of your loan balance yet.')
    // The one of October 31 is not the latest, but the latest that was released.
    const last = 'Net pay of your last payslip, 2026/10/31: ₱18,250.75'
    for (const question of ['show my payslip', 'magkano ang sahod ko', 'how much is my net pay']) expect(await askOwn(question)).toBe(last)
    expect(await askOwn('my payslip in September')).toBe('You have no payslips from 2026/09/01 to 2026/09/30 yet.')
    for (const question of ['payslips of Juan Cruz', 'leave balance of Juan Cruz'])
      expect(await askOwn(question)).toMatch(/^You do not have permission/)
    for (const question of ['give me the payslip of Juan Cruz', 'show me the leave balance of Juan Cruz'])
      expect(await askOwn(question)).toMatch(/^I found no one called "juan cruz"|do not have permission/)
    expect(await askOwn('how do I see my payslip')).toMatch(/^See your payslip: /)
    expect(await asked('show me the payslips of Juan Cruz')).toBe('1 payslip of Cruz, Juan:\n• Cruz, Juan (2026/10/31), ₱99,999.00')
  })

  test('a form is filled in with the named values', async () => {
    const { links } = await answer(await instance.ctx(), 'create a purchase order for Garcia Marketing')
    expect(decodeURIComponent(links[0]!.route)).toMatch(/\/purchase_order\/new\?values=\{"supplier_id":\d+\}$/)
  })
})
