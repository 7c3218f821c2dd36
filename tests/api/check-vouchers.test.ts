/** Check vouchers: release and clearing of checks, accounts and taxes of other payments, advances to suppliers and their use. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { pdfText } from '../pdf-text.ts'
import { DRIFTS, findings } from './control-accounts.ts'
import { type Host, openHost, tradingMasters } from './trading-host.ts'

let host: Host
let m: Awaited<ReturnType<typeof tradingMasters>>
let rent: number
beforeAll(async () => {
  host = await openHost('VOUCHERS')
  m = await tradingMasters(host)
  ;[rent] = await host.accounts('6060')
})
afterAll(() => host.close())

const DAY = '2026-01-02'
let checkNo = 100
const draft = (more: Row = {}) =>
  host.ok('POST', 'check_voucher', {
    transaction_date: DAY,
    branch_id: m.branch,
    payee: 'Landlord',
    payment_method_id: m.check,
    bank_account_id: m.bank,
    check_no: String(++checkNo),
    check_date: DAY,
    ...more,
  })
const post = (voucher: Row) => host.ok('POST', `check_voucher/${String(voucher.id)}/post`, {})
const refusedPost = (voucher: Row) => host.refused(`check_voucher/${String(voucher.id)}/post`)
const act = (voucher: Row, action: string, input: Row = {}) => host.refused(`check_voucher/${String(voucher.id)}/${action}`, input)
const VOID = { void_reason: 'entered wrongly' }
/** What the entries of a document come to, by account. */
const journal = async (voucher: Row, module = 'check_voucher'): Promise<Row> => {
  const rows = await host.query<{ code: string; sum: string }>(
    `SELECT a.code, sum(l.debit - l.credit)::text AS sum FROM {s}.accounting_entry e JOIN {s}.accounting_entry__lines l ON l.parent_id = e.id
     JOIN {s}.chart_of_account a ON a.id = l.account_id WHERE e.source_module = $2 AND e.source_id = $1
     GROUP BY 1 HAVING sum(l.debit - l.credit) <> 0 ORDER BY 1`,
    [voucher.id, module],
  )
  return Object.fromEntries(rows.map(({ code, sum }) => [code, Number(sum)]))
}
const rentOf = (amount: number, more: Row = {}) => ({ entries: [{ account_id: rent, debit: amount, credit: 0, ...more }] })

test('a check is released and cleared no later than today, and clearing can be undone', async () => {
  const voucher = await post(await draft({ ...rentOf(500), check_date: '2026-01-10' }))
  const issued = { 2035: -500, 6060: 500 }
  expect(await act(voucher, 'release', { released_to: 'Messenger', released_at: '2026-01-05' })).toBe('E_DATE_FUTURE')
  expect(await act(voucher, 'release', { released_to: 'Messenger', released_at: '2026-01-01' })).toBe('E_DATE')
  host.clock.advanceTo('2026-01-20')
  expect(await act(voucher, 'unclear')).toBe('E_STATE')
  expect(await act(voucher, 'release', { released_to: 'Messenger', released_at: '2026-01-12' })).toBe('done')
  expect(await act(voucher, 'clear', { cleared_at: '2026-03-01' })).toBe('E_DATE_FUTURE')
  expect(await act(voucher, 'clear', { cleared_at: '2026-01-11' })).toBe('E_DATE')
  expect(await act(voucher, 'clear', { cleared_at: '2026-01-15' })).toBe('done')
  expect(await journal(voucher)).toEqual({ 1020: -500, 6060: 500 })
  expect(await act(voucher, 'void', VOID)).toBe('E_STATE')
  expect(await act(voucher, 'unclear')).toBe('done')
  expect(await journal(voucher)).toEqual(issued)
  // Undone on the day it had been cleared.
  const dates = () =>
    host.query(
      `SELECT transaction_date::text AS date FROM {s}.accounting_entry WHERE source_module = 'check_voucher' AND source_id = $1 ORDER BY id`,
      [voucher.id],
    )
  expect((await dates()).map(({ date }) => date)).toEqual([DAY, '2026-01-15', '2026-01-15'])
  expect(await host.ok('GET', `check_voucher/${String(voucher.id)}`)).toMatchObject({ cleared_at: null, released_at: '2026-01-12' })
  // In a locked month the undoing belongs to today.
  expect(await act(voucher, 'clear', { cleared_at: '2026-01-18' })).toBe('done')
  host.clock.advanceTo('2026-02-05')
  const { id: period } = await host.ok('POST', 'fiscal_period', { period: '2026-01', module_group: 'purchasing' })
  await host.ok('POST', `fiscal_period/${String(period)}/lock`, {})
  expect(await act(voucher, 'unclear')).toBe('done')
  expect((await dates()).at(-1)).toEqual({ date: '2026-02-05' })
  await host.ok('POST', `fiscal_period/${String(period)}/unlock`, {})
  expect(await act(voucher, 'void', VOID)).toBe('done')
  expect(await journal(voucher)).toEqual({})
})

test('an inactive account accepts no payment and no bill', async () => {
  host.settings.backdate_days = 60
  const [account] = await host.accounts('6070')
  const line = { account_id: account, debit: 300, credit: 0 }
  const old = await draft({ entries: [line] })
  const bill = {
    transaction_date: '2026-02-05',
    branch_id: m.branch,
    supplier_id: m.link,
    bill_type: 'service',
    supplier_invoice_no: 'METER-1',
    bill_date: '2026-02-05',
    payment_term_id: m.term30,
    tax_type_id: m.exclusive,
    items: [{ description: 'Power', account_id: account, qty: 1, unit_price: 300 }],
  }
  const oldBill = await host.ok('POST', 'bill', bill)
  const setActive = async (is_active: boolean) => {
    const { version } = await host.ok('GET', `chart_of_account/${account}`)
    await host.ok('PUT', `chart_of_account/${account}`, { version, is_active })
  }
  await setActive(false)
  expect([await refusedPost(old), await host.refused(`bill/${String(oldBill.id)}/post`)]).toEqual(['E_ACCOUNT', 'E_ACCOUNT'])
  await expect(draft({ entries: [line] })).rejects.toThrow(/entries/)
  await expect(host.ok('POST', 'bill', { ...bill, supplier_invoice_no: 'METER-2' })).rejects.toThrow(/items/)
  await setActive(true)
  expect([await refusedPost(old), await host.refused(`bill/${String(oldBill.id)}/post`)]).toEqual(['done', 'done'])
})

test('VAT and withholding tax on other accounts are in the tax reports', async () => {
  const [inputVat, ewt] = await host.accounts('1311', '2120')
  const on = { transaction_date: '2026-02-05', check_date: '2026-02-05' }
  const taxed = rentOf(10_000, { input_vat_class: 'services', vat_amount: 1200, atc_code: 'WC100', withholding_rate: 5 })
  expect(await refusedPost(await draft({ ...on, ...taxed }))).toBe('E_PARTY')
  const voucher = await post(await draft({ ...on, ...taxed, supplier_id: m.link }))
  expect(voucher).toMatchObject({ gross_amount: 11_200, withholding_amount: 500, net_amount: 10_700 })
  expect(await journal(voucher)).toEqual({ 1020: -10_700, 1311: 1200, 2120: -500, 6060: 10_000 })
  const quarter = 'date_from=2026-01-01&date_to=2026-03-31'
  const rows = async (report: string) => (await host.report(`${report}/paginate?${quarter}&limit=all`)).data
  expect((await rows('bir_2550q')).filter(({ line }) => line === '44 services' || line === 'GL')).toMatchObject([
    { base: 10_300, tax: 1236 },
    { tax: 0 },
  ])
  const paid = (list: Row[]) => list.find(({ atc_code }) => atc_code === 'WC100')
  for (const report of ['bir_0619e', 'bir_1601eq', 'qap', 'form_2307'])
    expect([report, paid(await rows(report))]).toMatchObject([report, { base: 10_000, tax: 500 }])
  // Neither is entered past the papers; a remittance of what was withheld is.
  const past = (account_id: number, side: Row) =>
    draft({
      ...on,
      entries: [
        { account_id: rent, debit: 900 },
        { account_id, ...side },
      ],
    })
  expect(await refusedPost(await past(inputVat, { debit: 100 }))).toBe('E_ACCOUNT')
  expect(await refusedPost(await past(ewt, { credit: 100 }))).toBe('E_ACCOUNT')
  expect(await refusedPost(await draft({ ...on, payee: 'BIR', entries: [{ account_id: ewt, debit: 500 }] }))).toBe('done')
  expect(await act(voucher, 'void', VOID)).toBe('done')
  expect(paid(await rows('qap'))).toMatchObject({ base: 0, tax: 0 })
})

const ON = { transaction_date: '2026-02-05', check_date: '2026-02-05' }
const billOf = async (no: string, unit_price: number) => {
  const { id } = await host.ok('POST', 'bill', {
    transaction_date: ON.transaction_date,
    branch_id: m.branch,
    supplier_id: m.orion,
    bill_type: 'service',
    supplier_invoice_no: no,
    bill_date: ON.transaction_date,
    payment_term_id: m.term30,
    tax_type_id: m.exclusive,
    items: [{ description: 'Hauling', account_id: rent, qty: 1, unit_price }],
  })
  return host.ok('POST', `bill/${String(id)}/post`, {})
}

test('an advance to a supplier is used by a later voucher, and its tax is not withheld twice', async () => {
  host.settings.is_top_withholding_agent = true
  const toOrion = { ...ON, supplier_id: m.orion, payee: 'Orion Hardware' }
  expect(await refusedPost(await draft({ ...ON, advance_amount: 5000 }))).toBe('E_PARTY')
  const advance = await post(await draft({ ...toOrion, advance_amount: 5000, advance_atc_code: 'WC158', advance_withholding_rate: 1 }))
  expect(await journal(advance)).toEqual({ 1020: -4950, 1130: 5000, 2120: -50 })
  expect(advance).toMatchObject({ progress: 'advance_open', advance_balance: 5000 })
  const bill = await billOf('HAUL-1', 10_000)
  expect(bill).toMatchObject({ withholding_amount: 100, net_payable: 11_100 })
  const pay = async (amount: number, offset: number, more: Row = {}) =>
    draft({ ...toOrion, items: [{ bill_id: bill.id, amount }], offsets: [{ advance_id: advance.id, amount: offset, ...more }] })
  expect(await refusedPost(await pay(11_100, 5001))).toBe('E_OVER_PAY')
  const payment = await post(await pay(11_100, 5000))
  expect(payment).toMatchObject({ offset_amount: 5000, withholding_amount: -50, net_amount: 6150 })
  expect(await journal(payment)).toEqual({ 1020: -6150, 1130: -5000, 2010: 11_100, 2120: 50 })
  const withheld = async () =>
    (await host.report('qap/paginate?date_from=2026-01-01&date_to=2026-03-31&limit=all')).data.find(({ atc_code }) => atc_code === 'WC158')
  expect(await withheld()).toMatchObject({ base: 10_000, tax: 100 })
  const open = await host.ok('GET', `check_voucher/${String(advance.id)}`)
  expect(open).toMatchObject({ progress: 'advance_closed', advance_used: 5000, advance_balance: 0 })
  // Voided in the order of their use.
  expect(await act(advance, 'void', VOID)).toBe('E_HAS_CHILDREN')
  expect([await act(payment, 'void', VOID), await act(advance, 'void', VOID)]).toEqual(['done', 'done'])
  expect(await journal(advance)).toEqual({})
  expect(await withheld()).toMatchObject({ base: 10_000, tax: 100 })
})

test('an advance brought forward does not affect the bank, and an unused one is aged as a credit', async () => {
  const toOrion = { supplier_id: m.orion, payee: 'Orion Hardware', transaction_date: '2026-01-02' }
  const opening = { ...toOrion, is_opening: true, advance_amount: 800 }
  expect(await refusedPost(await draft({ ...opening, ...rentOf(100) }))).toBe('E_OPENING')
  const advance = await post(await draft(opening))
  expect(await journal(advance)).toEqual({ 1130: 800, 3040: -800 })
  expect([
    await act(advance, 'clear', { cleared_at: '2026-02-01' }),
    await act(advance, 'release', { released_to: 'x', released_at: '2026-02-01' }),
  ]).toEqual(['E_STATE', 'E_STATE'])
  const run = await host.ok('POST', 'aging_payable', { as_of: '2026-02-05', supplier_id: m.orion })
  const aging = await host.ok('POST', `aging_payable/${String(run.id)}/process`, {})
  expect((aging.rows as Row[]).find(({ balance }) => balance === -800)).toMatchObject({
    supplier_invoice_no: advance.transaction_no,
    days: 0,
    current: -800,
    d60: 0,
  })
  const bill = await billOf('HAUL-2', 500)
  const covered = (amount: number, more: Row = {}) => ({
    ...ON,
    ...toOrion,
    branch_id: m.branch,
    payment_method_id: m.check,
    bank_account_id: m.bank,
    check_date: DAY,
    transaction_date: ON.transaction_date,
    items: [{ bill_id: bill.id, amount: 555 }],
    offsets: [{ advance_id: advance.id, amount }],
    ...more,
  })
  // What the advance does not cover needs a check; where it covers all, the number that was proposed is not taken.
  expect(await host.refused('check_voucher', covered(500))).toBe('check_no')
  const proposed = async () => (await host.ok('GET', 'check_voucher/defaults')).check_no
  await host.query('UPDATE {s}.bank_account SET is_default = true WHERE id = $1', [m.bank])
  const next = await proposed()
  // Another bank account has other checks.
  const other = await host.ok('POST', 'bank_account', {
    ...(await host.ok('GET', `bank_account/${m.bank}/duplicate`)),
    account_no: '0098-7654-32',
    gl_account_id: (await host.accounts('1021'))[0]!,
    is_default: false,
  })
  const renewed = await host.harness.call('POST', 'check_voucher/propose', {
    field: 'check_no',
    rows: [{ bank_account_id: m.bank }, { bank_account_id: other.id }, {}],
  })
  expect(renewed.body.data).toEqual([next, null, null])
  const whole = await post(await host.ok('POST', 'check_voucher', covered(555, { check_no: next })))
  expect([next, whole.check_no, await proposed()]).toEqual([expect.stringMatching(/^\d+$/), null, next])
  const paper = await host.harness.call('POST', `check_voucher/${String(whole.id)}/print-form`, {})
  expect(pdfText(paper.raw)).not.toMatch(/Check (no|date)/)
  expect(await journal(whole)).toEqual({ 1130: -555, 2010: 555 })
  expect(await host.ok('GET', `check_voucher/${String(advance.id)}`)).toMatchObject({
    progress: 'advance_partly_used',
    advance_balance: 245,
  })
  expect(await host.query(findings(DRIFTS))).toEqual([])
})

test('an advance refunded by the supplier is in the bank, no longer open, and its tax is reversed', async () => {
  const toOrion = { ...ON, supplier_id: m.orion, payee: 'Orion Hardware' }
  const advance = await post(await draft({ ...toOrion, advance_amount: 3000, advance_atc_code: 'WC158', advance_withholding_rate: 1 }))
  const refund = (amount: number, more: Row = {}) =>
    host.ok('POST', 'supplier_refund', {
      transaction_date: ON.transaction_date,
      branch_id: m.branch,
      supplier_id: m.orion,
      bank_account_id: m.bank,
      check_no: 'ORION-77',
      items: [{ advance_id: advance.id, amount }],
      ...more,
    })
  const withheld = async () =>
    (await host.report('qap/paginate?date_from=2026-01-01&date_to=2026-03-31&limit=all')).data.find(({ atc_code }) => atc_code === 'WC158')
  const before = await withheld()
  expect(await host.refused(`supplier_refund/${String((await refund(3001)).id)}/post`)).toBe('E_OVER_PAY')
  const made = await refund(2000)
  expect(await host.refused(`supplier_refund/${String(made.id)}/post`)).toBe('done')
  expect(await journal(made, 'supplier_refund')).toEqual({ 1020: 1980, 1130: -2000, 2120: 20 })
  expect(await host.ok('GET', `check_voucher/${String(advance.id)}`)).toMatchObject({
    progress: 'advance_partly_used',
    advance_balance: 1000,
  })
  expect(Number((await withheld())!.tax)).toBe(Number(before!.tax) - 20)
  const book = await host.report(`bank_book/paginate?bank_account_id=${String(m.bank)}&date_from=2026-01-01&date_to=2026-03-31&limit=all`)
  expect(book.data.find(({ check_no }) => check_no === 'ORION-77')).toMatchObject({ receipt: 1980, document_no: made.transaction_no })
  const inCash = await refund(1000, { received_as: 'cash', bank_account_id: null, check_no: null })
  expect(await host.refused(`supplier_refund/${String(inCash.id)}/post`)).toBe('done')
  expect(await journal(inCash, 'supplier_refund')).toEqual({ 1010: 990, 1130: -1000, 2120: 10 })
  expect(await act(advance, 'void', VOID)).toBe('E_HAS_CHILDREN')
  expect(await host.query(findings(DRIFTS))).toEqual([])
  for (const { id } of [inCash, made]) expect(await host.refused(`supplier_refund/${String(id)}/void`, VOID)).toBe('done')
  expect(await host.ok('GET', `check_voucher/${String(advance.id)}`)).toMatchObject({ progress: 'advance_open', advance_balance: 3000 })
  expect(await withheld()).toEqual(before)
  expect(await host.query(findings(DRIFTS))).toEqual([])
})
