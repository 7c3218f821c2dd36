/**
 * `purchase.return`: goods back to the supplier at the moving average (K5). Before the bill the receipt's
 * value is given up; after it the supplier is debited, and the bill's VAT and withholding are taken back. The
 * difference between either and the cost of the goods is purchase price variance.
 */

import { fromCents, toCents } from '../../../domain/decimal.ts'
import type { Posting } from '../../../domain/ledger/journal.ts'
import { centsText, microsText } from '../../../domain/minor-units.ts'
import { issue } from '../../../domain/stock/valuation.ts'
import { withhold } from '../../../domain/trade/tax.ts'
import type { Json, Row } from '../../../engine/model/module.ts'
import type { Effect, EffectContext } from '../../platform/context.ts'
import { refuse } from '../../platform/errors.ts'
import { centsOf, idOf, linesOf, linesTable, microsOf, recordId, table, textOf } from '../../records/row.ts'
import { accountFor, type Place, roleAccounts } from '../accounting/accounts.ts'
import { reverseEntry, writeEntry } from '../accounting/entry.ts'
import { applyToItems, closeItem, lockItems, openItem, reverseApplications } from '../accounting/open-items.ts'
import { undoRows } from '../inventory/reversal.ts'
import { type BucketKey, StockSession } from '../inventory/stock-posting.ts'
import { refreshBill } from './balance.ts'
import { vatRole } from './bill.ts'
import { clearShare, receiptLines, writeCleared } from './receipts.ts'

const ROLES = [
  'inventory',
  'cogs',
  'goods_received_not_invoiced',
  'purchase_price_variance',
  'input_vat_goods',
  'input_vat_services',
  'input_vat_capital',
  'ewt_payable',
  'accounts_payable',
]

interface ReturnEntry {
  rows: number[]
  shares: { id: number; share: string }[]
  orders: { id: number; qty: string }[]
  applied: number[]
  bill: { id: number; amount: string } | null
  credit: number | null
  entry: number | null
}

const bucketOf = (fx: EffectContext, line: Row): BucketKey => ({
  item_id: idOf(line, 'item_id')!,
  location_id: idOf(fx.record, 'location_id')!,
})

export const purchaseReturn: Effect = {
  name: 'purchase.return',
  rank: 20,
  params: {
    description: 'Sends goods back to the supplier at their average cost and takes the receipt or the bill back by as much.',
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {},
  },
  async lock(fx) {
    await StockSession.of(fx).lock(linesOf(fx.record, 'items').map((line) => bucketOf(fx, line)))
    const bill = idOf(fx.record, 'bill_id')
    if (bill !== null) await lockItems(fx, 'bill', [bill])
  },
  async apply(fx): Promise<Json> {
    const { record } = fx
    const lines = linesOf(record, 'items')
    const company = await roleAccounts(fx.ctx, ROLES)
    const account: AccountOf = (role, place = {}) => accountFor(role, place, company)
    const done: ReturnEntry = { rows: [], shares: [], orders: [], applied: [], bill: null, credit: null, entry: null }
    const issued = await issueLines(fx, lines)
    done.rows = issued.rows
    const goods = issued.costs.map(
      ({ key, cost }): Posting => ({ account_id: account('inventory', StockSession.of(fx).place(key)), amount: -cost }),
    )
    const postings =
      idOf(record, 'bill_id') === null
        ? await unbilled(fx, lines, account, issued.costs, done)
        : await billed(fx, lines, account, issued.costs, done)
    postings.push(...goods)
    const rest = postings.reduce((sum, posting) => sum + posting.amount, 0n)
    postings.push({ account_id: account('purchase_price_variance'), amount: -rest })
    done.entry = (await writeEntry(fx, postings, { journal: 'Purchases' })) ?? null
    await writeReturnLines(fx, lines)
    return done as unknown as Json
  },
  async reverse(fx, entry) {
    const done = entry as unknown as ReturnEntry
    await reverseApplications(fx, 'payable', done.applied)
    if (done.credit !== null) await closeItem(fx, 'payable', done.credit)
    const extra = await undoRows(fx, done.rows)
    await writeCleared(
      fx,
      done.shares.map(({ id, share }) => ({ id, share: -BigInt(share) })),
    )
    await returnedOnOrders(
      fx,
      done.orders.map(({ id, qty }) => ({ id, qty: -BigInt(qty) })),
    )
    if (done.bill) await refreshBill(fx, done.bill.id, -BigInt(done.bill.amount))
    if (done.entry !== null) await reverseEntry(fx, done.entry, extra)
  },
}

type AccountOf = (role: string, place?: Place) => number
type LineCost = { line: Row; key: BucketKey; cost: bigint }

/** Goods out at the average; what is not kept in stock goes at its own net amount. */
async function issueLines(fx: EffectContext, lines: readonly Row[]): Promise<{ rows: number[]; costs: LineCost[] }> {
  const stock = StockSession.of(fx)
  const costs: LineCost[] = []
  for (const line of lines) {
    const key = bucketOf(fx, line)
    if (!stock.isStock(key)) {
      costs.push({ line, key, cost: centsOf(line, 'net') })
      continue
    }
    const qty = microsOf(line, 'base_qty')
    if (qty > stock.available(key) && !stock.allowsNegative(key)) throw stock.shortage(key, qty, stock.available(key))
    const step = stock.apply(key, { source_line_id: idOf(line, 'id') }, (bucket, allowNegative) => issue(bucket, qty, allowNegative))
    costs.push({ line, key, cost: -step.rows[0]!.value })
  }
  return { rows: await stock.flush(), costs }
}

/** Not billed yet: gives up the receipt's value of the goods. */
async function unbilled(
  fx: EffectContext,
  lines: readonly Row[],
  account: AccountOf,
  costs: readonly LineCost[],
  done: ReturnEntry,
): Promise<Posting[]> {
  const receipts = await receiptLines(fx, lines)
  const orders: { id: number; qty: bigint }[] = []
  const postings = costs.map(({ line, cost }): Posting => {
    const receipt = receipts.get(idOf(line, 'source_line_id') ?? 0)
    if (!receipt) throw refuse('E_SOURCE', 'A return needs a receipt or bill. Copy the lines from it.')
    const share = clearShare(receipt, microsOf(line, 'qty'))
    if (receipt.order_line_id !== null) orders.push({ id: receipt.order_line_id, qty: microsOf(line, 'qty') })
    setCosts(line, cost, share, share)
    return { account_id: account('goods_received_not_invoiced'), amount: share, supplier_id: idOf(fx.record, 'supplier_id') }
  })
  done.shares = [...receipts.values()].map(({ id, share }) => ({ id, share: share.toString() }))
  await writeCleared(fx, [...receipts.values()])
  await returnedOnOrders(fx, orders)
  done.orders = orders.map(({ id, qty }) => ({ id, qty: qty.toString() }))
  return postings
}

/** Billed already: debits the supplier on the bill, less withholding, and takes back the input VAT. */
async function billed(
  fx: EffectContext,
  lines: readonly Row[],
  account: AccountOf,
  costs: readonly LineCost[],
  done: ReturnEntry,
): Promise<Posting[]> {
  const { record } = fx
  const bill = idOf(record, 'bill_id')!
  const supplier_id = idOf(record, 'supplier_id')
  const sources = await billLines(fx, lines)
  const items = await lockItems(fx, 'bill', [bill])
  const item = items.get(bill)
  if (!item || item.party_id !== supplier_id)
    throw refuse('E_SOURCE', 'The bill is not posted or belongs to another supplier. Choose a posted bill of this supplier.')
  const source = (line: Row): Row => sources.get(idOf(line, 'source_line_id') ?? 0) ?? {}
  const withheld = withhold(
    lines.map((line) => ({ net: centsOf(line, 'net'), atc: textOf(source(line), 'atc_code'), rate: source(line).withholding_rate ?? 0 })),
  ).groups.reduce((sum, group) => sum + group.tax, 0n)
  const debit = centsOf(record, 'total') - withheld
  const applied = debit < item.balance ? debit : item.balance
  if (applied > 0n) {
    done.applied = await applyToItems(fx, 'payable', [{ item, amount: applied }])
    done.bill = { id: bill, amount: applied.toString() }
    await refreshBill(fx, bill, applied)
  }
  if (debit > applied) {
    done.credit = await openItem(fx, {
      kind: 'payable',
      party_id: supplier_id!,
      branch_id: idOf(record, 'branch_id'),
      amount: applied - debit,
      document_date: fx.date,
      due_date: fx.date,
      reference_no: textOf(record, 'supplier_rma_no') || null,
    })
  }
  await fx.ctx.db.query(`UPDATE ${table(fx.ctx, fx.module.entity.table)} SET withholding_amount = $2 WHERE id = $1`, [
    recordId(fx),
    centsText(withheld),
  ])
  for (const { line, cost } of costs)
    setCosts(line, cost, centsOf(line, 'net') + (vatRole(source(line)) ? 0n : centsOf(line, 'tax_amount')), 0n)
  const [party] = await fx.ctx.db.query<Row>(`SELECT payable_account_id FROM ${table(fx.ctx, 'supplier')} WHERE id = $1`, [supplier_id])
  return [
    { account_id: account('accounts_payable', { party }), amount: debit, supplier_id },
    { account_id: account('ewt_payable'), amount: withheld, supplier_id },
    ...lines.flatMap((line): Posting[] => {
      const role = vatRole(source(line))
      return role ? [{ account_id: account(role), amount: -centsOf(line, 'tax_amount') }] : []
    }),
  ]
}

function setCosts(line: Row, cost: bigint, worth: bigint, share: bigint): void {
  line.issue_cost = fromCents(cost)
  line.variance = fromCents(cost - worth)
  line.grni_share = fromCents(share)
}

async function billLines(fx: EffectContext, lines: readonly Row[]): Promise<Map<number, Row>> {
  const ids = lines
    .filter((line) => line.source_module === 'bill')
    .map((line) => idOf(line, 'source_line_id'))
    .filter((id) => id !== null)
  if (ids.length !== lines.length) throw refuse('E_SOURCE', 'A return of billed goods needs the lines of the bill. Copy them from it.')
  const rows = await fx.ctx.db.query<Row & { id: number }>(
    `SELECT l.id, coalesce(l.atc_code, b.atc_code) AS atc_code, coalesce(l.withholding_rate, b.withholding_rate) AS withholding_rate, l.input_vat_class
     FROM ${linesTable(fx.ctx, 'bill', 'items')} l JOIN ${table(fx.ctx, 'bill')} b ON b.id = l.parent_id WHERE l.id = ANY($1)`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Orders show what went back; what was received stays received. */
async function returnedOnOrders(fx: EffectContext, orders: readonly { id: number; qty: bigint }[]): Promise<void> {
  if (orders.length === 0) return
  await fx.ctx.db.query(
    `UPDATE ${linesTable(fx.ctx, 'purchase_order', 'items')} l SET qty_returned = l.qty_returned + u.qty
     FROM (SELECT id, sum(qty) AS qty FROM unnest($1::bigint[], $2::numeric[]) AS u(id, qty) GROUP BY 1) u WHERE l.id = u.id`,
    [orders.map(({ id }) => id), orders.map(({ qty }) => microsText(qty))],
  )
}

async function writeReturnLines(fx: EffectContext, lines: readonly Row[]): Promise<void> {
  await fx.ctx.db.query(
    `UPDATE ${linesTable(fx.ctx, fx.module.name, 'items')} l SET issue_cost = u.cost, variance = u.variance, grni_share = u.share
     FROM unnest($1::bigint[], $2::numeric[], $3::numeric[], $4::numeric[]) AS u(id, cost, variance, share) WHERE l.id = u.id AND l.parent_id = $5`,
    [
      lines.map((line) => idOf(line, 'id')),
      ...(['issue_cost', 'variance', 'grni_share'] as const).map((field) => lines.map((line) => centsText(toCents(line[field])))),
      recordId(fx),
    ],
  )
}
