import { expect, test } from 'vitest'
import { ApiError, errorCaption, errorDetail, errorText, isSilent, SESSION_EXPIRED } from './errors.ts'

// S322 S323 S324
test('the text of an error: string, server message, server-error text, own message, fallback', () => {
  expect(errorText('plain')).toBe('plain')
  expect(errorText(new ApiError(422, { message: 'The period is locked.' }))).toBe('The period is locked.')
  expect(errorText(new ApiError(500, {}))).toBe('Sorry something went wrong with our server.')
  expect(errorText(new ApiError(500, { message: 'The disk is full.' }))).toBe('The disk is full.')
  expect(errorText(new Error('boom'))).toBe('boom')
  expect(errorText({})).toBe('Sorry something went wrong')
})

// S330
test('a 400 reads as its field messages', () => {
  const error = new ApiError(400, { message: 'Please check', errors: { name: ['Field is required'], code: ['Taken.'] } })
  expect(errorDetail(error)).toBe('Field is required Taken.')
})

// S331
test('500, 422 and 401 show their message, whatever fields they name', () => {
  for (const status of [500, 422, 401])
    expect(errorDetail(new ApiError(status, { message: 'In words.', errors: { name: ['Field is required'] } }))).toBe('In words.')
})

// S325
test('a reference id makes the caption, with the code', () => {
  expect(errorCaption(new ApiError(500, { code: 10010, reference_id: '7f3a' }))).toBe('[#10010] Reference ID: 7f3a')
  expect(errorCaption(new ApiError(422, { code: 10006 }))).toBeUndefined()
})

// S326 S328
test('cancelled calls and ended sessions show nothing', () => {
  expect(isSilent(new ApiError(499, { code: 10009 }))).toBe(true)
  expect(isSilent(new ApiError(401, { message: SESSION_EXPIRED }))).toBe(true)
  expect(isSilent(new ApiError(500, { code: 10010 }))).toBe(false)
})
