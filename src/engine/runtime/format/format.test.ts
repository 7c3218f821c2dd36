import { describe, expect, it } from 'vitest'
import * as format from './index.ts'

describe('numbers', () => {
  it.each([
    ['1234567890123456.785', 2, '1,234,567,890,123,456.79'],
    [-1234.5, 2, '-1,234.50'],
    [-0.001, 2, '0.00'],
    [999, 0, '999'],
    [null, 2, ''],
  ])('%s with %i places', (value, places, text) => expect(format.formatNumber(value, places)).toBe(text))

  // S307
  it('writes money, quantities, percent and sizes', () => {
    expect(format.CONSTANTS.currency).toBe('PHP')
    expect(format.formatCurrency(1234567.891)).toBe('₱1,234,567.89')
    expect(format.formatCurrency(-1234.5)).toBe('-₱1,234.50')
    expect(format.formatPlain('1200.500000')).toBe('1,200.5')
    expect(format.formatPercent(12)).toBe('12%')
    expect([0, 1023, 1536, 1024 ** 5 * 2048].map(format.formatFileSize)).toEqual(['0.00 Bytes', '1023.00 Bytes', '1.50 KB', '2048.00 PB'])
  })
})

describe('dates', () => {
  it('uses the masks, in the given zone', () => {
    expect(format.formatDate('2026-01-31')).toBe('2026/01/31')
    expect(format.formatDateTime('2026-01-31T16:05:00Z', 'Asia/Manila')).toBe('2026/02/01 12:05 AM')
    expect(format.formatDate('2026-01-31T16:05:00Z', 'Asia/Manila')).toBe('2026/02/01')
    expect(format.formatTime('13:07:00')).toBe('01:07 PM')
    expect(format.formatDate('nonsense')).toBe('')
  })

  it('says how long ago something happened', () => {
    const now = new Date('2026-01-31T12:00:00Z')
    expect(format.formatRelative('2026-01-31T11:59:30Z', now)).toBe('just now')
    expect(format.formatRelative('2026-01-31T09:00:00Z', now)).toBe('3 hours ago')
    expect(format.formatRelative('2026-02-02T12:00:00Z', now)).toBe('in 2 days')
  })
})

describe('labels and masks', () => {
  it('omits the separator of an empty part', () => {
    const template = '{transaction_no} · {supplier.name}'
    expect(format.formatLabel(template, { transaction_no: 'PO-1', supplier: { name: 'Orion' } })).toBe('PO-1 · Orion')
    expect(format.formatLabel(template, { transaction_no: null, supplier: { name: 'Orion' } })).toBe('Orion')
    expect(format.formatLabel(template, { transaction_no: 'PO-1', supplier: null })).toBe('PO-1')
    expect(format.labelPaths(template)).toEqual(['transaction_no', 'supplier.name'])
  })

  it('masks sensitive values and reads values by their field', () => {
    expect(format.formatValue({ type: 'tin', sensitive: true }, '123-456-789-00000')).toBe('•••-•••-•••-•0000')
    expect(format.formatValue({ type: 'text', sensitive: true }, '12345')).toBe('•••••')
    expect(format.formatValue({ type: 'select', options: [{ value: 'V', label: 'VATable' }] }, 'V')).toBe('VATable')
    expect(format.formatValue({ type: 'money' }, 5, { bare: true })).toBe('5.00')
    const bounded = (minimum: number, maximum: number) => format.formatValue({ type: 'integer', schema: { minimum, maximum } }, 2026)
    expect([bounded(1950, 2100), bounded(0, 9999), bounded(1950, 10_000)]).toEqual(['2026', '2,026', '2,026'])
    const named = (name: string) => format.formatValue({ name, type: 'integer' }, 4273)
    expect(['record_id', 'id', 'posting_seq', 'headcount'].map(named)).toEqual(['4273', '4273', '4273', '4,273'])
    expect(
      format.formatValue({ type: 'references' }, [
        { id: 1, label: 'A' },
        { id: 2, label: 'B' },
      ]),
    ).toBe('A, B')
  })
})
