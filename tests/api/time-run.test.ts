/** A run over many employees: whole batches only, and it goes on where it was cut off. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Principal, Row } from '../../src/engine/model/module.ts'
import { openRun, processDays, workRun } from '../../src/server/features/time/process.ts'
import { principalOf } from './harness.ts'
import { startTime, type TimeHost } from './time-host.ts'

/** More than two batches. */
const PEOPLE = 450
let time: TimeHost
beforeAll(async () => {
  time = await startTime('RUN')
  await time.sql(
    `insert into {s}.employee (employee_no, full_name, biometric_id, branch_id, date_hired, status, pay_group_id, shift_template_id)
     select 'R-' || n, 'Reyes ' || n, 'r' || n, 1, '2025-01-06', 'active', $1, $2 from generate_series(1, ${PEOPLE}) n`,
    [time.ids.group, time.ids.day],
  )
})
afterAll(() => time.harness.close())

test('a run that fails midway leaves whole batches, and completes when restarted', async () => {
  const { sql } = time
  const ctx = await time.harness.ctx()
  const counts = async () =>
    (await sql('select count(*)::int as days, count(distinct employee_id)::int as people from {s}.daily_time_record'))[0]
  const { id, employees } = await openRun(ctx, { from: '2026-06-01', to: '2026-06-02', payGroupId: time.ids.group })
  expect(employees).toBe(PEOPLE)
  // The last employee of the second batch cannot be written: no one of that batch is.
  const [last] = await sql<{ id: number }>('select id from {s}.employee order by id offset 399 limit 1')
  await sql(`alter table {s}.daily_time_record add constraint cut_off check (employee_id <> ${last!.id})`)
  await expect(workRun(ctx, id, () => undefined)).rejects.toThrow(/cut_off/)
  expect(await counts()).toEqual({ days: 400, people: 200 })
  expect(await sql('select done, state from {s}.time_run where id = $1', [id])).toEqual([{ done: 200, state: 'running' }])

  await sql('alter table {s}.daily_time_record drop constraint cut_off')
  const seen: number[] = []
  expect(await workRun(ctx, id, (done) => seen.push(done))).toMatchObject({ employees: PEOPLE, days: 2 * PEOPLE, problems: [] })
  expect(seen).toEqual([400, PEOPLE])
  expect(await counts()).toEqual({ days: 2 * PEOPLE, people: PEOPLE })
  expect(await sql('select count(*)::int as n from {s}.time_sheet')).toEqual([{ n: PEOPLE }])
  // A run that is done is not done again.
  await workRun(ctx, id, () => expect.unreachable())
})

test('one employee and many need the same number of queries', async () => {
  const ctx = await time.harness.ctx()
  const ids = (await time.sql<{ id: number }>('select id from {s}.employee order by id limit 50')).map((row) => row.id)
  const count = async (employeeIds: number[]): Promise<number> => {
    let n = 0
    const query: typeof ctx.db.query = (text, params) => {
      n++
      return ctx.db.query(text, params)
    }
    await processDays({ ...ctx, db: { ...ctx.db, query, tx: (work) => work() } }, { employeeIds, from: '2026-06-03', to: '2026-06-03' })
    return n
  }
  expect(await count(ids.slice(0, 1))).toBe(await count(ids))
})

test('a list finds rows by the employee data they show, for every user who may list it', async () => {
  const found = async (search: string, as?: Principal) => {
    const { status, body } = await time.harness.call(
      'GET',
      `daily_time_record/paginate?search=${encodeURIComponent(search)}`,
      undefined,
      as,
    )
    return status === 200 ? (body.data as Row[]).map((row) => (row.employee as Row).name) : status
  }
  expect(await found('reyes 449')).toEqual(['Reyes 449', 'Reyes 449'])
  expect(await found('R-449')).toEqual(['Reyes 449', 'Reyes 449'])
  const lister = principalOf(time.harness.modules, { grants: { daily_time_record: ['index', 'view_all'] } })
  expect(await found('reyes 449', lister)).toHaveLength(2)
  expect(await found('reyes 449', principalOf(time.harness.modules, { grants: {} }))).toBe(403)
  const sorted = await time.harness.call('GET', 'time_sheet/paginate?sort=-employee.name&limit=2')
  expect((sorted.body.data as Row[]).map((row) => (row.employee as Row).name)).toEqual(['Reyes 99', 'Reyes 98'])
})

test('many days are processed as a job; few are answered at once', async () => {
  const { harness } = time
  const body = { date_from: '2026-06-01', date_to: '2026-06-15' }
  expect((await harness.call('POST', 'daily_time_record/process', { ...body, pay_group_id: time.ids.group })).body.data).toEqual({
    job_id: 'job',
    employees: PEOPLE,
  })
  expect((await harness.call('POST', 'daily_time_record/process', { ...body, branch_id: 999 })).body.rule).toBe('E_NOBODY')
  for (const wrong of [
    {},
    { date_from: '2026-02-30', date_to: '2026-03-01' },
    { date_from: '2026-06-02', date_to: '2026-06-01' },
    { ...body, employee_ids: ['x'] },
  ])
    expect((await harness.call('POST', 'daily_time_record/process', wrong)).status).toBe(400)
})

test('an action can apply to all rows of a list: counted first, with a result each, and refused when more match by then', async () => {
  const { harness } = time
  const matching = { search: 'Reyes 4', 'filter[status]': 'open' }
  const sheets = (await harness.call('GET', 'time_sheet/paginate?search=Reyes 4&filter[status]=open&limit=1')).body.pagination!
    .total as number
  expect(sheets).toBeGreaterThan(100)
  const count = (body: object, as?: Principal) => harness.call('POST', 'time_sheet/bulk/lock/matching', { matching: body }, as)
  expect((await count(matching)).body.data).toEqual({ count: sheets, skipped: 0 })
  expect((await count(matching, principalOf(harness.modules, { grants: { time_sheet: ['index'] } }))).status).toBe(403)
  expect((await count({ colour: 'red' })).status).toBe(400)
  expect((await harness.call('POST', 'time_sheet/bulk/fly/matching', { matching })).status).toBe(404)
  const lock = (body: object) => harness.call('POST', 'time_sheet/bulk/lock', { matching: { ...matching, ...body } })
  expect((await lock({ expected: sheets - 1 })).body.rule).toBe('E_MATCHES_CHANGED')
  // Rows of other people are not among what an owner finds.
  const [first] = await time.sql<{ id: number }>("select id from {s}.employee where full_name = 'Reyes 4'")
  const self = { ...time.self(first!.id), grants: { time_sheet: ['index', 'process'] } }
  expect((await count({}, self)).body.data).toEqual({ count: 1, skipped: 0 })
  expect((await lock({ search: 'Reyes 44', expected: 14 })).body).toMatchObject({ succeeded: 14, failed: 0 })
  expect((await count({ search: 'Reyes 44' })).body.data).toEqual({ count: 0, skipped: 14 })
  // Many are a job.
  ;((await harness.ctx()).settings as Row).background_above_records = 20
  expect(await lock({ search: 'Reyes' })).toMatchObject({ status: 202, body: { job_id: 'job' } })
  const [sheet] = await time.sql<{ pay_period_id: number }>('select pay_period_id from {s}.time_sheet limit 1')
  const period = await harness.call('POST', 'time_sheet/lock-period', { pay_period_id: sheet!.pay_period_id })
  expect(period).toMatchObject({ status: 200, body: { data: { job_id: 'job' } } })
})
