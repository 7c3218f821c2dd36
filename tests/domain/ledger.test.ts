import { describe, expect, it } from 'vitest'
import { buildJournal, mirror, Unbalanced } from '../../src/domain/ledger/journal.ts'
import { agingBucket, daysPastDue, openOn } from '../../src/domain/payables/aging.ts'
import { baseQuantity } from '../../src/domain/uom.ts'
import fc from '../properties.ts'

describe('journals', () => {
  it('merge per account and party, debits first, and drop what cancels out', () => {
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
  it('refuse to be out of balance', () => {
    expect(() =>
      buildJournal([
        { account_id: 1, amount: 5n },
        { account_id: 2, amount: -4n },
      ]),
    ).toThrow(Unbalanced)
  })
  it('and their mirrors cancel', () => {
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
  it('knows what was open on a day', () => {
    const item = {
      amount: 1000n,
      applications: [
        { date: '2026-01-10', amount: 400n },
        { date: '2026-02-01', amount: 600n },
      ],
    }
    expect([openOn(item, '2026-01-09'), openOn(item, '2026-01-31'), openOn(item, '2026-02-01')]).toEqual([1000n, 600n, 0n])
  })
})

describe('units of measure', () => {
  it('convert by exact fractions', () => {
    expect(baseQuantity(12, { num: 12, den: 1 }).toNumber()).toBe(144)
    expect(baseQuantity(3, { num: 1, den: 3 }).toNumber()).toBe(1)
    expect(baseQuantity(1, { num: 1, den: 3 }).toString()).toBe('0.333333')
  })
})
