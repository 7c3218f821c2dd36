/** Conditions of notifications (`notify.when`). */

import type { Module, Notify, Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../context.ts'
import { envFor, programFor } from '../expressions.ts'

/** Whether the condition of an entry is true of the record; entries without one always apply. */
export const applies = async (ctx: Ctx, module: Module, { when }: Notify, record: Row): Promise<boolean> =>
  when === undefined || programFor(ctx, module, when).evaluate(record, await envFor(ctx, module)) === true
