import dayjs from 'dayjs'
import { describe, expect, it } from 'vitest'
import {
  DATE_MASK,
  DATETIME_MASK,
  DEFAULT_DATE,
  DEFAULT_TIME,
  formatDate,
  formatDateTime,
  formatMonth,
  formatTime,
  parseDate,
  parseDateTime,
  parseTime,
  TIME_MASK,
} from './dates.ts'

describe('dates', () => {
  // S298: a date typed without a time begins at midnight
  it('reads typed dates in the usual formats', () => {
    for (const text of ['2026/11/05', '2026-11-5', '20261105', '11/5/2026', 'Nov 5, 2026']) expect(parseDate(text)).toBe('2026-11-05')
    expect(parseDate('3/9', '2026-11-21')).toBe('2026-03-09')
    expect(parseDate('today', '2026-11-21')).toBe('2026-11-21')
    expect(parseDate('2026/02/30')).toBeNull()
    for (const text of ['1:30 pm', '13:30', '1330', '01:30 PM', '1:30p']) expect(parseTime(text)).toBe('13:30:00')
    expect(parseTime('25:00')).toBeNull()
    expect(parseDateTime('2026/11/05')).toBe(dayjs('2026-11-05 00:00:00').toISOString())
    expect(parseDateTime('2026/11/05 08:15 AM')).toBe(dayjs('2026-11-05 08:15:00').toISOString())
  })
  // S298 S299
  it('puts a time without a date on the default date, and a date without a time at its beginning', () => {
    expect([DEFAULT_DATE, DEFAULT_TIME]).toEqual(['1990/01/01', '00:00:00'])
    expect(dayjs(parseDateTime('1990/01/01')).format(DATETIME_MASK)).toBe('1990/01/01 12:00 AM')
    expect(formatTime('23:59:59')).toBe(dayjs(`${DEFAULT_DATE} 23:59:59`).format(TIME_MASK))
  })
  // S295 S296 S297
  it('writes the masks', () => {
    expect([DATE_MASK, DATETIME_MASK, TIME_MASK]).toEqual(['YYYY/MM/DD', 'YYYY/MM/DD hh:mm A', 'hh:mm A'])
    expect(formatDate('2026-11-05')).toBe('2026/11/05')
    expect(formatTime('13:05:00')).toBe('01:05 PM')
    expect(formatDateTime(dayjs('2026-11-05 13:05').toISOString())).toBe('2026/11/05 01:05 PM')
    expect(formatMonth('2026-11')).toBe('2026/11')
    expect(formatDate(null)).toBe('')
  })
})

it('reads month names in any case, also without a year, and days from today', () => {
  const today = '2026-11-22'
  for (const text of ['dec 5 2026', 'DEC 5, 2026', '5 dec 2026', 'december 5 2026', 'Dec 5'])
    expect(parseDate(text, today), text).toBe('2026-12-05')
  expect([parseDate('+7', today), parseDate('-22', today), parseDate('feb 30 2026', today), parseDate('soon', today)]).toEqual([
    '2026-11-29',
    '2026-10-31',
    null,
    null,
  ])
})
