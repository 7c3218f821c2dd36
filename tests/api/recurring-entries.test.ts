/** Journal entries that return on schedule, and entries that are reversed on a day: made by the server when the day comes. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { carryOutDue } from '../../src/server/workflow/due.ts'
import { type Host, openHost, tradingMasters } from './trading-host.ts'

let host: Host
let branch: number
let rent: number
let accrued: number
beforeAll(async () => {
  host = await openHost('RECUR')
  branch = (await tradingMasters(host)).branch
  ;[rent, accrued] = await host.accounts('6060', '2020')
})
afterAll(() => host.close())

const advanceTo = async (day: string) => {
  host.clock.advanceTo(day)
  return carryOutDue({ ...(await host.harness.ctx()), system: 'test' })
}
const lines = (amount: number) => [
  { account_id: rent, debit: amount, credit: 0 },
  { account_id: accrued, debit: 0, credit: amount },
]
async function template(code: string, more: Row = {}): Promise<string> {
  const body = { code, name: 'Rent', branch_id: branch, start_date: '2026-01-31', lines: lines(500), ...more }
  const { id } = await host.ok('POST', 'recurring_entry', body)
  expect(await host.refused(`recurring_entry/${String(id)}/activate`)).toBe('done')
  return `recurring_entry/${String(id)}`
}
/** Date, status and amount of the entries of a template, and how often each has been mirrored. */
const entries = (path: string) =>
  host.query(
    `SELECT transaction_date::text AS date, status, total_debit::float AS amount, reversing_date::text AS reversed
     FROM {s}.accounting_entry WHERE recurring_entry_id = $1 ORDER BY transaction_date`,
    [path.split('/')[1]],
  )
/** The sum of the account by day, of everything in the books. */
const rentByDay = () =>
  host.query<{ date: string; amount: number }>(
    `SELECT e.transaction_date::text AS date, sum(l.debit - l.credit)::float AS amount FROM {s}.accounting_entry e
     JOIN {s}.accounting_entry__lines l ON l.parent_id = e.id WHERE l.account_id = $1 AND e.posted_at IS NOT NULL
     GROUP BY 1 HAVING sum(l.debit - l.credit) <> 0 ORDER BY 1`,
    [rent],
  )

// proves: workflow.transitions.*.due, workflow.transitions.*.due.date, workflow.transitions.*.due.otherwise
// proves: workflow.transitions.*.create.transition, workflow.transitions.*.create.when
test('entries are made once on their dates, as drafts or posted', async () => {
  const drafts = await template('DRAFT')
  const posts = await template('POST', {
    mode: 'post',
    start_date: '2026-01-15',
    is_month_end: false,
    frequency: 'quarterly',
    end_date: '2026-05-01',
  })
  expect([await host.refused(`${drafts}/create_entry`), await advanceTo('2026-01-14')]).toEqual(['E_STATE', 0])
  // What keeps an entry from being made stands in the template until it is made.
  const setActive = (on: boolean) => host.query(`UPDATE {s}.chart_of_account SET is_active = ${on} WHERE id = $1`, [rent])
  await setActive(false)
  expect(await advanceTo('2026-01-31')).toBe(0)
  expect(await host.ok('GET', posts)).toMatchObject({ pending_reason: expect.stringMatching(/not active/), last_date: null })
  await setActive(true)
  expect([await advanceTo('2026-01-31'), await advanceTo('2026-01-31')]).toEqual([2, 0])
  expect(await entries(drafts)).toEqual([{ date: '2026-01-31', status: 'draft', amount: 500, reversed: null }])
  // The server was off: every date that has passed is made up for, however far back, while its month is open.
  expect(await advanceTo('2026-04-02')).toBe(2)
  expect((await entries(drafts)).map(({ date }) => date)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31'])
  expect(await advanceTo('2026-06-02')).toBe(3)
  expect(await entries(posts)).toEqual([
    { date: '2026-01-15', status: 'posted', amount: 500, reversed: null },
    { date: '2026-04-15', status: 'posted', amount: 500, reversed: null },
  ])
  expect(await host.ok('GET', posts)).toMatchObject({
    pending_reason: null,
    next_date: null,
    entries_made: 2,
    last_entry: { id: expect.any(Number) },
  })
  expect(await host.refused(`${drafts}/pause`)).toBe('done')
})

test('the entry of a locked month stays a draft to be posted later, and the accountant is notified', async () => {
  const period = await host.ok('POST', 'fiscal_period', { period: '2026-06', module_group: 'general_ledger' })
  await host.ok('POST', `fiscal_period/${String(period.id)}/lock`)
  const path = await template('LOCKED', { mode: 'post', start_date: '2026-06-30' })
  const due = await host.report('entries_due/paginate?until=2026-07-31')
  expect(due.data).toMatchObject([{ recurring_entry: { id: Number(path.split('/')[1]) }, next_date: '2026-06-30', amount: 500 }])
  expect(await advanceTo('2026-07-31')).toBe(2)
  expect(await entries(path)).toMatchObject([
    { date: '2026-06-30', status: 'draft' },
    { date: '2026-07-31', status: 'posted' },
  ])
  const [draft] = await host.query<{ id: number }>(`SELECT id FROM {s}.accounting_entry WHERE recurring_entry_id = $1 ORDER BY id`, [
    path.split('/')[1],
  ])
  const messages = await host.query<{ payload: Row }>('SELECT payload FROM {s}.outbox')
  expect(messages.map(({ payload }) => payload)).toMatchObject([
    { action: 'draft_entry', reason: expect.stringContaining('Jun 2026 is locked') },
  ])
  const post = `accounting_entry/${draft!.id}/post`
  expect(await host.refused(post)).toBe('E_PERIOD_LOCKED')
  await host.ok('POST', `fiscal_period/${String(period.id)}/unlock`)
  expect(await host.refused(post)).toBe('done')
  expect(await host.refused(`${path}/pause`)).toBe('done')
})

// proves: workflow.transitions.*.due.reason
test('an accrual is reversed on its date, and voiding it voids the reversal', async () => {
  const before = await rentByDay()
  const made = await host.ok('POST', 'accounting_entry', {
    transaction_date: '2026-07-31',
    branch_id: branch,
    reversing_date: '2026-08-01',
    lines: lines(900),
  })
  const path = `accounting_entry/${String(made.id)}`
  expect([await host.refused(`${path}/post`), await host.refused(`${path}/reverse`)]).toEqual(['done', 'E_STATE'])
  const period = await host.ok('POST', 'fiscal_period', { period: '2026-08', module_group: 'general_ledger' })
  await host.ok('POST', `fiscal_period/${String(period.id)}/lock`)
  expect(await advanceTo('2026-08-03')).toBe(0)
  expect(await host.ok('GET', path)).toMatchObject({ status: 'posted', reversal_reason: expect.stringContaining('Aug 2026 is locked') })
  await host.ok('POST', `fiscal_period/${String(period.id)}/unlock`)
  expect([await advanceTo('2026-08-03'), await advanceTo('2026-08-03')]).toEqual([1, 0])
  expect(await host.ok('GET', path)).toMatchObject({ status: 'reversed', reversal_reason: null })
  const grown = new Map(before.map(({ date, amount }) => [date, amount]))
  expect(await rentByDay()).toEqual([
    ...[...grown].map(([date, amount]) => ({ date, amount: date === '2026-07-31' ? amount + 900 : amount })),
    { date: '2026-08-01', amount: -900 },
  ])
  expect(await host.refused(`${path}/void`, { void_reason: 'entered twice' })).toBe('done')
  expect(await rentByDay()).toEqual(before)
})

test('a template whose entries are reversed next month makes entries with reversals', async () => {
  const path = await template('ACCRUE', { mode: 'post', is_reversing: true, start_date: '2026-08-31' })
  expect([await advanceTo('2026-09-01'), await advanceTo('2026-09-01')]).toEqual([1, 1])
  expect(await entries(path)).toMatchObject([{ date: '2026-08-31', status: 'reversed', reversed: '2026-09-01' }])
  expect((await rentByDay()).slice(-2)).toEqual([
    { date: '2026-08-31', amount: 500 },
    { date: '2026-09-01', amount: -500 },
  ])
})
