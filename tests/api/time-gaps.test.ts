/** What a timekeeper sees before the time of a period is frozen. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/module.ts'
import { startTime, type TimeHost } from './time-host.ts'

let time: TimeHost
beforeAll(async () => {
  time = await startTime('GAPS')
})
afterAll(() => time.it.close())

// proves: workflow.transitions.*.advice
test('locking tells which days are incomplete and what nobody has decided on, and locks all the same', async () => {
  const { it, hire, punches, process, sheet, file } = time
  const [whole, torn, late] = [await hire(), await hire(), await hire({ date_hired: '2026-06-12' })]
  await punches(torn, [['2026-06-03 08:00', 'In']])
  await process([whole, torn], '2026-06-01', '2026-06-15')
  await process(late, '2026-06-12', '2026-06-13')
  await file('overtime_filing', torn, { date: '2026-06-04', status: 'posted', transaction_no: 'OT-1' })
  await file('overtime_filing', whole, { date: '2026-06-16', status: 'posted', transaction_no: 'OT-2' })
  const ids = [(await sheet(whole)).id, (await sheet(torn)).id, (await sheet(late)).id]
  const mine = '1 incomplete day: missing punch 2026/06/03. 1 filing not decided: OT-1.'
  // The days before he was hired are not missing.
  const his = '2 incomplete days: not processed 2026/06/14 to 2026/06/15.'

  const advice = async (given: readonly unknown[]) => (await it.call('POST', 'time_sheet/bulk/lock/advice', { ids: given })).body.data
  expect(await advice([ids[0], 999_999])).toEqual([])
  expect(await advice([ids[1]])).toEqual([{ id: ids[1], text: mine }])
  expect(await advice(ids)).toEqual([
    { text: '3 incomplete days of 2 employees, and 1 filing of 1 employee not decided.' },
    { id: ids[1], text: mine },
    { id: ids[2], text: his },
  ])
  const stranger = { ...it.admin, is_developer: false, grants: { time_sheet: ['index'] } }
  expect((await it.call('POST', 'time_sheet/bulk/lock/advice', { ids }, stranger)).status).toBe(403)
  expect((await it.call('POST', 'time_sheet/bulk/lock/advice', { ids: ['x'] })).status).toBeGreaterThanOrEqual(400)
  expect((await it.call('POST', 'time_sheet/bulk/lockk/advice', { ids })).status).toBe(404)

  const { body } = await it.call('POST', 'time_sheet/bulk/lock', { ids })
  expect((body.data as Row[]).map(({ success, notes }) => [success, notes])).toEqual([
    [true, undefined],
    [true, [mine]],
    [true, [his]],
  ])
})
