/** A new form that is refused; and one whose rates cannot be read, which stays on the page: it calculates without them, and the server has the last word. */
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Module } from '../../../engine/model/module.ts'
import { fieldOf, moduleOf } from '../../fields/testing.ts'
import { ModuleRouteProvider } from '../../routing/module-route.tsx'
import { installMockApi, refusal } from '../../testing/api.ts'
import FormPage from './FormPage.tsx'

const mounted = vi.hoisted(() => ({ times: 0 }))
vi.mock('./FormEditor.tsx', async () => {
  const { useEffect } = await import('react')
  const { useEnv } = await import('./useEnv.ts')
  return {
    // As the real one does, it asks for the rates; what it draws is of no matter here.
    FormEditor: ({ module }: { module: { lookups: readonly string[] } }) => {
      useEnv(module.lookups)
      useEffect(() => void mounted.times++, [])
      return <p>The form</p>
    },
  }
})

beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }))

/** The page of a new record, and how to take it away again. */
async function mountForm(module: Module) {
  const page = document.body.appendChild(document.createElement('div'))
  const root = createRoot(page)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={client}>
          <MemoryRouter>
            <ModuleRouteProvider value={{ application: 'resource', module, base: '/sale', can: () => true }}>
              <FormPage />
            </ModuleRouteProvider>
          </MemoryRouter>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  )
  const leave = async () => {
    await act(async () => root.unmount())
    page.remove()
  }
  return { page, client, leave }
}

test('a user who may not create records reads what was refused', async () => {
  const undo = installMockApi(({ path }) => (path === 'sale/defaults' ? refusal(403, 'Forbidden') : undefined))
  const { page, leave } = await mountForm({ ...moduleOf('sale', [fieldOf('name', 'text')]), title: 'POS Sales' })
  await act(() => vi.waitFor(() => expect(page.textContent).toContain('You may not create POS sales.')))
  expect(page.querySelector('[role=alert] a')?.getAttribute('href')).toBe('/sale')
  await leave()
  undo()
})

test('a form is mounted once when its rates cannot be read', async () => {
  const module = moduleOf('sale', [fieldOf('name', 'text')], { lookups: ['vat_rate'] })
  const asked: string[] = []
  const undo = installMockApi(({ path }) => {
    asked.push(path)
    // Old code asked for ever: an end, so that the test fails instead of hanging.
    if (path === 'meta/lookups') return asked.length > 40 ? 'pending' : refusal(500, '')
    return path === 'sale/defaults' ? { status: 200, body: { success: true, data: {} } } : undefined
  })
  const { page, client, leave } = await mountForm(module)
  await act(() => vi.waitFor(() => expect(asked.filter((path) => path === 'meta/lookups').length).toBeGreaterThan(1)))
  await act(() => vi.waitFor(() => expect(client.isFetching()).toBe(0)))
  expect(page.textContent).toContain('The form')
  expect(mounted.times).toBe(1)
  await leave()
  undo()
})
