/** The days of a board in words. */
import type { DayNote, Hours, PlanChoice } from '../../../engine/model/plan.ts'
import { formatTime } from '../../fields/dates.ts'
import { label } from '../../i18n/index.ts'
import { longDay } from '../calendar/text.ts'
import type { Cell, Need } from './plan.ts'
import { t } from './text.ts'

const DAY = 1440
const two = (number: number): string => String(number).padStart(2, '0')
const clock = (minute: number): string => formatTime(`${two(Math.floor((((minute % DAY) + DAY) % DAY) / 60))}:${two(minute % 60)}`)

/** `8 AM`, `5:30 PM`: without the minutes of full hours, where there is little room. */
export const brief = (minute: number): string => clock(minute).replace(/^0/, '').replace(':00', '')
/** `8 AM – 5:30 PM`. */
export const briefHours = ([from, to]: Hours): string => `${brief(from)} – ${brief(to)}`

/** `08:00 AM – 05:00 PM`. */
const hoursText = ([from, to]: Hours): string => `${clock(from)} – ${clock(to)}`

/** The name of a choice where there is little room. */
export const shortOf = (choice: PlanChoice | undefined): string => choice?.code ?? choice?.name ?? ''

/** Too little rest beside a day, and how much it is. */
export const shortText = (minutes: number): Pick<DayNote, 'text' | 'detail'> => ({
  text: t('planner.short'),
  detail: t(minutes % 60 ? 'planner.hoursMinutes' : 'planner.fullHours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 }),
})

export const noteText = ({ text, detail }: DayNote): string => [label(text), detail && label(detail)].filter(Boolean).join(' · ')

/** What stands on a day: the shift with its hours, a rest day, or no shift. */
export function shiftText(cell: Cell, choices: ReadonlyMap<number, PlanChoice>): string {
  if (cell.free) return t('planner.rest')
  if (cell.choice === null) return t('planner.none')
  return [choices.get(cell.choice)?.name, cell.hours && hoursText(cell.hours)].filter(Boolean).join(', ')
}

/** A day in one sentence for screen readers. */
export function cellText(cell: Cell, choices: ReadonlyMap<number, PlanChoice>): string {
  const said = t('planner.cell', { person: cell.person.name, day: longDay(cell.date), shift: shiftText(cell, choices) })
  const more = [
    !cell.planned && t('planner.isWeekly'),
    cell.changed && t('planner.isChanged'),
    cell.closed && t('planner.isClosed'),
    ...cell.notes.map(noteText),
  ]
  return [said, ...more.filter(Boolean)].join('; ')
}

/** Whom a requirement asks for: shift and place. */
export const needText = ({ choice, title }: Need, choices: ReadonlyMap<number, PlanChoice>): string =>
  [choice === null ? t('planner.anyShift') : choices.get(choice)?.name, title].filter(Boolean).join(' · ')
