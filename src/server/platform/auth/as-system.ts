import type { Principal } from '../../../engine/model/module.ts'
import type { Ctx } from '../context.ts'

/** The server itself: no row in `user`, no rights of its own. */
export const SYSTEM: Principal = {
  user_id: 0,
  username: 'system',
  name: 'System',
  role: '',
  branch_id: null,
  branch_ids: [],
  employee_id: null,
  is_developer: false,
  grants: {},
  access: [],
  applications: [],
}

/**
 * The same context without row and action permissions: the only way around them. The reason is logged.
 * The caller stays the principal, so that the audit trail names who caused the work.
 */
export function asSystem(ctx: Ctx, reason: string): Ctx {
  ctx.log.info({ company: ctx.company.code, user_id: ctx.principal.user_id, reason }, 'acting as system')
  return { ...ctx, system: reason }
}
