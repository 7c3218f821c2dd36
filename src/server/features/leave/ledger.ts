/**
 * The ledger of leave credits as rows of `employee_balance_history`, written set-wise. Entries are never changed or
 * deleted; an entry is undone by a reversal. The running balance is computed from them.
 */

import { type EntryKind, reverse } from '../../../domain/leave/ledger.ts'
import { Decimal } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { empty, raw, sql, table } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'
import { syncItems } from './documents.ts'
import { type Account, COLUMNS, type EntryRow, entryOf, history, inAccounts, type Posting, SIGNED } from './entries.ts'

/** The origin of an entry. */
export interface LeaveSource {
  readonly module: string
  readonly id: number
  readonly transaction_no?: string | null
  /** Payroll that pays a conversion in cash. */
  readonly payroll_id?: number
}

/** Locks the credits of employees for the current transaction, in the order of their ids, so that the same day is never used twice. */
export async function holdLeave(ctx: Ctx, employeeIds: readonly number[]): Promise<void> {
  await ctx.db.query(
    sql`
      SELECT count(*)
      FROM (
        SELECT pg_advisory_xact_lock(hashtextextended(${`leave:${ctx.company.schema}:`} || id::text, 0))
        FROM (SELECT DISTINCT unnest(${employeeIds}::bigint[]) AS id ORDER BY 1) e
      ) held
    `,
  )
}

const RECORD =
  'employee_id bigint, leave_type_id bigint, date date, kind text, qty_in numeric, qty_out numeric, expires_on date, entry_key text, reverses text, remarks text'

/**
 * Writes entries and updates the running balances and the figures of the documents that gave the credits. Belongs to the
 * caller's transaction, which holds the employees.
 */
export async function postLeave(ctx: Ctx, source: LeaveSource, postings: readonly Posting[]): Promise<void> {
  if (!postings.length) return
  const rows = postings.map(({ employee_id, leave_type_id, entry }) => ({
    employee_id,
    leave_type_id,
    date: entry.date,
    kind: entry.kind,
    qty_in: entry.days.isNegative() ? '0' : entry.days.toFixed(),
    qty_out: entry.days.isNegative() ? entry.days.neg().toFixed() : '0',
    expires_on: entry.expires_on ?? null,
    entry_key: entry.key ?? null,
    reverses: entry.reverses ?? null,
    remarks: entry.note ?? null,
  }))
  const user = ctx.principal.user_id || null
  const now = ctx.clock.now().toISOString()
  await ctx.db.query(
    sql`
      INSERT INTO ${history(ctx)} (
        employee_id, leave_type_id, date, kind, qty_in, qty_out, running_balance, expires_on, entry_key, reverses,
        remarks, source_module_id, source, source_id, transaction_no, payroll_id, version, created_by, created_at,
        updated_by, updated_at
      )
      SELECT r.employee_id, r.leave_type_id, r.date, r.kind, r.qty_in, r.qty_out, 0, r.expires_on, r.entry_key,
        r.reverses, r.remarks, (SELECT id FROM ${table(ctx, 'module')} WHERE name = ${source.module}),
        ${source.module}, ${source.id}, ${source.transaction_no ?? null}, ${source.payroll_id ?? null}, 1, ${user},
        ${now}, ${user}, ${now}
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(${raw(RECORD)})
    `,
  )
  await renewBalances(ctx, postings)
  await syncItems(ctx, postings, postings.map(({ entry }) => entry.date).sort()[0]!)
}

/**
 * The position of an entry among those of its day. A reversal comes after the entry it undoes: a reservation that is
 * given back never counts before it was made. The reversal of an expiry counts at the start of the day, where the expiry
 * was.
 */
const TURN = sql`
  CASE
    WHEN kind = 'expiry' THEN 0
    WHEN coalesce(qty_out, 0) > 0 OR reverses IS NOT NULL AND reverses <> 'expiry' THEN 2
    ELSE 1
  END
`

/** Recomputes the running balances in the order of dates: expired credits first, then credits given, then credits taken. */
export async function renewBalances(ctx: Ctx, accounts: readonly Account[]): Promise<void> {
  await ctx.db.query(
    sql`
      UPDATE ${history(ctx)} h
      SET running_balance = r.balance
      FROM (
        SELECT id, sum(${SIGNED}) OVER (PARTITION BY employee_id, leave_type_id ORDER BY date, ${TURN}, id) AS balance
        FROM ${history(ctx)} a
        WHERE ${inAccounts('a', accounts)}
      ) r
      WHERE r.id = h.id
        AND h.running_balance IS DISTINCT FROM r.balance
    `,
  )
}

/** Refuses a balance below zero on any day, unless the leave type allows it. */
export async function requireCovered(ctx: Ctx, accounts: readonly Account[], why: string): Promise<void> {
  const short = await ctx.db.query<{ name: string; type: string }>(
    sql`
      SELECT e.full_name AS name, t.name AS type
      FROM (
        SELECT DISTINCT employee_id, leave_type_id
        FROM ${history(ctx)} a
        WHERE ${inAccounts('a', accounts)}
          AND running_balance < 0
      ) h
      JOIN ${table(ctx, 'employee')} e ON e.id = h.employee_id
      JOIN ${table(ctx, 'leave_type')} t ON t.id = h.leave_type_id
      WHERE t.allow_negative IS NOT TRUE
      ORDER BY e.full_name, e.id
      LIMIT 4
    `,
  )
  if (!short.length) return
  const names = short.slice(0, 3).map((entry) => `${entry.name} (${entry.type})`)
  throw refuse('E_LEAVE_BALANCE', `${why}: ${names.join(', ')}${short.length > 3 ? ' and others' : ''}.`)
}

/** Entries of a source that are not undone yet. */
export async function standingOf(ctx: Ctx, module: string, id: number, kinds?: readonly EntryKind[]): Promise<Posting[]> {
  const rows = await ctx.db.query<EntryRow>(
    sql`
      SELECT ${COLUMNS}
      FROM ${history(ctx)} h
      WHERE source = ${module}
        AND source_id = ${id}
        AND kind <> 'reversal'
        ${kinds ? sql`AND kind = ANY (${kinds}::text[])` : empty}
        AND NOT EXISTS (
          SELECT 1
          FROM ${history(ctx)} u
          WHERE u.employee_id = h.employee_id
            AND u.leave_type_id = h.leave_type_id
            AND u.entry_key = h.entry_key || ':undone'
        )
      ORDER BY id
    `,
  )
  return rows.map((row) => ({ employee_id: Number(row.employee_id), leave_type_id: Number(row.leave_type_id), entry: entryOf(row) }))
}

/** Entries that undo others, each as of its own date. */
export const undoing = (postings: readonly Posting[]): Posting[] =>
  postings.map((posting) => ({ ...posting, entry: reverse([posting.entry], posting.entry.key ?? '') }))

/** Undoes what a source has entered; answers how many entries that were. */
export async function undoSource(ctx: Ctx, source: LeaveSource, kinds?: readonly EntryKind[]): Promise<Posting[]> {
  const standing = await standingOf(ctx, source.module, source.id, kinds)
  await postLeave(ctx, source, undoing(standing))
  return standing
}

/** Days as shown to users: `7.5`, at most four places. */
export const daysText = (days: Decimal): string => new Decimal(days).toDecimalPlaces(4).toFixed()
