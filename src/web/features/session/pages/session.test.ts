import { describe, expect, it } from 'vitest'
import { deviceName } from '../../../state/device.ts'
import { clock } from './countdown.ts'
import { maskEmail } from './maskEmail.ts'
import { licenseKey } from './SetUp.tsx'

describe('texts of the sign-in pages', () => {
  // S220
  it('masks what is between the first two characters and the @', () => {
    expect(maskEmail('maria@example.com')).toBe('ma***@example.com')
    expect(maskEmail('ma***@example.com')).toBe('ma***@example.com')
    expect(maskEmail('m@example.com')).toBe('m@example.com')
  })
  // S215
  it('counts down in minutes and seconds', () => {
    expect([300, 245, 60, 9, 0].map(clock)).toEqual(['5:00', '4:05', '1:00', '0:09', '0:00'])
  })
  // S204
  it('reads a licence key in any format', () => {
    expect(licenseKey('abcde 12345-abcde12345 abcde and more')).toBe('ABCDE-12345-ABCDE-12345-ABCDE')
    expect(licenseKey('ab')).toBe('AB')
  })
  it('names a browser as its owner would', () => {
    expect(deviceName('Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36')).toBe('Chrome on Windows')
    expect(deviceName('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1')).toBe('Safari on iOS')
    expect(deviceName('curl/8')).toBe('Browser on device')
  })
})
