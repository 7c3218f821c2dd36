/** The audit trail shows who did what; changed values are shown only to readers who can see them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Principal, Row } from '../../../src/engine/model/module.ts'
import { type People, startPeople } from '../people-host.ts'

let people: People
let employee: number
/** With a right on employees but not on their pay, without a right on employees, and with both. */
let reader: Principal
let outsider: Principal
let payroll: Principal
/** Sees no employee but the one they are. */
const ownReader = { user_id: 6, username: 'own', grants: { audit_trail: ['index', 'view'], employee: ['index', 'view'] } }

const entries = async (as: Principal, url: string): Promise<Row[]> => {
  const { status, body } = await people.harness.call('GET', url, undefined, as)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data as Row[]
}
const idOfEntry = async (action: string, subject = employee): Promise<number> => {
  const { company, database } = people.harness
  const [row] = await database.db.query<{ id: number }>(
    `select a.id from "${company.schema}".audit_trail a join "${company.schema}".module m on m.id = a.module_id
     where m.name = 'employee' and a.record_id = $1 and a.action = $2 order by a.id desc limit 1`,
    [subject, action],
  )
  return Number(row!.id)
}
const entry = async (as: Principal, id: number): Promise<Row> => {
  const { status, body } = await people.harness.call('GET', `audit_trail/${id}`, undefined, as)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data as Row
}

beforeAll(async () => {
  people = await startPeople('TRAIL')
  const audit = { audit_trail: ['index', 'view', 'export'] }
  reader = people.person({
    user_id: 2,
    username: 'reader',
    grants: { ...audit, employee: ['index', 'view', 'view_all'] },
    access: ['personal'],
  })
  outsider = people.person({ user_id: 3, username: 'outsider', grants: audit, access: ['compensation', 'personal', 'employment'] })
  payroll = people.person({
    user_id: 4,
    username: 'payroll',
    grants: { ...audit, employee: ['index', 'view', 'view_all'] },
    access: ['compensation'],
  })
  const hired = await people.hire({ basic_rate: 22501.11 })
  employee = Number(hired.id)
  const changed = await people.harness.call('PUT', `employee/${employee}`, { version: hired.version, basic_rate: 31777.33, nickname: 'Jo' })
  expect(changed.status, JSON.stringify(changed.body)).toBe(200)
})
afterAll(() => people.harness.close())

// proves: entity.subject, entity.subject.module, entity.subject.record, entity.subject.values
describe('old and new values of an entry', () => {
  test('H1: omit fields that the reader has no access to, in every view of the entry', async () => {
    const id = await idOfEntry('update')
    for (const url of [`audit_trail/${id}`, `audit_trail/find/${id}`]) {
      const { body } = await people.harness.call('GET', url, undefined, reader)
      const { old_values, new_values } = body.data as Row
      expect(new_values).toMatchObject({ nickname: 'Jo' })
      expect(JSON.stringify([old_values, new_values])).not.toMatch(/basic_rate|22501|31777/)
    }
    expect((await entry(payroll, id)).new_values).toMatchObject({ basic_rate: '31777.33' })
    expect(JSON.stringify(await entries(reader, `audit_trail?filter[id]=${id}`))).not.toMatch(/22501|31777/)
  })

  test('H1: are withheld completely from a reader who may not view the module or the record', async () => {
    const id = await idOfEntry('update')
    const withheld = { old_values: null, new_values: null, reason: null, withheld: true, action: 'update', record_id: employee }
    expect(await entry(outsider, id)).toMatchObject(withheld)
    // Without `view_all` the same person is another's.
    expect(await entry({ ...reader, ...ownReader, username: 'own-reader' }, id)).toMatchObject(withheld)
  })

  test('H1: of a deleted record are visible to users who see every record of the module', async () => {
    const gone = await people.hire({ basic_rate: 19888.77 })
    const id = await idOfEntry('create', Number(gone.id))
    const { company, database } = people.harness
    await database.db.query(`update "${company.schema}".audit_trail set record_id = 987654 where id = $1`, [id])
    expect((await entry(payroll, id)).new_values).toMatchObject({ basic_rate: 19888.77 })
    expect(await entry({ ...payroll, ...ownReader }, id)).toMatchObject({ new_values: null, withheld: true })
  })

  test('H1: cannot be used in a query, so that row counts reveal nothing', async () => {
    const outcome: (readonly [string, number])[] = []
    for (const url of [
      'audit_trail?filter[new_values][like]=22501',
      'audit_trail?filter[new_values][null]=true',
      'audit_trail?filter[reason][like]=a',
      'audit_trail?sort=new_values',
      'audit_trail/dropdown?filter[old_values][null]=false',
      'audit_trail/exportCSV?columns=id,old_values,new_values',
      'audit_trail/exportCSV?columns=id&filter[new_values][like]=22501',
    ])
      outcome.push([url, (await people.harness.call('GET', url, undefined, reader)).status])
    expect(outcome).toEqual(outcome.map(([url]) => [url, 400]))
    const fields = await people.harness.call('GET', 'audit_trail/dropdown?limit=1&fields=old_values,new_values', undefined, reader)
    expect(JSON.stringify(fields.body)).not.toMatch(/_values/)
  })
})
