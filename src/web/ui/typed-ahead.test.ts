import { expect, test, vi } from 'vitest'
import { holdKeys, takeKeys } from './typed-ahead.ts'

const press = (key: string, more: KeyboardEventInit = {}) =>
  window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true, ...more }))

test('letters typed before the palette opens are its first letters, and no commands of the page', () => {
  const page = vi.fn()
  window.addEventListener('keydown', page)
  holdKeys(vi.fn())
  expect(press('n')).toBe(false)
  for (const key of ['e', 'x', 'Backspace', 'w']) press(key)
  press('s', { ctrlKey: true })
  expect(page).toHaveBeenCalledTimes(1)
  expect(takeKeys()).toBe('new')
  press('n')
  expect(page).toHaveBeenCalledTimes(2)
  expect(takeKeys()).toBe('')
  window.removeEventListener('keydown', page)
})

test('Escape before the palette opens cancels it', () => {
  const cancel = vi.fn()
  holdKeys(cancel)
  press('a')
  press('Escape')
  expect([cancel.mock.calls.length, takeKeys()]).toEqual([1, ''])
})
