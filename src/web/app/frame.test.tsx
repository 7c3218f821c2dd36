import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { navigationQuery, queryClient, sessionQuery } from '../api/queries.ts'
import type { NavApplication, Session } from '../api/types.ts'
import ApplicationHome from '../features/home/ApplicationHome.tsx'
import * as toasts from '../ui/toast.ts'
import { Frame } from './Frame.tsx'
import { ModuleScreen } from './ModuleScreen.tsx'

const portal: NavApplication = {
  name: 'employee_portal',
  title: 'Employee Portal',
  icon: 'user',
  color: 'teal',
  groups: [{ title: '', modules: [{ name: 'employee_profile', title: 'Employee Profile', icon: 'user', actions: ['index'] }] }],
}
const session: Session = { valid: true, user: { id: 1, name: 'Emilio', username: 'employee', employee_id: 4 } } as Session

let root: Root
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  // No call is answered; what has arrived is set below.
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
})
afterEach(async () => {
  await act(async () => root.unmount())
  queryClient.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A frame with its routes, as it starts at an address. */
async function started(address: string) {
  const router = createMemoryRouter(
    [
      {
        element: <Frame />,
        children: [
          { index: true, element: 'Home' },
          { path: ':application', element: <ApplicationHome /> },
          { path: ':application/:module', element: <ModuleScreen /> },
        ],
      },
    ],
    { initialEntries: [address] },
  )
  queryClient.setQueryData(navigationQuery.queryKey, { applications: [portal] })
  const page = document.body.appendChild(document.createElement('div'))
  root = createRoot(page)
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    ),
  )
  return { router, page }
}

test('S113: an address of the portal waits for the session instead of redirecting to Home', async () => {
  const { router, page } = await started('/employee_portal/employee_profile')
  expect(page.querySelector('main')?.textContent).toBe('')
  queryClient.setQueryData(sessionQuery.queryKey, session)
  await vi.waitFor(() => expect(page.querySelector('main [aria-busy=true]')).not.toBeNull())
  expect(router.state.location.pathname).toBe('/employee_portal/employee_profile')
})

test.each(['/accounting', '/accounting/ledger'])('17.10: %s redirects to Home and explains why', async (address) => {
  const said = vi.spyOn(toasts, 'toast').mockImplementation(() => undefined)
  queryClient.setQueryData(sessionQuery.queryKey, session)
  const { router } = await started(address)
  expect(router.state.location.pathname).toBe('/')
  expect(said.mock.calls).toEqual([['warning', 'There is no application “accounting”, or you do not have access to it.']])
})

test('an address of a module that the user has in another application opens it there', async () => {
  const said = vi.spyOn(toasts, 'toast').mockImplementation(() => undefined)
  queryClient.setQueryData(sessionQuery.queryKey, session)
  const { router } = await started('/talent/employee_profile?tab=leave')
  expect([router.state.location.pathname, router.state.location.search]).toEqual(['/employee_portal/employee_profile', '?tab=leave'])
  expect(said).not.toHaveBeenCalled()
})
