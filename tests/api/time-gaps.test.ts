/** What a timekeeper sees before the time of a period is frozen. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { startTime, type TimeHost } from './time-host.ts'

let time: TimeHost
beforeAll(async () => {
  time = await startTime('GAPS')
})
afterAll(() => time.harness.close())

// proves: workflow.transitions.*.advice
test('locking warns of incomplete days and undecided filings, but is not prevented by them', async () => {
  const { harness, hire, punches, process, sheet, file } = time
  const [whole, torn, late] = [await hire(), await hire(), await hire({ date_hired: '2026-06-12' })]
  await punches(torn, [['2026-06-03 08:00', 'In']])
  await process([whole, torn], '2026-06-01', '2026-06-15')
  await process(late, '2026-06-12', '2026-06-13')
  await file('overtime_filing', torn, { date: '2026-06-04', status: 'posted', transaction_no: 'OT-1' })
  await file('overtime_filing', whole, { date: '2026-06-16', status: 'posted', transaction_no: 'OT-2' })
  const ids = [(await sheet(whole)).id, (await sheet(torn)).id, (await sheet(late)).id]
  const mine = '1 incomplete day: missing punch 2026/06/03. 1 filing not decided: OT-1.'
  // The days before the day of hiring are not missing.
  const his = '2 incomplete days: not processed 2026/06/14 to 2026/06/15.'

  const advice = async (given: readonly unknown[]) => (await harness.call('POST', 'time_sheet/bulk/lock/advice', { ids: given })).body.data
  expect(await advice([ids[0], 999_999])).toEqual([])
  expect(await advice([ids[1]])).toEqual([{ id: ids[1], text: mine }])
  expect(await advice(ids)).toEqual([
    { text: '3 incomplete days of 2 employees, and 1 filing of 1 employee not decided.' },
    { id: ids[1], text: mine },
    { id: ids[2], text: his },
  ])
  const stranger = { ...harness.admin, is_developer: false, grants: { time_sheet: ['index'] } }
  expect((await harness.call('POST', 'time_sheet/bulk/lock/advice', { ids }, stranger)).status).toBe(403)
  expect((await harness.call('POST', 'time_sheet/bulk/lock/advice', { ids: ['x'] })).status).toBeGreaterThanOrEqual(400)
  expect((await harness.call('POST', 'time_sheet/bulk/lockk/advice', { ids })).status).toBe(404)

  const { body } = await harness.call('POST', 'time_sheet/bulk/lock', { ids })
  expect((body.data as Row[]).map(({ success, notes }) => [success, notes])).toEqual([
    [true, undefined],
    [true, [mine]],
    [true, [his]],
  ])
})

test('filings by day, and sums of days and time sheets, show only what the user may see', async () => {
  const { harness, hire, punches, process, sheet, file } = time
  const employee = await hire()
  await punches(employee, [
    ['2026-06-03 08:00', 'In'],
    ['2026-06-03 17:00', 'Out'],
  ])
  await process(employee, '2026-06-01', '2026-06-05')
  await file('overtime_filing', employee, { date: '2026-06-03', status: 'posted', transaction_no: 'OT-9' })
  await file('leave_filing', employee, { date_from: '2026-06-04', date_to: '2026-06-08', status: 'approved', transaction_no: 'LF-9' })
  await file('overtime_filing', employee, { date: '2026-06-02', status: 'voided', transaction_no: 'OT-8' })

  const rows = async (path: string, as = harness.admin) => (await harness.call('GET', path, undefined, as)).body.data as Row[]
  const days = `filter[from]=2026-06-01&filter[to]=2026-06-05&filter[employee_id]=${employee}`
  const filed = await rows(`filing_checker/paginate?${days}`)
  expect(
    filed.map((row) => [row.transaction_no, row.kind, row.status, row.counts, row.attendance, row.date_to, row.record_id !== null]),
  ).toEqual([
    ['OT-9', 'Overtime Filing', 'Pending', false, 'Present', '2026-06-03', true],
    ['LF-9', 'Leave Filing', 'Approved', true, null, '2026-06-08', true],
  ])
  expect(filed[0]!.employee).toMatchObject({ id: employee })
  expect((await rows(`filing_checker/paginate?${days}&filter[undecided]=true`)).map((row) => row.transaction_no)).toEqual(['OT-9'])
  // A file has what the screen shows, and no more.
  const csv = (await harness.call('GET', `filing_checker/exportCSV?${days}`)).text
  expect(csv.split(/\r?\n/)[0]).toMatch(/Employee,From,To,Kind,No\.,Status,Counts,Day record$/)
  // Who may not list leaves is not shown them by way of the report.
  const some = { ...harness.admin, is_developer: false, grants: { filing_checker: ['index'], overtime_filing: ['index', 'view_all'] } }
  expect((await rows(`filing_checker/paginate?${days}`, some)).map((row) => row.transaction_no)).toEqual(['OT-9'])
  expect(await rows(`filing_checker/paginate?${days}`, { ...some, grants: { filing_checker: ['index'] } })).toEqual([])

  expect(await rows(`attendance_summary/paginate?${days}`)).toMatchObject([
    { employee: { id: employee }, days: 5, present: 1, work_hours: 8, rest_days: 0 },
  ])
  const otherSelf = { ...some, employee_id: employee + 1, grants: { attendance_summary: ['index'], daily_time_record: ['index'] } }
  expect(await rows(`attendance_summary/paginate?${days}`, otherSelf)).toEqual([])

  await harness.call('POST', 'time_sheet/bulk/lock', { ids: [(await sheet(employee)).id] })
  const [sums] = await rows('time_sheet_summary/paginate')
  const [stored] = await time.sql(
    "select count(*)::int as sheets, (count(*) filter (where status = 'locked'))::int as locked, sum(regular_hours)::float8 as regular_hours, sum(incomplete_days)::int as incomplete_days from {s}.time_sheet",
  )
  expect(sums).toMatchObject({ ...stored, date_from: '2026-06-01', date_to: '2026-06-15', pay_period: { name: 'June 1 to 15' } })
  expect(stored!.locked).toBeGreaterThan(0)
})
