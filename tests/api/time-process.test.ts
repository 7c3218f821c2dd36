/** Punches become days and sheets; marks by hand, locks, and why a day counts as it does. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { manila, startTime, type TimeHost } from './time-host.ts'

let time: TimeHost
beforeAll(async () => {
  time = await startTime('TIME')
})
afterAll(() => time.harness.close())

const full = (date: string): [string, string][] => [
  [`${date} 08:00`, 'In'],
  [`${date} 17:00`, 'Out'],
]
const worked = (...dates: string[]) => dates.flatMap(full)

describe('processing (S364)', () => {
  test('a week with lateness, absence, overtime, leave and a holiday becomes time records and a time sheet', async () => {
    const { harness, hire, punches, process, day, sheet, file, ids } = time
    const employee = await hire({ grace_minutes: 0 })
    await harness.make('holiday', { name: 'Independence Day', date: '2026-06-12', holiday_type_id: ids.regular })
    // Monday late by 17 minutes; Tuesday 3 hours after the shift, 2.5 of them filed; Wednesday nothing; Thursday leave.
    await punches(employee, [
      ['2026-06-08 08:17', 'In'],
      ['2026-06-08 17:00', 'Out'],
      ['2026-06-09 07:55', 'In'],
      ['2026-06-09 20:00', 'Out'],
      ...full('2026-06-12'),
    ])
    await file('overtime_filing', employee, {
      date: '2026-06-09',
      start_at: manila('2026-06-09 17:00'),
      end_at: manila('2026-06-09 19:30'),
      hours: 2.5,
    })
    await file('leave_filing', employee, {
      date_from: '2026-06-11',
      date_to: '2026-06-11',
      duration_type: 'whole_day',
      qty: 1,
      with_pay: true,
    })
    const done = await process(employee, '2026-06-08', '2026-06-14')
    expect(done).toMatchObject({ employees: 1, days: 7, locked: 0, problems: [] })
    // The result leads to the days that should be looked at: late on Monday, absent on Wednesday.
    const { title, filters } = done.found as { title: string; filters: Record<string, Record<string, string>> }
    expect(title).toBe('Show 2 days to check')
    const conditions = Object.entries({ ...filters, employee_id: { eq: String(employee) } })
      .flatMap(([name, each]) => Object.entries(each).map(([operator, value]) => `filter[${name}][${operator}]=${value}`))
      .join('&')
    const { data } = (await harness.call('GET', `daily_time_record/paginate?sort=date&${conditions}`)).body
    expect((data as Row[]).map(({ date, exception }) => [date, exception])).toEqual([
      ['2026-06-08', 'late'],
      ['2026-06-10', 'absent'],
    ])
    // They are searched by the words on the screen, beside those of the employee.
    const searched = async (words: string) => {
      const { body } = await harness.call('GET', `daily_time_record/paginate?sort=date&search=${words}&filter[employee_id]=${employee}`)
      return (body.data as Row[]).map(({ date }) => String(date).slice(8))
    }
    expect([await searched('late'), await searched('ABSENT'), await searched('on leave'), await searched('late absent')]).toEqual([
      ['08'],
      ['10'],
      ['11'],
      [],
    ])

    expect(await day(employee, '2026-06-08')).toMatchObject({
      attendance: 'present',
      late_minutes: 17,
      work_hours: 7.72,
      shift_code: 'DAY',
      day_type: { name: 'Ordinary day' },
    })
    expect(await day(employee, '2026-06-09')).toMatchObject({ overtime_hours: 2.5, work_hours: 8, late_minutes: 0 })
    expect(await day(employee, '2026-06-10')).toMatchObject({ attendance: 'absent', is_absent: true, absent_minutes: 480 })
    expect(await day(employee, '2026-06-11')).toMatchObject({ attendance: 'on_leave', leave_hours: 8, is_absent: false })
    expect(await day(employee, '2026-06-12')).toMatchObject({
      attendance: 'holiday_worked',
      work_hours: 8,
      day_type: { name: 'Regular holiday' },
    })
    expect(await day(employee, '2026-06-13')).toMatchObject({ attendance: 'rest_day', is_rest_day: true })
    expect(new Date(String((await day(employee, '2026-06-08')).time_in)).toISOString()).toBe(manila('2026-06-08 08:17'))

    const made = await sheet(employee)
    expect(made).toMatchObject({
      status: 'open',
      date_from: '2026-06-01',
      date_to: '2026-06-15',
      days_worked: 3,
      late_minutes: 17,
      absences: 1,
      leave_with_pay: 1,
      overtime_hours: 2.5,
    })
    expect(made.overtime).toEqual({ ordinary: 2.5 })
    expect(made.period_time).toMatchObject({ scheduled_minutes: 4 * 480, absent_minutes: 480, paid_leave_minutes: 480 })
  })

  test('the days of a pay period are processed without entering dates', async () => {
    const { harness, hire, ids } = time
    const employee = await hire({})
    const pay_period_id = ids.period
    const call = (body: Row) => harness.call('POST', 'daily_time_record/process', { employee_ids: [employee], ...body })
    expect((await call({ pay_period_id })).body.data).toMatchObject({ employees: 1, days: 15 })
    expect((await call({ pay_period_id, date_from: '2026-06-02', date_to: '2026-06-03' })).body.data).toMatchObject({ days: 2 })
    expect((await call({})).status).toBe(400)
    expect((await call({ pay_period_id: 999_999 })).status).toBe(400)
  })

  test('processing again gives the same result and changes no row', async () => {
    const { hire, punches, process, sql } = time
    const employee = await hire()
    await punches(employee, worked('2026-06-01', '2026-06-02'))
    await process(employee, '2026-06-01', '2026-06-03')
    const versions = () =>
      sql(`select id, version, processed_at::text from {s}.daily_time_record where employee_id = $1 order by id`, [employee])
    const before = await versions()
    await process(employee, '2026-06-01', '2026-06-03')
    expect(await versions()).toEqual(before)
    expect(before).toHaveLength(3)
  })

  test('a night shift belongs to the day on which it began, with its punches and its night hours', async () => {
    const { hire, punches, process, day, ids, sql } = time
    const employee = await hire({ shift_template_id: ids.night })
    await punches(employee, [
      ['2026-06-03 21:50', 'In'],
      ['2026-06-04 07:05', 'Out'],
    ])
    await process(employee, '2026-06-03', '2026-06-04')
    expect(await day(employee, '2026-06-03')).toMatchObject({ attendance: 'present', work_hours: 8, late_minutes: 0, night_diff_hours: 7 })
    expect(await day(employee, '2026-06-04')).toMatchObject({ attendance: 'absent' })
    const logs = await sql<{ date: string; type: string }>(
      `select date::text as date, type, is_used from {s}.time_log where employee_id = $1 order by logged_at`,
      [employee],
    )
    expect(logs).toEqual([
      { date: '2026-06-03', type: 'time_in', is_used: true },
      { date: '2026-06-03', type: 'time_out', is_used: true },
    ])
  })

  test('around midnight the web clock dates a punch by the day, processing by the shift', async () => {
    const { harness, hire, process, day, self, ids, sql } = time
    const employee = await hire({ shift_template_id: ids.night })
    const me = self(employee)
    harness.clock.advanceTo(manila('2026-06-16 21:58'))
    expect((await harness.call('POST', 'time_log', { type: 'time_in' }, me)).body.data).toMatchObject({
      date: '2026-06-16',
      type: 'time_in',
    })
    harness.clock.advanceTo(manila('2026-06-17 00:01'))
    expect((await harness.call('GET', 'raw_time_log/web-bundy-activity', undefined, me)).body.data).toMatchObject({
      date: '2026-06-17',
      state: 'working',
      logs: [],
    })
    harness.clock.advanceTo(manila('2026-06-17 07:00'))
    expect((await harness.call('POST', 'time_log', { type: 'time_out' }, me)).body.data).toMatchObject({ date: '2026-06-17' })
    harness.clock.advanceTo('2026-06-20T04:00:00Z')
    await process(employee, '2026-06-16', '2026-06-17')
    expect(await day(employee, '2026-06-16')).toMatchObject({ attendance: 'present', work_hours: 8 })
    expect(await sql(`select distinct date::text as date from {s}.time_log where employee_id = $1`, [employee])).toEqual([
      { date: '2026-06-16' },
    ])
  })

  test('future days are not absences', async () => {
    const { hire, process, harness } = time
    const employee = await hire()
    expect(await process(employee, '2026-06-19', '2026-06-30')).toMatchObject({ days: 2 })
    const future = await harness.call('POST', 'daily_time_record/process', {
      employee_ids: [employee],
      date_from: '2026-06-21',
      date_to: '2026-06-30',
    })
    expect([future.status, Object.keys(future.body.errors!)]).toEqual([400, ['date_from']])
  })

  test('a shift that has not ended is neither an absence nor a missing punch', async () => {
    const { hire, process, punches, day, harness, sql } = time
    const [away, present, left] = [await hire(), await hire(), await hire()]
    await punches(present, [['2026-06-19 08:00', 'In']])
    await punches(left, full('2026-06-19'))
    harness.clock.advanceTo(manila('2026-06-19 10:00'))
    expect(await process([away, present], '2026-06-18', '2026-06-19')).toMatchObject({ employees: 2, days: 2 })
    // What an earlier run has made of such a day goes.
    const moveOut = (days: number) =>
      sql(
        `update {s}.raw_time_log set logged_at = logged_at + $2 * interval '1 day'
         where employee_id = $1 and logged_at::time > '08:00'`,
        [left, days],
      )
    await process(left, '2026-06-19', '2026-06-19')
    await moveOut(1)
    await process(left, '2026-06-19', '2026-06-19')
    expect(await sql(`select 1 from {s}.daily_time_record where employee_id = $1`, [left])).toEqual([])
    await moveOut(-1)
    harness.clock.advanceTo(manila('2026-06-19 17:00'))
    expect(await process([away, present, left], '2026-06-19', '2026-06-19')).toMatchObject({ days: 3 })
    expect([await day(away, '2026-06-19'), await day(present, '2026-06-19'), await day(left, '2026-06-19')]).toMatchObject([
      { attendance: 'absent' },
      { attendance: 'incomplete' },
      { attendance: 'present' },
    ])
    harness.clock.advanceTo('2026-06-20T04:00:00Z')
  })

  test('an invalid schedule is reported, and the others are processed', async () => {
    const { hire, process, harness, ids, day, sql } = time
    const [bad, good] = [await hire(), await hire()]
    await harness.make('shift_schedule', { employee_id: bad, date: '2026-06-09', shift_template_id: ids.night })
    const { id } = await harness.make('shift_schedule', { employee_id: bad, date: '2026-06-10', shift_template_id: ids.day })
    // Such shifts are refused when they are saved; they remain of versions before.
    await sql(`update {s}.shift_schedule set time_in = $1, time_out = $2 where id = $3`, [
      manila('2026-06-10 05:00'),
      manila('2026-06-10 13:00'),
      id,
    ])
    const done = await process([bad, good], '2026-06-09', '2026-06-10')
    expect(done.days).toBe(2)
    expect((done.problems as Row[])[0]).toMatchObject({
      employee_id: bad,
      message: expect.stringContaining('starts before the shift of the day before ends'),
    })
    expect(await day(good, '2026-06-09')).toMatchObject({ attendance: 'absent' })
  })

  test('employees who work in another country are processed in the time zone there', async () => {
    const { harness, hire, process, day } = time
    const zone = await harness.make('time_zone', {
      code: 'GST',
      name: 'Gulf',
      iana_name: 'Asia/Dubai',
      utc_offset: '+04:00',
      is_international: true,
    })
    const employee = await hire({ time_zone_id: zone.id })
    await harness.call('POST', 'raw_time_log/import', {
      rows: [
        {
          biometric_id: (await time.sql<{ b: string }>('select biometric_id as b from {s}.employee where id = $1', [employee]))[0]!.b,
          date: '2026/06/02',
          time: '08:00 AM',
        },
      ],
    })
    const { body } = await harness.call('POST', 'daily_time_record/international_process', {
      date_from: '2026-06-02',
      date_to: '2026-06-02',
    })
    expect(body.data).toMatchObject({ employees: 1, days: 1 })
    expect(new Date(String((await day(employee, '2026-06-02')).time_in)).toISOString()).toBe('2026-06-02T04:00:00.000Z')
    const list = (await harness.call('GET', 'daily_time_record/idtr_paginate')).body.data as Row[]
    expect(list.map((row) => row.employee_id)).toEqual([employee])
    expect((await harness.call('GET', `employee/${employee}/timezone`)).body.data).toMatchObject({
      iana_name: 'Asia/Dubai',
      source: 'employee',
    })
    expect((await harness.call('POST', 'time_zone', { code: 'X', name: 'X', iana_name: 'Mars/Base', utc_offset: '+08:00' })).status).toBe(
      400,
    )
    await process(employee, '2026-06-02')
  })
})

// S365
describe('manual marks', () => {
  test('remain when the day is processed again, until they are cleared', async () => {
    const { harness, hire, punches, process, day } = time
    const employee = await hire()
    await punches(employee, full('2026-06-02'))
    await process(employee, '2026-06-01', '2026-06-02')
    const [absent, present] = [await day(employee, '2026-06-01'), await day(employee, '2026-06-02')]
    expect((await harness.call('POST', 'daily_time_record/mark-absent', { id: present.id })).body.data).toMatchObject({
      mark: 'absent',
      attendance: 'absent',
      is_absent: true,
    })
    expect((await harness.call('POST', 'daily_time_record/mark-present', { id: absent.id })).body.data).toMatchObject({
      mark: 'present',
      attendance: 'present',
      work_hours: 8,
    })
    await process(employee, '2026-06-01', '2026-06-02')
    expect(await day(employee, '2026-06-02')).toMatchObject({ mark: 'absent', attendance: 'absent' })
    expect((await harness.call('POST', `daily_time_record/${present.id}/clear_mark`)).body.data).toMatchObject({
      mark: null,
      attendance: 'present',
    })
    // Who looks it up later sees what the mark made of the day.
    const trail = await time.sql<{ action: string; before: Row; after: Row }>(
      `select action, old_values as before, new_values as after from {s}.audit_trail where record_id = $1 and action like '%mark%' order by id`,
      [present.id],
    )
    expect(trail.map((entry) => entry.action)).toEqual(['mark_absent', 'clear_mark'])
    expect(trail[0]).toMatchObject({ before: { mark: null, work_hours: 8 }, after: { mark: 'absent', work_hours: 0 } })
    expect(trail[1]).toMatchObject({ before: { mark: 'absent', is_absent: true }, after: { mark: null, is_absent: false } })
    expect(trail[1]!.after).not.toHaveProperty('result')
  })

  test('many days are marked at once, each with its result', async () => {
    const { harness, hire, process, day } = time
    const employee = await hire()
    await process(employee, '2026-06-01', '2026-06-02')
    const ids = [(await day(employee, '2026-06-01')).id, 999_999, (await day(employee, '2026-06-02')).id]
    const { body } = await harness.call('POST', 'daily_time_record/batch-mark-present', { ids })
    expect(body).toMatchObject({ succeeded: 2, failed: 1 })
    expect((body.data as Row[]).map((row) => row.success)).toEqual([true, false, true])
    expect((await harness.call('POST', 'daily_time_record/batch-mark-absent', { ids: ids.slice(0, 1) })).body).toMatchObject({
      succeeded: 1,
    })
    expect((await harness.call('POST', 'daily_time_record/bulkDelete', { ids })).body).toMatchObject({ succeeded: 2, failed: 1 })
  })
})

// S363
describe('time sheets', () => {
  test('locking a time sheet freezes its days, and it can be unlocked', async () => {
    const { harness, hire, punches, process, day, sheet, ids } = time
    const [employee, two] = [await hire(), await hire()]
    await punches(employee, worked('2026-06-01'))
    await process([employee, two], '2026-06-01', '2026-06-02')
    const mine = await sheet(employee)
    expect((await harness.call('PATCH' as never, `time_sheet/${mine.id}/lock`, { is_locked: true })).body.data).toMatchObject({
      status: 'locked',
      is_locked: true,
      locked_by: 1,
    })
    const locked = await day(employee, '2026-06-01')
    expect(locked.is_locked).toBe(true)
    const refused = [
      await harness.call('POST', 'daily_time_record/process', { employee_id: employee, date_from: '2026-06-01', date_to: '2026-06-02' }),
      await harness.call('POST', 'daily_time_record/mark-absent', { id: locked.id }),
      await harness.call('PUT', `daily_time_record/${locked.id}`, { remarks: 'late bus' }),
      await harness.call('DELETE', `daily_time_record/${locked.id}`),
      await harness.call('PATCH' as never, `time_sheet/${mine.id}/option/1`, { value: false }),
      await harness.call('POST', 'shift_schedule', { employee_id: employee, date: '2026-06-03', shift_template_id: ids.night }),
    ]
    expect(refused.map((answer) => [answer.status, answer.body.rule])).toEqual(refused.map(() => [423, 'E_TIME_LOCKED']))
    expect(await harness.call('POST', `time_sheet/${mine.id}/reprocess`)).toMatchObject({ status: 423, body: { rule: 'E_LOCKED' } })
    // A group is processed without those that are locked.
    await punches(employee, worked('2026-06-02'))
    expect(await process([employee, two], '2026-06-01', '2026-06-02')).toMatchObject({ employees: 2, days: 2, locked: 2 })
    expect(await day(employee, '2026-06-02')).toMatchObject({ attendance: 'absent' })
    expect((await harness.call('PATCH' as never, `time_sheet/${mine.id}/lock`, {})).body.data).toMatchObject({
      status: 'open',
      locked_by: null,
    })
    expect((await harness.call('POST', `time_sheet/${mine.id}/reprocess`)).body.data).toMatchObject({ days_worked: 2 })
    const both = [mine.id, (await sheet(two)).id, 999_999]
    expect((await harness.call('POST', 'time_sheet/bulk-lock', { ids: both })).body).toMatchObject({ succeeded: 2, failed: 1 })
  })

  test('includes what its options say, computes sums, and can be exported', async () => {
    const { harness, hire, punches, process, sheet, file } = time
    const employee = await hire()
    await punches(employee, [
      ['2026-06-02 08:00', 'In'],
      ['2026-06-02 20:00', 'Out'],
    ])
    await file('overtime_filing', employee, {
      date: '2026-06-02',
      start_at: manila('2026-06-02 17:00'),
      end_at: manila('2026-06-02 20:00'),
      hours: 3,
    })
    await process(employee, '2026-06-02')
    const made = await sheet(employee)
    expect(made).toMatchObject({
      overtime_hours: 3,
      options: [
        { name: 'Overtime', value: true },
        { name: 'Night differential', value: true },
        { name: 'Holidays', value: true },
      ],
    })
    expect((await harness.call('PATCH' as never, `time_sheet/${made.id}/option/1`, { value: false })).body.data).toMatchObject({
      overtime_hours: 0,
    })
    await process(employee, '2026-06-02')
    expect(await sheet(employee)).toMatchObject({ overtime_hours: 0 })
    expect((await harness.call('PATCH' as never, `time_sheet/${made.id}/option/9`, { value: false })).status).toBe(404)
    const sums = (await harness.call('GET', `time_sheet/paginate-summary?employee_id=${employee}`)).body.data as Row[]
    expect(sums).toMatchObject([{ sheets: 1, locked: 0, days_worked: 1, regular_hours: 8 }])
    expect((await harness.call('GET', `time_sheet/export?employee_id=${employee}`)).text).toMatch(/Employee no\.,Name,.*\r\nE-\d+,/)
    const days = (
      await harness.call('GET', `daily_time_record/paginate-summary?employee_id=${employee}&date_from=2026-06-01&date_to=2026-06-30`)
    ).body
    expect(days.data).toMatchObject([{ employee_id: employee, days: 1, present: 1, overtime_hours: 3 }])
  })
})

test('the trace explains how a day was computed, and whether something changed since', async () => {
  const { harness, hire, punches, process, day, self } = time
  const employee = await hire()
  await punches(employee, [
    ['2026-06-02 08:20', 'In'],
    ['2026-06-02 17:00', 'Out'],
  ])
  await process(employee, '2026-06-02')
  const { id } = await day(employee, '2026-06-02')
  const trace = (await harness.call('GET', `daily_time_record/${id}/trace`)).body.data as {
    is_current: boolean
    lines: Row[]
    bands: Row[]
  }
  expect(trace.is_current).toBe(true)
  expect(trace.bands).toEqual([
    {
      title: 'Shift',
      tone: 'grey',
      spans: [[480, 1020]],
    },
    { title: 'Punches', tone: 'green', spans: [[500, 1020]] },
  ])
  const said = trace.lines.map((line) => line.text)
  expect(said).toContain('Late: 20 min.')
  // Dates and hours read as they do on every screen.
  expect(said.slice(0, 2)).toEqual(['2026/06/02 is an ordinary day.', 'Shift DAY: 08:00 AM to 05:00 PM, 8 h of work.'])
  await punches(employee, [['2026-06-02 08:00', 'In']])
  expect((await harness.call('GET', `daily_time_record/${id}/trace`)).body.data).toMatchObject({ is_current: false })
  // Employees see their own days and no others.
  expect((await harness.call('GET', `daily_time_record/${id}/trace`, undefined, self(employee))).status).toBe(200)
  expect((await harness.call('GET', `daily_time_record/${id}/trace`, undefined, self(employee + 1000))).status).toBe(404)
})

test('time records are printed, and the filings of a day are listed', async () => {
  const { harness, hire, punches, process, file } = time
  const [employee, two] = [await hire(), await hire()]
  await punches(employee, full('2026-06-02'))
  await process([employee, two], '2026-06-01', '2026-06-05')
  for (const answer of [
    await harness.call('GET', `daily_time_record/exportPDF?employee_id=${employee}&date_from=2026-06-01&date_to=2026-06-05`),
    await harness.call('POST', 'daily_time_record/exportBulkPDF', {
      employee_ids: [employee, two],
      date_from: '2026-06-01',
      date_to: '2026-06-05',
    }),
  ])
    expect([answer.status, answer.text.slice(0, 5)]).toEqual([200, '%PDF-'])
  expect((await harness.call('GET', `daily_time_record/exportCSV?filter[employee_id]=${employee}`)).text).toContain('2026/06/02')
  await file('official_business_filing', employee, {
    date_from: '2026-06-03',
    date_to: '2026-06-03',
    time_from: '08:00',
    time_to: '17:00',
    status: 'posted',
  })
  const found = (await harness.call('POST', 'daily_time_record/filing_checker', { employee_id: employee, date: '2026-06-03' })).body
    .data as {
    filings: Row[]
  }
  expect(found).toMatchObject({ has_filing: true, filings: [{ module: 'official_business_filing', status: 'posted', counts: false }] })
})

test('shifts are planned from a template; shifts planned by hand remain', async () => {
  const { harness, hire, ids, sql } = time
  const employee = await hire()
  await harness.make('shift_schedule', { employee_id: employee, date: '2026-06-24', shift_template_id: ids.day })
  const body = { employee_ids: [employee], shift_template_id: ids.night, date_from: '2026-06-22', date_to: '2026-06-28' }
  expect((await harness.call('POST', 'shift_schedule/generate', body)).body.data).toEqual({ employees: 1, planned: 6 })
  const rows = await sql(
    `select date::text as date, shift_template_id as t, is_rest_day as r, is_night_shift as n, to_char(time_in at time zone 'Asia/Manila', 'MM-DD HH24:MI') as i, to_char(time_out at time zone 'Asia/Manila', 'MM-DD HH24:MI') as o, source from {s}.shift_schedule where employee_id = $1 order by date`,
    [employee],
  )
  expect(rows[0]).toEqual({ date: '2026-06-22', t: ids.night, r: false, n: true, i: '06-22 22:00', o: '06-23 07:00', source: 'template' })
  expect(rows[2]).toMatchObject({ t: ids.day, source: 'manual', i: '06-24 08:00' })
  expect(rows.map((row) => row.r)).toEqual([false, false, false, false, false, true, true])
  expect((await harness.call('POST', 'shift_schedule/generate', { ...body, overwrite: true })).body.data).toMatchObject({ planned: 7 })
})

test('an invalid shift template is refused with the errors at its fields', async () => {
  const { harness } = time
  const template = { code: 'T1', name: 'T1', shift_type: 'Fixed', time_in: '08:00', time_out: '17:00', hours: 8, break_minutes: 60 }
  const errors = async (values: Row) =>
    Object.keys((await harness.call('POST', 'shift_template', { ...template, ...values })).body.errors ?? {})
  expect(await errors({ hours: 9 })).toEqual(['hours'])
  expect(await errors({ time_out: '07:00', hours: 22 })).toEqual(['time_out'])
  expect(await errors({ break_minutes: null, break_out: '18:00', break_in: '19:00' })).toEqual(['break_in'])
  expect(await errors({ days: [{ weekday: 'monday', time_in: '09:00' }] })).toEqual(['days.0.time_out'])
  expect(await errors({ days: [{ weekday: 'monday' }, { weekday: 'monday' }] })).toEqual(['days.1.weekday'])
})

describe('shifts that change while past days are open', () => {
  const shift = (code: string, values: Row = {}) =>
    time.harness.make('shift_template', {
      code,
      name: code,
      shift_type: 'Fixed',
      time_in: '08:00',
      time_out: '17:00',
      hours: 8,
      break_minutes: 60,
      ...values,
    })
  const change = (module: string, id: unknown, values: Row) => time.harness.call('PUT', `${module}/${String(id)}`, values)
  const LATE = [
    ['2026-06-18 08:30', 'In'],
    ['2026-06-18 17:00', 'Out'],
  ] as const

  test('the hours of a template stay while days that are not locked are computed with it', async () => {
    const { hire, punches, process, sql, ids } = time
    const template = await shift('USED')
    const employee = await hire({ shift_template_id: template.id })
    expect((await change('shift_template', template.id, { grace_minutes: 5 })).status).toBe(200)
    await punches(employee, LATE)
    await process(employee, '2026-06-18', '2026-06-19')
    const refused = await change('shift_template', template.id, { grace_minutes: 30 })
    expect([refused.status, refused.body.rule]).toEqual([422, 'E_SHIFT_USED'])
    expect(refused.body.message).toContain('(2026/06/18 to 2026/06/19, employees: 1)')
    expect((await change('shift_template', template.id, { name: 'Early', days: [] })).status).toBe(200)
    expect((await change('shift_template', template.id, { days: [{ weekday: 'friday', is_rest_day: true }] })).status).toBe(422)
    await sql(
      `insert into {s}.time_sheet (employee_id, pay_period_id, date_from, date_to, status) values ($1, $2, '2026-06-16', '2026-06-30', 'locked')`,
      [employee, ids.period],
    )
    expect((await change('shift_template', template.id, { grace_minutes: 30 })).status).toBe(200)
  })

  test('another shift of a team counts from today, and past days keep the one that they had', async () => {
    const { hire, punches, process, day, sql } = time
    const [was, next] = [await shift('WAS'), await shift('NEXT', { time_in: '09:00', time_out: '18:00' })]
    const [leader, third] = [await hire(), await shift('THIRD')]
    const team = await time.harness.make('team', { code: 'FLOAT', name: 'Float', leader_id: leader, default_shift_id: was.id })
    const employee = await hire({ shift_template_id: null, team_id: team.id })
    await punches(employee, LATE)
    await process(employee, '2026-06-18', '2026-06-19')
    expect((await day(employee, '2026-06-18')).late_minutes).toBe(30)
    expect((await change('team', team.id, { default_shift_id: next.id })).status).toBe(200)
    expect((await change('team', team.id, { default_shift_id: third.id })).status).toBe(200)
    await process(employee, '2026-06-18', '2026-06-19')
    expect(await day(employee, '2026-06-18')).toMatchObject({ late_minutes: 30, shift_code: 'WAS' })
    expect(
      await sql(`select date::text as date, shift_template_id as t from {s}.shift_schedule where employee_id = $1 order by date`, [
        employee,
      ]),
    ).toEqual([
      { date: '2026-06-18', t: was.id },
      { date: '2026-06-19', t: was.id },
    ])
  })

  test('past days go by the team of their time', async () => {
    const { hire, punches, process, day, sql } = time
    const [first, second] = [await shift('FIRST'), await shift('SECOND', { time_in: '09:00', time_out: '18:00' })]
    const leader = await hire()
    const teams = [
      await time.harness.make('team', { code: 'ONE', name: 'One', leader_id: leader, default_shift_id: first.id }),
      await time.harness.make('team', { code: 'TWO', name: 'Two', leader_id: leader, default_shift_id: second.id }),
    ]
    const employee = await hire({ shift_template_id: null, team_id: teams[1]!.id })
    await sql(
      `insert into {s}.personal_movement (employee_id, movement_type, effective_date, changed_fields, from_team_id, to_team_id, applied_at)
       values ($1, 'Transfer', '2026-06-19', '{team_id}', $2, $3, now())`,
      [employee, teams[0]!.id, teams[1]!.id],
    )
    await punches(employee, LATE)
    await process(employee, '2026-06-18', '2026-06-19')
    expect(await day(employee, '2026-06-18')).toMatchObject({ late_minutes: 30, shift_code: 'FIRST' })
    expect((await day(employee, '2026-06-19')).shift_code).toBe('SECOND')
  })

  test('another shift of an employee counts from today', async () => {
    const { hire, punches, process, day, sql } = time
    const [was, next] = [await shift('OLD'), await shift('NEW', { time_in: '09:00', time_out: '18:00' })]
    const employee = await hire({ shift_template_id: was.id })
    const needed = await Promise.all(
      ['civil_status', 'citizenship', 'employment_type'].map(
        async (module) => (await time.harness.make(module, { code: 'NEEDED', name: 'Needed' })).id,
      ),
    )
    await sql(
      `update {s}.employee set gender = 'female', birth_at = '1990-01-01', first_name = 'Juana', last_name = 'Cruz', civil_status_id = $2, citizenship_id = $3, employment_type_id = $4 where id = $1`,
      [employee, ...needed],
    )
    await punches(employee, LATE)
    await process(employee, '2026-06-18', '2026-06-19')
    expect((await change('employee', employee, { shift_template_id: next.id })).body).toMatchObject({ success: true })
    await process(employee, '2026-06-18', '2026-06-19')
    expect(await day(employee, '2026-06-18')).toMatchObject({ late_minutes: 30, shift_code: 'OLD' })
  })
})
