/** `change.apply`: an approved change request changes the record it is about, through the services like any other save. */

import type { Row } from '../../../engine/model/module.ts'
import { loadPrincipalOf } from '../../platform/auth/principal.ts'
import type { Ctx, Effect } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { AppError, forbidden } from '../../platform/errors.ts'
import { requireAction } from '../../records/access.ts'

const REQUESTS = 'change_management'

/** Carries out one approved request, if its day has come. Belongs to the caller's transaction. */
async function apply(ctx: Ctx, request: Row): Promise<void> {
  const [target] = await ctx.db.query<{ name: string }>(sql`SELECT name FROM ${table(ctx, 'module')} WHERE id = ${request.module_id}`)
  const module = target && ctx.modules.get(target.name)
  // A configuration change is made by hand; the request documents it.
  if (!module || request.change_type === 'configuration') return
  const values = (request.new_values ?? {}) as Row
  const { records } = ctx.services
  const id = Number(request.record_id)
  const today = ctx.clock.today(ctx.company.time_zone)
  if (request.effective_date && String(request.effective_date) > today) {
    // The day has not come yet; but a user who could not make the change cannot approve it either.
    requireAction(ctx, module, String(request.change_type))
    if (request.change_type !== 'create') await records.get(ctx, module, id, request.change_type === 'delete' ? 'delete' : 'edit')
    return
  }
  const before = request.change_type === 'create' ? undefined : await records.get(ctx, module, id)
  if (request.change_type === 'delete') await records.remove(ctx, module, id)
  else if (request.change_type === 'update') await records.update(ctx, module, id, values)
  const made = request.change_type === 'create' ? await records.create(ctx, module, values) : undefined
  const old = before && Object.fromEntries(Object.keys(values).map((name) => [name, before[name] ?? null]))
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, REQUESTS)}
      SET applied_at = ${ctx.clock.now().toISOString()}, old_values = ${old ? JSON.stringify(old) : null}::jsonb,
        record_id = coalesce(record_id, ${made?.id ?? null})
      WHERE id = ${request.id}
    `,
  )
}

/** The approver needs the right to make the change; a change for a later day waits for that day. */
export const changeApply: Effect = {
  name: 'change.apply',
  rank: 50,
  params: { description: 'Carries out an approved change request.', type: ['object', 'null'], additionalProperties: false, properties: {} },
  async apply({ ctx, record }) {
    await apply(ctx, record)
    return null
  },
  // The change stays; another request changes it back.
  async reverse() {},
}

/** Applies the approver's rights of that day, so that waiting never adds rights. */
async function asApprover(ctx: Ctx, request: Row): Promise<Ctx> {
  const principal = await loadPrincipalOf(ctx, Number(request.approver_id))
  if (!principal) throw forbidden("The approver's account no longer exists.")
  const { system: _system, ...rest } = ctx
  return { ...rest, principal }
}

/** Applies approved changes whose day has come. A change that can no longer be made is logged and tried again. */
export async function applyDueChanges(ctx: Ctx): Promise<void> {
  const due = await ctx.db.query<Row>(
    sql`
      SELECT *
      FROM ${table(ctx, REQUESTS)}
      WHERE status = 'approved'
        AND applied_at IS NULL
        AND change_type <> 'configuration'
        AND effective_date <= ${ctx.clock.today(ctx.company.time_zone)}
      ORDER BY id
      LIMIT 50
    `,
  )
  if (!due.length) return
  for (const request of due)
    await ctx.db
      .tx(async () => apply(await asApprover(ctx, request), request))
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        ctx.log.warn({ err: error, change: request.id }, 'an approved change could not be made')
      })
}
