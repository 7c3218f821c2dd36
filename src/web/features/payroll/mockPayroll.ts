/** A small pretend server for the stories of payroll: one run of ten thousand employees, always the same. */
import type { Module, Workflow } from '../../../engine/model/module.ts'
import type { RecordRow } from '../../api/types.ts'
import { fieldOf, moduleOf } from '../../fields/testing.ts'
import { installMockApi, type MockAnswer, type MockCall } from '../../testing/api.ts'
import type { Change, Explained, PayLine, Problem, RegisterRow, Standing, Trace } from './types.ts'

const ok = (data: unknown, more: object = {}): MockAnswer => ({ status: 200, body: { success: true, data, ...more } })

const state = (name: string, title: string, tone: 'grey' | 'green' | 'red' | 'blue' | 'amber') =>
  ({ name, title, tone, flags: [`is_${name}`], edit: [], deletable: false, initial: name === 'draft', final: false }) as const
const transition = (name: string, title: string, more: object = {}) =>
  ({
    name,
    title,
    from: [],
    to: 'posted',
    code: 'process',
    input: [],
    guards: [],
    effects: [],
    reverses: false,
    stamps: {},
    notSelf: false,
    ...more,
  }) as const
const workflow: Workflow = {
  initial: 'draft',
  flags: [],
  states: {
    draft: state('draft', 'Draft', 'grey'),
    precomputed: state('precomputed', 'Precomputed', 'amber'),
    processed: state('processed', 'Processed', 'blue'),
    posted: state('posted', 'Posted', 'green'),
  },
  transitions: {
    precompute: transition('precompute', 'Precompute', { tone: 'primary' }),
    process: transition('process', 'Process', { tone: 'primary' }),
  },
}
const fields = [fieldOf('transaction_no', 'code'), fieldOf('remarks', 'longtext')]
export const PAYROLL: Module = moduleOf('payroll', fields, {
  title: 'Payroll Runs',
  singular: 'Payroll Run',
  kind: 'document',
  application: 'talent',
  workflow,
  entity: {
    ...moduleOf('payroll', fields).entity,
    numbers: [{ field: 'transaction_no', format: 'PAY-{######}', at: 'save', gapless: false }],
  },
})
export const PAYSLIP: Module = moduleOf('payslip', [fieldOf('net_pay', 'money')], { title: 'Payslips', singular: 'Payslip', kind: 'log' })

const ref = (id: number, name: string) => ({ id, name, label: name })
const action = (name: string, title: string, transitional = true, reason?: string) => ({
  name,
  title,
  code: 'process',
  allowed: reason === undefined,
  ...(reason && { reason }),
  transition: transitional,
})
export const record = (status = 'precomputed'): RecordRow => ({
  id: 1,
  version: 4,
  transaction_no: 'PAY-MNL-2026-000012',
  status,
  pay_group_id: 1,
  pay_group: ref(1, 'Semi-monthly staff'),
  pay_period_id: 9,
  pay_period: ref(9, '2026-11 first half'),
  payroll_tag: 'standard',
  payout_date: '2026-11-15',
  dtr_from: '2026-10-26',
  dtr_to: '2026-11-10',
  employee_count: PEOPLE,
  total_gross: 152_250_000,
  total_deductions: 21_430_120.55,
  total_net: 130_819_879.45,
  total_employer: 18_000_500,
  remarks: null,
  actions: [
    action('process', 'Process'),
    action('precompute', 'Precompute'),
    action('edit', 'Edit', false),
    action('approve', 'Approve', true, 'It is not processed yet.'),
  ],
})

const PEOPLE = 10_000
const DEPARTMENTS = ['Finance', 'Operations', 'Technology', 'Warehouse']
const FIRST = ['Maria', 'Jose', 'Ana', 'Ramon', 'Liza', 'Carlo', 'Grace', 'Paolo']
const LAST = ['Santos', 'Reyes', 'Cruz', 'Bautista', 'Ocampo', 'Garcia', 'Mendoza']
const person = (id: number): RegisterRow => {
  const gross = 12_000 + ((id * 731) % 40_000)
  const failed = id === 7
  return {
    id,
    employee_no: `E-${String(id).padStart(5, '0')}`,
    employee: `${LAST[id % LAST.length]}, ${FIRST[id % FIRST.length]}`,
    department: DEPARTMENTS[id % DEPARTMENTS.length]!,
    state: failed ? 'failed' : 'computed',
    error: failed ? 'The employee has no rate.' : null,
    basic_pay: gross - 500,
    overtime: 500,
    night_differential: 0,
    holiday_pay: 0,
    allowances: 0,
    bonuses: 0,
    other_earnings: 0,
    gross,
    sss_ee: 900,
    philhealth_ee: 375,
    pagibig_ee: 100,
    withholding_tax: 820.5,
    loans: 0,
    other_deductions: 0,
    net_pay: gross - 2195.5,
  }
}
const everybody: readonly RegisterRow[] = Array.from({ length: PEOPLE }, (_, index) => person(index + 1))
const reference = (id: number) => ({
  id,
  name: everybody[id - 1]!.employee,
  label: `${everybody[id - 1]!.employee_no} · ${everybody[id - 1]!.employee}`,
})

export const PROBLEMS: readonly Problem[] = [
  { employee_id: 7, employee: reference(7), kind: 'failed', severity: 'error', message: 'The employee has no rate.' },
  ...[12, 40, 9_900].map(
    (id): Problem => ({
      employee_id: id,
      employee: reference(id),
      kind: 'no_bank_account',
      severity: 'warning',
      message: 'No bank account: the net pay is not in the bank file',
    }),
  ),
]

const SSS = {
  table: 'SSS contribution schedule',
  row: 'monthly salary credit 33,500.00 for compensation from 33,250.00 to 33,749.99',
  effective_from: '2025-01-01',
  source: 'SSS Circular 2024-006',
}
const trace = (words: string, formula: string, more: Partial<Trace> = {}): Trace => ({ words, formula, inputs: {}, rules: [], ...more })
const line = (code: string, name: string, group: PayLine['group'], amount: number, trace: Trace, more: Partial<PayLine> = {}): PayLine => ({
  code,
  name,
  group,
  quantity: 1,
  unit: 'period',
  rate: amount,
  amount,
  taxability: 'regular',
  taxable: amount,
  exempt: 0,
  source: null,
  trace: trace,
  ...more,
})
export const explained = (employee = 1): Explained => ({
  payroll_id: 1,
  employee_id: employee,
  employee: reference(employee),
  period: { from: '2026-11-01', to: '2026-11-15', pay_date: '2026-11-15', tag: 'standard' },
  rates: { monthly: 30_450, daily: 1400, hourly: 175 },
  lines: [
    line(
      'BASIC',
      'Basic pay',
      'earning',
      15_225,
      trace('Your monthly salary of 30,450.00, paid twice a month.', '30,450.00 ÷ 2 = 15,225.00', {
        inputs: { monthly_rate: '30,450.00' },
      }),
    ),
    line(
      'OT',
      'Overtime, ordinary day',
      'earning',
      437.5,
      trace('Overtime on an ordinary day is paid 125% of your hourly rate.', '2.00 h × 175.00 × 1.25 = 437.50'),
      { quantity: 2, unit: 'hour', rate: 218.75 },
    ),
    line('RICE', 'Rice allowance', 'earning', 1000, trace('Within its limit: non-taxable.', '1,000.00'), {
      taxable: 0,
      exempt: 1000,
      taxability: 'exempt',
    }),
    line('SSS', 'SSS', 'contribution', -850, trace('SSS for 2026-11, on the month’s pay.', '17,000.00 × 5% = 850.00', { rules: [SSS] })),
    line(
      'WITHHOLDING_TAX',
      'Withholding tax',
      'tax',
      -551.25,
      trace('Income tax withheld on your taxable pay of this period.', '0.00 + 15% × (14,092.00 − 10,417.00) = 551.25'),
    ),
    line('LOAN', 'Company loan', 'deduction', -1500, trace('Company loan: the instalment.', '1,500.00')),
  ],
  employer_shares: [
    {
      code: 'sss_employer',
      name: 'SSS, employer',
      amount: 1700,
      trace: trace('The employer’s share.', '17,000.00 × 10% = 1,700.00', { rules: [SSS] }),
    },
  ],
  tax_base: {
    method: 'table',
    regular: 13_812.5,
    supplementary: 437.5,
    exempt: 1000,
    withheld: 551.25,
    minimum_wage_earner: false,
    trace: trace('The bracket follows from the regular pay.', '0.00 + 15% × (14,092.00 − 10,417.00) = 551.25'),
  },
  shortfalls: [{ code: 'company_loan', name: 'Company loan', scheduled: 2000, taken: 1500, carried: 500 }],
  gross: 16_662.5,
  contributions: 850,
  tax: 551.25,
  deductions: 1500,
  net_pay: 13_761.25,
  year_to_date: { gross: 333_250, basic: 304_500, withheld: 11_576.25 },
  agrees: true,
})

const change = (id: number, item: string, previous_amount: number, current_amount: number, reason: string): Change => ({
  employee_id: id,
  employee: reference(id),
  item,
  previous_amount,
  current_amount,
  variance: current_amount - previous_amount,
  variance_percent: null,
  reason,
})
const changes = [
  change(1, 'Basic pay', 14_000, 15_225, 'rate_change'),
  change(1, 'Overtime, ordinary day', 0, 437.5, 'attendance'),
  change(12, 'Performance bonus', 0, 5000, 'adjustment'),
  change(31, 'Basic pay', 0, 18_000, 'new_hire'),
]

export const standing = (run: Standing['run'] = { state: 'done', error: null, done: PEOPLE, total: PEOPLE }): Standing => ({
  run,
  departments: DEPARTMENTS.map((name, index) => ({ id: index + 1, name, employees: PEOPLE / DEPARTMENTS.length, gross: 1, net_pay: 1 })),
  without_email: 2,
  banks: [
    { id: 1, name: 'BDO Unibank', employees: 18 },
    { id: 2, name: 'Land Bank', employees: 1 },
  ],
  previous_payroll_id: 0,
})

function register({ query }: MockCall): MockAnswer {
  const search = (query.get('search') ?? '').toLowerCase()
  const department = Number(query.get('department_id') ?? 0)
  const wrong = query.get('problems') === 'true' ? new Set(PROBLEMS.map((problem) => problem.employee_id)) : undefined
  const registerRows = everybody.filter(
    (row) =>
      `${row.employee_no} ${row.employee}`.toLowerCase().includes(search) &&
      (!department || row.department === DEPARTMENTS[department - 1]) &&
      (!wrong || wrong.has(row.id)),
  )
  const sort = query.get('sort') ?? 'employee_no'
  const name = sort.replace('-', '')
  const by = sort.startsWith('-') ? -1 : 1
  if (name !== 'employee_no') registerRows.sort((a, b) => (Number(a[name]) - Number(b[name])) * by)
  const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))]
  return ok(registerRows.slice((page - 1) * limit, page * limit), { pagination: { page, per_page: limit, total: registerRows.length } })
}

/** Calls that were made to change something. */
export const made: MockCall[] = []

const answer = (call: MockCall): MockAnswer | undefined => {
  const { path, method, query } = call
  if (method !== 'GET') {
    made.push(call)
    return ok(path.endsWith('/process') ? record('processed') : null)
  }
  const employee = /^payroll\/1\/employee\/(\d+)\/trace$/.exec(path)?.[1]
  if (employee) return ok(explained(Number(employee)))
  switch (path) {
    case 'payroll/find/1':
      return ok(record())
    case 'payroll/1/standing':
      return ok(standing())
    case 'payroll/1/register-view':
      return register(call)
    case 'payroll/1/problems':
      return ok(PROBLEMS)
    case 'payroll/1/comparison': {
      const employeeId = Number(query.get('employee_id') ?? 0)
      const rows = changes.filter((row) => !employeeId || row.employee_id === employeeId)
      return ok({
        data: rows,
        pagination: { total: rows.length },
        totals: { previous_amount: 14_000, current_amount: 38_662.5, variance: 24_662.5 },
      })
    }
    case 'payroll/1/net-comparison':
      return ok({
        previous: { id: 2, name: 'PAY-2026-000002' },
        rows: changes.map(({ employee_id, employee }, index) => ({
          employee_id,
          employee,
          previous_amount: index ? 12_000 : 0,
          current_amount: 13_225,
          variance: index ? 1_225 : 13_225,
          variance_percent: index ? 10.2 : null,
          reason: index ? null : 'new_hire',
          cause: index ? 'attendance' : 'new_hire',
          department: DEPARTMENTS[index % DEPARTMENTS.length]!,
        })),
      })
    case 'payroll/1/total_employee_contribution':
      return ok({
        sss: { employee: 850, employer: 1700, ec: 30 },
        philhealth: { employee: 375, employer: 375 },
        pagibig: { employee: 100, employer: 100 },
        withholding_tax: 551.25,
      })
    case 'payroll/1/entries':
      return ok([
        {
          id: 3,
          employee_id: 12,
          employee: reference(12),
          pay_item_id: 4,
          code: 'BONUS',
          name: 'Performance bonus',
          qty: null,
          amount: 5000,
          remarks: 'Third quarter',
        },
      ])
    case 'payslip/find/5':
      return ok({
        id: 5,
        version: 1,
        employee: reference(1),
        pay_period: ref(9, '2026-11 first half'),
        payroll_tag: 'standard',
        payout_date: '2026-11-15',
        gross: 16_662.5,
        total_deductions: 2901.25,
        net_pay: 13_761.25,
      })
    case 'payslip/5/explanation':
      return ok(explained())
    default:
      return undefined
  }
}

export const installPayrollApi = (override?: (call: MockCall) => MockAnswer | 'pending' | undefined): (() => void) => {
  made.length = 0
  return installMockApi((call) => override?.(call) ?? answer(call))
}
export { ok }
