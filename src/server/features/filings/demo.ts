/** Filings of the demo companies in all their states, each made by the responsible user on its day. */

import type { Row } from '../../../engine/model/module.ts'
import { DAY_MS } from '../../../kernel/dates.ts'
import type { DemoCompany, DemoHost } from '../../demo-kit/host.ts'
import { createRandom, type Random } from '../../demo-kit/random.ts'
import { create, idsBy } from '../../demo-kit/records.ts'
import type { Company, Ctx } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'

/** Per employee over the whole history. */
const FILINGS_EACH = 0.5
/** From this scale on, all kinds of filings (`KINDS`) exist in each of their states. */
const WHOLE = 0.5
const REASONS = ['Family matter', 'Medical check-up', 'Government transaction', 'Vacation', 'School activity of a child'] as const
const PLACES = ['Makati', 'Quezon City', 'Pasig', 'Cebu City', 'Calamba'] as const

type State = 'draft' | 'posted' | 'returned' | 'disapproved' | 'approved' | 'extension_requested' | 'processed' | 'voided'
/** Final states of past filings; the newest are drafts or still pending. */
const ENDED: readonly State[] = ['processed', 'processed', 'processed', 'approved', 'approved', 'disapproved', 'voided']
const OPEN: readonly State[] = ['posted', 'posted', 'draft', 'returned', 'posted', 'approved']

interface Filed {
  readonly module: string
  readonly values: Row
  /** A filing that must be approved before; its id goes into the list of this field. */
  readonly after?: { readonly filed: Filed; readonly field: string }
  /** The accomplished work, where work is authorized beforehand: the transition that enters it, on the day after. */
  readonly done?: { readonly action: string; readonly input: Row }
}

const dateAt = (start: Date, day: number): string => new Date(start.getTime() + day * DAY_MS).toISOString().slice(0, 10)
const instant = (date: string, hour: number): string => `${date}T${String(hour).padStart(2, '0')}:00:00+08:00`

/** A filing for a date: mostly leave and overtime. Overtime is after every shift of the day, and before none. */
function filing(random: Random, date: string, leaves: readonly number[]): Filed {
  const reason = random.pick(REASONS)
  const kind = random.int(1, 10)
  if (kind <= 4)
    return { module: 'leave_filing', values: { leave_type_id: random.pick(leaves), date_from: date, date_to: date, qty: 1, reason } }
  if (kind <= 7)
    return {
      module: 'overtime_filing',
      values: { date, start_at: instant(date, 21), end_at: instant(date, 23), reason: 'Inventory count', is_cto: random.chance(0.2) },
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
    values: { date, type: 'time_in', logged_at: instant(date, 8), reason: 'The device did not read my finger' },
  }
}

/** The company to be made, and how much history it gets. */
interface DemoHistory {
  readonly plan: DemoCompany
  readonly scale: number
  readonly start: Date
  readonly days: number
}

/** Makes filings through the history, `start` plus `days`; leaves the clock where it last was. */
export async function makeFilings(host: DemoHost, company: Company, { plan, scale, start, days }: DemoHistory): Promise<void> {
  const random = createRandom(plan.seed * 17)
  const [hr, approver, employee, timekeeper, payroll] = (await Promise.all(
    ['hr', 'approver', 'employee', 'timekeeper', 'payroll'].map((username) => host.as(company, username)),
  )) as [Ctx, Ctx, Ctx, Ctx, Ctx]
  const currency = (await idsBy(await host.system(company, 'Demo data'), 'currency', 'code')).get('PHP')!
  const types = await idsBy(hr, 'leave_type', 'code')
  const leaves = ['VL', 'SL', 'LWOP'].flatMap((code) => types.get(code) ?? [])
  const people = [...(await idsBy(hr, 'employee', 'employee_no')).values()].filter((id) => id !== approver.principal.employee_id)
  if (scale >= WHOLE)
    await makeEvery(host, { hr, approver, timekeeper, payroll }, { people, kinds: { leaves, currency }, random, start, days })
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
    host.setClock(new Date(start.getTime() + day * DAY_MS + 3 * 3_600_000 + index * 1000))
    await file({ who, approver, timekeeper }, module, { values: { ...values, employee_id }, wanted })
  }
}

type Deciders = Readonly<Record<'hr' | 'approver' | 'timekeeper' | 'payroll', Ctx>>
/** Past filings begin this many days ago, open ones this many days ahead. */
const OVER_DAYS = 40
const AHEAD_DAYS = 3
/** Overtime that is exchanged for time off was worked this many days before its filing. */
const BEFORE_DAYS = 4
/** Employees tried until the rules allow a filing for a day. */
const TRIES = 6

/**
 * Employees whose filings the approver decides on: those whom they manage, and those whose manager has no account of
 * their own. What waits for another manager is hidden from the approver where filings are confidential.
 */
export function decidedBy(approver: { readonly user_id: number }, people: readonly Row[], managers: readonly Row[]): ReadonlySet<number> {
  const accounts = new Map(managers.map((row) => [Number(row.id), row.user_id === null ? undefined : Number(row.user_id)]))
  const decides = ({ manager_id }: Row): boolean => [undefined, approver.user_id].includes(accounts.get(Number(manager_id)))
  return new Set(people.filter(decides).map((row) => Number(row.id)))
}

/** What the sample filings are made from. */
interface EveryState {
  readonly people: readonly number[]
  readonly kinds: { leaves: readonly number[]; currency: number }
  readonly random: Random
  readonly start: Date
  readonly days: number
}

/** One filing of each kind in each of its states, as far as the rules allow it. */
async function makeEvery(
  host: DemoHost,
  by: Deciders,
  { people, kinds: { leaves, currency }, random, start, days }: EveryState,
): Promise<void> {
  const shift = (await idsBy(by.hr, 'shift_template', 'code')).values().next().value!
  const contract = (await idsBy(by.hr, 'employment_type', 'code')).get('CT')!
  const contracted = await by.hr.services.records.list(by.hr, by.hr.modules.get('employee')!, {
    filter: { employment_type_id: contract },
    limit: 500,
  })
  const managers = await by.hr.services.records.list(by.hr, by.hr.modules.get('employee')!, {
    filter: { id: contracted.data.flatMap((row) => (row.manager_id === null ? [] : [Number(row.manager_id)])) },
    limit: 500,
  })
  const onContract = decidedBy(by.approver.principal, contracted.data, managers.data)
  for (const [kindNo, { file: kind, ...which }] of KINDS.entries()) {
    const eligible = which.onContract ? people.filter((id) => onContract.has(id)) : people
    for (const [stateNo, wanted] of STATES.entries()) {
      const isOpen = wanted === 'draft' || wanted === 'posted' || wanted === 'returned' || wanted === 'extension_requested'
      const day = isOpen ? days - 1 : days - OVER_DAYS + kindNo + stateNo
      const instant = (later: number) =>
        host.setClock(new Date(start.getTime() + (day + later) * DAY_MS + 2 * 3_600_000 + (kindNo * 10 + stateNo) * 1000))
      const date = dateAt(start, day + AHEAD_DAYS)
      const [before, no] = [weekday(dateAt(start, day - BEFORE_DAYS)), `${stateNo + 1}`.padStart(4, '0')]
      for (const employee_id of random.sample(eligible, TRIES)) {
        instant(0)
        const on = { employee_id, weekday: weekday(date), saturday: saturday(date), before, leave: leaves[0]!, shift, currency, no }
        // Invoices of contractors are pay, so payroll approves them.
        const deciders = which.onContract
          ? { who: by.payroll, approver: by.approver, timekeeper: by.payroll }
          : { who: by.hr, approver: by.approver, timekeeper: by.timekeeper }
        if (await fileFrom(deciders, kind(on), wanted, () => instant(AHEAD_DAYS + 3))) break
      }
    }
  }
}

interface Occasion {
  readonly employee_id: number
  readonly weekday: string
  readonly saturday: string
  /** A weekday that is over. */
  readonly before: string
  readonly leave: number
  readonly shift: number
  readonly currency: number
  /** Reference number of a document that the employee attaches. */
  readonly no: string
}
interface Kind {
  readonly file: (on: Occasion) => Filed
  /** Only contractors file it, and only its approver sees it. */
  readonly onContract?: true
}
const STATES: readonly State[] = ['draft', 'posted', 'returned', 'disapproved', 'approved', 'extension_requested', 'processed', 'voided']
const USUAL: readonly Kind['file'][] = [
  ({ employee_id, weekday: date, leave }) => ({
    module: 'leave_filing',
    values: { employee_id, leave_type_id: leave, date_from: date, date_to: date, qty: 1, reason: REASONS[0] },
  }),
  ({ employee_id, weekday: date }) => ({
    module: 'overtime_filing',
    values: { employee_id, date, start_at: instant(date, 21), end_at: instant(date, 23), reason: 'Month-end closing', is_cto: false },
  }),
  ({ employee_id, weekday: date }) => ({
    module: 'official_business_filing',
    values: {
      employee_id,
      date_from: date,
      date_to: date,
      time_from: '09:00',
      time_to: '17:00',
      destination: PLACES[0],
      purpose: 'Bidding',
    },
  }),
  ({ employee_id, weekday: date }) => ({
    module: 'timelog_filing',
    values: { employee_id, date, type: 'time_in', logged_at: instant(date, 8), reason: 'The device was off' },
  }),
  ({ employee_id, saturday: date }) => ({
    module: 'restday_filing',
    values: { employee_id, date, work_start: instant(date, 9), work_end: instant(date, 12), reason: 'Delivery on a Saturday' },
  }),
  ({ employee_id, weekday: date, shift }) => ({
    module: 'shift_adjustment',
    values: { date_from: date, date_to: date, shift_template_id: shift, employees: [{ employee_id }], reason: 'Covers for a colleague' },
  }),
  ({ employee_id, weekday: date, before }) => ({
    module: 'cto_filing',
    values: { employee_id, date_from: date, date_to: date, hours: 2, reason: REASONS[2] },
    after: {
      field: 'overtime_filing_ids',
      filed: {
        module: 'overtime_filing',
        values: {
          employee_id,
          date: before,
          start_at: instant(before, 21),
          end_at: instant(before, 23),
          reason: 'Stock count',
          is_cto: true,
        },
      },
    },
  }),
  ({ employee_id, weekday: date }) => ({
    module: 'overtime_filing_with_authorization',
    values: { employee_id, date, planned_start: instant(date, 21), planned_end: instant(date, 23), reason: 'Year-end inventory' },
    done: {
      action: 'actual_overtime',
      input: { actual_start: instant(date, 21), actual_end: instant(date, 22), accomplishment: 'Two aisles counted' },
    },
  }),
  ({ employee_id, saturday: date }) => ({
    module: 'restday_filing_with_authorization',
    values: { employee_id, date, planned_start: instant(date, 9), planned_end: instant(date, 12), reason: 'Arrival of a container' },
    done: {
      action: 'restday_accomplishment',
      input: { restday_accomplishment: 'Container unloaded and stored', accomplished_hours: 3 },
    },
  }),
]
const KINDS: readonly Kind[] = [
  ...USUAL.map((file) => ({ file })),
  {
    onContract: true,
    file: ({ employee_id, weekday: date, before, currency, no }) => ({
      module: 'service_invoice_filing',
      values: {
        employee_id,
        invoice_no: `INV-${no}`,
        period_from: before,
        period_to: date,
        currency_id: currency,
        items: [{ description: 'Site visits', qty: 4, rate: 850 }],
        withholding_rate: 5,
        atc_code: 'WI010',
      },
    }),
  },
]

/** The day with which a filing begins. */
const dayOf = (row: Row): unknown => row.date_from ?? row.date ?? row.period_from

/** The Saturday of the week of a date. */
const saturday = (date: string): string => {
  const day = new Date(`${date}T00:00:00Z`)
  return dateAt(day, 6 - day.getUTCDay())
}

/** The Friday before, where the date is a Saturday or Sunday. */
function weekday(date: string): string {
  const back = [2, 0, 0, 0, 0, 0, 1][new Date(`${date}T00:00:00Z`).getUTCDay()]!
  return dateAt(new Date(`${date}T00:00:00Z`), -back)
}

type People = Readonly<Record<'who' | 'approver' | 'timekeeper', Ctx>>

/** `file` with the filing that must come before it, and the work done after it. A state that the kind does not have is left out. */
async function fileFrom(by: People, { module, values, after, done }: Filed, wanted: State, later: () => void): Promise<boolean> {
  if (!by.who.modules.get(module)!.workflow!.states[wanted] && wanted !== 'processed') return true
  if (!after) return (await file(by, module, { values, wanted, done: done && { ...done, later } })) !== undefined
  const before = await file(by, after.filed.module, { values: after.filed.values, wanted: 'approved' })
  return before !== undefined && (await file(by, module, { values: { ...values, [after.field]: [before] }, wanted })) !== undefined
}

interface WantedFiling {
  readonly values: Row
  readonly wanted: State
  readonly done?: { action: string; input: Row; later: () => void }
}

/**
 * Files it and brings it to the wanted state; returns its id, or nothing where the rules refuse it (two on one day): then
 * it stays a draft.
 */
async function file(by: People, name: string, { values, wanted, done }: WantedFiling): Promise<number | undefined> {
  const module = by.who.modules.get(name)!
  const steps = module.workflow!.transitions
  const [busy] = values.employee_id
    ? await by.who.services.records
        .list(by.who, module, { filter: { employee_id: values.employee_id, status: ['posted', 'approved', 'processed'] }, limit: 500 })
        .then(({ data }) => data.filter((row) => dayOf(row) === dayOf(values)))
    : []
  const id = await create(by.who, name, values)
  const go = (ctx: Ctx, action: string, input: Row = {}) => ctx.services.workflow.carryOut(ctx, module, { id, action, input })
  if (wanted === 'draft') return id
  if (busy) return undefined
  try {
    await go(by.who, 'post')
  } catch (error) {
    // For instance no credits are left: the draft stays.
    if (error instanceof AppError && error.kind === 'refused') return undefined
    throw error
  }
  // The transitions that decide on accomplished work after authorization have other names.
  const decide = (action: 'approve' | 'disapprove') => (steps[action] ? action : `${action}_authorization`)
  if (wanted === 'voided') await go(by.who, 'void', { void_reason: 'Plans have changed' })
  if (wanted === 'returned') await go(by.approver, 'return', { returned_reason: 'Please attach the request' })
  if (wanted === 'disapproved') await go(by.approver, decide('disapprove'), { disapproved_reason: 'Too many are away that day' })
  if (wanted === 'approved' || wanted === 'processed' || wanted === 'extension_requested') await go(by.approver, decide('approve'))
  if (wanted === 'extension_requested')
    await go(by.who, 'request_extension', { extension_hours: 1, extension_reason: 'It takes longer than planned' })
  if (wanted !== 'processed') return id
  if (done) {
    done.later()
    try {
      await go(by.who, done.action, done.input)
    } catch (error) {
      // The work of today may not be over yet: it stays authorized.
      if (!(error instanceof AppError && error.kind === 'refused')) throw error
    }
  }
  // Some kinds are complete once they are approved.
  else if (steps.process) await go(by.timekeeper, 'process')
  return id
}
