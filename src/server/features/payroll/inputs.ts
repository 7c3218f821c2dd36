/** The inputs of payslips, read for a batch of employees at once: a fixed number of statements for any number of them. */

import type { SicknessClaim } from '../../../domain/leave/sickness.ts'
import {
  type Agency,
  type Deduction,
  type EmployeeTerms,
  type LaborStandard,
  type MaternityLeave,
  type PayItem,
  type PayslipInput,
  type PieceWork,
  paysWork,
} from '../../../domain/payroll/index.ts'
import type { PeriodTime } from '../../../domain/time/types.ts'
import { dec } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { conversionsDue } from '../leave/cash-conversion.ts'
import { type LoanDue, loansDue } from '../loans/due.ts'
import { employeesTable, entriesTable } from '../payroll-runs/tables.ts'
import { type EmployeeTerms as Segment, termsOf } from '../people/employment-terms.ts'
import { amountsOf } from './amounts.ts'
import { sicknessOf } from './benefit-claims.ts'
import { type AmountRow, deductionOf, itemOf, type Source } from './items.ts'
import { lastMonthsOf, overpaidOf } from './leavers.ts'
import { maternityOf } from './maternity.ts'
import { wagePlaces } from './minimum-wage-check.ts'
import { pieceDaysOf, pieceWorkOf } from './piece-output.ts'
import { expectedOf } from './projected-13th-month.ts'
import { rateTerms } from './rates.ts'
import { type Retroactive, type RetroactiveSettlement, retroactiveOf } from './retroactive.ts'
import type { Run } from './run.ts'
import { finalPayOf, type Separated } from './separation.ts'
import { type ThirteenthSums, thirteenthMonthOf, thirteenthYearOf, thirteenthYearsOf, unrecordedYear } from './thirteenth-month.ts'
import { hoursOf, workdaysOf } from './workdays.ts'
import { type Carried, carriedOf } from './ytd.ts'

/** The input of a payslip as stored with the payroll. */
interface StoredInput extends Omit<PayslipInput, 'settings'> {
  /** Earlier payrolls that this one settles by terms of pay that were entered later, and those that it cannot settle. */
  readonly retroactive?: readonly RetroactiveSettlement[]
  /** Basic salary of the year before for which no 13th month is recorded. */
  readonly unrecorded_13th_month?: { readonly year: number; readonly basic: string }
}

/** One employee's input, with the origin of their items and deductions. */
export interface EmployeeInput {
  readonly employee_id: number
  readonly department_id: number | null
  readonly branch_id: number | null
  readonly year_version: number
  readonly input: StoredInput
  /** By code of the line. */
  readonly sources: Readonly<Record<string, Source>>
  readonly loans: readonly LoanDue[]
}

interface Employee extends Separated {
  readonly id: number
  readonly department_id: number | null
  readonly branch_id: number | null
  readonly is_minimum_wage: boolean | null
  readonly has_sss: boolean | null
  readonly has_philhealth: boolean | null
  readonly has_pagibig: boolean | null
  readonly has_withholding: boolean | null
  readonly tax_exempt: boolean | null
  readonly is_piece_rate: boolean | null
  readonly is_final_tax: boolean | null
  readonly tax_method: string | null
  readonly holiday_pay: boolean | null
  readonly night_differential: boolean | null
  readonly pagibig_extra: string | null
  readonly days_per_year: string | null
  readonly hours_per_day: string | null
}

/** Lines by which a maternity leave is paid, and their kinds. */
const MATERNITY_LINES = [
  ['SSS_MATERNITY', 'sss_benefit'],
  ['MATERNITY_DIFFERENTIAL', 'maternity_differential'],
] as const

/** Reads the input of a batch of employees of a run. */
export async function inputsOf(ctx: Ctx, run: Run, employeeIds: readonly number[]): Promise<EmployeeInput[]> {
  const { period } = run
  const employees = await ctx.db.query<Employee>(
    sql`
      SELECT id, department_id, branch_id, date_hired::text, date_separated::text, is_minimum_wage, has_sss,
        has_philhealth, has_pagibig, has_withholding, tax_exempt, is_piece_rate, is_final_tax, tax_method, holiday_pay, night_differential,
        pagibig_extra::text, days_per_year::text, hours_per_day::text, separation_cause, agreed_separation_pay::text
      FROM ${table(ctx, 'employee')}
      WHERE id = ANY (${employeeIds}::bigint[])
    `,
  )
  const from = run.dtr.from < period.from ? run.dtr.from : period.from
  const to = run.dtr.to > period.to ? run.dtr.to : period.to
  const terms = await termsOf(ctx, employeeIds, from, to)
  const carried = await carriedOf(ctx, employeeIds, { year: run.year, month: period.month!, pay_period_id: run.pay_period_id })
  const isWorked = paysWork(run.tag)
  const time = isWorked ? await timeOf(ctx, run, employeeIds) : new Map<number, PeriodTime>()
  const workdays = isWorked ? await workdaysOf(ctx, run, employees, (id) => (time.get(id)?.days_scheduled ?? 0) > 0) : new Map()
  const isFurther = run.tag === 'supplementary'
  const paid = isFurther || run.tag === 'final_pay' ? await paidBefore(ctx, run, employeeIds) : new Set<number>()
  const saved =
    isFurther && run.settings.contribution_timing.pagibig !== 'split' ? await savedInMonth(ctx, run, employeeIds) : new Set<number>()
  const leavers =
    run.tag === 'final_pay' ? employees.filter((employee) => employee.date_separated !== null).map((employee) => employee.id) : []
  const overpaid = await overpaidOf(ctx, leavers)
  const lastMonths = await lastMonthsOf(ctx, leavers)
  const retroactive = isWorked ? await retroactiveOf(ctx, run, employees) : new Map<number, Retroactive>()
  const maternity = isWorked ? await maternityOf(ctx, run, employees, (id) => time.has(id)) : new Map<number, MaternityLeave[]>()
  const sickness = isWorked ? await sicknessOf(ctx, run, employeeIds, (id) => time.has(id)) : new Map<number, SicknessClaim[]>()
  const pieces = isWorked ? await pieceWorkOf(ctx, run, employeeIds) : new Map<number, PieceWork[]>()
  const withHolidays = [...time].flatMap(([id, { unworked_holidays }]) => (unworked_holidays.length ? [id] : []))
  const pieceDays = await pieceDaysOf(ctx, run, withHolidays)
  const amounts = group(await amountsOf(ctx, run, employeeIds, isWorked))
  const loans = isWorked ? group(await loansDue(ctx, employeeIds, { from: period.from, to: period.to, tag: run.tag })) : new Map()
  const places = await wagePlaces(ctx)
  const household = ctx.settings.employer_kind === 'household'
  const termsFor = (employee: Employee, segments: readonly Segment[]): EmployeeTerms => ({
    ...employeeTerms(run, employee, segments),
    ...(employee.is_final_tax
      ? {
          final_tax_rate: dec(ctx.settings.final_tax_percent as number)
            .div(100)
            .toFixed(),
        }
      : {}),
    ...places.get(segments.at(-1)?.branch_id ?? employee.branch_id ?? 0),
    ...(household ? { membership: 'household' } : {}),
  })
  const byId = new Map(employees.map((employee) => [employee.id, employee]))
  const expected = await expectedOf(ctx, run, employees, (id, segments) => termsFor(byId.get(id)!, segments))
  const paysThirteenth = run.tag === '13th_month' || run.tag === 'final_pay'
  const thirteenth = paysThirteenth ? await thirteenthYearsOf(ctx, { ids: employeeIds }) : new Map<number, ThirteenthSums>()
  const conversions =
    run.tag === 'leave_conversion' || run.tag === 'final_pay'
      ? group(await conversionsDue(ctx, employeeIds, { to: period.to, tag: run.tag }))
      : new Map()
  return employees.map((employee) => {
    // A final pay after the last salary pays no time again, and no amounts that depend on time.
    const isPaid = paid.has(employee.id)
    const noTime = isPaid || (run.tag === 'final_pay' && (employee.date_separated ?? period.from) < period.from)
    // A supplementary payroll takes standing amounts and instalments from those only whose salary it pays.
    const isCorrection = isFurther && isPaid
    const amountRows = (amounts.get(employee.id) ?? []).filter((row) =>
      isCorrection
        ? row.source === 'payroll_adjustment' || row.source === 'entry' || row.source === 'service_charge'
        : !noTime || !goesWithTime(row),
    )
    const due = (isCorrection ? [] : (loans.get(employee.id) ?? [])) as LoanDue[]
    const sources: Record<string, Source> = {}
    const items: PayItem[] = []
    const deductions: Deduction[] = []
    for (const row of amountRows) {
      const isDeduction = row.type === 'deduction'
      const made = isDeduction ? deductionOf(row) : itemOf(row)
      if (isDeduction) deductions.push(made as Deduction)
      else items.push(made as PayItem)
      sources[made.code] = { module: row.source, id: row.source_id, pay_item_id: row.pay_item_id, kind: row.kind }
    }
    for (const loan of due) {
      const code = `${loan.code}-${loan.loan_entry_id}`
      deductions.push({
        code,
        name: loan.name,
        kind: loan.kind,
        account_role: loan.account_role,
        amount: loan.amount,
        balance: loan.balance,
        ...(loan.priority === undefined ? {} : { priority: loan.priority }),
      })
      sources[code] = { module: 'loan_entry', id: loan.loan_entry_id, pay_item_id: loan.pay_item_id, kind: loan.kind }
    }
    const earlier = retroactive.get(employee.id)
    for (const { item, payroll_id } of earlier?.items ?? []) {
      items.push(item)
      sources[item.code] = { module: 'payroll', id: payroll_id, pay_item_id: null, kind: item.kind }
    }
    const claims = noTime ? [] : (sickness.get(employee.id) ?? [])
    for (const { key } of claims)
      sources[`SSS_SICKNESS-${key}`] = { module: 'sss_benefit_claim', id: Number(key), pay_item_id: null, kind: 'sss_benefit' }
    const leaves = noTime ? [] : (maternity.get(employee.id) ?? [])
    for (const { key, settles } of leaves)
      if (settles)
        for (const [code, kind] of MATERNITY_LINES)
          sources[`${code}-${key}`] = { module: 'leave_filing', id: Number(key), pay_item_id: null, kind }
    const converted = (conversions.get(employee.id) ?? []).flatMap(
      (entry: { conversions: PayslipInput['leave_conversion'] }) => entry.conversions ?? [],
    )
    const sums: Carried = carried.get(employee.id) ?? { version: 0 }
    const worked = time.get(employee.id)
    const all = amounts.get(employee.id) ?? []
    const { version, years } = thirteenth.get(employee.id) ?? { version: sums.version, years: undefined }
    const thirteenthYear = thirteenthYearOf(period, employee.date_separated)
    const unrecorded = paysThirteenth ? unrecordedYear(years, thirteenthYear) : undefined
    const final = run.tag === 'final_pay' ? finalPayOf(employee, all, dec(factorOf(run, employee))) : undefined
    // A month after the last one has no contributions of its own: those that the last one left open are taken.
    const ended = lastMonths.get(employee.id)
    const isLater = ended !== undefined && ended.month < period.month!
    const month = isLater ? ended.month_to_date : sums.month_to_date
    // The voluntary addition to Pag-IBIG is deducted once a month.
    const isSaved = isCorrection || saved.has(employee.id) || ended?.has_pagibig_extra === true
    const withheld = isSaved ? { ...employee, pagibig_extra: null } : employee
    return {
      employee_id: employee.id,
      department_id: terms.get(employee.id)?.at(-1)?.department_id ?? employee.department_id,
      branch_id: terms.get(employee.id)?.at(-1)?.branch_id ?? employee.branch_id,
      year_version: version,
      input: {
        employee: termsFor(withheld, terms.get(employee.id) ?? []),
        period: isLater ? { ...period, month: ended.month } : period,
        ...(noTime ? { no_time: true } : worked ? { time: worked } : {}),
        ...(workdays.has(employee.id) ? { workdays: workdays.get(employee.id)! } : {}),
        ...(overpaid.has(employee.id) ? { overpaid: overpaid.get(employee.id)! } : {}),
        ...(earlier ? { retroactive: earlier.settlements } : {}),
        ...(leaves.length ? { maternity: leaves } : {}),
        ...(claims.length ? { sickness: claims } : {}),
        ...(!noTime && pieces.has(employee.id) ? { piece_work: pieces.get(employee.id)! } : {}),
        ...(!noTime && pieceDays.has(employee.id) ? { piece_days: pieceDays.get(employee.id)! } : {}),
        ...(items.length ? { items } : {}),
        ...(deductions.length ? { deductions } : {}),
        ...(converted.length ? { leave_conversion: converted } : {}),
        ...(paysThirteenth ? { thirteenth_month: { ...thirteenthMonthOf(years, thirteenthYear), ...expected.get(employee.id) } } : {}),
        ...(unrecorded ? { unrecorded_13th_month: unrecorded } : {}),
        ...(final ? { final } : {}),
        ...(month ? { month_to_date: month } : {}),
        ...(sums.period_to_date ? { period_to_date: sums.period_to_date } : {}),
        ...(sums.year_to_date ? { year_to_date: sums.year_to_date } : {}),
      },
      sources,
      loans: due,
    }
  })
}

const group = <T extends { readonly employee_id: number }>(rows: readonly T[]): Map<number, T[]> => {
  const byEmployee = new Map<number, T[]>()
  for (const row of rows) {
    const known = byEmployee.get(row.employee_id)
    if (known) known.push(row)
    else byEmployee.set(row.employee_id, [row])
  }
  return byEmployee
}

/** Paid days of a year: the employee's own before the cycle's (DOLE Handbook: 261, 313, 365 … by the employee's rest days). */
const factorOf = (run: Run, { days_per_year }: Employee): string => (dec(days_per_year).greaterThan(0) ? days_per_year! : run.factor)

/** The employee in the domain's terms: rates by their days, taxes withheld and not withheld. */
function employeeTerms(run: Run, employee: Employee, segments: readonly Segment[]): EmployeeTerms {
  const agencies: readonly [Agency, boolean | null][] = [
    ['sss', employee.has_sss],
    ['philhealth', employee.has_philhealth],
    ['pagibig', employee.has_pagibig],
  ]
  const not_contributing = agencies.filter(([, has]) => has === false).map(([agency]) => agency)
  const not_covered: LaborStandard[] = [
    ...(employee.holiday_pay === false ? (['holiday'] as const) : []),
    ...(employee.night_differential === false ? (['night'] as const) : []),
  ]
  const { from, to } = run.period
  const method = employee.tax_method ?? run.tax_method
  return {
    ...rateTerms(segments),
    factor: factorOf(run, employee),
    hours_per_day: hoursOf(run, employee),
    ...(employee.date_hired && employee.date_hired > from && employee.date_hired <= to ? { hired_on: employee.date_hired } : {}),
    ...(employee.date_separated && employee.date_separated < to ? { separated_on: employee.date_separated } : {}),
    // The mark on the employee decides, not a comparison of their rate with the wage of their region; the problems list
    // shows where they differ.
    minimum_wage_earner: employee.is_minimum_wage === true,
    ...(employee.is_piece_rate ? { paid_by_piece: true } : {}),
    ...(not_contributing.length ? { not_contributing } : {}),
    ...(not_covered.length ? { not_covered } : {}),
    ...(dec(employee.pagibig_extra).isZero() ? {} : { pagibig_extra: employee.pagibig_extra! }),
    tax_method:
      employee.has_withholding === false || employee.tax_exempt ? 'none' : method === 'annualized' ? 'cumulative_average' : 'table',
  }
}

/** Recurring amounts of every payroll; of deductions, those without a balance that must be settled. */
const goesWithTime = ({ source, balance }: AmountRow): boolean =>
  source === 'earning' || source === 'allowance' || source === 'employee_de_minimis_benefit' || (source === 'deduction' && balance === null)

/** Employees whose salary of the run's period was already posted; a supplementary payroll pays it where no other has. */
async function paidBefore(ctx: Ctx, run: Run, employeeIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await ctx.db.query<{ employee_id: number }>(
    sql`
      SELECT DISTINCT l.employee_id
      FROM ${employeesTable(ctx)} l
      JOIN ${table(ctx, 'payroll')} p ON p.id = l.parent_id
      WHERE l.employee_id = ANY (${employeeIds}::bigint[])
        AND p.pay_period_id = ${run.pay_period_id}
        AND p.payroll_tag IN ('standard', 'supplementary')
        AND p.status = 'posted'
    `,
  )
  return new Set(rows.map((row) => row.employee_id))
}

/** Employees whose voluntary addition to Pag-IBIG was deducted by a posted payroll of the run's month. */
async function savedInMonth(ctx: Ctx, run: Run, employeeIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await ctx.db.query<{ employee_id: number }>(
    sql`
      SELECT DISTINCT t.employee_id
      FROM ${entriesTable(ctx)} t
      JOIN ${table(ctx, 'payroll')} p ON p.id = t.parent_id AND p.status = 'posted'
      JOIN ${table(ctx, 'payroll_input')} i ON i.payroll_id = p.id AND i.employee_id = t.employee_id
      WHERE t.employee_id = ANY (${employeeIds}::bigint[])
        AND t.code = 'PAGIBIG_EXTRA'
        AND i.result->'month'->>'month' = ${run.period.month}
    `,
  )
  return new Set(rows.map((row) => row.employee_id))
}

/** Time of the period from the time sheets. */
async function timeOf(ctx: Ctx, run: Run, employeeIds: readonly number[]): Promise<Map<number, PeriodTime>> {
  const rows = await ctx.db.query<{ employee_id: number; period_time: PeriodTime }>(
    sql`
      SELECT employee_id, period_time
      FROM ${table(ctx, 'time_sheet')}
      WHERE pay_period_id = ${run.pay_period_id}
        AND employee_id = ANY (${employeeIds}::bigint[])
        AND period_time IS NOT NULL
    `,
  )
  return new Map(rows.map((row) => [row.employee_id, row.period_time]))
}
