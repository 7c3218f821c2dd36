import { describe, expect, it } from 'vitest'
import { dayNumber } from '../../src/domain/time/clock.ts'
import type { TimeFiling } from '../../src/domain/time/filings.ts'
import type { Punch } from '../../src/domain/time/punches.ts'
import { intersect, ordered, subtract, total, union } from '../../src/domain/time/spans.ts'
import { nightMinutes } from '../../src/domain/time/split.ts'
import fc from '../properties.ts'
import { type Case, flexi, MONDAY, night, office, reckon, split } from './time-fixture.ts'

const START = dayNumber(MONDAY) * 1440
const DAYS = 7

const punch: fc.Arbitrary<Punch> = fc.record({
  at: fc.integer({ min: START - 300, max: START + DAYS * 1440 }),
  kind: fc.constantFrom('time_in', 'time_out', 'break_in', 'break_out', undefined),
  no: fc.constantFrom('a', 'b', 'c'),
}) as fc.Arbitrary<Punch>
const shift = fc.constantFrom(office, night, split, flexi)
const policy: fc.Arbitrary<Case['policy']> = fc.record({
  lateness: fc.record({
    grace_minutes: fc.constantFrom(0, 5, 15),
    beyond_grace: fc.constantFrom('excess', 'all'),
    step_minutes: fc.constantFrom(1, 15, 30),
    rounding: fc.constantFrom('down', 'up', 'nearest'),
    brackets: fc.constantFrom([], [{ from: 1, to: 30, charge: 60 }]),
  }),
  undertime: fc.record({ step_minutes: fc.constantFrom(1, 15), rounding: fc.constantFrom('down', 'up') }),
  missed_part: fc.constantFrom('absent', 'late'),
  rest_day_work: fc.constantFrom('authorized', 'actual'),
  overtime: fc.record({ authorization: fc.constantFrom('required', 'actual'), before_shift: fc.boolean() }),
  breaks: fc.record({ deduction: fc.constantFrom('automatic', 'punched') }),
  punches: fc.record({ missing: fc.constantFrom('leave_out', 'schedule') }),
}) as fc.Arbitrary<Case['policy']>
const leave: fc.Arbitrary<TimeFiling> = fc.record({
  kind: fc.constant('leave'),
  no: fc.constantFrom('L1', 'L2'),
  status: fc.constantFrom('approved', 'pending'),
  leave_type: fc.constant('VL'),
  date_from: fc.constant(MONDAY),
  date_to: fc.constant(MONDAY),
  duration_type: fc.constantFrom('whole_day', 'first_half', 'second_half', 'hours'),
  minutes: fc.integer({ min: 0, max: 600 }),
  with_pay: fc.boolean(),
}) as fc.Arbitrary<TimeFiling>
const week = fc.record({ shift, policy, filings: fc.array(leave, { maxLength: 2 }), punches: fc.array(punch, { maxLength: 24 }) })

const TO = '2026-01-11'
const reckoned = (what: { shift: typeof office; policy: Case['policy']; filings: TimeFiling[]; punches: Punch[] }) =>
  reckon({ ...what, to: TO, ...(what.policy ? { policy: what.policy } : {}) } as Case)
const plain = (result: ReturnType<typeof reckon>) => JSON.stringify([result.days.map(({ trace: _trace, ...day }) => day), result.period])

describe('properties of time records', () => {
  it('does not depend on the order of punches', () => {
    fc.assert(
      fc.property(week, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (what, keys) => {
        const shuffled = what.punches
          .map((entry) => [keys.next().value as number, entry] as const)
          .sort((a, b) => a[0] - b[0])
          .map(([, entry]) => entry)
        expect(plain(reckoned({ ...what, punches: shuffled }))).toBe(plain(reckoned(what)))
      }),
      { numRuns: 300 },
    )
  })

  it('accounts for all scheduled minutes, none counted twice', () => {
    fc.assert(
      fc.property(week, (what) => {
        const { days, period } = reckoned(what)
        for (const day of days) {
          const parts = [
            day.regular_minutes,
            day.late_minutes,
            day.undertime_minutes,
            day.absent_minutes,
            day.paid_leave_minutes,
            day.unpaid_leave_minutes,
            day.premium_minutes,
            day.overtime_minutes,
          ]
          for (const part of parts) expect(part).toBeGreaterThanOrEqual(0)
          expect(parts.slice(0, 6).reduce((sum, part) => sum + part, 0)).toBe(day.scheduled_minutes)
          const cells = day.worked.flatMap((row) => [row.regular, row.regular_night, row.overtime, row.overtime_night])
          for (const cell of cells) expect(cell).toBeGreaterThanOrEqual(0)
          expect(cells.reduce((sum, cell) => sum + cell, 0)).toBe(day.regular_minutes + day.premium_minutes + day.overtime_minutes)
          // Every day can be explained.
          expect(day.trace().length).toBeGreaterThan(1)
        }
        const owed =
          period.late_minutes + period.undertime_minutes + period.absent_minutes + period.paid_leave_minutes + period.unpaid_leave_minutes
        const regular = days.filter((day) => day.is_duty).reduce((sum, day) => sum + day.regular_minutes, 0)
        const filled = days.reduce((sum, day) => sum + day.undertime_minutes, 0) - period.undertime_minutes
        expect(filled).toBeGreaterThanOrEqual(0)
        expect(regular + filled + owed).toBe(period.scheduled_minutes)
      }),
      { numRuns: 600 },
    )
  })

  it('gives the same days whether a period is computed at once or in two parts', () => {
    fc.assert(
      fc.property(week, fc.integer({ min: 1, max: 6 }), (what, cut) => {
        const date = (offset: number) => `2026-01-${String(5 + offset).padStart(2, '0')}`
        const whole = reckon({ ...what, to: TO } as Case)
        const first = reckon({ ...what, to: date(cut - 1) } as Case)
        const second = reckon({ ...what, date: date(cut), to: TO, history_from: MONDAY } as Case)
        const days = [...first.days, ...second.days].map(({ trace: _trace, ...day }) => day)
        expect(days).toEqual(whole.days.map(({ trace: _trace, ...day }) => day))
      }),
      { numRuns: 200 },
    )
  })

  it('never deducts anything for overtime', () => {
    fc.assert(
      fc.property(week, (what) => {
        const filing: TimeFiling = {
          kind: 'overtime',
          no: 'O',
          status: 'approved',
          date: MONDAY,
          from: `${MONDAY}T06:00`,
          to: `${MONDAY}T23:00`,
        }
        const without = reckoned(what).days[0]!
        const withIt = reckoned({ ...what, filings: [...what.filings, filing] }).days[0]!
        expect([withIt.late_minutes, withIt.undertime_minutes, withIt.absent_minutes]).toEqual([
          without.late_minutes,
          without.undertime_minutes,
          without.absent_minutes,
        ])
      }),
      { numRuns: 200 },
    )
  })
})

describe('intervals', () => {
  const spans = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 40 })), { maxLength: 6 })
    .map((pairs) => ordered(pairs.map(([from, length]) => [from, from + length] as const)))
  const has = (list: readonly number[], minute: number): boolean => {
    for (let i = 0; i < list.length; i += 2) if (minute >= list[i]! && minute < list[i + 1]!) return true
    return false
  }
  it('agree minute by minute with sets', () => {
    fc.assert(
      fc.property(spans, spans, (a, b) => {
        for (let minute = 0; minute < 250; minute++) {
          expect(has(intersect(a, b), minute)).toBe(has(a, minute) && has(b, minute))
          expect(has(subtract(a, b), minute)).toBe(has(a, minute) && !has(b, minute))
          expect(has(union(a, b), minute)).toBe(has(a, minute) || has(b, minute))
        }
        expect(total(union(a, b)) + total(intersect(a, b))).toBe(total(a) + total(b))
      }),
    )
  })
  it('know the night window, which crosses midnight', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1440 }), fc.integer({ min: 0, max: 1440 }), (a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)]
        let counted = 0
        for (let minute = from; minute < to; minute++) if (minute >= 22 * 60 || minute < 6 * 60) counted++
        expect(nightMinutes(from, to, { from: 22 * 60, to: 6 * 60 })).toBe(counted)
      }),
    )
  })
})
