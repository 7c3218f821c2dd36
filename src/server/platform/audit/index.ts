/** The audit trail: who did what to which record, with the values before and after. Append-only. */

import type { Field, Module, Row } from '../../../engine/model/module.ts'
import { toJson } from '../../../engine/runtime/compute/index.ts'
import type { Ctx } from '../context.ts'
import { qualify } from '../db/name.ts'
import { Params } from '../db/params.ts'
import { sql, table } from '../db/sql.ts'

interface AuditEntry {
  readonly module: Module
  readonly record_id: number
  /** create, update, delete, or the name of the transition. */
  readonly action: string
  readonly before?: Row | undefined
  readonly after?: Row | undefined
  readonly reason?: string
  /** The event where no field changed: stored beside the new values; `noteBefore` beside the old ones. */
  readonly note?: Row
  readonly noteBefore?: Row
  /** Number of the document, where the values do not contain it. */
  readonly number?: unknown
}

const MASK = '••••'

function auditValue(field: Pick<Field, 'sensitive' | 'type'>, value: unknown): unknown {
  if (value === null || value === undefined) return null
  return field.sensitive || field.type === 'password' || field.type === 'secret' ? MASK : value
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Internal data beside the shown values (for instance a whole computation): no change that users could read. */
const isInternal = (field: Pick<Field, 'type' | 'widget' | 'readonly'>): boolean =>
  field.type === 'json' && field.widget === 'hidden' && field.readonly === true

/** Values of one side; with both sides given, only what differs. */
function pick(module: Module, row: Row | undefined, other: Row | undefined): Row | null {
  if (!row) return null
  const values: Row = {}
  for (const field of module.fields) {
    if (isInternal(field) || !(field.name in row) || (other && isSame(row[field.name], other[field.name]))) continue
    values[field.name] = auditValue(field, row[field.name])
  }
  for (const lines of module.lines) {
    if (!(lines.name in row) || (other && isSame(row[lines.name], other[lines.name]))) continue
    values[lines.name] = (row[lines.name] as Row[]).map((line) =>
      Object.fromEntries([
        ['id', line.id],
        ...lines.fields.filter((field) => field.name in line).map((field) => [field.name, auditValue(field, line[field.name])]),
      ]),
    )
  }
  return values
}

/** The source of the audited record's id: a value, or the row that the same statement has written. */
type Audited = { readonly id: number } | { readonly from: string }

/**
 * The statement that writes one entry. With `from` (the name of a WITH query answering `id`) it is part of the
 * statement that writes the record, and costs no round trip of its own. Sensitive values are masked first.
 */
export function auditSql(ctx: Ctx, entry: Omit<AuditEntry, 'record_id'>, record: Audited, params: Params): string {
  const before = entry.before && toJson(entry.before)
  const after = entry.after && toJson(entry.after)
  const number = entry.number ?? (after ?? before)?.transaction_no
  const now = params.add(ctx.clock.now().toISOString(), 'timestamptz')
  const idOf = (tableName: string, name: string) =>
    `(SELECT id FROM ${qualify(ctx.company.schema, tableName)} WHERE name = ${params.add(name, 'text')})`
  const values = [
    params.add(ctx.principal.user_id || null, 'bigint'),
    params.add(entry.action, 'text'),
    idOf('application', entry.module.application),
    idOf('module', entry.module.name),
    'id' in record ? params.add(record.id, 'bigint') : `${record.from}.id`,
    params.add(number ?? null, 'text'),
    params.add(json(noted(pick(entry.module, before, after), entry.noteBefore)), 'jsonb'),
    params.add(json(noted(pick(entry.module, after, before), entry.note)), 'jsonb'),
    params.add(ctx.request?.ip ?? null, 'text'),
    params.add(ctx.request?.agent?.slice(0, 400) ?? null, 'text'),
    params.add(clientTime(ctx.request?.client_time), 'timestamptz'),
    params.add(entry.reason ?? ctx.system ?? null, 'text'),
    now,
    now,
  ]
  return `INSERT INTO ${qualify(ctx.company.schema, 'audit_trail')}
    (user_id, action, application_id, module_id, record_id, transaction_no, old_values, new_values, ip_address, user_agent, client_time, reason, created_at, updated_at)
    SELECT ${values.join(', ')}${'from' in record ? ` FROM ${record.from}` : ''}`
}

const noted = (values: Row | null, note: Row | undefined): Row | null => (note ? { ...values, ...note } : values)

const json = (values: Row | null): string | null => (values === null ? null : JSON.stringify(values))

/** The browser's time of the action, stored when it is valid: `2026-11-21 09:00:00`, Philippine time. */
function clientTime(text: string | undefined): string | null {
  if (!text || !/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text) || Number.isNaN(Date.parse(text.replace(' ', 'T')))) return null
  return `${text}+08`
}

/** Writes one entry in the current transaction. */
export async function writeAudit(ctx: Ctx, entry: AuditEntry): Promise<void> {
  const params = new Params()
  await ctx.db.prepared(auditSql(ctx, entry, { id: entry.record_id }, params), params.values)
}

/** One row written or removed behind a save: `before` and `after` as stored (`to_jsonb` of the row), either may be absent. */
export interface RowChange {
  readonly before?: Row
  readonly after?: Row
}

/**
 * Writes one entry per row that code has inserted, changed or deleted by statements of its own, in one statement:
 * `create`, `update` or `delete` by what is given. `reason` names the cause of the rows.
 */
export async function auditRows(ctx: Ctx, module: Module, changes: readonly RowChange[], reason: string): Promise<void> {
  if (!changes.length) return
  const entries = changes.map(({ before, after }) => ({
    action: before ? (after ? 'update' : 'delete') : 'create',
    record_id: (after ?? before)?.id,
    old_values: pick(module, before, after),
    new_values: pick(module, after, before),
  }))
  const now = ctx.clock.now().toISOString()
  await ctx.db.query(
    sql`
      INSERT INTO ${table(ctx, 'audit_trail')} (
        user_id, action, application_id, module_id, record_id, old_values, new_values, ip_address, user_agent, reason,
        created_at, updated_at
      )
      SELECT ${ctx.principal.user_id || null}, e.action,
        (SELECT id FROM ${table(ctx, 'application')} WHERE name = ${module.application}),
        (SELECT id FROM ${table(ctx, 'module')} WHERE name = ${module.name}), e.record_id, e.old_values, e.new_values,
        ${ctx.request?.ip ?? null}, ${ctx.request?.agent?.slice(0, 400) ?? null}, ${reason.slice(0, 200)},
        ${now}, ${now}
      FROM json_to_recordset(${JSON.stringify(entries)}::json) AS e(
        action text, record_id bigint, old_values jsonb, new_values jsonb
      )
    `,
  )
}
