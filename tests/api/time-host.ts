/** A company with a day shift, a night shift, a semi-monthly cut-off and one way to hire. Manila is eight hours ahead of UTC. */
import { readFileSync } from 'node:fs'
import type { Principal, Row } from '../../src/engine/model/module.ts'
import { type Harness, startHarness } from './harness.ts'

export interface TimeHost {
  readonly harness: Harness
  readonly ids: Readonly<Record<'day' | 'night' | 'group' | 'period' | 'weekly' | 'regular' | 'special', number>>
  /** Hires by SQL: `values` are columns of `employee`; weekends are free unless `rests` says otherwise. */
  hire(values?: Row, rests?: readonly string[]): Promise<number>
  /** Punches as `['2026-06-01 08:00', 'In']`, at local time. */
  punches(employee: number, list: readonly (readonly [string, string])[]): Promise<void>
  process(employee: number | readonly number[], from: string, to?: string): Promise<Row>
  day(employee: number, date: string): Promise<Row>
  sheet(employee: number): Promise<Row>
  /** An approved filing, by SQL. */
  file(module: string, employee: number, values: Row): Promise<number>
  /** The employee as caller, with the grants of the portal. */
  self(employee: number): Principal
  sql<T = Row>(text: string, values?: readonly unknown[]): Promise<T[]>
}

export const FILINGS = [
  'timelog_filing',
  'leave_filing',
  'official_business_filing',
  'overtime_filing',
  'restday_filing',
  'shift_adjustment',
  'cto_filing',
]
const OWN = ['index', 'view', 'new']

export async function startTime(code: string, today = '2026-06-20'): Promise<TimeHost> {
  const instance = await startHarness(
    [
      'company',
      'daily_time_record',
      'time_sheet',
      'filing_checker',
      'attendance_summary',
      'time_sheet_summary',
      'time_log',
      'raw_time_log',
      'break_status',
      'employee_location',
      'employee_geofence',
      'rest_day',
      'staffing_requirement',
      'holiday',
      'timein_restriction',
      'personal_movement',
      ...FILINGS,
    ],
    { code, today: `${today}T04:00:00Z` },
  )
  const schema = `"${instance.company.schema}"`
  const sql: TimeHost['sql'] = (text, values) => instance.database.db.query(text.replaceAll('{s}', schema), values)
  const insert = async (table: string, values: Row): Promise<number> => {
    const names = Object.keys(values)
    const [row] = await sql<{ id: number }>(
      `insert into {s}.${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
      Object.values(values),
    )
    return row!.id
  }
  const types = new Map<string, number>()
  const rows = JSON.parse(readFileSync(new URL('../../modules/talent/day_type.rows.json', import.meta.url), 'utf8')) as Row[]
  for (const row of rows) types.set(String(row.code), await insert('day_type', row))
  const cycle = await insert('pay_cycle', { code: 'SM', name: 'Semi-monthly', frequency: 'semi_monthly' })
  const template = { shift_type: 'Fixed', hours: 8, break_minutes: 60 }
  const ids = {
    day: Number((await instance.make('shift_template', { ...template, code: 'DAY', name: 'Day', time_in: '08:00', time_out: '17:00' })).id),
    night: Number(
      (
        await instance.make('shift_template', {
          ...template,
          code: 'NIGHT',
          name: 'Night',
          time_in: '22:00',
          time_out: '07:00',
          time_type: 'tomorrow',
        })
      ).id,
    ),
    group: await insert('pay_group', { code: 'G', name: 'Group', pay_cycle_id: cycle, is_active: true }),
    period: await insert('pay_period', {
      code: 'P1',
      name: 'June 1 to 15',
      pay_cycle_id: cycle,
      date_from: '2026-06-01',
      date_to: '2026-06-15',
      payout_date: '2026-06-15',
      year: 2026,
      month: 6,
      period_no: 1,
    }),
    weekly: await insert('rest_day_type', { code: 'WEEKLY', name: 'Weekly', day_type_id: types.get('rest_day'), is_active: true }),
    regular: await insert('holiday_type', { code: 'REGULAR', name: 'Regular', day_type_id: types.get('regular_holiday'), is_active: true }),
    special: await insert('holiday_type', { code: 'SPECIAL', name: 'Special', day_type_id: types.get('special'), is_active: true }),
  }
  let count = 0
  return {
    harness: instance,
    ids,
    sql,
    async hire(values = {}, rests = ['saturday', 'sunday']) {
      count += 1
      const employee = await insert('employee', {
        employee_no: `E-${String(count).padStart(3, '0')}`,
        full_name: `Cruz ${count}, Juana`,
        biometric_id: `${1000 + count}`,
        branch_id: 1,
        date_hired: '2025-01-06',
        status: 'active',
        pay_group_id: ids.group,
        shift_template_id: ids.day,
        ...values,
      })
      if (rests.length)
        await insert('rest_day', {
          employee_id: employee,
          rest_day_type_id: ids.weekly,
          weekdays: rests,
          effective_from: '2025-01-06',
          is_active: true,
        })
      return employee
    },
    async punches(employee, list) {
      const [who] = await sql<{ biometric_id: string }>(`select biometric_id from {s}.employee where id = $1`, [employee])
      const rows = list.map(([moment, direction]) => ({
        biometric_id: who!.biometric_id,
        date: moment.slice(0, 10),
        time: moment.slice(11),
        direction,
      }))
      const { status, body } = await instance.call('POST', 'raw_time_log/import', { rows })
      if (status !== 200) throw new Error(JSON.stringify(body))
    },
    async process(employee, from, to = from) {
      const { status, body } = await instance.call('POST', 'daily_time_record/process', {
        employee_ids: [employee].flat(),
        date_from: from,
        date_to: to,
      })
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
      return body.data as Row
    },
    async day(employee, date) {
      const { body } = await instance.call('GET', `daily_time_record/paginate?employee_id=${employee}&date_from=${date}&date_to=${date}`)
      return (body.data as Row[])[0]!
    },
    async sheet(employee) {
      const { body } = await instance.call('GET', `time_sheet/paginate?employee_id=${employee}`)
      const [row] = body.data as Row[]
      return (await instance.call('GET', `time_sheet/${row!.id}`)).body.data as Row
    },
    file: (module, employee, values) =>
      insert(module, {
        employee_id: employee,
        status: 'approved',
        transaction_no: `${module}-${employee}-${Object.values(values)[0]}`,
        ...values,
      }),
    self: (employee) => ({
      ...instance.admin,
      username: `self${employee}`,
      user_id: 1,
      employee_id: employee,
      grants: {
        time_log: OWN,
        break_status: OWN,
        daily_time_record: ['index', 'view'],
        raw_time_log: ['index', 'view'],
        employee_location: ['index'],
      },
    }),
  }
}

/** Local time of Manila as an instant. */
export const manila = (text: string): string => new Date(`${text.replace(' ', 'T')}:00+08:00`).toISOString()
