/** Filings of the demo companies in all their states, each made by the person whose business it is, on its day. */
import type { Row } from '../../engine/module.ts'
import type { Company, Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import type { DemoCompany, DemoHost } from './host.ts'
import { create, idsBy } from './masters.ts'
import { createRandom, type Random } from './random.ts'

const DAY = 86_400_000
/** Per employee over the whole history. */
const FILINGS_EACH = 0.5
const REASONS = ['Family matter', 'Medical check-up', 'Government transaction', 'Vacation', 'School activity of a child'] as const
const PLACES = ['Makati', 'Quezon City', 'Pasig', 'Cebu City', 'Calamba'] as const

type State = 'draft' | 'posted' | 'returned' | 'disapproved' | 'approved' | 'processed' | 'voided'
/** What became of filings that are over; the newest are drafts or still pending. */
const ENDED: readonly State[] = ['processed', 'processed', 'processed', 'approved', 'approved', 'disapproved', 'voided']
const OPEN: readonly State[] = ['posted', 'posted', 'draft', 'returned', 'posted', 'approved']

interface Filed {
  readonly module: string
  readonly values: Row
}

const dateAt = (start: Date, day: number): string => new Date(start.getTime() + day * DAY).toISOString().slice(0, 10)
const at = (date: string, hour: number): string => `${date}T${String(hour).padStart(2, '0')}:00:00+08:00`

/** A filing for a date: mostly leave and overtime. Overtime is after every shift of the day, and before none. */
function filing(random: Random, date: string, leaves: readonly number[]): Filed {
  const reason = random.pick(REASONS)
  const kind = random.int(1, 10)
  if (kind <= 4)
    return { module: 'leave_filing', values: { leave_type_id: random.pick(leaves), date_from: date, date_to: date, qty: 1, reason } }
  if (kind <= 7)
    return {
      module: 'overtime_filing',
      values: { date, start_at: at(date, 21), end_at: at(date, 23), reason: 'Inventory count', is_cto: random.chance(0.2) },
    }
  if (kind <= 9) {
    const place = { destination: random.pick(PLACES), purpose: 'Meeting with a customer' }
    return {
      module: 'official_business_filing',
      values: { date_from: date, date_to: date, time_from: '09:00', time_to: '17:00', ...place },
    }
  }
  return {
    module: 'timelog_filing',
    values: { date, type: 'time_in', logged_at: at(date, 8), reason: 'The device did not read my finger' },
  }
}

/** Makes filings through the history, `start` plus `days`; leaves the clock where it last was. */
export async function makeFilings(
  host: DemoHost,
  company: Company,
  plan: DemoCompany,
  scale: number,
  start: Date,
  days: number,
): Promise<void> {
  const random = createRandom(plan.seed * 17)
  const [hr, approver, employee, timekeeper] = (await Promise.all(
    ['hr', 'approver', 'employee', 'timekeeper'].map((username) => host.as(company, username)),
  )) as [Ctx, Ctx, Ctx, Ctx]
  const types = await idsBy(hr, 'leave_type', 'code')
  const leaves = ['VL', 'SL', 'LWOP'].flatMap((code) => types.get(code) ?? [])
  const people = [...(await idsBy(hr, 'employee', 'employee_no')).values()].filter((id) => id !== approver.principal.employee_id)
  const count = Math.max(8, Math.round(people.length * FILINGS_EACH * Math.min(1, scale * 2)))
  for (let index = 0; index < count; index++) {
    const day = Math.max(3, Math.floor((days * (index + 1)) / (count + 1)))
    const mine = index % 4 === 0
    const open = day > days - 14 || index >= count - OPEN.length
    const wanted = open ? OPEN[index % OPEN.length]! : ENDED[index % ENDED.length]!
    const date = weekday(dateAt(start, open ? day + 1 : day - 2))
    const who = mine ? employee : hr
    const { module, values } = filing(random, date, leaves)
    const employee_id = mine ? employee.principal.employee_id : random.pick(people)
    host.setClock(new Date(start.getTime() + day * DAY + 3 * 3_600_000 + index * 1000))
    await file({ who, approver, timekeeper }, module, { ...values, employee_id }, wanted)
  }
}

/** The Friday before, where the date is a Saturday or Sunday. */
function weekday(date: string): string {
  const back = [2, 0, 0, 0, 0, 0, 1][new Date(`${date}T00:00:00Z`).getUTCDay()]!
  return dateAt(new Date(`${date}T00:00:00Z`), -back)
}

/** Files and brings it to the state wanted. What the rules refuse (two on one day) stays a draft. */
async function file(by: { who: Ctx; approver: Ctx; timekeeper: Ctx }, name: string, values: Row, wanted: State): Promise<void> {
  const module = by.who.modules.get(name)!
  const id = await create(by.who, name, values)
  const go = (ctx: Ctx, action: string, input: Row = {}) => ctx.services.workflow.transition(ctx, module, id, action, input)
  const [busy] = await by.who.services.records
    .list(by.who, module, { filter: { employee_id: values.employee_id, status: ['posted', 'approved', 'processed'] }, limit: 500 })
    .then(({ data }) => data.filter((row) => (row.date_from ?? row.date) === (values.date_from ?? values.date)))
  if (wanted === 'draft' || busy) return
  try {
    await go(by.who, 'post')
  } catch (error) {
    // No credits are left, for instance: the draft stays.
    if (error instanceof AppError && error.kind === 'refused') return
    throw error
  }
  if (wanted === 'posted') return
  if (wanted === 'voided') return void (await go(by.who, 'void', { void_reason: 'Plans have changed' }))
  if (wanted === 'returned') return void (await go(by.approver, 'return', { returned_reason: 'Please attach the request' }))
  if (wanted === 'disapproved') return void (await go(by.approver, 'disapprove', { disapproved_reason: 'Too many are away that day' }))
  await go(by.approver, 'approve')
  if (wanted === 'processed') await go(by.timekeeper, 'process')
}
