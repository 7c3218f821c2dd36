/** The audit trail: who did what to which record, with the values before and after. Append-only. */
import { toJson } from '../../engine/compute/index.ts'
import type { Field, Module, Row } from '../../engine/module.ts'
import type { Ctx } from '../context.ts'
import { qualify } from '../db/name.ts'

export interface AuditEntry {
  readonly module: Module
  readonly record_id: number
  /** create, update, delete, or the name of the transition. */
  readonly action: string
  readonly before?: Row | undefined
  readonly after?: Row | undefined
  readonly reason?: string
}

const MASK = '••••'

function kept(field: Pick<Field, 'sensitive' | 'type'>, value: unknown): unknown {
  if (value === null || value === undefined) return null
  return field.sensitive || field.type === 'password' || field.type === 'secret' ? MASK : value
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Values of one side; with both sides given, only what differs. */
function pick(module: Module, row: Row | undefined, other: Row | undefined): Row | null {
  if (!row) return null
  const values: Row = {}
  for (const field of module.fields) {
    if (!(field.name in row) || (other && isSame(row[field.name], other[field.name]))) continue
    values[field.name] = kept(field, row[field.name])
  }
  for (const lines of module.lines) {
    if (!(lines.name in row) || (other && isSame(row[lines.name], other[lines.name]))) continue
    values[lines.name] = (row[lines.name] as Row[]).map((line) =>
      Object.fromEntries([
        ['id', line.id],
        ...lines.fields.filter((field) => field.name in line).map((field) => [field.name, kept(field, line[field.name])]),
      ]),
    )
  }
  return values
}

/** Writes one entry in the current transaction. Sensitive values are masked before they are kept. */
export async function writeAudit(ctx: Ctx, entry: AuditEntry): Promise<void> {
  const before = entry.before && toJson(entry.before)
  const after = entry.after && toJson(entry.after)
  const number = (after ?? before)?.transaction_no
  const time = ctx.request?.client_time
  const table = (name: string) => qualify(ctx.company.schema, name)
  await ctx.db.query(
    `INSERT INTO ${table('audit_trail')}
       (user_id, action, application_id, module_id, record_id, transaction_no, old_values, new_values, ip_address, user_agent, client_time, reason, created_at, updated_at)
     VALUES ($1, $2, (SELECT id FROM ${table('application')} WHERE name = $3), (SELECT id FROM ${table('module')} WHERE name = $4), $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)`,
    [
      ctx.principal.user_id || null,
      entry.action,
      entry.module.application,
      entry.module.name,
      entry.record_id,
      number ?? null,
      JSON.stringify(pick(entry.module, before, after)),
      JSON.stringify(pick(entry.module, after, before)),
      ctx.request?.ip ?? null,
      ctx.request?.agent?.slice(0, 400) ?? null,
      time && /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(time) && !Number.isNaN(Date.parse(time.replace(' ', 'T'))) ? `${time}+08` : null,
      entry.reason ?? ctx.system ?? null,
      ctx.clock.now().toISOString(),
    ],
  )
}
