import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from 'react-router-dom'
import { queryClient, sessionQuery } from './api/queries.ts'
import { createRouter } from './routes.tsx'

const router = createRouter()
void queryClient.prefetchQuery(sessionQuery)

const App = () => (
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router} />
  </QueryClientProvider>
)

export default App
