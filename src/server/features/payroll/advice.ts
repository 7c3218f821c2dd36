/** What is shown before a payroll is processed, approved or posted: open warnings and the change. */

import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { handler } from '../../platform/http/params.ts'
import type { ActionNote } from '../../workflow/warnings.ts'
import type { Problem } from './problem.ts'
import { problemsOf } from './problems.ts'
import { previousPayroll } from './register.ts'

/** Employees named in one line; more are counted. */
const NAMED = 3

/** Warnings whose texts have the employee's own amounts: where they are many, a line for all of them. */
const OF_MANY: Readonly<Record<string, string>> = { net_change: 'Net pay changed more than usual' }

/** One line for each warning: its text once, with the employees that it is about. */
function warningLines(problems: readonly Problem[]): string[] {
  const warnings = problems.filter(({ severity }) => severity === 'warning')
  const ofKind = Map.groupBy(warnings, ({ kind }) => kind)
  const byText = Map.groupBy(warnings, ({ kind, message }) => (ofKind.get(kind)!.length > NAMED && OF_MANY[kind]) || message)
  return [...byText].map(([message, list]) => {
    const names = [...new Set(list.flatMap(({ employee }) => (employee ? [String(employee.name)] : [])))]
    if (!names.length) return `${message}.`
    const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : ''
    return `${message}: ${names.slice(0, NAMED).join('; ')}${more}.`
  })
}

/** How the total net pay moved against the payroll before; undefined for the first one. */
async function changeLine(ctx: Ctx, payrollId: number): Promise<string | undefined> {
  const previous = (await previousPayroll(ctx, payrollId, 'same_cutoff')) ?? (await previousPayroll(ctx, payrollId))
  if (previous === null) return undefined
  const [row] = await ctx.db.query<{ no: string; change: string; percent: string | null }>(
    sql`
      SELECT b.transaction_no AS no, to_char(p.total_net - b.total_net, 'FMS999,999,999,990.00') AS change,
        to_char((p.total_net - b.total_net) * 100 / nullif(b.total_net, 0), 'FMS999,990.0') AS percent
      FROM ${table(ctx, 'payroll')} p
      JOIN ${table(ctx, 'payroll')} b ON b.id = ${previous}
      WHERE p.id = ${payrollId}
    `,
  )
  return row && `Total net pay against ${row.no}: ${row.change}${row.percent === null ? '' : ` (${row.percent}%)`}.`
}

const openWarnings = handler('payroll.openWarnings', async (ctx, { body }): Promise<ActionNote[]> => {
  const notes: ActionNote[] = []
  for (const id of body.ids as number[]) {
    const warnings = warningLines(await problemsOf(ctx, id))
    const change = await changeLine(ctx, id)
    for (const text of [...(change ? [change] : []), ...warnings]) notes.push({ id, text })
  }
  return notes
})

export const payrollAdviceHandlers = [openWarnings]
