/**
 * Filings for days after an employee's last day are voided when the separation is saved: the credits that they reserve are
 * free for the final pay, and nothing is paid for days on which nobody works.
 */

import type { Module, Row } from '../../../engine/model/module.ts'
import { formatDate } from '../../../engine/runtime/format/index.ts'
import { asSystem } from '../../platform/auth/as-system.ts'
import type { Ctx, SaveHook } from '../../platform/context.ts'
import { ref, sql, table } from '../../platform/db/sql.ts'
import { textOf } from '../../records/row.ts'
import { lockedSpans } from '../time/locks.ts'
import { filingsOf, standing } from './checks.ts'

/** Filings about the employee's own days: those that `filing.allowed` checks, and that name no other employees. */
const ofOwnDays = (module: Module): boolean =>
  module.workflow?.transitions.post?.guards.some(({ name, params }) => name === 'filing.allowed' && !(params as Row | null)?.people) ===
  true

/** Voids what is filed for days after the last one. Days of a locked time sheet stay; the final pay lists leave that stays. */
async function voidAfter(ctx: Ctx, employee: number, last: string): Promise<void> {
  const reason = `The last day of employment is ${formatDate(last)}.`
  const system = asSystem(ctx, reason)
  for (const module of filingsOf(ctx).filter(ofOwnDays)) {
    const [first, end] = module.entity.period!
    const from = module.workflow?.transitions.void?.from ?? []
    const rows = await ctx.db.query<{ id: number; from: string; to: string }>(
      sql`
        SELECT id, ${ref(first)}::date::text AS "from", ${ref(end)}::date::text AS "to"
        FROM ${table(ctx, module.entity.table)}
        WHERE employee_id = ${employee}
          AND ${ref(first)}::date > ${last}::date
          AND status = ANY (${standing(module).filter((state) => from.includes(state))}::text[])
        ORDER BY id
      `,
    )
    for (const filing of rows)
      if (!(await lockedSpans(ctx, [employee], filing.from, filing.to)).length)
        await ctx.services.workflow.carryOut(system, module, {
          id: Number(filing.id),
          action: 'void',
          input: { void_reason: reason },
        })
  }
}

export const separationSaved: SaveHook = {
  name: 'filing.separation',
  async afterSave(ctx, _module, { before, after, changed }) {
    const last = textOf(after ?? {}, 'date_separated').slice(0, 10)
    if (before && last && changed.has('date_separated')) await voidAfter(ctx, Number(after!.id), last)
  },
}
