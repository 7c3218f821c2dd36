import { useMantineColorScheme } from '@mantine/core'
import type { Decorator, Preview } from '@storybook/react-vite'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { FieldClientProvider } from '../src/web/fields/client.ts'
import { storyClient } from '../src/web/fields/storyClient.ts'
import { Theme } from '../src/web/theme/Theme.tsx'
import '@mantine/dates/styles.layer.css'

const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })

function Scheme({ scheme, children }: { scheme: 'light' | 'dark'; children: ReactNode }) {
  const { setColorScheme } = useMantineColorScheme()
  useEffect(() => setColorScheme(scheme), [scheme, setColorScheme])
  return <main style={{ padding: 16 }}>{children}</main>
}

/** A screen that needs a router of its own says so. */
const Place = ({ own, children }: { own: boolean; children: ReactNode }) => (own ? children : <MemoryRouter>{children}</MemoryRouter>)

const inApplication: Decorator = (Story, { globals, parameters }) => (
  <Theme>
    <QueryClientProvider client={queryClient}>
      <Place own={parameters.ownRouter === true}>
        <FieldClientProvider value={storyClient}>
          <Scheme scheme={globals.scheme === 'dark' ? 'dark' : 'light'}>
            <Story />
          </Scheme>
        </FieldClientProvider>
      </Place>
    </QueryClientProvider>
  </Theme>
)

const preview: Preview = {
  decorators: [inApplication],
  globalTypes: { scheme: { description: 'Colour scheme', toolbar: { title: 'Scheme', icon: 'contrast', items: ['light', 'dark'] } } },
  initialGlobals: { scheme: 'light' },
  parameters: { layout: 'fullscreen', a11y: { test: 'error' } },
}
export default preview
