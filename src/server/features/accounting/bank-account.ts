/** `bankAccount.ledger`: each bank account of the company has a ledger account to itself, which its reconciliation compares. */
import type { Row } from '../../../engine/model/module.ts'
import type { Ctx, SaveHook } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { invalid } from '../../platform/errors.ts'
import { roleAccounts } from './accounts.ts'

const isCompanys = (record: Row | undefined): boolean => record?.owner_type === 'company' && record.is_active !== false

/** The name of another bank account of the company whose lines stand in the ledger account. */
async function otherIn(ctx: Ctx, account: number, isDefault: boolean, id: unknown): Promise<string | undefined> {
  const [other] = await ctx.db.query<{ name: string }>(
    sql`
      SELECT account_name AS name
      FROM ${table(ctx, 'bank_account')}
      WHERE owner_type = 'company' AND is_active IS NOT FALSE AND id IS DISTINCT FROM ${id ?? null}::bigint
        AND (gl_account_id = ${account} OR (gl_account_id IS NULL AND ${isDefault}))
      ORDER BY id
      LIMIT 1
    `,
  )
  return other?.name
}

/**
 * Refuses a ledger account that another bank account of the company has: the reconciliation of one would offer the lines of the
 * other. Without one the account for cash in bank counts, of which the same holds. What stands so from before may stay.
 */
export const bankAccountLedger: SaveHook = {
  name: 'bankAccount.ledger',
  async beforeSave(ctx, _module, { before, record }) {
    if (!isCompanys(record) || !ctx.modules.has('chart_of_account')) return
    const chosen = record.gl_account_id ?? null
    if (isCompanys(before) && (before?.gl_account_id ?? null) === chosen) return
    const fallback = (await roleAccounts(ctx, ['cash_in_bank'])).get('cash_in_bank')
    const account = Number(chosen ?? fallback ?? 0)
    if (account === 0) return
    const other = await otherIn(ctx, account, account === Number(fallback), before?.id)
    if (other === undefined) return
    throw invalid({
      gl_account_id: [
        chosen === null
          ? `Choose the ledger account of this bank account: without one it shares the account for cash in bank with ${other}, and neither can be reconciled.`
          : `${other} has this ledger account already, and neither could be reconciled. Choose another, or add one to the chart of accounts.`,
      ],
    })
  },
  async afterSave() {},
}
