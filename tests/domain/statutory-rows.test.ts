/** The government tables as rows of a company, and back. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { STATUTORY, STATUTORY_DATA } from '../../src/domain/statutory/index.ts'
import type { Row } from '../../src/engine/model/module.ts'
import { exactTables, type TableRows, tablesOf } from '../../src/server/features/payroll/statutory-tables/read.ts'
import { statutoryRows } from '../../src/server/features/payroll/statutory-tables/rows.ts'

const shipped = (name: string): Row[] =>
  JSON.parse(readFileSync(new URL(`../../modules/talent/${name}.rows.json`, import.meta.url), 'utf8'))
const rows = (): TableRows => statutoryRows()

test('new companies have the rows of all effectivities', () => {
  for (const [name, list] of Object.entries(statutoryRows()))
    expect(shipped(name), `run node scripts/statutory-rows.ts (${name})`).toEqual(list)
})

test('rows reproduce the tables that they were made from', () => {
  const tables = exactTables(tablesOf(rows()))
  for (const name of ['sss', 'philhealth', 'pagibig', 'withholding'] as const) {
    const plain = (list: readonly object[]) =>
      JSON.parse(JSON.stringify(list.map((row) => ({ ...row, annex: undefined, note: undefined, unconfirmed: undefined }))))
    expect(plain(tables[name])).toEqual(plain(STATUTORY[name]))
  }
})

test('a table without rows is the shipped one; inactive rows do not count', () => {
  const none = tablesOf({
    sss_table: [],
    philhealth_table: [{ ...rows().philhealth_table[0], is_active: false }],
    pagibig_table: [],
    withholding_tax_table: [],
  })
  expect(none.philhealth).toBe(STATUTORY_DATA.philhealth)
})

test('a schedule with inconsistent rows is refused at the row', () => {
  const sss = rows().sss_table.map((row, index, all) => (index === all.length - 3 ? { ...row, employee_share: 999 } : row))
  expect(() => tablesOf({ ...rows(), sss_table: sss })).toThrow(/SSS table of 2025-01-01: the row of salary credit 34000.00/)
  const tax = rows().withholding_tax_table.filter((row) => row.effective_from !== '2018-01-01' || row.frequency !== 'weekly')
  expect(() => tablesOf({ ...rows(), withholding_tax_table: tax })).toThrow(/weekly brackets are missing/)
})

test('a set that names only some frequencies keeps the brackets of the others', () => {
  const next = rows()
    .withholding_tax_table.filter((row) => row.effective_from === '2023-01-01' && row.frequency === 'monthly')
    .map((row) => ({ ...row, effective_from: '2027-01-01', rate: row.bracket === 2 ? 10 : row.rate }))
  const { withholding } = exactTables(tablesOf({ ...rows(), withholding_tax_table: [...rows().withholding_tax_table, ...next] }))
  expect(withholding.at(-1)!.monthly[1]!.rate.toString()).toBe('0.1')
  expect(withholding.at(-1)!.weekly).toEqual(withholding.at(-2)!.weekly)
})
