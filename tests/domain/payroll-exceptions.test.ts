import { describe, expect, it } from 'vitest'
import accountRoles from '../../schemas/account-roles.json' with { type: 'json' }
import * as payroll from '../../src/domain/payroll/index.ts'
import type { Decimal } from '../../src/kernel/decimal.ts'
import { DomainError } from '../../src/kernel/errors.ts'
import { amounts, EMPTY_YEAR, FIRST_HALF, MONTH, monthly, pay, time, worked } from './payroll-support.ts'

type Input = payroll.PayslipInput
const money = (value: Decimal) => value.toFixed(2)
const terms = { rate_type: 'monthly', rate: '30450', factor: 261 } as const
const line = (slip: payroll.Payslip, code: string) => slip.lines.find((payLine) => payLine.code === code)!

describe('each kind of pay item', () => {
  // SSS and Pag-IBIG compensation, base of the 13th month, exempt wage of a minimum wage earner.
  it.each<[payroll.ItemKind, boolean, boolean, boolean, boolean]>([
    ['basic', true, true, true, true],
    ['premium', true, true, false, true],
    ['allowance', true, true, false, false],
    ['cola', true, true, false, true],
    ['commission', true, true, false, false],
    ['supplementary', true, true, false, false],
    ['hazard', true, true, false, true],
    ['bonus', true, true, false, false],
    ['other_benefit', false, false, false, false],
    ['13th_month', false, false, false, false],
    ['maternity_differential', false, false, true, false],
    ['exempt', false, false, false, false],
    ['reimbursement', false, false, false, false],
  ])('%s counts for SSS: %s, Pag-IBIG: %s, 13th month: %s, minimum wage: %s', (kind, sss, pagibig, thirteenth_month, wage) => {
    const slip = pay(
      monthly('16421.25', {
        employee: { ...terms, rate: '16421.25', minimum_wage_earner: true },
        items: [{ code: 'X', name: 'X', kind, amount: '100' }],
        // The 90,000 are used up, so that benefits are taxed.
        year_to_date: { ...EMPTY_YEAR, other_benefits_exempt: '90000' },
      }),
    )
    const { counts, taxability } = line(slip, 'X')
    expect(counts).toMatchObject({ sss, pagibig, thirteenth_month })
    const exempt = ['exempt', 'maternity_differential'].includes(kind)
    expect(taxability === 'exempt').toBe(wage || exempt)
    expect(money(slip.year_to_date.thirteenth_month_paid)).toBe(kind === '13th_month' ? '100.00' : '0.00')
  })
  it('and of leave conversion', () => {
    const slip = pay(
      monthly('30450', {
        leave_conversion: [
          { leave: 'vacation', days: 1 },
          { leave: 'sick', days: 1 },
        ],
      }),
    )
    for (const code of ['LEAVE_CONVERSION_VACATION', 'LEAVE_CONVERSION_SICK'])
      expect(line(slip, code).counts).toMatchObject({ sss: true, pagibig: false, thirteenth_month: false })
  })
})

describe('accounts', () => {
  const roles = new Set(accountRoles.map((accountRole) => accountRole.role))
  it('exist for every kind of deduction, and can be chosen', () => {
    const kinds = Object.keys(payroll.DEDUCTION_PRIORITY) as payroll.DeductionKind[]
    expect(Object.keys(payroll.DEDUCTION_ACCOUNT)).toEqual(kinds)
    for (const kind of kinds) {
      const deduction = { code: 'D', name: 'D', kind, amount: '10' }
      expect(roles).toContain(line(pay(monthly('30450', { deductions: [deduction] })), 'D').account_role)
      expect(line(pay(monthly('30450', { deductions: [{ ...deduction, account_role: 'samples' }] })), 'D').account_role).toBe('samples')
    }
  })
  it('of a final tax and of a reimbursement differ from those of tax and pay', () => {
    const role = (more: object) =>
      line(pay(monthly('100000', { employee: { ...terms, rate: '100000', ...more } })), 'WITHHOLDING_TAX').account_role
    expect([role({}), role({ final_tax_rate: '0.25' })]).toEqual(['compensation_tax_payable', 'final_tax_payable'])
    const slip = pay(monthly('30450', { items: [{ code: 'R', name: 'R', kind: 'reimbursement', amount: '70' }] }))
    expect(line(slip, 'R').account_role).not.toBe(line(slip, 'BASIC').account_role)
  })
  it('lines that are not earnings do not count', () => {
    const slip = pay(monthly('30450', { deductions: [{ code: 'D', name: 'D', kind: 'other', amount: '10' }] }))
    for (const payLine of slip.lines.filter((each) => each.group !== 'earning'))
      expect(payLine.counts).toEqual({ sss: false, pagibig: false, thirteenth_month: false })
  })
})

describe('joiners and leavers', () => {
  const days = (more: object, given?: Input['time']) =>
    Number(line(pay({ employee: { ...terms, factor: 365, ...more }, period: MONTH, ...(given ? { time: given } : {}) }), 'BASIC').quantity)
  it('hired earlier or leaving later are paid from the first to the last day of the period', () => {
    expect(days({ hired_on: '2020-01-01', separated_on: '2026-07-10' })).toBe(10)
    expect(days({ hired_on: '2026-07-22', separated_on: '2030-01-01' })).toBe(10)
    expect(days({ hired_on: '2026-07-22', separated_on: '2026-07-22' })).toBe(1)
  })
  it('who worked a holiday partly at night are paid one day for it', () => {
    const some = time({ days_scheduled: 5, worked: [worked('regular_holiday', { regular: 4, regular_night: 4 })] })
    expect(days({ factor: 261, hired_on: '2026-07-22' }, some)).toBe(6)
    const much = time({ days_scheduled: 5, worked: [worked('regular_holiday', { regular: 8, regular_night: 4 })] })
    expect(days({ factor: 261, hired_on: '2026-07-22' }, much)).toBe(7)
  })
})

describe('holidays not worked', () => {
  const holiday = (day_type: 'regular_holiday' | 'regular_holiday_rest_day' | 'double_regular' | 'special', entitled: boolean) => ({
    date: '2026-07-20',
    day_type,
    entitled,
  })
  const codes = (...unworked_holidays: ReturnType<typeof holiday>[]) =>
    amounts(pay(monthly('30450', { time: time({ unworked_holidays }) })))
  it('that the salary did not pay are not deducted', () => {
    expect(codes(holiday('regular_holiday_rest_day', false)).HOLIDAY_FORFEITED).toBeUndefined()
    expect(codes(holiday('special', false)).HOLIDAY_FORFEITED).toBeUndefined()
    expect(codes(holiday('regular_holiday', false)).HOLIDAY_FORFEITED).toBe('-1400.00')
  })
  it('a special day deducts nothing for the second day of a double holiday', () => {
    expect(codes(holiday('special', true), holiday('double_regular', true)).HOLIDAY_UNWORKED).toBe('1400.00')
    expect(codes(holiday('special', true)).HOLIDAY_UNWORKED).toBeUndefined()
  })
  it('adds a day of COLA for regular holidays', () => {
    const cola = (...unworked_holidays: ReturnType<typeof holiday>[]) =>
      amounts(
        pay({
          employee: { rate_type: 'daily', rate: '600', factor: 313, cola_per_day: '10' },
          period: MONTH,
          time: time({ days_worked: 1, unworked_holidays }),
        }),
      ).COLA
    expect([cola(holiday('regular_holiday', true)), cola(holiday('special', true))]).toEqual(['20.00', '10.00'])
  })
  it('that the company pays count for COLA, and as paid days of joiners where the factor excludes special days', () => {
    const ownHoliday = [{ ...holiday('special', true), company_paid: 'Foundation Day' }]
    const daily = { rate_type: 'daily', rate: '600', factor: 313, cola_per_day: '10' } as const
    const paid = pay({ employee: daily, period: MONTH, time: time({ days_worked: 1, unworked_holidays: ownHoliday }) })
    expect(amounts(paid)).toMatchObject({ HOLIDAY_COMPANY: '600.00', COLA: '20.00' })
    const joins = (unworked_holidays: typeof ownHoliday) =>
      amounts(
        pay({
          employee: { rate_type: 'monthly', rate: '25300', factor: 253, hired_on: '2026-07-16' },
          period: MONTH,
          time: time({ days_scheduled: 11, unworked_holidays }),
        }),
      )
    // 1,200 a day.
    expect([joins(ownHoliday).BASIC, joins([]).BASIC, joins(ownHoliday).HOLIDAY_COMPANY]).toEqual(['14400.00', '13200.00', undefined])
  })
  it('COLA is tripled on a double holiday on a rest day', () => {
    const slip = pay({
      employee: { rate_type: 'daily', rate: '600', factor: 313, cola_per_day: '10' },
      period: MONTH,
      time: time({ days_worked: 1, worked: [worked('double_regular_rest_day', { regular: 8 })] }),
      settings: { cola_multiplied_on_holidays: true },
    })
    expect(amounts(slip).COLA).toBe('30.00')
  })
})

describe('withholding tax', () => {
  it('on the monthly basis demands the average up to the exempt level of the month', () => {
    const method = (rate: string) =>
      pay(
        monthly(rate, {
          employee: { ...terms, rate, not_contributing: ['sss', 'philhealth', 'pagibig'] },
          items: [{ code: 'C', name: 'C', kind: 'commission', amount: '1' }],
        }),
      ).tax_base.method
    expect([method('20833'), method('20833.01')]).toEqual(['cumulative_average', 'table'])
  })
  it('of another wage category is compared with its wage', () => {
    const october = { ...MONTH, from: '2026-10-01', to: '2026-10-31', pay_date: '2026-10-31' }
    const earner = (rate: string, more: object) =>
      pay({ employee: { rate_type: 'daily', rate, factor: 313, region: 'NCR', ...more }, period: october, time: time() }).tax_base
        .minimum_wage_earner
    expect([earner('718', { wage_category: 'retail_service_15' }), earner('718.50', { wage_category: 'retail_service_15' })]).toEqual([
      true,
      false,
    ])
    expect(earner('718.50', {})).toBe(true)
  })
  it('overtime meals are compared with the wage of the category, each day separately', () => {
    const october = { ...MONTH, from: '2026-10-01', to: '2026-10-31', pay_date: '2026-10-31' }
    const exempt = (wage_category: string | undefined, used: string) =>
      money(
        pay({
          employee: { ...terms, region: 'NCR', ...(wage_category ? { wage_category } : {}) },
          period: october,
          items: [{ code: 'MEAL', name: 'Meals', kind: 'de_minimis', benefit: 'overtime_meal', amount: '1000', per: 'day', quantity: 1 }],
          year_to_date: { ...EMPTY_YEAR, other_benefits_exempt: '90000', de_minimis: { 'overtime_meal|2026-10-31': used } },
        }).tax_base.exempt,
      )
    // 30% of 755, and of 718.
    expect([exempt(undefined, '0'), exempt(undefined, '500'), exempt('retail_service_15', '0')]).toEqual(['226.50', '226.50', '215.40'])
  })
})

describe('deductions', () => {
  it('ordered by a court may go below the minimum', () => {
    const taken = (kind: payroll.DeductionKind) =>
      amounts(
        pay(monthly('10000', { deductions: [{ code: 'D', name: 'D', kind, amount: '5000' }], settings: { minimum_net_pay: '9000' } })),
      ).D
    expect([taken('garnishment'), taken('support_order'), taken('government_loan')]).toEqual(['-5000.00', '-5000.00', '-50.00'])
  })
  it('that must be whole are skipped when they do not fit', () => {
    const slip = pay(monthly('10000', { deductions: [{ code: 'D', name: 'D', kind: 'other', amount: '9050.01', whole_only: true }] }))
    expect([line(slip, 'D'), money(slip.shortfalls[0]!.carried)]).toEqual([undefined, '9050.01'])
  })
})

describe('what only a final pay contains', () => {
  it('is not paid by an ordinary payroll', () => {
    const final: payroll.FinalPay = { separation: { cause: 'redundancy', service: { years: 2, months: 0 } } }
    expect(line(pay(monthly('30450', { final })), 'SEPARATION_PAY')).toBeUndefined()
    const nothing: payroll.FinalPay = { separation: { cause: 'resignation', service: { years: 2, months: 0 } } }
    expect(line(pay(monthly('30450', { final: nothing, period: { ...MONTH, tag: 'final_pay' } })), 'SEPARATION_PAY')).toBeUndefined()
  })
  it('is not recomputed by retroactive pay, which names what it pays', () => {
    const past = monthly('1', {
      employee: { ...terms, rate: '1' },
      period: { ...FIRST_HALF, tag: 'final_pay' },
      time: time({ late_minutes: 1 }),
    })
    // A minute of one peso a month was no centavo: the line is new.
    const { items, differences } = payroll.retroactivePay([past], '30450')
    expect(items.map((item) => [item.code, item.name, String(item.amount)])).toEqual([
      ['RETRO_BASIC', 'Retroactive: basic pay, 15,224.50 for earlier payrolls', '15224.5'],
      ['RETRO_LATE', 'Retroactive: tardiness, -2.92 for earlier payrolls', '-2.92'],
    ])
    expect(
      differences.map((difference) => [
        difference.from,
        difference.to,
        difference.code,
        ...[difference.paid, difference.due, difference.difference].map(money),
      ]),
    ).toEqual([
      ['2026-07-01', '2026-07-15', 'BASIC', '0.50', '15225.00', '15224.50'],
      ['2026-07-01', '2026-07-15', 'LATE', '0.00', '-2.92', '-2.92'],
    ])
    expect(payroll.retroactivePay([], '30450').items).toEqual([])
  })
})

describe('maternity benefit', () => {
  const birth = { from: '2026-07-01', days: 105 }
  it('uses the highest credits in any position, three being sufficient', () => {
    expect(money(payroll.sssMaternityBenefit([1000, 12000, 12000, 12000, 12000, 12000, 12000], birth))).toBe('42000.00')
    expect(money(payroll.sssMaternityBenefit([12000, 12000, 12000], birth))).toBe('21000.00')
  })
})

describe('impossible periods', () => {
  const error = (act: () => unknown): string => {
    try {
      act()
    } catch (caught) {
      if (caught instanceof DomainError) return `${caught.field}: ${caught.message}`
      throw caught
    }
    return 'nothing'
  }
  const paid = (more: Partial<Input>) => () => pay(monthly('30450', more))
  it.each<[string, () => unknown]>([
    ['period.number: Payroll 0 of 1 of the month does not exist', paid({ period: { ...MONTH, number: 0 } })],
    ['period.number: Payroll 1.5 of 2 of the month does not exist', paid({ period: { ...MONTH, number: 1.5, count: 2 } })],
    ['period.number: Payroll 1 of 1.5 of the month does not exist', paid({ period: { ...MONTH, count: 1.5 } })],
    [
      'time: An employee paid by the day cannot be paid without time',
      () => pay({ employee: { rate_type: 'daily', rate: '600', factor: 313 }, period: { ...MONTH, tag: 'final_pay' } }),
    ],
    [
      'year_to_date.periods: "year_to_date.periods" is not a whole number of pay periods',
      paid({ year_to_date: { ...EMPTY_YEAR, periods: -1 } }),
    ],
    ['service: "-1 years 0 months" is not a length of service', () => payroll.creditedYears({ years: -1, months: 0 })],
    ['service: "1 years -1 months" is not a length of service', () => payroll.creditedYears({ years: 1, months: -1 })],
    ['months: -1 months are not a part of a year', () => payroll.serviceIncentiveLeave(-1)],
  ])('%s', (expected, act) => {
    expect(error(act)).toBe(expected)
  })
  it('a period of one day is possible, and so is a month without leave', () => {
    const day = { ...MONTH, frequency: 'daily', to: '2026-07-01', pay_date: '2026-07-01', count: 31 } as const
    expect(money(pay(monthly('30450', { period: day })).gross)).toBe('1400.00')
    expect(payroll.serviceIncentiveLeave(0).toString()).toBe('0')
  })
})
