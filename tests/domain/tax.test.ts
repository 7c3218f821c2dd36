import { describe, expect, it } from 'vitest'
import { calculations } from '../../src/domain/calculations.ts'
import { dec } from '../../src/domain/decimal.ts'
import { largestRemainder } from '../../src/domain/spread.ts'
import { spreadTax, withhold } from '../../src/domain/tax.ts'
import { pesoWords } from '../../src/domain/words.ts'
import fc from '../properties.ts'

const inclusive = { computation: 'inclusive', rate: 12 }
const run = (name: string, header: object, rows: object[], params = {}) => {
  const result = calculations[name]!.run(header as Record<string, unknown>, rows as Record<string, unknown>[], params)
  const plain = (values: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? value : dec(value).toNumber()]))
  return { header: plain(result.header), rows: result.rows.map(plain) }
}

describe('VAT once per document', () => {
  it('gives the left-over centavo of the worked receipt to the larger fraction', () => {
    const { header, rows } = run('tax.spread', { tax_type: inclusive }, [{ amount: 8870.4 }, { amount: 4420.5 }])
    expect(rows).toEqual([
      { net: 7920, tax_amount: 950.4, total: 8870.4 },
      { net: 3946.87, tax_amount: 473.63, total: 4420.5 },
    ])
    expect(header).toMatchObject({ subtotal: 13290.9, vat_amount: 1424.03, taxable_amount: 11866.87, total: 13290.9 })
  })

  it('adds VAT on top of exclusive prices', () => {
    const { header, rows } = run('tax.spread', { tax_type: { computation: 'exclusive', rate: 12 } }, [
      { amount: 508.93 },
      { amount: 419.64 },
    ])
    expect(header).toMatchObject({ vat_amount: 111.43, total: 1040 })
    expect(rows.map((row) => row.tax_amount)).toEqual([61.07, 50.36])
  })

  it('keeps exempt and zero-rated items apart, and lets the tax type override them', () => {
    const lines = [
      { amount: 112, vat_class: 'V' },
      { amount: 50, vat_class: 'E' },
      { amount: 30, item: { vat_class: 'Z' } },
    ]
    expect(run('tax.spread', { tax_type: inclusive }, lines).header).toMatchObject({
      taxable_amount: 100,
      exempt_amount: 50,
      zero_rated_amount: 30,
      vat_amount: 12,
      total: 192,
    })
    expect(run('tax.spread', { tax_type: { computation: 'zero_rated', rate: 12 } }, lines).header).toMatchObject({
      taxable_amount: 0,
      zero_rated_amount: 192,
      vat_amount: 0,
      total: 192,
    })
    expect(run('tax.spread', { tax_type: { computation: 'non_vat', rate: 0 } }, lines).header).toMatchObject({
      exempt_amount: 192,
      total: 192,
    })
  })

  it('takes a document discount off before VAT', () => {
    const { header, rows } = run('tax.spread', { tax_type: inclusive, discount_amount: 10 }, [
      { amount: 100 },
      { amount: 100 },
      { amount: 100 },
    ])
    expect(header).toMatchObject({ subtotal: 300, total: 290, vat_amount: 31.07 })
    expect(rows.map((row) => row.total)).toEqual([96.66, 96.67, 96.67])
  })

  const amount = fc.bigInt({ min: 0n, max: 10n ** 12n })
  const document = fc.record({
    computation: fc.constantFrom('inclusive', 'exclusive', 'exempt', 'zero_rated', 'non_vat' as const),
    rate: fc.constantFrom(12, 10, 0, 12.5),
    discount: fc.bigInt({ min: 0n, max: 10n ** 6n }),
    lines: fc.array(fc.record({ amount, vatClass: fc.constantFrom('V', 'Z', 'E' as const) }), { minLength: 1, maxLength: 40 }),
  })

  it('always adds up: totals are sums of lines, and VAT is within half a centavo of the rate', () => {
    fc.assert(
      fc.property(document, (input) => {
        const result = spreadTax(input as Parameters<typeof spreadTax>[0])
        const sum = (key: 'net' | 'vat' | 'gross') => result.lines.reduce((total, line) => total + line[key], 0n)
        expect(sum('net')).toBe(result.net)
        expect(sum('vat')).toBe(result.vat)
        expect(sum('gross')).toBe(result.gross)
        expect(result.net + result.vat).toBe(result.gross)
        expect(result.vatable + result.zeroRated + result.exempt).toBe(result.net)
        if (input.computation === 'inclusive') expect(result.gross).toBe(result.subtotal - input.discount)
        if (input.computation === 'exempt' || input.computation === 'non_vat') expect(result.vat).toBe(0n)
        expect(dec(result.vatable).times(input.rate).div(100).minus(result.vat.toString()).abs().lte(1)).toBe(true)
      }),
    )
  })

  it('does not depend on the order of lines', () => {
    fc.assert(
      fc.property(document, (input) => {
        const there = spreadTax(input as Parameters<typeof spreadTax>[0])
        const back = spreadTax({ ...input, lines: [...input.lines].reverse() } as Parameters<typeof spreadTax>[0])
        expect([back.vat, back.gross]).toEqual([there.vat, there.gross])
        if (input.discount === 0n) expect([back.vatable, back.exempt]).toEqual([there.vatable, there.exempt])
      }),
    )
  })
})

describe('sharing out', () => {
  it('never loses or makes a centavo, and no share is a whole unit off', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
        fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { minLength: 1, maxLength: 60 }),
        (total, weights) => {
          const shares = largestRemainder(total, weights)
          expect(shares.reduce((a, b) => a + b, 0n)).toBe(total)
          const whole = weights.reduce((a, b) => a + b, 0n)
          if (whole > 0n) {
            shares.forEach((share, i) => {
              const off = share * whole - total * weights[i]!
              expect(off < whole && off > -whole).toBe(true)
            })
          }
        },
      ),
    )
  })
  it('shares landed cost by value as the worked receipt does', () => {
    expect(run('spread', { landed_cost: 1000 }, [{ net: 7920 }, { net: 3946.87 }]).rows).toEqual([{ landed: 667.4 }, { landed: 332.6 }])
  })
  it('puts the odd unit on the earlier of two equal lines', () => {
    expect(largestRemainder(1n, [5n, 5n])).toEqual([1n, 0n])
  })
})

describe('expanded withholding tax', () => {
  it('is rounded once per code on the document', () => {
    const { header, rows } = run('ewt', { withholding_rate: 1, atc_code: 'WC158' }, [{ net: 7920 }, { net: 4017.86 }])
    expect(header).toEqual({ withholding_amount: 119.38 })
    expect(rows.map((row) => row.withholding)).toEqual([79.2, 40.18])
  })
  it('keeps codes apart', () => {
    const result = withhold([
      { net: 10050n, atc: 'WC158', rate: 1 },
      { net: 10050n, atc: 'WC160', rate: 2 },
      { net: 10050n, atc: 'WC158', rate: 1 },
    ])
    expect(result.groups).toEqual([
      { atc: 'WC158', rate: '1', base: 20100n, tax: 201n },
      { atc: 'WC160', rate: '2', base: 10050n, tax: 201n },
    ])
  })
})

describe('amounts in words', () => {
  it.each([
    [1234.56, 'One Thousand Two Hundred Thirty-Four Pesos and 56/100 Only'],
    [0.05, 'Zero Pesos and 05/100 Only'],
    [1, 'One Peso Only'],
    [1000000, 'One Million Pesos Only'],
    ['12518.42', 'Twelve Thousand Five Hundred Eighteen Pesos and 42/100 Only'],
    [919019.19, 'Nine Hundred Nineteen Thousand Nineteen Pesos and 19/100 Only'],
    [-20.5, 'Minus Twenty Pesos and 50/100 Only'],
  ])('%s', (amount, words) => {
    expect(pesoWords(amount)).toBe(words)
  })
})
