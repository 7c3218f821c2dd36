/** The shipped statutory tables as rows of the modules that companies see and edit. */

import { STATUTORY, sssSchedule, TAX_PERIODS } from '../../../../domain/statutory/index.ts'
import type { Row } from '../../../../engine/model/module.ts'
import { addDays } from '../../../../kernel/dates.ts'
import type { Decimal } from '../../../../kernel/decimal.ts'

/** The end of an open range: the largest amount that a table needs to hold. */
const NO_END = 99_999_999.99

const number = (value: Decimal): number => Number(value.toFixed())
const percent = (value: Decimal): number => Number(value.times(100).toFixed())

/** Every effectivity of a table with its last day, which is the day before the next one begins. */
const dated = <T extends { readonly effective_from: string; readonly source: string }>(
  rows: readonly T[],
  entriesOf: (row: T) => Row[],
): Row[] =>
  rows.flatMap((row, index) => {
    const next = rows[index + 1]?.effective_from
    const ends = next ? { effective_to: addDays(next, -1) } : {}
    return entriesOf(row).map((entry) => ({ effective_from: row.effective_from, ...ends, ...entry, source: row.source }))
  })

/** Rows of the four tables by module. */
export function statutoryRows(): Record<'sss_table' | 'philhealth_table' | 'pagibig_table' | 'withholding_tax_table', Row[]> {
  return {
    sss_table: dated(STATUTORY.sss, (row) =>
      sssSchedule(STATUTORY, row.effective_from).map((line) => ({
        range_from: number(line.from),
        range_to: line.to ? number(line.to) : NO_END,
        msc_regular: number(line.msc.minus(line.mpf_credit)),
        msc_mpf: number(line.mpf_credit),
        employee_share: number(line.employee),
        employer_share: number(line.employer),
        employee_mpf: number(line.employee_mpf),
        employer_mpf: number(line.employer_mpf),
        ec: number(line.ec),
      })),
    ),
    philhealth_table: dated(STATUTORY.philhealth, (row) => [
      {
        range_from: number(row.floor),
        range_to: number(row.ceiling),
        premium_rate: percent(row.rate),
        floor: number(row.floor),
        ceiling: number(row.ceiling),
        employee_share: 50,
        employer_share: 50,
      },
    ]),
    pagibig_table: dated(STATUTORY.pagibig, (row) => {
      const low = number(row.low_compensation)
      const common = { employer_rate: percent(row.employer_rate), max_fund_salary: number(row.fund_salary_maximum) }
      return [
        { range_from: 0, range_to: low, employee_rate: percent(row.employee_low_rate), ...common },
        {
          range_from: Number((low + 0.01).toFixed(2)),
          range_to: NO_END,
          employee_rate: percent(row.employee_rate),
          ...common,
          max_employee: number(row.fund_salary_maximum.times(row.employee_rate)),
        },
      ]
    }),
    withholding_tax_table: dated(STATUTORY.withholding, (row) =>
      TAX_PERIODS.flatMap((frequency) =>
        row[frequency].map((bracket, index, all) => ({
          frequency,
          bracket: index + 1,
          range_from: number(bracket.over),
          ...(all[index + 1] ? { range_to: number(all[index + 1]!.over.minus('0.01')) } : {}),
          base_tax: number(bracket.base),
          excess_over: number(bracket.over),
          rate: percent(bracket.rate),
        })),
      ),
    ),
  }
}
