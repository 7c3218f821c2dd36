import { expect, test } from 'vitest'
import { bookFit, bookPages } from './book.ts'

test('pages of a book are filled: a text as wide as its column takes one line', () => {
  const rows = 200
  const text = (title: string, value: string) => ({ title, texts: Array.from({ length: rows }, () => value), numeric: false, wraps: true })
  const figures = { title: 'Debit', texts: Array.from({ length: rows }, () => '1,250.00'), numeric: true, wraps: false }
  const columns = [
    text('Document', 'AE-MNL-2026-000195'),
    text('Account', '6013 · SSS/PhilHealth/Pag-IBIG - Employer'),
    text('Description', 'PAY-MNL-2026-000001, paid on 2026/05/31'),
    { ...figures, values: figures.texts.map(() => 1250) },
  ]
  const { landscape, fit } = bookFit(columns, { width: 595, height: 842 })!
  expect(landscape).toBe(false)
  const pages = bookPages({ heading: [], columns, fit, height: 842, above: 60 })
  const [first] = pages as { stack: { table: { body: unknown[] } }[] }[]
  // Less the headings and the two rows of totals. A row is not higher than 12 points.
  const drawn = first!.stack[0]!.table.body.length - 3
  expect(drawn).toBeGreaterThan((842 - 60 - 36 - 44 - 14 - 5 * 12) / 12)
})
