/**
 * A company of employees of all kinds is paid for a year, and then files everything: what the forms, the annual list, the
 * returns and lists of the months and the upload files say is what the ledger owes, and paying it clears the ledger. The employees
 * are those of 500 among whom any two circumstances meet in somebody of each kind; with YEAR_EMPLOYEES, so many, from 60 on.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { sheetRows } from '../../src/server/records/import/read.ts'
import { workJob } from '../../src/server/workflow/jobs.ts'
import {
  pesos,
  type Read,
  readAlphalist,
  readBdo,
  readBpi,
  readCollection,
  readLoanList,
  readR3,
  readRf1,
  readSecurityBank,
  sum,
} from './agency-files.ts'
import { makeAmounts, makePeople, type Period, RAISED, RAISED_BACK, WAGE_ORDER, writeTime } from './company-year.ts'
import { openPayHost, type PayHost, rowsOf, TIME } from './payroll-host.ts'
import { different, is, type Person, people } from './year-people.ts'

const { YEAR_EMPLOYEES } = process.env
const everyone = YEAR_EMPLOYEES ? people(Number(YEAR_EMPLOYEES)) : different(people(500), 40)
/** Groups that are paid twice a month; a fourth one is paid every two weeks. */
const GROUPS = ['office', 'plant', 'directors'] as const
let host: PayHost
let groups: Record<(typeof GROUPS)[number] | 'fortnightly', number>
let bank_account_id: number
let bank_id: number
const payrolls: number[] = []

const MINUTES = 60_000
const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1)
const advanceTo = (date: string) => host.clock.advanceTo(`${date}T01:00:00.000Z`)
const cents = (amount: unknown): number => Math.round(Number(amount) * 100)
const total = (rows: readonly Row[], name: string): number => rows.reduce((all, row) => all + cents(row[name]), 0)

beforeAll(async () => {
  host = await openPayHost('WHOLE', '2026-01-02', [
    ...TIME,
    ...['piece_rate', 'piece_output', 'region', 'province', 'city', 'leave_type', 'sss_benefit_claim', 'position'],
    ...['loan_type', 'loan_entry', 'loan_ledger', 'monthly_remittance', 'bank', 'bank_account', 'bank_file_format'],
    ...['tax_form_2316', 'alphalist', 'fringe_benefit', 'bir_1603q', 'service_charge'],
  ])
  for (const cycle of ['SEMI', 'BIWEEKLY']) for (const year of [2026, 2027]) await host.periods(cycle as 'SEMI', year)
  groups = {
    office: await host.group('Office', 'SEMI'),
    plant: await host.group('Plant', 'SEMI'),
    directors: await host.group('Directors', 'SEMI', { is_confidential: true, user_ids: [1, 2] }),
    fortnightly: await host.group('Fortnightly', 'BIWEEKLY' as 'SEMI'),
  }
  bank_id = await makePeople(host, everyone, groups)
  const account = { owner_type: 'company', bank_id, account_name: 'Company', account_no: '0012345678', account_type: 'Current' }
  bank_account_id = Number((await host.harness.make('bank_account', account)).id)
  await makeAmounts(host, everyone)
}, 5 * MINUTES)
afterAll(() => host.close())

const periodsOf = (cycle: string) =>
  host.query<Period>(
    `SELECT p.id, p.date_from::text AS "from", p.date_to::text AS "to" FROM {s}.pay_period p JOIN {s}.pay_cycle c ON c.id = p.pay_cycle_id
     WHERE c.code = $1 AND p.year = 2026 ORDER BY p.date_from`,
    [cycle],
  )

/** A payroll of a group, from draft to posted. A large one is computed by the job that it starts. */
async function settle(group: number, period: number, more: Row = {}): Promise<number> {
  const id = await host.payroll(group, period, more)
  const { job_id } = await host.post(`payroll/${id}/precompute`)
  if (job_id) {
    const [job] = await host.query<{ run: string }>(`SELECT run FROM {s}.transition_run WHERE module = 'payroll' AND record_id = $1`, [id])
    await workJob(await host.harness.ctx(), { module: 'payroll', id, run: job!.run }, () => undefined)
  }
  const failed = await host.query('SELECT error FROM {s}.payroll__employees WHERE parent_id = $1 AND error IS NOT NULL LIMIT 3', [id])
  expect(failed).toEqual([])
  await host.post(`payroll/${id}/process`)
  await host.post(`payroll/${id}/approve`, {}, host.approver)
  await host.post(`payroll/${id}/post`)
  payrolls.push(id)
  return id
}

const raise = (employee_id: number, basic_rate: number, effective_date: string) =>
  host.ok('PUT', 'employee/v2/compensation', { employee_id, basic_rate, effective_date })

const staying = (group: string) => everyone.filter((person) => person.group === group && !person.left && person.hired < '2026')

/** Sickness, maternity, fringe benefits and service charges of July, of employees who stay. */
async function benefits({ id, from, to }: Period): Promise<void> {
  const [sick, mother, ...crew] = staying('office').filter(({ kind, n }) => kind === 'monthly' && n % 2 && n % 10 > 2) as [
    Person,
    Person,
    ...Person[],
  ]
  const claim = await host.post('sss_benefit_claim', { employee_id: sick.id, date_from: from, date_to: '2026-07-08', sss_benefit: 4000 })
  await host.post(`sss_benefit_claim/${claim.id}/approve`)
  const { annual_credits, category, code, name, ...more } = rowsOf('leave_type').find((row) => row.code === 'ML')!
  const type = await host.harness.make('leave_type', { annual_credits, category, code, name, ...more })
  await host.query(
    `INSERT INTO {s}.leave_filing (transaction_no, employee_id, leave_type_id, date_from, date_to, duration_type, with_pay, status, reason, transaction_date, sss_benefit)
     VALUES ('LF-2026-000001', $1, $2, '2026-07-01', '2026-10-13', 'whole_day', true, 'approved', 'Birth', '2026-06-15', 70000)`,
    [mother.id, type.id],
  )
  const position = await host.harness.make('position', { code: 'DIR', name: 'Director', level: 'Managerial' })
  const [director] = staying('directors')
  await host.query('UPDATE {s}.employee SET position_id = $1 WHERE pay_group_id = $2', [position.id, groups.directors])
  for (const value of [30_000, 45_500.5]) {
    const benefit = { branch_id: 1, employee_id: director!.id, kind: 'housing_use', value, transaction_date: to }
    await host.post(`fringe_benefit/${Number((await host.harness.make('fringe_benefit', benefit)).id)}/post`)
  }
  const shares = crew.slice(0, 3).map((person) => ({ employee_id: person.id, weight: 1 }))
  const [account] = await host.query<{ id: number }>(`SELECT id FROM {s}.chart_of_account WHERE role = 'undeposited_collections'`)
  const charge = {
    date_from: from,
    date_to: to,
    collected: 10_000,
    method: 'equal',
    pay_period_id: id,
    collected_account_id: account!.id,
    shares,
  }
  await host.post(`service_charge/${Number((await host.harness.make('service_charge', charge)).id)}/distribute`)
}

/** What the personnel office enters before the payroll of a period. */
async function personnel(period: Period): Promise<void> {
  const { from, to } = period
  if (from === RAISED) await benefits(period)
  if (from === RAISED) for (const person of everyone) if (is('raised', person)) await raise(person.id, person.rate * 1.08, RAISED)
  if (from === '2026-09-16') {
    for (const person of everyone) {
      if (is('raised by a wage order', person)) await raise(person.id, 755, WAGE_ORDER)
      if (is('raised for days that were paid', person)) await raise(person.id, person.rate + 2000, RAISED_BACK)
    }
  }
  for (const { id, left, cause } of everyone)
    if (left && left >= from && left <= to)
      await host.query('UPDATE {s}.employee SET date_separated = $2, separation_cause = $3, separation_reason = $3 WHERE id = $1', [
        id,
        left,
        cause,
      ])
}

const balanceOf = async (...roles: string[]): Promise<number> => {
  const [row] = await host.query<{ owed: string }>(
    `SELECT coalesce(sum(l.credit - l.debit), 0)::text AS owed FROM {s}.accounting_entry__lines l JOIN {s}.accounting_entry e ON e.id = l.parent_id AND e.posted_at IS NOT NULL
     JOIN {s}.chart_of_account a ON a.id = l.account_id WHERE a.role = ANY ($1)`,
    [roles],
  )
  return cents(row!.owed)
}

test(
  'the year is paid in 24 cut-offs and 26 fortnights, with final pays, a further payroll, a voided one, and the 13th month',
  async () => {
    const fortnights = await periodsOf('BIWEEKLY')
    for (const period of await periodsOf('SEMI')) {
      const due = fortnights.filter(({ to }) => to <= period.to)
      for (const { id, to } of fortnights.splice(0, due.length)) {
        advanceTo(to)
        if (to.startsWith('2026-12') && to < '2026-12-20') await settle(groups.fortnightly, id, { payroll_tag: '13th_month' })
        await settle(groups.fortnightly, id)
      }
      await personnel(period)
      await writeTime(host, everyone, period)
      advanceTo(period.to)
      for (const name of GROUPS) {
        if (period.to === '2026-12-15') await settle(groups[name], period.id, { payroll_tag: '13th_month' })
        const paid = await settle(groups[name], period.id)
        if (name === 'plant' && period.to === '2026-03-15') {
          await host.post(`payroll/${paid}/void`, { void_reason: 'Wrong hours' })
          payrolls.pop()
          await settle(groups[name], period.id)
        }
        if (everyone.some(({ group, left }) => group === name && left && left >= period.from && left <= period.to))
          await settle(groups[name], period.id, { payroll_tag: 'final_pay' })
        if (name === 'office' && period.to === '2026-05-31') {
          const chosen_ids = everyone.filter(({ group, left, hired }) => group === name && !left && hired < '2026').map(({ id }) => id)
          const more = await host.payroll(groups[name], period.id, { payroll_tag: 'supplementary', chosen_ids: chosen_ids.slice(0, 5) })
          for (const employee_id of chosen_ids.slice(0, 5))
            await host.post(`payroll/${more}/entries`, { employee_id, pay_item_id: host.item('BONUS'), amount: 5000 })
          await host.post(`payroll/${more}/precompute`)
          await host.post(`payroll/${more}/process`)
          await host.post(`payroll/${more}/approve`, {}, host.approver)
          await host.post(`payroll/${more}/post`)
          payrolls.push(more)
        }
      }
    }
  },
  10 * MINUTES,
)

test('the year has every kind of pay, and each payroll owes its employees the net pay of their payslips', async () => {
  const lines = await host.query<{ code: string }>(
    `SELECT DISTINCT regexp_replace(e.code, '-.*', '') AS code FROM {s}.payroll__entries e JOIN {s}.payroll p ON p.id = e.parent_id AND p.status = 'posted'
     WHERE e.is_manual IS NOT TRUE`,
  )
  expect(lines.map(({ code }) => code)).toEqual(
    expect.arrayContaining([
      ...[
        'BASIC',
        'OVERTIME',
        'NIGHT',
        'SPECIAL',
        'HOLIDAY_UNWORKED',
        'HOLIDAY_BY_OUTPUT',
        'PIECE',
        'PIECE_TOP_UP',
        'RETRO_BASIC',
        '13TH_MONTH',
        'SEPARATION_PAY',
      ],
      ...['TRANSPORT', 'MEAL', 'COMMISSION', 'BONUS', 'GIFT', 'HAZARD', 'REIMBURSE', 'DM_RICE', 'SERVICE_CHARGE'],
      ...['SSS_SICKNESS', 'SSS_MATERNITY', 'MATERNITY_DIFFERENTIAL', 'MATERNITY_LEAVE'],
      ...['SSS', 'SSS_MPF', 'PHILHEALTH', 'PAGIBIG', 'PAGIBIG_EXTRA', 'WITHHOLDING_TAX', 'TAX_REFUND', 'UNION_DUES'],
      ...['SSS_SALARY', 'SSS_CALAMITY', 'PAGIBIG_MPL', 'COMPANY'],
    ]),
  )
  // Each payroll's entry balances, and owes the employees what their payslips say.
  const [sums] = await host.query<{ entries: number; wrong: number }>(
    `SELECT count(*)::int AS entries, count(*) FILTER (WHERE debit <> credit)::int AS wrong FROM (
       SELECT e.id, sum(l.debit) AS debit, sum(l.credit) AS credit FROM {s}.accounting_entry e JOIN {s}.accounting_entry__lines l ON l.parent_id = e.id
       WHERE e.source_module = 'payroll' GROUP BY e.id) s`,
  )
  // The voided payroll has its entry and the reversal.
  expect(sums).toEqual({ entries: payrolls.length + 2, wrong: 0 })
  const [slips] = await host.query<{ net: string }>('SELECT sum(net_pay)::text AS net FROM {s}.payslip')
  expect(await balanceOf('salaries_payable')).toBe(cents(slips!.net))
})

type Remittance = Row & { id: number; agency: string; part: string; month: number }
const remittances = async () => (await host.ok('GET', 'monthly_remittance?sort=id&limit=200')) as unknown as Remittance[]
const paidTo = (rows: readonly Remittance[], agency: string, part = 'contributions') =>
  rows.filter((row) => row.agency === agency && row.part === part)
const file = async (path: string): Promise<string> => {
  const { status, text, body } = await host.harness.call('GET', path)
  expect([path, status, body?.message]).toEqual([path, 200, undefined])
  return text
}
/** Sums of payslip deductions by the code of their pay item, of employees with a final tax or of all others. */
const deducted = async (codes: readonly string[], isFinal = false): Promise<number> => {
  const [row] = await host.query<{ amount: string }>(
    `SELECT coalesce(sum(d.amount), 0)::text AS amount FROM {s}.payslip s JOIN {s}.employee e ON e.id = s.employee_id AND e.is_final_tax = $2
     JOIN {s}.payslip__deductions d ON d.parent_id = s.id JOIN {s}.pay_item i ON i.id = d.pay_item_id WHERE i.code = ANY ($1)`,
    [codes, isFinal],
  )
  return cents(row!.amount)
}

/** Agency and part, the ledger's account, and the pay items of what employees pay. */
const AGENCIES = [
  ['SSS', 'contributions', 'sss_payable', ['SSS', 'SSS_MPF']],
  ['PhilHealth', 'contributions', 'philhealth_payable', ['PHILHEALTH']],
  ['Pagibig', 'contributions', 'pagibig_payable', ['PAGIBIG', 'PAGIBIG_EXTRA']],
  ['BIR', 'tax', 'compensation_tax_payable', ['WITHHOLDING_TAX']],
  ['BIR', 'final_tax', 'final_tax_payable', ['WITHHOLDING_TAX']],
  ['SSS', 'loans', 'sss_loans_payable', []],
  ['Pagibig', 'loans', 'pagibig_loans_payable', []],
] as const
const owed = new Map<string, number>()

test('the monthly remittances equal the deductions on payslips and the payables in the ledger', async () => {
  for (const month of MONTHS) await host.post(`monthly_remittance/${month}/2026`)
  const all = await remittances()
  for (const [agency, part, role, codes] of AGENCIES) {
    const papers = paidTo(all, agency, part)
    const due = total(papers, 'grand_total')
    owed.set(role, due)
    expect([agency, part, due > 0]).toEqual([agency, part, true])
    expect([role, await balanceOf(role)]).toEqual([role, due])
    if (codes.length) expect([role, await deducted(codes, part === 'final_tax')]).toEqual([role, total(papers, 'total_employee')])
    // Each remittance is the sum of its employees.
    for (const { id, grand_total } of papers) {
      const { rows } = await host.ok('GET', `monthly_remittance/${id}`)
      expect([agency, part, total(rows as Row[], 'total')]).toEqual([agency, part, cents(grand_total)])
    }
  }
  const [loans] = await host.query<{ sss: string; pagibig: string }>(
    `SELECT coalesce(sum(l.paid_amount) FILTER (WHERE t.category = 'SSS'), 0)::text AS sss, coalesce(sum(l.paid_amount) FILTER (WHERE t.category = 'Pagibig'), 0)::text AS pagibig
     FROM {s}.loan_entry l JOIN {s}.loan_type t ON t.id = l.loan_type_id`,
  )
  expect([cents(loans!.sss), cents(loans!.pagibig)]).toEqual([owed.get('sss_loans_payable'), owed.get('pagibig_loans_payable')])
})

test('forms 2316, the alphalist, the monthly returns and the ledger agree; the alphalist file is read back', async () => {
  const taxed = everyone.filter(({ kind }) => kind !== 'alien')
  await host.post('tax_form_2316/generate', { year: 2026, at_once: true })
  const boxes = async (item: string) =>
    cents(
      (
        await host.query<{ amount: string }>(
          `SELECT sum(b.amount)::text AS amount FROM {s}.tax_form_2316 f JOIN {s}.tax_form_2316__boxes b ON b.parent_id = f.id WHERE f.year = 2026 AND b.item = $1`,
          [item],
        )
      )[0]!.amount,
    )
  const [{ forms } = { forms: 0 }] = await host.query<{ forms: number }>('SELECT count(*)::int AS forms FROM {s}.tax_form_2316')
  expect(forms).toBe(taxed.length)
  const { id } = await host.post('alphalist', { year: 2026, withholding_agent_category: 'private' })
  const list = await host.post(`alphalist/${id}/process`)
  expect((list.findings as Row[]).filter(({ severity }) => severity === 'error')).toEqual([])
  const tax = owed.get('compensation_tax_payable')
  expect([await boxes('25A'), cents(list.total_withheld)]).toEqual([tax, tax])
  expect(cents(list.total_gross)).toBe(await boxes('19'))

  // The returns of the months.
  const items = new Map<string, number>()
  for (const { id: remittance } of paidTo(await remittances(), 'BIR', 'tax')) {
    for (const [item, , amount] of await rowsOfBook(`monthly_remittance/${remittance}/tax-return`))
      items.set(String(item), (items.get(String(item)) ?? 0) + cents(amount))
  }
  const returned = Object.fromEntries(items)
  expect([returned['25'], returned['27']]).toEqual([tax, tax])
  const form = Object.fromEntries(
    await Promise.all(['19', '20', '21', '29', '34', '35', '36'].map(async (item) => [item, await boxes(item)] as const)),
  )
  expect([returned['14'], returned['17'], returned['18'], returned['19']]).toEqual([form['19'], form['34'], form['35'], form['36']])
  // Of who owes no tax, the form counts basic pay as exempt (item 29), and the return as taxable pay without tax.
  const [{ taxable } = { taxable: '' }] = await host.query<{ taxable: string }>(
    'SELECT sum(taxable_income)::text AS taxable FROM {s}.ytd_payroll WHERE year = 2026',
  )
  expect([returned['22'], returned['14']! - returned['21']!]).toEqual([cents(taxable), cents(taxable)])

  // The file for the BIR.
  const records = readAlphalist(await file(`alphalist/${id}/dat-file`))
  expect(records).toHaveLength(taxed.length)
  const minimum = new Set(taxed.filter(({ kind }) => kind === 'minimum').map((person) => person.id))
  expect(records.filter(({ record }) => record === 'D2')).toHaveLength(minimum.size)
  for (const [name, item] of [
    ['gross', '19'],
    ['nontaxable', '20'],
    ['taxable', '21'],
    ['prev_taxable', '22'],
    ['combined', '23'],
    ['tax_due', '24'],
    ['prev_withheld', '25B'],
    ['actual', '25A'],
  ] as const)
    expect([name, sum(records, name)]).toEqual([name, await boxes(item)])
  const [{ benefits } = { benefits: '' }] = await host.query<{ benefits: string }>(
    'SELECT sum(previous_employer_benefits)::text AS benefits FROM {s}.ytd_payroll WHERE year = 2026',
  )
  expect([sum(records, 'prev_13th'), sum(records, 'prev_gross') - sum(records, 'prev_taxable')]).toEqual([cents(benefits), cents(benefits)])
  expect(sum(records, 'actual')).toBe(sum(records, 'withheld') + sum(records, 'december') - sum(records, 'over'))
  for (const record of records) {
    const amount = (name: string) => pesos(record[name]!)
    expect([record.tin, amount('gross')]).toEqual([record.tin, amount('nontaxable') + amount('taxable')])
    expect([record.tin, amount('combined')]).toEqual([record.tin, amount('taxable') + amount('prev_taxable')])
    // The last pay of the year or of the employment settles the tax of the year, with what previous employers withheld.
    expect([record.tin, amount('actual') + amount('prev_withheld')]).toEqual([record.tin, amount('tax_due')])
  }
  await host.post(`alphalist/${id}/finalize`)
})

/** What the lists of a month have for each employee's number, against the rows of its remittance. */
async function listed(remittance: Remittance, members: readonly Read[], amountOf: (member: Read) => number): Promise<void> {
  const { rows } = await host.ok('GET', `monthly_remittance/${remittance.id}`)
  const inFile = members.map((member) => [member.number!, amountOf(member)] as const)
  const stored = (rows as Row[]).map((row) => [String(row.id_number), cents(row.total)] as const)
  const sorted = (pairs: readonly (readonly [string, number])[]) => pairs.map((pair) => pair.join(' ')).sort()
  expect(sorted(inFile)).toEqual(sorted(stored))
}

/** Rows of a workbook, without its titles. */
async function rowsOfBook(path: string): Promise<(readonly unknown[])[]> {
  const { raw } = await host.harness.call('GET', path)
  const rows: (readonly unknown[])[] = []
  for await (const sheet of sheetRows(raw)) rows.push(...sheet)
  return rows.slice(1)
}

test('the files for the agencies are read back for every month', async () => {
  for (const remittance of await remittances()) {
    const { id, agency, part, month } = remittance
    const path = `monthly_remittance/${id}`
    const place = ((month - 1) % 3) + 1
    if (agency === 'SSS' && part === 'contributions') {
      const { header, members } = readR3(await file(`${path}/contribution-list`))
      expect([header.number, header.month]).toEqual(['0312345678', `${String(month).padStart(2, '0')}2026`])
      await listed(remittance, members, (member) => pesos(member[`paid${place}`]!) + pesos(member[`ec${place}`]!))
      // The return of payment: employees, contributions, provident fund, EC and the total.
      const [row] = await rowsOfBook(`${path}/payment-return`)
      const [count, ...amounts] = row!.slice(3).map(Number)
      expect([count, cents(amounts[3])]).toEqual([members.length, cents(remittance.grand_total)])
      expect(cents(amounts[0]) + cents(amounts[1]) + cents(amounts[2])).toBe(cents(amounts[3]))
      expect(cents(amounts[2])).toBe(cents(remittance.total_ec))
    } else if (agency === 'SSS') {
      const { header, loans } = readLoanList(await file(`${path}/sss-loan-list`))
      expect([header.number, header.month]).toEqual(['0312345678', `26${String(month).padStart(2, '0')}`])
      await listed(remittance, loans, (loan) => Number(loan.amount))
    } else if (agency === 'PhilHealth') {
      const { header, members } = readRf1(await file(`${path}/member-list`))
      expect([header.number, header.month, header.year]).toEqual(['001234567894', String(month).padStart(2, '0'), '2026'])
      await listed(remittance, members, (member) => Number(member.employee) + Number(member.employer))
      // The columns of form RF-1 that its web program takes: the last two are the shares.
      const columns = await rowsOfBook(`${path}/member-list?format=workbook`)
      expect([columns.length, columns.reduce((all, row) => all + cents(row[9]) + cents(row[10]), 0)]).toEqual([
        members.length,
        cents(remittance.grand_total),
      ])
    } else if (agency === 'Pagibig') {
      const list = part === 'loans' ? 'pagibig-loan-list' : 'savings-list'
      const { header, members } = readCollection(await file(`${path}/${list}`), part === 'loans' ? 'ST' : 'MC')
      expect([header.number, header.month]).toEqual(['201234567890', `2026${String(month).padStart(2, '0')}`])
      await listed(remittance, members, (member) => pesos(member.employee!) + pesos(member.employer!))
    }
  }
})

test('the bank files of a payroll pay each account its net pay, in the format of each bank', async () => {
  const shipped = rowsOf('bank_file_format')
  const readers = { BPI128: readBpi, SECB: readSecurityBank, BDO: readBdo }
  const december = payrolls.slice(-3)
  for (const [code, read] of Object.entries(readers)) {
    await host.query('UPDATE {s}.bank_file_format SET is_active = false')
    const format = shipped.find((row) => row.code === code)!
    await host.harness.make('bank_file_format', { ...format, bank_id, is_active: true })
    for (const payroll of december) {
      const paid = read(await file(`payroll/generate-text-docs?payroll_id=${payroll}&bank_id=${bank_id}`))
      const slips = await host.query<{ account: string; net: string }>(
        `SELECT a.account_no AS account, s.net_pay::text AS net FROM {s}.payslip s JOIN {s}.bank_account a ON a.owner_type = 'employee' AND a.owner_id = s.employee_id
         WHERE s.payroll_id = $1 AND s.net_pay > 0`,
        [payroll],
      )
      const sorted = (rows: readonly { account: string; amount: number }[]) => rows.map((row) => `${row.account} ${row.amount}`).sort()
      expect(sorted(paid)).toEqual(sorted(slips.map(({ account, net }) => ({ account, amount: cents(net) }))))
    }
  }
})

/** The return of the third quarter's fringe benefits, paid. */
async function paidQuarter(): Promise<Row[]> {
  await host.post('bir_1603q/generate', { year: 2026, quarter: 3 })
  const [paper] = (await host.ok('GET', 'bir_1603q?limit=5')) as unknown as Row[]
  // Half of 30,000 and of 45,500.50, ÷ 65% × 35%: 8,076.92 and 12,250.13.
  expect([paper!.grand_total, await balanceOf('fringe_benefit_tax_payable')]).toEqual([20_327.05, 2_032_705])
  return [await host.post(`bir_1603q/${paper!.id}/mark_paid`, { date_paid: '2026-12-31', reference_no: 'FBT', bank_account_id })]
}

test('paying the dues clears the accounts of all agencies', async () => {
  const [cash] = [await balanceOf('cash_in_bank')]
  for (const { id, month, status } of await remittances())
    if (status === 'generated')
      await host.post(`monthly_remittance/${id}/mark_paid`, { date_paid: '2026-12-31', reference_no: `R-${month}`, bank_account_id })
  for (const [, , role] of AGENCIES) expect([role, await balanceOf(role)]).toEqual([role, 0])
  const [quarter] = (await paidQuarter()) as [Row]
  expect([await balanceOf('fringe_benefit_tax_payable'), cents(quarter.amount_paid)]).toEqual([0, cents(quarter.grand_total)])
  const due = [...owed.values(), cents(quarter.grand_total)].reduce((all, amount) => all + amount, 0)
  expect((await balanceOf('cash_in_bank')) - cash).toBe(due)
})
