import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from 'react-router-dom'
import { moduleQuery, navigationQuery, queryClient, sessionQuery } from '../api/queries.ts'
import { SessionGate } from '../features/session/SessionGate.tsx'
import { createRouter } from './routes.tsx'

const router = createRouter()

/**
 * What every page needs is asked for at once, before anything is drawn: session and menus together, then the module of
 * the address where the menus name it. Otherwise each would wait for the screen that reads it.
 */
const prefetch = async (): Promise<void> => {
  void queryClient.prefetchQuery(sessionQuery)
  await queryClient.prefetchQuery(navigationQuery)
  const [, application, module] = location.pathname.split('/')
  const groups = queryClient.getQueryData(navigationQuery.queryKey)?.applications.find(({ name }) => name === application)?.groups
  const entry = groups?.flatMap(({ modules }) => modules).find(({ name }) => name === module)
  if (entry) await queryClient.prefetchQuery(moduleQuery(entry.name))
}
void prefetch()

const App = () => (
  <QueryClientProvider client={queryClient}>
    <SessionGate>
      <RouterProvider router={router} />
    </SessionGate>
  </QueryClientProvider>
)

export default App
