import { describe, expect, it } from 'vitest'
import { toMicros } from '../../src/domain/minor-units.ts'
import { firstShortDay } from '../../src/domain/stock/backdate.ts'
import {
  adjustValue,
  type Bucket,
  beyondTolerance,
  EMPTY,
  gain,
  issue,
  issueAt,
  issueCost,
  type Movement,
  partOf,
  receive,
  revalue,
  Shortage,
  voidIn,
  voidOut,
  voidRevalue,
} from '../../src/domain/stock/valuation.ts'
import { toCents } from '../../src/kernel/decimal.ts'
import { DomainError } from '../../src/kernel/errors.ts'
import fc from '../properties.ts'

const units = (n: number | string) => toMicros(n)
const pesos = (n: number | string) => toCents(n)
const bucket = (qty: number, value: number, lastCost: number | null = null): Bucket => ({
  qty: units(qty),
  value: pesos(value),
  // Millionths of a centavo.
  lastCost: lastCost === null ? null : pesos(lastCost) * 1_000_000n,
})
/** The field that is wrong. */
const wrong = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    if (error instanceof DomainError) return error.field
    throw error
  }
  return 'nothing'
}

describe('moving average', () => {
  it('issues the last unit at the remaining value', () => {
    expect(issueCost(bucket(3, 10), units(1))).toBe(333n)
    expect(issueCost(bucket(3, 10), units(3))).toBe(1000n)
  })
  it('splits a price difference between stock and variance by the quantity on hand', () => {
    const step = revalue(bucket(10, 100), pesos(30), units(30))
    expect([step.bucket.value, step.variance]).toEqual([pesos(110), pesos(20)])
    expect(revalue(bucket(0, 0), pesos(30), units(30))).toMatchObject({ rows: [], variance: pesos(30) })
    expect(revalue(bucket(10, 5), pesos(-30), units(10))).toMatchObject({ bucket: { value: 0n }, variance: pesos(-25) })
  })
  it('reverses a voided difference for the goods still on hand', () => {
    const held = revalue(bucket(10, 100), pesos(30), units(30))
    expect(voidRevalue(held.bucket, held.rows[0]!.value, units(10))).toMatchObject({ bucket: { value: pesos(100) }, variance: 0n })
    const gone = issue(held.bucket, units(5))
    expect(voidRevalue(gone.bucket, held.rows[0]!.value, units(10))).toMatchObject({ bucket: { value: pesos(50) }, variance: pesos(-5) })
  })
  it('voids a receipt at its own cost, or at the average once goods were issued', () => {
    const row = { qty: units(10), value: pesos(120) }
    const mixed = bucket(20, 220)
    expect(voidIn(mixed, row, true)).toMatchObject({ bucket: { value: pesos(100) }, variance: 0n })
    expect(voidIn(mixed, row, false)).toMatchObject({ bucket: { value: pesos(110) }, variance: pesos(-10) })
    expect(() => voidIn(bucket(5, 50), row, true)).toThrow(Shortage)
  })
  it('settles negative stock on the next receipt', () => {
    const short = issue({ ...bucket(2, 20), lastCost: null }, units(12), true)
    expect(short.bucket).toMatchObject({ qty: units(-10), value: pesos(-100) })
    const back = receive(short.bucket, units(15), pesos(165))
    expect(back.bucket).toMatchObject({ qty: units(5), value: pesos(55) })
    expect(back.variance).toBe(pesos(10))
  })
  it.each([
    ['at the average', bucket(2, 30, 12), 20, 15],
    ['at the average, even of an odd value', bucket(3, 10, 12), 20, 3.33],
    ['into an empty bucket at the cost last paid', bucket(0, 0, 12), 20, 12],
    ['where nothing ever came in at the standard cost', EMPTY, 20, 20],
  ])('goods found by a count come in %s', (_how, before, standard, cost) => {
    const step = gain(before, units(1), pesos(standard) * 1_000_000n)
    expect(step.rows).toMatchObject([{ kind: 'in', qty: units(1), value: pesos(cost) }])
    expect(step.bucket.lastCost).toBe(before.lastCost ?? pesos(standard) * 1_000_000n)
  })
  it('writes value up and down, never below zero and never without stock', () => {
    expect(adjustValue(bucket(2, 30), pesos(-30))).toMatchObject({ bucket: { qty: units(2), value: 0n }, variance: 0n })
    expect(wrong(() => adjustValue(bucket(2, 30), pesos(-30.01)))).toBe('amount')
    expect(wrong(() => adjustValue(bucket(0, 0), pesos(1)))).toBe('amount')
  })
  it.each([
    ['nothing received', () => receive(EMPTY, 0n, 100n), 'qty'],
    ['a cost below zero', () => receive(EMPTY, 1n, -1n), 'cost'],
    ['nothing issued', () => issue(bucket(1, 1), 0n), 'qty'],
    ['less than nothing issued', () => issue(bucket(1, 1), -1n), 'qty'],
    ['a difference about nothing', () => revalue(bucket(1, 1), 100n, 0n), 'qty'],
    ['nothing found', () => gain(bucket(1, 1), 0n), 'qty'],
    ['goods found of unknown cost', () => gain(EMPTY, 1n), 'unit_cost'],
  ])('refuses %s', (_what, work, field) => {
    expect(wrong(work)).toBe(field)
  })
  it.each([
    [11_000n, 10_000n, 10, false],
    [11_001n, 10_000n, 10, true],
    [8_999n, 10_000n, 10, true],
    [10_001n, 10_000n, 0, true],
    [10_000n, 10_000n, 0, false],
    [10_125n, 10_000n, '1.25', false],
    [1n, 0n, 10, false],
  ])('%s billed for %s received beyond %s%%: %s', (billed, received, percent, beyond) => {
    expect(beyondTolerance(billed, received, percent)).toBe(beyond)
  })
  it('splits a cost into parts that add up exactly', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 9n }),
        fc.array(fc.bigInt({ min: 1n, max: 10n ** 9n }), { minLength: 1, maxLength: 8 }),
        (cost, parts) => {
          const whole = parts.reduce((a, b) => a + b, 0n)
          let qty = 0n
          let value = 0n
          for (const part of parts) {
            value += partOf({ cost, qty: part, whole: whole, takenQty: qty, takenCost: value })
            qty += part
          }
          expect(value).toBe(cost)
        },
      ),
    )
  })

  type Command = { kind: 'in' | 'out' | 'revalue'; qty: bigint; cost: bigint }
  const command = fc.record({
    kind: fc.constantFrom('in', 'out', 'revalue' as const),
    qty: fc.bigInt({ min: 1n, max: 500_000_000n }),
    cost: fc.bigInt({ min: 0n, max: 10_000_00n }),
  }) as fc.Arbitrary<Command>
  const history = fc.array(command, { minLength: 1, maxLength: 40 })

  const run = (b: Bucket, c: Command) =>
    c.kind === 'in' ? receive(b, c.qty, c.cost) : c.kind === 'out' ? issue(b, c.qty) : revalue(b, c.cost - 5_000_00n, c.qty)

  it('keeps bucket = sum of rows, never negative, zero together; an issue does not change the average', () => {
    fc.assert(
      fc.property(history, (commands) => {
        let b = EMPTY
        let qty = 0n
        let value = 0n
        for (const c of commands) {
          if (c.kind === 'out' && c.qty > b.qty) {
            expect(() => run(b, c)).toThrow(Shortage)
            continue
          }
          const before = b
          const step = run(b, c)
          b = step.bucket
          for (const row of step.rows) {
            qty += row.qty
            value += row.value
          }
          expect([b.qty, b.value]).toEqual([qty, value])
          expect(b.qty >= 0n && b.value >= 0n && (b.qty !== 0n || b.value === 0n)).toBe(true)
          // The average stays to half a centavo of the bucket: |v' q - q' v| <= q / 2.
          if (c.kind === 'out' && b.qty > 0n) {
            const drift = (b.value * before.qty - b.qty * before.value) * 2n
            expect(drift <= before.qty && drift >= -before.qty).toBe(true)
          }
          // A receipt brings it between what it was and what the goods cost.
          if (c.kind === 'in' && before.qty > 0n) {
            const [low, high] =
              before.value * c.qty < c.cost * before.qty ? [before, { value: c.cost, qty: c.qty }] : [{ value: c.cost, qty: c.qty }, before]
            expect(b.value * low.qty >= low.value * b.qty && b.value * high.qty <= high.value * b.qty).toBe(true)
          }
          if (c.kind === 'revalue') expect(step.rows.reduce((sum, row) => sum + row.value, 0n) + step.variance).toBe(c.cost - 5_000_00n)
        }
      }),
    )
  })

  it('an immediate void restores the bucket', () => {
    fc.assert(
      fc.property(history, command, (commands, last) => {
        let b = EMPTY
        for (const c of commands) if (c.kind !== 'out' || c.qty <= b.qty) b = run(b, c).bucket
        if (last.kind === 'out' && last.qty > b.qty) return
        const step = run(b, last)
        const held = b.qty < last.qty ? b.qty : last.qty
        let after = step.bucket
        for (const row of [...step.rows].reverse()) {
          const undone =
            last.kind === 'in' ? voidIn(after, row, true) : last.kind === 'out' ? voidOut(after, row) : voidRevalue(after, row.value, held)
          expect(undone.variance).toBe(0n)
          after = undone.bucket
        }
        expect([after.qty, after.value]).toEqual([b.qty, b.value])
      }),
    )
  })

  it('voiding from the newest back always ends at zero', () => {
    fc.assert(
      fc.property(history, (commands) => {
        let b = EMPTY
        const done: { c: Command; rows: readonly Movement[]; held: bigint }[] = []
        for (const c of commands) {
          if (c.kind === 'out' && c.qty > b.qty) continue
          const step = run(b, c)
          done.push({ c, rows: step.rows, held: b.qty < c.qty ? b.qty : c.qty })
          b = step.bucket
        }
        for (const { c, rows, held } of done.reverse()) {
          for (const row of [...rows].reverse()) {
            const step = c.kind === 'in' ? voidIn(b, row, true) : c.kind === 'out' ? voidOut(b, row) : voidRevalue(b, row.value, held)
            b = step.bucket
            expect(step.variance).toBe(0n)
          }
        }
        expect([b.qty, b.value]).toEqual([0n, 0n])
      }),
    )
  })
})

describe('goods in transit have a separate value', () => {
  it('leave at that value, whatever the average is', () => {
    const step = issueAt(bucket(10, 100), units(4), pesos(70))
    expect([step.bucket.qty, step.bucket.value, step.variance]).toEqual([units(6), pesos(30), 0n])
  })
  it('leave no value behind with the last quantity, and never more than the balance', () => {
    const last = issueAt(bucket(4, 40), units(4), pesos(39.5))
    expect([last.bucket.value, last.variance, last.rows.map(({ kind }) => kind)]).toEqual([0n, pesos(0.5), ['out', 'revalue']])
    const dear = issueAt(bucket(4, 40), units(2), pesos(45))
    expect([dear.bucket.value, dear.variance]).toEqual([0n, pesos(-5)])
  })
  it('refuse a quantity that is not there', () => {
    expect(() => issueAt(bucket(1, 10), units(2), pesos(20))).toThrow(Shortage)
    expect(() => issueAt(bucket(1, 10), units(1), pesos(-1))).toThrow(DomainError)
  })
})

describe('back-dated movements', () => {
  const rows = [
    { date: '2026-01-01', qty: 10n, value: 100n },
    { date: '2026-01-05', qty: -8n, value: -80n },
    { date: '2026-01-09', qty: 20n, value: 200n },
  ]
  it('need the stock on the date and on every later date', () => {
    expect(firstShortDay(rows, '2026-01-03', 2n, 20n)).toBeUndefined()
    expect(firstShortDay(rows, '2026-01-03', 3n, 20n)).toEqual({ date: '2026-01-05', qty: -1n, value: 0n })
    expect(firstShortDay(rows, '2026-01-09', 22n, 220n)).toBeUndefined()
    expect(firstShortDay(rows, '2025-12-31', 1n, 1n)?.date).toBe('2025-12-31')
    expect(firstShortDay(rows, '2026-01-06', 2n, 21n)?.date).toBe('2026-01-06')
  })
})
