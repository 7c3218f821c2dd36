/**
 * `purchase.bill`: the supplier's invoice. Clears what was received line by line, moves price differences to
 * the goods still in stock (K3) and the rest to variance, books input VAT and withholding, opens a payable.
 */

import { fromCents } from '../../../domain/decimal.ts'
import type { Posting } from '../../../domain/ledger/journal.ts'
import { centsText } from '../../../domain/minor-units.ts'
import { beyondTolerance, revalue } from '../../../domain/stock/valuation.ts'
import type { Json, Row } from '../../../engine/model/module.ts'
import { can } from '../../../engine/runtime/permissions/index.ts'
import type { Effect, EffectContext } from '../../platform/context.ts'
import { refuse } from '../../platform/errors.ts'
import { centsOf, idOf, linesOf, linesTable, microsOf, recordId, table, textOf } from '../../records/row.ts'
import { accountFor, loadItems, type Place, roleAccounts } from '../accounting/accounts.ts'
import { reverseEntry, writeEntry } from '../accounting/entry.ts'
import { closeItem, openItem } from '../accounting/open-items.ts'
import { undoRows } from '../inventory/reversal.ts'
import { StockSession } from '../inventory/stock-posting.ts'
import { landedAccrual, releaseLanded } from './landed-cost.ts'
import { clearShare, type ReceiptLine, receiptLines, writeCleared } from './receipts.ts'

const ROLES = [
  'inventory',
  'cogs',
  'goods_received_not_invoiced',
  'landed_cost_accrual',
  'purchase_price_variance',
  'opening_equity',
  'input_vat_goods',
  'input_vat_services',
  'input_vat_capital',
  'ewt_payable',
  'accounts_payable',
]
const VAT_ROLES: Readonly<Record<string, string>> = {
  goods: 'input_vat_goods',
  services: 'input_vat_services',
  capital: 'input_vat_capital',
  import: 'input_vat_capital',
}
/** Role of the input VAT account of a line; undefined when the VAT cannot be credited and is part of the cost. */
export const vatRole = (line: Row): string | undefined => VAT_ROLES[textOf(line, 'input_vat_class') || 'goods']

export interface BillEntry {
  rows: number[]
  held: Record<string, string>
  shares: { id: number; share: string }[]
  landed: { id: number; amount: string }[]
  item: number | null
  entry: number | null
}

export const purchaseBill: Effect = {
  name: 'purchase.bill',
  rank: 20,
  params: {
    description: 'Posts a supplier’s invoice: clears what was received, books input VAT and withholding, opens the payable.',
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {},
  },
  async lock(fx) {
    const receipts = await receiptLines(fx, linesOf(fx.record, 'items'))
    await StockSession.of(fx).lock([...receipts.values()])
  },
  async apply(fx): Promise<Json> {
    const { record, ctx } = fx
    const lines = linesOf(record, 'items')
    const supplier_id = idOf(record, 'supplier_id')
    const [party] = await ctx.db.query<Row>(`SELECT payable_account_id FROM ${table(ctx, 'supplier')} WHERE id = $1`, [supplier_id])
    const company = await roleAccounts(ctx, ROLES)
    const account = (role: string, place: Place = {}) => accountFor(role, place, company)
    const done: BillEntry = { rows: [], held: {}, shares: [], landed: [], item: null, entry: null }

    const postings: Posting[] = []
    let payable = centsOf(record, 'total')
    if (textOf(record, 'bill_type') === 'opening') {
      postings.push({ account_id: account('opening_equity'), amount: payable })
    } else {
      postings.push(...(await costPostings(fx, lines, account, supplier_id, done)))
      postings.push(...vatPostings(lines, account))
      const withheld = centsOf(record, 'withholding_amount')
      if (withheld) postings.push({ account_id: account('ewt_payable'), amount: -withheld, supplier_id })
      payable -= withheld
    }
    if (payable <= 0n) throw refuse('E_AMOUNT', 'The bill has nothing to pay. Check its lines.')
    postings.push({ account_id: account('accounts_payable', { party }), amount: -payable, supplier_id })
    done.item = await openItem(fx, {
      kind: 'payable',
      party_id: supplier_id!,
      branch_id: idOf(record, 'branch_id'),
      amount: payable,
      document_date: textOf(record, 'bill_date') || fx.date,
      due_date: textOf(record, 'due_date') || fx.date,
      reference_no: textOf(record, 'supplier_invoice_no') || null,
    })
    done.entry = (await writeEntry(fx, postings, { journal: 'Purchases' })) ?? null
    return done as unknown as Json
  },
  async reverse(fx, entry) {
    const done = entry as unknown as BillEntry
    if (done.item !== null) await closeItem(fx, 'payable', done.item)
    const extra = await undoRows(fx, done.rows, done.held)
    await writeCleared(
      fx,
      done.shares.map(({ id, share }) => ({ id, share: -BigInt(share) })),
    )
    await releaseLanded(fx, done.landed)
    if (done.entry !== null) await reverseEntry(fx, done.entry, extra)
  },
}

type AccountOf = (role: string, place?: Place) => number

/** Debits for what was bought, by the kind of bill. Updates `done` and the lines. */
async function costPostings(
  fx: EffectContext,
  lines: readonly Row[],
  account: AccountOf,
  supplier_id: number | null,
  done: BillEntry,
): Promise<Posting[]> {
  const { record } = fx
  const cost = (line: Row) => centsOf(line, 'net') + (vatRole(line) ? 0n : centsOf(line, 'tax_amount'))
  if (textOf(record, 'bill_type') === 'landed') {
    const total = lines.reduce((sum, line) => sum + cost(line), 0n)
    const { accrued, parts } = await landedAccrual(fx, total)
    done.landed = parts
    return [
      { account_id: account('landed_cost_accrual'), amount: accrued },
      { account_id: account('purchase_price_variance'), amount: total - accrued },
    ]
  }
  const receipts = await receiptLines(fx, lines)
  const items = await loadItems(
    fx.ctx,
    lines.map((line) => idOf(line, 'item_id')).filter((id) => id !== null),
  )
  const postings: Posting[] = []
  const written: { id: number; share: bigint; variance: bigint; toStock: bigint }[] = []
  for (const line of lines) {
    const receipt = line.source_module === 'goods_receipt' ? receipts.get(idOf(line, 'source_line_id') ?? 0) : undefined
    if (!receipt) {
      postings.push({ account_id: expenseAccount(line, items, account), amount: cost(line), department_id: idOf(line, 'department_id') })
      continue
    }
    const result = clearLine(fx, line, receipt, cost(line))
    postings.push({ account_id: account('goods_received_not_invoiced'), amount: result.share, supplier_id }, ...result.postings(account))
    written.push({ id: idOf(line, 'id')!, ...result })
    line.grni_share = fromCents(result.share)
    line.variance = fromCents(result.variance)
    line.variance_to_stock = fromCents(result.toStock)
  }
  const about = lines.map((line) => ({ line, receipt: receipts.get(idOf(line, 'source_line_id') ?? 0) }))
  const stock = StockSession.of(fx)
  done.rows = await stock.flush()
  done.held = await heldQuantities(fx, done.rows, new Map(about.map(({ line }) => [idOf(line, 'id')!, microsOf(line, 'base_qty')])))
  done.shares = [...receipts.values()].map(({ id, share }) => ({ id, share: share.toString() }))
  await writeCleared(fx, [...receipts.values()])
  await writeBillLines(fx, written)
  return postings
}

/** Clears one receipt line: its share of the receipt's value, and the price difference between stock and variance. */
function clearLine(fx: EffectContext, line: Row, receipt: ReceiptLine, cost: bigint) {
  const stock = StockSession.of(fx)
  const share = clearShare(receipt, microsOf(line, 'qty'))
  const variance = cost - share
  checkPrice(fx, line, cost, share)
  const place = stock.place(receipt)
  let toStock = 0n
  if (variance !== 0n && stock.isStock(receipt)) {
    const step = stock.apply(receipt, { source_line_id: idOf(line, 'id') }, (bucket) =>
      revalue(bucket, variance, microsOf(line, 'base_qty')),
    )
    toStock = variance - step.variance
  } else if (variance !== 0n) {
    toStock = variance
  }
  return {
    share,
    variance,
    toStock,
    postings: (account: AccountOf): Posting[] => [
      { account_id: account('inventory', place), amount: toStock },
      { account_id: account('purchase_price_variance'), amount: variance - toStock },
    ],
  }
}

/**
 * Three-way match of a line's price. Beyond the tolerance the bill needs somebody who may approve it; beyond
 * the limit it is refused to everybody.
 */
function checkPrice(fx: EffectContext, line: Row, cost: bigint, share: bigint): void {
  const { settings, principal, system } = fx.ctx
  const limit = Number(settings.bill_price_block_percent ?? 10)
  const name = textOf(line, 'description') || 'A line'
  if (beyondTolerance(cost, share, limit)) {
    throw refuse(
      'E_PRICE_VARIANCE',
      `${name}: the billed price differs from the receipt by more than ${limit}%. Correct the price or the receipt.`,
    )
  }
  const tolerance = Number(settings.bill_price_tolerance_percent ?? 0)
  const approved = system !== undefined || Boolean(fx.record.approved_by) || can(principal, fx.module, 'approval')
  if (!approved && beyondTolerance(cost, share, tolerance)) {
    throw refuse(
      'E_PRICE_APPROVAL',
      `${name}: the billed price differs from the receipt${tolerance > 0 ? ` by more than ${tolerance}%` : ''}. A user who can approve bills must post it.`,
    )
  }
}

function expenseAccount(line: Row, items: ReadonlyMap<number, Row>, account: AccountOf): number {
  const own = idOf(line, 'account_id')
  if (own !== null) return own
  const item = items.get(idOf(line, 'item_id') ?? 0)
  if (!item || item.item_type === 'Stock') {
    throw refuse(
      'E_SOURCE',
      `${textOf(line, 'description') || 'A line'}: goods are billed from their receipt. Copy the line from a goods receipt or choose an account.`,
    )
  }
  return account('cogs', { item })
}

function vatPostings(lines: readonly Row[], account: AccountOf): Posting[] {
  return lines.flatMap((line) => {
    const role = vatRole(line)
    return role ? [{ account_id: account(role), amount: centsOf(line, 'tax_amount') }] : []
  })
}

/** Millionths each value row was about: what was still in stock of the billed quantity. */
async function heldQuantities(
  fx: EffectContext,
  rows: readonly number[],
  billed: ReadonlyMap<number, bigint>,
): Promise<Record<string, string>> {
  if (rows.length === 0) return {}
  const found = await fx.ctx.db.query<{ id: number; source_line_id: number; qty_after: string }>(
    `SELECT id, source_line_id, qty_after FROM ${table(fx.ctx, 'inventory_movement')} WHERE id = ANY($1)`,
    [rows],
  )
  return Object.fromEntries(
    found.map((row) => {
      const there = microsOf(row as unknown as Row, 'qty_after')
      const about = billed.get(row.source_line_id) ?? there
      return [String(row.id), (there < about ? there : about).toString()]
    }),
  )
}

async function writeBillLines(
  fx: EffectContext,
  lines: readonly { id: number; share: bigint; variance: bigint; toStock: bigint }[],
): Promise<void> {
  if (lines.length === 0) return
  await fx.ctx.db.query(
    `UPDATE ${linesTable(fx.ctx, fx.module.name, 'items')} l SET grni_share = u.share, variance = u.variance, variance_to_stock = u.stock
     FROM unnest($1::bigint[], $2::numeric[], $3::numeric[], $4::numeric[]) AS u(id, share, variance, stock) WHERE l.id = u.id AND l.parent_id = $5`,
    [
      lines.map((line) => line.id),
      lines.map((line) => centsText(line.share)),
      lines.map((line) => centsText(line.variance)),
      lines.map((line) => centsText(line.toStock)),
      recordId(fx),
    ],
  )
}
