/** The books of a document as the worked month gives them: its journal and its stock rows. */
import type { Row } from '../../src/engine/model/module.ts'
import gold from '../domain/gold1.json' with { type: 'json' }
import type { Host } from './trading-host.ts'

export { gold }
/** What the worked month says of a document. */
export const expected = (no: string) => gold.steps.find((step) => step.no === no)!
export const sorted = (gl: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(gl).sort(([a], [b]) => a.localeCompare(b)))

/** Account → debit less credit, of the entries of a document with or after an id. */
export async function journalOf(host: Host, module: string, id: unknown, after = 0): Promise<Record<string, string>> {
  const rows = await host.query<{ code: string; amount: string }>(
    `SELECT a.code, sum(l.debit - l.credit)::text AS amount FROM {s}.accounting_entry e JOIN {s}.accounting_entry__lines l ON l.parent_id = e.id
     JOIN {s}.chart_of_account a ON a.id = l.account_id WHERE e.source_module = $1 AND e.source_id = $2 AND e.id > $3 GROUP BY 1 ORDER BY 1`,
    [module, id, after],
  )
  return Object.fromEntries(rows.map((row) => [row.code, row.amount]))
}

/** Stock rows of a document: item kind qty/value → running. */
export async function stockOf(host: Host, module: string, id: unknown, after = 0): Promise<string[]> {
  const rows = await host.query<{ text: string }>(
    `SELECT i.sku_code || ' ' || m.kind || ' ' || trim_scale(m.qty_delta) || '/' || m.value_delta || ' -> ' || trim_scale(m.qty_after) || '/' || m.value_after AS text
     FROM {s}.inventory_movement m JOIN {s}.item i ON i.id = m.item_id WHERE m.source_module = $1 AND m.source_id = $2 AND m.id > $3 ORDER BY m.id`,
    [module, id, after],
  )
  return rows.map((row) => row.text)
}
export const stockText = (row: Row): string =>
  `${String(row.item)} ${String(row.kind)} ${String(row.qty)}/${String(row.value)} -> ${String(row.qty_after)}/${String(row.value_after)}`
