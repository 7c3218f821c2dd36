/** What employees ask for: certificates that are written when they are released, and invoices that their next payroll pays. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { deliverNext } from '../../src/server/platform/notifications/outbox.ts'
import { pdfText } from '../pdf-text.ts'
import { type FilingHost, startFilings } from './filings-host.ts'

let h: FilingHost
let group: number
const periods: number[] = []
const id = (username: string): number => h.people[username]!.employee_id

beforeAll(async () => {
  h = await startFilings('REQS')
  const [cycle] = await h.sql<{ id: number }>("select id from {s}.pay_cycle where frequency = 'monthly'")
  const [schedule] = await h.sql<{ id: number }>(
    "insert into {s}.pay_schedule (code, name, pay_cycle_id) values ('M', 'Monthly', $1) returning id",
    [cycle!.id],
  )
  const [rate] = await h.sql<{ id: number }>('select min(id) as id from {s}.pay_rate')
  const [made] = await h.sql<{ id: number }>(
    "insert into {s}.pay_group (code, name, pay_cycle_id, pay_schedule_id, pay_rate_id, is_active) values ('G', 'Group', $1, $2, $3, true) returning id",
    [cycle!.id, schedule!.id, rate!.id],
  )
  group = made!.id
  for (const month of [10, 11, 12]) {
    const last = new Date(Date.UTC(2026, month, 0)).toISOString().slice(0, 10)
    const [period] = await h.sql<{ id: number }>(
      `insert into {s}.pay_period (code, name, pay_cycle_id, year, month, period_no, date_from, date_to, dtr_from, dtr_to, payout_date, is_last_of_month)
       values ($1, $1, $2, 2026, $3, 1, date_trunc('month', $4::date), $4, date_trunc('month', $4::date), $4, $4, true) returning id`,
      [`2026-${month}`, cycle!.id, month, last],
    )
    periods.push(period!.id)
  }
  const [position] = await h.sql<{ id: number }>("insert into {s}.position (code, name) values ('SC', 'Store Clerk') returning id")
  const [department] = await h.sql<{ id: number }>(
    "insert into {s}.department (code, name) values ('OPS', 'Store Operations') returning id",
  )
  await h.sql(
    `update {s}.employee set pay_group_id = $1, first_name = 'Emilio', last_name = 'Mendoza', position_id = $2, department_id = $3, date_hired = '2024-03-04', is_exempt_dtr = true,
       salary_rate_type = 'monthly', basic_rate = 60000, employment_type_id = (select id from {s}.employment_type where code = 'FT') where id = $4`,
    [group, position!.id, department!.id, id('employee')],
  )
  await h.sql(
    `insert into {s}.allowance (employee_id, pay_item_id, amount, unit_type, time_unit, is_taxable, effective_from, is_active)
     select $1, id, 1500, 'amount', 'per_month', true, '2026-11-01', true from {s}.pay_item where code = 'TRANSPORT'`,
    [id('employee')],
  )
})
afterAll(() => h.stop())

/** A payroll of the group, up to its posting. */
async function pay(period: number): Promise<Row> {
  const draft = await h.data('payroll', 'POST', 'payroll', { branch_id: 1, pay_group_id: group, pay_period_id: period })
  for (const [who, action] of [
    ['payroll', 'precompute'],
    ['payroll', 'process'],
    ['approver', 'approve'],
    ['payroll', 'post'],
  ] as const)
    await h.data(who, 'POST', `payroll/${String(draft.id)}/${action}`, {})
  return draft
}

describe('certificates', () => {
  const ask = async (values: Row): Promise<Row> => {
    const filed = await h.file('hr', 'employee_requisition', { employee_id: id('employee'), purpose: 'A bank loan', ...values })
    return h.data('approver', 'POST', `employee_requisition/${String(filed.id)}/approve`, {})
  }
  const release = (who: string, record: Row, body: Row = {}, action = 'process') =>
    h.call(who, 'POST', `employee_requisition/${String(record.id)}/${action}`, body)
  const open = async (who: string, file: unknown) => {
    const { status, raw } = await h.call(who, 'GET', `files/${String(file)}`)
    return { status, text: status === 200 ? pdfText(raw).replaceAll('\n', '') : '' }
  }
  const documents = async () => (await h.data<Row>('employee', 'GET', 'employee_portal/dashboard')).documents as Row[]

  test('a certificate of employment is written on release, and the employee opens it in the portal', async () => {
    const record = await ask({ document_type: 'COE without Compensation' })
    expect(await documents()).toEqual([])
    const released = (await release('hr', record)).body.data as Row
    expect(released).toMatchObject({ status: 'processed', released_by: h.people.hr!.user_id, released_at: expect.any(String) })
    expect(await documents()).toMatchObject([{ id: released.released_file, transaction_no: released.transaction_no }])
    const { text } = await open('employee', released.released_file)
    expect(text).toContain('Emilio Mendoza (employee no. employee) has been employed by')
    for (const words of [
      'as Store Clerk in Store Operations (Full-time)',
      'since 4 March 2024 to the present',
      'A bank loan',
      'Issued on 25 November 2026',
    ])
      expect(text).toContain(words)
    expect(text).not.toContain('60,000.00')
    // Only the employee and users who handle requisitions can open it.
    expect((await open('sales', released.released_file)).status).toBe(404)
  })

  test('a certificate with pay is released and opened only by users with access to pay, and by the employee', async () => {
    const record = await ask({ document_type: 'COE with Compensation' })
    const refused = await release('hr', record)
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('can see compensation')])
    // 17.3: the tax form is generated before its file is; it says so as well, not that a record is missing.
    const form = await release('hr', await ask({ document_type: '2316', year: 2026 }))
    expect([form.status, form.body.message]).toEqual([403, refused.body.message])
    const released = (await release('payroll', record)).body.data as Row
    const { text } = await open('employee', released.released_file)
    expect(text).toMatch(/Basic salary.*60,000\.00 a month/)
    expect(text).toMatch(/Transport.*1,500\.00 a month/)
    expect((await open('payroll', released.released_file)).status).toBe(200)
    expect((await h.call('hr', 'GET', `employee_requisition/${String(record.id)}`)).status).toBe(200)
    expect((await open('hr', released.released_file)).status).toBe(404)
    // Releasing again writes a new file: the employee finds only the new one.
    await h.sql('update {s}.employee set basic_rate = 61000 where id = $1', [id('employee')])
    const again = (await release('payroll', record, {}, 'release_again')).body.data as Row
    await h.sql('update {s}.employee set basic_rate = 60000 where id = $1', [id('employee')])
    expect(again.released_file).not.toBe(released.released_file)
    expect((await open('employee', again.released_file)).text).toContain('61,000.00')
    expect((await open('employee', released.released_file)).status).toBe(404)
    expect((await documents()).map((document) => document.id)).not.toContain(released.released_file)
  })

  test('form 2316 has the figures of the year: the opening sums, and what payrolls paid since', async () => {
    const sheet = async (gross: string) =>
      h.as.upload(await h.as.token('payroll'), 'ytd_payroll/import', {
        file: {
          name: 'year.csv',
          body: Buffer.from(
            `employee_no,year,gross,basic,sss,philhealth,pagibig,taxable_income,tax_withheld,periods,previous_employer_taxable,previous_employer_tax,previous_employer_name,previous_employer_tin
employee,2026,${gross},600000,17500,15000,2000,565500,65184,10,10000,500,Bayani Trading Corporation,123-456-789-00000\n`,
          ),
        },
      })
    expect((await sheet('much')).body.details).toMatchObject({ errors: [{ row: 2, message: '"much" is not a number.' }] })
    expect((await sheet('"600,000.00"')).body.data).toMatchObject({ created: 1 })
    await pay(periods[1]!)
    const missing = await h.call('hr', 'POST', 'employee_requisition', {
      employee_id: id('employee'),
      purpose: 'Tax',
      document_type: '2316',
    })
    expect(missing.body.errors).toHaveProperty('year')
    const record = await ask({ document_type: '2316', year: 2026 })
    const { text } = await open('employee', ((await release('payroll', record)).body.data as Row).released_file)
    expect(text).toContain('123-456-789-00000')
    expect(text).toContain('Bayani Trading Corporation')
    // November: 60,000 and an allowance of 1,500; 3,450 of contributions; 6,818.40 withheld on 58,050.
    for (const [no, words, amount] of [
      ['19', 'Gross compensation income from present employer (38 and 52)', '661,500.00'],
      ['20', 'Less: total non-taxable and exempt compensation (38)', '37,950.00'],
      ['22', 'Add: taxable compensation from previous employer', '10,000.00'],
      ['23', 'Gross taxable compensation income (21 and 22)', '633,550.00'],
      ['24', 'Tax due', '69,210.00'],
      ['25A', 'Taxes withheld by present employer', '72,002.40'],
      ['28', 'Total taxes withheld (26 and 27)', '72,502.40'],
      ['39', 'Basic salary', '622,050.00'],
      ['41', 'Transportation', '1,500.00'],
      ['52', 'Total taxable compensation (39 to 51B)', '623,550.00'],
    ])
      expect(text).toContain(`${no}${words}${amount}`)
    const empty = await ask({ document_type: '2316', year: 2019 })
    expect((await release('payroll', empty)).body.rule).toBe('E_NO_YEAR')
  })

  test('payroll finding 13: a former employee gets both certificates of employment and the 2316, in the past tense', async () => {
    const [gone] = await h.sql<{ id: number }>(
      `insert into {s}.employee (employee_no, full_name, first_name, last_name, status, branch_id, manager_id, date_hired, date_separated, separation_reason, salary_rate_type, basic_rate)
       select 'GONE', 'Vera Santos', 'Vera', 'Santos', 'separated', branch_id, manager_id, '2021-02-01', '2026-10-31', 'Resignation', 'monthly', 30000
       from {s}.employee where id = $1 returning id`,
      [id('employee')],
    )
    await h.sql(
      `insert into {s}.ytd_payroll (employee_id, year, gross, basic, sss, philhealth, pagibig, taxable_income, tax_withheld, periods, version)
       values ($1, 2026, 300000, 300000, 15000, 7500, 2000, 275500, 3825, 10, 1)`,
      [gone!.id],
    )
    const paper = async (values: Row) => {
      const record = await ask({ employee_id: gone!.id, ...values })
      const { status, body } = await release('payroll', record)
      expect([status, body.rule]).toEqual([200, undefined])
      return (await open('payroll', (body.data as Row).released_file)).text
    }
    const plain = await paper({ document_type: 'COE without Compensation' })
    expect(plain).toContain('Vera Santos (employee no. GONE) was employed by')
    expect(plain).toContain('from 1 February 2021 to 31 October 2026')
    expect(plain).not.toContain('30,000.00')
    // Hired again: the last day of each period is the one that was entered last.
    await h.sql(
      `insert into {s}.personal_movement (employee_id, movement_type, effective_date, version)
       select $1, type, date::date, 1 from (values ('Separation', '2016-05-31'), ('Hire', '2018-01-08'), ('Separation', '2019-06-30'),
         ('Separation', '2019-06-15'), ('Hire', '2021-02-01'), ('Separation', '2026-10-31')) m(type, date)`,
      [gone!.id],
    )
    expect(await paper({ document_type: 'COE without Compensation' })).toContain(
      'from 1 February 2021 to 31 October 2026, and before that until 31 May 2016 and from 8 January 2018 to 15 June 2019.',
    )
    expect(await paper({ document_type: 'COE with Compensation' })).toMatch(/Basic salary.*30,000\.00 a month/)
    // 275,500 − 250,000 = 25,500 × 15% = 3,825.
    const form = await paper({ document_type: '2316', year: 2026 })
    expect(form).toContain('52Total taxable compensation (39 to 51B)275,500.00')
    expect(form).toContain('24Tax due3,825.00')
  })

  test('a printed payslip equals the posted one', async () => {
    const record = await ask({ document_type: 'Printed Payslip', pay_period_id: periods[1] })
    const { text } = await open('employee', ((await release('payroll', record)).body.data as Row).released_file)
    expect(text).toMatch(/Payslip2026\/11\/01 to 2026\/11\/30.*Basic pay.*60,000\.00.*Withholding tax.*6,818\.40/)
    const unpaid = await ask({ document_type: 'Printed Payslip', pay_period_id: periods[0] })
    expect((await release('payroll', unpaid)).body.rule).toBe('E_NO_PAYSLIP')
  })

  test('contributions are certified month by month with the employer share, by agency', async () => {
    const record = await ask({ document_type: 'Certificate of Contributions', year: 2026 })
    expect((await release('hr', record)).status).toBe(403)
    const { text } = await open('employee', ((await release('payroll', record)).body.data as Row).released_file)
    // November at 60,000: SSS 5 % and 10 % of 35,000 and EC 30; PhilHealth half of 5 % each; Pag-IBIG 2 % of 10,000 each.
    for (const line of [
      'November 20261,750.003,530.005,280.00',
      'November 20261,500.001,500.003,000.00',
      'November 2026200.00200.00400.00',
      'Total1,750.003,530.005,280.00',
    ])
      expect(text).toContain(line)
    const empty = await ask({ document_type: 'Certificate of Contributions', year: 2019 })
    expect((await release('payroll', empty)).body.rule).toBe('E_NO_CONTRIBUTIONS')
  })

  test('a paid loan is certified with its sums, an open one is not', async () => {
    const [type] = await h.sql<{ id: number }>("select id from {s}.loan_type where code = 'CASH_ADVANCE'")
    const loan = await h.data('payroll', 'POST', 'loan_entry', {
      employee_id: id('employee'),
      loan_type_id: type!.id,
      loan_date: '2026-11-20',
      start_date: '2026-12-01',
      principal: 5000,
      terms: 5,
      deduction_frequency: 'monthly',
    })
    const act = (action: string, body: Row = {}) => h.data<Row>('payroll', 'POST', `loan_entry/${String(loan.id)}/${action}`, body)
    await act('post')
    await act('process')
    const owed = await h.call('payroll', 'POST', 'employee_requisition', {
      employee_id: id('employee'),
      purpose: 'House',
      document_type: 'Certificate of Loan Payment Completion',
      loan_entry_id: loan.id,
    })
    expect(Object.keys(owed.body.errors as object)).toEqual(['loan_entry_id'])
    await act('pay', { payment_date: '2026-11-24', payment_amount: 5000 })
    const record = await ask({ document_type: 'Certificate of Loan Payment Completion', loan_entry_id: loan.id })
    const { text } = await open('employee', ((await release('payroll', record)).body.data as Row).released_file)
    for (const words of [
      'has fully paid the loan below as of 24 November 2026',
      `${String(loan.transaction_no)} · `,
      'Paid₱ 5,000.00',
      'Balance₱ 0.00',
    ])
      expect(text).toContain(words)
  })

  test('an uploaded file takes precedence, and the employee can open it', async () => {
    const record = await ask({ document_type: 'SSS Form' })
    const { body } = await h.as.upload(await h.as.token('hr'), 'files', { file: { name: 'sss.pdf', body: Buffer.from('%PDF-1.4 signed') } })
    const file = (body.data as Row).id
    expect(Object.keys((await release('hr', record, { released_file: 999999 })).body.errors as object)).toEqual(['released_file'])
    const released = (await release('hr', record, { released_file: file })).body.data as Row
    expect(released.released_file).toBe(file)
    expect((await h.call('employee', 'GET', `files/${String(file)}`)).raw.toString()).toBe('%PDF-1.4 signed')
  })
})

/** Debits less credits of a payroll's entries, by account role. */
const booked = async (payroll: unknown): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await h.sql<{ role: string; n: string }>(
        `select a.role, sum(l.debit - l.credit) as n from {s}.accounting_entry__lines l join {s}.accounting_entry e on e.id = l.parent_id join {s}.chart_of_account a on a.id = l.account_id
         where e.source_module = 'payroll' and e.source_id = $1 group by 1`,
        [payroll],
      )
    ).map((row) => [row.role, Number(row.n)]),
  )

describe('service invoices', () => {
  const invoice = (values: Row = {}): Row => ({
    employee_id: id('cashier'),
    invoice_no: 'SI-1',
    period_from: '2026-11-01',
    period_to: '2026-11-20',
    currency_id: 1,
    items: [{ description: 'Design', qty: 20, rate: 1000 }],
    withholding_rate: 10,
    atc_code: 'WI011',
    ...values,
  })
  const act = (who: string, record: Row, action: string, body: Row = {}) =>
    h.call(who, 'POST', `service_invoice_filing/${String(record.id)}/${action}`, body)
  const earnings = () =>
    h.sql<Row>(
      `select i.code, r.amount::float, r.effective_from::text as on, 'earning' as of from {s}.earning r join {s}.pay_item i on i.id = r.pay_item_id where r.employee_id = $1
       union all select i.code, r.amount::float, r.effective_from::text, 'deduction' from {s}.deduction r join {s}.pay_item i on i.id = r.pay_item_id where r.employee_id = $1 order by 4 desc`,
      [id('cashier')],
    )

  test('is for contractors, and pays those whom a payroll pays', async () => {
    const draft = await h.data('payroll', 'POST', 'service_invoice_filing', invoice())
    expect((await act('payroll', draft, 'post')).body).toMatchObject({
      rule: 'E_EMPLOYMENT_TYPE',
      message: expect.stringContaining('Contract, Freelance'),
    })
    await h.sql("update {s}.employee set employment_type_id = (select id from {s}.employment_type where code = 'FL') where id = $1", [
      id('cashier'),
    ])
    await h.data('payroll', 'POST', `service_invoice_filing/${String(draft.id)}/post`, {})
    expect((await act('approver', draft, 'approve')).body.rule).toBe('E_PAY_GROUP')
    await h.sql(
      "update {s}.employee set pay_group_id = $1, is_exempt_dtr = true, date_hired = '2025-01-06', salary_rate_type = 'monthly', basic_rate = 0 where id = $2",
      [group, id('cashier')],
    )
    // November's payroll was posted: December's is the next.
    expect((await act('approver', draft, 'approve')).body.data).toMatchObject({ status: 'approved', net_amount: 18000 })
    expect(await earnings()).toEqual([
      { code: 'SERVICE_FEE', amount: 20000, on: '2026-12-01', of: 'earning' },
      { code: 'EXPANDED_WITHHOLDING', amount: 2000, on: '2026-12-01', of: 'deduction' },
    ])
    expect((await act('payroll', draft, 'void', { void_reason: 'A wrong invoice' })).status).toBe(200)
    expect(await earnings()).toEqual([])
  })

  test('is paid once, with its withholding tax, and is not compensation; one that a payroll paid cannot be undone', async () => {
    const filed = await h.file('payroll', 'service_invoice_filing', invoice({ invoice_no: 'SI-2' }))
    const payroll = await h.data('payroll', 'POST', 'payroll', { branch_id: 1, pay_group_id: group, pay_period_id: periods[2] })
    const step = (who: string, action: string, body: Row = {}) => h.data(who, 'POST', `payroll/${String(payroll.id)}/${action}`, body)
    await step('payroll', 'precompute')
    // A payroll that was already computed must recompute the employee.
    expect((await act('approver', filed, 'approve')).status).toBe(200)
    expect((await h.data('payroll', 'GET', `payroll/${String(payroll.id)}`)).status).toBe('draft')
    await step('payroll', 'precompute')
    await step('payroll', 'process')
    expect((await act('payroll', filed, 'void', { void_reason: 'A wrong invoice' })).body).toMatchObject({ rule: 'E_PAID' })
    await step('approver', 'approve')
    await step('payroll', 'post')
    const [slip] = await h.sql<Row>('select gross::float, net_pay::float from {s}.payslip where payroll_id = $1 and employee_id = $2', [
      payroll.id,
      id('cashier'),
    ])
    expect(slip).toEqual({ gross: 20000, net_pay: 18000 })
    expect(await booked(payroll.id)).toMatchObject({ professional_fees: 20000, ewt_payable: -2000 })
    const [year] = await h.sql<Row>('select taxable_income::float, tax_withheld::float from {s}.ytd_payroll where employee_id = $1', [
      id('cashier'),
    ])
    expect(year).toEqual({ taxable_income: 0, tax_withheld: 0 })
    // The papers of expanded withholding are the account of the ledger: 20,000 x 10% = 2,000, in December, when it was paid.
    const quarter = 'date_from=2026-10-01&date_to=2026-12-31'
    const paper = async (path: string, ...columns: string[]) =>
      ((await h.call('admin', 'GET', path)).body.data as Row[]).map((row) => columns.map((column) => row[column]))
    const credited = async () =>
      Number(
        (
          await h.sql<{ n: string }>(
            `select coalesce(sum(l.credit - l.debit), 0) as n from {s}.accounting_entry__lines l join {s}.accounting_entry e on e.id = l.parent_id
             join {s}.chart_of_account a on a.id = l.account_id where a.role = 'ewt_payable' and e.transaction_date between '2026-10-01' and '2026-12-31'`,
          )
        )[0]!.n,
      )
    const name = String((await h.sql<Row>('select full_name from {s}.employee where id = $1', [id('cashier')]))[0]!.full_name)
    expect(await paper(`qap/paginate?${quarter}`, 'party', 'tin', 'atc_code', 'rate', 'base', 'tax')).toEqual([
      [name, null, 'WI011', 10, 20000, 2000],
    ])
    expect(await paper(`bir_1601eq/paginate?${quarter}`, 'atc_code', 'rate', 'base', 'tax')).toEqual([['WI011', 10, 20000, 2000]])
    expect(await paper('bir_0619e/paginate?date_from=2026-11-01&date_to=2026-11-30', 'tax')).toEqual([])
    expect(await paper(`form_2307/paginate?${quarter}&employee_id=${id('cashier')}`, 'month_1', 'month_2', 'month_3', 'tax')).toEqual([
      [0, 0, 20000, 2000],
    ])
    expect(await credited()).toBe(2000)
    // The file of the quarter names a contractor without a TIN.
    await h.sql("update {s}.company set tin = '123-456-789-00000'")
    expect((await h.call('admin', 'GET', `qap/upload-file?${quarter}`)).body).toMatchObject({
      rule: 'E_NO_TIN',
      message: expect.stringContaining(name),
    })
    await h.sql("insert into {s}.employee_id (employee_id, id_type, id_number) values ($1, 'TIN', '222-333-444-00000')", [id('cashier')])
    expect((await h.call('admin', 'GET', `qap/upload-file?${quarter}`)).raw.toString()).toContain('222333444')
    await step('payroll', 'void', { void_reason: 'To be done again' })
    const after = await paper(`withholding_transactions/paginate?date_from=2026-01-01&date_to=2027-12-31&kind=payable`, 'base', 'tax')
    expect(after.toSorted()).toEqual([
      [-20000, -2000],
      [20000, 2000],
    ])
    expect((await act('payroll', filed, 'void', { void_reason: 'A wrong invoice' })).status).toBe(200)
    expect(await earnings()).toEqual([])
  })
})

// S359
test('the account of a loan is zero after its last instalment', async () => {
  const [loanAccount] = await h.sql<{ id: number }>(
    `insert into {s}.chart_of_account (code, name, type, normal_balance, is_postable, is_active) values ('1126-1', 'Company loans', 'Asset', 'Debit', true, true) returning id`,
  )
  await h.sql("update {s}.loan_type set gl_account_id = $1 where code = 'COMPANY'", [loanAccount!.id])
  const balances = async () =>
    (
      await h.sql<{ n: number }>(
        `select sum(l.debit - l.credit)::float as n from {s}.accounting_entry__lines l join {s}.chart_of_account a on a.id = l.account_id where a.code in ('1125', '1126-1') group by a.code order by a.code`,
      )
    ).map((row) => row.n)
  for (const [code, principal] of [
    ['COMPANY', 3000],
    ['CASH_ADVANCE', 500],
  ] as const) {
    const [type] = await h.sql<{ id: number }>('select id from {s}.loan_type where code = $1', [code])
    const draft = await h.data('payroll', 'POST', 'loan_entry', {
      employee_id: id('employee'),
      loan_type_id: type!.id,
      loan_date: '2026-11-25',
      start_date: '2026-12-01',
      principal,
      terms: 1,
    })
    for (const action of ['post', 'process']) await h.data('payroll', 'POST', `loan_entry/${String(draft.id)}/${action}`, {})
  }
  expect(await balances()).toEqual([500, 3000])
  const payroll = await pay(periods[2]!)
  expect(await balances()).toEqual([0, 0])
  await h.data('payroll', 'POST', `payroll/${String(payroll.id)}/void`, { void_reason: 'To be done again' })
  expect(await balances()).toEqual([500, 3000])
})

describe('notifications', () => {
  const noticesOf = async (who: string, module: string) => {
    const ctx = await h.server.system('REQS', 'delivering notifications')
    // No worker takes the mails here.
    const jobs = { ...ctx.services.jobs, send: async () => 'job' }
    while (await deliverNext({ ...ctx, services: { ...ctx.services, jobs } }));
    const { data } = (await h.call(who, 'GET', 'notification/paginate?limit=50')).body as unknown as { data: Row[] }
    return data.filter((row) => row.module_name === module)
  }

  test('R44: open the application that the user may enter, and name who did what', async () => {
    const filed = await h.file('employee', 'leave_filing', {
      leave_type_id: h.leave_type_id,
      date_from: '2026-12-02',
      date_to: '2026-12-02',
      duration_type: 'whole_day',
      reason: 'Errands',
    })
    await h.data('approver', 'POST', `leave_filing/${String(filed.id)}/approve`, {})
    const [news] = await noticesOf('employee', 'leave_filing')
    expect(news).toMatchObject({ application_name: 'employee_portal', title: `Leave Filing ${String(filed.transaction_no)}: approved` })
    expect((await noticesOf('approver', 'leave_filing'))[0]).toMatchObject({ application_name: 'talent' })
    expect(news!.description).toMatch(
      /^Aurora Villanueva: [^·\n]+\nLeave type: Leave without Pay · From: 2026\/12\/02 · To: 2026\/12\/02 · Days: 1$/,
    )
    expect(news!.description).not.toContain(String(filed.transaction_no))
  })

  test('open a page that the employee may enter, also where the portal does not list the module', async () => {
    const request = await h.file('employee', 'employee_requisition', { document_type: 'SSS Form', purpose: 'Loan', copies: 1 })
    await h.data('approver', 'POST', `employee_requisition/${String(request.id)}/approve`, {})
    expect((await noticesOf('employee', 'employee_requisition'))[0]).toMatchObject({
      application_name: 'employee_portal',
      module_id: request.id,
    })
    await h.data('hr', 'POST', 'memorandum_corner', { title: 'Fire drill', body: '<p>On Friday.</p>', category: 'Memo', audience: 'all' })
    expect((await noticesOf('employee', 'employee_portal_dashboard'))[0]).toMatchObject({
      application_name: 'employee_portal',
      module_id: null,
      title: 'Memo: Fire drill',
    })
  })

  test('a change of personal data is requested by employees, approved, and applied by Human Resources like their own edit', async () => {
    const nothing = await h.call('employee', 'POST', 'data_change_request', {})
    const empty = nothing.body.data as Row
    expect(await h.call('employee', 'POST', `data_change_request/${String(empty.id)}/post`, {})).toMatchObject({
      status: 422,
      body: { rule: 'E_NO_CHANGE' },
    })
    await h.sql(`update {s}.employee set mobile = '09170000001', phone = '0287000001' where id = $1`, [id('employee')])
    const request = await h.file('employee', 'data_change_request', { mobile: '09171234567', last_name: 'Reyes' })
    // What was recorded stands beside what is asked for, and only that.
    const { last_name: surname } = (await h.sql<Row>('select last_name from {s}.employee where id = $1', [id('employee')]))[0]!
    expect(await h.data('approver', 'GET', `data_change_request/${String(request.id)}`)).toMatchObject({
      from_last_name: surname,
      from_mobile: '09170000001',
      from_phone: null,
    })
    await h.data('approver', 'POST', `data_change_request/${String(request.id)}/approve`, {})
    expect((await h.call('employee', 'POST', `data_change_request/${String(request.id)}/process`, {})).status).toBe(403)
    await h.sql(
      `update {s}.employee set gender = 'Male', birth_at = '1990-01-01', civil_status_id = (select min(id) from {s}.civil_status),
         citizenship_id = (select min(id) from {s}.citizenship) where id = $1`,
      [id('employee')],
    )
    const [before] = await h.sql<Row>('select first_name, mobile from {s}.employee where id = $1', [id('employee')])
    await h.data('hr', 'POST', `data_change_request/${String(request.id)}/process`, {})
    expect(
      (await h.sql<Row>('select first_name, last_name, full_name, mobile from {s}.employee where id = $1', [id('employee')]))[0],
    ).toEqual({
      first_name: before!.first_name,
      last_name: 'Reyes',
      full_name: 'Reyes, Emilio',
      mobile: '09171234567',
    })
    expect(await h.data('hr', 'GET', `data_change_request/${String(request.id)}`)).toMatchObject({ from_last_name: surname })
    expect((await noticesOf('employee', 'data_change_request'))[0]).toMatchObject({
      application_name: 'employee_portal',
      title: `${String(request.transaction_no)}: your data was changed`,
    })
  })

  test('concerns are raised by the employees concerned, and nobody else reads them', async () => {
    const raise = (employee_id?: number) =>
      h.call('employee', 'POST', 'escalation_and_concern', { type: 'Concern', subject: 'Lights', description: 'Broken.', employee_id })
    const raised = await raise()
    expect(raised.status).toBe(200)
    const concern = raised.body.data as Row
    const others = Number(
      ((await h.data('hr', 'GET', 'employee?limit=50')) as unknown as Row[]).find(({ id }) => id !== concern.employee_id)!.id,
    )
    expect((await raise(others)).status).toBe(400)
    expect((await h.call('approver', 'GET', `escalation_and_concern/${String(concern.id)}`)).status).toBe(404)
  })

  test('a processed payroll notifies users who may approve it, but not the preparer', async () => {
    const before = await noticesOf('approver', 'payroll')
    const draft = await h.data('payroll', 'POST', 'payroll', { branch_id: 1, pay_group_id: group, pay_period_id: periods.at(-1)! })
    for (const action of ['precompute', 'process']) await h.data('payroll', 'POST', `payroll/${String(draft.id)}/${action}`, {})
    const after = await noticesOf('approver', 'payroll')
    expect(after.length).toBe(before.length + 1)
    expect(after[0]).toMatchObject({ application_name: 'talent', description: expect.stringContaining('needs your approval') })
    expect(after[0]!.description).not.toMatch(/total/i)
    expect((await noticesOf('payroll', 'payroll')).filter((row) => /needs approval/.test(String(row.title)))).toEqual([])
  })
})
