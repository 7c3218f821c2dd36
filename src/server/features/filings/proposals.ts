/** Hours that a filing begins with: those of the employee's shift and time record of the chosen day. */

import type { Json, Module, Row } from '../../../engine/model/module.ts'
import { canDo } from '../../../engine/runtime/permissions/index.ts'
import { addDays } from '../../../kernel/dates.ts'
import type { Ctx, Handler } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { optionalId, rows } from '../../platform/http/params.ts'
import type { Reasoned } from '../../records/form-proposals.ts'
import { list } from '../../records/list.ts'
import { type DayFacts, dayFacts } from './days.ts'

/** A day of an employee, as far as the caller may see it; moments in ISO form. */
interface Day {
  readonly facts: DayFacts
  readonly shift?: { readonly starts: string; readonly ends: string }
  readonly record: { readonly arrived: string | null; readonly left: string | null }
}

/** The employee and date of a filing; undefined while one is missing, and for other people's days that the caller may not see. */
function subjectOf(ctx: Ctx, module: Module, filing: Row): { employee: number; date: string } | undefined {
  const employee = optionalId(filing, 'employee_id')
  const date = String(filing.date ?? filing.date_from ?? '')
  if (!employee || !/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date))) return undefined
  const isOwn = employee === ctx.principal.employee_id
  const seesAll = ctx.system !== undefined || (ctx.principal.grants[module.name] ?? []).includes('view_all')
  return isOwn || seesAll ? { employee, date } : undefined
}

/** Arrival and departure in the time record of a day, where the caller may see it. */
async function recorded(ctx: Ctx, employee: number, date: string): Promise<Day['record']> {
  const records = ctx.modules.get('daily_time_record')
  const none = { arrived: null, left: null }
  if (!records || (ctx.system === undefined && !canDo(ctx.principal, records, 'index'))) return none
  const { data } = await list(ctx, records, { filter: { employee_id: employee, date }, limit: 1, window: 'all' })
  const [match] = data
  const moment = (value: unknown): string | null => (value ? new Date(String(value)).toISOString() : null)
  return match ? { arrived: moment(match.time_in), left: moment(match.time_out) } : none
}

async function dayOf(ctx: Ctx, employee: number, date: string): Promise<Day | undefined> {
  const [facts] = await dayFacts(ctx, employee, date, date)
  if (!facts) return undefined
  const record = await recorded(ctx, employee, date)
  if (!facts.time_in || !facts.time_out) return { facts, record }
  const lastDate = facts.time_out <= facts.time_in ? addDays(date, 1) : date
  const [shift] = await ctx.db.query<{ starts: Date | string; ends: Date | string }>(
    sql`
      SELECT (${date}::date + ${facts.time_in}::time) AT TIME ZONE ${ctx.company.time_zone} AS starts,
        (${lastDate}::date + ${facts.time_out}::time) AT TIME ZONE ${ctx.company.time_zone} AS ends
    `,
  )
  return { facts, record, shift: { starts: new Date(shift!.starts).toISOString(), ends: new Date(shift!.ends).toISOString() } }
}

const PART = { enum: ['start', 'end'], description: 'Which end of the hours.' }
type Part = 'start' | 'end'

const eachDay = async <T>(ctx: Ctx, module: Module, filings: readonly Row[], propose: (day: Day, filing: Row) => T | null) => {
  const proposals: (T | null)[] = []
  for (const filing of filings) {
    const subject = subjectOf(ctx, module, filing)
    const day = subject && (await dayOf(ctx, subject.employee, subject.date))
    proposals.push(day ? propose(day, filing) : null)
  }
  return proposals
}

const reasoned = (value: string | null | undefined, why: string): Reasoned | null => (value ? { value, why } : null)

/** Work on a day without a shift to be over: all of it, as recorded, else (where it is planned) as the shift would have it. */
function wholeDay({ shift, record }: Day, part: Part, planned: boolean): Reasoned | null {
  if (part === 'start') return reasoned(record.arrived, 'Time in of the day') ?? reasoned(shift?.starts, 'Start of the usual shift')
  return reasoned(record.left, 'Time out of the day') ?? (planned ? reasoned(shift?.ends, 'End of the usual shift') : null)
}

function beyondShift({ shift, record }: Day, part: Part, isBefore: boolean): Reasoned | null {
  if (!shift) return null
  if (isBefore) {
    if (part === 'end') return reasoned(shift.starts, 'Start of the shift')
    return record.arrived && record.arrived < shift.starts ? reasoned(record.arrived, 'Time in of the day') : null
  }
  if (part === 'start') return reasoned(shift.ends, 'End of the shift')
  return record.left && record.left > shift.ends ? reasoned(record.left, 'Time out of the day') : null
}

/** From and to of work outside of the shift. */
const extraHours: Handler = {
  name: 'filing.extraHours',
  params: {
    description:
      'Proposes when work outside of the shift began or ended: after the shift, or before it for the overtime type `pre_shift`; all of the day on rest days and holidays. What the time record does not have yet stays empty.',
    type: 'object',
    additionalProperties: false,
    required: ['part'],
    properties: {
      part: PART,
      planned: { type: 'boolean', description: 'The work is still to be done: on a rest day the end of the usual shift is proposed, too.' },
      whole_day: { type: 'boolean', description: 'The day counts as a rest day, whatever the schedule has.' },
    },
  },
  async run(ctx, module, { body }, params: Json) {
    const { part, planned = false, whole_day = false } = params as { part: Part; planned?: boolean; whole_day?: boolean }
    return eachDay(ctx, module, rows(body, 'rows'), (day, filing) =>
      filing.new_rest_date
        ? null
        : whole_day || day.facts.is_rest_day || day.facts.holiday
          ? wholeDay(day, part, planned)
          : beyondShift(day, part, filing.overtime_type === 'pre_shift'),
    )
  },
}

/** The kind of overtime of the day. */
const overtimeType: Handler = {
  name: 'filing.overtimeType',
  params: {
    description: 'Proposes the type of overtime of a holiday or rest day.',
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {},
  },
  async run(ctx, module, { body }) {
    return eachDay(ctx, module, rows(body, 'rows'), ({ facts }) =>
      facts.holiday
        ? { value: 'holiday', why: facts.holiday }
        : facts.is_rest_day
          ? { value: 'rest_day', why: 'Rest day of the employee' }
          : { value: 'post_shift', why: 'Day with a shift' },
    )
  },
}

/** Scheduled hours of the day, as times. */
const shiftHours: Handler = {
  name: 'filing.shiftHours',
  params: {
    description: 'Proposes the start or end of the shift of the first day.',
    type: 'object',
    additionalProperties: false,
    required: ['part'],
    properties: { part: PART },
  },
  async run(ctx, module, { body }, params: Json) {
    const { part } = params as { part: Part }
    return eachDay(ctx, module, rows(body, 'rows'), ({ facts }) => {
      const time = part === 'start' ? facts.time_in : facts.time_out
      return reasoned(time && `${time}:00`, part === 'start' ? 'Start of the shift' : 'End of the shift')
    })
  },
}

export const filingProposals = [extraHours, overtimeType, shiftHours]
