import { expect, test } from 'vitest'
import { fit as fitted, widthOf } from './measure.ts'

test('a bold total fits in a column without spare room', () => {
  const total = '1,517,873.77'
  const address = { title: 'Address', texts: ['943 Quezon Boulevard, Barangay Poblacion, Lucena'], wraps: true }
  const figures = { title: 'VAT', texts: ['245,432.68', total], wraps: false }
  const widthWith = (totals: readonly string[]) => fitted([address, { ...figures, totals }], 140, [7])!.widths[1]!
  expect(widthWith([])).toBeLessThan(widthOf(total, 7, true))
  expect(widthWith([total])).toBeGreaterThanOrEqual(widthOf(total, 7, true))
})

test('texts are measured as they are drawn, so that a page is filled', () => {
  // Advance widths of Roboto Regular and Medium, with their kerning, at size 10.
  const drawn = [
    ['1,517,873.77', true, 58.4],
    ['PAY-MNL-2026-000001, paid on 2026/05/31', false, 196.17],
    ['6013 · SSS/PhilHealth/Pag-IBIG - Employer', false, 189.65],
    ['Muñoz', false, 30.35],
  ] as const
  for (const [text, bold, width] of drawn) {
    expect(widthOf(text, 10, bold)).toBeGreaterThanOrEqual(width)
    expect(widthOf(text, 10, bold)).toBeLessThan(width * 1.02)
  }
})

test('where there is little room, shorter texts are whole and one long text of few rows wraps', () => {
  const names = Array.from({ length: 20 }, () => 'Dela Cruz Construction Supply')
  const remarks = names.map((_, row) =>
    row === 7 ? 'Delivered in three parts, the last of them after the second inspection' : 'Delivered',
  )
  const columns = [
    { title: 'Customer', texts: names, wraps: true },
    { title: 'Remarks', texts: remarks, wraps: true },
  ]
  const [customer, remark] = fitted(columns, 300, [8])!.widths as [number, number]
  expect(customer).toBeGreaterThanOrEqual(widthOf(names[0]!, 8))
  expect(remark).toBeLessThan(widthOf(remarks[7]!, 8))
  expect(customer + remark).toBeCloseTo(300 - 2 * 8.5 - 1, 5)
})
