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

test('a week shows weekly shifts, rest days, and what speaks against work', async () => {
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
  expect(left[MONDAY]).toMatchObject({ hours: [1320, 1860], notes: [{ kind: 'assignment', closed: true }] })
  expect((await save([shift(leaver, MONDAY, time.ids.day)])).results).toMatchObject([{ success: false, rule: 'E_PLAN' }])
  await time.sql(`update {s}.shift_adjustment set status = 'voided' where id = $1`, [change])
  expect([left['2026-07-01']!.notes, left['2026-07-02']!.notes[0]!.kind]).toEqual([[], 'away'])
  expect(choices.map(({ code, hours }) => [code, hours[1]])).toEqual([
    ['DAY', [480, 1020]],
    ['NIGHT', [1320, 1860]],
  ])
})

// proves: planner.days, planner.follows
test('days of several people are planned at once, and taken back with what was there', async () => {
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

test('one person’s row is refused whole, with the day and why; the others are saved', async () => {
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

test('a request that is no plan is refused at its field, and a reader cannot plan', async () => {
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
