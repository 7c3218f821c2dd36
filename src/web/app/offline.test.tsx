import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { Theme } from '../theme/Theme.tsx'
import { OfflineNote } from './Live.tsx'

test('a page says while the device has no connection that it waits for one', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  await act(async () =>
    root.render(
      <Theme>
        <OfflineNote />
      </Theme>,
    ),
  )
  const connection = vi.spyOn(navigator, 'onLine', 'get')
  const change = async (isOnline: boolean) => {
    connection.mockReturnValue(isOnline)
    await act(async () => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
    return place.querySelector('[role=status]')?.textContent
  }
  expect(await change(false)).toMatch(/^You are offline/)
  expect(await change(true)).toBeUndefined()
  await act(async () => root.unmount())
})
