/** Parts of a sold line, as the shipped sales return computes them. */
import { expect, test } from 'vitest'
import { productModules } from '../../scripts/descriptors.ts'
import { calculations } from '../../src/domain/trade/calculations.ts'
import type { Row } from '../../src/engine/model/module.ts'
import { compileModule } from '../../src/engine/runtime/compute/index.ts'
import { fromCents, toCents } from '../../src/kernel/decimal.ts'
import fc from '../properties.ts'

const { modules } = await productModules()
const env = { settings: {}, today: () => '2026-11-22', now: () => '2026-11-22T00:00:00Z', words: String, lookup: () => null }

test.each(['sales_return', 'goods_return'])('the parts of a line add up to the line: %s', (name) => {
  const computer = compileModule(modules.get(name)!, calculations, modules).with(env)
  const quantities = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 8 })
  const cents = fc.integer({ min: 0, max: 5_000_000 })
  const computation = fc.constantFrom('inclusive', 'exclusive')
  fc.assert(
    fc.property(quantities, cents, cents, computation, (parts, net, vat, kind) => {
      const left = { qty: parts.reduce((sum, part) => sum + part, 0), net: BigInt(net), vat: BigInt(vat) }
      for (const qty of parts) {
        const noted = { source_qty: left.qty, source_net: fromCents(left.net), source_vat: fromCents(left.vat) }
        const record = computer.all({
          tax_type: { computation: kind, rate: 12 },
          items: [{ ...noted, qty, unit_price: 100, vat_class: 'V', discount_percent: 0, discount_amount: 0 }],
        })
        const [row] = record.items as Row[]
        expect([toCents(record.total), toCents(record.vat_amount)]).toEqual([
          toCents(row!.net) + toCents(row!.tax_amount),
          toCents(row!.tax_amount),
        ])
        left.qty -= qty
        left.net -= toCents(row!.net)
        left.vat -= toCents(row!.tax_amount)
        expect([left.net >= 0n, left.vat >= 0n]).toEqual([true, true])
      }
      expect(left).toEqual({ qty: 0, net: 0n, vat: 0n })
    }),
    { numRuns: 200 },
  )
})
