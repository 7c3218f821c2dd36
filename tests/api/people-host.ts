/** A company with what employees refer to, and one way to hire. */
import type { Principal, Row } from '../../src/engine/model/module.ts'
import { type Harness, startHarness } from './harness.ts'

export interface People {
  readonly harness: Harness
  readonly ids: Readonly<Record<'single' | 'filipino' | 'regular' | 'probation' | 'it' | 'hr' | 'clerk' | 'lead' | 'team', number>>
  hire(values?: Row): Promise<Row>
  /** A caller with these grants and this access, instead of the caller with all rights. */
  person(more: Partial<Principal>): Principal
}

export async function startPeople(code: string, today = '2026-06-15', more: readonly string[] = []): Promise<People> {
  const instance = await startHarness(
    [
      'team',
      'employment_status_log',
      'monthly_status_log',
      'position_status_log',
      'timein_restriction',
      'record_encoding',
      'organizational_chart',
      'employee_profile',
      'employee_report',
      'r1a_report',
      'company',
      'features',
      'user_access',
      ...more,
    ],
    { code, today },
  )
  await instance.database.db.query(
    `insert into "${instance.company.schema}".user_role (id, code, name, is_default, is_active) overriding system value values (1, 'EMP', 'Employee', true, true)`,
  )
  await instance.database.db.query(`alter table "${instance.company.schema}"."user" alter id restart with 100`)
  await instance.database.db.query(
    `insert into "${instance.company.schema}"."user" (id, username, name, is_active) overriding system value select n, 'user' || n, 'User ' || n, true from generate_series(2, 9) n`,
  )
  const made = async (module: string, values: Row): Promise<number> => Number((await instance.make(module, values)).id)
  let count = 0
  const civil = await made('civil_status', { code: 'S', name: 'Single' })
  const ids = {
    single: civil,
    filipino: await made('citizenship', { code: 'FIL', name: 'Filipino' }),
    regular: await made('employment_type', { code: 'FT', name: 'Full-time', is_regular: true }),
    probation: await made('employment_type', { code: 'CT', name: 'Contract' }),
    it: await made('department', { code: 'IT', name: 'Technology' }),
    hr: await made('department', { code: 'HR', name: 'People' }),
    clerk: await made('position', { code: 'CLK', name: 'Clerk' }),
    lead: await made('position', { code: 'LD', name: 'Lead' }),
  }
  const hire = (values: Row = {}): Promise<Row> => {
    count += 1
    return instance.make('employee', {
      employee_no: `E-${String(count).padStart(4, '0')}`,
      first_name: 'Juana',
      last_name: `Cruz${count}`,
      gender: 'Female',
      birth_at: '1995-03-04',
      civil_status_id: ids.single,
      citizenship_id: ids.filipino,
      branch_id: 1,
      department_id: ids.it,
      position_id: ids.clerk,
      employment_type_id: ids.probation,
      date_hired: '2026-01-05',
      ...values,
    })
  }
  const leader = await hire({ last_name: 'Leader' })
  const team = await made('team', { code: 'T1', name: 'Night crew', leader_id: leader.id })
  return { harness: instance, ids: { ...ids, team }, hire, person: (employeeRights) => ({ ...instance.admin, ...employeeRights }) }
}
