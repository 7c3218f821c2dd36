import { describe, expect, it } from 'vitest'
import { toCents } from '../../src/domain/decimal.ts'
import { buildJournal } from '../../src/domain/ledger/journal.ts'
import { divideHalfUp } from '../../src/domain/spread.ts'
import { firstShortDay } from '../../src/domain/stock/backdate.ts'
import {
  type Bucket,
  EMPTY,
  issue,
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
import { centsText, microsText, toMicros } from '../../src/domain/units.ts'
import fc from '../properties.ts'
import gold from './gold1.json' with { type: 'json' }

const units = (n: number | string) => toMicros(n)
const pesos = (n: number | string) => toCents(n)
const bucket = (qty: number, value: number): Bucket => ({ qty: units(qty), value: pesos(value), lastCost: null })

describe('the worked month', () => {
  it('leaves every running quantity and value behind', () => {
    const buckets = new Map<string, Bucket>()
    const taken: { item: string; row: Movement }[] = []
    for (const step of gold.steps) {
      for (const row of step.stock) {
        const key = `${row.item}@${row.loc}`
        const before = buckets.get(key) ?? EMPTY
        const qty = units(row.qty)
        const after =
          row.kind === 'in'
            ? receive(before, qty, pesos(row.value))
            : row.kind === 'out'
              ? issue(before, -qty)
              : row.kind === 'revalue'
                ? revalue(before, pesos(row.value), units(30))
                : voidOut(before, taken.at(-1)!.row)
        const last = after.rows.at(-1)!
        taken.push({ item: row.item, row: last })
        buckets.set(key, after.bucket)
        expect([
          step.no,
          key,
          microsText(last.qty),
          centsText(last.value),
          microsText(after.bucket.qty),
          centsText(after.bucket.value),
        ]).toEqual([step.no, key, microsText(qty), row.value, microsText(units(row.qty_after)), row.value_after])
        expect(after.variance).toBe(0n)
      }
      const postings = Object.entries(step.gl).map(([account, amount]) => ({ account_id: Number(account), amount: pesos(amount) }))
      expect(() => buildJournal(postings)).not.toThrow()
    }
    for (const [key, [qty, value]] of Object.entries(gold.inventory)) {
      expect([key, buckets.get(key)!.qty, buckets.get(key)!.value]).toEqual([key, units(qty!), pesos(value!)])
    }
    const stock = [...buckets].filter(([key]) => !key.includes('IT:')).reduce((sum, [, b]) => sum + b.value, 0n)
    expect(centsText(stock)).toBe(gold.trial_balance['1210'])
  })
})

describe('moving average', () => {
  it('gives the last unit what is left', () => {
    expect(issueCost(bucket(3, 10), units(1))).toBe(333n)
    expect(issueCost(bucket(3, 10), units(3))).toBe(1000n)
  })
  it('splits a price difference between stock and variance by what is still here', () => {
    const step = revalue(bucket(10, 100), pesos(30), units(30))
    expect([step.bucket.value, step.variance]).toEqual([pesos(110), pesos(20)])
    expect(revalue(bucket(0, 0), pesos(30), units(30))).toMatchObject({ rows: [], variance: pesos(30) })
    expect(revalue(bucket(10, 5), pesos(-30), units(10))).toMatchObject({ bucket: { value: 0n }, variance: pesos(-25) })
  })
  it('takes a voided difference back for the goods that are still here', () => {
    const held = revalue(bucket(10, 100), pesos(30), units(30))
    expect(voidRevalue(held.bucket, held.rows[0]!.value, units(10))).toMatchObject({ bucket: { value: pesos(100) }, variance: 0n })
    const gone = issue(held.bucket, units(5))
    expect(voidRevalue(gone.bucket, held.rows[0]!.value, units(10))).toMatchObject({ bucket: { value: pesos(50) }, variance: pesos(-5) })
  })
  it('voids a receipt at its own cost, or at the average once goods have left', () => {
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
  it('gives back exactly the original cost in parts', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 9n }),
        fc.array(fc.bigInt({ min: 1n, max: 10n ** 9n }), { minLength: 1, maxLength: 8 }),
        (cost, parts) => {
          const of = parts.reduce((a, b) => a + b, 0n)
          let qty = 0n
          let value = 0n
          for (const part of parts) {
            value += partOf(cost, part, of, qty, value)
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

  it('keeps bucket = sum of rows, never negative, zero together; an issue does not move the average', () => {
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
          if (c.kind === 'out' && b.qty > 0n) expect(b.value).toBe(before.value - divideHalfUp(before.value * c.qty, before.qty))
          if (c.kind === 'revalue') expect(step.rows.reduce((sum, row) => sum + row.value, 0n) + step.variance).toBe(c.cost - 5_000_00n)
        }
      }),
    )
  })

  it('undone newest first, every history ends empty', () => {
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

describe('back-dating', () => {
  const rows = [
    { date: '2026-01-01', qty: 10n, value: 100n },
    { date: '2026-01-05', qty: -8n, value: -80n },
    { date: '2026-01-09', qty: 20n, value: 200n },
  ]
  it('needs the goods on the day and on every day since', () => {
    expect(firstShortDay(rows, '2026-01-03', 2n, 20n)).toBeUndefined()
    expect(firstShortDay(rows, '2026-01-03', 3n, 20n)).toEqual({ date: '2026-01-05', qty: -1n, value: 0n })
    expect(firstShortDay(rows, '2026-01-09', 22n, 220n)).toBeUndefined()
    expect(firstShortDay(rows, '2025-12-31', 1n, 1n)?.date).toBe('2025-12-31')
    expect(firstShortDay(rows, '2026-01-06', 2n, 21n)?.date).toBe('2026-01-06')
  })
})
