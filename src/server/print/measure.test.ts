import { expect, test } from 'vitest'
import { fit as fitted, widthOf } from './measure.ts'

test('a total, which is drawn in bold, has room in a column that has none to spare', () => {
  const total = '1,517,873.77'
  const address = { title: 'Address', texts: ['943 Quezon Boulevard, Barangay Poblacion, Lucena'], wraps: true }
  const figures = { title: 'VAT', texts: ['245,432.68', total], wraps: false }
  const widthWith = (totals: readonly string[]) => fitted([address, { ...figures, totals }], 140, [7])!.widths[1]!
  expect(widthWith([])).toBeLessThan(widthOf(total, 7, true))
  expect(widthWith([total])).toBeGreaterThanOrEqual(widthOf(total, 7, true))
})
