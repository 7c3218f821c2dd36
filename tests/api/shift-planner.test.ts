/** The board of shifts: what stands on each day of a week, and many days of many people planned at once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import type { PlanAnswer, PlanChange, PlanResult } from '../../src/engine/model/plan.ts'
import { startTime, type TimeHost } from './time-host.ts'

let time: TimeHost
beforeAll(async () => {
  time = await startTime('PLAN')
})
afterAll(() => time.harness.close())

/** Monday, 29 June 2026. */
const MONDAY = '2026-06-29'

const board = async (query = ''): Promise<PlanAnswer> => {
  const { status, body } = await time.harness.call('GET', `shift_schedule/planner?from=${MONDAY}${query}`)
  expect([status, body.message]).toEqual([200, undefined])
  return body.data as PlanAnswer
}
const personOf = async (id: number) => (await board(`&filter[employee_id]=${id}`)).people[0]!
const save = async (changes: readonly PlanChange[], as?: Parameters<TimeHost['harness']['call']>[3]) => {
  const { status, body } = await time.harness.call('POST', 'shift_schedule/plan', { changes }, as)
  return { status, results: body.data as PlanResult[], undo: (body as { undo?: unknown }).undo as PlanChange[], body }
}
const shift = (person: number, date: string, id: number, more: Row = {}): PlanChange => ({
  person,
  date,
  values: { shift_template_id: id, is_rest_day: false, ...more },
})

test('a week shows weekly shifts, rest days, and conflicts', async () => {
  const ana = await time.hire()
  const leaver = await time.hire({ date_separated: '2026-07-01' })
  const gone = await time.hire({ date_separated: '2026-06-28' })
  await time.sql(`insert into {s}.holiday (name, date, holiday_type_id, is_active) values ('Founding day', '2026-07-02', $1, true)`, [
    time.ids.special,
  ])
  await time.file('official_business_filing', ana, { date_from: '2026-07-03', date_to: '2026-07-03' })
  await time.sql(
    `insert into {s}.time_sheet (employee_id, pay_period_id, date_from, date_to, status) values ($1, $2, '2026-06-16', '2026-06-30', 'locked')`,
    [ana, time.ids.period],
  )
  const change = await time.file('shift_adjustment', leaver, { date_from: MONDAY, date_to: MONDAY, shift_template_id: time.ids.night })
  const { from, to, people, choices } = await board()
  expect([from, to]).toEqual([MONDAY, '2026-07-05'])
  expect(people.map(({ id }) => id)).not.toContain(gone)
  const { days } = people.find(({ id }) => id === ana)!
  // The day shift is 08:00 to 17:00, in minutes of the day.
  expect(days['2026-07-01']).toEqual({ usual: { choice: time.ids.day, free: false }, hours: [480, 1020], notes: [] })
  expect(days['2026-07-04']).toEqual({
    usual: { choice: time.ids.day, free: true },
    notes: [{ kind: 'rest', text: 'Weekly rest day.' }],
  })
  expect(days['2026-06-30']!.notes).toEqual([{ kind: 'locked', text: 'The time sheet is locked.', closed: true }])
  expect(days['2026-07-02']!.notes).toEqual([{ kind: 'holiday', text: 'Holiday', detail: 'Founding day' }])
  expect(days['2026-07-03']!.notes).toEqual([{ kind: 'assignment', text: 'Official Business Filing', detail: 'Approved' }])
  const left = people.find(({ id }) => id === leaver)!.days
  // The approved change of shift is what processing goes by: planning over it would change nothing.
  expect(left[MONDAY]).toMatchObject({ hours: [1320, 1860], notes: [{ kind: 'short' }, { kind: 'assignment', closed: true }] })
  expect((await save([shift(leaver, MONDAY, time.ids.day)])).results).toMatchObject([{ success: false, rule: 'E_PLAN' }])
  await time.sql(`update {s}.shift_adjustment set status = 'voided' where id = $1`, [change])
  expect([left['2026-07-01']!.notes, left['2026-07-02']!.notes[0]!.kind]).toEqual([[], 'away'])
  expect(choices.map(({ code, hours }) => [code, hours[1]])).toEqual([
    ['DAY', [480, 1020]],
    ['NIGHT', [1320, 1860]],
  ])
})

// proves: planner.days, planner.follows
test('days of several employees are planned at once, and undo restores the former shifts', async () => {
  const [ana, ben] = [await time.hire(), await time.hire()]
  const { day, night } = time.ids
  const first = await save([shift(ana, MONDAY, night), shift(ana, '2026-06-30', night), shift(ben, '2026-07-04', day)])
  expect(first.results).toMatchObject([
    { id: ana, success: true, days: [MONDAY, '2026-06-30'] },
    { id: ben, success: true, days: ['2026-07-04'] },
  ])
  const days = (await personOf(ana)).days
  expect([days[MONDAY]!.record!.choice, days[MONDAY]!.hours, days['2026-07-01']!.record]).toEqual([night, [1320, 1860], undefined])
  const stored = () =>
    time.sql(
      `select employee_id, date::text as date, shift_template_id as shift, is_rest_day, source,
         to_char(time_in at time zone 'Asia/Manila', 'HH24:MI') as time_in from {s}.shift_schedule where employee_id = any($1) order by 1, 2`,
      [[ana, ben]],
    )
  const planned = await stored()
  expect(planned).toContainEqual({
    employee_id: ben,
    date: '2026-07-04',
    shift: day,
    is_rest_day: false,
    source: 'manual',
    time_in: '08:00',
  })

  // Another shift brings its own hours; a day without a plan goes back to the week.
  const second = await save([shift(ana, MONDAY, day), { person: ana, date: '2026-06-30', values: null }])
  expect(second.results).toMatchObject([{ success: true }])
  expect(await stored()).toMatchObject([{ date: MONDAY, shift: day, time_in: '08:00' }, { employee_id: ben }])
  expect((await save(second.undo)).results).toMatchObject([{ success: true }])
  expect(await stored()).toEqual(planned)
})

test('the row of one employee is refused as a whole, with the day and the reason; the others are saved', async () => {
  const [ana, ben, cora] = [await time.hire(), await time.hire(), await time.hire({ date_hired: '2026-07-01' })]
  await time.sql(
    `insert into {s}.time_sheet (employee_id, pay_period_id, date_from, date_to, status) values ($1, $2, '2026-06-16', '2026-06-30', 'locked')`,
    [ben, time.ids.period],
  )
  const early = Number(
    (
      await time.harness.make('shift_template', {
        code: 'EARLY',
        name: 'Early',
        shift_type: 'Fixed',
        hours: 8,
        time_in: '05:00',
        time_out: '13:00',
      })
    ).id,
  )
  const { day, night } = time.ids
  const { results } = await save([
    // The night ends at 07:00, two hours after the early shift begins.
    shift(ana, '2026-07-01', day),
    shift(ana, '2026-07-02', night),
    shift(ana, '2026-07-03', early),
    shift(ben, '2026-06-30', night),
    shift(cora, '2026-06-30', night),
    shift(cora, '2026-07-02', night),
  ])
  expect(results.map(({ success, rule, message }) => [success, rule, message])).toEqual([
    [false, 'E_PLAN', '2026/07/02: Ends after the shift of the next day starts.'],
    [false, 'E_TIME_LOCKED', expect.stringMatching(/locked/)],
    [false, 'E_PLAN', '2026/06/30: Not employed on this day.'],
  ])
  expect(await time.sql('select 1 from {s}.shift_schedule where employee_id = any($1)', [[ana, ben, cora]])).toEqual([])
  // Moved together, two shifts that would collide one after the other are fine.
  expect((await save([shift(ana, '2026-07-02', early), shift(ana, '2026-07-03', early)])).results).toMatchObject([{ success: true }])
  expect((await save([shift(ana, '2026-07-02', night), shift(ana, '2026-07-03', night)])).results).toMatchObject([{ success: true }])
})

test('17.4: a short rest between two shifts is shown on both days, by the setting of the company, and can be planned', async () => {
  const ana = await time.hire()
  const { day, night } = time.ids
  // The night ends at 07:00, an hour before the day shift begins.
  expect((await save([shift(ana, '2026-06-30', night), shift(ana, '2026-07-01', day)])).results).toMatchObject([{ success: true }])
  const notes = async () => {
    const { days } = await personOf(ana)
    return ['2026-06-30', '2026-07-01', '2026-07-03'].map((date) => days[date]!.notes)
  }
  const short = [{ kind: 'short', text: 'Little rest between two shifts', detail: '1 h' }]
  expect([await notes(), (await board()).rest]).toEqual([[short, short, []], 480])
  const settings = (await time.harness.ctx()).settings as Row
  settings['time.rest_between_shifts_minutes'] = 0
  expect([await notes(), (await board()).rest]).toEqual([[[], [], []], undefined])
  settings['time.rest_between_shifts_minutes'] = 480
})

test('an invalid plan is refused at its field, and readers cannot plan', async () => {
  const ana = await time.hire()
  const { day } = time.ids
  for (const [changes, field] of [
    [[], 'changes'],
    [[shift(ana, '2026-02-30', day)], 'changes.0.date'],
    [[shift(ana, MONDAY, day), shift(ana, MONDAY, day)], 'changes.1'],
    [[shift(ana, MONDAY, day, { remarks: 'x' })], 'changes.0.values.remarks'],
    [[{ person: ana, date: MONDAY, values: 7 }], 'changes.0.values'],
  ] as const) {
    const { status, body } = await save(changes as never)
    expect([status, Object.keys(body.errors as Row)]).toEqual([400, [field]])
  }
  const reader = { ...time.harness.admin, grants: { shift_schedule: ['index', 'view'], employee: ['index', 'view_all'] } }
  expect((await save([shift(ana, MONDAY, day)], reader)).status).toBe(403)
  const adder = { ...reader, grants: { ...reader.grants, shift_schedule: ['index', 'view', 'new'] } }
  expect((await save([shift(ana, MONDAY, day)], adder)).results).toMatchObject([{ id: ana, success: true }])
  expect((await save([shift(ana, MONDAY, time.ids.night)], adder)).results).toMatchObject([{ id: ana, success: false }])
  expect((await time.harness.call('GET', 'shift_schedule/planner?from=soon')).status).toBe(400)
  expect((await time.harness.call('GET', `shift_template/planner?from=${MONDAY}`)).status).toBe(404)
})

const importOf = async (rows: readonly string[]) => {
  const boundary = 'x'.repeat(20)
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="shifts.csv"\r\ncontent-type: text/csv\r\n\r\n`
  const answer = await time.harness.app.http.inject({
    method: 'POST',
    url: '/api/v1/shift_schedule/import?preview=false',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `${head}${['Employee,Date,Shift template', ...rows].join('\n')}\r\n--${boundary}--\r\n`,
  })
  return { status: answer.statusCode, body: answer.json() as Row }
}

test('overlapping shifts are refused in the form, an import and a plan from a template', async () => {
  const ana = await time.hire()
  const { day, night } = time.ids
  const template = { code: 'DAWN', name: 'Dawn', shift_type: 'Fixed', hours: 8, time_in: '05:00', time_out: '13:00' }
  const early = Number((await time.harness.make('shift_template', template)).id)
  await time.harness.make('shift_schedule', { employee_id: ana, date: '2026-07-08', shift_template_id: night })
  const form = await time.harness.call('POST', 'shift_schedule', { employee_id: ana, date: '2026-07-09', shift_template_id: early })
  expect([form.status, form.body.rule, form.body.message]).toEqual([
    422,
    'E_PLAN',
    '2026/07/09: Starts before the shift of the day before ends.',
  ])
  const [{ id, version }] = (await time.sql(`select id, version from {s}.shift_schedule where employee_id = $1`, [ana])) as [Row]
  // Rest on the day after makes room; taking it back does not.
  await time.harness.make('shift_schedule', { employee_id: ana, date: '2026-07-09', shift_template_id: early, is_rest_day: true })
  const [rest] = (await time.sql(`select id, version from {s}.shift_schedule where date = '2026-07-09' and employee_id = $1`, [ana])) as [
    Row,
  ]
  const changed = await time.harness.call('PUT', `shift_schedule/${rest.id}`, { is_rest_day: false, version: rest.version })
  expect([changed.status, changed.body.rule]).toEqual([422, 'E_PLAN'])
  expect((await time.harness.call('PUT', `shift_schedule/${id}`, { shift_template_id: day, version })).status).toBe(200)
  const plan = (employee: number, template: number, date_from: string) =>
    time.harness.call('POST', 'shift_schedule/generate', {
      employee_ids: [employee],
      shift_template_id: template,
      date_from,
      date_to: date_from,
      overwrite: true,
    })
  // An import is checked as a whole: rows that change together may stand in any order.
  const sheet = async (rows: readonly string[]) => {
    const [{ employee_no }] = (await time.sql('select employee_no from {s}.employee where id = $1', [ana])) as [Row]
    return importOf(rows.map((row) => `${employee_no},${row}`))
  }
  const imported = await sheet(['2026-07-14,DAWN', '2026-07-13,NIGHT'])
  expect([imported.status, imported.body.rule, imported.body.message]).toEqual([
    422,
    'E_PLAN',
    '2026/07/14: Starts before the shift of the day before ends.',
  ])
  expect((await sheet(['2026-07-14,DAWN', '2026-07-13,DAY'])).status).toBe(200)
  const ben = await time.hire()
  expect((await plan(ben, night, '2026-07-08')).status).toBe(200)
  const generated = await plan(ben, early, '2026-07-09')
  expect([generated.status, generated.body.rule, String(generated.body.message).includes('2026/07/09')]).toEqual([422, 'E_PLAN', true])
})

// proves: entity.led
test('supervisors plan their team, and see no others', async () => {
  const lead = await time.hire()
  const [ana, ben] = [await time.hire({ manager_id: lead }), await time.hire()]
  const { day } = time.ids
  const self = { ...time.self(lead), grants: { shift_schedule: ['index', 'view', 'new', 'edit', 'delete'] } }
  await time.harness.make('shift_schedule', { employee_id: ben, date: MONDAY, shift_template_id: day })
  const { status, body } = await time.harness.call('GET', `shift_schedule/planner?from=${MONDAY}`, undefined, self)
  expect([status, body.message]).toEqual([200, undefined])
  expect((body.data as PlanAnswer).people.map(({ id }) => id)).toEqual([ana])
  expect((await save([shift(ana, MONDAY, day), shift(ben, '2026-06-30', day), shift(lead, MONDAY, day)], self)).results).toMatchObject([
    { id: ana, success: true },
    { id: ben, success: false },
    { id: lead, success: false },
  ])
  const listed = (await time.harness.call('GET', 'shift_schedule/paginate', undefined, self)).body.data as Row[]
  expect(listed.map((row) => row.employee_id)).toEqual([ana])
  const [other] = (await time.sql('select id, version from {s}.shift_schedule where employee_id = $1', [ben])) as [Row]
  expect((await time.harness.call('GET', `shift_schedule/${other.id}`, undefined, self)).status).toBe(404)
  expect((await time.harness.call('PUT', `shift_schedule/${other.id}`, { is_rest_day: true, version: other.version }, self)).status).toBe(
    404,
  )
  expect((await time.harness.call('DELETE', `shift_schedule/${other.id}`, undefined, self)).status).toBe(404)
  expect(
    (await time.harness.call('POST', 'shift_schedule', { employee_id: ben, date: '2026-07-01', shift_template_id: day }, self)).status,
  ).toBe(400)
  const planned = await time.harness.call(
    'POST',
    'shift_schedule/generate',
    { date_from: '2026-07-01', date_to: '2026-07-01', shift_template_id: day },
    self,
  )
  expect(planned.body.data).toMatchObject({ employees: 1 })
  const picked = (await time.harness.call('GET', 'employee/dropdown?for=shift_schedule.employee_id', undefined, self)).body.data as Row[]
  expect(picked.map((row) => row.id)).toEqual([ana])
})

test('the board shows how many employees are needed and planned', async () => {
  const { day, night } = time.ids
  const department = Number((await time.harness.make('department', { code: 'NEED', name: 'Needed' })).id)
  const team = [
    await time.hire({ department_id: department }),
    await time.hire({ department_id: department }),
    await time.hire({ department_id: department }),
  ]
  const need = (values: Row) =>
    time.harness.make('staffing_requirement', { department_id: department, effective_from: '2026-01-01', ...values })
  await need({ shift_template_id: day, headcount: 2 })
  // The latest requirement of a shift and day applies.
  await need({ shift_template_id: day, headcount: 4, weekdays: ['tuesday'], effective_from: '2026-06-01' })
  await need({ shift_template_id: night, headcount: 1 })
  await need({ headcount: 3, is_active: false })
  await save([shift(team[0]!, MONDAY, night), shift(team[1]!, '2026-06-30', day, { is_rest_day: true })])
  const { needs = [] } = await board(`&filter[employee.department_id]=${department}`)
  const lines = needs.map(({ title, choice, needed, elsewhere, people }) => ({ title, choice, needed, elsewhere, people: people.length }))
  expect(lines).toEqual([
    { title: 'Needed', choice: day, needed: [2, 4, 2, 2, 2, 2, 2], elsewhere: [0, 0, 0, 0, 0, 0, 0], people: 3 },
    { title: 'Needed', choice: night, needed: [1, 1, 1, 1, 1, 1, 1], elsewhere: [0, 0, 0, 0, 0, 0, 0], people: 3 },
  ])
  // People who are not shown count as well: one by night on Monday, nobody on the holiday and the weekend.
  const elsewhere = (await board(`&filter[employee_id]=${team[2]}`)).needs!
  expect(elsewhere.map(({ choice, elsewhere: count, people }) => [choice, count, people])).toEqual([
    [day, [1, 1, 2, 0, 2, 0, 0], [team[2]]],
    [night, [1, 0, 0, 0, 0, 0, 0], [team[2]]],
  ])
  // One of another department is none of this board's.
  const main = Number((await time.harness.make('department', { code: 'OTHER', name: 'Other' })).id)
  expect((await board(`&filter[employee.department_id]=${main}`)).needs).toEqual([])
})
