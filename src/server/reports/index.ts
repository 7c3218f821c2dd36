/** Reports by name. `runReport` is what the generic list route calls for a module of kind report. */
import type { Json, Module, Row } from '../../engine/module.ts'
import type { Ctx, Handler } from '../context.ts'
import { AppError } from '../errors.ts'
import { generalLedger, trialBalance } from './ledger.ts'
import type { ReportPage } from './page.ts'
import { readParameters } from './parameters.ts'
import { stockBalance, stockCard } from './stock.ts'

type Report = (ctx: Ctx, module: Module, query: Readonly<Record<string, unknown>>, values: Row) => Promise<ReportPage>

const reports: Readonly<Record<string, Report>> = {
  'stock.balance': stockBalance,
  'stock.card': stockCard,
  'ledger.general': generalLedger,
  'ledger.trialBalance': trialBalance,
}

/** The reports as handlers, so that descriptors may name them and the checker knows them. */
export const reportHandlers: readonly Handler[] = Object.entries(reports).map(([name, report]) => ({
  name,
  params: { type: ['object', 'null'], additionalProperties: false, properties: {} },
  async run(ctx: Ctx, module: Module, request: { readonly query: Readonly<Record<string, unknown>> }, _params: Json): Promise<ReportPage> {
    return report(ctx, module, request.query, await readParameters(ctx, module, request.query))
  },
}))

/**
 * One page of a report: `{data, totals, pagination}`. `query` is the request's: parameters as `filter[x]` or
 * `x`, `page`, `limit` (`all` for exports). The caller's right to the report has been checked; rows of other
 * branches and columns he may not see are left out here.
 */
export async function runReport(ctx: Ctx, module: Module, query: Readonly<Record<string, unknown>>): Promise<ReportPage> {
  const report = module.report?.handler ? reports[module.report.handler] : undefined
  if (!report) throw new AppError('not_found', 'This module has no report.')
  return report(ctx, module, query, await readParameters(ctx, module, query))
}

export type { ReportPage } from './page.ts'
