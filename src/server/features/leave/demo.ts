/** Leave of the demo companies: credits of each year, a plan that earns credits month by month, and amendments. */

import type { DemoCompany, DemoHost } from '../../demo-kit/host.ts'
import { createRandom } from '../../demo-kit/random.ts'
import { create, idsBy } from '../../demo-kit/records.ts'
import type { Company } from '../../platform/context.ts'
import { leaveDue } from './year-end.ts'

const HOUR = 3_600_000
/** Days that every employee gets per year. */
const CREDITS = [
  ['VL', 15],
  ['SL', 15],
] as const

/** The last day of the month of an instant. */
const monthEnd = (moment: Date): string =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 0)).toISOString().slice(0, 10)

/** Gives the credits of the years of the history, before leave is filed. Leaves the clock at its beginning. */
export async function makeLeave(
  host: DemoHost,
  company: Company,
  { plan, start, now }: { readonly plan: DemoCompany; readonly start: Date; readonly now: Date },
): Promise<void> {
  const random = createRandom(plan.seed * 43)
  const hr = await host.as(company, 'hr')
  const { workflow } = hr.services
  const types = await idsBy(hr, 'leave_type', 'code')
  const people = [...(await idsBy(hr, 'employee', 'employee_no')).values()]
  for (let year = start.getUTCFullYear(); year <= now.getUTCFullYear(); year++) {
    const first = new Date(Date.UTC(year, 0, 2, 1))
    host.setClock(first < start ? new Date(start.getTime() + HOUR) : first)
    const module = hr.modules.get('leave_balance')!
    const id = await create(hr, 'leave_balance', {
      year,
      items: CREDITS.flatMap(([code, granted]) => people.map((employee_id) => ({ employee_id, leave_type_id: types.get(code)!, granted }))),
      remarks: `Vacation and sick leave of ${year}`,
    })
    await workflow.transition(hr, module, { id, action: 'post', input: {} })
    await workflow.transition(hr, module, { id, action: 'process', input: {} })
  }
  host.setClock(start)
  await create(hr, 'leave_accrual', {
    name: 'Emergency leave, month by month',
    leave_type_id: types.get('EL')!,
    frequency: 'monthly',
    qty: 0.25,
    max_balance: 3,
    accrual_date: monthEnd(start),
    employees: people.filter(() => random.chance(0.4)).map((employee_id) => ({ employee_id })),
  })
  for (const employee_id of people.filter((_, index) => index % 17 === 3))
    await create(hr, 'leave_amendment', {
      employee_id,
      leave_type_id: types.get('VL')!,
      is_increase: random.chance(0.7),
      qty: random.int(1, 3),
      reason: 'Credits of the former employer',
    })
  await create(hr, 'leave_balance', {
    year: now.getUTCFullYear(),
    leave_type_id: types.get('SPL')!,
    items: people.slice(0, 2).map((employee_id) => ({ employee_id, leave_type_id: types.get('SPL')!, granted: 7 })),
    remarks: 'Solo parents',
  })
}

/** Runs the accruals that fell due in the months of the history. */
export const catchUpLeave = async (host: DemoHost, company: Company): Promise<void> => leaveDue(await host.system(company, 'Demo data'))
