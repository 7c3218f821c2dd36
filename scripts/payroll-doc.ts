/**
 * `node scripts/payroll-doc.ts` writes `docs/payroll.md`: the method, and worked examples computed by the code. A
 * test compares the file with what the code computes now, so that the document cannot fall behind.
 */
import { writeFileSync } from 'node:fs'
import {
  computePayslip,
  DEDUCTION_ACCOUNT,
  DEFAULT_SETTINGS,
  type PayPeriod,
  type Payslip,
  type PayslipInput,
  thirteenthMonth,
} from '../src/domain/payroll/index.ts'
import { KINDS } from '../src/domain/payroll/pay-item-kinds.ts'
import { fringeBenefitTax, hourMultiple, percent, pesos, premiumRow, STATUTORY, sssSchedule } from '../src/domain/statutory/index.ts'
import { DAY_TYPES, type PeriodTime, type TimePart } from '../src/domain/time/types.ts'
import { dec } from '../src/kernel/decimal.ts'

const T = STATUTORY
const TODAY = '2026-07-31'
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [`| ${head.join(' | ')} |`, `|${head.map(() => '---').join('|')}|`, ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n')

const MONTH: PayPeriod = { tag: 'standard', frequency: 'monthly', from: '2026-07-01', to: TODAY, pay_date: TODAY, number: 1, count: 1 }
const FIRST: PayPeriod = { ...MONTH, frequency: 'semi_monthly', to: '2026-07-15', pay_date: '2026-07-15', count: 2 }
const SECOND: PayPeriod = { ...MONTH, frequency: 'semi_monthly', from: '2026-07-16', number: 2, count: 2 }
const TIME: PeriodTime = {
  scheduled_minutes: 11 * 480,
  days_scheduled: 11,
  days_worked: 11,
  absent_minutes: 0,
  late_minutes: 0,
  undertime_minutes: 0,
  worked: [],
  unworked_holidays: [],
  paid_leave_minutes: 0,
  unpaid_leave_minutes: 0,
}
const EMPLOYEE = { rate_type: 'monthly', rate: '30450', factor: 261 } as const

/** A payslip as a table: each line with its formula and its words. */
function payslip(slip: Payslip): string {
  const rows = slip.lines.map((line) => {
    const trace = line.explain()
    return [line.name, pesos(line.amount), trace.formula, trace.words]
  })
  const rules = new Map(
    slip.lines.flatMap((line) =>
      line
        .explain()
        .rules.map((rule) => [
          `${rule.table}|${rule.row}`,
          `${rule.table}${rule.row ? `: ${rule.row}` : ''} (since ${rule.effective_from}; ${rule.source})`,
        ]),
    ),
  )
  return [
    table(['line', 'amount', 'how', 'why'], [...rows, ['**Net pay**', `**${pesos(slip.net)}**`, '', '']]),
    '',
    `Taxable: regular ${pesos(slip.tax_base.regular)}, supplementary ${pesos(slip.tax_base.supplementary)}; exempt ${pesos(slip.tax_base.exempt)}. Tax method: ${slip.tax_base.method.replace('_', ' ')}.`,
    ...(slip.employer_shares.length
      ? ['', `The employer adds ${slip.employer_shares.map((share) => `${share.name} ${pesos(share.amount)}`).join(', ')}.`]
      : []),
    '',
    ...[...rules.values()].map((rule) => `- ${rule}`),
  ].join('\n')
}
const example = (title: string, words: string, slips: readonly Payslip[]): string =>
  [`### ${title}`, '', words, '', ...slips.flatMap((slip) => [payslip(slip), ''])].join('\n')

function examples(): string[] {
  const halves: Omit<PayslipInput, 'period'> = {
    employee: EMPLOYEE,
    settings: { contribution_timing: { sss: 'split', philhealth: 'split', pagibig: 'split' } },
  }
  const first = computePayslip({ ...halves, period: FIRST, time: { ...TIME, late_minutes: 12 } })
  const second = computePayslip({
    ...halves,
    period: SECOND,
    time: {
      ...TIME,
      worked: [
        { day_type: 'ordinary', regular: 0, regular_night: 0, overtime: 240, overtime_night: 60 },
        { day_type: 'rest_day', regular: 480, regular_night: 0, overtime: 0, overtime_night: 0 },
      ],
    },
    month_to_date: first.month_to_date,
    year_to_date: first.year_to_date,
  })
  const benefits = computePayslip({
    employee: { ...EMPLOYEE, rate: '40000' },
    period: MONTH,
    items: [
      { code: 'BONUS', name: 'Performance bonus', kind: 'bonus', amount: '90000' },
      { code: 'UNIFORM', name: 'Uniform allowance', kind: 'de_minimis', benefit: 'uniform', amount: '10000' },
    ],
  })
  const minimum = computePayslip({
    employee: { rate_type: 'daily', rate: '755', factor: 313, region: 'NCR' },
    period: { ...MONTH, from: '2026-10-01', to: '2026-10-31', pay_date: '2026-10-31' },
    time: {
      ...TIME,
      worked: [
        { day_type: 'ordinary', regular: 25 * 480, regular_night: 0, overtime: 120, overtime_night: 0 },
        { day_type: 'regular_holiday', regular: 480, regular_night: 0, overtime: 0, overtime_night: 0 },
      ],
    },
    items: [{ code: 'COMMISSION', name: 'Commission', kind: 'commission', amount: '3000' }],
  })
  const average = computePayslip({
    employee: { ...EMPLOYEE, rate: '20000', not_contributing: ['sss', 'philhealth', 'pagibig'] },
    period: MONTH,
    items: [{ code: 'COMMISSION', name: 'Commission', kind: 'commission', amount: '25000' }],
  })
  const last = computePayslip({
    employee: { ...EMPLOYEE, separated_on: '2026-01-16' },
    period: { ...MONTH, tag: 'final_pay', from: '2026-01-01', to: '2026-01-31', pay_date: '2026-02-15' },
    time: { ...TIME, days_scheduled: 11, unworked_holidays: [{ date: '2026-01-01', day_type: 'regular_holiday', entitled: true }] },
    leave_conversion: [{ leave: 'vacation', days: 3 }],
    final: { separation: { cause: 'retrenchment', service: { years: 5, months: 0 } } },
    deductions: [{ code: 'LOAN', name: 'Company loan', kind: 'company_loan', amount: '1000', balance: '7500' }],
  })
  const part = (from: string, to: string, days: number, overtime: number): TimePart => ({
    ...TIME,
    from,
    to,
    days_scheduled: days,
    days_worked: days,
    scheduled_minutes: days * 480,
    worked: [{ day_type: 'ordinary', regular: days * 480, regular_night: 0, overtime, overtime_night: 0 }],
  })
  const parts = [part('2026-07-01', '2026-07-15', 11, 120), part('2026-07-16', TODAY, 12, 60)]
  const raised = computePayslip({
    employee: { ...EMPLOYEE, rate_changes: [{ effective_from: '2026-07-16', rate: '34800' }] },
    period: MONTH,
    time: {
      ...TIME,
      days_scheduled: 23,
      days_worked: 23,
      scheduled_minutes: 23 * 480,
      worked: parts.flatMap((timePart) => timePart.worked),
      parts,
    },
  })
  const loans = computePayslip({
    employee: { ...EMPLOYEE, rate: '10000' },
    period: MONTH,
    settings: { minimum_net_share: '0.3' },
    deductions: [
      { code: 'COMPANY', name: 'Company loan', kind: 'company_loan', amount: '5000' },
      { code: 'SSS_LOAN', name: 'SSS salary loan', kind: 'government_loan', amount: '2000', balance: '1200' },
      { code: 'SUPPORT', name: 'Support of a child', kind: 'support_order', percent: '0.2' },
    ],
  })
  return [
    example(
      'A month in two halves',
      '30,450 a month on factor 261 (1,400 a day, 175 an hour). Contributions are split over both payrolls. In the first half 12 minutes late; in the second five hours of overtime until 11 PM, and a rest day worked.',
      [first, second],
    ),
    example(
      'A raise inside the month',
      '30,450 a month until 15 July and 34,800 from the 16th; two hours of overtime before it and one after.',
      [raised],
    ),
    example('Benefits over their limits', '40,000 a month with a bonus of 90,000 and a uniform allowance of 10,000.', [benefits]),
    example('A minimum wage earner', '755 a day in Metro Manila, with overtime, a regular holiday worked, and commission.', [minimum]),
    example(
      'Cumulative average',
      '20,000 regular and 25,000 supplementary pay in the first month of employment: supplementary pay is the larger, so the regulation demands the average.',
      [average],
    ),
    example(
      'Final pay',
      'Retrenched after five years with 30,450 a month, twelve paid days in January, three days of vacation leave left, and a loan.',
      [last],
    ),
    example('Loans and support', '10,000 a month, and more deductions than the company lets go through: at least 30% of gross is left.', [
      loans,
    ]),
  ]
}

const monthsOfHandbook = [
  '14867.50',
  '14867.50',
  '14867.50',
  '14867.50',
  '14867.50',
  '14867.50',
  '15389.17',
  '15910.83',
  '9810.83',
  '15910.83',
  '15300.83',
  '15910.83',
]

/** The whole document. */
export function payrollDoc(): string {
  const row = premiumRow(T, TODAY)
  const schedule = sssSchedule(T, TODAY)
  const [firstLine, lastLine] = [schedule[0]!, schedule.at(-1)!]
  const earned = monthsOfHandbook.reduce((sum, month) => sum.plus(month), dec(0))
  return `# How pay is computed

<!-- Written by scripts/payroll-doc.ts. Do not edit: change the code or the script, and run it. -->

\`computePayslip\` in \`src/domain/payroll/payslip.ts\` takes an employee's terms, the time of the period, pay items,
deductions and what was paid before, and answers the lines of the payslip. Each line can say where it comes from. All
amounts are exact decimals; a rate is never rounded, a line is rounded once, half-up to the centavo, and the lines add
up to the net pay.

## The steps

1. **Basic pay.** A monthly salary is shared over the month's payrolls (the second half is what the first half left)
   and what was not worked is taken off at the hourly rate; absences never take more than the salary. Daily and hourly
   rates are paid for what was worked. Daily rate = monthly × 12 ÷ factor; hourly rate = daily ÷ hours of a day, both the employee's own where they are entered. Terms
   that change inside the period (\`rate_changes\`) are paid each for its days: time comes in parts that begin on the days
   of \`termsDates\`, every hour has the rate of its day, and a salary is shared by the days of each (\`salary_change\`).
   A final pay after the salary of its period, or of a later period, pays no time and nothing that goes with it (\`no_time\`).
   Days after the last one that a posted payroll paid by the month are deducted (\`overpaid\`), as if the employee had been absent:
   the days that were scheduled at the daily rate of that payroll, less what it took off for them, at most its basic pay.
   An employee paid by piece (\`paid_by_piece\`) is paid the output of the days in place of ordinary hours, and for each day
   what it lacks to the minimum wage of its hours (\`pieceRateTopUp\`, Labor Code arts. 101 and 124): of the region, or the daily
   rate where no wage is known. Both lines are basic salary. The daily rate values overtime and leave. A regular holiday not
   worked is paid at the average output of the last seven days worked before it, where that is more (\`pieceRateHolidayPay\`,
   IRR book III rule IV section 8).
2. **Premiums.** Overtime, night differential, rest days and holidays by the table below. A monthly salary is only
   topped up by what it has not paid already, which depends on the factor. A holiday during leave for which the SSS or
   EC pays is paid at the benefit's percentage (IRR book III rule IV section 6). A special day that the company pays
   unworked is a day's pay for who is paid by the day or hour, and nothing more for a monthly salary.
3. **Items.** COLA, allowances, commissions, bonuses, de minimis benefits, adjustments; 13th month, leave conversion,
   separation and retirement pay where the payroll's tag calls for them. The 13th month is a twelfth of the basic salary
   earned in a calendar year (PD 851), by the days of the pay periods: a cut-off of December that is paid in January counts
   in the old year, and a period across 31 December is shared by its calendar days of employment. It is that of the year of
   the run's period, or of the last day of employment; its tax and the yearly ceiling go by the year of payment. It also pays
   what is left of earlier years for which a 13th month was paid, or whose salary was paid later only; for other years the
   payroll warns, since another system may have paid them. Payrolls that counted salary by the year of payment are read by
   the same days, so a December that they counted in the next year counts once. A 13th month paid before the year's last
   salary counts the basic salary still to come (\`expectedBasic\`: the days of the year in pay periods that no posted payroll
   has paid, at the terms of their days; the monthly equivalent of daily and hourly rates). A second run after December's
   salary pays what was earned beyond that; what was too much is taken off the final pay. The setting
   \`thirteenth_month_expected\` limits this to runs paid from November of the year on, its default.
   Retirement pay (RA 7641) needs five years of service and age 60 on the last day; a shorter service is accepted from 65,
   without pay. The record refuses retirement below 50, the least age of any law; between 50 and 59 the final pay warns,
   because underground miners and jockeys (RA 8558, RA 10789) and retirement plans have lower ages. It also warns where
   an employee of 60 or more resigned after five years of service. What a retirement plan pays above the law is an entry of
   the final pay: the system does not know whether the BIR approved the plan.
   Days that a payroll of another cycle paid keep a payroll back until an entry or adjustment takes their pay off. Pay that
   was made before (during a maternity leave that became known later) is only warned of, since taking it back is a deduction
   from wages that the employee has to agree to (Labor Code art. 113). So are days that no payroll paid and a tax year that
   ended before the final pay: holding everyone's pay back would be late payment (art. 103), and no later payroll can settle
   an earlier tax year.
   Terms of pay that are entered after days of theirs were paid are made up for by the next payroll (\`retroactivePay\`): the
   earlier payrolls are recomputed by the new terms, with their own tables, and what is due more on each line is paid
   once. It counts for contributions, the 13th month and tax when it is paid, as the setting \`retroactive_taxability\` says.
   Where less is due, or where it is not known what is due, nothing is paid or taken back, and the problems of the run say so.
   Maternity leave with pay (RA 11210) is paid by the SSS benefit, which the employer advances, and the salary
   differential, both in the first payroll of the leave and exempt from tax (RMC 105-2019). The benefit is the SSS's own
   figure where it is entered with the leave, else six salary credits of the twelve months before the semester of the
   birth ÷ 180 × days, as far as at least three are on record. The salary of the leave's time is taken off; contributions
   stay due on it, and the employer bears the employee's shares of these days, since the differential was paid without them
   (DOLE Department Advisory 01-19). The differential counts for the 13th month, the benefit does not. The setting
   \`maternity_differential\` is off for employers that the law exempts.
   A sickness claim (RA 11199 section 14) is advanced by the days of each payroll (\`sicknessAdvance\`): 90% of the average
   daily salary credit for each calendar day of confinement from four days on, at most 120 a year, not taxable and in no
   base. The parts come to the whole benefit to the centavo. Time away is leave without pay or absence; problems name days
   that leave with pay pays as well. Both benefits are receivables from the SSS, which the claim's receipt clears.
   Service charges (RA 11360) are shared by days, by hours or equally (\`serviceChargeShares\`) among all employees but
   managerial ones; the shares come to what was collected, to the centavo. A share is supplementary compensation
   (unconfirmed), counts for contributions and not for the 13th month, and is paid from the account that owes it.
4. **What is taxed.** Exempt are: wage and premiums of minimum wage earners, de minimis benefits within their limits,
   and 13th month with other benefits (and the excess of de minimis) up to the yearly ceiling. The rest is regular or
   supplementary compensation. Who earns the minimum wage on some days of the period only is exempt for those, and the
   taxable part of the wages bears its share of the contributions (unconfirmed). On the server the employee's mark
   decides who that is; \`wageFindings\` compares the rate with the wage order of the branch's region (and, within it, the
   branch's category) on the days of the payroll, and the problems of a run name who is below it, or marked wrongly.
5. **Contributions.** One contribution per calendar month. The last payroll of the month deducts what the month's
   actual pay calls for, less what was deducted before; so however a month is split, its contributions are the same.
   Where that payroll was posted before an earlier one of the month (\`completes_month\`), the earlier one settles the month
   again; the problems of a payroll name earlier periods of its month that are not posted.
   A final pay in a later month settles the month of the last day: none is due for a month without work.
   A household employer (setting \`employer_kind\`) has the lower SSS credits, and below the pay of RA 10361 section 30
   bears the employee's shares.
6. **Withholding tax** on regular pay less contributions and union dues, and supplementary pay: by the table (the
   bracket follows from the regular pay alone); by the cumulative average where the regulation demands it, and then
   for the rest of the year; by the tax of the year in the last payroll of the year or of the employment. Within a pay
   period, what its earlier payrolls withheld counts, unless they were paid in another year: the tax year is that of the
   payout, and another year's tax is settled there.
7. **Deductions** in their order, each at most its balance, leaving the minimum net pay; what could not be taken is
   reported. Where pay does not even cover contributions, the employer advances them and net pay is zero.
   Posting makes a deduction (cash advance) of the amount, which the next payrolls collect; voiding takes it out again.

## Tables in force on ${TODAY}

Tables are data with a first day and a source (\`src/domain/statutory/tables\`); a row applies until the next begins.
Looked up by: month of coverage (SSS, PhilHealth, Pag-IBIG), day of payment (tax, de minimis, ceiling), last day of the
period (premiums, minimum wage).

${table(
  ['what', 'since', 'rule', 'source'],
  [
    [
      'SSS',
      T.sss.at(-1)!.effective_from,
      `MSC ${pesos(firstLine.msc)} to ${pesos(lastLine.msc)}; employee ${percent(T.sss.at(-1)!.employee_rate)}, employer ${percent(T.sss.at(-1)!.employer_rate)}; above ${pesos(T.sss.at(-1)!.regular_maximum)} to the provident fund; EC ${pesos(firstLine.ec)} or ${pesos(lastLine.ec)}`,
      T.sss.at(-1)!.source,
    ],
    [
      'PhilHealth',
      T.philhealth.at(-1)!.effective_from,
      `${percent(T.philhealth.at(-1)!.rate)} of the fixed monthly basic salary from ${pesos(T.philhealth.at(-1)!.floor)} to ${pesos(T.philhealth.at(-1)!.ceiling)}, shared equally, the odd centavo with the employer`,
      T.philhealth.at(-1)!.source,
    ],
    [
      'Pag-IBIG',
      T.pagibig.at(-1)!.effective_from,
      `${percent(T.pagibig.at(-1)!.employee_rate)} and ${percent(T.pagibig.at(-1)!.employer_rate)} of up to ${pesos(T.pagibig.at(-1)!.fund_salary_maximum)}`,
      T.pagibig.at(-1)!.source,
    ],
    [
      '13th month and other benefits',
      T.other_benefits.at(-1)!.effective_from,
      `exempt up to ${pesos(T.other_benefits.at(-1)!.ceiling)} a year, all employers together`,
      T.other_benefits.at(-1)!.source,
    ],
    ...Object.entries(T.de_minimis.at(-1)!.limits).map(([item, limit]) => [
      `de minimis: ${item.replaceAll('_', ' ')}`,
      T.de_minimis.at(-1)!.effective_from,
      `${limit.unit === 'of_minimum_wage' ? `${percent(limit.limit)} of the minimum wage` : limit.unit === 'days' ? `${limit.limit} days` : pesos(limit.limit)} per ${limit.per}`,
      T.de_minimis.at(-1)!.source,
    ]),
  ],
)}

### Withholding tax, Annex ${T.withholding.at(-1)!.annex}

${table(
  [
    'period',
    ...T.withholding
      .at(-1)!
      .annual.slice(1)
      .map((bracket) => percent(bracket.rate)),
  ],
  (['daily', 'weekly', 'semi_monthly', 'monthly', 'annual'] as const).map((period) => [
    period.replace('_', '-'),
    ...T.withholding
      .at(-1)!
      [period].slice(1)
      .map((bracket) => `${pesos(bracket.over)} → ${pesos(bracket.base)}`),
  ]),
)}

Each cell: from this taxable pay, this tax, and the column's share of the excess.

### Premium pay, as a multiple of the hourly rate

${table(
  ['day', 'first eight hours', 'at night', 'overtime', 'overtime at night', 'not worked'],
  DAY_TYPES.map((day) => [
    day.replaceAll('_', ' '),
    ...[{}, { night: true }, { overtime: true }, { overtime: true, night: true }].map((kind) => hourMultiple(row, day, kind).toString()),
    row.multiples[day].unworked.toString(),
  ]),
)}

## What a company decides

${table(
  ['setting', 'default', 'meaning'],
  [
    [
      '`contribution_timing`',
      JSON.stringify(DEFAULT_SETTINGS.contribution_timing).replaceAll('"', ''),
      '`first`, `last`, `split` or `cumulative` over the payrolls of a month',
    ],
    [
      '`holiday_on_rest_day`',
      DEFAULT_SETTINGS.holiday_on_rest_day,
      'whether a holiday on a rest day counts as unpaid by a monthly salary (`full`) or as paid (`add_on`); no source decides it, the default favours the employee',
    ],
    [
      '`forfeit_unworked_holiday`',
      String(DEFAULT_SETTINGS.forfeit_unworked_holiday),
      'an unworked regular holiday after an unpaid absence is deducted from a monthly salary',
    ],
    [
      '`cola_multiplied_on_holidays`',
      String(DEFAULT_SETTINGS.cola_multiplied_on_holidays),
      'COLA doubled on regular holidays, as advisories said up to about 2019',
    ],
    [
      '`bi_weekly_tax`',
      DEFAULT_SETTINGS.bi_weekly_tax,
      'the regulations print no two-weekly table (unconfirmed): the weekly tax of half the pay, twice; or `semi_monthly`; or `annual`',
    ],
    [
      '`salary_change`',
      DEFAULT_SETTINGS.salary_change,
      'how a salary that changes inside the period is shared (unconfirmed: no law names a way): by the working days that the factor pays, as the Handbook averages them, `calendar_days`, or `thirty_days` of a month (also where time has no parts)',
    ],
    [
      '`minimum_net_pay`, `minimum_net_share`',
      `${DEFAULT_SETTINGS.minimum_net_pay}, ${DEFAULT_SETTINGS.minimum_net_share}`,
      'what loans and other deductions must leave; court orders may go below it',
    ],
    [
      '`retroactive_taxability`',
      DEFAULT_SETTINGS.retroactive_taxability,
      'pay for earlier months is supplementary compensation (unconfirmed) or `regular`',
    ],
  ],
)}

Unconfirmed table rows (read in secondary copies) carry \`unconfirmed\` in the data: household salary credits, regional
wages outside Metro Manila, the first day of RR 4-2025, double special days.

## The journal of a run

\`payrollJournal\` sums a run's payslips to balanced lines per account role (\`schemas/account-roles.json\`), department and
party; the lines of each department balance. Earnings are debits of their role, net pay a credit of
\`salaries_payable\`, the employer's shares an expense and a credit of the agency. What employees owe the company is kept by
employee, what is remitted to others by payee. The 13th month is accrued with each payroll: a twelfth of the year's basic
salary paid to date, less what was accrued before, so that nothing is left once it is paid; where a December is paid in
January, the two years may round differently by a centavo.

A **cost split** (\`employee_cost_split\`) shares the cost of an employee's pay between branches and departments, in percent that
add up to exactly 100. Payrolls take the split in force on the last day of their pay period. Expenses only are divided, with
the employer's shares of contributions and the 13th month: each share is rounded to the centavo, and the last has the rest.
What is owed stays whole with the employee's own branch and department, so it is remitted and collected as one amount.

## Net of tax

An earning of one payroll can be promised net (*Net amount promised*): \`grossOfNet\` finds the gross whose contributions and tax
leave the net, on the employee's payroll of the period as it stands, and the earning says what is withheld of it. Deductions
other than union dues do not count, and contributions that a later payroll of the month deducts are not known yet. Where other pay
changes afterwards, the problems of the payroll say what the gross leaves; saving the earning again recomputes it.

## Fringe benefits

Benefits of supervisory and managerial employees that are neither de minimis nor required by the business bear a final tax that
the employer pays (\`fringe_benefit\`; NIRC section 33). The monetary value is the benefit's value, or half of it where housing
or a vehicle is only used; divided by 100% less the rate it is grossed up, and the rate of the day applies to that. 30,000.00
of housing: ${fringeBenefitTax('2026-07-31', '30000', { kind: 'housing_use' }).formula}. Posting debits
\`fringe_benefit_tax_expense\` and credits \`fringe_benefit_tax_payable\`. Benefits of rank-and-file employees are compensation and
are refused here. The working paper of the quarter (\`bir_1603q\`) is due on the last day of the month after it; paying it clears
the liability. The rates, the taxed shares and the due day are dated data (\`fringe-benefits.json\`); the shares, the rate of
non-resident aliens (25%) and the due day were read in secondary copies only.

${table(
  ['what', 'account role'],
  [
    ...Object.entries(KINDS).map(([kind, rule]) => [kind.replaceAll('_', ' '), `\`${rule.account_role}\``]),
    ...Object.entries(DEDUCTION_ACCOUNT).map(([kind, role]) => [`deduction: ${kind.replaceAll('_', ' ')}`, `\`${role}\``]),
  ],
)}

## Worked examples

${examples().join('\n')}
### 13th month

The Handbook's year: ${monthsOfHandbook.map((month) => pesos(dec(month))).join(' + ')} = ${pesos(earned)} basic salary
earned; ÷ 12 = **${pesos(thirteenthMonth(earned))}**.
`
}

if (import.meta.main) {
  writeFileSync(new URL('../docs/payroll.md', import.meta.url), payrollDoc())
  console.log('docs/payroll.md')
}
