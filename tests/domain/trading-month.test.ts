/** The worked month by arithmetic only: each of its thirty rows, and the totals of the month. */
import { describe, expect, it } from 'vitest'
import { centsText, microsText, toMicros } from '../../src/domain/minor-units.ts'
import { AGING_BOUNDS, age, agingBucket, agingLabels } from '../../src/domain/payables/aging.ts'
import { unitCost } from '../../src/domain/stock/valuation.ts'
import { toCents } from '../../src/kernel/decimal.ts'
import gold from './gold1.json' with { type: 'json' }
import type { Party, StockRow } from './trading-books.ts'
import { workedMonth } from './trading-month.ts'

const { books, lines, totals, taxes, withheld } = workedMonth()
const pesos = (amount: string) => toCents(amount.replaceAll(',', ''))

it('has a row for every document', () => {
  expect(books.posted.map(({ no }) => no)).toEqual(gold.steps.map(({ no }) => no))
})

const rows = gold.steps.map((step, i) => [String(i + 1).padStart(2, '0'), step.no, step.title, i] as const)
it.each(rows)('row %s %s: %s', (_row, no, _title, i) => {
  const step = gold.steps[i]!
  const done = books.posted[i]!
  expect([no, done.gl]).toEqual([no, step.gl])
  expect(done.stock).toEqual(step.stock as StockRow[])
})

describe('lines of the month', () => {
  it.each([
    ['04', 'GR-MNL-2026-000001', 'A001', '7,920.00', '950.40'],
    ['04', 'GR-MNL-2026-000001', 'B002', '3,946.87', '473.63'],
    ['05', 'BL-MNL-2026-000001', 'B002', '4,017.86', '482.14'],
    ['11', 'SI-MNL-2026-000001', 'A001', '8,034.82', '964.18'],
    ['11', 'SI-MNL-2026-000001', 'B002', '3,723.66', '446.84'],
    ['11', 'SI-MNL-2026-000001', 'C003', '14,250.00', '0.00'],
    ['13', 'SI-MNL-2026-000002', 'A001', '508.93', '61.07'],
    ['13', 'SI-MNL-2026-000002', 'B002', '419.64', '50.36'],
    ['29', 'SI-MNL-2026-000003', 'A001', '339.29', '40.71'],
    ['29', 'SI-MNL-2026-000003', 'B002', '629.46', '75.54'],
  ])('row %s %s %s is %s net and %s VAT', (_row, no, item, net, vat) => {
    const line = lines[no]!.find((postedLine) => postedLine.item === item)!
    expect([line.net, line.vat]).toEqual([pesos(net), pesos(vat)])
  })

  it.each([
    ['02', 'PR-MNL-2026-000001', { A001: '240', B002: '30' }, '19,204.50'],
    ['03', 'PO-MNL-2026-000001', { A001: '240', B002: '30' }, '19,204.50'],
    ['06', 'SQ-MNL-2026-000001', { A001: '150', B002: '25', C003: '10' }, '32,961.62'],
    ['07', 'SO-MNL-2026-000001', { A001: '150', B002: '25', C003: '10' }, '32,961.62'],
    ['12', 'RS-MNL-2026-000001', { A001: '6', B002: '2' }, '1,040.00'],
    ['12', 'RS-MNL-2026-000001 as listed', {}, '1,040.00'],
    ['17', 'withheld by ACME on', {}, '25,205.00'],
    ['17', 'withheld by ACME', {}, '252.05'],
  ])('row %s %s: base units %o, %s in all', (_row, no, base, total) => {
    expect(Object.fromEntries((lines[no] ?? []).map((line) => [line.item, line.base]))).toEqual(
      Object.fromEntries(Object.entries(base).map(([item, qty]) => [item, toMicros(qty)])),
    )
    expect(totals[no]).toBe(pesos(total))
  })
})

describe('at the end of the month', () => {
  it('the trial balance balances', () => {
    expect(books.trialBalance('2026-01-31')).toEqual(gold.trial_balance)
    expect(Object.values(books.trialBalance('2026-01-31')).reduce((sum, text) => sum + toCents(text), 0n)).toBe(0n)
  })

  it.each([
    ['A001@ST', '20', '1113.72', '55.686000'],
    ['A001@WH', '205', '11350.73', '55.369415'],
    ['B002@WH', '45', '5882.43', '130.720667'],
    ['C003@WH', '14', '16100.00', '1150.000000'],
  ])('%s holds %s worth %s at %s', (key, qty, value, average) => {
    const bucket = books.buckets.get(key)!
    expect([bucket.qty, centsText(bucket.value)]).toEqual([toMicros(qty), value])
    // Millionths of a centavo are pesos with eight decimals.
    expect(microsText((unitCost(bucket.value, bucket.qty) + 50n) / 100n)).toBe(average)
    expect(gold.inventory).toHaveProperty([key], [qty, value])
  })

  it('every other stock balance is zero', () => {
    const rest = [...books.buckets].filter(([key]) => !(key in gold.inventory))
    expect(rest.map(([, bucket]) => [bucket.qty, bucket.value])).toEqual(rest.map(() => [0n, 0n]))
  })

  it.each([
    ['2026-01-10', '51487.86', '0.00'],
    ['2026-01-15', '31674.11', '130.72'],
    ['2026-01-31', '34446.88', '0.00'],
  ])('as of %s stock is worth %s, and %s is on its way, as the ledger says', (date, inStock, inTransit) => {
    expect([books.stockValue(date, false), books.stockValue(date, true)]).toEqual([inStock, inTransit])
    const ledger = books.trialBalance(date)
    expect([ledger['1210'], ledger['1215'] ?? '0.00']).toEqual([inStock, inTransit])
  })

  const aged = (items: readonly Party[], asOf: string) =>
    age(items, asOf).rows.map(({ item, days, open }) => [
      item.party,
      item.no,
      item.due,
      days,
      agingLabels(AGING_BOUNDS)[agingBucket(days)],
      centsText(open),
    ])
  it.each([
    ['2026-01-31', -15, 'Current', '1085.00'],
    ['2026-03-31', 44, '31-60', '1085.00'],
  ])('receivables as of %s: %i days, %s, %s', (asOf, days, bucket, open) => {
    expect(aged(books.receivable, asOf)).toEqual([['BETA', 'SI-MNL-2026-000003', '2026-02-15', days, bucket, open]])
  })
  it('payables at the end of March equal the control account', () => {
    expect(aged(books.payable, '2026-03-31')).toEqual(gold.ap_aging)
    expect(-age(books.payable, '2026-03-31').open).toBe(toCents(gold.trial_balance['2010']))
  })
  it.each(books.posted.map(({ date }) => date).filter((date, i, all) => all.indexOf(date) === i))(
    'open items on %s are the control accounts',
    (date) => {
      const ledger = books.trialBalance(date)
      expect([centsText(age(books.receivable, date).open), centsText(-age(books.payable, date).open)]).toEqual([
        ledger['1110'] ?? '0.00',
        ledger['2010'] ?? '0.00',
      ])
    },
  )

  const taxesOf = (party: string, kind: string) => taxes.filter((row) => row.party === party && row.kind === kind)
  it.each([
    ['ACME', 'sale', '10,955.00', '1,314.60', '14,250.00'],
    ['BETA', 'sale', '1,897.32', '227.68', '0.00'],
    ['ORION', 'goods', '16,557.86', '1,986.94', '0.00'],
    ['LINK', 'services', '1,000.00', '120.00', '0.00'],
  ])('VAT with %s: %s %s, VAT %s, exempt %s', (party, kind, net, vat, exempt) => {
    const sum = (key: 'net' | 'vat' | 'exempt') => taxesOf(party, kind).reduce((total, row) => total + row[key], 0n)
    expect([sum('net'), sum('vat'), sum('exempt')]).toEqual([pesos(net), pesos(vat), pesos(exempt)])
  })
  it.each([
    ['ORION', 'WC158', '16,557.86', '165.58'],
    ['LINK', 'WC160', '1,000.00', '20.00'],
  ])('withheld from %s under %s: base %s, tax %s', (party, atc, base, tax) => {
    const certificates = withheld.filter((row) => row.party === party && row.atc === atc)
    expect([certificates.reduce((sum, row) => sum + row.base, 0n), certificates.reduce((sum, row) => sum + row.tax, 0n)]).toEqual([
      pesos(base),
      pesos(tax),
    ])
  })
})
