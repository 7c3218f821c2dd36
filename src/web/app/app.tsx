import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from 'react-router-dom'
import { queryClient, sessionQuery } from '../api/queries.ts'
import { SessionGate } from '../features/session/SessionGate.tsx'
import { createRouter } from './routes.tsx'

const router = createRouter()
void queryClient.prefetchQuery(sessionQuery)

const App = () => (
  <QueryClientProvider client={queryClient}>
    <SessionGate>
      <RouterProvider router={router} />
    </SessionGate>
  </QueryClientProvider>
)

export default App
