import { describe, expect, it } from 'vitest'
import { cleanNumeric, editNumeric, formatNumeric, isReadable, numericRules, outputOf, parseNumeric } from './numeric.ts'

const money = numericRules({ type: 'money', scale: 2, schema: {} })
const percent = numericRules({ type: 'percent', scale: 2, schema: {} })
const signed = numericRules({ type: 'number', scale: 2, schema: { minimum: -50, maximum: 50 } })
const whole = numericRules({ type: 'integer', schema: {} })

describe('numeric input', () => {
  // S288
  it('accepts percents of three digits up to 100, with their sign', () => {
    expect(cleanNumeric('12345', percent)).toBe('123')
    expect(parseNumeric('101', percent)).toBe(100)
    expect(percent.suffix).toBe('%')
    expect([cleanNumeric('twelve', percent), parseNumeric('99.5', percent)]).toEqual(['', 99.5])
  })
  // S290 S291
  it('covers the safe integers, below zero only where allowed', () => {
    const open = numericRules({ type: 'number', schema: { 'x-allow-negative': true } })
    expect([parseNumeric('-9999999999999999', open), parseNumeric('9'.repeat(16), open)]).toEqual([
      Number.MIN_SAFE_INTEGER,
      Number.MAX_SAFE_INTEGER,
    ])
    expect([cleanNumeric('-7', open), cleanNumeric('-7', whole)]).toEqual(['-7', '7'])
    expect(whole.min).toBe(0)
  })
  // S293 S306
  it('has two decimals by default, integers none', () => {
    expect(['number', 'money', 'percent'].map((type) => numericRules({ type: type as 'number', schema: {} }).scale)).toEqual([2, 2, 2])
    expect(parseNumeric('1.239', numericRules({ type: 'number', schema: {} }))).toBe(1.23)
    expect(formatNumeric(5, numericRules({ type: 'number', schema: {} }))).toBe('5.00')
    expect(formatNumeric(5.5, money)).toBe('5.50')
    expect(formatNumeric(2026, numericRules({ type: 'integer', schema: { minimum: 1950, maximum: 2100 } }))).toBe('2026')
    expect([whole.scale, cleanNumeric('5.5', whole), formatNumeric(5, whole)]).toEqual([0, '5', '5'])
    expect(parseNumeric('1.2345', numericRules({ type: 'rate', scale: 3, schema: {} }))).toBe(1.234)
  })
  // S294
  it('gives a number, or its text where the record stores text', () => {
    const text = numericRules({ type: 'number', schema: { type: 'string' } })
    expect([outputOf(12.5, money), outputOf(12.5, text), outputOf(null, text)]).toEqual([12.5, '12.5', null])
  })
  it('accepts only allowed characters', () => {
    expect(cleanNumeric('1,234.567x', money)).toBe('1234.56')
    expect(cleanNumeric('-5', money)).toBe('5')
    expect(cleanNumeric('-5', signed)).toBe('-5')
    expect(cleanNumeric('12.5', whole)).toBe('12')
    expect(cleanNumeric('1.2.3', money)).toBe('1.23')
    expect(cleanNumeric('1234', percent)).toBe('123')
  })
  it('reads commas as thousands separators only', () => {
    expect(['1,234.50', '₱ 1,234', '(20.00)', '1234'].map(isReadable)).toEqual([true, true, true, true])
    expect(['1,5', '1.234,50', '12,34', 'ten'].map(isReadable)).toEqual([false, false, false, false])
  })
  // S289
  it('clamps to the range and reads nothing as null', () => {
    expect(parseNumeric('120', percent)).toBe(100)
    expect(parseNumeric('-80', signed)).toBe(-50)
    expect(parseNumeric('', money)).toBeNull()
    expect(parseNumeric('.', money)).toBeNull()
    expect(parseNumeric('99999999999999999999', whole)).toBe(Number.MAX_SAFE_INTEGER)
  })
  // S307: amounts are pesos, which CONSTANTS of the engine name; see engine/format
  it('shows two decimals with thousands, and quantities without padding', () => {
    expect(formatNumeric(1234567.5, money)).toBe('1,234,567.50')
    expect(formatNumeric(2.345, money)).toBe('2.35')
    expect(formatNumeric(12, numericRules({ type: 'quantity', scale: 6, schema: {} }))).toBe('12')
    expect(formatNumeric(0.125, numericRules({ type: 'quantity', scale: 6, schema: {} }))).toBe('0.125')
    expect(formatNumeric(-1234, signed)).toBe('-1,234.00')
    expect(formatNumeric(null, money)).toBe('')
  })
  // S292
  it('turns zero blank on focus unless zero is allowed', () => {
    expect(editNumeric(0, money)).toBe('')
    expect(editNumeric(0, numericRules({ type: 'money', schema: { 'x-allow-zero': true } }))).toBe('0')
    expect(editNumeric(1234.5, money)).toBe('1234.5')
  })
})
