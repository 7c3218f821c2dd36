/** `ledger.covers`: what is taken out of an account of money must be there. */

import { toCents } from '../../../kernel/decimal.ts'
import type { Guard } from '../../platform/context.ts'
import { join, linesTable, ref, sql, table } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'
import { idOf, moneyText, textOf } from '../../records/row.ts'
import { roleAccounts } from './accounts.ts'

type Held = { module: string; amount: string; since?: string; where: Record<string, string | boolean> }
type Params = { role: string; amount: string; date?: string; less?: Held }

export const ledgerCovers: Guard<Params> = {
  name: 'ledger.covers',
  params: {
    description:
      'Refuses to take more out of the account of a role than its balance in the branch of the record, on its date and on every later day.',
    examples: [
      {
        role: 'undeposited_collections',
        amount: 'cash_amount',
        less: { module: 'check_register', amount: 'amount', since: 'received_on', where: { status: 'on_hand', is_post_dated: false } },
      },
    ],
    type: 'object',
    additionalProperties: false,
    required: ['role', 'amount'],
    properties: {
      role: { type: 'string', format: 'account-role', description: 'Account role.' },
      amount: { type: 'string', format: 'expression', gives: 'number', description: 'Expression over the record: the amount taken out.' },
      date: {
        type: 'string',
        format: 'input-field',
        of: ['date'],
        description: 'Input or field with the day on which it is taken out; the posting date when absent.',
      },
      less: {
        type: 'object',
        additionalProperties: false,
        required: ['module', 'amount', 'where'],
        description: 'Records of the branch that a part of the balance belongs to: the checks among cash and checks.',
        properties: {
          module: { type: 'string', format: 'module', description: 'Their module.' },
          amount: { type: 'string', description: 'Money field of a record with its part.' },
          since: {
            type: 'string',
            description: 'Date field of a record: the day from which it belongs to the balance; always when absent.',
          },
          where: {
            type: 'object',
            additionalProperties: { type: ['string', 'boolean'] },
            description: 'Fields of a record to the values that they must have.',
          },
        },
      },
    },
  },
  async check(fx, { role, amount, date: field, less }) {
    const { ctx } = fx
    const date = (field && (String(fx.input[field] ?? '') || textOf(fx.record, field))) || fx.date
    const wanted = toCents(fx.decimal(amount))
    if (wanted <= 0n) return
    const branch = idOf(fx.record, 'branch_id')
    const account = (await roleAccounts(ctx, [role])).get(role)
    if (account === undefined) return
    // Two documents that take the last of it at once must not both find it there.
    const key = `${ctx.company.schema}.covers:${role}:${branch}`
    await ctx.db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
    const other = less && ctx.modules.get(less.module)
    const held =
      less && other
        ? sql`
          UNION ALL
          SELECT ${less.since === undefined ? sql`${date}::date` : ref(less.since)} AS day, -${ref(less.amount)} AS amount
          FROM ${table(ctx, other.entity.table)}
          WHERE branch_id IS NOT DISTINCT FROM ${branch}
            AND ${join(
              Object.entries(less.where).map(([field, value]) => sql`${ref(field)}::text = ${String(value)}`),
              ' AND ',
            )}
        `
        : sql``
    const [row] = await ctx.db.query<{ balance: string }>(
      sql`
        SELECT min(balance) AS balance
        FROM (
          SELECT day, sum(sum(amount)) OVER (ORDER BY day) AS balance
          FROM (
            SELECT ${date}::date AS day, 0::numeric AS amount
            UNION ALL
            SELECT e.transaction_date, l.debit - l.credit
            FROM ${linesTable(ctx, 'accounting_entry', 'lines')} l
            JOIN ${table(ctx, 'accounting_entry')} e ON e.id = l.parent_id
            WHERE l.account_id = ${account}
              AND coalesce(l.branch_id, e.branch_id) IS NOT DISTINCT FROM ${branch}
              AND e.posted_at IS NOT NULL
            ${held}
          ) moves
          GROUP BY day
        ) days
        WHERE day >= ${date}::date
      `,
    )
    const open = toCents(row!.balance)
    if (wanted <= open) return
    throw refuse(
      'E_CASH',
      fx.transition.reverses
        ? `Only ${moneyText(open > 0n ? open : 0n)} of the ${moneyText(wanted)} is still on hand in the branch. Void the deposit of the rest first.`
        : `Only ${moneyText(open > 0n ? open : 0n)} is on hand in the branch; ${moneyText(wanted)} is too much. Correct the amount or the date.`,
      {
        open: moneyText(open),
      },
    )
  },
}
