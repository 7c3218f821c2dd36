/**
 * Worked payslips, numbered as in the collection that they come from: the month's pay under the rules of 2026
 * (SSS 2025 schedule, PhilHealth 5%, Pag-IBIG 200, Annex E), factor 261, eight hours a day.
 */
import type { PayslipInput } from '../../src/domain/payroll/index.ts'
import { FIRST_HALF, MONTH, monthly, time, worked } from './payroll-support.ts'

interface Golden {
  readonly row: string
  readonly what: string
  readonly input: PayslipInput
  /** Any of: lines by code (deductions as positive figures), gross, net, sss (with MPF). */
  readonly expected: Readonly<Record<string, string>>
}

const item = (kind: NonNullable<PayslipInput['items']>[number]['kind'], amount: string, more: object = {}) => ({
  code: kind.toUpperCase(),
  name: kind,
  kind,
  amount,
  ...more,
})
const minimumWage = { rate_type: 'monthly', rate: '16421.25', factor: 261, region: 'NCR' } as const
const october = { ...MONTH, from: '2026-10-01', to: '2026-10-31', pay_date: '2026-10-31' }

export const PAYSLIPS: readonly Golden[] = [
  {
    row: 'H1',
    what: 'basic 30,450',
    input: monthly('30450'),
    expected: { sss: '1525.00', PHILHEALTH: '761.25', PAGIBIG: '200.00', WITHHOLDING_TAX: '1069.61', net: '26894.14' },
  },
  { row: 'H3', what: 'basic 5,000', input: monthly('5000'), expected: { WITHHOLDING_TAX: '0.00', net: '4400.00' } },
  { row: 'H4', what: 'basic 10,000', input: monthly('10000'), expected: { WITHHOLDING_TAX: '0.00', net: '9050.00' } },
  { row: 'H6', what: 'basic 14,750', input: monthly('14750'), expected: { WITHHOLDING_TAX: '0.00', net: '13431.25' } },
  { row: 'H7', what: 'basic 20,249.99', input: monthly('20249.99'), expected: { WITHHOLDING_TAX: '0.00', net: '18543.74' } },
  { row: 'H9', what: 'basic 40,000', input: monthly('40000'), expected: { WITHHOLDING_TAX: '2618.40', net: '34431.60' } },
  { row: 'H10', what: 'basic 120,000', input: monthly('120000'), expected: { WITHHOLDING_TAX: '20762.55', net: '94787.45' } },
  { row: 'H12', what: 'basic 1,500', input: monthly('1500'), expected: { PAGIBIG: '15.00', net: '985.00' } },
  { row: 'H13', what: 'basic 60,000', input: monthly('60000'), expected: { WITHHOLDING_TAX: '6518.40' } },
  { row: 'H15', what: 'basic 800,000', input: monthly('800000'), expected: { WITHHOLDING_TAX: '228650.85' } },
  {
    row: 'H16',
    what: 'minimum wage 755 × 261 ÷ 12',
    input: { employee: minimumWage, period: october },
    expected: { WITHHOLDING_TAX: '0.00', net: '14985.72' },
  },
  {
    row: 'H18',
    what: 'hired on 16 July, 12 days',
    input: monthly('30450', {
      employee: { rate_type: 'monthly', rate: '30450', factor: 261, hired_on: '2026-07-16' },
      time: time({ days_scheduled: 12, days_worked: 12, scheduled_minutes: 12 * 480 }),
    }),
    expected: { gross: '16800.00', PHILHEALTH: '761.25', WITHHOLDING_TAX: '0.00', net: '14988.75' },
  },
  {
    row: 'H19',
    what: 'two days of leave without pay',
    input: monthly('30450', { time: time({ unpaid_leave_minutes: 960 }) }),
    expected: { gross: '27650.00', PHILHEALTH: '761.25', WITHHOLDING_TAX: '672.11', net: '24641.64' },
  },
  {
    row: 'H21',
    what: 'two hours of overtime, a rest day of eight hours',
    input: monthly('30450', { time: time({ worked: [worked('ordinary', { overtime: 2 }), worked('rest_day', { regular: 8 })] }) }),
    expected: { gross: '32707.50', WITHHOLDING_TAX: '1393.24', net: '28728.01' },
  },
  {
    row: 'H22',
    what: 'a regular holiday and a special day worked',
    input: monthly('30450', { time: time({ worked: [worked('regular_holiday', { regular: 8 }), worked('special', { regular: 8 })] }) }),
    expected: { gross: '32270.00', WITHHOLDING_TAX: '1327.61', net: '28356.14' },
  },
  {
    row: 'H24',
    what: 'five hours of overtime until 11 PM',
    input: monthly('30450', { time: time({ worked: [worked('ordinary', { overtime: 4, overtime_night: 1 })] }) }),
    expected: { gross: '31565.63', WITHHOLDING_TAX: '1229.46' },
  },
  {
    row: 'H25',
    what: 'absent on the day before a regular holiday not worked',
    input: monthly('30450', {
      time: time({ absent_minutes: 480, unworked_holidays: [{ date: '2026-06-12', day_type: 'regular_holiday', entitled: false }] }),
    }),
    expected: { gross: '27650.00' },
  },
  {
    row: 'H27',
    what: 'bonus of 100,000',
    input: monthly('30450', { items: [item('bonus', '100000')] }),
    expected: { WITHHOLDING_TAX: '2535.86' },
  },
  {
    row: 'H28',
    what: 'commission of 5,000',
    input: monthly('30450', { items: [item('commission', '5000')] }),
    expected: { WITHHOLDING_TAX: '1785.86' },
  },
  {
    row: 'H30',
    what: 'de minimis over their limits, basket full',
    input: monthly('40000', {
      items: [
        item('bonus', '90000'),
        item('de_minimis', '10000', { code: 'UNIFORM', benefit: 'uniform' }),
        item('de_minimis', '14000', { code: 'AWARD', benefit: 'achievement_award' }),
        item('de_minimis', '7000', { code: 'GIFT', benefit: 'gifts' }),
        item('de_minimis', '13000', { code: 'MEDICAL', benefit: 'medical_assistance' }),
      ],
    }),
    expected: { WITHHOLDING_TAX: '3818.40' },
  },
  {
    row: 'H31',
    what: 'uniform of 10,000 only',
    input: monthly('40000', { items: [item('de_minimis', '10000', { benefit: 'uniform' })] }),
    expected: { WITHHOLDING_TAX: '2618.40' },
  },
  {
    row: 'H33',
    what: 'minimum wage earner of the year with commission',
    input: {
      employee: { rate_type: 'monthly', rate: '175000', factor: 313, minimum_wage_earner: true },
      period: { ...MONTH, last_of_year: true },
      items: [item('premium', '40000', { code: 'OVERTIME' }), item('premium', '25000', { code: 'NIGHT' }), item('commission', '20000')],
    },
    expected: { taxable: '20000.00', WITHHOLDING_TAX: '0.00' },
  },
  {
    row: 'H34',
    what: "first half with the month's contributions",
    input: monthly('30450', {
      period: FIRST_HALF,
      settings: { contribution_timing: { sss: 'first', philhealth: 'first', pagibig: 'first' } },
    }),
    expected: { BASIC: '15225.00', taxable: '12738.75', net: '12390.49' },
  },
  {
    row: 'D7',
    what: 'December is the only month of the year, basic 300,000',
    input: monthly('300000', { period: { ...MONTH, from: '2026-12-01', to: '2026-12-31', pay_date: '2026-12-31', last_of_year: true } }),
    expected: { taxable: '295550.00', WITHHOLDING_TAX: '6832.50' },
  },
  {
    row: 'I16',
    what: '695 a day, a regular holiday worked',
    input: {
      employee: { rate_type: 'daily', rate: '695', factor: 313 },
      period: MONTH,
      time: time({ worked: [worked('regular_holiday', { regular: 8 })] }),
    },
    expected: { gross: '1390.00' },
  },
  {
    row: 'I18',
    what: '21,750 a month, a regular holiday and a special day worked',
    input: monthly('21750', { time: time({ worked: [worked('regular_holiday', { regular: 8 }), worked('special', { regular: 8 })] }) }),
    expected: { gross: '23050.00' },
  },
  {
    row: 'I19',
    what: '600 a day, 20 days with a regular holiday and a special day worked',
    input: {
      employee: { rate_type: 'daily', rate: '600', factor: 313 },
      period: MONTH,
      time: time({
        worked: [worked('ordinary', { regular: 160 }), worked('regular_holiday', { regular: 8 }), worked('special', { regular: 8 })],
      }),
    },
    expected: { gross: '13980.00' },
  },
  {
    row: 'I24, I25 and I27',
    what: '21,140 on 365: 12 minutes late, 30 minutes undertime, one night hour',
    input: {
      employee: { rate_type: 'monthly', rate: '21140', factor: 365 },
      period: MONTH,
      time: time({ late_minutes: 12, undertime_minutes: 30, worked: [worked('ordinary', { regular_night: 1 })] }),
    },
    expected: { LATE: '17.38', UNDERTIME: '43.44', NIGHT: '8.69' },
  },
  {
    row: 'K4',
    what: '13th month of 100,000 after 5,000 of other benefits',
    input: monthly('100000', {
      period: { ...MONTH, tag: '13th_month', from: '2026-12-01', to: '2026-12-31', pay_date: '2026-12-15' },
      year_to_date: {
        gross: '1205000',
        basic: '1200000',
        taxable_regular: '1140000',
        taxable_supplementary: '0',
        contributions: '60000',
        withheld: '170000',
        periods: 12,
        cumulative_average: false,
        other_benefits_exempt: '5000',
        thirteenth_month_paid: '0',
        de_minimis: {},
      },
    }),
    expected: { '13TH_MONTH': '100000.00', exempt: '85000.00', taxable: '15000.00' },
  },
  {
    row: 'K6',
    what: 'retrenched after five years, 12 days in January',
    input: {
      employee: { rate_type: 'monthly', rate: '30450', factor: 261, separated_on: '2026-01-16' },
      period: { ...MONTH, tag: 'final_pay', from: '2026-01-01', to: '2026-01-31', pay_date: '2026-02-15' },
      time: time({ days_scheduled: 12, days_worked: 12 }),
      final: { separation: { cause: 'retrenchment', service: { years: 5, months: 0 } } },
    },
    expected: { BASIC: '16800.00', SEPARATION_PAY: '76125.00', '13TH_MONTH': '1400.00', net: '92513.75' },
  },
  {
    row: 'L9',
    what: 'weekly-paid, 1,400 a day, no contributions this week',
    input: {
      employee: { rate_type: 'daily', rate: '1400', factor: 261 },
      period: { ...MONTH, frequency: 'weekly', to: '2026-07-07', count: 4 },
      time: time({ worked: [worked('ordinary', { regular: 40 })] }),
    },
    expected: { BASIC: '7000.00', WITHHOLDING_TAX: '328.80' },
  },
  {
    row: 'L11',
    what: 'double holiday on a rest day, 755 a day',
    input: {
      employee: { rate_type: 'daily', rate: '755', factor: 313 },
      period: MONTH,
      time: time({ worked: [worked('double_regular_rest_day', { regular: 8 })] }),
    },
    expected: { gross: '2944.50' },
  },
  {
    row: 'L12',
    what: 'night shift of seven paid hours, 800 a day',
    input: {
      employee: { rate_type: 'daily', rate: '800', factor: 313 },
      period: MONTH,
      time: time({ worked: [worked('ordinary', { regular_night: 7 })] }),
    },
    expected: { NIGHT: '70.00' },
  },
]
