import { Button, Group } from '@mantine/core'
import type { Decorator, Meta, StoryObj } from '@storybook/react-vite'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, screen, userEvent, within } from 'storybook/test'
import Problems from '../pages/Problems.tsx'
import { installMockApi, mockNavigation } from '../testing/api.ts'
import CommandPalette from './CommandPalette.tsx'
import { type DialogKind, dialogs } from './dialogs/index.ts'
import { Frame } from './Frame.tsx'
import KeyHelp from './KeyHelp.tsx'
import { Overlays } from './Overlays.tsx'
import { Sidebar } from './Sidebar.tsx'

const asking: Decorator = (Story) => (
  <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
    <Story />
  </QueryClientProvider>
)
const meta: Meta = { title: 'Shell', decorators: [asking], beforeEach: () => installMockApi() }
export default meta
type Story = StoryObj

const page = (
  <section style={{ padding: 24 }}>
    <h1>Purchase Orders</h1>
    <p>A screen stands here.</p>
  </section>
)
// The frame has a main landmark of its own, inside that of the story.
const inFrame = {
  ownRouter: true,
  a11y: {
    config: {
      rules: [
        { id: 'landmark-no-duplicate-main', enabled: false },
        { id: 'landmark-main-is-top-level', enabled: false },
        { id: 'landmark-unique', enabled: false },
        { id: 'landmark-banner-is-top-level', enabled: false },
      ],
    },
  },
}

function FramedPage() {
  const [router] = useState(() =>
    createMemoryRouter([{ element: <Frame />, children: [{ path: '/:application/:module', element: page }] }], {
      initialEntries: ['/procurement/purchase_order'],
    }),
  )
  return <RouterProvider router={router} />
}
export const WholeFrame: Story = {
  parameters: inFrame,
  render: () => <FramedPage />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('heading', { name: 'Purchase Orders' })).toBeVisible()
    await expect((await canvas.findAllByRole('link', { name: 'Suppliers' }))[0]).toBeVisible()
  },
}
export const WholeFrameDark: Story = { ...WholeFrame, globals: { scheme: 'dark' } }

export const Menu: Story = {
  render: () => (
    <div style={{ width: 265, height: 640 }}>
      <Sidebar application={mockNavigation.applications[1]!} />
    </div>
  ),
}

/** Finds a module from a few letters, and Enter opens it. */
export const Palette: Story = {
  render: () => <CommandPalette onClose={() => undefined} />,
  play: async () => {
    const search = await screen.findByRole('combobox')
    await userEvent.type(search, 'goods')
    await expect((await screen.findAllByRole('option', { name: /Goods Receipts/ }))[0]).toBeVisible()
  },
}

function Asker({ kind }: { kind: Exclude<DialogKind, 'modal'> }) {
  useEffect(() => {
    void dialogs[kind]({ title: 'Void this order?', message: 'What it reserved is let go. This cannot be undone.', confirm: 'Void' })
  }, [kind])
  return (
    <Group>
      <Button variant="default">Behind it</Button>
      <Overlays />
    </Group>
  )
}
const question = (kind: Exclude<DialogKind, 'modal'>): Story => ({
  render: () => <Asker kind={kind} />,
  play: async () => {
    const dialog = await screen.findByRole('dialog', { name: 'Void this order?' })
    await expect(within(dialog).getByRole('button', { name: 'Void' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect(screen.queryByRole('dialog')).toBeNull()
  },
})
export const Question = question('base')
export const Confirmation = question('confirm')
export const Warning = question('warning')
export const Danger = question('danger')

export const Keys: Story = {
  render: () => (
    <KeyHelp
      commands={[
        { id: 'new', title: 'New record', group: 'On this screen', keys: ['n'], run: () => undefined },
        { id: 'save', title: 'Save', group: 'On this screen', keys: ['mod+s'], run: () => undefined },
        { id: 'remove', title: 'Remove the line', group: 'In a table of lines', keys: ['mod+delete'], run: () => undefined },
      ]}
    />
  ),
}

export const DescriptorProblems: Story = {
  render: () => <Problems />,
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText(/Did you mean 'supplier'/)).toBeVisible()
  },
}
