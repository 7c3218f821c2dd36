/** What is shown before a payroll is processed, approved, posted or voided: open warnings, the change, and what is taken back. */

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

interface Taken {
  readonly payslips: number
  readonly mailed: number
  readonly viewed: number
  readonly contributions: number
  readonly loans: number
  readonly entries: string | null
  readonly period: string | null
  readonly batches: string | null
}

/** What a posted payroll left behind. A payroll that was not posted left nothing. */
async function takenBack(ctx: Ctx, id: number): Promise<string[]> {
  const optional = (module: string, statement: ReturnType<typeof sql>) => (ctx.modules.has(module) ? statement : sql`NULL`)
  const [found] = await ctx.db.query<Taken>(
    sql`
      SELECT (SELECT count(*)::int FROM ${table(ctx, 'payslip')} s WHERE s.payroll_id = p.id) AS payslips,
        (SELECT count(*)::int FROM ${table(ctx, 'payslip')} s WHERE s.payroll_id = p.id AND s.mailed_at IS NOT NULL) AS mailed,
        (
          SELECT count(*)::int
          FROM ${table(ctx, 'payslip')} s
          WHERE s.payroll_id = p.id AND s.downloaded_at IS NOT NULL
        ) AS viewed,
        (SELECT count(*)::int FROM ${table(ctx, 'sss_contribution_payment')} c WHERE c.payroll_id = p.id) AS contributions,
        (
          SELECT count(*)::int
          FROM ${table(ctx, 'payroll_input')} i, jsonb_array_elements(i.result->'loans') x
          WHERE i.payroll_id = p.id
        ) AS loans,
        ${optional(
          'accounting_entry',
          sql`
            (
              SELECT string_agg(a.transaction_no, ', ' ORDER BY a.id)
              FROM ${table(ctx, 'accounting_entry')} a
              WHERE a.source_module = 'payroll' AND a.source_id = p.id
            )
          `,
        )} AS entries,
        (SELECT d.name FROM ${table(ctx, 'pay_period')} d WHERE d.id = p.pay_period_id AND d.is_closed) AS period,
        ${optional(
          'bank_transmittal',
          sql`
            (
              SELECT string_agg(t.batch_no, ', ' ORDER BY t.id)
              FROM ${table(ctx, 'bank_transmittal')} t
              WHERE t.payroll_id = p.id AND coalesce(t.state, 'valid') = 'valid'
            )
          `,
        )} AS batches
      FROM ${table(ctx, 'payroll')} p
      WHERE p.id = ${id} AND p.status = 'posted'
    `,
  )
  if (!found) return []
  const { payslips, mailed, viewed, contributions, loans, entries, period, batches } = found
  const seen = [mailed && `mailed: ${mailed}`, viewed && `downloaded: ${viewed}`].filter(Boolean).join(', ')
  return [
    `Taken back: ${counted(payslips, 'payslip')}${seen ? ` (${seen})` : ''} with the sums of the year.`,
    ...(contributions ? [`Taken back: the contributions of ${counted(contributions, 'employee')}.`] : []),
    ...(loans ? [`Taken back: ${counted(loans, 'loan payment')}; the balances rise again.`] : []),
    // Each branch has an entry of its own.
    ...(entries ? [entries.includes(', ') ? `Reversed: the journal entries ${entries}.` : `Reversed: the journal entry ${entries}.`] : []),
    ...(period ? [`Opened again: the pay period ${period}.`] : []),
    ...(batches ? [`Bank batch ${batches} is marked void. If you sent it, ask the bank to stop it.`] : []),
  ]
}

const counted = (number: number, thing: string): string => `${number} ${thing}${number === 1 ? '' : 's'}`

const undone = handler('payroll.undone', async (ctx, { body }): Promise<ActionNote[]> => {
  const notes: ActionNote[] = []
  for (const id of body.ids as number[]) for (const text of await takenBack(ctx, id)) notes.push({ id, text })
  return notes
})

export const payrollAdviceHandlers = [openWarnings, undone]
