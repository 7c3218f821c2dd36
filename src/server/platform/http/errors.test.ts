import { expect, test } from 'vitest'
import { DomainError } from '../../../kernel/errors.ts'
import { AppError, CODES, refuse } from '../errors.ts'
import { toErrorResponse } from './errors.ts'

const map = (error: unknown) => toErrorResponse(error, () => undefined)

test('every kind of error has a separate code, and 10009 keeps its meaning', () => {
  const codes = Object.values(CODES).map((entry) => entry.code)
  expect(new Set(codes).size).toBe(codes.length)
  expect(CODES.superseded.code).toBe(10009)
})

test('a rule keeps its name and a locked period its status', () => {
  expect(map(refuse('E_OVER_SERVE', 'Too much.'))).toEqual({
    status: 422,
    body: { success: false, message: 'Too much.', code: 10006, rule: 'E_OVER_SERVE' },
  })
  expect(map(refuse('E_PERIOD_LOCKED', 'Locked.')).status).toBe(423)
  expect(map(new AppError('conflict', 'x', { details: { mine: 1 } })).body.details).toEqual({ mine: 1 })
})

test('a calculation error is a message on its field', () => {
  expect(map(new DomainError('qty', 'Quantity must be greater than zero.'))).toMatchObject({
    status: 400,
    body: { code: 10001, errors: { qty: ['Quantity must be greater than zero.'] } },
  })
  // Dates as screens write them.
  expect(map(new DomainError('to', 'The period ends on 2026-07-15, before it begins')).body.errors).toEqual({
    to: ['The period ends on 2026/07/15, before it begins'],
  })
})

test('refusals of the database name fields, not tables', () => {
  expect(map({ code: '23505', detail: 'Key (code)=(A) already exists.' })).toMatchObject({
    status: 400,
    body: { errors: { code: ['This value is already used.'] } },
  })
  expect(map({ code: '23505', detail: 'Key (lower(code))=(a) already exists.' }).body.errors).toEqual({
    code: ['This value is already used.'],
  })
  expect(map({ code: '23505', detail: 'Key (employee_id, year)=(1, 2026) already exists.' }).body.errors).toEqual({
    employee_id: ['Another record has the same values here. Open it instead.'],
    year: ['Another record has the same values here. Open it instead.'],
  })
  expect(map({ code: '23503', detail: 'Key (id)=(1) is still referenced from table "bill".' })).toMatchObject({
    status: 422,
    body: { rule: 'E_IN_USE' },
  })
  expect(map({ code: '23503', detail: 'Key (item_id)=(9) is not present in table "item".' })).toMatchObject({
    status: 400,
    body: { errors: { item_id: [expect.any(String)] } },
  })
  expect(map({ code: '22003' }).status).toBe(400)
})

test('an internal error shows only its reference number', () => {
  let logged: unknown
  const cause = new Error('relation "co_demo.secret" does not exist')
  const { status, body } = toErrorResponse(cause, (id, error) => {
    logged = [id, error]
  })
  expect(status).toBe(500)
  expect(JSON.stringify(body)).not.toContain('secret')
  expect(logged).toEqual([body.reference_id, cause])
})
