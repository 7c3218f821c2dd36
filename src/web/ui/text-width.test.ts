import { expect, test } from 'vitest'
import { figureWidth, textWidth } from './text-width.ts'

test('figures fit at every size, as a browser draws them on whole pixels', () => {
  // Measured widths: nine figures in a text, and an amount where figures stand under each other.
  const drawn = { 12: [72, 70], 13: [72, 70], 14: [81, 80] } as const
  for (const [size, [text, amount]] of Object.entries(drawn)) {
    expect(textWidth('000000025', Number(size))).toBeGreaterThanOrEqual(text)
    expect(figureWidth('354,603.15', Number(size))).toBeGreaterThanOrEqual(amount)
  }
})

test('texts are measured as drawn in bold, with little to spare', () => {
  // Measured widths of weight 600 at 14 pixels.
  const drawn = { 'Accomplished hours': 144, 'Warehouse and Logistics': 175, 'Bangsamoro Autonomous Region in Muslim Mindanao': 379 }
  for (const [text, width] of Object.entries(drawn)) {
    expect(textWidth(text, 14)).toBeGreaterThanOrEqual(width - 2)
    expect(textWidth(text, 14)).toBeLessThan(width * 1.06)
  }
  expect(textWidth('Muñoz')).toBe(textWidth('Munoz'))
})
