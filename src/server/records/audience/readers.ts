/** The listeners of events: their rights and the people they lead. */
import { can } from '../../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { ledBy } from '../query/led.ts'
import type { Reader } from './audience.ts'

/** Contexts of the present active users of a company, by id; users who can no longer sign in are absent. */
export type UsersOf = (company: string, user_ids: readonly number[]) => Promise<ReadonlyMap<number, Ctx>>

/** A listener's rights. Loads the people they lead only where a module opens its rows to leaders. */
export async function readerOf(ctx: Ctx): Promise<Reader> {
  const { principal, modules } = ctx
  const leads =
    principal.employee_id !== null &&
    [...modules.values()].some((module) => (module.entity.supervised || module.entity.led) && can(principal, module, 'index'))
  return { principal, modules, led: new Set(leads ? await ledBy(ctx) : []) }
}
