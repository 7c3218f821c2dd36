import { describe, expect, it } from 'vitest'
import { cleanNumeric, editNumeric, formatNumeric, numericRules, parseNumeric } from './numeric.ts'

const money = numericRules({ type: 'money', scale: 2, schema: {} })
const percent = numericRules({ type: 'percent', scale: 2, schema: {} })
const signed = numericRules({ type: 'number', scale: 2, schema: { minimum: -50, maximum: 50 } })
const whole = numericRules({ type: 'integer', schema: {} })

describe('numeric input', () => {
  it('keeps only what may be typed', () => {
    expect(cleanNumeric('1,234.567x', money)).toBe('1234.56')
    expect(cleanNumeric('-5', money)).toBe('5')
    expect(cleanNumeric('-5', signed)).toBe('-5')
    expect(cleanNumeric('12.5', whole)).toBe('12')
    expect(cleanNumeric('1.2.3', money)).toBe('1.23')
    expect(cleanNumeric('1234', percent)).toBe('123')
  })
  it('clamps to the range and reads nothing as null', () => {
    expect(parseNumeric('120', percent)).toBe(100)
    expect(parseNumeric('-80', signed)).toBe(-50)
    expect(parseNumeric('', money)).toBeNull()
    expect(parseNumeric('.', money)).toBeNull()
    expect(parseNumeric('99999999999999999999', whole)).toBe(Number.MAX_SAFE_INTEGER)
  })
  it('shows two decimals with thousands, and quantities without padding', () => {
    expect(formatNumeric(1234567.5, money)).toBe('1,234,567.50')
    expect(formatNumeric(2.345, money)).toBe('2.35')
    expect(formatNumeric(12, numericRules({ type: 'quantity', scale: 6, schema: {} }))).toBe('12')
    expect(formatNumeric(0.125, numericRules({ type: 'quantity', scale: 6, schema: {} }))).toBe('0.125')
    expect(formatNumeric(-1234, signed)).toBe('-1,234.00')
    expect(formatNumeric(null, money)).toBe('')
  })
  it('turns zero blank on focus unless zero is allowed', () => {
    expect(editNumeric(0, money)).toBe('')
    expect(editNumeric(0, numericRules({ type: 'money', schema: { 'x-allow-zero': true } }))).toBe('0')
    expect(editNumeric(1234.5, money)).toBe('1234.5')
  })
})
