/** Calls of loans beside the generic ones. */

import { handler, id } from '../../platform/http/params.ts'
import { scheduleRows } from './entry.ts'
import { statementHandler } from './statement.ts'

/** The instalments of a loan and when payroll deducts them. */
const schedule = handler('loanEntry.schedule', async (ctx, { params }, module) => {
  const record = await ctx.services.records.get(ctx, module, id(params, 'id'))
  return scheduleRows(ctx, Number(record.id))
})

export const loanHandlers = [schedule, statementHandler]
