/** What of the ledger is on a bank statement that was reconciled. Such postings are corrected by a new document, not taken back. */
import type { Ctx, EffectContext } from '../../platform/context.ts'
import { sql, linesTable as sqlLines, table as sqlTable } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'
import { linesTable, table } from '../../records/row.ts'

/** Modules whose documents hold the books against statements, with the child table of the entries: those that list them (`bank.match`). */
export function reconciliations(ctx: Ctx): { name: string; table: string; lines: string }[] {
  return [...ctx.modules.values()].flatMap(({ name, entity, workflow }) => {
    const calls = Object.values(workflow?.transitions ?? {}).flatMap(({ effects }) => effects)
    const match = calls.find((call) => call.name === 'bank.match')
    return match ? [{ name, table: entity.table, lines: (match.params as { entries: string }).entries }] : []
  })
}

/** SQL: whether the ledger line `l` is cleared by a reconciliation that was finished. */
export function isCleared(ctx: Ctx, line = 'l.id'): string {
  const cleared = reconciliations(ctx).map(
    ({
      name,
      table: reconciliation,
      lines,
    }) => `EXISTS (SELECT 1 FROM ${linesTable(ctx, name, lines)} i JOIN ${table(ctx, reconciliation)} r ON r.id = i.parent_id
    WHERE r.status = 'posted' AND i.entry_line_id = ${line} AND i.standing = 'cleared')`,
  )
  return cleared.length ? `(${cleared.join(' OR ')})` : 'false'
}

/** Refuses to take back an entry of which a finished reconciliation has cleared a line: its balance of the books would be wrong. */
export async function requireUnreconciled(fx: EffectContext, entryId: number): Promise<void> {
  const { ctx } = fx
  for (const { name, table: reconciliation, lines } of reconciliations(ctx)) {
    const module = ctx.modules.get(name)!
    const [by] = await ctx.db.query<{ id: number; no: string }>(
      sql`
        SELECT r.id, r.transaction_no AS no
        FROM ${sqlLines(ctx, 'accounting_entry', 'lines')} l
        JOIN ${sqlLines(ctx, name, lines)} i ON i.entry_line_id = l.id AND i.standing = 'cleared'
        JOIN ${sqlTable(ctx, reconciliation)} r ON r.id = i.parent_id AND r.status = 'posted'
        WHERE l.parent_id = ${entryId}
        LIMIT 1
      `,
    )
    if (by)
      throw refuse('E_RECONCILED', `${module.singular} ${by.no} has cleared it. Correct it by a new document, or void ${by.no} first.`, [
        { module: name, id: by.id, label: by.no, title: module.singular },
      ])
  }
}
