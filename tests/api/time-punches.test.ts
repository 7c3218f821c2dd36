/** Punches by file, by device and by the web clock: which are imported, which are refused, and what is reported. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { API } from '../../src/server/app.ts'
import { manila, startTime, type TimeHost } from './time-host.ts'

let time: TimeHost
beforeAll(async () => {
  time = await startTime('PUNCH')
})
afterAll(() => time.harness.close())

const upload = async (url: string, name: string, text: string) => {
  const mark = 'x-part'
  const payload = `--${mark}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/plain\r\n\r\n${text}\r\n--${mark}--\r\n`
  const answer = await time.harness.app.http.inject({
    method: 'POST',
    url: `${API}/${url}`,
    headers: { 'content-type': `multipart/form-data; boundary=${mark}` },
    payload,
  })
  return { status: answer.statusCode, body: answer.json() as { data: Row; details?: Row; rule?: string } }
}
const idOf = async (employee: number) =>
  (await time.sql<{ b: string }>('select biometric_id as b from {s}.employee where id = $1', [employee]))[0]!.b

describe('files', () => {
  test('a sheet is previewed before the import, with the errors of each row', async () => {
    const b = await idOf(await time.hire())
    const sheet = `biometric_id,date,time,direction\r\n${b},2026/06/01,08:00 AM,In\r\n${b},2026/06/01,05:00 PM,Out\r\n${b},2026/06/31,08:00 AM,In\r\n,2026/06/02,08:00 AM,In\r\n${b},2026/06/02,8,Sideways\r\nNOBODY,2026/06/02,08:00 AM,In\r\n`
    const seen = await upload('raw_time_log/raw-timelog-upload', 'june.csv', sheet)
    expect(seen.body.data).toMatchObject({ total: 6, valid: 3, created: 0, duplicates: 0, unmatched: 1 })
    // All errors of a row are reported, and a row of an unknown employee is reported although it is imported.
    expect((seen.body.data.errors as Row[]).map((error) => [error.row, error.field])).toEqual([
      [4, 'date'],
      [5, 'biometric_id'],
      [6, 'date'],
      [6, 'direction'],
    ])
    expect(seen.body.data.warnings).toMatchObject([{ row: 7, field: 'biometric_id', message: expect.stringContaining('NOBODY') }])
    expect((seen.body.data.rows as Row[])[0]).toMatchObject({ biometric_id: b, type: 'time_in', at: '2026-06-01T08:00' })
    // With a row that cannot be read, nothing is taken over.
    const refused = await upload('raw_time_log/import', 'june.csv', sheet)
    expect([refused.status, ((refused.body.details as Row).errors as Row[]).length]).toEqual([400, 4])
    expect(await time.sql('select 1 from {s}.raw_time_log')).toEqual([])
    expect((await upload('raw_time_log/import', 'june.csv', 'who,when\r\n1,2\r\n')).status).toBe(400)
  })

  test('a punch is imported once, and a punch of an unknown ID waits for its employee', async () => {
    const { harness, hire, process, day, sql } = time
    const b = await idOf(await hire())
    const rows = [
      { biometric_id: b, date: '2026-06-03', time: '08:00', direction: 'In' },
      { biometric_id: b, date: '2026-06-03', time: '08:00', direction: 'In' },
      { biometric_id: '7777', date: '2026-06-03', time: '08:00', direction: 'In' },
      { biometric_id: '7777', date: '2026-06-03', time: '17:00', direction: 'Out' },
    ]
    expect((await harness.call('POST', 'raw_time_log/import', { rows })).body.data).toMatchObject({
      created: 3,
      duplicates: 1,
      unmatched: 2,
      unmatched_ids: ['7777'],
      warnings: [{ row: 3 }, { row: 4 }],
    })
    // Users with open lists or dashboards of punches get one event; without new punches, none.
    const importEvents = () => harness.published.filter((row) => row.module === 'raw_time_log' && row.action === 'import').length
    const before = importEvents()
    expect(before).toBeGreaterThan(0)
    expect((await harness.call('POST', 'raw_time_log/import', { rows })).body.data).toMatchObject({ created: 0, duplicates: 4 })
    expect(importEvents()).toBe(before)
    const late = await hire({ biometric_id: '7777' })
    await process(late, '2026-06-03')
    expect(await day(late, '2026-06-03')).toMatchObject({ attendance: 'present', work_hours: 8 })
    expect(await sql('select is_processed as p from {s}.raw_time_log where employee_id = $1', [late])).toEqual([{ p: true }, { p: true }])
  })

  test('a device file is read line by line; invalid lines are reported', async () => {
    const { hire, process, day } = time
    const employee = await hire()
    const b = await idOf(employee)
    const text = `No\tID\tDateTime\tState\r\n1\t${b}\t2026-06-04 08:00:12\t0\r\nrubbish\r\n2\t${b}\t2026-06-04 17:01:40\t1\r\n`
    const taken = await upload('raw_time_log/import-wl20', 'wl20.txt', text)
    expect(taken.body.data).toMatchObject({ created: 2, errors: [{ row: 3 }] })
    await process(employee, '2026-06-04')
    expect(await day(employee, '2026-06-04')).toMatchObject({ attendance: 'present' })
    expect((await upload('raw_time_log/import-wl20', 'wl20.txt', 'hello\r\n')).status).toBe(400)
    expect((await time.harness.call('GET', 'raw_time_log/download-template')).text).toContain('biometric_id,date,time,direction')
  })
})

describe('the web clock', () => {
  const headOffice = { latitude: 14.5547, longitude: 121.0244 }
  const far = { latitude: 14.6, longitude: 121.1 }

  test('refuses punches outside a strict location, and flags those outside another location', async () => {
    const { harness, hire, self, sql } = time
    const [employee, two] = [await hire(), await hire()]
    const strict = Number(
      (await harness.make('geofencing', { code: 'HO', name: 'Head office', ...headOffice, radius_m: 100, strict: true })).id,
    )
    const loose = Number((await harness.make('geofencing', { code: 'SITE', name: 'Site', ...headOffice, radius_m: 100 })).id)
    await harness.call('POST', 'employee/employee-geofence/add', { employee_id: employee, geofence_id: strict })
    expect(
      (await harness.call('POST', 'employee/employee-geofence/multiple-add', { employee_ids: [two], geofence_ids: [loose] })).body.data,
    ).toEqual({ tagged: 1 })
    for (const place of [far, {}])
      expect(await harness.call('POST', 'time_log', { type: 'time_in', ...place }, self(employee))).toMatchObject({
        status: 422,
        body: { rule: 'E_GEOFENCE' },
      })
    expect((await harness.call('POST', 'time_log', { type: 'time_in', ...headOffice }, self(employee))).body.data).toMatchObject({
      is_inside_geofence: true,
      geofence: 'HO',
      distance_m: 0,
    })
    expect((await harness.call('POST', 'time_log', { type: 'time_in', ...far }, self(two))).body.data).toMatchObject({
      is_inside_geofence: false,
      geofence: 'SITE',
    })
    expect(
      await sql('select is_inside_geofence as i, source, geofence_id as g from {s}.raw_time_log where employee_id = $1', [two]),
    ).toEqual([{ i: false, source: 'web_bundy', g: loose }])
    // The places of all employees: the timekeeper sees all, an employee only their own.
    expect(((await harness.call('GET', 'raw_time_log/fetch-locations')).body.data as Row[]).map((row) => row.employee_id).sort()).toEqual([
      employee,
      two,
    ])
    expect(
      ((await harness.call('GET', 'raw_time_log/fetch-locations', undefined, self(two))).body.data as Row[]).map((row) => row.employee_id),
    ).toEqual([two])
    expect((await harness.call('GET', `raw_time_log/single-locations?employee_id=${employee}`)).body.data).toMatchObject([
      { latitude: headOffice.latitude, is_inside_geofence: true, time_status: 'in' },
    ])
    expect((await harness.call('GET', 'employee_location')).body.data as Row[]).toHaveLength(2)
    expect(
      (await harness.call('DELETE', 'employee/employee-geofence', { employee_id: employee, geofence_ids: [strict] })).body.data,
    ).toEqual({
      removed: 1,
    })
    harness.clock.advanceTo(manila('2026-06-20 12:30'))
    expect((await harness.call('POST', 'time_log', { type: 'time_out' }, self(employee))).status).toBe(200)
  })

  test('follows the settings of the employee', async () => {
    const { harness, hire, self } = time
    const refusal = async (values: Row, body: Row = {}) =>
      (await harness.call('POST', 'time_log', { type: 'time_in', ...body }, self(await hire(values)))).body.rule
    expect(await refusal({ allow_web_bundy: false })).toBe('E_PUNCH_NOT_ALLOWED')
    expect(await refusal({ allow_mobile: false }, { source: 'mobile' })).toBe('E_PUNCH_NOT_ALLOWED')
    expect(await refusal({ requires_photo: true })).toBe('E_PUNCH_PHOTO')
    expect(await refusal({ requires_geofence: true }, headOffice)).toBe('E_GEOFENCE')
    const nobody = { ...self(1), employee_id: null }
    expect((await harness.call('POST', 'time_log', { type: 'time_in' }, nobody)).body.rule).toBe('E_NO_EMPLOYEE')
    const wrong = [{ type: 'lunch' }, { type: 'time_in', latitude: 14 }, { type: 'time_in', latitude: 'x', longitude: 1 }]
    const employee = await hire()
    for (const body of wrong) expect((await harness.call('POST', 'time_log', body, self(employee))).status).toBe(400)
  })

  test('follows restrictions in force', async () => {
    const { harness, hire, self, sql } = time
    harness.clock.advanceTo(manila('2026-06-22 05:00'))
    const restrict = async (values: Row): Promise<number> => {
      const employee = await hire()
      const names = Object.keys(values)
      await sql(
        `insert into {s}.timein_restriction (employee_id, effective_from, is_active, ${names.join(', ')}) values ($1, '2026-06-01', true, ${names.map((_, n) => `$${n + 2}`).join(', ')})`,
        [employee, ...Object.values(values)],
      )
      return employee
    }
    const punch = async (value: number) => (await harness.call('POST', 'time_log', { type: 'time_in' }, self(value))).body.rule
    expect(await punch(await restrict({ restriction_type: 'blocked' }))).toBe('E_PUNCH_BLOCKED')
    expect(await punch(await restrict({ restriction_type: 'blocked', effective_to: '2026-06-21' }))).toBeUndefined()
    expect(await punch(await restrict({ restriction_type: 'ip_address', ip_addresses: '10.1.*' }))).toBe('E_PUNCH_NETWORK')
    expect(await punch(await restrict({ restriction_type: 'ip_address', ip_addresses: '10.1.*, 127.0.0.*' }))).toBeUndefined()
    expect(await punch(await restrict({ restriction_type: 'device', device_ids: [] }))).toBe('E_PUNCH_DEVICE')
    expect(await punch(await restrict({ restriction_type: 'geofence' }))).toBe('E_GEOFENCE')
    const bound = await restrict({ restriction_type: 'schedule', early_in_minutes: 60, late_in_minutes: 30 })
    expect(await punch(bound)).toBe('E_PUNCH_EARLY')
    harness.clock.advanceTo(manila('2026-06-22 08:31'))
    expect(await punch(bound)).toBe('E_PUNCH_LATE')
    harness.clock.advanceTo(manila('2026-06-23 07:01'))
    expect(await punch(bound)).toBeUndefined()
  })

  test('pressing the button twice makes one punch, and breaks start and end', async () => {
    const { harness, hire, self } = time
    const employee = await hire({ break_minutes: 30 })
    const me = self(employee)
    harness.clock.advanceTo(manila('2026-06-24 08:00'))
    await harness.call('POST', 'time_log', { type: 'time_in' }, me)
    expect((await harness.call('POST', 'time_log', { type: 'time_in' }, me)).body.rule).toBe('E_PUNCH_TWICE')
    harness.clock.advanceTo(manila('2026-06-24 12:00'))
    expect((await harness.call('POST', 'break_status', { status: 'working' }, me)).body.rule).toBe('E_BREAK')
    expect((await harness.call('POST', 'break_status', {}, me)).body.data).toMatchObject({ status: 'on_break', allowed_minutes: 30 })
    expect((await harness.call('GET', 'raw_time_log/web-bundy-activity', undefined, me)).body.data).toMatchObject({ state: 'on_break' })
    harness.clock.advanceTo(manila('2026-06-24 12:41'))
    expect((await harness.call('POST', 'break_status', {}, me)).body.data).toMatchObject({
      status: 'working',
      minutes: 41,
      is_over_break: true,
    })
    expect((await harness.call('GET', 'break_status/fetch', undefined, me)).body.data).toMatchObject([
      { employee_id: employee, status: 'working' },
    ])
    expect((await harness.call('GET', 'raw_time_log/recentActivity', undefined, me)).body.data).toMatchObject([
      { type: 'break_in' },
      { type: 'break_out' },
      { type: 'time_in' },
    ])
    // A night shift goes on after midnight, and an arrival without end does not last for ever.
    const state = async () => ((await harness.call('GET', 'raw_time_log/web-bundy-activity', undefined, me)).body.data as Row).state
    harness.clock.advanceTo(manila('2026-06-24 17:00'))
    await harness.call('POST', 'time_log', { type: 'time_out' }, me)
    harness.clock.advanceTo(manila('2026-06-24 21:55'))
    await harness.call('POST', 'time_log', { type: 'time_in' }, me)
    harness.clock.advanceTo(manila('2026-06-25 03:00'))
    expect(await state()).toBe('working')
    harness.clock.advanceTo(manila('2026-06-25 22:00'))
    expect(await state()).toBe('out')
  })
})
