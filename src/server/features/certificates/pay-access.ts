import { sees } from '../../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { forbidden } from '../../platform/errors.ts'

/** 403 where a document shows what the user may not see: releasing it would show it to them. */
export function requirePayAccess(ctx: Ctx, access: string | undefined): void {
  if (access && ctx.system === undefined && !sees(ctx.principal, { access }))
    throw forbidden("This document shows the employee's pay. Only users who can see compensation can release it.")
}
