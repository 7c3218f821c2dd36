/** Part payroll: payslips computed with all their explanations, on one core. */
import { computePayslip, explainAll, type PayslipInput } from '../../src/domain/payroll/index.ts'
import { quantile, type Result } from './results.ts'

const PAYSLIPS = 10_000
const TARGET_MS = 5000
/** Cost grows with n to this power; 1 is constant per employee. */
const EXPONENT_TARGET = 1.1
const SIZES = [100, 1000, 10_000, 50_000]

/** A semi-monthly payslip as most are: overtime, a rest day worked, lateness, two allowances, a government loan. */
function payslipInput(employee: number): PayslipInput {
  const second = employee % 2 === 1
  return {
    employee: { rate_type: 'monthly', rate: String(15_000 + ((employee * 37) % 60_000)), factor: 261, region: 'NCR' },
    period: {
      tag: 'standard',
      frequency: 'semi_monthly',
      from: second ? '2026-07-16' : '2026-07-01',
      to: second ? '2026-07-31' : '2026-07-15',
      pay_date: second ? '2026-07-31' : '2026-07-15',
      number: second ? 2 : 1,
      count: 2,
    },
    time: {
      scheduled_minutes: 11 * 480,
      days_scheduled: 11,
      days_worked: 11,
      absent_minutes: employee % 5 ? 0 : 480,
      late_minutes: employee % 60,
      undertime_minutes: 0,
      paid_leave_minutes: 0,
      unpaid_leave_minutes: 0,
      unworked_holidays: [],
      worked: [
        { day_type: 'ordinary', regular: 5000, regular_night: 60, overtime: 120, overtime_night: 60 },
        { day_type: 'rest_day', regular: 480, regular_night: 0, overtime: 0, overtime_night: 0 },
      ],
    },
    items: [
      { code: 'RICE', name: 'Rice subsidy', kind: 'de_minimis', benefit: 'rice', amount: '1250' },
      { code: 'TRANSPO', name: 'Transportation', kind: 'allowance', amount: '1000' },
    ],
    deductions: [{ code: 'SSS_LOAN', name: 'SSS salary loan', kind: 'government_loan', amount: '461.50', balance: '9000' }],
  }
}

/** Milliseconds for `count` payslips; `traced` builds every line's explanation too. */
function measure(count: number, traced: boolean): number {
  let lines = 0
  const from = performance.now()
  for (let employee = 0; employee < count; employee++) {
    const payslip = computePayslip(payslipInput(employee))
    lines += traced ? explainAll(payslip).length : payslip.lines.length
  }
  const ms = performance.now() - from
  if (lines < count) throw new Error('The payslips have no lines')
  return ms
}

/** Slope of log(ms) over log(n): the power with which the cost grows. */
function exponent(sizes: readonly number[], times: readonly number[]): number {
  const x = sizes.map(Math.log)
  const y = times.map(Math.log)
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [mx, my] = [mean(x), mean(y)]
  return x.reduce((sum, value, index) => sum + (value - mx) * (y[index]! - my), 0) / x.reduce((sum, value) => sum + (value - mx) ** 2, 0)
}

export async function benchPayroll({ quick }: { readonly quick: boolean }): Promise<Result[]> {
  measure(2000, true)
  const traced = [1, 2, 3].map(() => measure(PAYSLIPS, true))
  const plain = [1, 2, 3].map(() => measure(PAYSLIPS, false))
  const sizes = quick ? SIZES.slice(0, 3) : SIZES
  const times = sizes.map((size) => {
    const runs = size < 10_000 ? 9 : 1
    return quantile(
      Array.from({ length: runs }, () => measure(size, true)),
      0.5,
    )
  })
  const perEmployee = Object.fromEntries(sizes.map((size, index) => [`µs of ${size.toLocaleString('en')}`, (times[index]! * 1000) / size]))
  return [
    {
      part: 'payroll',
      name: `${PAYSLIPS.toLocaleString('en')} semi-monthly payslips with every explanation`,
      ours: { ms: quantile(traced, 0.5), 'ms without explanations': quantile(plain, 0.5) },
      target: TARGET_MS,
    },
    {
      part: 'payroll',
      name: 'cost per employee: its power of n, and itself',
      ours: { exponent: exponent(sizes, times), ...perEmployee },
      target: EXPONENT_TARGET,
    },
  ]
}
