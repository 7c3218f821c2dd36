/** What the BIR asks of invoices, credit memos and receipts (Sec. 113 and 237 of the Tax Code, RR 7-2024) is on the paper. */
import { expect, test } from 'vitest'
import { productModules } from '../../scripts/descriptors.ts'
import type { Row } from '../../src/engine/model/module.ts'
import { documentForm, type FormInput } from '../../src/server/print/document.ts'
import { draw } from '../../src/server/print/draw.ts'
import { pdfText } from '../pdf-text.ts'

const { modules } = await productModules()
const head = { name: 'Mabuhay Trading Corporation', address: '88 Bonifacio Street, Makati, 1200', tin: '123-456-789-00002', contact: '' }
const party = { title: 'Customer', name: 'Dizon', address: '82 Rizal Avenue, Bacolod, 6100', tin: '551-925-722-00000' }
const line = {
  item_id: 1,
  item: { name: 'Bolt', label: 'FST-1 · Bolt' },
  description: 'Hex bolt',
  uom_id: 1,
  uom: { name: 'Piece' },
  qty: 60,
  unit_price: 12.5,
}
const invoice: Row = {
  id: 5,
  status: 'posted',
  transaction_no: 'SI-DVO-2026-000005',
  bir_serial_no: 'SI-DVO-000000041',
  registered_name: 'Dizon Builders Inc.',
  tin: '551-925-722-00003',
  items: [line],
  subtotal: 1650,
  taxable_amount: 1000,
  zero_rated_amount: 200,
  exempt_amount: 450,
  vat_amount: 120,
  total: 1770,
  withholding_amount: 16.5,
}

async function printed(name: string, record: Row, settings: Row = {}): Promise<{ text: string }> {
  const module = modules.get(name)!
  const ctx = {
    principal: { user_id: 1, name: 'Maria Cruz', access: [], grants: {}, applications: [] },
    company: { id: 1, code: 'T', name: 'Tanggapan', time_zone: 'Asia/Manila' },
    modules,
    settings,
    clock: { today: () => '2026-11-22', now: () => new Date('2026-11-22T02:00:00Z') },
  } as unknown as FormInput['ctx']
  const pdf = await draw(documentForm({ ctx, module, record, form: module.print[0]!, head, party, postings: [] }))
  return { text: pdfText(pdf).replaceAll(/\s+/g, ' ') }
}
const NOT_VALID = 'THIS DOCUMENT IS NOT VALID FOR CLAIM OF INPUT TAX'

// proves: print.tax, print.tax.serial, print.tax.name, print.tax.tin, print.tax.address, print.tax.vatable, print.tax.zero_rated, print.tax.exempt, print.tax.vat, print.tax.total, print.tax.withheld
test('an invoice shows the registration of its seller, its serial number, its buyer and the breakdown of its sales', async () => {
  const settings = {
    bir_permit_kind: 'Acknowledgement Certificate',
    bir_permit_no: 'AC_126_2026_00001',
    bir_permit_date: '2026-01-15',
    bir_accreditation: 'Accreditation No. 43A-001 of 2025-06-01',
  }
  const { text } = await printed('invoice', invoice, settings)
  for (const words of [
    'VAT Reg. TIN 123-456-789-00002',
    'Dizon Builders Inc. 82 Rizal Avenue, Bacolod, 6100 TIN 551-925-722-00003',
    'Reference SI-DVO-2026-000005',
    'Acknowledgement Certificate No. AC_126_2026_00001 · Date issued 2026/01/15',
    'Approved series SI-DVO-000000001 to SI-DVO-999999999',
    'Accreditation No. 43A-001',
  ])
    expect(text).toContain(words)
  // The serial number is in the head and at the foot of each page; no section repeats it or the buyer.
  expect(text.split('SI-DVO-000000041')).toHaveLength(3)
  expect(text.split('551-925-722')).toHaveLength(2)
  expect(text).toMatch(/VATable sales1,000\.00 VAT120\.00 Zero-rated sales200\.00 VAT-exempt sales450\.00/)
  expect(text).toMatch(/Total sales \(VAT inclusive\)1,770\.00 .*Less: withholding tax16\.50 TOTAL AMOUNT DUE₱1,753\.50/)
  for (const words of ['VAT-EXEMPT SALE', 'ZERO-RATED SALE', NOT_VALID, 'Expected withholding']) expect(text).not.toContain(words)
})

test('a wholly exempt or zero-rated sale is marked as such; a non-VAT seller shows no VAT and states that the invoice gives no input tax', async () => {
  const only = (field: string): Row => ({
    ...invoice,
    taxable_amount: 0,
    zero_rated_amount: 0,
    exempt_amount: 0,
    vat_amount: 0,
    [field]: 450,
    total: 450,
  })
  expect((await printed('invoice', only('exempt_amount'))).text).toContain('VAT-EXEMPT SALE')
  expect((await printed('invoice', only('zero_rated_amount'))).text).toContain('ZERO-RATED SALE')
  const { text } = await printed('invoice', only('exempt_amount'), { is_vat_registered: false })
  expect(text).toContain('Non-VAT Reg. TIN 123-456-789-00002')
  expect(text.split(NOT_VALID)).toHaveLength(2)
  expect(text).toMatch(/Total sales450\.00 Less: withholding tax16\.50 TOTAL AMOUNT DUE₱433\.50/)
  for (const words of ['VATable sales', 'VAT-EXEMPT SALE', 'Less: VAT']) expect(text).not.toContain(words)
})

test('credit memos, receipts and delivery receipts state once that they supplement an invoice, and show their serial number', async () => {
  for (const name of ['sales_return', 'cash_receipt', 'delivery_receipt'])
    for (const is_vat_registered of [true, false]) {
      const { text } = await printed(name, { ...invoice, bir_serial_no: 'XX-000000007' }, { is_vat_registered })
      expect([name, text.split(NOT_VALID).length, text.split('XX-000000007').length]).toEqual([name, 2, 3])
      expect(text).toContain(is_vat_registered ? ' VAT Reg. TIN' : 'Non-VAT Reg. TIN')
    }
})

test('an invoice of several pages repeats its column headings, numbers its pages and keeps its breakdown on one page', async () => {
  for (const count of [25, 30, 35, 40, 60]) {
    const { text } = await printed('invoice', { ...invoice, items: Array.from({ length: count }, () => line) })
    const pages = text.split(/Page \d+ of \d+/).slice(0, -1)
    const having = (words: string): number[] => pages.flatMap((page, index) => (page.includes(words) ? [index] : []))
    expect(text).toContain(`Page ${pages.length} of ${pages.length}`)
    expect(having('Quantity')).toEqual(having('Hex bolt'))
    expect(having('VATable sales')).toHaveLength(1)
    expect(having('TOTAL AMOUNT DUE')).toEqual(having('VATable sales'))
  }
})
