/**
 * The government tables as a company keeps them, converted to the tables of the payroll computation. A lookup by date
 * uses the rows' first days, so a law entered in advance takes effect on its day, and an old payroll keeps the rows of
 * its time.
 */

import {
  readTables,
  STATUTORY_DATA,
  type StatutoryData,
  type StatutoryTables,
  sssSchedule,
  TAX_PERIODS,
} from '../../../../domain/statutory/index.ts'
import { DAY_TYPES, type DayType } from '../../../../domain/time/types.ts'
import type { Row } from '../../../../engine/model/module.ts'
import { Decimal, dec } from '../../../../kernel/decimal.ts'
import type { Ctx } from '../../../platform/context.ts'
import { linesTable, sql, table } from '../../../platform/db/sql.ts'
import { refuse } from '../../../platform/errors.ts'

/** Tables as plain data: small enough to be stored with every run that used them. */
export type TablesData = StatutoryData
export type TableRows = Readonly<Record<'sss_table' | 'philhealth_table' | 'pagibig_table' | 'withholding_tax_table', readonly Row[]>>

const number = (value: Decimal): number => Number(value.toFixed())
const share = (value: unknown): number => number(dec(value).div(100))
const wrong = (tableName: string, from: unknown, what: string) =>
  refuse('E_TABLE', `${tableName} of ${String(from)}: ${what} Correct the rows under Government Tables.`)

/** Rows of each first day, in order of the column given. */
function sets(rows: readonly Row[], by: string): [string, Row[]][] {
  const result = new Map<string, Row[]>()
  for (const row of rows) {
    const from = String(row.effective_from)
    result.set(from, [...(result.get(from) ?? []), row])
  }
  return [...result].map(([from, list]) => [from, list.sort((a, b) => dec(a[by]).cmp(dec(b[by])))])
}
const sourceOf = (rows: readonly Row[], tableName: string): string =>
  String(rows.find((row) => row.source)?.source ?? `${tableName} of the company`)

/** A schedule of salary credits as the rule that it follows; a schedule without a rule is refused with the row that differs. */
function sssRow(from: string, rows: readonly Row[]): object {
  const credit = (row: Row): Decimal => dec(row.msc_regular).plus(dec(row.msc_mpf))
  const [first, second] = [rows[0]!, rows[1]]
  const last = rows.at(-1)!
  if (dec(first.msc_regular).isZero()) throw wrong('The SSS table', from, 'the first salary credit is zero.')
  const high = dec(last.ec)
  const row = {
    effective_from: from,
    source: sourceOf(rows, 'SSS table'),
    employee_rate: number(dec(first.employee_share).div(dec(first.msc_regular))),
    employer_rate: number(dec(first.employer_share).div(dec(first.msc_regular))),
    msc_minimum: number(credit(first)),
    msc_maximum: number(credit(last)),
    msc_step: second ? number(credit(second).minus(credit(first))) : number(credit(first)),
    regular_maximum: number(rows.reduce((most, entry) => Decimal.max(most, dec(entry.msc_regular)), dec(0))),
    household_msc_minimum: householdMinimum(from),
    ec: {
      low: number(dec(first.ec)),
      high: number(high),
      high_from_msc: number(credit(rows.find((candidate) => dec(candidate.ec).eq(high))!)),
    },
  }
  const schedule = sssSchedule(readTables({ ...STATUTORY_DATA, sss: { rows: [row] } }), from)
  const differs = schedule.findIndex((line, index) => {
    const matching = rows[index]
    const same = (name: string, value: Decimal) => dec(matching![name]).eq(value)
    return (
      !matching ||
      !same('msc_regular', line.msc.minus(line.mpf_credit)) ||
      !same('msc_mpf', line.mpf_credit) ||
      !same('employee_share', line.employee) ||
      !same('employer_share', line.employer) ||
      !same('employee_mpf', line.employee_mpf) ||
      !same('employer_mpf', line.employer_mpf) ||
      !same('ec', line.ec) ||
      !same('range_from', line.from)
    )
  })
  if (differs >= 0 || schedule.length !== rows.length) {
    const line = schedule[Math.max(differs, 0)]!
    throw wrong('The SSS table', from, `the row of salary credit ${line.msc.toFixed(2)} does not follow from the others.`)
  }
  return row
}

/** Household employers keep lower credits, which the table of business employers does not print. */
function householdMinimum(from: string): number {
  const known = STATUTORY_DATA.sss.rows as readonly { effective_from: string; household_msc_minimum: number }[]
  return ([...known].reverse().find((row) => row.effective_from <= from) ?? known[0]!).household_msc_minimum
}

function philhealthRow(from: string, rows: readonly Row[]): object {
  const first = rows[0]!
  const same = rows.every((row) =>
    ['premium_rate', 'floor', 'ceiling', 'employee_share'].every((name) => dec(row[name]).eq(dec(first[name]))),
  )
  if (!same) throw wrong('The PhilHealth table', from, 'its rows have different rates or limits.')
  if (!dec(first.employee_share).eq(50) || !dec(first.employer_share).eq(50))
    throw wrong('The PhilHealth table', from, 'the premium is shared in halves.')
  return {
    effective_from: from,
    source: sourceOf(rows, 'PhilHealth table'),
    rate: share(first.premium_rate),
    floor: number(dec(first.floor)),
    ceiling: number(dec(first.ceiling)),
  }
}

function pagibigRow(from: string, rows: readonly Row[]): object {
  if (rows.length > 2) throw wrong('The Pag-IBIG table', from, 'it has more than two ranges.')
  const [low, high] = [rows[0]!, rows.at(-1)!]
  return {
    effective_from: from,
    source: sourceOf(rows, 'Pag-IBIG table'),
    fund_salary_maximum: number(dec(high.max_fund_salary)),
    low_compensation: rows.length > 1 ? number(dec(low.range_to)) : 0,
    employee_low_rate: share(low.employee_rate),
    employee_rate: share(high.employee_rate),
    employer_rate: share(high.employer_rate),
  }
}

/** Brackets of all pay frequencies; a frequency that a new set leaves out keeps the brackets before. */
function withholdingRows(rows: readonly Row[]): object[] {
  let before: Row = {}
  return sets(rows, 'range_from')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([from, list]) => {
      const brackets: Row = {}
      for (const frequency of TAX_PERIODS) {
        const ofFrequency = list.filter((row) => row.frequency === frequency)
        brackets[frequency] = ofFrequency.length
          ? ofFrequency.map((row) => ({ over: number(dec(row.excess_over)), base: number(dec(row.base_tax)), rate: share(row.rate) }))
          : before[frequency]
        if (!brackets[frequency]) throw wrong('The withholding tax table', from, `the ${frequency.replace('_', '-')} brackets are missing.`)
      }
      before = brackets
      return { effective_from: from, annex: '', source: sourceOf(list, 'Withholding tax table'), ...brackets }
    })
}

/** Rows of the modules as tables; a table without rows is the shipped one. */
export function tablesOf(rows: TableRows): TablesData {
  const active = (name: keyof TableRows) => rows[name].filter((row) => row.is_active !== false)
  const data = (
    name: keyof TableRows,
    build: (from: string, rows: readonly Row[]) => object,
    shipped: { readonly rows: readonly object[] },
  ) => {
    const list = active(name)
    return list.length ? { rows: sets(list, 'range_from').map(([from, set]) => build(from, set)) } : shipped
  }
  const withholding = active('withholding_tax_table')
  return {
    ...STATUTORY_DATA,
    sss: data('sss_table', sssRow, STATUTORY_DATA.sss),
    philhealth: data('philhealth_table', philhealthRow, STATUTORY_DATA.philhealth),
    pagibig: data('pagibig_table', pagibigRow, STATUTORY_DATA.pagibig),
    withholding: withholding.length ? { rows: withholdingRows(withholding) } : STATUTORY_DATA.withholding,
    // Holidays are days of the calendar; payroll reads kinds of days from time.
    holidays: { rows: [] },
  }
}

/** The company's premium rates override the law's: the rate of a kind of day, from its first day on. */
interface RateLine {
  readonly day_type: string
  readonly regular: string
  readonly overtime: string
  readonly night_differential: string
}

function premiumsOf(code: string, from: string | null, lines: readonly RateLine[]): { readonly rows: readonly object[] } {
  const shipped = STATUTORY_DATA.premiums.rows as readonly { effective_from: string; night: number; multiples: Record<DayType, object> }[]
  if (!lines.length) return STATUTORY_DATA.premiums
  const base = shipped.at(-1)!
  const multiples: Record<string, object> = { ...base.multiples }
  for (const line of lines)
    if ((DAY_TYPES as readonly string[]).includes(line.day_type))
      multiples[line.day_type] = { ...multiples[line.day_type], worked: share(line.regular), overtime: share(line.overtime) }
  const entered = {
    ...base,
    effective_from: from ?? base.effective_from,
    source: `Pay rate ${code} of the company`,
    night: share(lines[0]!.night_differential),
    multiples,
  }
  return { rows: [...shipped.filter((row) => row.effective_from < entered.effective_from), entered] }
}

const TABLES = ['sss_table', 'philhealth_table', 'pagibig_table', 'withholding_tax_table'] as const

/** The tables that a pay rate uses, from the company's rows. Five statements for any number of employees. */
export async function companyTables(ctx: Ctx, payRateId: number | null, payCycleId: number | null): Promise<TablesData> {
  const rows = {} as Record<(typeof TABLES)[number], Row[]>
  for (const name of TABLES)
    rows[name] = (
      await ctx.db.query<{ row: Row }>(sql`SELECT to_jsonb(t) AS row FROM ${table(ctx, name)} t WHERE is_active IS NOT FALSE ORDER BY id`)
    ).map((entry) => entry.row)
  const tables = tablesOf(rows)
  if (payRateId === null) return tables
  const lines = await ctx.db.query<RateLine & { rate: string }>(
    sql`
      SELECT r.code AS rate, lower(d.code) AS day_type, l.regular::text, l.overtime::text, l.night_differential::text
      FROM ${linesTable(ctx, 'pay_rate', 'rates')} l
      JOIN ${table(ctx, 'pay_rate')} r ON r.id = l.parent_id
      JOIN ${table(ctx, 'day_type')} d ON d.id = l.day_type_id
      WHERE l.parent_id = ${payRateId}
      ORDER BY l.line_no
    `,
  )
  if (!lines.length) return tables
  const [force] = await ctx.db.query<{ from: string }>(
    sql`
      SELECT min(effective_from)::text AS "from"
      FROM ${linesTable(ctx, 'pay_rate', 'cycles')}
      WHERE parent_id = ${payRateId} AND pay_cycle_id = ${payCycleId}
    `,
  )
  return { ...tables, premiums: premiumsOf(lines[0]!.rate, force?.from ?? null, lines) }
}

/** Tables with exact decimals. */
export const exactTables = (data: TablesData): StatutoryTables => readTables(data)
