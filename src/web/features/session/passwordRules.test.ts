import { describe, expect, it } from 'vitest'
import { holds, recoveryRules, updateRules } from './passwordRules.ts'

describe('passwords of recovery', () => {
  // S221 S222 S223 S224
  it.each([
    ['', 'Field is required'],
    ['Abc1', 'Password must be at least 8 characters long'],
    ['Abcdefgh', 'Password must be Alphanumeric'],
    ['12345678', 'Password must be Alphanumeric'],
    ['abcdefg1', 'Password must contain at least (1) uppercase letter'],
  ])('%j: %s', (password, message) => expect(recoveryRules(password, password).password).toBe(message))

  // S225 S226
  it('must be repeated identically', () => {
    expect(recoveryRules('Abcdefg1', 'Abcdefg').confirm).toBe('Password does not match!')
    expect(holds(recoveryRules('Abcdefg1', 'Abcdefg'))).toBe(false)
    expect(holds(recoveryRules('Abcdefg1', 'Abcdefg1'))).toBe(true)
    expect(holds(recoveryRules('ÑANDU-azul', 'ÑANDU-azul'))).toBe(true)
  })
})

describe('the Update Password form', () => {
  // S229 S230
  it('asks for length and repetition in the specified texts', () => {
    expect(updateRules('', '')).toEqual({ password: 'Field is required', confirm: 'Field is required' })
    expect(updateRules('short', 'short').password).toBe('At least use 8 characters')
    expect(updateRules('long enough', 'other').confirm).toBe('Password does not match!.')
    expect(holds(updateRules('long enough', 'long enough'))).toBe(true)
  })
})
