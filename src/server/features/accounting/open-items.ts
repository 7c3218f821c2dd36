/**
 * Open items: payables and receivables, document by document. An item is never rewritten; payments, returns and voids are
 * applications with a date, so that the aging of every day can be computed later.
 */

import { centsText } from '../../../domain/minor-units.ts'
import { toCents } from '../../../kernel/decimal.ts'
import type { EffectContext } from '../../platform/context.ts'
import { ref, sql, table } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'
import { moneyText, recordId, textOf } from '../../records/row.ts'

export type ItemKind = 'payable' | 'receivable'
export interface OpenItem {
  readonly id: number
  readonly kind: ItemKind
  readonly source_id: number
  readonly party_id: number
  readonly transaction_no: string | null
  readonly date: string
  /** Centavos; negative for a credit or an advance. */
  readonly balance: bigint
}
interface NewItem {
  readonly kind: ItemKind
  /** Role of the account that it is posted to. */
  readonly account_role: string
  readonly party_id: number
  readonly branch_id: number | null
  /** Centavos; negative for a credit. */
  readonly amount: bigint
  readonly document_date: string
  readonly due_date: string
  readonly reference_no: string | null
}

/** Number by which the record is known: that of a document, else what names the record, as the number of a check does. */
const numberOf = (fx: EffectContext): string | null =>
  textOf(fx.record, 'transaction_no') || textOf(fx.record, fx.module.entity.name) || null

/** Opens an item for the record; returns its id. */
export async function openItem(fx: EffectContext, item: NewItem): Promise<number> {
  const amount = centsText(item.amount)
  const [row] = await fx.ctx.db.query<{ id: number }>(
    sql`
      INSERT INTO ${table(fx.ctx, 'open_item')} (
        kind, account_role, party_id, branch_id, source_module, source_id, transaction_no, reference_no, date,
        document_date, due_date, amount, balance, posting_seq
      )
      VALUES (
        ${item.kind}, ${item.account_role}, ${item.party_id}, ${item.branch_id}, ${fx.module.name}, ${recordId(fx)},
        ${numberOf(fx)}, ${item.reference_no}, ${fx.date}, ${item.document_date},
        ${item.due_date}, ${amount}, ${amount}, ${fx.posting_seq}
      )
      RETURNING id
    `,
  )
  await changeBalance(fx, item.kind, item.party_id, item.amount)
  return row!.id
}

/** Open items of documents under an account role, by document, locked in order of their ids. */
export async function lockItems(fx: EffectContext, module: string, role: string, ids: readonly number[]): Promise<Map<number, OpenItem>> {
  if (ids.length === 0) return new Map()
  const rows = await fx.ctx.db.query<Omit<OpenItem, 'balance'> & { balance: string }>(
    sql`
      SELECT id, kind, source_id, party_id, transaction_no, date, balance
      FROM ${table(fx.ctx, 'open_item')}
      WHERE source_module = ${module}
        AND source_id = ANY(${[...new Set(ids)]})
        AND coalesce(
          account_role, CASE kind WHEN 'payable' THEN 'accounts_payable' ELSE 'accounts_receivable' END
        ) = ${role}
      ORDER BY id
      FOR UPDATE
    `,
  )
  return new Map(rows.map((row) => [row.source_id, { ...row, balance: toCents(row.balance) }]))
}

/**
 * Applies amounts (centavos, with the sign of the balance that they reduce) to locked items; refuses with E_OVER_PAY when more
 * than the balance would go, with E_DATE before the item’s day.
 */
export async function applyToItems(fx: EffectContext, applications: readonly { item: OpenItem; amount: bigint }[]): Promise<number[]> {
  const sums = new Map<number, bigint>()
  for (const { item, amount } of applications) {
    if (item.date > fx.date)
      throw refuse('E_DATE', `The document is dated before ${item.transaction_no ?? 'what it settles'}. Change the date.`)
    const sum = (sums.get(item.id) ?? 0n) + amount
    sums.set(item.id, sum)
    if (item.balance < 0n ? sum < item.balance || amount > 0n : sum > item.balance || amount < 0n) {
      throw refuse(
        'E_OVER_PAY',
        `${item.transaction_no ?? 'The document'} has only ${moneyText(size(item.balance))} open; ${moneyText(size(sum))} is too much.`,
        { open: moneyText(size(item.balance)) },
      )
    }
  }
  const parties = new Map<string, { item: OpenItem; amount: bigint }>()
  for (const { item, amount } of applications) {
    const key = `${item.kind} ${item.party_id}`
    parties.set(key, { item, amount: (parties.get(key)?.amount ?? 0n) - amount })
  }
  const ids = await insertApplications(
    fx,
    applications.map(({ item, amount }) => ({ item_id: item.id, amount, reverses_id: null })),
  )
  for (const { item, amount } of [...parties.values()].sort((a, b) => a.item.party_id - b.item.party_id))
    await changeBalance(fx, item.kind, item.party_id, amount)
  return ids
}

const size = (cents: bigint): bigint => (cents < 0n ? -cents : cents)

async function insertApplications(
  fx: EffectContext,
  rows: readonly { item_id: number; amount: bigint; reverses_id: number | null }[],
): Promise<number[]> {
  if (rows.length === 0) return []
  const written = await fx.ctx.db.query<{ id: number }>(
    sql`
      WITH a AS (
        SELECT *
        FROM unnest(
          ${rows.map((row) => row.item_id)}::bigint[], ${rows.map((row) => centsText(row.amount))}::numeric[],
          ${rows.map((row) => row.reverses_id)}::bigint[]
        )
        WITH ORDINALITY AS a(item_id, amount, reverses_id, n)
      ),
        less AS (
          UPDATE ${table(fx.ctx, 'open_item')} o
          SET balance = o.balance - s.amount
          FROM (SELECT item_id, sum(amount) AS amount FROM a GROUP BY 1) s
          WHERE o.id = s.item_id
        )
      INSERT INTO ${table(fx.ctx, 'open_item_application')} (
        open_item_id, date, amount, source_module, source_id, posting_seq, reverses_id
      )
      SELECT item_id, ${fx.date}, amount, ${fx.module.name}, ${recordId(fx)}, ${fx.posting_seq}, reverses_id
      FROM a
      ORDER BY n
      RETURNING id
    `,
  )
  return written.map((row) => row.id)
}

/**
 * Makes what a document had settled under an account role owed again, up to the amount (centavos), the last settled first. The
 * items keep their due dates.
 */
export async function reopenApplications(
  fx: EffectContext,
  { module, document, role, amount }: { module: string; document: number; role: string; amount: bigint },
): Promise<{ id: number; amount: bigint; source_module: string; source_id: number }[]> {
  const rows = await fx.ctx.db.query<{
    id: number
    item_id: number
    kind: ItemKind
    party_id: number
    source_module: string
    source_id: number
    left: string
  }>(
    sql`
      SELECT a.id, o.id AS item_id, o.kind, o.party_id, o.source_module, o.source_id,
        a.amount + coalesce((
          SELECT sum(r.amount) FROM ${table(fx.ctx, 'open_item_application')} r WHERE r.reverses_id = a.id
        ), 0) AS left
      FROM ${table(fx.ctx, 'open_item_application')} a
      JOIN ${table(fx.ctx, 'open_item')} o ON o.id = a.open_item_id
      WHERE a.source_module = ${module}
        AND a.source_id = ${document}
        AND a.reverses_id IS NULL
        AND a.amount > 0
        AND coalesce(
          o.account_role, CASE o.kind WHEN 'payable' THEN 'accounts_payable' ELSE 'accounts_receivable' END
        ) = ${role}
      ORDER BY o.id
      FOR UPDATE OF o
    `,
  )
  let wanted = amount
  const reopened = []
  for (const row of [...rows].sort((a, b) => b.id - a.id)) {
    const left = toCents(row.left)
    const part = left < wanted ? left : wanted
    if (part <= 0n) continue
    wanted -= part
    const [id] = await insertApplications(fx, [{ item_id: row.item_id, amount: -part, reverses_id: row.id }])
    await changeBalance(fx, row.kind, row.party_id, part)
    reopened.push({ id: id!, amount: part, source_module: row.source_module, source_id: row.source_id })
  }
  return reopened
}

/**
 * Takes applications back, dated `fx.date`. What a reopening took from an application counts for it again: refused with
 * E_HAS_CHILDREN where it has been settled otherwise since.
 */
export async function reverseApplications(fx: EffectContext, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await fx.ctx.db.query<{
    id: number
    reverses_id: number | null
    open_item_id: number
    amount: string
    party_id: number
    kind: ItemKind
    transaction_no: string | null
    balance: string
  }>(
    sql`
      SELECT a.id, a.reverses_id, a.open_item_id, a.amount, o.party_id, o.kind, o.transaction_no, o.balance
      FROM ${table(fx.ctx, 'open_item_application')} a
      JOIN ${table(fx.ctx, 'open_item')} o ON o.id = a.open_item_id
      WHERE a.id = ANY(${ids})
      ORDER BY o.id
      FOR UPDATE OF o
    `,
  )
  const reopened = rows.filter((row) => row.reverses_id !== null)
  for (const [id, parts] of Map.groupBy(reopened, (row) => row.open_item_id)) {
    const { balance, transaction_no } = parts[0]!
    if (parts.reduce((sum, row) => sum - toCents(row.amount), 0n) <= toCents(balance)) continue
    const [last] = await appliedTo(fx, id)
    const settled = last ? `Void ${last.title} ${last.label} first.` : 'Void that payment first.'
    throw refuse('E_HAS_CHILDREN', `${transaction_no ?? 'What is owed again'} has been paid since. ${settled}`, last ? [last] : undefined)
  }
  await insertApplications(
    fx,
    rows.map((row) => ({ item_id: row.open_item_id, amount: -toCents(row.amount), reverses_id: row.reverses_id ?? row.id })),
  )
  for (const row of rows) await changeBalance(fx, row.kind, row.party_id, toCents(row.amount))
}

/** Documents by which a part of the item is settled now, newest first: in the order in which they can be voided. */
async function appliedTo(fx: EffectContext, id: number): Promise<{ module: string; id: number; label: string; title: string }[]> {
  const rows = await fx.ctx.db.query<{ source_module: string; source_id: number }>(
    sql`
      SELECT source_module, source_id
      FROM ${table(fx.ctx, 'open_item_application')}
      WHERE open_item_id = ${id}
      GROUP BY source_module, source_id
      HAVING sum(amount) <> 0
      ORDER BY max(id) DESC
    `,
  )
  const result = []
  for (const { source_module: name, source_id } of rows) {
    const module = fx.ctx.modules.get(name)
    if (!module) continue
    const label = sql`${ref(module.entity.numbers[0]?.field ?? module.entity.name)}::text`
    const [document] = await fx.ctx.db.query<{ label: string }>(
      sql`SELECT ${label} AS label FROM ${table(fx.ctx, module.entity.table)} WHERE id = ${source_id}`,
    )
    result.push({ module: name, id: source_id, label: document?.label ?? `#${source_id}`, title: module.singular })
  }
  return result
}

/** Closes an item whose document is voided, dated `fx.date`. */
export async function closeItem(fx: EffectContext, id: number): Promise<void> {
  const [row] = await fx.ctx.db.query<{ party_id: number; amount: string; balance: string; kind: ItemKind }>(
    sql`
      SELECT party_id, amount, balance, kind
      FROM ${table(fx.ctx, 'open_item')}
      WHERE id = ${id}
      FOR UPDATE
    `,
  )
  if (!row) return
  if (toCents(row.balance) !== toCents(row.amount)) {
    const applied = await appliedTo(fx, id)
    if (applied.length === 0) throw refuse('E_HAS_CHILDREN', 'Payments or returns are applied to it. Void them first.')
    throw refuse('E_HAS_CHILDREN', `Void ${applied.map(({ title, label }) => `${title} ${label}`).join(', ')} first.`, applied)
  }
  await insertApplications(fx, [{ item_id: id, amount: toCents(row.amount), reverses_id: null }])
  await changeBalance(fx, row.kind, row.party_id, -toCents(row.amount))
}

/** The party's balance: sum of its open items. */
async function changeBalance(fx: EffectContext, kind: ItemKind, party: number, amount: bigint): Promise<void> {
  if (amount === 0n) return
  await fx.ctx.db.query(
    sql`
      UPDATE ${table(fx.ctx, kind === 'payable' ? 'supplier' : 'customer')}
      SET balance = coalesce(balance, 0) + ${centsText(amount)}::numeric
      WHERE id = ${party}
    `,
  )
}
