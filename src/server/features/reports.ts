/**
 * Reports by name. The generic list route calls them for a module of kind report, with parameters as
 * `filter[x]` or `x`, `page` and `limit` (`all` for exports). Rows of other branches and columns the caller
 * may not see are left out here; his right to the report has been checked.
 */
import type { Json, Module, Row } from '../../engine/model/module.ts'
import type { Ctx, Handler } from '../platform/context.ts'
import type { ReportPage } from '../records/report/page.ts'
import { readParameters } from '../records/report/parameters.ts'
import { generalLedger, trialBalance } from './accounting/ledger-report.ts'
import { stockBalance, stockCard } from './inventory/stock-report.ts'

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
