/** Part: 150,000 employee-days of time, from raw punches to the sums that payroll reads, on one core. */
import { dayNumber } from '../../src/domain/time/clock.ts'
import { computeTime, type EmployeeTime } from '../../src/domain/time/employee.ts'
import type { TimeFiling } from '../../src/domain/time/filings.ts'
import { holidayCalendar } from '../../src/domain/time/holidays.ts'
import { timePolicy } from '../../src/domain/time/policy.ts'
import type { Punch } from '../../src/domain/time/punches.ts'
import { compileShift, type Shift } from '../../src/domain/time/shifts.ts'
import type { Result } from './results.ts'

const EMPLOYEES = 10_000
const DAYS = 15
const TARGET_SECONDS = 10

const SHIFTS: readonly Shift[] = [
  compileShift({
    code: 'DAY',
    kind: 'Fixed',
    parts: [{ time_in: '08:00', time_out: '17:00' }],
    breaks: [{ break_out: '12:00', break_in: '13:00' }],
  }),
  compileShift({
    code: 'NIGHT',
    kind: 'Fixed',
    parts: [{ time_in: '22:00', time_out: '07:00', time_type: 'tomorrow' }],
    break_minutes: 60,
  }),
  compileShift({
    code: 'SPLIT',
    kind: 'Fixed',
    parts: [
      { time_in: '06:00', time_out: '10:00' },
      { time_in: '16:00', time_out: '20:00' },
    ],
  }),
  compileShift({
    code: 'FLEXI',
    kind: 'Flexi',
    parts: [{ time_in: '06:00', time_out: '22:00' }],
    break_minutes: 60,
    required_minutes: 480,
    core_start: '10:00',
  }),
]
const WEEKS = SHIFTS.map((shift) => [0, 1, 2, 3, 4, 5, 6].map((day) => (day === 0 || day === 6 ? { is_rest_day: true } : { shift })))
const calendar = holidayCalendar([
  { date: '2026-05-01', name: 'Labor Day', kind: 'regular' },
  { date: '2026-04-09', name: 'Araw ng Kagitingan', kind: 'regular' },
])
const policy = timePolicy({ lateness: { grace_minutes: 5 } })

/** One employee's half month: four punches a day, a few minutes early or late, some overtime and some leave. */
function employee(index: number): EmployeeTime {
  const shift = SHIFTS[index % SHIFTS.length]!
  const first = dayNumber('2026-05-01')
  const punches: Punch[] = []
  const filings: TimeFiling[] = []
  for (let i = 0; i < DAYS; i++) {
    const jitter = ((index * 7 + i * 13) % 40) - 25
    const midnight = (first + i) * 1440
    const date = `2026-05-${String(i + 1).padStart(2, '0')}`
    if ((index + i) % 17 === 0) continue
    punches.push({ at: midnight + shift.from + jitter, kind: 'time_in' })
    if (shift.parts.length > 2) {
      punches.push({ at: midnight + shift.parts[1]!, kind: 'time_out' }, { at: midnight + shift.parts[2]! + jitter, kind: 'time_in' })
    } else punches.push({ at: midnight + shift.from + 240, kind: 'break_out' }, { at: midnight + shift.from + 298, kind: 'break_in' })
    const isOvertime = (index + i) % 5 === 0
    punches.push({ at: midnight + shift.to + (isOvertime ? 125 : 3), kind: 'time_out' })
    if (isOvertime && shift.kind === 'Fixed' && shift.to + 120 < 1440)
      filings.push({
        kind: 'overtime',
        no: `OT-${index}-${i}`,
        status: 'approved',
        date,
        from: `${date}T${String(Math.floor(shift.to / 60)).padStart(2, '0')}:00`,
        to: `${date}T${String(Math.floor(shift.to / 60) + 2).padStart(2, '0')}:00`,
      })
  }
  return {
    from: '2026-05-01',
    to: '2026-05-15',
    schedule: { patterns: [{ effective_from: '2026-01-01', week: WEEKS[index % WEEKS.length]! }] },
    punches,
    filings,
    calendar,
    policy,
  }
}

const BATCH = 500

/** Milliseconds for employees from one number up to another; their input is made outside of the clock. */
function measure(from: number, to: number): number {
  const inputs = Array.from({ length: to - from }, (_, index) => employee(from + index))
  let minutes = 0
  const started = performance.now()
  for (const input of inputs) minutes += computeTime(input).period.scheduled_minutes
  const milliseconds = performance.now() - started
  if (!minutes) throw new Error('Nothing was owed, so nothing was measured')
  return milliseconds
}

/** Milliseconds for a company, some hundreds of employees at a time; `between` runs after every few of them. */
function company(employees: number, between?: () => void): number {
  let milliseconds = 0
  for (let from = 0, batch = 1; from < employees; from += BATCH, batch++) {
    milliseconds += measure(from, Math.min(from + BATCH, employees))
    if (batch % 2 === 0) between?.()
  }
  return milliseconds
}

/** Measures a whole company and, by companies of several sizes, how the cost grows with them (1 is in proportion). */
export function benchTime({ quick }: { quick: boolean }): Result[] {
  company(1_000)
  const seconds = company(EMPLOYEES) / 1000
  const [small, large] = quick ? [100, 2_000] : [100, 50_000]
  // Small companies are measured many times over, among the batches of the large one, so that both meet the same machine.
  const few: number[] = []
  const many = company(large, () => few.push(measure(0, small)))
  const exponent = Math.log(many / (few.reduce((sum, value) => sum + value, 0) / few.length)) / Math.log(large / small)
  return [
    {
      part: 'time',
      name: `${(EMPLOYEES * DAYS).toLocaleString('en')} employee-days, from punches to sums`,
      ours: { s: seconds, 'days/s': (EMPLOYEES * DAYS) / seconds },
      target: TARGET_SECONDS,
    },
    { part: 'time', name: `growth of the cost from ${small} to ${large.toLocaleString('en')} employees`, ours: { exponent }, target: 1.1 },
  ]
}
