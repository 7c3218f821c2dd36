/** SSS benefits that payroll advances: sickness by the days of each payroll, and what becomes of the claims of both. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { openPayHost, type PayHost, rowsOf, TIME } from './payroll-host.ts'

let host: PayHost
let halves: Map<string, number>
let bank: number
const account = new Map<string, number>()

beforeAll(async () => {
  host = await openPayHost('CLAIMS', '2026-08-03', ['sss_benefit_claim', 'bank', 'bank_account', ...TIME])
  halves = await host.periods('SEMI', 2026)
  for (const { id, role } of await host.query<{ id: number; role: string }>('SELECT id, role FROM {s}.chart_of_account'))
    account.set(role, id)
  const bdo = Number((await host.harness.make('bank', { code: 'BDO', name: 'Banco de Oro' })).id)
  const companyAccount = { owner_type: 'company', bank_id: bdo, account_name: 'Company', account_no: '0012345678', account_type: 'Current' }
  bank = Number((await host.harness.make('bank_account', { ...companyAccount, gl_account_id: account.get('cash_in_bank') })).id)
})
afterAll(() => host.close())

const linesOf = async (payroll: number, employee: number): Promise<Record<string, number>> =>
  Object.fromEntries(
    ((await host.ok('GET', `payroll/${payroll}/entries?employee_id=${employee}&limit=all`)) as unknown as Row[])
      .filter((row) => String(row.code).startsWith('SSS_S') || String(row.code).startsWith('SSS_M'))
      .filter((row) => row.code !== 'SSS_MPF' && row.code !== 'SSS_MPF_EMPLOYER')
      .map((row) => [String(row.code).split('-')[0]!, Number(row.amount)]),
  )
const credits = async (employee: number, amounts: readonly number[]): Promise<void> => {
  for (const [month, msc] of amounts.entries())
    await host.query(`INSERT INTO {s}.sss_contribution_payment (employee_id, year, month, msc) VALUES ($1, $2, $3, $4)`, [
      employee,
      month < 9 ? 2025 : 2026,
      month < 9 ? month + 4 : month - 8,
      msc,
    ])
}
const claimOf = async (id: unknown): Promise<Row> => host.ok('GET', `sss_benefit_claim/${Number(id)}`)
/** Balances of accounts by role, of an employee where it is theirs. */
const balance = async (role: string, employee?: number): Promise<number> => {
  const [row] = await host.query<{ amount: number | null }>(
    `SELECT sum(l.debit - l.credit)::float AS amount FROM {s}.accounting_entry__lines l WHERE l.account_id = $1 AND ($2::bigint IS NULL OR l.employee_id = $2::bigint)`,
    [account.get(role), employee ?? null],
  )
  return row!.amount ?? 0
}

test('a sickness benefit is advanced by the days of each payroll, filed, and cleared by its receipt; each step can be undone', async () => {
  const group = await host.group('Sick', 'SEMI')
  const sick = await host.employee({ pay_group_id: group, basic_rate: 30_450 })
  await credits(sick, [14_500, 14_500, 14_500, 14_500, 14_500, 14_000, 10_000])
  const claim = await host.post('sss_benefit_claim', { employee_id: sick, date_from: '2026-07-13', date_to: '2026-07-19' })
  // 86,500 ÷ 180 × 90% = 432.50 a day.
  expect(claim).toMatchObject({ days: 7, daily_allowance: 432.5, benefit_amount: 3027.5, status: 'draft' })
  expect(claim.computation).toContain('90% × 7 days = 3,027.50')
  await host.post(`sss_benefit_claim/${claim.id}/approve`)
  const first = await host.payroll(group, halves.get('2026-07-1')!)
  await host.settle(first)
  expect(await linesOf(first, sick)).toEqual({ SSS_SICKNESS: 1297.5 })
  expect(await claimOf(claim.id)).toMatchObject({ status: 'approved', advanced_days: 3, advanced_amount: 1297.5 })
  expect(await host.refused(`sss_benefit_claim/${claim.id}/undo-approval`)).toBe('E_BENEFIT_CLAIM')
  const second = await host.payroll(group, halves.get('2026-07-2')!)
  await host.settle(second)
  expect(await linesOf(second, sick)).toEqual({ SSS_SICKNESS: 1730 })
  expect(await claimOf(claim.id)).toMatchObject({ status: 'advanced', advanced_days: 7, advanced_amount: 3027.5 })
  expect(await balance('sss_benefits_receivable', sick)).toBe(3027.5)

  await host.post(`sss_benefit_claim/${claim.id}/file`, { filed_on: '2026-08-03', sss_reference_no: 'SB-1' })
  expect(await host.refused(`payroll/${second}/void`, { void_reason: 'Wrong' })).toBe('E_BENEFIT_CLAIM')
  const receipt = { received_on: '2026-08-03', amount_received: 3000, bank_account_id: bank, receipt_no: 'CR-9' }
  expect(await host.refused(`sss_benefit_claim/${claim.id}/reimburse`, receipt)).toBe('difference_account_id')
  const before = await balance('cash_in_bank')
  const expense = account.get('employee_benefits_expense')
  await host.post(`sss_benefit_claim/${claim.id}/reimburse`, { ...receipt, difference_account_id: expense })
  expect(await claimOf(claim.id)).toMatchObject({ status: 'reimbursed', difference: -27.5 })
  const settled = async () => [
    await balance('sss_benefits_receivable', sick),
    (await balance('cash_in_bank')) - before,
    await balance('employee_benefits_expense', sick),
  ]
  expect(await settled()).toEqual([0, 3000, 27.5])
  await host.post(`sss_benefit_claim/${claim.id}/undo-settlement`)
  expect(await settled()).toEqual([3027.5, 0, 0])

  const owed = { refused_on: '2026-08-03', refusal_reason: 'Late notice', difference_account_id: account.get('advances_to_employees') }
  await host.post(`sss_benefit_claim/${claim.id}/refuse`, owed)
  expect([await balance('sss_benefits_receivable', sick), await balance('advances_to_employees', sick)]).toEqual([0, 3027.5])
  await host.post(`sss_benefit_claim/${claim.id}/undo-settlement`)
  for (const payroll of [second, first]) await host.post(`payroll/${payroll}/void`, { void_reason: 'Wrong' })
  expect(await claimOf(claim.id)).toMatchObject({ status: 'approved', advanced_days: 0, advanced_amount: 0, advances: [] })
  await host.post(`sss_benefit_claim/${claim.id}/undo-approval`)
})

test('a claim under four days, over days of another claim, or without credits and SSS amount is refused', async () => {
  const group = await host.group('New', 'SEMI')
  const joiner = await host.employee({ pay_group_id: group, basic_rate: 30_450 })
  const notice = { employee_id: joiner, date_from: '2026-07-13', date_to: '2026-07-15' }
  expect(await host.refused('sss_benefit_claim', notice)).toBe('days')
  const claim = await host.post('sss_benefit_claim', { ...notice, date_to: '2026-07-22' })
  expect(await host.refused('sss_benefit_claim', { ...notice, date_to: '2026-07-18' })).toBe('date_from')
  expect(await host.refused(`sss_benefit_claim/${claim.id}/approve`)).toBe('E_SSS_CREDITS')
  await host.ok('PUT', `sss_benefit_claim/${claim.id}`, { version: claim.version, sss_benefit: 5000 })
  // A payroll that was computed before the approval computes again.
  const payroll = await host.payroll(group, halves.get('2026-07-2')!)
  await host.post(`payroll/${payroll}/precompute`)
  await host.post(`sss_benefit_claim/${claim.id}/approve`)
  expect((await host.ok('GET', `payroll/${payroll}`)).status).toBe('draft')
  await host.post(`payroll/${payroll}/precompute`)
  expect(await linesOf(payroll, joiner)).toEqual({ SSS_SICKNESS: 5000 })
  const later = await host.post('sss_benefit_claim', {
    employee_id: joiner,
    date_from: '2026-07-27',
    date_to: '2026-07-31',
    sss_benefit: 1,
  })
  expect(later.used_days).toBe(10)
})

test('a maternity benefit advanced by payroll has a claim from posting until the payroll is voided', async () => {
  const { annual_credits, category, code, name, ...more } = rowsOf('leave_type').find((row) => row.code === 'ML')!
  const type = Number((await host.harness.make('leave_type', { annual_credits, category, code, name, ...more })).id)
  const group = await host.group('Mothers', 'SEMI')
  const mother = await host.employee({ pay_group_id: group, basic_rate: 30_450 })
  const [leave] = await host.query<{ id: number }>(
    `INSERT INTO {s}.leave_filing (transaction_no, employee_id, leave_type_id, date_from, date_to, duration_type, with_pay, status, reason, transaction_date, sss_benefit)
     VALUES ('LF-2026-000001', $1, $2, '2026-07-01', '2026-10-13', 'whole_day', true, 'approved', 'Birth', '2026-06-15', 70000) RETURNING id`,
    [mother, type],
  )
  const payroll = await host.payroll(group, halves.get('2026-07-1')!)
  await host.settle(payroll)
  const claims = async () => (await host.ok('GET', `sss_benefit_claim/paginate?filter[employee_id]=${mother}`)) as unknown as Row[]
  const [claim] = await claims()
  expect(claim).toMatchObject({ benefit: 'maternity', leave_filing_id: leave!.id, advanced_amount: 70000, status: 'advanced' })
  await host.post(`sss_benefit_claim/${claim!.id}/file`, { filed_on: '2026-08-01', sss_reference_no: 'MB-7' })
  const receipt = { received_on: '2026-08-03', amount_received: 70000, bank_account_id: bank, receipt_no: 'CR-10' }
  await host.post(`sss_benefit_claim/${claim!.id}/reimburse`, receipt)
  expect(await balance('sss_benefits_receivable', mother)).toBe(0)
  expect(await host.refused(`payroll/${payroll}/void`, { void_reason: 'Wrong' })).toBe('E_BENEFIT_CLAIM')
  await host.post(`sss_benefit_claim/${claim!.id}/undo-settlement`)
  await host.post(`payroll/${payroll}/void`, { void_reason: 'Wrong' })
  expect(await claims()).toEqual([])
})

test('the SSS pays 120 days in a calendar year and 240 for one illness: more are refused on entry and on approval', async () => {
  const group = await host.group('Long', 'SEMI')
  const ill = await host.employee({ pay_group_id: group, basic_rate: 30_450 })
  const claim = (date_from: string, date_to: string, more: Row = {}) =>
    ({ employee_id: ill, date_from, date_to, sss_benefit: 1000, ...more }) as Row
  const made = async (from: string, to: string, more: Row = {}) => {
    const { id } = await host.post('sss_benefit_claim', claim(from, to, more))
    await host.post(`sss_benefit_claim/${id}/approve`)
    return id
  }
  // 2024: 1 August to 18 November are 110 days. Of 20 days from 22 November on, 10 are left of the year.
  const first = await made('2024-08-01', '2024-11-18')
  expect(await host.refused('sss_benefit_claim', claim('2024-11-22', '2024-12-11', { days: 20 }))).toBe('days')
  const rest = await host.post('sss_benefit_claim', claim('2024-11-22', '2024-12-11', { same_illness_id: first }))
  expect([rest.days, rest.used_days, rest.illness_days]).toEqual([10, 110, 110])
  await host.post(`sss_benefit_claim/${rest.id}/approve`)
  expect(await host.refused('sss_benefit_claim', claim('2024-12-15', '2024-12-20'))).toBe('days')

  // 2025 has 120 days of its own, and the illness 240 in all: 120 + 115 leave 5, in 2026 as well.
  const second = await made('2025-02-01', '2025-05-26', { same_illness_id: rest.id })
  expect((await claimOf(second)).same_illness_id).toBe(first)
  const beyond = claim('2026-01-05', '2026-01-14', { same_illness_id: first })
  expect(await host.refused('sss_benefit_claim', { ...beyond, days: 6 })).toBe('days')
  expect(await host.post('sss_benefit_claim', beyond)).toMatchObject({ days: 5, used_days: 0, illness_days: 235 })
  // Another illness has its own days. Two drafts of 120 days of 2026 are within the limit, one of them is approved.
  const drafts = [
    await host.post('sss_benefit_claim', claim('2026-02-01', '2026-05-31')),
    await host.post('sss_benefit_claim', claim('2026-06-01', '2026-06-10')),
  ]
  await host.post(`sss_benefit_claim/${drafts[0]!.id}/approve`)
  expect(await host.refused(`sss_benefit_claim/${drafts[1]!.id}/approve`)).toBe('E_BENEFIT_CLAIM')
  const stranger = claim('2026-06-15', '2026-06-20', { employee_id: await host.employee({ basic_rate: 1 }), same_illness_id: first })
  expect(await host.refused('sss_benefit_claim', stranger)).toBe('same_illness_id')
})
