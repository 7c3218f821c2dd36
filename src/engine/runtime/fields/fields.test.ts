import { describe, expect, it } from 'vitest'
import { FIELD_TYPES } from '../../model/module.ts'
import { coerce, dashed, fieldTypes } from './index.ts'

describe('field types', () => {
  it('lists every type once', () => expect(Object.keys(fieldTypes).sort()).toEqual([...FIELD_TYPES].sort()))

  it('keeps decimals that are exact as JSON numbers', () => {
    expect(fieldTypes.money).toMatchObject({ storage: 'numeric', precision: 18, scale: 2, align: 'end' })
    expect(fieldTypes.quantity.scale).toBe(6)
    expect(fieldTypes.rate.scale).toBe(4)
    expect(Number.isSafeInteger(Number(fieldTypes.money.schema.maximum) * 100)).toBe(true)
  })

  it.each([
    ['tin', '123-456-789-00000', '123456789', '12-345'],
    ['sss_no', '34-1234567-8', '3412345678', '341234567'],
    ['philhealth_no', '12-123456789-0', '121234567890', '12-12345'],
    ['pagibig_no', '1234-5678-9012', '123456789012', '1234-5678'],
    ['licensekey', 'ABCDE-12345-FGHIJ-67890-KLMNO', 'AAAAA-BBBBB-CCCCC-DDDDD-00000', 'ABCDE-12345'],
  ] as const)('knows the form of %s', (type, written, plain, wrong) => {
    const pattern = new RegExp(fieldTypes[type].schema.pattern as string, 'u')
    expect([written, plain, wrong].map((text) => pattern.test(text))).toEqual([true, true, false])
  })

  it('puts dashes where ID cards have them', () => {
    expect(dashed('tin', '123456789')).toBe('123-456-789')
    expect(dashed('tin', '12345678900000')).toBe('123-456-789-00000')
    expect(dashed('philhealth_no', '121234567890')).toBe('12-123456789-0')
  })
})

describe('coerce', () => {
  const options = [
    { value: 'c', label: 'Cash' },
    { value: 'k', label: 'Check' },
  ]
  it.each([
    ['money', '₱1,234.50', 1234.5],
    ['money', '(20.00)', -20],
    ['percent', '12%', 12],
    ['money', '-1,234,567', -1234567],
    ['money', 'PHP 1,234.5', 1234.5],
    ['integer', '1,000', 1000],
    ['boolean', 'Yes', true],
    ['boolean', 'inactive', false],
    ['date', '2026/01/31', '2026-01-31'],
    ['date', '1/31/2026', '2026-01-31'],
    ['time', '1:05 pm', '13:05'],
    ['select', 'cash', 'c'],
    ['multiselect', 'Cash; Check', ['c', 'k']],
    ['tin', '123456789', '123-456-789'],
    ['text', '  ', null],
  ] as const)('reads %s from %j', (type, text, value) =>
    expect(coerce({ type, options, ...(type === 'money' ? { scale: 2 } : {}) }, text)).toEqual({ value }),
  )

  it('reads dates and times without a zone as local time of the given zone', () => {
    expect(coerce({ type: 'datetime' }, '2026/11/22 07:18 PM', 'Asia/Manila')).toEqual({ value: '2026-11-22T11:18:00.000Z' })
    expect(coerce({ type: 'datetime' }, '2026-11-22T11:18:00Z', 'Asia/Manila')).toEqual({ value: '2026-11-22T11:18:00.000Z' })
    expect(coerce({ type: 'datetime' }, '2026/11/22 07:18 PM')).toHaveProperty('error')
    expect(coerce({ type: 'month' }, '2026/11')).toEqual({ value: '2026-11' })
    // As an export writes them.
    expect(coerce({ type: 'daterange' }, '2026/11/01 to 2026/11/15')).toEqual({ value: { from: '2026-11-01', to: '2026-11-15' } })
    expect(coerce({ type: 'multiselect' }, 'view; edit')).toEqual({ value: ['view', 'edit'] })
  })

  it.each([
    ['money', '1.005', /2 decimals/],
    ['money', 'ten', /not a number/],
    ['quantity', '1,5', /Write it as 1234\.50/],
    ['quantity', '2,25', /not a number/],
    ['money', '1.234,50', /not a number/],
    ['money', '12,34', /not a number/],
    ['money', '1,2345', /not a number/],
    ['money', '1234,567', /not a number/],
    ['integer', '1,5', /Write it as 1234\.$/],
    ['integer', '1.5', /Whole/],
    ['date', '2026-02-30', /not a date/],
    ['date', '31/01/2026', /not a date/],
    ['select', 'card', /Cash, Check/],
    ['boolean', 'perhaps', /Yes or No/],
    ['json', '{', /JSON/],
    ['daterange', '2026/11/01', /2026\/01\/01 to/],
  ] as const)('refuses %s %j', (type, text, words) => {
    const result = coerce({ type, options, ...(type === 'money' ? { scale: 2 } : {}) }, text)
    expect('error' in result && result.error).toMatch(words)
  })
})
