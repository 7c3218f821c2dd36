import { describe, expect, it } from 'vitest'
import { ApiError, BUSY_CODE } from '../../api/errors.ts'
import type { Session } from '../../api/types.ts'
import { sessionState } from './SessionGate.tsx'

const session: Session = { valid: true, user: { id: 1, name: 'Maria', username: 'maria' } }
const failed = (status: number) => new ApiError(status, {})

describe('the meaning of an answer to validate', () => {
  // S182 S185
  it('a session is valid, unless its company is closed', () => {
    expect(sessionState(undefined, null)).toBe('asking')
    expect(sessionState(session, null)).toBe('valid')
    expect(sessionState({ ...session, maintenance: true }, null)).toBe('maintenance')
    expect(sessionState({ ...session, valid: false }, null)).toBe('invalid')
  })
  // S187 S188
  it('503 is maintenance, every other refusal ends the session', () => {
    expect(sessionState(session, failed(503))).toBe('maintenance')
    for (const status of [400, 401, 403, 404, 500]) expect(sessionState(session, failed(status))).toBe('invalid')
  })
  it('a missing answer leaves the state unknown', () => {
    for (const status of [0, 429, 502, 504]) expect(sessionState(session, failed(status))).toBe('valid')
    expect(sessionState(undefined, failed(0))).toBe('asking')
    // A page with something half typed stays while the server is busy.
    expect(sessionState(session, new ApiError(503, { code: BUSY_CODE }))).toBe('valid')
  })
})
