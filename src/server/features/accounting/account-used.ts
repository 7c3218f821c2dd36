/** `account.used`: what an account is stays as it is once entries were posted to it. */
import type { SaveHook } from '../../platform/context.ts'
import { linesTable, sql, table } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'

/** Statements sort accounts by type, of closed years too; a control account agrees with the open items of its documents. */
const FIXED = ['type', 'is_control'] as const

export const accountUsed: SaveHook = {
  name: 'account.used',
  async afterSave(ctx, module, { before, after, changed }) {
    if (!before || !after) return
    const field = FIXED.find((name) => changed.has(name))
    if (!field) return
    const [posting] = await ctx.db.query(
      sql`
        SELECT 1
        FROM ${linesTable(ctx, 'accounting_entry', 'lines')} l
        JOIN ${table(ctx, 'accounting_entry')} e ON e.id = l.parent_id AND e.posted_at IS NOT NULL
        WHERE l.account_id = ${after.id}
        LIMIT 1
      `,
    )
    if (posting)
      throw refuse(
        'E_ACCOUNT_USED',
        `${module.field[field]!.title} cannot be changed: entries are posted to this account. Make a new account and move the balance with an accounting entry.`,
      )
  },
}
