import { describe, expect, it } from 'vitest'
import { buildJournal, checkVoucher, mirror, Unbalanced } from '../../src/domain/ledger/journal.ts'
import { age, agingBucket, agingLabels, checkBounds, type DatedItem, daysPastDue, openOn } from '../../src/domain/payables/aging.ts'
import { DomainError } from '../../src/kernel/errors.ts'
import fc from '../properties.ts'

describe('journals', () => {
  it('merge lines by account and party, debits first, and drop what cancels out', () => {
    expect(
      buildJournal([
        { account_id: 3, amount: -70n, supplier_id: 9 },
        { account_id: 1, amount: 50n },
        { account_id: 1, amount: 20n },
        { account_id: 5, amount: 4n },
        { account_id: 5, amount: -4n },
      ]),
    ).toMatchObject([
      { account_id: 1, debit: 70n, credit: 0n },
      { account_id: 3, debit: 0n, credit: 70n, supplier_id: 9 },
    ])
  })
  it('separate what suppliers, customers and employees owe', () => {
    const parties = ['supplier_id', 'customer_id', 'employee_id'].map((field) => ({ [field]: 7 }))
    const lines = buildJournal(
      [...parties, ...parties].map((party) => ({ account_id: 1, amount: 10n, ...party })).concat({ account_id: 2, amount: -60n }),
    )
    expect(lines).toEqual([
      ...parties.map((party) => ({ account_id: 1, debit: 20n, credit: 0n, ...party })),
      { account_id: 2, debit: 0n, credit: 60n },
    ])
  })
  it('must balance', () => {
    expect(() =>
      buildJournal([
        { account_id: 1, amount: 5n },
        { account_id: 2, amount: -4n },
      ]),
    ).toThrow(Unbalanced)
  })
  it('cancel with their reversals', () => {
    const posting = fc.record({ account_id: fc.integer({ min: 1, max: 5 }), amount: fc.bigInt({ min: -1000n, max: 1000n }) })
    fc.assert(
      fc.property(fc.array(posting, { maxLength: 20 }), (postings) => {
        const rest = postings.reduce((sum, { amount }) => sum + amount, 0n)
        const lines = buildJournal([...postings, { account_id: 9, amount: -rest }])
        expect(lines.reduce((sum, line) => sum + line.debit - line.credit, 0n)).toBe(0n)
        expect(lines.every((line) => line.debit > 0n !== line.credit > 0n)).toBe(true)
        const both = [...lines, ...mirror(lines)].map((line) => ({ account_id: line.account_id, amount: line.debit - line.credit }))
        expect(buildJournal(both)).toEqual([])
      }),
    )
  })

  it('entered by hand total each side', () => {
    expect(
      checkVoucher([
        { debit: 70n, credit: 0n },
        { debit: 0n, credit: 0n },
        { debit: 0n, credit: 70n },
      ]),
    ).toBe(70n)
  })
  it.each([
    ['one line', [{ debit: 5n, credit: 0n }], 'lines'],
    ['lines without amounts', Array(2).fill({ debit: 0n, credit: 0n }), 'lines'],
    [
      'both sides on one line',
      [
        { debit: 5n, credit: 5n },
        { debit: 0n, credit: 0n },
      ],
      'lines.0.credit',
    ],
    [
      'a debit below zero',
      [
        { debit: 5n, credit: 0n },
        { debit: -5n, credit: 0n },
      ],
      'lines.1.debit',
    ],
    [
      'a credit below zero',
      [
        { debit: 5n, credit: 0n },
        { debit: 0n, credit: -5n },
      ],
      'lines.1.credit',
    ],
  ])('by hand are refused for %s', (_what, lines, field) => {
    expect(() => checkVoucher(lines)).toThrow(expect.objectContaining({ name: 'DomainError', field }))
  })
  it('entered by hand balance', () => {
    expect(() =>
      checkVoucher([
        { debit: 5n, credit: 0n },
        { debit: 0n, credit: 4n },
      ]),
    ).toThrow(expect.objectContaining({ difference: 1n }))
  })
})

describe('aging', () => {
  it.each([
    [-15, 0],
    [0, 0],
    [1, 1],
    [30, 1],
    [31, 2],
    [44, 2],
    [60, 2],
    [61, 3],
    [91, 4],
    [120, 4],
    [121, 5],
  ])('%i days is bucket %i', (days, bucket) => {
    expect(agingBucket(days)).toBe(bucket)
  })
  it('counts days across months', () => {
    expect(daysPastDue('2026-02-15', '2026-03-31')).toBe(44)
    expect(daysPastDue('2026-02-11', '2026-01-31')).toBe(-11)
  })
  it('shows what was open on a date', () => {
    const item = {
      amount: 1000n,
      applications: [
        { date: '2026-01-10', amount: 400n },
        { date: '2026-02-01', amount: 600n },
      ],
    }
    expect([openOn(item, '2026-01-09'), openOn(item, '2026-01-31'), openOn(item, '2026-02-01')]).toEqual([1000n, 600n, 0n])
  })

  it('names its buckets', () => {
    expect(agingLabels()).toEqual(['Current', '1-30', '31-60', '61-90', '91-120', 'Over 120'])
    expect(agingLabels([0, 15, 30])).toEqual(['Current', '1-15', '16-30', 'Over 30'])
  })
  it.each([[[0]], [[1, 30]], [[0, 30, 30]], [[0, 60, 30]], [[0, 7.5]]])('refuses buckets that end on %j', (bounds) => {
    expect(() => checkBounds(bounds)).toThrow(DomainError)
  })
  it('ignores later dates, and separates credits from what is settled', () => {
    const items = [
      { no: 'bill', date: '2026-01-05', due: '2026-02-04', amount: 900n, applications: [{ date: '2026-03-01', amount: 900n }] },
      { no: 'credit', date: '2026-01-20', due: '2026-01-20', amount: -100n, applications: [] },
      { no: 'later', date: '2026-02-20', due: '2026-03-22', amount: 50n, applications: [] },
    ]
    const on = (asOf: string) => age(items, asOf).rows.map(({ item, days, open }) => [item.no, days, open])
    expect(on('2026-01-31')).toEqual([
      ['bill', -4, 900n],
      ['credit', 0, -100n],
    ])
    expect(on('2026-03-01')).toEqual([
      ['credit', 0, -100n],
      ['later', -21, 50n],
    ])
    expect(age(items, '2026-02-28').buckets).toEqual([-50n, 900n, 0n, 0n, 0n, 0n])
  })

  const day = fc.integer({ min: 0, max: 400 }).map((n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10))
  const dated: fc.Arbitrary<DatedItem> = fc.record({
    date: day,
    due: day,
    amount: fc.bigInt({ min: -100_000n, max: 100_000n }),
    applications: fc.array(fc.record({ date: day, amount: fc.bigInt({ min: -50_000n, max: 50_000n }) }), { maxLength: 4 }),
  })
  const bounds = fc.constantFrom([0, 30, 60, 90, 120], [0, 15, 30], [0, 1])
  it('has buckets that add up to the open amount, by item and in total, on any date', () => {
    fc.assert(
      fc.property(fc.array(dated, { maxLength: 12 }), day, bounds, (items, asOf, ends) => {
        const aging = age(items, asOf, ends)
        const there = items.filter(({ date }) => date <= asOf)
        const open = there.reduce((sum, item) => sum + openOn(item, asOf), 0n)
        expect([aging.open, aging.buckets.reduce((a, b) => a + b, 0n)]).toEqual([open, open])
        for (const row of aging.rows) expect(row.buckets.reduce((a, b) => a + b, 0n)).toBe(openOn(row.item, asOf))
        expect(aging.rows.map(({ item }) => item)).toEqual(there.filter((item) => openOn(item, asOf) !== 0n))
        // What happens after the day changes nothing.
        const happened = items
          .filter(({ date }) => date <= asOf)
          .map((item) => ({ ...item, applications: item.applications.filter(({ date }) => date <= asOf) }))
        expect(age(happened, asOf, ends).buckets).toEqual(aging.buckets)
      }),
    )
  })
})
