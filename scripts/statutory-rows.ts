/**
 * Writes the initial rows of a new company's government tables (`modules/talent/*_table.rows.json`) from the tables of
 * `src/domain/statutory`, every effectivity. A test compares the two.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { statutoryRows } from '../src/server/features/payroll/statutory-tables/rows.ts'

const FOLDER = fileURLToPath(new URL('../modules/talent/', import.meta.url))
for (const [module, rows] of Object.entries(statutoryRows()))
  writeFileSync(`${FOLDER}${module}.rows.json`, `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n]\n`)
