/** Days that a filing changes are processed again in the same transaction, as far as they are over. */
import { asSystem } from '../../platform/auth/as-system.ts'
import type { Ctx } from '../../platform/context.ts'
import { requireUnlocked } from '../time/locks.ts'
import { processDays } from '../time/process.ts'

/** Processes the days of the employees; 423 where a time sheet is locked. Future days are processed when they are over. */
export async function reprocess(ctx: Ctx, employeeIds: readonly number[], from: string, to: string): Promise<void> {
  await requireUnlocked(ctx, employeeIds, from, to)
  if (from > ctx.clock.today(ctx.company.time_zone)) return
  await processDays(asSystem(ctx, 'a filing changed the day'), { employeeIds: [...employeeIds], from, to })
}
