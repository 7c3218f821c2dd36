/** What the tests that go through the worked month share: its documents, their rows, and the purchases that stand in all of them. */
import { expect } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { expected, journalOf, sorted, stockOf, stockText } from './gold.ts'
import type { Host, tradingMasters } from './trading-host.ts'

type Masters = Awaited<ReturnType<typeof tradingMasters>>

/** A day of the month. */
export const day = (n: number): string => `2026-01-${String(n).padStart(2, '0')}`

/** The month of a test; `made` gives the host and the masters, once there are any. */
export function workedMonth(made: () => { host: Host; m: Masters }) {
  /** The documents by their names in the test, as they were answered last. */
  const doc: Record<string, Row> = {}
  const moduleOf: Record<string, string> = {}
  /** A document dated the n-th, on that day. */
  const on = (n: number, more: Row): Row => {
    const { host, m } = made()
    host.clock.advanceTo(day(n))
    return { transaction_date: day(n), branch_id: m.branch, ...more }
  }
  const pathOf = (name: string, action = '') => `${moduleOf[name]}/${String(doc[name]!.id)}${action && `/${action}`}`
  async function draft(name: string, module: string, body: Row): Promise<Row> {
    moduleOf[name] = module
    doc[name] = await made().host.ok('POST', module, body)
    return doc[name]
  }
  const act = (name: string, action: string, body: Row = {}) => made().host.ok('POST', pathOf(name, action), body)
  async function posted(name: string, module: string, body: Row): Promise<Row> {
    await draft(name, module, body)
    doc[name] = await act(name, 'post')
    return doc[name]!
  }
  /** The rule that refuses the post. */
  const refused = (name: string) => made().host.refused(pathOf(name, 'post'))
  const voided = (name: string) => made().host.refused(pathOf(name, 'void'), { void_reason: 'undoing the month' })
  const read = (name: string) => made().host.ok('GET', pathOf(name))
  /** A row taken from row `index` of a document. */
  const from = (source: string, index: number, more: Row): Row => {
    const row = (doc[source]!.items as Row[])[index]!
    const price = row.unit_price === undefined ? {} : { unit_price: row.unit_price, discount_percent: row.discount_percent }
    return { item_id: row.item_id, uom_id: row.uom_id, ...price, source_module: moduleOf[source], source_line_id: row.id, ...more }
  }
  const journal = (name: string) => journalOf(made().host, moduleOf[name]!, doc[name]!.id)
  const stock = (name: string) => stockOf(made().host, moduleOf[name]!, doc[name]!.id)
  async function asInGold(name: string, no: string): Promise<void> {
    const step = expected(no)
    expect([no, await journal(name)]).toEqual([no, sorted(step.gl)])
    expect((await stock(name)).sort()).toEqual(step.stock.map(stockText).sort())
  }

  const orion = () => ({ supplier_id: made().m.orion, tax_type_id: made().m.inclusive })
  /** A bill of Orion, of a receipt. */
  const billOf = (receipt: string, n: number, supplier_invoice_no: string, items: Row[]): Row =>
    on(n, {
      ...orion(),
      bill_type: 'goods',
      goods_receipt_ids: [doc[receipt]!.id],
      supplier_invoice_no,
      bill_date: day(n),
      payment_term_id: made().m.term30,
      items,
    })
  const purchases = {
    async opening(): Promise<void> {
      const { m } = made()
      const items = [
        { item_id: m.a, uom_id: m.pc, qty: 100, unit_cost: 50 },
        { item_id: m.b, uom_id: m.pc, qty: 40, unit_cost: 120 },
        { item_id: m.c, uom_id: m.sack, qty: 25, unit_cost: 1150 },
      ]
      await posted('bi', 'beginning_inventory', on(2, { location_id: m.wh, items }))
    },
    /** The order of 20 boxes and 30 pieces; `rows` are the rows that it is made of. */
    async order(rows: [Row, Row], more: Row = {}): Promise<void> {
      const { m } = made()
      const items = [
        { ...rows[0], qty: 20, unit_price: 739.2 },
        { ...rows[1], qty: 30, unit_price: 147.35 },
      ]
      const head = { ...orion(), location_id: m.wh, expected_date: day(8), payment_term_id: m.term30 }
      await posted('po', 'purchase_order', on(5, { ...head, items, ...more }))
    },
    receiptOf: (n: number, supplier_dr_no: string, items: Row[], more: Row = {}): Row =>
      on(n, { ...orion(), purchase_order_ids: [doc.po!.id], location_id: made().m.wh, supplier_dr_no, items, ...more }),
    async receipt(): Promise<void> {
      const items = [from('po', 0, { qty: 12 }), from('po', 1, { qty: 30 })]
      const charges = [{ charge_type: 'freight', amount: 1000 }]
      await posted('gr', 'goods_receipt', purchases.receiptOf(8, 'DR-77', items, { charges }))
      await asInGold('gr', 'GR-MNL-2026-000001')
    },
    async bill(): Promise<void> {
      const items = [from('gr', 0, { qty: 12 }), from('gr', 1, { qty: 30, unit_price: 150 })]
      await posted('bl', 'bill', billOf('gr', 10, 'ORI-5501', items))
      await asInGold('bl', 'BL-MNL-2026-000001')
    },
    returnOf: (qty: number): Row =>
      on(23, {
        ...orion(),
        bill_id: doc.bl!.id,
        location_id: made().m.wh,
        return_reason: 'Defective',
        items: [from('bl', 0, { qty })],
      }),
    checkOf(check_no: string): Row {
      const { m } = made()
      const check = { payment_method_id: m.check, bank_account_id: m.bank, check_no, check_date: day(25) }
      return on(25, { supplier_id: m.orion, payee: 'Orion Hardware', ...check, items: [{ bill_id: doc.bl!.id, amount: 12518.42 }] })
    },
    async freight(): Promise<void> {
      const { m } = made()
      await posted(
        'freight',
        'bill',
        on(27, {
          supplier_id: m.link,
          bill_type: 'landed',
          landed_receipt_ids: [doc.gr!.id],
          supplier_invoice_no: 'LNK-9',
          bill_date: day(27),
          payment_term_id: m.term15,
          tax_type_id: m.exclusive,
          items: [{ description: 'Trucking', qty: 1, unit_price: 1000 }],
        }),
      )
      await asInGold('freight', 'BL-MNL-2026-000002')
    },
    secondBillOf: (supplier_invoice_no: string, qty: number): Row => billOf('gr2', 28, supplier_invoice_no, [from('gr2', 0, { qty })]),
  }
  return { doc, moduleOf, on, draft, act, posted, refused, voided, read, from, journal, stock, asInGold, purchases }
}
