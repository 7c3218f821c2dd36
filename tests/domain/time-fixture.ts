/** Shifts, schedules and short ways to write punches for the tests of time. 5 January 2026 is a Monday. */
import { minuteAt } from '../../src/domain/time/clock.ts'
import type { DayResult } from '../../src/domain/time/day-result.ts'
import { computeTime, type EmployeeTime, type TimeResult } from '../../src/domain/time/employee.ts'
import { type Holiday, holidayCalendar } from '../../src/domain/time/holidays.ts'
import { timePolicy } from '../../src/domain/time/policy.ts'
import type { PunchKind } from '../../src/domain/time/punch-kind.ts'
import type { Punch } from '../../src/domain/time/punches.ts'
import type { Schedule, WeekDay } from '../../src/domain/time/schedule.ts'
import { compileShift, type Shift } from '../../src/domain/time/shifts.ts'

export const MONDAY = '2026-01-05'

export const office = compileShift({
  code: 'OFFICE',
  kind: 'Fixed',
  parts: [{ time_in: '08:00', time_out: '17:00' }],
  breaks: [{ break_out: '12:00', break_in: '13:00' }],
})
export const night = compileShift({
  code: 'NIGHT',
  kind: 'Fixed',
  parts: [{ time_in: '22:00', time_out: '06:00', time_type: 'tomorrow' }],
  break_minutes: 60,
})
export const split = compileShift({
  code: 'SPLIT',
  kind: 'Fixed',
  parts: [
    { time_in: '06:00', time_out: '10:00' },
    { time_in: '16:00', time_out: '20:00' },
  ],
})
export const flexi = compileShift({
  code: 'FLEXI',
  kind: 'Flexi',
  parts: [{ time_in: '06:00', time_out: '22:00' }],
  break_minutes: 60,
  required_minutes: 480,
  core_start: '10:00',
  core_end: '15:00',
})

/** Monday to Friday of one shift, rest on Saturday and Sunday. */
export const weekdays = (shift: Shift): Schedule => ({
  patterns: [
    {
      effective_from: '2025-01-01',
      week: [0, 1, 2, 3, 4, 5, 6].map((day): WeekDay => (day === 0 || day === 6 ? { is_rest_day: true } : { shift })),
    },
  ],
})

const KINDS: Record<string, PunchKind> = { in: 'time_in', out: 'time_out', back: 'break_in', break: 'break_out' }

/** `'in 08:00, out 17:00'` on a date; a time with `+` is on the next day. */
export function punches(date: string, text: string): Punch[] {
  if (!text) return []
  return text.split(',').map((name) => {
    const [word, clock] = name.trim().split(' ') as [string, string]
    const minute = minuteAt(`${date}T${clock.replace('+', '')}`) + (clock.endsWith('+') ? 1440 : 0)
    const kind = KINDS[word]
    return kind ? { at: minute, kind } : { at: minute }
  })
}

export interface Case extends Partial<Omit<EmployeeTime, 'punches' | 'policy'>> {
  shift?: Shift
  date?: string
  punched?: string
  punches?: readonly Punch[]
  policy?: Parameters<typeof timePolicy>[0]
  policies?: EmployeeTime['policy']
  holidays?: readonly Holiday[]
}

/** Computes one date, or a period, with everything else at its default. */
export function reckon(testCase: Case): TimeResult {
  const { shift = office, date = MONDAY, punched = '', punches: given, policy, policies, holidays = [], calendar, ...rest } = testCase
  return computeTime({
    from: date,
    to: date,
    schedule: weekdays(shift),
    filings: [],
    ...rest,
    punches: given ?? punches(date, punched),
    policy: policies ?? timePolicy(policy),
    calendar: calendar ?? holidayCalendar(holidays),
  })
}

export const dayOf = (testCase: Case): DayResult => reckon(testCase).days[0]!

/** `worked/late/undertime/absent/overtime/night` of a day. */
export const minutes = (day: DayResult): string =>
  [day.regular_minutes, day.late_minutes, day.undertime_minutes, day.absent_minutes, day.overtime_minutes, day.night_minutes].join('/')
