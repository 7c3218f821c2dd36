/** A company for the payroll tests: pay items, a monthly and a semi-monthly group, and employees made in a line. */
import { readFileSync } from 'node:fs'
import type { Principal, Row } from '../../src/engine/model/module.ts'
import { quote } from '../../src/server/platform/db/index.ts'
import { type CommonRows, principalOf, startHarness } from './harness.ts'
import { FILINGS } from './time-host.ts'
import type { Host } from './trading-host.ts'

export const rowsOf = (name: string, application = 'talent'): Row[] =>
  JSON.parse(readFileSync(new URL(`../../modules/${application}/${name}.rows.json`, import.meta.url), 'utf8'))

/** Modules that time processing reads. */
export const TIME = [
  'raw_time_log',
  'time_log',
  'shift_template',
  'rest_day',
  'rest_day_type',
  'holiday',
  'holiday_type',
  'day_type',
  'timein_restriction',
  ...FILINGS,
]

/** Payroll and what it reads and writes; tables of the rest only cost time. */
const MODULES = [
  'payroll',
  'payslip',
  'payroll_adjustment',
  'payroll_register',
  'payroll_reconciliation',
  'payslip_history',
  'nth_month',
  'bank_transmittal',
  'ytd_payroll',
  'earning',
  'deduction',
  'allowance',
  'employee_de_minimis_benefit',
  'employee_id',
  'time_sheet',
  'daily_time_record',
  'personal_movement',
  'sss_table',
  'philhealth_table',
  'pagibig_table',
  'withholding_tax_table',
  'sss_contribution_payment',
  'philhealth_contribution_payment',
  'pagibig_contribution_payment',
  'accounting_entry',
  'fiscal_period',
  'notification',
  'company',
]

export interface PayHost extends Pick<Host, 'harness' | 'clock' | 'settings' | 'query' | 'ok' | 'close'> {
  /** The rule that refused a call, or the fields that were wrong, or `done`. */
  refused(path: string, body?: Row, as?: Principal): Promise<string>
  readonly monthly: number
  readonly semi: number
  readonly type: number
  /** A user who can approve and has prepared nothing. */
  readonly approver: Principal
  item(code: string): number
  group(name: string, cycle: 'MONTHLY' | 'SEMI', more?: Row): Promise<number>
  employee(values: Row): Promise<number>
  /** Pay periods of a year, by `2026-07-1`. */
  periods(cycle: 'MONTHLY' | 'SEMI', year: number): Promise<Map<string, number>>
  payroll(group: number, period: number, more?: Row): Promise<number>
  post(path: string, body?: Row, as?: Principal): Promise<Row>
  /** Precomputed, processed, approved by another user, posted. */
  settle(payroll: number): Promise<Row>
  line(payroll: number, employee: number): Promise<Row>
  sheet(employee: number, period: number, time: object): Promise<void>
}

const ROWS: CommonRows = {
  name: 'payroll',
  fixtures: MODULES,
  today: '2026-01-02',
  async make({ make }) {
    const elements = new Map<unknown, unknown>()
    for (const { is_system: _system, ...row } of rowsOf('pay_element')) elements.set(row.code, (await make('pay_element', row)).id)
    for (const { is_system: _system, ...row } of rowsOf('pay_item'))
      await make('pay_item', { ...row, pay_element_id: elements.get(row.pay_element_id) } as Row)
    for (const row of rowsOf('pay_cycle')) {
      const { id } = await make('pay_cycle', row)
      await make('pay_schedule', { code: row.code, name: row.name, pay_cycle_id: id } as Row)
    }
    await make('pay_rate', rowsOf('pay_rate')[0]!)
    await make('employment_type', { code: 'REG', name: 'Regular' })
    await make('civil_status', { code: 'S', name: 'Single' })
    await make('citizenship', { code: 'FIL', name: 'Filipino' })
    for (const row of rowsOf('chart_of_account', 'financial')) if (row.role) await make('chart_of_account', row)
  },
}

/** Opens the company on a day, with more modules where a test needs them. Government tables are empty, which means the shipped ones. */
export async function openPayHost(code: string, today = '2026-08-03', more: readonly string[] = []): Promise<PayHost> {
  const harness = await startHarness([...MODULES, ...more], { code, today, rows: ROWS })
  const { make, modules, database, company } = harness
  const schema = quote(company.schema)
  const query: Host['query'] = (sql, params = []) => database.db.query(sql.replaceAll('{s}', schema), params)
  await query(`INSERT INTO {s}."user" (id, username, name, is_active) OVERRIDING SYSTEM VALUE VALUES (2, 'second', 'Second', true)`)
  const idsOf = async (table: string) =>
    new Map((await query<{ code: string; id: number }>(`SELECT code, id FROM {s}.${table}`)).map((row) => [row.code, Number(row.id)]))
  const [items, cycles, schedules] = [await idsOf('pay_item'), await idsOf('pay_cycle'), await idsOf('pay_schedule')]
  const onlyOf = async (table: string): Promise<number> => [...(await idsOf(table)).values()][0]!
  const [rate, type] = [await onlyOf('pay_rate'), await onlyOf('employment_type')]
  const [civil_status_id, citizenship_id] = [await onlyOf('civil_status'), await onlyOf('citizenship')]
  const post: PayHost['post'] = async (path, body = {}, as) => {
    const { status, body: answer } = await harness.call('POST', path, body, as)
    if (status !== 200 && status !== 202)
      throw new Error(`POST ${path}: ${status} ${answer.rule ?? ''} ${answer.message} ${JSON.stringify(answer.errors ?? {})}`)
    return answer.data
  }
  const group: PayHost['group'] = async (name, cycle, more = {}) =>
    Number(
      (
        await make('pay_group', {
          code: name.toUpperCase(),
          name,
          pay_cycle_id: cycles.get(cycle),
          pay_rate_id: rate,
          pay_schedule_id: schedules.get(cycle),
          ...more,
        })
      ).id,
    )
  let count = 0
  const approver = principalOf(modules, { user_id: 2, username: 'second', name: 'Second' })
  return {
    harness,
    clock: harness.clock,
    settings: (await harness.ctx()).settings as Record<string, unknown>,
    query,
    ok: async (method, path, body) => {
      const { status, body: answer } = await harness.call(method, path, body)
      if (status !== 200)
        throw new Error(`${method} ${path}: ${status} ${answer.rule ?? ''} ${answer.message} ${JSON.stringify(answer.errors ?? {})}`)
      return answer.data
    },
    refused: async (path, body = {}, as) => {
      const { status, body: answer } = await harness.call('POST', path, body, as)
      if (status >= 500) throw new Error(`POST ${path}: ${status} ${answer.message}`)
      return status < 300 ? 'done' : (answer.rule ?? (answer.errors ? Object.keys(answer.errors).join() : String(status)))
    },
    close: () => harness.close(),
    type,
    approver,
    monthly: await group('Monthly', 'MONTHLY'),
    semi: await group('Semi', 'SEMI'),
    item: (name) => items.get(name)!,
    group,
    post,
    employee: async (values) =>
      Number(
        (
          await make('employee', {
            employee_no: `E${String(++count).padStart(4, '0')}`,
            first_name: 'Ana',
            last_name: `Cruz ${count}`,
            gender: 'Female',
            birth_at: '1990-05-05',
            civil_status_id,
            citizenship_id,
            branch_id: 1,
            employment_type_id: type,
            date_hired: '2020-01-06',
            salary_rate_type: 'monthly',
            is_exempt_dtr: true,
            ...values,
          })
        ).id,
      ),
    periods: async (cycle, year) => {
      await post(`pay_cycle/${cycles.get(cycle)}/generate-periods`, { year })
      const rows = await query<{ id: number; month: number; period_no: number }>(
        'SELECT id, month, period_no FROM {s}.pay_period WHERE pay_cycle_id = $1 AND year = $2',
        [cycles.get(cycle), year],
      )
      return new Map(rows.map((row) => [`${year}-${String(row.month).padStart(2, '0')}-${row.period_no}`, row.id]))
    },
    payroll: async (pay_group_id, pay_period_id, more = {}) =>
      Number((await make('payroll', { branch_id: 1, pay_group_id, pay_period_id, ...more })).id),
    settle: async (payroll) => {
      await post(`payroll/${payroll}/precompute`)
      await post(`payroll/${payroll}/process`)
      await post(`payroll/${payroll}/approve`, {}, approver)
      return post(`payroll/${payroll}/post`)
    },
    line: async (payroll, employee) => {
      const { status, body } = await harness.call('GET', `payroll/${payroll}/get-employees?limit=all`)
      if (status !== 200) throw new Error(String(body.message))
      return (body.data as Row[]).find((row) => row.employee_id === employee)!
    },
    sheet: async (employee, period, time) => {
      await query(
        `INSERT INTO {s}.time_sheet (employee_id, pay_period_id, date_from, date_to, status, period_time) SELECT $1, id, dtr_from, dtr_to, 'open', $3 FROM {s}.pay_period WHERE id = $2`,
        [employee, period, JSON.stringify(time)],
      )
    },
  }
}
