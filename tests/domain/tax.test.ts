import { describe, expect, it } from 'vitest'
import { pesoWords } from '../../src/domain/amount-in-words.ts'
import { divideHalfUp, largestRemainder, roundTogether } from '../../src/domain/trade/allocate.ts'
import { calculations } from '../../src/domain/trade/calculations.ts'
import { spreadTax, type TaxComputation, type VatClass, withhold } from '../../src/domain/trade/tax.ts'
import { dec } from '../../src/kernel/decimal.ts'
import { DomainError } from '../../src/kernel/errors.ts'
import fc from '../properties.ts'

const inclusive = { computation: 'inclusive', rate: 12 }
const run = (name: string, header: object, rows: object[], params = {}) => {
  const result = calculations[name]!.run(header as Record<string, unknown>, rows as Record<string, unknown>[], params)
  const plain = (values: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? value : dec(value).toNumber()]))
  return { header: plain(result.header), rows: result.rows.map(plain) }
}

describe('VAT once per document', () => {
  it('gives the remaining centavo of the worked receipt to the larger fraction', () => {
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

  it('separates exempt and zero-rated items, and lets the tax type override them', () => {
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

  it('deducts a document discount before VAT', () => {
    const { header, rows } = run('tax.spread', { tax_type: inclusive, discount_amount: 10 }, [
      { amount: 100 },
      { amount: 100 },
      { amount: 100 },
    ])
    expect(header).toMatchObject({ subtotal: 300, total: 290, vat_amount: 31.07 })
    expect(rows.map((row) => row.total)).toEqual([96.66, 96.67, 96.67])
  })

  /** Amounts in centavos with the class of each; answers net and VAT of each line, then the totals. */
  const taxed = (computation: TaxComputation, lines: [number, VatClass?][], discount = 0, rate: unknown = 12) => {
    const result = spreadTax({
      computation,
      rate,
      discount: BigInt(discount),
      lines: lines.map(([amount, vatClass = 'V']) => ({ amount: BigInt(amount), vatClass })),
    })
    return [
      ...result.lines.map(({ net, vat }) => [Number(net), Number(vat)]),
      {
        V: Number(result.vatable),
        Z: Number(result.zeroRated),
        E: Number(result.exempt),
        vat: Number(result.vat),
        gross: Number(result.gross),
      },
    ]
  }
  it.each<[string, TaxComputation, [number, VatClass?][], number, unknown]>([
    ['no lines', 'inclusive', [], 0, [{ V: 0, Z: 0, E: 0, vat: 0, gross: 0 }]],
    ['a line of nothing', 'inclusive', [[0], [11200]], 0, [[0, 0], [10000, 1200], { V: 10000, Z: 0, E: 0, vat: 1200, gross: 11200 }]],
    ['only lines of nothing', 'exclusive', [[0], [0]], 0, [[0, 0], [0, 0], { V: 0, Z: 0, E: 0, vat: 0, gross: 0 }]],
    ['one and a half centavos, rounded up', 'inclusive', [[14]], 0, [[12, 2], { V: 12, Z: 0, E: 0, vat: 2, gross: 14 }]],
    [
      'one and a half centavos back, rounded the same way',
      'inclusive',
      [[-14]],
      0,
      [[-12, -2], { V: -12, Z: 0, E: 0, vat: -2, gross: -14 }],
    ],
    ['two equal lines and an odd centavo', 'inclusive', [[14], [14]], 0, [[12, 2], [13, 1], { V: 25, Z: 0, E: 0, vat: 3, gross: 28 }]],
    ['one centavo below the tie', 'inclusive', [[13]], 0, [[12, 1], { V: 12, Z: 0, E: 0, vat: 1, gross: 13 }]],
    [
      'equal lines and one centavo over',
      'exclusive',
      [[13], [13], [13]],
      0,
      [[13, 2], [13, 2], [13, 1], { V: 39, Z: 0, E: 0, vat: 5, gross: 44 }],
    ],
    [
      'all classes in one document',
      'inclusive',
      [
        [11200, 'V'],
        [5000, 'E'],
        [3000, 'Z'],
      ],
      0,
      [[10000, 1200], [5000, 0], [3000, 0], { V: 10000, Z: 3000, E: 5000, vat: 1200, gross: 19200 }],
    ],
    [
      'a discount over all classes, VAT on what is left',
      'inclusive',
      [
        [11200, 'V'],
        [5600, 'E'],
      ],
      1680,
      [[9000, 1080], [5040, 0], { V: 9000, Z: 0, E: 5040, vat: 1080, gross: 15120 }],
    ],
    ['a discount of everything', 'inclusive', [[9999], [1]], 10_000, [[0, 0], [0, 0], { V: 0, Z: 0, E: 0, vat: 0, gross: 0 }]],
    [
      'goods taken back',
      'inclusive',
      [[-11200], [-5600]],
      0,
      [[-10000, -1200], [-5000, -600], { V: -15000, Z: 0, E: 0, vat: -1800, gross: -16800 }],
    ],
    // Shares of the sum's one centavo would give the lines 10.00 and -9.99.
    [
      'goods sold and taken back for nearly the same',
      'inclusive',
      [[10000], [-9990]],
      0,
      [[8929, 1071], [-8920, -1070], { V: 9, Z: 0, E: 0, vat: 1, gross: 10 }],
    ],
    [
      'goods sold and taken back for the same',
      'exclusive',
      [[10000], [-10000]],
      0,
      [[10000, 1200], [-10000, -1200], { V: 0, Z: 0, E: 0, vat: 0, gross: 0 }],
    ],
    [
      'a discount on goods sold, beside goods taken back',
      'exclusive',
      [[10000], [-5000]],
      1000,
      [[9000, 1080], [-5000, -600], { V: 4000, Z: 0, E: 0, vat: 480, gross: 4480 }],
    ],
  ])('%s, %s', (_what, computation, lines, discount, expected) => {
    expect(taxed(computation, lines, discount)).toEqual(expected)
  })
  it.each([
    ['exempt', { V: 0, Z: 0, E: 16200, vat: 0, gross: 16200 }],
    ['zero_rated', { V: 0, Z: 16200, E: 0, vat: 0, gross: 16200 }],
    ['non_vat', { V: 0, Z: 0, E: 16200, vat: 0, gross: 16200 }],
  ] as const)('%s documents bear none, at whatever rate', (computation, totals) => {
    expect(
      taxed(
        computation,
        [
          [11200, 'V'],
          [5000, 'Z'],
        ],
        0,
        'none',
      ),
    ).toEqual([[11200, 0], [5000, 0], totals])
  })
  it.each([
    ['computation', () => taxed('half' as TaxComputation, [])],
    ['rate', () => taxed('inclusive', [[1]], 0, -12)],
    ['rate', () => taxed('inclusive', [[1]], 0, null)],
    ['rate', () => taxed('inclusive', [[1]], 0, 'twelve')],
    ['rate', () => taxed('inclusive', [[1]], 0, '12.00001')],
    ['lines.1.vatClass', () => taxed('inclusive', [[1], [1, 'X' as VatClass]])],
    [
      'lines.1.rate',
      () =>
        withhold([
          { net: 1n, atc: 'WC158', rate: null },
          { net: 1n, atc: 'WC158', rate: -1 },
        ]),
    ],
  ])('a wrong %s is refused by name', (field, work) => {
    expect(work).toThrow(expect.objectContaining({ name: 'DomainError', field }))
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

  const signed = fc.record({
    computation: fc.constantFrom('inclusive', 'exclusive' as const),
    rate: fc.constantFrom(12, 10, 12.5),
    discount: fc.constant(0n),
    lines: fc.array(
      fc.record({ amount: fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }), vatClass: fc.constantFrom('V', 'Z', 'E' as const) }),
      { minLength: 1, maxLength: 20 },
    ),
  })
  it('adds up with returned goods in the same document, and each line is taxed on its amount', () => {
    fc.assert(
      fc.property(signed, (input) => {
        const result = spreadTax(input)
        expect(result.lines.reduce((sum, { vat }) => sum + vat, 0n)).toBe(result.vat)
        expect(result.net + result.vat).toBe(result.gross)
        const whole = input.lines.some(({ amount }) => amount > 0n) && input.lines.some(({ amount }) => amount < 0n)
        const rate = BigInt(input.rate * 10)
        const den = input.computation === 'inclusive' ? 1000n + rate : 1000n
        result.lines.forEach(({ category, vat }, i) => {
          const off = category === 'V' ? vat * den - input.lines[i]!.amount * rate : vat * den
          if (whole) expect(off < den && off > -den).toBe(true)
        })
      }),
    )
  })
  it('of a return mirrors the sale, line by line', () => {
    fc.assert(
      fc.property(signed, fc.bigInt({ min: 0n, max: 10n ** 6n }), (input, discount) => {
        const sale = spreadTax({ ...input, discount })
        const back = spreadTax({ ...input, discount: -discount, lines: input.lines.map((line) => ({ ...line, amount: -line.amount })) })
        expect(back.lines.map(({ net, vat }) => [-net, -vat])).toEqual(sale.lines.map(({ net, vat }) => [net, vat]))
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

describe('allocation', () => {
  it('never loses or creates a centavo, and no share is off by a whole unit', () => {
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
  it('allocates landed cost by value as the worked receipt does', () => {
    expect(run('spread', { landed_cost: 1000 }, [{ net: 7920 }, { net: 3946.87 }]).rows).toEqual([{ landed: 667.4 }, { landed: 332.6 }])
  })
  it('gives the odd unit to the first of two equal lines', () => {
    expect(largestRemainder(1n, [5n, 5n])).toEqual([1n, 0n])
    expect(largestRemainder(-1n, [5n, 5n])).toEqual([-1n, 0n])
    expect(largestRemainder(-1n, [-5n, -5n])).toEqual([-1n, 0n])
    expect(largestRemainder(5n, [0n, 0n])).toEqual([3n, 2n])
  })
})

describe('rounding', () => {
  it.each([
    [1n, 2n, 1n],
    [-1n, 2n, -1n],
    [49n, 100n, 0n],
    [150n, 100n, 2n],
    [-149n, 100n, -1n],
    [0n, 7n, 0n],
  ])('%s / %s is %s', (num, den, rounded) => {
    expect(divideHalfUp(num, den)).toBe(rounded)
  })
  it('of parts refuses a total that differs from them', () => {
    expect(roundTogether(1n, [7n, 4n], 10n)).toEqual([1n, 0n])
    expect(() => roundTogether(3n, [7n, 4n], 10n)).toThrow(DomainError)
    expect(() => roundTogether(2n, [7n, -4n], 10n)).toThrow(DomainError)
  })
})

describe('expanded withholding tax', () => {
  it('is rounded once per code on the document', () => {
    const { header, rows } = run('ewt', { withholding_rate: 1, atc_code: 'WC158' }, [{ net: 7920 }, { net: 4017.86 }])
    expect(header).toEqual({ withholding_amount: 119.38 })
    expect(rows.map((row) => row.withholding)).toEqual([79.2, 40.18])
  })
  it('separates the codes', () => {
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
  it.each([
    ['half a centavo, rounded up', [[50n, 1]], [1n], 1n],
    ['half a centavo given back, the same way', [[-50n, 1]], [-1n], -1n],
    [
      'two lines of a quarter each, rounded together',
      [
        [25n, 1],
        [25n, 1],
      ],
      [1n, 0n],
      1n,
    ],
    [
      'lines without a rate',
      [
        [100n, null],
        [100n, ''],
        [100n, 0],
      ],
      [0n, 0n, 0n],
      0n,
    ],
    [
      'one code at two rates',
      [
        [10_000n, 1],
        [10_000n, 2],
      ],
      [100n, 200n],
      300n,
    ],
    [
      'a debit among the bills',
      [
        [100_000n, 1],
        [-99_900n, 1],
      ],
      [1000n, -999n],
      1n,
    ],
  ] as const)('%s', (_what, lines, taxes, total) => {
    const result = withhold(lines.map(([net, rate]) => ({ net, atc: 'WC158', rate })))
    expect([result.lines, result.groups.reduce((sum, group) => sum + group.tax, 0n)]).toEqual([taxes, total])
  })
  it('has lines that add up to each code', () => {
    const line = fc.record({
      net: fc.bigInt({ min: -(10n ** 10n), max: 10n ** 10n }),
      atc: fc.constantFrom('WC158', 'WC160', 'WI010'),
      rate: fc.constantFrom(1, 2, 5, 10, 0),
    })
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const result = withhold(lines)
        for (const group of result.groups) {
          const share = lines
            .map((entry, i) => ({ ...entry, tax: result.lines[i]! }))
            .filter(({ atc, rate }) => atc === group.atc && String(rate) === group.rate)
          expect(share.reduce((sum, { tax }) => sum + tax, 0n)).toBe(group.tax)
          expect(share.reduce((sum, { net }) => sum + net, 0n)).toBe(group.base)
          const off = group.tax * 200n - group.base * BigInt(group.rate) * 2n
          expect(off <= 100n && off >= -100n).toBe(true)
        }
        expect(result.groups.reduce((sum, { tax }) => sum + tax, 0n)).toBe(result.lines.reduce((sum, tax) => sum + tax, 0n))
      }),
    )
  })
})

// The base of tax that a customer withheld is the part of the invoice that is paid, however many rows pay it.
it('an amount is allocated to the rows of its group that have a share in it, rounded once, or as entered', () => {
  const rows = [
    { source_line_id: 1, amount: 100.004, net: 0 },
    { source_line_id: 1, amount: 200.004, net: 3 },
    { source_line_id: 2, amount: 50, net: 1 },
    { source_line_id: 2, amount: 50, net: 1, said: 70 },
    { source_line_id: 3, amount: 9, net: 0 },
  ]
  const { rows: shares } = calculations.regroup!.run({}, rows, { entered: 'said' })
  expect(shares.map(({ share }) => (share === null ? null : Number(share)))).toEqual([null, 300.01, 50, 70, null])
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
