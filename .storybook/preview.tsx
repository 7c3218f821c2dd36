import { useMantineColorScheme } from '@mantine/core'
import type { Decorator, Preview } from '@storybook/react-vite'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { FieldClientProvider } from '../src/web/fields/client.ts'
import { storyClient } from '../src/web/fields/storyClient.ts'
import { setLocale } from '../src/web/i18n/core.ts'
import { Theme } from '../src/web/theme/Theme.tsx'
import '@mantine/dates/styles.layer.css'

/** Widths that the product is made for: phone, tablet, the usual office screen, a wide one. */
const WIDTHS = [
  ['phone', 390, 844],
  ['tablet', 768, 1024],
  ['office', 1366, 768],
  ['wide', 1920, 1080],
] as const

const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })

/** Draws anew once the words of the language are here: texts are read while drawing. */
function Language({ locale, children }: { locale: string; children: ReactNode }) {
  const [shown, setShown] = useState<string>()
  useEffect(() => {
    let gone = false
    void setLocale(locale).then(() => gone || setShown(locale))
    return () => {
      gone = true
    }
  }, [locale])
  return shown === locale ? <Fragment key={locale}>{children}</Fragment> : null
}

function Scheme({ scheme, children }: { scheme: 'light' | 'dark'; children: ReactNode }) {
  const { setColorScheme } = useMantineColorScheme()
  useEffect(() => setColorScheme(scheme), [scheme, setColorScheme])
  return <main style={{ padding: 16 }}>{children}</main>
}

/** A screen that needs a router of its own says so. */
const Place = ({ isRouted, children }: { isRouted: boolean; children: ReactNode }) =>
  isRouted ? children : <MemoryRouter>{children}</MemoryRouter>

const inApplication: Decorator = (Story, { globals, parameters }) => (
  <Theme>
    <QueryClientProvider client={queryClient}>
      <Place isRouted={parameters.ownRouter === true}>
        <FieldClientProvider value={storyClient}>
          <Scheme scheme={globals.scheme === 'dark' ? 'dark' : 'light'}>
            {globals.locale === 'en' ? (
              <Story />
            ) : (
              <Language locale={String(globals.locale)}>
                <Story />
              </Language>
            )}
          </Scheme>
        </FieldClientProvider>
      </Place>
    </QueryClientProvider>
  </Theme>
)

const preview: Preview = {
  decorators: [inApplication],
  globalTypes: {
    scheme: { description: 'Colour scheme', toolbar: { title: 'Scheme', icon: 'contrast', items: ['light', 'dark'] } },
    locale: {
      description: 'Language',
      toolbar: {
        title: 'Language',
        icon: 'globe',
        items: [
          { value: 'en', title: 'English' },
          { value: 'fil', title: 'Filipino' },
        ],
      },
    },
  },
  initialGlobals: { scheme: 'light', locale: 'en' },
  parameters: {
    layout: 'fullscreen',
    // What designers review most comes first; single parts of the frame come last.
    options: { storySort: { order: ['Start here', 'Modules', ['Every module', ['Browse']], 'Fields', 'Records', 'Pages', '*', 'Shell'] } },
    a11y: { test: 'error' },
    viewport: {
      options: Object.fromEntries(
        WIDTHS.map(([name, width, height]) => [name, { name: `${name} ${width}`, styles: { width: `${width}px`, height: `${height}px` } }]),
      ),
    },
  },
}
export default preview
