import { expect, test } from 'vitest'
import { daysName, periodsOf } from './periods.ts'

test('a pay period is named by its days, not by a number', () => {
  expect(daysName('2026-11-16', '2026-11-30')).toBe('November 16–30, 2026')
  expect(daysName('2026-10-26', '2026-11-10')).toBe('October 26–November 10, 2026')
  expect(daysName('2026-12-26', '2027-01-10')).toBe('December 26, 2026–January 10, 2027')
})

test('a cut-off across two months is the first payroll of the month that it ends in, and the last of the month that it begins in', () => {
  const days = (cutOffs: Parameters<typeof periodsOf>[1]) =>
    periodsOf(2027, cutOffs)
      .slice(0, 3)
      .map(({ month, period_no, date_from, date_to, payout_date, is_last_of_month }) => [
        `${month}/${period_no}`,
        date_from,
        date_to,
        payout_date,
        is_last_of_month,
      ])
  const across = { day_from: 26, day_to: 10, payout_day: 15 }
  const within = { day_from: 11, day_to: 25, payout_day: 31 }
  expect(
    days([
      { period_no: 1, ...across },
      { period_no: 2, ...within },
    ]),
  ).toEqual([
    ['1/1', '2026-12-26', '2027-01-10', '2027-01-15', false],
    ['1/2', '2027-01-11', '2027-01-25', '2027-01-31', true],
    ['2/1', '2027-01-26', '2027-02-10', '2027-02-15', false],
  ])
  expect(
    days([
      { period_no: 1, ...within },
      { period_no: 2, ...across },
    ]),
  ).toEqual([
    ['1/1', '2027-01-11', '2027-01-25', '2027-01-31', false],
    ['1/2', '2027-01-26', '2027-02-10', '2027-02-15', true],
    ['2/1', '2027-02-11', '2027-02-25', '2027-02-28', false],
  ])
})
