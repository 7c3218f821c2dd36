/** Loans of the demo companies in all their states, released before the payrolls of the history deduct them. */

import type { Row } from '../../../engine/model/module.ts'
import { DAY_MS } from '../../../kernel/dates.ts'
import type { DemoCompany, DemoHost } from '../../demo-kit/host.ts'
import { createRandom } from '../../demo-kit/random.ts'
import { create, idsBy } from '../../demo-kit/records.ts'
import type { Company } from '../../platform/context.ts'

const dateAt = (start: Date, days: number): string => new Date(start.getTime() + days * DAY_MS).toISOString().slice(0, 10)

type State = 'draft' | 'posted' | 'active' | 'paused' | 'settled' | 'voided'
const STATES: readonly State[] = [
  'active',
  'active',
  'active',
  'paused',
  'settled',
  'active',
  'voided',
  'active',
  'posted',
  'active',
  'draft',
  'active',
]
/** One in this many employees has a loan. */
const EVERY = 6
/** When some loans are paused, and others settled. */
const LATER = 60

/** Makes them in the first days of the history; pauses and settlements come two months later. Leaves the clock at the beginning. */
export async function makeLoans(host: DemoHost, company: Company, plan: DemoCompany, start: Date): Promise<void> {
  const random = createRandom(plan.seed * 53)
  const payroll = await host.as(company, 'payroll')
  const module = payroll.modules.get('loan_entry')!
  const types = await idsBy(payroll, 'loan_type', 'code')
  // Users cannot handle their own loan.
  const people = [...(await idsBy(payroll, 'employee', 'employee_no')).values()].filter((id) => id !== payroll.principal.employee_id)
  const borrower = (await host.as(company, 'employee')).principal.employee_id
  const borrowers = [...(borrower ? [borrower] : []), ...people.filter((id, index) => id !== borrower && index % EVERY === 1)]
  while (borrowers.length < STATES.length && borrowers.length < people.length) borrowers.push(people.find((id) => !borrowers.includes(id))!)
  const go = (id: number, action: string, input: Row = {}) => payroll.services.workflow.carryOut(payroll, module, { id, action, input })
  const later: { id: number; state: State }[] = []
  for (const [index, employee_id] of borrowers.entries()) {
    const state = STATES[index % STATES.length]!
    const loan_date = dateAt(start, 1 + (index % 8))
    host.setClock(new Date(`${loan_date}T02:00:00Z`))
    const id = await create(payroll, 'loan_entry', {
      employee_id,
      loan_date,
      transaction_date: loan_date,
      start_date: dateAt(start, 10),
      ...terms(random, types, index),
    })
    if (state === 'draft') continue
    await go(id, 'post')
    if (state === 'voided') await go(id, 'void', { void_reason: 'The employee withdrew it' })
    if (state === 'posted' || state === 'voided') continue
    await go(id, 'process')
    if (state !== 'active') later.push({ id, state })
  }
  host.setClock(new Date(start.getTime() + LATER * DAY_MS + 2 * 3_600_000))
  for (const { id, state } of later)
    await (state === 'paused'
      ? go(id, 'pause')
      : go(id, 'settle', { payment_date: dateAt(start, LATER), payment_reference: `OR-${1000 + id}` }))
  host.setClock(start)
}

function terms(random: ReturnType<typeof createRandom>, types: ReadonlyMap<string, number>, index: number): Row {
  const loan = (code: string, values: Row): Row => ({ loan_type_id: types.get(code)!, ...values })
  const thousands = random.int(1, 4) * 5000
  if (index % 4 === 0)
    return loan('SSS_SALARY', {
      principal: thousands,
      terms: 24,
      amortization_basis: 'billed',
      amortization: Math.round(thousands / 21.67),
      deduction_frequency: 'monthly',
    })
  if (index % 4 === 1)
    return loan('PAGIBIG_MPL', {
      principal: thousands,
      terms: 24,
      amortization_basis: 'billed',
      amortization: Math.round(thousands / 21.6),
      deduction_frequency: 'second_period',
    })
  if (index % 4 === 2) return loan('CASH_ADVANCE', { principal: random.int(2, 6) * 500, terms: 4 })
  return loan('COMPANY', { principal: thousands, terms: random.pick([10, 12, 24]) })
}
