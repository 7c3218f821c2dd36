/**
 * The worked month of a small trading company, typed in as people type it: 30 documents in the order they were
 * posted. VAT-registered, top withholding agent; A001 and B002 are VATable, C003 is exempt.
 */

import { toMicros } from '../../src/domain/minor-units.ts'
import { gain, issue, partOf, receive, revalue, voidOut } from '../../src/domain/stock/valuation.ts'
import { largestRemainder } from '../../src/domain/trade/allocate.ts'
import { quotedPrice } from '../../src/domain/trade/pricing.ts'
import { type TaxComputation, withhold } from '../../src/domain/trade/tax.ts'
import { toCents } from '../../src/kernel/decimal.ts'
import { BOX, Books, type PostedLine, type TypedLine, taxed } from './trading-books.ts'

/** VAT and withholding that the returns of the month are made of, in centavos. */
export interface TaxRow {
  readonly party: string
  readonly kind: 'sale' | 'goods' | 'services'
  readonly net: bigint
  readonly vat: bigint
  readonly exempt: bigint
}
export interface Withheld {
  readonly party: string
  readonly atc: string
  readonly base: bigint
  readonly tax: bigint
}
export interface Month {
  readonly books: Books
  /** Lines of each document with amounts. */
  readonly lines: Readonly<Record<string, readonly PostedLine[]>>
  /** Totals of documents that post nothing. */
  readonly totals: Readonly<Record<string, bigint>>
  readonly taxes: readonly TaxRow[]
  readonly withheld: readonly Withheld[]
}

const units = (qty: number) => toMicros(qty)
const sum = (values: readonly bigint[]) => values.reduce((a, b) => a + b, 0n)
const dateOf = (day: number) => `2026-01-${String(day).padStart(2, '0')}`

export function workedMonth(): Month {
  const books = new Books()
  const lines: Record<string, PostedLine[]> = {}
  const totals: Record<string, bigint> = {}
  const taxes: TaxRow[] = []
  const withheld: Withheld[] = []
  const costs = new Map<string, bigint>()

  /** A document without journal: its number, day and total. */
  const plan = (no: string, day: number, tax: TaxComputation, typed: readonly TypedLine[]) =>
    books.post(no, dateOf(day), () => {
      const result = taxed(tax, typed)
      lines[no] = result.posted
      totals[no] = result.gross
    })
  const receipt = (no: string, day: number, typed: readonly TypedLine[], freight = 0n) =>
    books.post(no, dateOf(day), () => {
      const { posted, net } = taxed('inclusive', typed)
      lines[no] = posted
      const landed = largestRemainder(
        freight,
        posted.map((line) => line.net),
      )
      posted.forEach((line, i) => {
        const cost = line.net + landed[i]!
        books.move(line.item, 'WH', (bucket) => receive(bucket, line.base, cost))
        books.debit('1210', cost)
      })
      books.credit('2015', net)
      books.credit('2016', freight)
    })
  const bill = (no: string, day: number, supplier: string, due: string, receiptNo: string, typed: readonly TypedLine[]) =>
    books.post(no, dateOf(day), () => {
      const { posted, net, vat, gross } = taxed('inclusive', typed)
      lines[no] = posted
      posted.forEach((line, i) => {
        const received = lines[receiptNo]![i]!
        const share = partOf({ cost: received.net, qty: line.base, whole: received.base, takenQty: 0n, takenCost: 0n })
        books.debit('2015', share)
        const difference = line.net - share
        const { variance } = books.move(line.item, 'WH', (bucket) => revalue(bucket, difference, line.base))
        books.debit('1210', difference - variance)
        books.debit('5020', variance)
      })
      books.debit('1310', vat)
      const [group] = withhold(posted.map((line) => ({ net: line.net, atc: 'WC158', rate: 1 }))).groups
      withheld.push({ party: supplier, ...group! })
      books.credit('2120', group!.tax)
      books.credit('2010', gross - group!.tax)
      books.open(books.payable, supplier, no, due, gross - group!.tax)
      taxes.push({ party: supplier, kind: 'goods', net, vat, exempt: 0n })
    })
  const sell = (no: string, customer: string, due: string, tax: TaxComputation, typed: readonly TypedLine[]) => {
    const { posted, vatable, exempt, vat, gross } = taxed(tax, typed)
    lines[no] = posted
    books.debit('1110', gross)
    books.credit('4010', vatable)
    books.credit('4012', exempt)
    books.credit('2110', vat)
    books.open(books.receivable, customer, no, due, gross)
    taxes.push({ party: customer, kind: 'sale', net: vatable, vat, exempt })
    return posted
  }
  const deliver = (no: string, day: number, goods: readonly [string, number][]) =>
    books.post(no, dateOf(day), () => {
      for (const [item, qty] of goods) {
        const cost = -books.move(item, 'WH', (bucket) => issue(bucket, units(qty))).value
        costs.set(`${no} ${item}`, cost)
        books.debit('1220', cost)
        books.credit('1210', cost)
      }
    })
  /** An invoice that issues the goods itself. */
  const sellFrom = (loc: string, no: string, day: number, due: string, tax: TaxComputation, typed: readonly TypedLine[]) =>
    books.post(no, dateOf(day), () => {
      for (const line of sell(no, 'BETA', due, tax, typed)) {
        const cost = -books.move(line.item, loc, (bucket) => issue(bucket, line.base)).value
        books.debit('5010', cost)
        books.credit('1210', cost)
      }
    })

  books.post('BI-MNL-2026-000001', dateOf(2), () => {
    for (const [item, qty, cost] of [
      ['A001', 100, 50],
      ['B002', 40, 120],
      ['C003', 25, 1150],
    ] as const) {
      const value = toCents(qty * cost)
      books.move(item, 'WH', (bucket) => receive(bucket, units(qty), value))
      books.debit('1210', value)
      books.credit('3040', value)
    }
  })
  const ordered = [
    { item: 'A001', qty: 20, unit: BOX, unit_price: '739.20' },
    { item: 'B002', qty: 30, unit_price: '147.35' },
  ]
  plan('PR-MNL-2026-000001', 3, 'inclusive', ordered)
  plan('PO-MNL-2026-000001', 5, 'inclusive', ordered)
  receipt('GR-MNL-2026-000001', 8, [{ ...ordered[0]!, qty: 12 }, ordered[1]!], toCents(1000))
  bill('BL-MNL-2026-000001', 10, 'ORION', '2026-02-09', 'GR-MNL-2026-000001', [
    { ...ordered[0]!, qty: 12 },
    { ...ordered[1]!, unit_price: 150 },
  ])
  const quoted = [
    { item: 'A001', qty: 150, unit_price: '89.99' },
    { item: 'B002', qty: 25, unit_price: '219.50', discount_percent: 5 },
    { item: 'C003', qty: 10, unit_price: 1425 },
  ]
  plan('SQ-MNL-2026-000001', 10, 'inclusive', quoted)
  plan('SO-MNL-2026-000001', 11, 'inclusive', quoted)
  const transit = 'IT:IT-MNL-2026-000001'
  const sent = new Map<string, bigint>()
  books.post('IT-MNL-2026-000001', dateOf(12), () => {
    for (const [item, qty] of [
      ['A001', 30],
      ['B002', 6],
    ] as const) {
      const value = -books.move(item, 'WH', (bucket) => issue(bucket, units(qty))).value
      books.move(item, transit, (bucket) => receive(bucket, units(qty), value))
      sent.set(item, value)
      books.debit('1215', value)
      books.credit('1210', value)
    }
  })
  books.post('IR-MNL-2026-000001', dateOf(13), () => {
    for (const [item, qty, wholeQty] of [
      ['A001', 30, 30],
      ['B002', 5, 6],
    ] as const) {
      const value = partOf({ cost: sent.get(item)!, qty: units(qty), whole: units(wholeQty), takenQty: 0n, takenCost: 0n })
      books.move(item, transit, (bucket) => issue(bucket, units(qty)))
      books.move(item, 'ST', (bucket) => receive(bucket, units(qty), value))
      books.debit('1210', value)
      books.credit('1215', value)
    }
  })
  deliver('DR-MNL-2026-000001', 14, [
    ['A001', 100],
    ['B002', 20],
    ['C003', 10],
  ])
  books.post('SI-MNL-2026-000001', dateOf(15), () => {
    const posted = sell('SI-MNL-2026-000001', 'ACME', '2026-02-14', 'inclusive', [
      { ...quoted[0]!, qty: 100 },
      { ...quoted[1]!, qty: 20 },
      quoted[2]!,
    ])
    for (const { item } of posted) {
      const cost = costs.get(`DR-MNL-2026-000001 ${item}`)!
      books.debit('5010', cost)
      books.credit('1220', cost)
    }
  })
  const listed = { A001: 95, B002: 235 }
  const cart = (computation: TaxComputation) =>
    [
      { item: 'A001' as const, qty: 6 },
      { item: 'B002' as const, qty: 2 },
    ].map((line) => ({ ...line, unit_price: quotedPrice(listed[line.item], { computation, vat_class: 'V', vat_rate: 12 }) }))
  plan('RS-MNL-2026-000001', 15, 'exclusive', cart('exclusive'))
  totals['RS-MNL-2026-000001 as listed'] = taxed('inclusive', cart('inclusive')).gross
  sellFrom('ST', 'SI-MNL-2026-000002', 16, '2026-01-31', 'exclusive', cart('exclusive'))
  books.post('SR-MNL-2026-000001', dateOf(20), () => {
    const { posted, net, vat, gross } = taxed('inclusive', [{ ...quoted[0]!, qty: 10 }])
    lines['SR-MNL-2026-000001'] = posted
    books.debit('4020', net)
    books.debit('2110', vat)
    books.credit('1110', gross)
    books.apply(books.receivable, 'SI-MNL-2026-000001', gross)
    taxes.push({ party: 'ACME', kind: 'sale', net: -net, vat: -vat, exempt: 0n })
    const cost = partOf({ cost: costs.get('DR-MNL-2026-000001 A001')!, qty: units(10), whole: units(100), takenQty: 0n, takenCost: 0n })
    books.move('A001', 'WH', (bucket) => receive(bucket, units(10), cost))
    books.debit('1210', cost)
    books.credit('5010', cost)
  })
  books.post('DC-MNL-2026-000001', dateOf(21))
  books.post('CR-MNL-2026-000001', dateOf(21), () => {
    books.debit('1010', toCents(1040))
    books.credit('1110', toCents(1040))
    books.apply(books.receivable, 'SI-MNL-2026-000002', toCents(1040))
  })
  books.post('CR-MNL-2026-000002', dateOf(21), () => {
    const returned = sum(lines['SR-MNL-2026-000001']!.map((line) => line.net))
    const net = sum(lines['SI-MNL-2026-000001']!.map((line) => line.net)) - returned
    const [group] = withhold([{ net, atc: 'WC158', rate: 1 }]).groups
    totals['withheld by ACME'] = group!.tax
    totals['withheld by ACME on'] = group!.base
    const applied = toCents('15000.00') + toCents('11267.55') + group!.tax
    books.debit('1010', toCents('15000.00'))
    books.debit('1016', toCents('11267.55'))
    books.debit('1320', group!.tax)
    books.credit('1110', applied)
    books.apply(books.receivable, 'SI-MNL-2026-000001', applied)
  })
  books.post('BT-MNL-2026-000001', dateOf(22), () => {
    books.debit('1020', toCents(16040))
    books.credit('1010', toCents(16040))
  })
  books.post('PT-MNL-2026-000001', dateOf(23), () => {
    const { posted, net, vat, gross } = taxed('inclusive', [{ ...ordered[0]!, qty: 1 }])
    const [group] = withhold([{ net, atc: 'WC158', rate: 1 }]).groups
    withheld.push({ party: 'ORION', atc: 'WC158', base: -group!.base, tax: -group!.tax })
    taxes.push({ party: 'ORION', kind: 'goods', net: -net, vat: -vat, exempt: 0n })
    const cost = -books.move('A001', 'WH', (bucket) => issue(bucket, posted[0]!.base)).value
    books.debit('2010', gross - group!.tax)
    books.debit('2120', group!.tax)
    books.credit('1310', vat)
    books.credit('1210', cost)
    books.debit('5020', cost - net)
    books.apply(books.payable, 'BL-MNL-2026-000001', gross - group!.tax)
  })
  books.post('CV-MNL-2026-000001', dateOf(25), () => {
    const item = books.payable.find(({ no }) => no === 'BL-MNL-2026-000001')!
    const balance = item.amount - sum(item.applications.map(({ amount }) => amount))
    books.debit('2010', balance)
    books.credit('1020', balance)
    books.apply(books.payable, item.no, balance)
  })
  receipt('GR-MNL-2026-000002', 26, [{ ...ordered[0]!, qty: 8 }])
  books.post('BL-MNL-2026-000002', dateOf(27), () => {
    const { posted, net, vat, gross } = taxed('exclusive', [{ item: 'freight', qty: 1, unit_price: 1000 }])
    const [group] = withhold(posted.map((line) => ({ net: line.net, atc: 'WC160', rate: 2 }))).groups
    withheld.push({ party: 'LINK', ...group! })
    taxes.push({ party: 'LINK', kind: 'services', net, vat, exempt: 0n })
    books.debit('2016', net)
    books.debit('1311', vat)
    books.credit('2120', group!.tax)
    books.credit('2010', gross - group!.tax)
    books.open(books.payable, 'LINK', 'BL-MNL-2026-000002', '2026-02-11', gross - group!.tax)
  })
  bill('BL-MNL-2026-000003', 28, 'ORION', '2026-02-27', 'GR-MNL-2026-000002', [{ ...ordered[0]!, qty: 8 }])
  books.post('PC-MNL-2026-000001', dateOf(30), () => {
    const short = -books.move('A001', 'WH', (bucket) => issue(bucket, units(3))).value
    const found = books.move('B002', 'WH', (bucket) => gain(bucket, units(1))).value
    books.debit('5030', short - found)
    books.credit('1210', short - found)
  })
  const writeOff = (no: string, item: string, loc: string, from: string, to: string) =>
    books.post(no, dateOf(30), () => {
      const cost = -books.move(item, loc, (bucket) => issue(bucket, units(1))).value
      books.debit(to, cost)
      books.credit(from, cost)
    })
  writeOff('IA-MNL-2026-000001', 'C003', 'WH', '1210', '5050')
  writeOff('IA-MNL-2026-000002', 'B002', transit, '1215', '5030')
  deliver('DR-MNL-2026-000002', 30, [['A001', 50]])
  books.post('DR-MNL-2026-000002/VOID', dateOf(30), () => {
    books.move('A001', 'WH', (bucket) => voidOut(bucket, books.rowOf('DR-MNL-2026-000002', 'A001')))
    books.reverse('DR-MNL-2026-000002')
  })
  sellFrom('ST', 'SI-MNL-2026-000003', 31, '2026-02-15', 'inclusive', [
    { item: 'A001', qty: 4, unit_price: 95 },
    { item: 'B002', qty: 3, unit_price: 235 },
  ])
  books.post('SO-MNL-2026-000001/CLOSE', dateOf(31))
  return { books, lines, totals, taxes, withheld }
}
