/** Pay by results (Labor Code arts. 101 and 124): output at the rate of a piece, and not less than the minimum wage of the hours. */
import { describe, expect, it } from 'vitest'
import { amounts, daily, MONTH, monthly, pay, time, worked } from './payroll-support.ts'

const work = (date: string, quantity: number, more: object = {}) => ({
  key: date,
  date,
  piece: '1',
  name: 'Shirts sewn',
  quantity,
  rate: '12.50',
  hours: 8,
  ...more,
})
/** The minimum wage of Metro Manila is 695 a day in July 2026. */
const sewer = { paid_by_piece: true, region: 'NCR' } as const

describe('output of a month', () => {
  const input = daily('755', {
    period: MONTH,
    time: time({ days_worked: 3, worked: [worked('ordinary', { regular: 24, overtime: 2 })] }),
    // 80 × 12.50 = 1,000; 50 × 12.50 = 625 in 8 hours; 20 × 12.50 = 250 in 4 hours, whose minimum is 347.50.
    piece_work: [work('2026-07-27', 80), work('2026-07-28', 50), work('2026-07-29', 20, { hours: 4 })],
  })
  const slip = pay({ ...input, employee: { ...input.employee, ...sewer } })
  const line = (code: string) => slip.lines.find((entry) => entry.code === code)!

  it('is paid in place of the hours, topped up to the minimum wage of each day; overtime uses the daily rate', () => {
    expect(line('PIECE-1-12.50').amount.toFixed(2)).toBe('1875.00')
    // 695 − 625 = 70; 347.50 − 250 = 97.50. What one day has above the minimum does not make up for another.
    expect(line('PIECE_TOP_UP').amount.toFixed(2)).toBe('167.50')
    expect(line('OVERTIME').amount.toFixed(2)).toBe('235.94')
    expect(amounts(slip).BASIC).toBeUndefined()
  })
  it('counts as basic salary for the 13th month, contributions and tax', () => {
    expect(slip.year_to_date.basic.toFixed(2)).toBe('2042.50')
    expect([line('PIECE_TOP_UP').counts.sss, line('PIECE_TOP_UP').taxability]).toEqual([true, line('PIECE-1-12.50').taxability])
  })
  it('explains pieces and every day that was topped up', () => {
    expect(line('PIECE-1-12.50').explain().formula).toBe('150 pieces × 12.5 = 1,875.00')
    expect(line('PIECE_TOP_UP').explain().formula).toBe(
      '695.00 × 8 ÷ 8 h − 625.00 = 70.00 (2026-07-28) + 695.00 × 4 ÷ 8 h − 250.00 = 97.50 (2026-07-29) = 167.50',
    )
  })
})

it('a holiday not worked is paid at the average output of the last seven days worked, where above the daily rate', () => {
  const earned = ['700', '800', '900', '800', '850', '750', '801', '5000']
  const days = earned.map((amount, index) => ({ date: `2026-07-${index === 7 ? 31 : 13 + index}`, earned: amount }))
  const holiday = (day_type: 'regular_holiday' | 'double_regular', more: object = {}) => ({
    date: '2026-07-27',
    day_type,
    entitled: true,
    ...more,
  })
  const slip = (unworked_holidays: readonly ReturnType<typeof holiday>[], rate = '755', piece_days = days) => {
    const input = daily(rate, { period: MONTH, time: time({ days_worked: 7, unworked_holidays }), piece_days })
    return pay({ ...input, employee: { ...input.employee, ...sewer } })
  }
  // 5,601 ÷ 7 = 800.14 of the days before the 27th: 45.14 above the daily rate of 755; twice on a double holiday.
  const payslip = slip([holiday('regular_holiday')])
  expect(amounts(payslip)).toMatchObject({ HOLIDAY_UNWORKED: '755.00', HOLIDAY_BY_OUTPUT: '45.14' })
  expect(payslip.lines.find(({ code }) => code === 'HOLIDAY_BY_OUTPUT')!.explain().formula).toBe(
    '(average of 7 days 800.14 − 755.00 of the daily rate) = 45.14 (2026-07-27)',
  )
  expect(amounts(slip([holiday('double_regular')])).HOLIDAY_BY_OUTPUT).toBe('90.28')
  // Not above the daily rate, lost by an absence, or without output before: the daily rate alone, or nothing.
  expect(amounts(slip([holiday('regular_holiday')], '801')).HOLIDAY_BY_OUTPUT).toBeUndefined()
  expect(amounts(slip([holiday('regular_holiday', { entitled: false })])).HOLIDAY_BY_OUTPUT).toBeUndefined()
  expect(amounts(slip([holiday('regular_holiday')], '755', [])).HOLIDAY_BY_OUTPUT).toBeUndefined()
  // Below the minimum wage of 695, the minimum is the least: 695 − 500.
  const low = [{ date: '2026-07-20', earned: '400' }]
  expect(amounts(slip([holiday('regular_holiday')], '500', low)).HOLIDAY_BY_OUTPUT).toBe('195.00')
})

it('two rates of a piece are two lines; without a region the agreed daily rate is the minimum', () => {
  const input = daily('600', {
    period: MONTH,
    time: time({ days_worked: 1, worked: [worked('ordinary', { regular: 8 })] }),
    piece_work: [work('2026-07-27', 10), work('2026-07-27', 10, { rate: '15', hours: 0 })],
  })
  const slip = pay({ ...input, employee: { ...input.employee, paid_by_piece: true } })
  expect(amounts(slip)).toMatchObject({ 'PIECE-1-12.50': '125.00', 'PIECE-1-15': '150.00', PIECE_TOP_UP: '325.00' })
})

it('output requires an employee paid by piece, with a daily or hourly rate', () => {
  expect(() => pay(daily('600', { time: time({}), piece_work: [work('2026-07-27', 1)] }))).toThrow('not paid by piece')
  const salaried = monthly('20000', { piece_work: [work('2026-07-27', 1)] })
  expect(() => pay({ ...salaried, employee: { ...salaried.employee, paid_by_piece: true } })).toThrow('daily or hourly rate')
})
