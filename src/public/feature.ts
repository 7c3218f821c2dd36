/**
 * `tanggapan/feature`: the exports of the product for the server code of a package. They keep their name and meaning
 * within a major version; everything else of the product can change with any version.
 */
import { literal, qualify, quote } from '../server/platform/db/name.ts'

export type { Json, JsonSchema, Module, ModuleSet, Principal, Row, Transition } from '../engine/model/module.ts'
export { type Decimal, dec, round2, round4, round6, ZERO } from '../kernel/decimal.ts'
export type { Feature, Queue, Report, Timer } from '../server/features/feature.ts'
export { writeAudit } from '../server/platform/audit/index.ts'
export { asSystem } from '../server/platform/auth/as-system.ts'
export type {
  Approver,
  Company,
  Ctx,
  Db,
  Effect,
  EffectContext,
  Guard,
  Handler,
  HandlerRequest,
  ListQuery,
  Page,
  PrintForm,
  PrintInput,
  Reply,
  SaveEvent,
  SaveHook,
  Settings,
} from '../server/platform/context.ts'
export { AppError, forbidden, invalid, notFound, refuseByRule as refuse } from '../server/platform/errors.ts'
export { flag, handler, id, ids, oneOf, optionalId, optionalText, rows, text } from '../server/platform/http/params.ts'
export { notifyUsers } from '../server/platform/notifications/notify.ts'
export type { Footer, Letterhead, PdfDefinition } from '../server/platform/print-form.ts'
export type { ReportPage } from '../server/records/report/page.ts'
export { centsOf, idOf, linesOf, linesTable, moneyText, nameOf, quantityText, recordId, table, textOf } from '../server/records/row.ts'

/** Names and constants as SQL text. Values go into the parameters of a query (`$1`), never into its text. */
export const sql = { quote, qualify, literal } as const
