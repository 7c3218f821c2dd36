/** Units, discounts and prices: what a line comes to before taxes. */
import { describe, expect, it } from 'vitest'
import { productModules } from '../../scripts/descriptors.ts'
import { calculations } from '../../src/domain/trade/calculations.ts'
import { chainedPercent, discountOf, lineAmount, type PricedLine, shareDiscount } from '../../src/domain/trade/discount.ts'
import { type LevelPrice, listPrice, type PriceLevel, type PriceQuestion, quotedPrice } from '../../src/domain/trade/pricing.ts'
import type { TaxComputation, VatClass } from '../../src/domain/trade/tax.ts'
import { BASE, baseQuantity, checkPrecision, convertPrice, convertQuantity, unitQuantity } from '../../src/domain/trade/uom.ts'
import type { Row } from '../../src/engine/model/module.ts'
import { createComputer } from '../../src/engine/runtime/compute/index.ts'
import { dec, fromCents, toCents } from '../../src/kernel/decimal.ts'
import fc from '../properties.ts'

const wrongField = (field: string, message?: string) =>
  expect.objectContaining({ name: 'DomainError', field, ...(message ? { message } : {}) })
const BOX = { num: 12, den: 1 }
const CASE = { num: 144, den: 1 }
const THIRD = { num: 1, den: 3 }

describe('units of measure', () => {
  it.each([
    [12, BOX, BASE, '144'],
    [3, THIRD, BASE, '1'],
    [1, THIRD, BASE, '0.333333'],
    [2, { num: 1, den: 6 }, BASE, '0.333333'],
    [5, { num: 1, den: 6 }, BASE, '0.833333'],
    ['0.000001', { num: 1, den: 2 }, BASE, '0.000001'],
    [1.5, { num: '2.5', den: 1 }, BASE, '3.75'],
    [18, BASE, BOX, '1.5'],
    [1, BASE, BOX, '0.083333'],
    [24, BOX, CASE, '2'],
    [-7, BOX, BASE, '-84'],
    ['999999999999.999999', BASE, BASE, '999999999999.999999'],
  ])('%s of %o in %o is %s', (qty, from, to, expected) => {
    expect(convertQuantity(qty, from, to).toString()).toBe(expected)
  })
  it.each([
    ['qty', 'twelve', BOX],
    ['qty', null, BOX],
    ['qty', '0.0000001', BOX],
    ['factor.num', 1, { num: 0, den: 1 }],
    ['factor.num', 1, { num: -12, den: 1 }],
    ['factor.den', 1, { num: 12, den: 0 }],
    ['factor.den', 1, { num: 12, den: '' }],
  ])('refuse a wrong %s', (field, qty, factor) => {
    expect(() => baseQuantity(qty, factor)).toThrow(wrongField(field))
  })
  it.each([
    [3, 0, undefined],
    ['3.0', 0, undefined],
    [2.5, 0, 'Piece accepts whole quantities only.'],
    [2.5, 1, undefined],
    [2.25, 1, 'Piece accepts 1 decimal.'],
    [2.1234, 3, 'Piece accepts 3 decimals.'],
  ])('%s with %i decimals: %s', (qty, precision, refused) => {
    const check = () => checkPrecision(qty, { name: 'Piece', precision })
    if (refused) expect(check).toThrow(wrongField('qty', refused))
    else expect(check).not.toThrow()
  })
  it('price a box of twelve pieces exactly', () => {
    expect(convertPrice(dec('0.07'), BASE, BOX).toString()).toBe('0.84')
    expect(convertPrice(dec('739.20'), BOX, BASE).toString()).toBe('61.6')
    expect(convertPrice(dec(1), BOX, CASE).toString()).toBe('12')
  })

  const quantity = fc.bigInt({ min: 0n, max: 10n ** 12n }).map((micros) => dec(micros).div(1_000_000))
  const whole = fc.integer({ min: 1, max: 10_000 })
  it('convert back to the same quantity with whole factors', () => {
    fc.assert(
      fc.property(quantity, whole, (qty, num) => {
        expect(unitQuantity(baseQuantity(qty, { num, den: 1 }), { num, den: 1 }).toFixed(6)).toBe(qty.toFixed(6))
      }),
    )
  })
  it('convert back with fractions to within six decimals', () => {
    fc.assert(
      fc.property(quantity, whole, whole, (qty, num, den) => {
        const back = unitQuantity(baseQuantity(qty, { num, den }), { num, den })
        // Half a millionth of the base unit, in units, and half a millionth of the unit.
        const most = dec('0.0000005').times(den).div(num).plus('0.0000005')
        expect(back.minus(qty).abs().lte(most)).toBe(true)
      }),
    )
  })
})

describe('discounts', () => {
  const pesos = (line: PricedLine) => {
    const { gross, discount, amount } = lineAmount(line)
    return [gross, discount, amount].map((cents) => fromCents(cents).toFixed(2))
  }
  it.each<[string, PricedLine, string[]]>([
    ['none', { qty: 150, unit_price: '89.99' }, ['13498.50', '0.00', '13498.50']],
    ['an empty one', { qty: 1, unit_price: 1, discount_percent: null, discount_amount: '' }, ['1.00', '0.00', '1.00']],
    ['a percentage, half a centavo up', { qty: 25, unit_price: '219.50', discount_percent: 5 }, ['5487.50', '274.38', '5213.12']],
    ['an amount', { qty: 2, unit_price: '10', discount_amount: '0.55' }, ['20.00', '0.55', '19.45']],
    ['an amount of everything', { qty: 2, unit_price: '10', discount_amount: 20 }, ['20.00', '20.00', '0.00']],
    ['everything', { qty: 3, unit_price: '33.33', discount_percent: 100 }, ['99.99', '99.99', '0.00']],
    ['one after the other', { qty: 1, unit_price: 1000, discount_percents: [10, 5] }, ['1000.00', '145.00', '855.00']],
    ['a chain, rounded once', { qty: 1, unit_price: '9.99', discount_percents: [10, 5, '2.5'] }, ['9.99', '1.66', '8.33']],
    ['a chain of nothing', { qty: 1, unit_price: 10, discount_percents: [] }, ['10.00', '0.00', '10.00']],
    ['a price of four decimals', { qty: 6, unit_price: '84.8214' }, ['508.93', '0.00', '508.93']],
    ['nothing bought', { qty: 0, unit_price: 5, discount_percent: 10 }, ['0.00', '0.00', '0.00']],
    ['goods taken back', { qty: -25, unit_price: '219.50', discount_percent: 5 }, ['-5487.50', '-274.38', '-5213.12']],
    ['an amount on goods taken back', { qty: -2, unit_price: 10, discount_amount: '0.55' }, ['-20.00', '-0.55', '-19.45']],
  ])('%s', (_what, line, expected) => {
    expect(pesos(line)).toEqual(expected)
  })
  it.each<[string, Partial<PricedLine>]>([
    ['qty', { qty: 'two' }],
    ['unit_price', { unit_price: -1 }],
    ['unit_price', { unit_price: '' }],
    ['discount_percent', { discount_percent: 101 }],
    ['discount_percent', { discount_percent: -1 }],
    ['discount_percents.1', { discount_percents: [10, 120] }],
    ['discount_amount', { discount_amount: -1 }],
    ['discount_amount', { discount_amount: '20.01' }],
    ['discount_amount', { discount_percent: 10, discount_amount: 1 }],
    ['discount_amount', { discount_percent: 10, discount_percents: [5] }],
  ])('a wrong %s is refused by name: %o', (field, more) => {
    expect(() => lineAmount({ qty: 2, unit_price: 10, ...more })).toThrow(wrongField(field))
  })

  const percent = fc.integer({ min: 0, max: 10_000 }).map((n) => n / 100)
  const gross = fc.bigInt({ min: -(10n ** 10n), max: 10n ** 10n })
  it('in a chain do not depend on order, and never exceed the whole', () => {
    fc.assert(
      fc.property(fc.array(percent, { maxLength: 5 }), gross, (percents, cents) => {
        expect(discountOf(cents, { discount_percents: [...percents].reverse() })).toBe(discountOf(cents, { discount_percents: percents }))
        const decimal = chainedPercent(percents)
        expect(decimal.gte(0) && decimal.lte(100)).toBe(true)
        expect(discountOf(cents, { discount_percent: decimal })).toBe(discountOf(cents, { discount_percents: percents }))
        for (const each of percents) expect(decimal.gte(each)).toBe(true)
      }),
    )
  })
  it.each([
    [1000n, [10_000n, 10_000n, 10_000n], [334n, 333n, 333n]],
    [1000n, [10_000n, -5_000n], [1000n, 0n]],
    [-1000n, [-10_000n, 5_000n], [-1000n, 0n]],
    [10n, [0n, 0n], [5n, 5n]],
    [10n, [], []],
  ])('%s on the document is shared over %s as %s', (discount, amounts, shares) => {
    expect(shareDiscount(discount, amounts)).toEqual(shares)
  })
})

describe('prices', () => {
  const piece = { uom_id: 1, factor: BASE }
  const box = { uom_id: 2, factor: BOX }
  const question = (more: Partial<PriceQuestion> = {}): PriceQuestion => ({
    item: { selling_price: 95, cost: 50, vat_class: 'V' },
    unit: piece,
    qty: 1,
    date: '2026-01-15',
    vat_rate: 12,
    levels: [],
    ...more,
  })
  const level = (prices: LevelPrice[], more: Partial<PriceLevel> = {}): PriceLevel => ({ basis: 'fixed', prices, ...more })
  const levelPrice = (price: number, more: Partial<LevelPrice> = {}): LevelPrice => ({ unit: piece, price, ...more })

  it.each<[string, Partial<PriceQuestion>, string]>([
    ['no level: the item’s own', {}, '95'],
    ['no level, by the box', { unit: box }, '1140'],
    ['an item without price', { item: {} }, '0'],
    ['the customer’s level first', { levels: [level([levelPrice(80)]), level([levelPrice(90)])] }, '80'],
    ['a level that says nothing: the next', { levels: [level([]), level([levelPrice(90)])] }, '90'],
    ['an inactive level: the next', { levels: [level([levelPrice(80)], { is_active: false }), level([levelPrice(90)])] }, '90'],
    ['a level of later days: the next', { levels: [level([levelPrice(80)], { valid_from: '2026-01-16' }), level([levelPrice(90)])] }, '90'],
    ['a level of past days: the next', { levels: [level([levelPrice(80)], { valid_until: '2026-01-14' }), level([levelPrice(90)])] }, '90'],
    ['a level on its last day', { levels: [level([levelPrice(80)], { valid_from: '2026-01-15', valid_until: '2026-01-15' })] }, '80'],
    ['a discount on the item’s price', { levels: [level([], { basis: 'discount', percent: 15 })] }, '80.75'],
    ['a discount by the box', { unit: box, levels: [level([], { basis: 'discount', percent: 15 })] }, '969'],
    ['a markup on cost, with VAT', { levels: [level([], { basis: 'markup', percent: 40 })] }, '78.4'],
    ['a markup on what is exempt', { item: { cost: 50, vat_class: 'E' }, levels: [level([], { basis: 'markup', percent: 40 })] }, '70'],
    ['a price kept goes before the basis', { levels: [level([levelPrice(80)], { basis: 'discount', percent: 15 })] }, '80'],
    ['below the quantity', { qty: 9, levels: [level([levelPrice(90), levelPrice(80, { min_qty: 10 })])] }, '90'],
    ['at the quantity', { qty: 10, levels: [level([levelPrice(90), levelPrice(80, { min_qty: 10 })])] }, '80'],
    [
      'the greatest quantity reached',
      { qty: 60, levels: [level([levelPrice(70, { min_qty: 50 }), levelPrice(90), levelPrice(80, { min_qty: 10 })])] },
      '70',
    ],
    ['below every quantity: the next', { qty: 9, levels: [level([levelPrice(80, { min_qty: 10 })])] }, '95'],
    ['less than one asks for the price of one', { qty: '0.25', levels: [level([levelPrice(80)])] }, '80'],
    ['quantities counted in base units', { qty: 24, levels: [level([levelPrice(1000, { unit: box, min_qty: 2 })])] }, '83.3333'],
    ['not enough for so many boxes', { qty: 23, levels: [level([levelPrice(1000, { unit: box, min_qty: 2 })])] }, '95'],
    [
      'its own unit before another',
      { unit: box, levels: [level([levelPrice(1, { min_qty: 12 }), levelPrice(1000, { unit: box })])] },
      '1000',
    ],
    ['only in another unit: by the ratio', { unit: box, levels: [level([levelPrice('61.6' as never)])] }, '739.2'],
    [
      'the latest that counts',
      {
        levels: [
          level([
            levelPrice(70, { effective_from: '2026-01-16' }),
            levelPrice(80, { effective_from: '2026-01-15' }),
            levelPrice(90, { effective_from: '2025-01-01' }),
          ]),
        ],
      },
      '80',
    ],
    ['the last day of a price', { levels: [level([levelPrice(80, { effective_to: '2026-01-15' })])] }, '80'],
    ['after its last day', { levels: [level([levelPrice(80, { effective_to: '2026-01-14' })])] }, '95'],
    ['a price without VAT', { levels: [level([levelPrice(100, { is_vat_inclusive: false })])] }, '112'],
    [
      'a price without VAT of what bears none',
      { item: { vat_class: 'Z' }, levels: [level([levelPrice(100, { is_vat_inclusive: false })])] },
      '100',
    ],
  ])('%s', (_what, more, price) => {
    expect(listPrice(question(more)).toString()).toBe(price)
  })
  it.each<[string, Partial<PriceQuestion>]>([
    ['qty', { qty: 'ten', levels: [level([levelPrice(1)])] }],
    ['price', { levels: [level([levelPrice(-1)])] }],
    ['selling_price', { item: { selling_price: -1 } }],
    ['cost', { item: { cost: -1 }, levels: [level([], { basis: 'markup', percent: 1 })] }],
    ['vat_rate', { vat_rate: -12, levels: [level([levelPrice(1, { is_vat_inclusive: false })])] }],
  ])('a wrong %s is refused by name', (field, more) => {
    expect(() => listPrice(question(more))).toThrow(wrongField(field))
  })

  it.each<[number, TaxComputation, VatClass, string]>([
    [95, 'inclusive', 'V', '95'],
    [95, 'exclusive', 'V', '84.8214'],
    [235, 'exclusive', 'V', '209.8214'],
    [95, 'zero_rated', 'V', '84.8214'],
    [95, 'exempt', 'V', '84.8214'],
    [95, 'non_vat', 'V', '95'],
    [1425, 'exclusive', 'E', '1425'],
    [1425, 'exempt', 'Z', '1425'],
  ])('%s is quoted %s, of class %s, as %s', (list, computation, vat_class, quoted) => {
    expect(quotedPrice(list, { computation, vat_class, vat_rate: 12 }).toString()).toBe(quoted)
  })

  it('do not depend on the order of entry, and a larger quantity never uses a smaller break', () => {
    const rows = fc.uniqueArray(
      fc.record({
        unit: fc.constantFrom(piece, box),
        price: fc.integer({ min: 1, max: 999 }),
        min_qty: fc.integer({ min: 1, max: 40 }),
        effective_from: fc.constantFrom('2025-06-01', '2026-01-01', '2026-01-15', '2026-02-01'),
      }),
      { maxLength: 8, selector: (row) => `${row.unit.uom_id} ${row.min_qty} ${row.effective_from}` },
    )
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 600 }), (prices, qty) => {
        const ask = question({ qty, levels: [level(prices)] })
        const found = listPrice(ask)
        expect(listPrice({ ...ask, levels: [level([...prices].reverse())] }).eq(found)).toBe(true)
        // Falling prices by quantity, all of one unit and day: more never costs more each.
        const falling = prices
          .filter((row) => row.unit === piece && row.effective_from <= ask.date)
          .map((row) => ({ ...row, effective_from: '2026-01-01', price: 1000 - row.min_qty }))
        if (falling.length === 0) return
        const all = { ...ask, item: { selling_price: 1000, vat_class: 'V' as const }, levels: [level(falling)] }
        expect(listPrice({ ...all, qty: qty + 1 }).lte(listPrice(all))).toBe(true)
      }),
    )
  })
})

describe('lines as documents compute them', async () => {
  const { modules } = await productModules()
  const env = { today: () => '2026-01-15', now: () => '2026-01-15T00:00:00Z', lookup: () => null, settings: {} }
  const line = fc.record({
    qty: fc.bigInt({ min: 1n, max: 10n ** 10n }).map((micros) => dec(micros).div(1_000_000)),
    unit_price: fc.bigInt({ min: 0n, max: 10n ** 9n }).map((n) => dec(n).div(10_000)),
    discount_percent: fc.integer({ min: 0, max: 10_000 }).map((n) => n / 100),
    uom_num: fc.integer({ min: 1, max: 500 }),
    uom_den: fc.integer({ min: 1, max: 12 }),
    vat_class: fc.constantFrom('V', 'Z', 'E'),
  })
  it.each(['purchase_order', 'sales_quotation'])('%s: amount and base quantity follow the rules', (name) => {
    const computer = createComputer(modules.get(name)!, env, calculations as unknown as Parameters<typeof createComputer>[2], modules)
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (items) => {
        const record = computer.all({
          tax_type: { computation: 'inclusive', rate: 12 },
          transaction_date: '2026-01-15',
          discount_amount: 0,
          items: items.map((item) => ({ ...item, discount_amount: 0 })),
        } as unknown as Row)
        const rows = record.items as Row[]
        items.forEach((item, i) => {
          expect(toCents(rows[i]!.amount)).toBe(lineAmount(item).amount)
          expect(dec(rows[i]!.base_qty).toFixed(6)).toBe(baseQuantity(item.qty, { num: item.uom_num, den: item.uom_den }).toFixed(6))
        })
        expect(toCents(record.total)).toBe(items.reduce((sum, item) => sum + lineAmount(item).amount, 0n))
      }),
      { numRuns: 40 },
    )
  })
  it.each([
    ['20.01', true],
    ['20', false],
  ])('a discount of %s on a document of 20 is refused: %s', (discount_amount, refused) => {
    const computer = createComputer(
      modules.get('purchase_order')!,
      env,
      calculations as unknown as Parameters<typeof createComputer>[2],
      modules,
    )
    const record = computer.all({
      tax_type: { computation: 'inclusive', rate: 12 },
      discount_amount: dec(discount_amount),
      items: [{ qty: 2, unit_price: 10, discount_percent: 0, discount_amount: 0, uom_num: 1, uom_den: 1, vat_class: 'V' }],
    } as unknown as Row)
    expect('discount_amount' in computer.validate(record)).toBe(refused)
  })
})
