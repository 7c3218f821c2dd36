import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { ModuleRouteProvider } from '../../routing/module-route.tsx'
import { Overlays } from '../../ui/Overlays.tsx'
import { adminModule } from './testing.ts'

/** The frame of an administration screen in stories: its module, its address, its dialogs. */
export function Stage({ module, title, id = 1, children }: { module: string; title: string; id?: number; children: ReactNode }) {
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }))
  const [router] = useState(() =>
    createMemoryRouter(
      [
        {
          path: '/:application/:module/:id',
          element: (
            <ModuleRouteProvider
              value={{ application: 'command', module: adminModule(module, title), base: `/command/${module}`, can: () => true }}
            >
              {children}
              <Overlays />
            </ModuleRouteProvider>
          ),
        },
      ],
      { initialEntries: [`/command/${module}/${id}`] },
    ),
  )
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
