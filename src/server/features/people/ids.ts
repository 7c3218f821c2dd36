/** Numbers of government agencies: their formats, and that no two employees share one. */

import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { invalid } from '../../platform/errors.ts'

/** What a number is called by kind of ID, its digits, and how they are grouped. */
const FORMATS: Readonly<Record<string, { name: string; digits: readonly number[]; groups: readonly number[] }>> = {
  SSS: { name: 'An SSS number', digits: [10], groups: [2, 7, 1] },
  Philhealth: { name: 'A PhilHealth number', digits: [12], groups: [2, 9, 1] },
  Pagibig: { name: 'A Pag-IBIG number', digits: [12], groups: [4, 4, 4] },
  TIN: { name: 'A TIN', digits: [9, 12, 14], groups: [3, 3, 3, 5] },
}
const digitsOf = (number: string): string => number.replaceAll(/\D/g, '')

/** The number as the agency writes it; 400 when it cannot be one. Other kinds stay as they are. */
export function checkIdNumber(type: string, number: string, field = 'id_number'): string {
  const format = FORMATS[type]
  if (!format) return number.trim()
  const digits = digitsOf(number)
  if (!format.digits.includes(digits.length) || /[^\d\s-]/.test(number))
    throw invalid({ [field]: [`${format.name} has ${format.digits.join(' or ')} digits.`] })
  let position = 0
  return format.groups
    .map((size) => digits.slice(position, (position += size)))
    .filter(Boolean)
    .join('-')
}

/** Another active employee with this number, by name; undefined when it is free. */
export async function otherWithId(ctx: Ctx, type: string, number: string, employeeId: number | null): Promise<string | undefined> {
  if (!FORMATS[type]) return undefined
  const [other] = await ctx.db.query<{ full_name: string }>(
    sql`
      SELECT e.full_name
      FROM ${table(ctx, 'employee_id')} i
      JOIN ${table(ctx, 'employee')} e ON e.id = i.employee_id
      WHERE i.id_type = ${type}
        AND regexp_replace(i.id_number, '\\D', '', 'g') = ${digitsOf(number)}
        AND e.status = 'active'
        AND e.id IS DISTINCT FROM ${employeeId}
      LIMIT 1
    `,
  )
  return other?.full_name
}
