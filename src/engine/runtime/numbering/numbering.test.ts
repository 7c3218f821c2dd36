import { describe, expect, it } from 'vitest'
import { formatNumber, type NumberFormat, numberScope, parseNumberFormat } from './index.ts'

const input = { read: (path: string) => (path === 'branch.code' ? 'MNL' : ''), date: '2026-03-09' }
const parsed = (format: string): NumberFormat => {
  const result = parseNumberFormat(format)
  if ('error' in result) throw new Error(result.error)
  return result
}

describe('numbering', () => {
  it.each([
    ['PO-{branch.code}-{YYYY}-{######}', 'PO-MNL-2026-', 7, 'PO-MNL-2026-000007'],
    ['{YY}{MM}{DD}/{##}', '260309/', 7, '260309/07'],
    ['SI{#########}', 'SI', 1234, 'SI000001234'],
    ['{##}-{branch.code}', '', 100, '100-MNL'],
  ])('writes %s', (format, scope, counter, text) => {
    expect(numberScope(parsed(format), input)).toBe(scope)
    expect(formatNumber(parsed(format), input, counter)).toBe(text)
  })

  it('lists the paths it reads', () => expect(parsed('{branch.code}-{YYYY}-{#}').paths).toEqual(['branch.code']))

  it.each([
    ['PO-{YYYY}', /needs a counter/],
    ['{#}{##}', /more than one/],
    ['{Branch}{#}', /unknown/],
    ['{#', /not closed/],
    ['#}', /no "\{"/],
  ])('refuses %s', (format, words) => {
    const result = parseNumberFormat(format)
    expect('error' in result && result.error).toMatch(words)
  })
})
