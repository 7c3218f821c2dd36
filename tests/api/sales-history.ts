/** Random histories of sales, stock and collections: what users may do next, much of it refused. */
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { addDays } from '../../src/kernel/dates.ts'
import { type Host, salesBooks, type salesMasters } from './trading-host.ts'

export type Masters = Awaited<ReturnType<typeof salesMasters>>
/** What a user did, and the action that undoes it. */
export interface Doc {
  module: string
  record: Row
  live: boolean
  undo: string
}
export interface Command {
  kind: string
  pick: number
  line: number
  qty: number
  cents: number
  /** Days before today. */
  back: number
}
export interface History {
  readonly host: Host
  readonly m: Masters
  readonly docs: Doc[]
}

export const commandOf = (kinds: readonly string[]): fc.Arbitrary<Command> =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    pick: fc.nat(50),
    line: fc.nat(1),
    qty: fc.integer({ min: 1, max: 6 }),
    cents: fc.integer({ min: 1, max: 99_999 }),
    back: fc.nat(6),
  })

const pathOf = ({ module, record }: Pick<Doc, 'module' | 'record'>, action: string) => `${module}/${String(record.id)}/${action}`

/** Calls an action. Refusals are part of the game, and change nothing; faults fail. */
async function act({ host }: History, path: string, body: Row = {}): Promise<Row | undefined> {
  const before = await salesBooks(host)
  const { status, body: answer } = await host.harness.call('POST', path, body)
  if (status >= 500 || status === 429) throw new Error(`POST ${path}: ${answer.message}`)
  if (status === 200) return answer.data
  expect([path, answer.rule, await salesBooks(host)]).toEqual([path, answer.rule, before])
  return undefined
}

/** Creates and posts. */
async function posted(h: History, module: string, body: Row): Promise<void> {
  const made = await h.host.harness.call('POST', module, body)
  if (made.status >= 500 || made.status === 429) throw new Error(`POST ${module}: ${made.body.message}`)
  if (made.status !== 200) return
  const record = await act(h, pathOf({ module, record: made.body.data as Row }, 'post'))
  if (record) h.docs.push({ module, record, live: true, undo: 'void' })
}

/** Does to a record what is undone by an action of its own. */
async function done(h: History, module: string, record: Row, action: string, body: Row, undo: string): Promise<void> {
  const { version } = await h.host.ok('GET', `${module}/${String(record.id)}`)
  const after = await act(h, pathOf({ module, record }, action), body)
  // Asked once more, an action answers as at first.
  if (after && after.version !== version) h.docs.push({ module, record: after, live: true, undo })
}

export async function undoOne(h: History, doc: Doc): Promise<void> {
  if (doc.live && (await act(h, pathOf(doc, doc.undo), doc.undo === 'void' ? { void_reason: 'random history' } : {}))) doc.live = false
}

/** Rows that the form of a document copies from a source; undefined where it offers nothing. */
async function defaults({ host }: History, module: string, source: string, id: unknown): Promise<Row | undefined> {
  const { status, body } = await host.harness.call('GET', `${module}/defaults?source=${source}&ids=${String(id)}`)
  if (status >= 500 || status === 429) throw new Error(`${module}/defaults: ${body.message}`)
  if (status !== 200) return undefined
  const { transaction_no, bir_serial_no, ...values } = body.data as Row
  return values
}

/** The day of a command, and the values that its documents share. */
function shared({ host, m }: History, c: Command) {
  const today = host.clock.today('Asia/Manila')
  const day = addDays(today, -c.back)
  const head = { transaction_date: day, branch_id: m.branch }
  /** Mostly after what it follows. */
  const later = addDays(today, -Math.floor(c.back / 3))
  const next = { transaction_date: later, branch_id: m.branch }
  const item = { item_id: c.line ? m.a : m.b, uom_id: m.pc, qty: c.qty }
  return {
    today,
    day,
    head,
    later,
    next,
    sale: { ...head, customer_id: m.acme, tax_type_id: m.inclusive },
    item,
    priced: { ...item, unit_price: c.cents / 100 },
    /** A line of a document taken over, with the price where the next one has a price of its own. */
    from(source: Row, module: string, isPriced = false, more: Row = {}): Row {
      const rows = source.items as Row[]
      const row = rows[c.line % rows.length]!
      const price = isPriced ? { unit_price: row.unit_price } : {}
      return { item_id: row.item_id, uom_id: row.uom_id, qty: c.qty, ...price, source_module: module, source_line_id: row.id, ...more }
    },
  }
}

/** A live document of a module. */
function chosen({ docs }: History, module: string, c: Command, undo = 'void'): Row | undefined {
  const live = docs.filter((doc) => doc.module === module && doc.live && doc.undo === undo)
  return live[c.pick % Math.max(live.length, 1)]?.record
}

/** Where there is nothing yet to do something with, a move makes it instead. */
type Move = (h: History, c: Command) => Promise<void>

/** A check of the register in one of the states. */
async function checkIn({ host }: History, c: Command, ...states: string[]): Promise<Row | undefined> {
  const rows = await host.query('SELECT id FROM {s}.check_register WHERE status = ANY ($1) ORDER BY id', [states])
  return rows[c.pick % Math.max(rows.length, 1)]
}

const STOCK: Readonly<Record<string, Move>> = {
  async find(h, c) {
    const { head, item } = shared(h, c)
    const items = [{ ...item, qty: c.qty * 3, unit_cost: c.cents / 700 }]
    await posted(h, 'inventory_adjustment', { ...head, location_id: h.m.wh, adjustment_type: 'Increase', reason: 'Found', items })
  },
  async send(h, c) {
    const { head, item } = shared(h, c)
    const places = { from_location_id: h.m.wh, to_location_id: h.m.store, transit_location_id: h.m.transit }
    const items = [item, { ...item, item_id: h.m.b }]
    await posted(h, 'inventory_transfer', { ...head, ...places, route: c.pick % 4 === 0 ? 'direct' : 'in_transit', items })
  },
  async arrive(h, c) {
    const { next, from } = shared(h, c)
    const sent = chosen(h, 'inventory_transfer', c)
    if (!sent) return STOCK.send!(h, c)
    await posted(h, 'inventory_receiving', { ...next, inventory_transfer_id: sent.id, items: [from(sent, 'inventory_transfer')] })
  },
  async lose(h, c) {
    const { next, from } = shared(h, c)
    const sent = chosen(h, 'inventory_transfer', c)
    if (!sent) return STOCK.send!(h, c)
    const body = { location_id: h.m.transit, inventory_transfer_id: sent.id, adjustment_type: 'Decrease', reason: 'Loss' }
    await posted(h, 'inventory_adjustment', { ...next, ...body, items: [from(sent, 'inventory_transfer', false, { qty: 1 })] })
  },
  async count(h, c) {
    const { head, item } = shared(h, c)
    const body = { location_id: c.pick % 2 ? h.m.wh : h.m.store, scope: 'List', is_blind: false }
    await posted(h, 'physical_count', { ...head, ...body, items: [{ item_id: item.item_id, qty_counted: c.qty }] })
  },
}

const SALES: Readonly<Record<string, Move>> = {
  async order(h, c) {
    const { sale, priced } = shared(h, c)
    const items = [priced, { ...priced, item_id: h.m.b, qty: c.qty + 1 }]
    await posted(h, 'sales_order', { ...sale, location_id: h.m.wh, payment_term_id: h.m.term30, items })
  },
  async close(h, c) {
    const order = chosen(h, 'sales_order', c)
    if (!order) return SALES.order!(h, c)
    await done(h, 'sales_order', order, 'close', { closed_reason: 'random history' }, 'reopen')
  },
  async amend(h, c) {
    const order = chosen(h, 'sales_order', c)
    const draft = order && (await defaults(h, 'sales_order', 'sales_order', order.id))
    if (draft) await posted(h, 'sales_order', { ...draft, transaction_date: shared(h, c).later })
  },
  async deliver(h, c) {
    const { sale, priced, from } = shared(h, c)
    const order = c.pick % 2 ? chosen(h, 'sales_order', c) : undefined
    const items = order ? [from(order, 'sales_order', true)] : [priced, { ...priced, item_id: h.m.b, qty: 1 }]
    const ordered = order ? { sales_order_ids: [order.id] } : {}
    await posted(h, 'delivery_receipt', { ...sale, ...ordered, delivery_mode: 'pickup', location_id: h.m.wh, items })
  },
  async bill(h, c) {
    const { sale, next, from } = shared(h, c)
    const delivery = chosen(h, 'delivery_receipt', c)
    if (!delivery) return SALES.deliver!(h, c)
    const items = [from(delivery, 'delivery_receipt', true)]
    await posted(h, 'invoice', { ...sale, ...next, payment_term_id: h.m.term30, delivery_receipt_ids: [delivery.id], items })
  },
  async sell(h, c) {
    const { sale, priced } = shared(h, c)
    await posted(h, 'invoice', { ...sale, payment_term_id: h.m.term15, location_id: h.m.wh, items: [priced] })
  },
  async back(h, c) {
    const { sale, next, from } = shared(h, c)
    const source = c.pick % 3 ? 'invoice' : 'delivery_receipt'
    const document = chosen(h, source, c)
    if (!document) return SALES.sell!(h, c)
    const resolution = c.pick % 5 ? (c.pick % 2 ? 'Credit' : 'Replace') : 'Refund'
    const body = { location_id: c.line ? h.m.wh : h.m.store, return_reason: 'Other', resolution, [`${source}_id`]: document.id }
    await posted(h, 'sales_return', { ...sale, ...next, ...body, items: [from(document, source)] })
  },
  /** Goods that were returned are delivered again. */
  async replace(h, c) {
    const back = chosen(h, 'sales_return', c)
    if (!back) return SALES.back!(h, { ...c, pick: c.pick * 30 + 4 })
    if (!(await act(h, `sales_return/${String(back.id)}/replace`))) return
    const { replacement_id } = await h.host.ok('GET', `sales_return/${String(back.id)}`)
    const record = await act(h, `delivery_receipt/${String(replacement_id)}/post`)
    if (record) h.docs.push({ module: 'delivery_receipt', record, live: true, undo: 'void' })
  },
}

let serial = 0
const checkOf = (c: Command, day: string, amount: number) => ({
  check_no: `${serial++}`,
  check_date: c.pick % 3 === 0 ? addDays(day, c.pick % 2 ? 1 : 30) : day,
  amount,
})

const COLLECTIONS: Readonly<Record<string, Move>> = {
  async pay(h, c) {
    const { next, later } = shared(h, c)
    const invoice = chosen(h, 'invoice', c)
    const amount = c.cents / 100
    const items = invoice && c.pick % 3 ? [{ invoice_id: invoice.id, amount, withholding: c.pick % 2 ? 0.01 : 0 }] : []
    // More than the invoice takes, an advance without one.
    const received = amount + (c.pick % 4)
    const tender = c.line ? { kind: 'cash', amount: received } : { kind: 'check', ...checkOf(c, later, received) }
    await posted(h, 'cash_receipt', { ...next, customer_id: h.m.acme, tenders: [tender], items })
  },
  /** An advance, or the credit of a return, pays an invoice. */
  async offset(h, c) {
    const { next } = shared(h, c)
    const [invoice, advance] = [chosen(h, 'invoice', c), chosen(h, c.line ? 'cash_receipt' : 'sales_return', c)]
    if (!invoice || !advance) return COLLECTIONS.pay!(h, c)
    const amount = c.qty / 2
    const tenders = [{ kind: 'offset', amount, [c.line ? 'advance_id' : 'sales_return_id']: advance.id }]
    await posted(h, 'cash_receipt', { ...next, customer_id: h.m.acme, tenders, items: [{ invoice_id: invoice.id, amount }] })
  },
  /** A collector's round of an invoice or two, paid in cash and by check. */
  async round(h, c) {
    const { next, later } = shared(h, c)
    const invoices = [chosen(h, 'invoice', c), chosen(h, 'invoice', { ...c, pick: c.pick + 1 })]
    if (!invoices[0] || !invoices[1]) return SALES.sell!(h, c)
    const line = (invoice: Row) => ({ customer_id: h.m.acme, invoice_id: invoice.id })
    const items = [
      { ...line(invoices[0]), amount: c.qty * 5, withholding: c.pick % 2 ? 0.05 : 0 },
      { ...line(invoices[1]), tender: 'check', ...checkOf(c, later, c.qty) },
    ]
    await posted(h, 'daily_collection', { ...next, collection_date: later, items })
  },
  async receipt(h, c) {
    const round = chosen(h, 'daily_collection', c)
    if (!round) return COLLECTIONS.round!(h, c)
    const draft = await defaults(h, 'cash_receipt', 'daily_collection', round.id)
    if (draft) await posted(h, 'cash_receipt', { ...draft, transaction_date: shared(h, c).later })
  },
  async deposit(h, c) {
    const check = c.pick % 4 ? await checkIn(h, c, 'on_hand') : undefined
    if (!check && !c.line) return COLLECTIONS.pay!(h, c)
    const body = { bank_account_id: h.m.bank, cash_amount: c.line ? c.qty : 0, checks: check ? [{ check_id: check.id }] : [] }
    await posted(h, 'bank_deposit', { ...shared(h, c).next, ...body })
  },
  async bounce(h, c) {
    const check = await checkIn(h, c, 'on_hand', 'deposited')
    if (!check) return COLLECTIONS.pay!(h, { ...c, line: 0 })
    const { bank_deposit_id } = await h.host.ok('GET', `check_register/${String(check.id)}`)
    const body = { returned_on: shared(h, c).later, return_reason: 'DAIF', bank_charge: bank_deposit_id && c.line ? c.qty : 0 }
    await done(h, 'check_register', check, 'bounce', body, bank_deposit_id ? 'undo_bounce' : 'undo_return')
  },
  async pullOut(h, c) {
    const check = await checkIn(h, c, 'on_hand')
    if (!check) return COLLECTIONS.pay!(h, { ...c, line: 0 })
    const body = { returned_on: shared(h, c).later, remarks: 'random history' }
    await done(h, 'check_register', check, 'pull_out', body, 'undo_return')
  },
  async clear(h, c) {
    const check = await checkIn(h, c, 'deposited')
    if (!check) return COLLECTIONS.deposit!(h, c)
    await done(h, 'check_register', check, 'clear', { cleared_on: shared(h, c).later }, 'undo_clear')
  },
}

const undo: Move = async (h, c) => {
  if (h.docs.length) await undoOne(h, h.docs[c.pick % h.docs.length]!)
}

export const MOVES: Readonly<Record<string, Move>> = { ...STOCK, ...SALES, ...COLLECTIONS, undo }

/** The last day of the month before. */
const monthEnd = (day: string) => addDays(`${day.slice(0, 7)}-01`, -1)

/** What comes with time: months and years that close, and what cannot be undone. */
export const TIME: Readonly<Record<string, Move>> = {
  async day({ host }, c) {
    host.clock.advanceTo(addDays(host.clock.today('Asia/Manila'), 2 * c.qty))
  },
  async lock(h, c) {
    const period = monthEnd(shared(h, c).today).slice(0, 7)
    await act(h, 'closing_checklist/lock', { period, ...(c.pick % 3 ? {} : { module_groups: [c.line ? 'sales' : 'inventory'] }) })
  },
  async unlock(h, c) {
    const rows = await h.host.query("SELECT id FROM {s}.fiscal_period WHERE status = 'locked' ORDER BY period DESC, id LIMIT 4")
    const period = rows[c.pick % Math.max(rows.length, 1)]
    if (period) await act(h, `fiscal_period/${String(period.id)}/unlock`)
  },
  async closeYear(h, c) {
    const { today, head } = shared(h, c)
    await posted(h, 'year_end_closing', { ...head, transaction_date: monthEnd(today), locks_periods: c.line === 1 })
  },
  async delivered(h, c) {
    const delivery = chosen(h, 'delivery_receipt', c)
    if (!delivery) return SALES.deliver!(h, c)
    const noon = `${String(delivery.transaction_date)}T04:00:00Z`
    await act(h, `delivery_receipt/${String(delivery.id)}/delivered`, { received_by: 'Juan', delivered_at: noon })
  },
  async replaced(h, c) {
    const check = await checkIn(h, c, 'bounced', 'pulled_out')
    if (check) await act(h, `check_register/${String(check.id)}/replace`, { remarks: 'Paid in cash' })
  },
}
