/** The accounting entries of a printed document. */

import type { Module, Row } from '../../engine/model/module.ts'
import { formatDate } from '../../engine/runtime/format/index.ts'
import { can } from '../../engine/runtime/permissions/index.ts'
import { asSystem } from '../platform/auth/as-system.ts'
import type { Ctx } from '../platform/context.ts'
import { raw, ref, sql, table } from '../platform/db/sql.ts'

/** A line of the distribution: account, and its debit or credit. */
export interface Posting {
  /** What the entry is, where the document posted another one before it: a recovery after the write-off. */
  readonly heading?: string
  readonly account: string
  readonly debit: unknown
  readonly credit: unknown
}

/**
 * Debits and credits that the record posted and that are not reversed, as far as the caller can read journals; what it posted
 * later, or as something else, follows under a heading.
 */
export async function postingsOf(ctx: Ctx, module: Module, record: Row): Promise<Posting[]> {
  for (const journal of ctx.modules.values()) {
    const { origin } = journal.entity
    const lines = journal.lines.find((line) => line.field.debit && line.field.credit)
    const account = lines?.fields.find((field) => field.type === 'reference' && field.to)
    const accounts = account && ctx.modules.get(account.to!)
    if (!origin || !lines || !account || !accounts || !can(ctx.principal, journal, 'view')) continue
    const { date } = journal.entity
    const [day, what] = [date ? sql`j.${ref(date)}::text` : sql`''`, journal.field.remarks ? sql`coalesce(j.remarks, '')` : sql`''`]
    const rows = await asSystem(ctx, 'print').db.query<Row>(
      sql`
        SELECT concat_ws(' · ', a.code, a.name) AS account, sum(l.debit)::text AS debit, sum(l.credit)::text AS credit, ${day} AS day, ${what} AS what,
          min(min(j.id)) OVER (PARTITION BY ${day}, ${what}) AS entry
        FROM ${table(ctx, journal.entity.table)} j
        JOIN ${table(ctx, lines.table)} l ON l.parent_id = j.id
        JOIN ${table(ctx, accounts.entity.table)} a ON a.id = l."${raw(account.name)}"
        WHERE j."${raw(origin.module)}" = ${module.name}
          AND j."${raw(origin.id)}" = ${record.id}
          AND j.status = 'posted'
        GROUP BY a.code, a.name, l.debit > 0, ${day}, ${what}
        ORDER BY entry, l.debit > 0 DESC, a.code
      `,
    )
    if (rows.length)
      return rows.map(({ account, debit, credit, day, what, entry }) => ({
        account: String(account),
        debit,
        credit,
        ...(entry !== rows[0]!.entry && { heading: [what, formatDate(day)].filter(Boolean).join(', ') }),
      }))
  }
  return []
}
