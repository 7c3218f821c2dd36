/** Issue 13, item 9: every print form of the product, with long texts and forty lines, stays on its page. */
import { expect, test } from 'vitest'
import { productModules } from '../../scripts/descriptors.ts'
import type { Field, Module, Row } from '../../src/engine/model/module.ts'
import { letterForm, payslipForm } from '../../src/server/features/payroll/pdf-forms.ts'
import { partyField } from '../../src/server/platform/issued/party.ts'
import { checkForm } from '../../src/server/print/check.ts'
import { documentForm, type FormInput } from '../../src/server/print/document.ts'
import { draw } from '../../src/server/print/draw.ts'
import { MAX_PAGES } from '../../src/server/print/pdf.ts'
import { type Box, pdfBoxes } from '../pdf-boxes.ts'
import { pdfText } from '../pdf-text.ts'

const { modules } = await productModules()
const access = [
  ...new Set(
    [...modules.values()].flatMap(({ fields, lines }) =>
      [...fields, ...lines.flatMap((line) => line.fields)].flatMap((field) => field.access ?? []),
    ),
  ),
]
const ctx = {
  principal: { user_id: 1, name: 'Maria Consolacion Dimaculangan', access, grants: {}, applications: [] },
  company: { id: 1, code: 'T', name: 'Tanggapan', time_zone: 'Asia/Manila' },
  modules,
  settings: {},
  clock: { today: () => '2026-11-22', now: () => new Date('2026-11-22T02:00:00Z') },
} as unknown as FormInput['ctx']
const head = {
  name: 'Mabuhay General Merchandise and Construction Supply Trading Corporation',
  address: 'Unit 1204, Pacific Star Building, Makati Avenue corner Sen. Gil J. Puyat Avenue, Makati, 1209',
  tin: '123-456-789-00000',
  contact: '+63 2 8123 4567, office@mabuhay.example',
}
const WORD = 'HFC-4408-XLS-GALVANISED-0001234567890-REVISION-B-SPECIAL'
const LONG = `Tibay hex bolt, high tensile, hot dip galvanised, with nut and two washers, ${WORD}, for outdoor steel work; `

function sample(field: Field): unknown {
  switch (field.type) {
    case 'money':
      return 123456789.12
    case 'quantity':
      return 123456.125
    case 'rate':
      return 98765.5
    case 'percent':
      return 12.5
    case 'integer':
    case 'number':
      return 12345
    case 'boolean':
      return true
    case 'date':
      return '2026-11-22'
    case 'datetime':
      return '2026-11-22T02:00:00.000Z'
    case 'time':
      return '18:30:00'
    case 'month':
      return '2026-11'
    case 'select':
      return [...(field.options ?? [])].sort((a, b) => String(b.label).length - String(a.label).length)[0]?.value ?? null
    case 'multiselect':
      return (field.options ?? []).map(({ value }) => value)
    default:
      return LONG.slice(0, Math.min(Number(field.schema?.maxLength ?? 140), 140))
  }
}
function rowOf(fields: readonly Field[]): Row {
  const row: Row = {}
  for (const field of fields) {
    if (!field.refAs) row[field.name] = sample(field)
    else {
      const target = { id: 7, name: LONG.slice(0, 120), label: `${WORD.slice(0, 24)} · ${LONG.slice(0, 120)}` }
      row[field.name] = 7
      row[field.refAs] = field.type === 'references' ? [target, target, target] : target
    }
  }
  return row
}
const recordOf = (module: Module): Row => ({
  ...rowOf(module.fields),
  id: 1,
  status: 'draft',
  print_count: 3,
  created_by_user: { name: LONG.slice(0, 60) },
  approved_by_user: { name: 'Aurora Villanueva' },
  received_by_user: { name: WORD },
  transaction_no: 'XX-MNL-2026-000001',
  ...Object.fromEntries(module.lines.map((lines) => [lines.name, Array.from({ length: 40 }, () => rowOf(lines.fields))])),
})
const party = { title: 'Supplier', name: LONG.slice(0, 120), address: LONG.slice(0, 200), tin: '123-456-789-00000' }
const postings = [{ account: `2010 · ${LONG}`, debit: '123456789.12', credit: '0' }]

/** Texts that leave the page or its margins. */
function outside({ pages, boxes }: ReturnType<typeof pdfBoxes>): Box[] {
  return boxes.filter(({ page, left, right, bottom, size }) => {
    const { width, height } = pages[page - 1]!
    return left < 20 || right > width - 20 || bottom < 8 || bottom + size > height
  })
}

const printed = [...modules.values()].filter((module) => module.print.length > 0)

test.each(printed.map((module) => [module.name, module] as const))('%s stays on its page', async (_, module) => {
  for (const form of module.print) {
    const input = { ctx, module, record: recordOf(module), form, head, party, postings }
    const pdf = await draw(form.template === 'check' ? checkForm(input) : documentForm(input))
    const drawn = pdfBoxes(pdf)
    const { boxes } = drawn
    expect([form.name, outside(drawn)]).toEqual([form.name, []])
    expect(boxes.length).toBeGreaterThan(5)
    // Nor does a cell run into the next one: runs on one line of a page are separate.
    const over: unknown[] = []
    const lines = Map.groupBy(boxes, ({ page, bottom }) => `${page}:${bottom.toFixed(1)}`)
    for (const runs of lines.values()) {
      const sorted = [...runs].sort((a, b) => a.left - b.left)
      for (const [index, run] of sorted.entries())
        if (index && sorted[index - 1]!.right > run.left + 0.6) over.push([sorted[index - 1], run])
    }
    expect([form.name, over]).toEqual([form.name, []])
  }
})

test('"Approved by" is the user who moved the record to an approved state, also in a workflow defined by the module itself', async () => {
  const module = modules.get('purchase_order')!
  const altered: Module = {
    ...module,
    workflow: {
      ...module.workflow!,
      transitions: { confirm: { ...module.workflow!.transitions.approve!, name: 'confirm', stamps: { by: 'posted_by' } } },
    },
  }
  const record = { ...recordOf(module), approved_by_user: null, received_by_user: null, posted_by_user: { name: 'Arturo Cruz' } }
  const words = async (printed: Module) =>
    pdfText(await draw(documentForm({ ctx, module: printed, record, form: module.print[0]!, head, postings: [] }))).replaceAll(/\s+/g, ' ')
  expect(await words(altered)).toMatch(/Approved by.*Arturo Cruz/)
  expect(await words(module)).not.toContain('Approved by')
})

test('a purchase order prints what the supplier needs, once, and no internal data', async () => {
  const module = modules.get('purchase_order')!
  const item = { id: 1, name: 'Hex bolt M12', label: 'FST-0003 · Hex bolt M12' }
  const record = {
    ...recordOf(module),
    status: 'posted',
    print_count: 0,
    created_by_user: { name: 'Bianca Uy' },
    approved_by_user: null,
    received_by_user: null,
    posted_by_user: { name: 'Arturo Cruz' },
    subtotal: 24746,
    discount_amount: 0,
    total: 24746,
    items: [
      {
        item_id: 1,
        item,
        description: 'Hex bolt M12',
        uom_id: 1,
        uom: { name: 'Piece' },
        qty: 100,
        unit_price: 125.5,
        amount: 12550,
        total: 12550,
        qty_received: 40,
        qty_billed: 2,
      },
    ],
  }
  const text = pdfText(
    await draw(
      documentForm({
        ctx,
        module,
        record,
        form: module.print[0]!,
        head,
        party: { title: 'Supplier', name: 'Orion Hardware', address: '12 Rizal Avenue, Manila', tin: '111-222-333-00000' },
        postings: [],
      }),
    ),
  )
  const words = text.replaceAll(/\s+/g, ' ')
  expect(words).toContain('125.50')
  expect(words).toContain('₱24,746.00')
  expect(words).not.toContain('₱ ₱')
  expect(words.match(/.{0,40}(received|billed|returned).{0,40}/gi)).toBeNull()
  expect(words.match(/Hex bolt M12/g)).toHaveLength(1)
  expect(words).toContain('FST-0003')
  expect(words).toContain('111-222-333-00000')
  expect(words).toContain('Prepared by')
  expect(words).not.toContain('Approved by')
  expect(words).not.toContain('Reprint')
})

// proves: print.notice
test('documents that supplement an invoice state that no input tax can be claimed with them', async () => {
  for (const name of ['delivery_receipt', 'cash_receipt']) {
    const module = modules.get(name)!
    const record = { ...recordOf(module), status: 'posted' }
    const text = pdfText(await draw(documentForm({ ctx, module, record, form: module.print[0]!, head })))
    expect(text.replaceAll(/\s+/g, ' ')).toContain('NOT VALID FOR CLAIM OF INPUT TAX')
  }
})

// proves: print.distribution, print.receipt
test('a check voucher prints its debits and credits, the bank account and a place for the signature of the payee', async () => {
  const module = modules.get('check_voucher')!
  const record = {
    ...recordOf(module),
    status: 'posted',
    bank_account: { id: 1, name: 'Mabuhay Trading', label: 'BDO Unibank · Current · Mabuhay Trading', account_no: '0012345678' },
  }
  const text = pdfText(
    await draw(
      documentForm({
        ctx,
        module,
        record,
        form: module.print[0]!,
        head,
        postings: [{ account: '2010 · Accounts payable', debit: '8692', credit: '0' }],
      }),
    ),
  )
  for (const said of [
    'BDO Unibank',
    '0012345678',
    'Accounting distribution',
    '2010 · Accounts payable',
    '8,692.00',
    'Payment received by',
    'Reprint 3',
  ])
    expect(text.replaceAll(/\s+/g, ' ')).toContain(said)
})

test('a voucher is addressed to whom it pays, supplier or customer, and the amount in words is the bold one', () => {
  const module = modules.get('check_voucher')!
  const customer = { id: 7, name: 'Dizon Builders', label: 'C1 · Dizon Builders' }
  expect(['supplier_id', 'customer_id'].map((name) => partyField({ modules }, module, { [name]: 7 })?.name)).toEqual([
    'supplier_id',
    'customer_id',
  ])
  const receipt = modules.get('cash_receipt')!
  const record = { ...recordOf(receipt), customer, amount_received: 800, unapplied_amount: 100, amount_applied: 700 }
  const bold = JSON.stringify(documentForm({ ctx, module: receipt, record, form: receipt.print[1]!, head }).content).match(
    /"bold":true\},\{"text":"[^"]*"/g,
  )
  expect(bold?.at(-1)).toContain('800.00')
})

test('a switch that is off as usual and a figure that nobody entered are not printed', async () => {
  const module = modules.get('check_voucher')!
  const words = async (more: Row) =>
    pdfText(await draw(documentForm({ ctx, module, record: { ...recordOf(module), ...more }, form: module.print[0]!, head }))).replaceAll(
      /\s+/g,
      ' ',
    )
  const said = /Advance brought forward ?Yes.*Rate of the advance ?12\.5%/
  expect(await words({})).toMatch(said)
  expect(await words({ is_opening: false, advance_withholding_rate: 0 })).not.toMatch(/Advance brought forward|Rate of the advance/)
})

// proves: print.omit
test('documents for outsiders print no commission, supplier rating, open quantity or posting', async () => {
  for (const name of [
    'purchase_order',
    'goods_return',
    'sales_quotation',
    'sales_order',
    'delivery_receipt',
    'invoice',
    'cash_receipt',
    'sales_return',
  ]) {
    const module = modules.get(name)!
    const full = recordOf(module)
    const record = { ...full, ...Object.fromEntries(module.lines.map(({ name: rows }) => [rows, (full[rows] as Row[]).slice(0, 1)])) }
    for (const form of module.print) {
      const text = pdfText(await draw(documentForm({ ctx, module, record, form, head, postings: [] })))
      const inside = text.replaceAll(/\s+/g, ' ').match(/commission|payment status|price level|credit status|still to \w+/gi)
      expect([name, form.distribution, inside]).toEqual([name, false, null])
    }
  }
})

// proves: print.also
test('a collection sheet prints the fields that the line grid leaves to the details of a line', async () => {
  const module = modules.get('daily_collection')!
  const [lines, form] = [module.lines[0]!, module.print[0]!]
  const beside = form.also.map((path) => lines.field[path.split('.')[1]!]!)
  expect(beside.filter(({ name }) => lines.columns.includes(name))).toEqual([])
  const text = pdfText(await draw(documentForm({ ctx, module, record: recordOf(module), form, head }))).replaceAll(/\s+/g, ' ')
  expect(beside.filter(({ title }) => !text.toLowerCase().includes(title.toLowerCase()))).toEqual([])
})

test('three signatures fit on a half sheet', async () => {
  const module = modules.get('goods_receipt')!
  const form = { ...module.print[0]!, paper: 'A5' as const, receipt: 'Received the above in good order' }
  const record = { ...recordOf(module), items: [] }
  expect(outside(pdfBoxes(await draw(documentForm({ ctx, module, record, form, head, party, postings: [] }))))).toEqual([])
})

test('a bill with ordinary amounts is printed in portrait', async () => {
  const module = modules.get('bill')!
  const ordinary = (fields: readonly Field[], row: Row): Row => ({
    ...row,
    ...Object.fromEntries(fields.filter(({ type }) => type === 'money' || type === 'rate').map(({ name }) => [name, 145512.25])),
    ...Object.fromEntries(fields.filter(({ type }) => type === 'quantity').map(({ name }) => [name, 1800])),
  })
  const lines = module.lines[0]!
  const item = { id: 1, name: 'Marker', label: 'OFC-0003 · Marker' }
  const row = { item_id: 1, item, description: 'Marker', uom_id: 1, uom: { name: 'Piece' }, input_vat_class: 'goods', atc_code: 'WI158' }
  const record = {
    ...ordinary(module.fields, recordOf(module)),
    remarks: null,
    [lines.name]: Array.from({ length: 6 }, () => ({ ...ordinary(lines.fields, row), withholding_rate: 1 })),
  }
  const { pages } = pdfBoxes(await draw(documentForm({ ctx, module, record, form: module.print[0]!, head, postings: [] })))
  expect(pages.filter(({ width, height }) => height < width)).toEqual([])
})

// proves: print.blank
test('a count sheet has room for the counted quantity, and prints neither the book quantity nor other counts', async () => {
  for (const name of ['physical_count', 'cycle_count']) {
    const module = modules.get(name)!
    const form = module.print.find((candidate) => candidate.name === 'count_sheet')!
    const record = recordOf(module)
    const drawn = await draw(documentForm({ ctx, module, record, form, head, postings: [] }))
    expect([name, outside(pdfBoxes(drawn))]).toEqual([name, []])
    const text = pdfText(drawn)
    expect([name, text.match(/in the books|difference|recounted/gi)]).toEqual([name, null])
    expect(text.split('______________').length - 1).toBeGreaterThanOrEqual(2 * (record.items as Row[]).length)
  }
})

test('13.9: a payslip prints its days, the rate of pay, the government numbers of the employee and what is left; a letter names the debited account', async () => {
  const slipContext = { ...ctx, modules, company: { ...ctx.company } } as unknown as Parameters<typeof payslipForm>[0]
  const slip = {
    employee_no: 'D-00121',
    name: LONG.slice(0, 60),
    department: 'Warehouse',
    position: 'Stock clerk',
    period: 'October 2026, 2',
    date_from: '2026-10-16',
    date_to: '2026-10-31',
    dtr_from: '2026-10-11',
    dtr_to: '2026-10-25',
    payout_date: '2026-10-31',
    tag: 'standard',
    monthly_rate: null,
    earnings: Array.from({ length: 25 }, (_, index) => ({
      name: `${LONG.slice(0, 50)} ${index}`,
      qty: 88.25,
      unit: 'hour',
      rate: 12345.6789,
      amount: 1234567.89,
    })),
    deductions: Array.from({ length: 25 }, (_, index) => ({ name: `${LONG.slice(0, 50)} ${index}`, amount: 1234567.89 })),
    gross: 9,
    total_deductions: 1,
    net_pay: 8,
    ytd_gross: 100,
    ytd_tax: 5,
    ids: { SSS: '34-1234567-8', TIN: '123-456-789-000' },
    leaves: [{ name: 'Vacation leave', balance: 8.5 }],
    loans: [{ name: 'SSS salary loan', balance: 12000 }],
  }
  const payslip = await draw(payslipForm(slipContext, head, [slip]))
  expect(outside(pdfBoxes(payslip))).toEqual([])
  const said = pdfText(payslip).replaceAll(/\s+/g, ' ')
  for (const name of [
    '2026/10/16 to 2026/10/31',
    '2026/10/11 to 2026/10/25',
    '₱12,345.68 per hour',
    '34-1234567-8',
    '123-456-789-000',
    'Vacation leave',
    '8.5',
    '12,000.00',
  ])
    expect(said).toContain(name)
  // An employee paid by the month, whose only line by the hour takes an absence off.
  const absence = { name: 'Absences', qty: 4, unit: 'hour', rate: -183.908, amount: -735.63 }
  const monthly = pdfText(await draw(payslipForm(slipContext, head, [{ ...slip, monthly_rate: 32_000, earnings: [absence] }])))
  expect(monthly.replaceAll(/\s+/g, ' ')).toContain('₱32,000.00 per month')
  const transmittal = {
    batch_no: 'BT-1',
    bank: 'BDO Unibank',
    branch: 'Makati',
    company_account: '0012345678',
    company_account_name: 'Mabuhay Trading',
    total_amount: 1200.5,
    credit_date: '2026-10-31',
  }
  const lines = Array.from({ length: 40 }, () => ({ account_name: LONG.slice(0, 60), account_no: '001234567890', amount: 1234567.89 }))
  const letter = await draw(letterForm(slipContext, head, transmittal, lines))
  expect(outside(pdfBoxes(letter))).toEqual([])
  const words = pdfText(letter).replaceAll(/\s+/g, ' ')
  for (const name of ['account no. 0012345678', '₱1,200.50', 'One Thousand Two Hundred', 'Authorized signatory'])
    expect(words).toContain(name)
})

test('13.9: a file has at most the number of pages that may be printed at once', async () => {
  const content = Array.from({ length: MAX_PAGES + 1 }, (_, index) => ({ text: String(index), pageBreak: 'after' as const }))
  await expect(draw({ content })).rejects.toThrow('E_PAGES')
})

test('forms have the paper of the company where they name none', () => {
  const module = modules.get('purchase_order')!
  const size = (print_paper?: string) =>
    documentForm({ ctx: { ...ctx, settings: print_paper ? { print_paper } : {} }, module, record: {}, form: module.print[0]!, head })
      .pageSize
  expect([size(), size('A4'), size('Letter'), size('Legal')]).toEqual([
    { width: 595, height: 842 },
    { width: 595, height: 842 },
    { width: 612, height: 792 },
    { width: 612, height: 1008 },
  ])
})
