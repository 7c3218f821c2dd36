/**
 * A company of employees of all kinds, made in a few statements, and what happens to them in 2026: who joins, leaves, is
 * raised, borrows, and what they work. Everything follows from the employee's number, so that each run is the same.
 */
import type { Row } from '../../src/engine/model/module.ts'
import type { PayHost } from './payroll-host.ts'
import { type Group, is, type Person, type Trait } from './year-people.ts'

export const RAISED = '2026-07-01'
/** Entered in September, after August was paid. */
export const RAISED_BACK = '2026-08-01'
export const WAGE_ORDER = '2026-09-26'

const NAMES = ['Peña', 'dela Cruz', 'Santos', 'Reyes', 'Muñoz', 'Garcia', 'Lim', 'Ocampo']

/** Writes the employees with their numbers and bank accounts, the company and its places. */
export async function makePeople(host: PayHost, all: readonly Person[], groups: Readonly<Record<Group, number>>): Promise<number> {
  const { query } = host
  const region = await host.harness.make('region', { code: 'NCR', name: 'National Capital Region', psgc_code: '1300000000' })
  await query('UPDATE {s}.branch SET region_id = $1, wage_category = NULL WHERE id = 1', [region.id])
  await query(
    `INSERT INTO {s}.company (code, name, legal_name, tin, sss_employer_no, philhealth_employer_no, pagibig_employer_no, address_line, zip_code, phone)
     VALUES ('WHOLE', 'Whole Year', 'Whole Year Manufacturing Corporation', '684-785-510-00000', '03-1234567-8', '00-123456789-4', '2012-3456-7890', '1 Ayala Avenue, Makati', '1226', '02-8123-4567')`,
  )
  await query(
    `INSERT INTO {s}.branch (id, code, name, region_id, is_active) OVERRIDING SYSTEM VALUE VALUES (2, 'PLANT', 'Plant', $1, true)`,
    [region.id],
  )
  const bank = Number((await host.harness.make('bank', { code: 'BPI', name: 'BPI' })).id)
  await host.harness.make('piece_rate', { code: 'SHIRT', name: 'Shirts sewn', rate: 10.25 })
  const [seen] = await query<{ civil: number; citizen: number }>(
    'SELECT (SELECT min(id) FROM {s}.civil_status) AS civil, (SELECT min(id) FROM {s}.citizenship) AS citizen',
  )
  const american = Number((await host.harness.make('citizenship', { code: 'USA', name: 'American' })).id)
  const rows = all.map((person) => {
    const { n, group, kind, rate, hired, left, cause } = person
    return {
      employee_no: `W${String(n).padStart(4, '0')}`,
      first_name: ['Ana', 'Ben', 'Cara', 'José'][n % 4],
      middle_name: n % 5 ? 'Ramos' : null,
      last_name: `${NAMES[n % NAMES.length]}`,
      suffix: is('named junior', person) ? 'Jr.' : null,
      full_name: `${NAMES[n % NAMES.length]} ${n}`,
      gender: n % 2 ? 'Female' : 'Male',
      birth_at: `19${70 + (n % 30)}-05-05`,
      citizenship_id: kind === 'alien' ? american : seen!.citizen,
      branch_id: group === 'plant' ? 2 : 1,
      date_hired: hired,
      date_separated: null,
      pay_group_id: groups[group],
      salary_rate_type: kind === 'hourly' ? 'hourly' : kind === 'monthly' || kind === 'alien' ? 'monthly' : 'daily',
      basic_rate: rate,
      is_minimum_wage: kind === 'minimum',
      is_piece_rate: kind === 'piece',
      is_final_tax: kind === 'alien',
      has_agencies: kind !== 'alien',
      is_exempt_dtr: group !== 'plant',
      days_per_year: group === 'plant' ? 313 : null,
      pagibig_extra: is('saving more', person) ? 300 : null,
      left,
      cause,
    }
  })
  const made = await query<{ id: number; employee_no: string }>(
    `INSERT INTO {s}.employee (employee_no, first_name, middle_name, last_name, suffix, full_name, gender, birth_at, civil_status_id, citizenship_id, branch_id,
       employment_type_id, date_hired, status, pay_group_id, salary_rate_type, basic_rate, is_minimum_wage, is_piece_rate, is_final_tax, has_sss, has_philhealth,
       has_pagibig, is_exempt_dtr, days_per_year, pagibig_extra)
     SELECT r.employee_no, r.first_name, r.middle_name, r.last_name, r.suffix, r.full_name, r.gender, r.birth_at, $2, r.citizenship_id, r.branch_id, $3, r.date_hired,
       'active', r.pay_group_id, r.salary_rate_type, r.basic_rate, r.is_minimum_wage, r.is_piece_rate, r.is_final_tax, r.has_agencies, r.has_agencies, r.has_agencies,
       r.is_exempt_dtr, r.days_per_year, r.pagibig_extra
     FROM jsonb_to_recordset($1::jsonb) r (employee_no text, first_name text, middle_name text, last_name text, suffix text, full_name text, gender text, birth_at date,
       citizenship_id bigint, branch_id bigint, date_hired date, pay_group_id bigint, salary_rate_type text, basic_rate numeric, is_minimum_wage boolean,
       is_piece_rate boolean, is_final_tax boolean, has_agencies boolean, is_exempt_dtr boolean, days_per_year numeric, pagibig_extra numeric)
     RETURNING id, employee_no`,
    [JSON.stringify(rows), seen!.civil, host.type],
  )
  const byNumber = new Map(made.map(({ id, employee_no }) => [employee_no, Number(id)]))
  for (const person of all) person.id = byNumber.get(`W${String(person.n).padStart(4, '0')}`)!
  await query(
    `INSERT INTO {s}.employee_id (employee_id, id_type, id_number)
     SELECT e.id, t.kind, t.start || lpad(e.id::text, 7, '0') || t.rest
     FROM {s}.employee e, (VALUES ('SSS', '34', '1'), ('Philhealth', '120', '41'), ('Pagibig', '1211', '8'), ('TIN', '90', '0000')) t (kind, start, rest)`,
  )
  await query(
    `INSERT INTO {s}.bank_account (owner_type, owner_id, bank_id, account_no, account_name, account_type, is_active)
     SELECT 'employee', e.id, $1, '3' || lpad((e.id * 7919)::text, 9, '0'), e.full_name, 'Payroll', true FROM {s}.employee e`,
    [bank],
  )
  await query(
    `UPDATE {s}.employee e SET bank_account_id = a.id FROM {s}.bank_account a WHERE a.owner_type = 'employee' AND a.owner_id = e.id`,
  )
  return bank
}

/** Inserts rows, a statement for each kind of record. */
async function insert(host: PayHost, module: string, columns: Readonly<Record<string, string>>, rows: readonly Row[]): Promise<void> {
  const names = Object.keys(columns).join(', ')
  const typed = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
  await host.query(`INSERT INTO {s}.${module} (${names}) SELECT ${names} FROM jsonb_to_recordset($1::jsonb) r (${typed.join(', ')})`, [
    JSON.stringify(rows),
  ])
}

/** Allowances, benefits, commissions, bonuses, dues, loans, and what previous employers paid. */
export async function makeAmounts(host: PayHost, all: readonly Person[]): Promise<void> {
  const paid = all.filter(({ kind }) => kind !== 'alien')
  const item = (code: string) => host.item(code)
  const start = '2026-01-01'
  await insert(
    host,
    'allowance',
    {
      employee_id: 'bigint',
      pay_item_id: 'bigint',
      amount: 'numeric',
      unit_type: 'text',
      time_unit: 'text',
      is_taxable: 'boolean',
      effective_from: 'date',
    },
    paid
      .filter((person) => is('allowed transport', person) || is('allowed meals', person))
      .map((person) => ({
        employee_id: person.id,
        pay_item_id: item(is('allowed meals', person) ? 'MEAL' : 'TRANSPORT'),
        amount: 1500,
        unit_type: 'amount',
        time_unit: 'per_month',
        is_taxable: true,
        effective_from: start,
      })),
  )
  await insert(
    host,
    'employee_de_minimis_benefit',
    { employee_id: 'bigint', pay_item_id: 'bigint', benefit: 'text', amount: 'numeric', time_unit: 'text', effective_from: 'date' },
    paid
      .filter((person) => is('given rice', person) || is('given rice beyond the limit', person))
      .map((person) => ({
        employee_id: person.id,
        pay_item_id: item('DM_RICE'),
        benefit: 'Rice',
        amount: is('given rice', person) ? 2500 : 3000,
        time_unit: 'per_month',
        effective_from: start,
      })),
  )
  const once = (employee_id: number, code: string, amount: number, effective_from: string): Row => ({
    employee_id,
    pay_item_id: item(code),
    amount,
    amount_option: 'amount',
    unit_type: 'amount',
    frequency: 'one_time',
    effective_from,
    is_taxable: true,
  })
  await insert(
    host,
    'earning',
    {
      employee_id: 'bigint',
      pay_item_id: 'bigint',
      amount: 'numeric',
      amount_option: 'text',
      unit_type: 'text',
      frequency: 'text',
      effective_from: 'date',
      is_taxable: 'boolean',
    },
    paid.flatMap((person) => {
      const { id, n, kind, rate } = person
      return [
        ...(is('paid commissions', person)
          ? [once(id, 'COMMISSION', 1234.56 + n, '2026-04-07'), once(id, 'COMMISSION', 987.65, '2026-10-20')]
          : []),
        ...(kind === 'monthly' ? [once(id, 'BONUS', rate / 2, '2026-06-10')] : [once(id, 'GIFT', 2000, '2026-06-10')]),
        ...(is('in hazard', person) ? [once(id, 'HAZARD', 450, '2026-08-05')] : []),
        ...(is('reimbursed', person) ? [once(id, 'REIMBURSE', 812.4, '2026-02-03')] : []),
      ]
    }),
  )
  await insert(
    host,
    'deduction',
    { employee_id: 'bigint', pay_item_id: 'bigint', amount: 'numeric', amount_option: 'text', frequency: 'text', effective_from: 'date' },
    paid
      .filter((person) => is('in the union', person))
      .map(({ id }) => ({
        employee_id: id,
        pay_item_id: item('UNION_DUES'),
        amount: 75,
        amount_option: 'amount',
        frequency: 'recurring',
        effective_from: start,
      })),
  )
  for (const person of paid.filter((each) => is('paid by another before', each))) {
    const { id, n, hired } = person
    await host.harness.make('ytd_payroll', {
      employee_id: id,
      year: 2026,
      previous_employer_taxable: 60_000 + n * 100,
      previous_employer_tax: 1500 + n,
      previous_employer_benefits: is('given benefits by another before', person) ? 20_000 : 0,
      previous_employer_periods: Number(hired.slice(5, 7)) - 1,
      previous_employer_tin: '123-456-789-00000',
      previous_employer_name: 'Before Incorporated',
    })
  }
  await lend(host, paid)
}

const LOANS: readonly (readonly [code: string, category: string, item: string, borrower: Trait])[] = [
  ['SSS_SALARY', 'SSS', 'GOVERNMENT_LOAN', 'borrowing from the SSS'],
  ['SSS_CALAMITY', 'SSS', 'GOVERNMENT_LOAN', 'borrowing after a calamity'],
  ['PAGIBIG_MPL', 'Pagibig', 'GOVERNMENT_LOAN', 'borrowing from Pag-IBIG'],
  ['COMPANY', 'Company', 'COMPANY_LOAN', 'borrowing from the company'],
]

/** Loans that are paid back from January on. */
async function lend(host: PayHost, all: readonly Person[]): Promise<void> {
  for (const [code, category, pay_item, borrower] of LOANS) {
    const type = { code, name: code, category, pay_item_id: host.item(pay_item), max_terms: 48 }
    const loan_type_id = Number((await host.harness.make('loan_type', type)).id)
    for (const { id, n } of all.filter((person) => is(borrower, person))) {
      const terms = { principal: 4800 + n * 12, terms: n % 2 ? 12 : 24, loan_date: '2026-01-02', start_date: '2026-01-15' }
      const loan = await host.harness.make('loan_entry', {
        employee_id: id,
        loan_type_id,
        branch_id: 1,
        ...terms,
        deduction_frequency: 'every_period',
      })
      await host.post(`loan_entry/${Number(loan.id)}/post`)
      await host.post(`loan_entry/${Number(loan.id)}/process`)
    }
  }
}

const MINUTES = 480
const dayAfter = (date: string): string => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)

export interface Period {
  readonly id: number
  readonly from: string
  readonly to: string
}

/** Regular holidays, on which the plant is closed. */
const HOLIDAYS: ReadonlySet<string> = new Set(['2026-04-09', '2026-05-01', '2026-06-12', '2026-08-31', '2026-11-30', '2026-12-25'])

/** Weekdays but Sundays between two days, both included, while the person is employed. */
function weekdays(person: Person, from: string, to: string): string[] {
  const days: string[] = []
  for (let date = from; date <= to; date = dayAfter(date))
    if (date >= person.hired && (person.left === null || date <= person.left) && new Date(date).getUTCDay() !== 0) days.push(date)
  return days
}

/** Days of a period on which the person works. */
const workdays = (person: Person, { from, to }: Period): string[] => weekdays(person, from, to).filter((date) => !HOLIDAYS.has(date))

/** The time of some days: overtime, absences, tardiness and a special day now and then. */
function timeOf(person: Person, from: string, to: string, salt: number): Row {
  const days = weekdays(person, from, to)
  const holidays = days.filter((date) => HOLIDAYS.has(date))
  const count = days.length - holidays.length
  const absent = count > 3 && (person.n + salt) % 7 === 0 ? 1 : 0
  const special = count > 5 && (person.n + salt) % 11 === 0 ? 1 : 0
  const late = count > 1 && (person.n + salt) % 5 === 0 ? 25 : 0
  const worked = (day_type: string, regular: number, more: Row = {}): Row => ({
    day_type,
    regular,
    regular_night: 0,
    overtime: 0,
    overtime_night: 0,
    ...more,
  })
  const overtime = count > 2 && (person.n + salt) % 3 === 0 ? 120 : 0
  const night = count > 2 && is('at work by night', person) ? 2 * MINUTES : 0
  return {
    scheduled_minutes: count * MINUTES,
    days_scheduled: count,
    days_worked: count - absent,
    absent_minutes: absent * MINUTES,
    late_minutes: late,
    undertime_minutes: 0,
    worked: [
      worked('ordinary', Math.max(0, (count - absent) * MINUTES - late - night), { regular_night: night, overtime }),
      ...(special ? [worked('special', MINUTES)] : []),
    ],
    unworked_holidays: holidays.map((date) => ({ date, day_type: 'regular_holiday', entitled: true })),
    paid_leave_minutes: 0,
    unpaid_leave_minutes: 0,
  }
}

/** Sums of two stretches of days, for a sheet whose terms change inside. */
const joined = (parts: readonly Row[]): Row => {
  const [first, second] = parts as [Row, Row]
  return Object.fromEntries(
    Object.entries(first).map(([name, value]) => {
      const other = second[name]
      return [name, typeof value === 'number' ? value + Number(other) : [...(value as Row[]), ...(other as Row[])]]
    }),
  )
}

/** Time sheets of a period, and the output of those who are paid by piece. */
export async function writeTime(host: PayHost, all: readonly Person[], period: Period): Promise<void> {
  const salt = Number(period.to.slice(5, 7)) * 2 + (period.to.endsWith('15') ? 0 : 1)
  const present = all.filter(({ group, hired, left }) => group === 'plant' && hired <= period.to && (left === null || left >= period.from))
  const sheets = present.map((person) => {
    const isRaised = (person.kind === 'minimum' || person.kind === 'piece') && period.from < WAGE_ORDER && WAGE_ORDER <= period.to
    if (!isRaised) return { employee_id: person.id, time: timeOf(person, period.from, period.to, salt) }
    const eve = new Date(Date.parse(WAGE_ORDER) - 86_400_000).toISOString().slice(0, 10)
    const parts = [timeOf(person, period.from, eve, salt), timeOf(person, WAGE_ORDER, period.to, salt)]
    const dated = parts.map((part, index) => ({ ...part, from: index ? WAGE_ORDER : period.from, to: index ? period.to : eve }))
    return { employee_id: person.id, time: { ...joined(parts), parts: dated } }
  })
  await host.query(
    `INSERT INTO {s}.time_sheet (employee_id, pay_period_id, date_from, date_to, status, period_time)
     SELECT r.employee_id, $2, $3, $4, 'open', r.time FROM jsonb_to_recordset($1::jsonb) r (employee_id bigint, time jsonb)`,
    [JSON.stringify(sheets), period.id, period.from, period.to],
  )
  const output = present
    .filter(({ kind }) => kind === 'piece')
    .flatMap((person) =>
      workdays(person, period).map((date, index) => ({
        employee_id: person.id,
        date,
        quantity: 50 + ((person.n + index) % 40),
      })),
    )
  await host.query(
    `INSERT INTO {s}.piece_output (employee_id, date, piece_rate_id, quantity, rate, amount, hours, status)
     SELECT r.employee_id, r.date, p.id, r.quantity, p.rate, round(r.quantity * p.rate, 2), 8, 'open'
     FROM jsonb_to_recordset($1::jsonb) r (employee_id bigint, date date, quantity numeric), {s}.piece_rate p`,
    [JSON.stringify(output)],
  )
}
