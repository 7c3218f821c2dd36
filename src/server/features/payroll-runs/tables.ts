/** Line tables of a payroll: its employees, and the entries (earnings, deductions, shares) of each. */
import type { Ctx } from '../../platform/context.ts'
import { linesTable, type Sql } from '../../platform/db/sql.ts'

export const employeesTable = (ctx: Ctx): Sql => linesTable(ctx, 'payroll', 'employees')
export const entriesTable = (ctx: Ctx): Sql => linesTable(ctx, 'payroll', 'entries')
