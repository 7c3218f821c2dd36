/** Line tables of a payroll: its employees, and the entries (earnings, deductions, shares) of each. */
import type { Ctx } from '../../platform/context.ts'
import { linesTable } from '../../records/row.ts'

export const employeesTable = (ctx: Ctx): string => linesTable(ctx, 'payroll', 'employees')
export const entriesTable = (ctx: Ctx): string => linesTable(ctx, 'payroll', 'entries')
