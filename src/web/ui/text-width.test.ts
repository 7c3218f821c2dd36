import { expect, test } from 'vitest'
import { figureWidth, textWidth } from './text-width.ts'

test('figures have room at every size, as a browser draws them on whole pixels', () => {
  // Measured widths: nine figures in a text, and an amount where figures stand under each other.
  const drawn = { 12: [72, 70], 13: [72, 70], 14: [81, 80] } as const
  for (const [size, [text, amount]] of Object.entries(drawn)) {
    expect(textWidth('000000025', Number(size))).toBeGreaterThanOrEqual(text)
    expect(figureWidth('354,603.15', Number(size))).toBeGreaterThanOrEqual(amount)
  }
})
