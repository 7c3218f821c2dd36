/** What stands below the rows of a statement of account: the age of what is open, and the post-dated checks that are held. */
import { AGING_FIELDS, agingLabels, checkBounds } from '../../../domain/payables/aging.ts'
import type { Row } from '../../../engine/model/module.ts'
import { canDo } from '../../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { literal, quote } from '../../platform/db/name.ts'
import { Params } from '../../platform/db/params.ts'
import { branchScope, type PageTable } from '../../records/report/page.ts'
import { asRule, table } from '../../records/row.ts'
import { agingBounds } from './aging.ts'

/** SQL of what of an open item `o` was applied up to the day `asOf`. */
export const applied = (ctx: Ctx, asOf: string): string =>
  `coalesce((SELECT sum(a.amount) FROM ${table(ctx, 'open_item_application')} a WHERE a.open_item_id = o.id AND a.date <= ${asOf}), 0)`

/** SQL of the days that an open item `o` is past due on the day `asOf`: a credit or an advance is never past due. */
export const daysPastDue = (asOf: string): string =>
  `(CASE WHEN o.open < 0 THEN least(${asOf} - o.due_date, 0) ELSE ${asOf} - o.due_date END)`

/** SQL of the open amount of an item in each bucket of `bounds`, by the SQL of its days past due. */
export const bucketColumns = (bounds: readonly number[], days: string): { readonly name: string; readonly sql: string }[] =>
  AGING_FIELDS.map((name, index) => {
    const least = index === 0 ? 'true' : `${days} > ${bounds[index - 1]}`
    const most = bounds[index] === undefined ? '' : ` AND ${days} <= ${bounds[index]}`
    return { name, sql: `CASE WHEN ${least}${most} THEN o.open ELSE 0 END` }
  })

/** Whose statement it is, and on which side. */
interface Subject {
  readonly side: string
  readonly party: unknown
  /** The last day of the statement. */
  readonly to: unknown
  readonly branch: unknown
}

/** The tables of a statement: the aging always, the checks of a customer where the caller can list them and some are held. */
export async function statementTables(ctx: Ctx, subject: Subject): Promise<readonly PageTable[]> {
  const checks = await heldChecks(ctx, subject)
  return [await aging(ctx, subject), ...(checks ? [checks] : [])]
}

async function aging(ctx: Ctx, { side, party, to, branch }: Subject): Promise<PageTable> {
  const bounds = agingBounds(ctx)
  asRule('E_AGING_BUCKETS', () => checkBounds(bounds))
  const p = new Params()
  const asOf = p.add(to, 'date')
  const where = [
    `o.kind = ${literal(side)}`,
    `o.party_id = ${p.add(party, 'bigint')}`,
    `o.date <= ${asOf}`,
    p.equals('o.branch_id', branch),
    branchScope(ctx, 'o.branch_id', p),
  ].join(' AND ')
  const sums = bucketColumns(bounds, daysPastDue(asOf)).map(({ name, sql }) => `coalesce(sum(${sql}), 0)::float8 AS ${quote(name)}`)
  const rows = await ctx.db.query<Row>(
    `SELECT ${sums.join(', ')}, coalesce(sum(o.open), 0)::float8 AS balance
     FROM (SELECT o.*, o.amount - ${applied(ctx, asOf)} AS open FROM ${table(ctx, 'open_item')} o WHERE ${where}) o`,
    p.values,
  )
  const labels = agingLabels(bounds)
  return {
    title: 'Days past due',
    columns: [
      ...AGING_FIELDS.map((name, index) => ({ name, title: labels[index]!, type: 'money' as const })),
      { name: 'balance', title: 'Balance', type: 'money' },
    ],
    rows,
  }
}

/** Checks with a later date that were received and, on the last day, neither deposited nor returned. */
async function heldChecks(ctx: Ctx, { side, party, to, branch }: Subject): Promise<PageTable | undefined> {
  const register = ctx.modules.get('check_register')
  if (side !== 'receivable' || !register || (ctx.system === undefined && !canDo(ctx.principal, register, 'index'))) return undefined
  const p = new Params()
  const asOf = p.add(to, 'date')
  const rows = await ctx.db.query<Row>(
    `SELECT c.check_no, b.name AS bank, c.check_date::text AS check_date, c.amount::float8 AS amount
     FROM ${table(ctx, register.entity.table)} c LEFT JOIN ${table(ctx, 'bank')} b ON b.id = c.bank_id
     WHERE c.customer_id = ${p.add(party, 'bigint')} AND c.is_post_dated AND c.received_on <= ${asOf}
       AND (c.status = 'on_hand' OR (c.status <> 'voided' AND coalesce(c.deposited_on, c.returned_on) > ${asOf}))
       AND ${p.equals('c.branch_id', branch)} AND ${branchScope(ctx, 'c.branch_id', p)}
     ORDER BY c.check_date, c.id`,
    p.values,
  )
  if (rows.length === 0) return undefined
  return {
    title: 'Post-dated checks held',
    columns: [
      { name: 'check_no', title: 'Check no.', type: 'text' },
      { name: 'bank', title: 'Drawn on', type: 'text' },
      { name: 'check_date', title: 'Check date', type: 'date' },
      { name: 'amount', title: 'Amount', type: 'money' },
    ],
    rows,
  }
}
