/** For any input, time returns minutes, or an error that names the field. */
import { expect, it } from 'vitest'
import { computeTime, type EmployeeTime } from '../../src/domain/time/employee.ts'
import { holidayCalendar } from '../../src/domain/time/holidays.ts'
import { timePolicy } from '../../src/domain/time/policy.ts'
import { compileShift, type ShiftTemplate } from '../../src/domain/time/shifts.ts'
import { DomainError } from '../../src/kernel/errors.ts'
import { JUNK, paths, withValue } from './junk.ts'
import { punches } from './time-fixture.ts'

const SHIFT: ShiftTemplate = {
  code: 'OFFICE',
  kind: 'Fixed',
  parts: [{ time_in: '08:00', time_out: '17:00' }],
  breaks: [{ break_out: '12:00', break_in: '13:00' }],
}
const filed = { no: 'F', status: 'approved' } as const
const INPUT = {
  shift: SHIFT,
  holidays: [{ date: '2026-01-08', name: 'Fiesta', kind: 'regular', places: ['CEB'] }],
  policy: { lateness: { grace_minutes: 5 } },
  time: {
    from: '2026-01-05',
    to: '2026-01-09',
    history_from: '2026-01-02',
    employed_from: '2025-01-01',
    employed_to: '2026-12-31',
    split_on: ['2026-01-07'],
    options: { overtime: true },
    schedule: {
      patterns: [
        { effective_from: '2025-01-01', effective_to: '2027-01-01', week: [0, 1, 2, 3, 4, 5, 6].map(() => ({ is_rest_day: false })) },
      ],
      dated: [{ date: '2026-01-06' }],
      rest_days: [{ effective_from: '2026-01-01', weekdays: [0] }],
      places: [{ effective_from: '2026-01-01', codes: ['CEB'] }],
    },
    punches: punches('2026-01-05', 'in 08:00, out 17:00'),
    filings: [
      {
        ...filed,
        kind: 'leave',
        leave_type: 'VL',
        date_from: '2026-01-06',
        date_to: '2026-01-06',
        duration_type: 'hours',
        minutes: 60,
        with_pay: true,
      },
      { ...filed, kind: 'overtime', date: '2026-01-05', from: '2026-01-05T17:00', to: '2026-01-05T19:00', minutes: 60 },
      { ...filed, kind: 'timelog', type: 'time_in', at: '2026-01-07T08:00' },
      { ...filed, kind: 'official_business', date_from: '2026-01-09', date_to: '2026-01-09', time_from: '08:00', time_to: '12:00' },
      { ...filed, kind: 'rest_day_move', date: '2026-01-10', new_rest_date: '2026-01-09' },
    ],
  },
}

/** Computes it, with the shift on every day of the week. */
function reckon(input: unknown): ReturnType<typeof computeTime> {
  const { shift: template, holidays, policy, time } = input as typeof INPUT & { holidays: never; policy: never }
  const shift = compileShift(template)
  const patterns = time?.schedule?.patterns
  const withShift = Array.isArray(patterns)
    ? patterns.map((pattern) =>
        Array.isArray(pattern?.week) ? { ...pattern, week: pattern.week.map((day) => (day ? { ...day, shift } : day)) } : pattern,
      )
    : patterns
  const schedule = time?.schedule && !Array.isArray(time.schedule) ? { ...time.schedule, patterns: withShift } : time?.schedule
  return computeTime({ ...time, schedule, calendar: holidayCalendar(holidays), policy: timePolicy(policy) } as unknown as EmployeeTime)
}

it('time with random invalid values is computed, or refused at a field', () => {
  expect(reckon(INPUT).days).toHaveLength(5)
  const wrong: string[] = []
  for (const path of paths(INPUT))
    for (const junk of JUNK)
      try {
        const { period, days } = reckon(withValue(INPUT, path, junk))
        for (const day of days) day.trace()
        for (const [name, value] of Object.entries(period))
          if (typeof value === 'number' && !Number.isFinite(value)) wrong.push(`${path.join('.')}: ${name} is ${value}`)
      } catch (error) {
        if (!(error instanceof DomainError && error.field)) wrong.push(`${path.join('.')} = ${JSON.stringify(junk)}: ${String(error)}`)
      }
  expect(wrong).toEqual([])
})
