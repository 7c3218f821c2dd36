/** Employees of a year's alphalist (BIR form 1604-C) with their figures, and what is wrong with them. */

import {
  cellsOf,
  type EmployeeTerms,
  type EmploymentStatus,
  type FilingCondition,
  type FilingFacts,
  filingConditions,
  isSubstituted,
  problemsOfRecord,
  readTerms,
  type Schedule,
  type Separation,
  tinOf,
  type YearOfEmployee,
} from '../../../domain/payroll/index.ts'
import { knownMinimumWage, type StatutoryTables } from '../../../domain/statutory/index.ts'
import type { Row } from '../../../engine/model/module.ts'
import { type Decimal, ZERO } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { type WagePlace, wagePlaces } from '../payroll/minimum-wage-check.ts'
import { pesos } from '../payroll/pdf-forms.ts'
import { companyTables, exactTables } from '../payroll/statutory-tables/read.ts'
import { isPaidIn } from '../payroll-runs/tables.ts'
import { earlierPeriodsOfAll, type ServicePeriod } from './earlier-service.ts'
import { figuresOfYear, hasCompensation, type YearFigures } from './year-figures.ts'

interface Employee extends Row {
  readonly id: number
  readonly employee_no: string
  readonly full_name: string
  readonly last_name: string
  readonly first_name: string
  readonly middle_name: string | null
  readonly suffix: string | null
  /** In all payrolls of the year. */
  readonly is_minimum_wage: boolean | null
  readonly substituted_filing: boolean | null
  readonly date_hired: string | null
  readonly date_separated: string | null
  readonly separation_cause: string | null
  readonly branch_id: number | null
  readonly tin: string | null
  readonly citizenship: string | null
  readonly employment_type: string | null
  readonly is_regular: boolean | null
  /** Terms of pay that the year's last payroll used. */
  readonly terms: EmployeeTerms | null
}

interface AlphalistProblem extends Row {
  readonly severity: 'error' | 'warning'
  readonly employee_id: number | null
  readonly problem: string
  readonly detail: string
}
/** A row of the list as it is stored; `cells` is its record of the file. */
export interface AlphalistRow extends Row {
  readonly employee_id: number
  readonly schedule: Schedule
  readonly tin: string
  readonly cells: readonly string[]
}

export interface Alphalist {
  readonly rows: readonly AlphalistRow[]
  readonly problems: readonly AlphalistProblem[]
  readonly totals: { readonly total_gross: Decimal; readonly total_tax_due: Decimal; readonly total_withheld: Decimal }
}

/**
 * Employees with a record of the year. Pay with a final tax is certified by form 2306 and is no compensation of form 1604-C. Who earned
 * the minimum wage in a part of the year only is no such earner on its papers: schedule 2 has no taxable basic salary, and item 11
 * of form 2316 says that nothing is taxed (unconfirmed: no circular has the case). Today's mark, which may have changed since,
 * decides only where the year has no payrolls.
 */
async function employeesOf(ctx: Ctx, year: number, ids: readonly number[] | null): Promise<Employee[]> {
  return ctx.db.query<Employee>(
    sql`
      SELECT e.id, e.employee_no, e.full_name, e.last_name, e.first_name, e.middle_name, e.suffix, e.substituted_filing,
        e.date_hired::text, e.date_separated::text, e.separation_cause, e.branch_id,
        (
          SELECT min(n.id_number) FROM ${table(ctx, 'employee_id')} n WHERE n.employee_id = e.id AND n.id_type = 'TIN'
        ) AS tin,
        z.name AS citizenship, t.name AS employment_type, t.is_regular, pay.terms,
        coalesce(pay.is_minimum_wage, e.is_minimum_wage) AS is_minimum_wage
      FROM ${table(ctx, 'ytd_payroll')} y
      JOIN ${table(ctx, 'employee')} e ON e.id = y.employee_id
      LEFT JOIN ${table(ctx, 'citizenship')} z ON z.id = e.citizenship_id
      LEFT JOIN ${table(ctx, 'employment_type')} t ON t.id = e.employment_type_id
      LEFT JOIN LATERAL (
        SELECT (array_agg(x.terms ORDER BY x.payout_date DESC, x.id DESC))[1] AS terms,
          bool_and(coalesce((x.terms->>'minimum_wage_earner')::boolean, false)) AS is_minimum_wage
        FROM (
          SELECT p.id, p.payout_date, i.input->'employee' AS terms
          FROM ${table(ctx, 'payroll_input')} i
          JOIN ${table(ctx, 'payroll')} p ON p.id = i.payroll_id
          WHERE i.employee_id = e.id
            AND p.status = 'posted'
            AND ${isPaidIn({ year })}
          -- Each stored input is read once.
          OFFSET 0
        ) x
      ) pay ON true
      WHERE y.year = ${year}
        AND e.is_final_tax IS NOT TRUE
        AND (${ids}::bigint[] IS NULL OR e.id = ANY (${ids}::bigint[]))
      ORDER BY e.last_name, e.first_name, e.middle_name, e.id
    `,
  )
}

/** Companies name their employment types themselves: the word decides, else whether the type is a regular one. */
const STATUSES: readonly (readonly [RegExp, EmploymentStatus])[] = [
  [/season/i, 'S'],
  [/casual/i, 'C'],
  [/contract|project|fixed|term/i, 'CP'],
  [/probation/i, 'P'],
  [/apprentice|intern|learner/i, 'AL'],
]
const statusOf = (type: string | null): EmploymentStatus => STATUSES.find(([word]) => type !== null && word.test(type))?.[1] ?? 'R'

interface YearOfService {
  readonly from: string
  readonly to: string
  readonly separation: Separation
}

/**
 * The days of the year in the employer's service: from the first to the last one, also where the employee left and was hired
 * again in between, as the form and the list have one row for all that was paid in the year. Left in the year means that the
 * last period of service in it ended in it.
 */
function serviceOf(
  { date_hired, date_separated, separation_cause }: Employee,
  earlier: readonly ServicePeriod[],
  year: number,
): YearOfService {
  const [first, last] = [`${year}-01-01`, `${year}-12-31`]
  const present = { from: date_hired, to: date_separated }
  const periods = [...earlier, present].filter(({ from, to }) => (from ?? first) <= last && (to ?? last) >= first)
  const final = periods.at(-1)
  // Pay of a year without service in it, such as a benefit that was paid later: the whole year, as far as they had left.
  if (!final) return { from: first, to: last, separation: date_separated !== null && date_separated <= last ? 'T' : 'NA' }
  const from = periods[0]!.from
  return {
    from: from !== null && from > first ? from : first,
    to: final.to !== null && final.to < last ? final.to : last,
    separation: final.to === null || final.to > last ? 'NA' : final === present && separation_cause === 'retirement' ? 'R' : 'T',
  }
}

/** The wage order of the employee's region on the last day in the year; without a region the rate that was paid. */
function wageOf(terms: EmployeeTerms | null, place: WagePlace | undefined, to: string, tables: StatutoryTables): YearOfEmployee['wage'] {
  const last = terms ? readTerms(terms, tables).at(-1) : undefined
  if (!last) return undefined
  const minimum = place?.region ? knownMinimumWage(tables, to, place.region, place.wage_category) : undefined
  return { day: minimum?.per === 'day' ? minimum.rate : last.rates.daily.toDecimalPlaces(2), factor: last.factor.factor }
}

/** An employee's year as the alphalist and form 2316 show it. */
export interface EmployeeYear {
  readonly employee: Employee
  readonly figures: YearFigures
  readonly listed: YearOfEmployee
  readonly conditions: Readonly<Record<FilingCondition, boolean>>
}

/** The year of all employees with compensation in it, by name; of the given ones only where they are given. */
export async function employeeYears(ctx: Ctx, year: number, ids: readonly number[] | null = null): Promise<EmployeeYear[]> {
  const figures = await figuresOfYear(ctx, year, ids)
  const [places, tables] = [await wagePlaces(ctx), exactTables(await companyTables(ctx, null, null))]
  const employees = await employeesOf(ctx, year, ids)
  const service = await earlierPeriodsOfAll(ctx, employees)
  return employees.flatMap((employee) => {
    const found = figures.get(employee.id)
    const place = places.get(Number(employee.branch_id))
    return found && hasCompensation(found)
      ? [{ employee, figures: found, ...yearOf(employee, found, { year, place, tables, earlier: service.get(Number(employee.id)) ?? [] }) }]
      : []
  })
}

/** All employees with compensation in the year, those of a schedule only where it is given. */
export async function alphalistOf(ctx: Ctx, year: number, schedule: Schedule | null): Promise<Alphalist> {
  const rows: AlphalistRow[] = []
  const problems: AlphalistProblem[] = []
  const tins = new Map<string, number>()
  for (const { employee, figures: found, listed: entry } of await employeeYears(ctx, year)) {
    const listed = entry.schedule
    if (schedule !== null && schedule !== listed) continue
    const cells = cellsOf(entry)
    const { tin } = tinOf(employee.tin)
    rows.push({ employee_id: employee.id, schedule: listed, tin, ...amountsOf(found), cells })
    const add = (severity: 'error' | 'warning', problem: string, detail = '') =>
      problems.push({ severity, employee_id: employee.id, problem, detail })
    for (const { kind, detail } of problemsOfRecord(listed, cells)) add('error', kind, detail)
    if (tin && tins.has(tin)) add('error', 'same_tin', tin)
    tins.set(tin, employee.id)
    const open = found.boxes['28']!.minus(found.boxes['24']!)
    if (!open.isZero()) add('warning', open.isPositive() ? 'over_withheld' : 'under_withheld', pesos(open.abs()))
    if (!found.boxes['22']!.isZero()) add('warning', 'previous_employer')
    if (found.boxes['25A']!.isNegative()) add('warning', 'previous_refunded', pesos(found.boxes['25A']!.abs()))
    if (listed === 'D2' && !employee.terms) add('warning', 'no_wage')
  }
  if (!rows.length) problems.push({ severity: 'error', employee_id: null, problem: 'no_pay', detail: String(year) })
  if (ctx.clock.today(ctx.company.time_zone) < `${year}-12-31`)
    problems.push({ severity: 'warning', employee_id: null, problem: 'year_not_over', detail: String(year) })
  const total = (name: string): Decimal => rows.reduce((all, row) => all.plus(row[name] as Decimal), ZERO)
  return {
    rows,
    problems: problems.sort((a, b) => a.severity.localeCompare(b.severity)),
    totals: { total_gross: total('gross'), total_tax_due: total('tax_due'), total_withheld: total('tax_withheld') },
  }
}

interface Scope {
  readonly year: number
  readonly place: WagePlace | undefined
  readonly tables: StatutoryTables
  /** Periods of service before the present one. */
  readonly earlier: readonly ServicePeriod[]
}

function yearOf(
  employee: Employee,
  { boxes, december, previous }: YearFigures,
  { year, place, tables, earlier }: Scope,
): Pick<EmployeeYear, 'listed' | 'conditions'> {
  const schedule: Schedule = employee.is_minimum_wage ? 'D2' : 'D1'
  const { from, to, separation } = serviceOf(employee, earlier, year)
  const nationality = employee.citizenship ?? 'Filipino'
  const wage = schedule === 'D2' ? wageOf(employee.terms, place, to, tables) : undefined
  const facts: FilingFacts = {
    substituted_filing: employee.substituted_filing,
    nationality,
    separation,
    has_previous_employer: Boolean(previous.name) || !boxes['22']!.isZero() || !boxes['25B']!.isZero(),
    tax_due: boxes['24']!,
    tax_withheld: boxes['28']!,
  }
  const listed: YearOfEmployee = {
    schedule,
    tin: employee.tin,
    last_name: employee.last_name,
    first_name: [employee.first_name, employee.suffix].filter(Boolean).join(' '),
    middle_name: employee.middle_name ?? '',
    region: place?.region ?? '',
    from,
    to,
    boxes,
    december,
    previous_benefits: previous.benefits,
    nationality,
    employment_status: statusOf(employee.employment_type),
    separation,
    substituted: isSubstituted(facts),
    ...(wage ? { wage } : {}),
  }
  return { listed, conditions: filingConditions(facts) }
}

/** Columns of the list, from the items of form 2316: what this employer paid and withheld, and the tax of the whole year. */
const amountsOf = ({ boxes }: YearFigures) => ({
  gross: boxes['19']!,
  nontaxable: boxes['20']!,
  taxable: boxes['21']!,
  previous_taxable: boxes['22']!,
  tax_due: boxes['24']!,
  previous_withheld: boxes['25B']!,
  tax_withheld: boxes['25A']!,
  over_under: boxes['28']!.minus(boxes['24']!),
})
