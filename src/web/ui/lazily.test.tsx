import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { later } from './later.tsx'
import { lazily } from './lazily.tsx'
import { Part } from './Part.tsx'

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

const Nothing = () => null
const lost = () => new TypeError('Failed to fetch dynamically imported module: /assets/Screen-1.js')

test('a screen whose code fails to load is an error page with a retry', async () => {
  let away = true
  const router = createMemoryRouter([
    { path: '/', element: 'start', HydrateFallback: Nothing },
    { path: '/screen', ...lazily(async () => (away ? Promise.reject(lost()) : { default: () => 'the screen' })) },
  ])
  const page = document.body.appendChild(document.createElement('div'))
  await act(async () =>
    createRoot(page).render(
      <MantineProvider env="test">
        <RouterProvider router={router} />
      </MantineProvider>,
    ),
  )
  await act(async () => router.navigate('/screen'))
  expect(page.querySelector('[role=alert]')?.textContent).toContain('Reload')
  away = false
  await act(async () => router.navigate('/'))
  await act(async () => router.navigate('/screen'))
  expect(page.textContent).toContain('the screen')
})

test('a part of a page whose code fails to load leaves the page usable, and is requested again on demand', async () => {
  let away = true
  const Menu = later(async () => (away ? Promise.reject(lost()) : () => 'menu'))
  const page = document.body.appendChild(document.createElement('div'))
  const root = createRoot(page)
  const draw = (resetKey: number) =>
    act(async () =>
      root.render(
        <>
          page
          <Part resetKey={resetKey}>
            <Menu />
          </Part>
        </>,
      ),
    )
  await draw(1)
  expect(page.textContent).toBe('page')
  away = false
  await draw(2)
  expect(page.textContent).toBe('pagemenu')
})
