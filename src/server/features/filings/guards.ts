/** Guards of filings: what can be submitted, available time off, and work within its authorization. */
import type { Row } from '../../../engine/model/module.ts'
import { dec } from '../../../kernel/decimal.ts'
import type { Json } from '../../../kernel/json.ts'
import type { Guard } from '../../platform/context.ts'
import { refuse } from '../../platform/errors.ts'
import { linesOf } from '../../records/row.ts'
import type { Records } from '../records.generated.ts'
import { cutOff, filingNotes, periodOf } from './checks.ts'
import { timeOff, timeOffRefusal } from './time-off.ts'

/** Work that needs an authorization beforehand. */
type Authorized = Records['overtime_filing_with_authorization' | 'restday_filing_with_authorization']

const NONE = { type: ['object', 'null'], additionalProperties: false, properties: {} } as const

/** Employees that a filing concerns: those of its rows, or its owner where none is listed. */
export const peopleOf = (record: Row, lines: string | undefined): number[] => {
  const listed = lines ? linesOf(record, lines) : []
  return [...new Set((listed.length ? listed : [record]).map((row) => Number(row.employee_id ?? 0)))].filter((id) => id > 0)
}

/** Refuses with the first note that prevents submitting. `people`: rows with the employees, instead of the owner. */
export const filingAllowed: Guard<{ people?: string } | null> = {
  name: 'filing.allowed',
  params: {
    description: 'Refuses a filing for a reason that its notes give (cut-off, overlaps, balance).',
    type: ['object', 'null'],
    additionalProperties: false,
    properties: { people: { type: 'string', format: 'lines', description: 'Child table with the employees, instead of the owner.' } },
  },
  async check({ ctx, module, record }, params) {
    const people = params?.people
    const span = periodOf(module, record)
    const concerned = peopleOf(record, people)
    if (people && !concerned.length) throw refuse('E_FILING', 'List the employees it is for.')
    const notes = !people ? await filingNotes(ctx, module, record) : span ? await cutOff(ctx, concerned, ...span) : []
    const first = notes.find((note) => note.tone === 'danger')
    if (first) throw refuse(first.rule ?? 'E_FILING', first.text)
  },
}

/** No more hours than the overtime that the filing names has earned and nothing has used. */
export const ctoAvailable: Guard<Json, Records['cto_filing']> = {
  name: 'cto.available',
  params: { ...NONE, description: 'Refuses more hours than the overtime named has earned and nothing has used.' },
  async check({ ctx, record }) {
    const refusal = timeOffRefusal(record, await timeOff(ctx, record, true))
    if (refusal) throw refuse('E_TIME_OFF', refusal)
  },
}

/** Accomplished work may be shorter than the authorized and extended work, never longer, and must be over. */
export const withinAuthorized: Guard<Json, Authorized> = {
  name: 'filing.withinAuthorized',
  params: { ...NONE, description: 'Refuses work that is not over yet, and more hours than were authorized and extended.' },
  async check({ ctx, record, input }) {
    const end = Date.parse(String(input.actual_end ?? ''))
    if (String(record.date) > ctx.clock.today(ctx.company.time_zone) || end > ctx.clock.now().getTime())
      throw refuse('E_FILING', 'Actual hours can be entered only after the work has ended.')

    const extension = record.extension_approved_at ? dec(record.extension_hours) : dec(0)
    const most = dec(record.planned_hours).plus(extension)
    const done = actualHours({ ...record, ...input })
    if (done.lte(0)) throw refuse('E_FILING', 'Nothing is left of the time that was entered.')
    if (done.gt(most))
      throw refuse(
        'E_NOT_AUTHORIZED',
        `${done.toFixed()} hours are more than the ${most.toFixed()} authorized. Request an extension first.`,
      )
  },
}

/** Hours as entered, or between the moments. */
export const actualHours = (record: Readonly<Record<string, unknown>>) => {
  const entered = record.actual_hours ?? record.accomplished_hours
  if (entered !== null && entered !== undefined) return dec(entered)
  const minutes = (Date.parse(String(record.actual_end)) - Date.parse(String(record.actual_start))) / 60_000
  return dec(Number.isFinite(minutes) ? minutes : 0)
    .div(60)
    .toDecimalPlaces(2)
}
