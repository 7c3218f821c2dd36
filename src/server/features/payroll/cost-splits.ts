/** Cost splits of employees: the branches and departments that bear the expense of their pay. */

import type { CostShare } from '../../../domain/payroll/index.ts'
import type { Row } from '../../../engine/model/module.ts'
import { Decimal } from '../../../kernel/decimal.ts'
import type { Ctx, SaveHook } from '../../platform/context.ts'
import { linesTable, sql, table } from '../../platform/db/sql.ts'

interface ShareRow {
  readonly employee_id: number
  readonly branch_id: number | null
  readonly department_id: number | null
  readonly percent: string
}

/** The shares of each of these employees on a day, in the order of their lines; those without a split are missing. */
export async function costSharesOn(ctx: Ctx, employees: readonly number[], day: string): Promise<ReadonlyMap<number, CostShare[]>> {
  if (!employees.length || !ctx.modules.has('employee_cost_split')) return new Map()
  const rows = await ctx.db.query<ShareRow>(
    sql`
      SELECT s.employee_id, l.branch_id, l.department_id, l.percent::text
      FROM (
        SELECT DISTINCT ON (employee_id) id, employee_id
        FROM ${table(ctx, 'employee_cost_split')}
        WHERE employee_id = ANY (${employees}::bigint[])
          AND effective_from <= ${day}::date
          AND (effective_to IS NULL OR effective_to >= ${day}::date)
        ORDER BY employee_id, effective_from DESC, id DESC
      ) s
      JOIN ${linesTable(ctx, 'employee_cost_split', 'shares')} l ON l.parent_id = s.id
      ORDER BY s.employee_id, l.line_no
    `,
  )
  const shareOf = ({ branch_id, department_id, percent }: ShareRow): CostShare => ({
    ...(branch_id === null ? {} : { branch: String(branch_id) }),
    ...(department_id === null ? {} : { department: String(department_id) }),
    percent: new Decimal(percent),
  })
  return new Map([...Map.groupBy(rows, (row) => row.employee_id)].map(([id, shares]) => [id, shares.map(shareOf)]))
}

/** Account roles of a company's own accounts that are expenses, as payslips name them. */
export async function ownExpenseRoles(ctx: Ctx): Promise<ReadonlySet<string>> {
  const rows = await ctx.db.query<{ id: number }>(sql`SELECT id FROM ${table(ctx, 'chart_of_account')} WHERE type = 'Expense'`)
  return new Set(rows.map(({ id }) => `account:${id}`))
}

const nameOf = async (ctx: Ctx, module: 'branch' | 'department', id: unknown): Promise<string | undefined> =>
  id ? (await ctx.db.query<{ name: string }>(sql`SELECT name FROM ${table(ctx, module)} WHERE id = ${Number(id)}`))[0]?.name : undefined

/** `70% own department; 30% Iloilo, Operations`: a share without a branch and a department is borne by the employee's own. */
async function inWords(ctx: Ctx, shares: readonly Row[]): Promise<string> {
  const parts: string[] = []
  for (const { percent, branch_id, department_id } of shares) {
    const names = [await nameOf(ctx, 'branch', branch_id), await nameOf(ctx, 'department', department_id)].filter(Boolean)
    parts.push(`${new Decimal(String(percent)).toString()}% ${names.join(', ') || 'own department'}`)
  }
  return parts.join('; ').slice(0, 1000)
}

/** Writes the shares in words, which lists show. */
export const costSplitSaved: SaveHook = {
  name: 'costSplit.saved',
  async beforeSave(ctx, _module, { record }) {
    if (Array.isArray(record.shares)) record.summary = await inWords(ctx, record.shares as Row[])
  },
  async afterSave() {},
}
