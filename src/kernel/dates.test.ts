import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, addMonths, dateOfDay, dayNumber, daysBetween, daysInMonth, firstOfMonth, isDate, lastOfMonth, weekday } from './dates.ts'

const day = fc.integer({ min: -200_000, max: 200_000 })

test('adding days and counting the days between agree', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -50_000, max: 50_000 }), (from, days) => {
      const date = dateOfDay(from)
      expect(daysBetween(date, addDays(date, days))).toBe(days)
      expect(dayNumber(date)).toBe(from)
      expect(weekday(addDays(date, 7))).toBe(weekday(date))
    }),
  )
})

test('months end as in the calendar', () => {
  expect(['2026-01-31', '2024-01-31', '2026-12-31'].map((date) => addMonths(date, 1))).toEqual(['2026-02-28', '2024-02-29', '2027-01-31'])
  expect(addMonths('2026-03-31', -13)).toBe('2025-02-28')
  expect([daysInMonth(1900, 2), daysInMonth(2000, 2)]).toEqual([28, 29])
  expect([firstOfMonth('2026-02-14'), lastOfMonth('2026-02-14')]).toEqual(['2026-02-01', '2026-02-28'])
})

test('only calendar dates are valid', () => {
  expect(['2026-02-29', '2026-02-31', '2026-13-01', '2026-1-1', '2026-01-01T00:00', 'today', ''].filter(isDate)).toEqual([])
  expect(isDate('2024-02-29')).toBe(true)
})

test('weeks begin on Monday', () => {
  expect(['2026-11-23', '2026-11-28', '2026-11-29'].map(weekday)).toEqual([1, 6, 7])
  expect(weekday('1969-12-28')).toBe(7)
})
