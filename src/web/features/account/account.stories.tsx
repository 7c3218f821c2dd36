import type { Decorator, Meta, StoryObj } from '@storybook/react-vite'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, screen, userEvent, within } from 'storybook/test'
import { installMockApi, type MockAnswer, type MockCall } from '../../testing/api.ts'
import { Overlays } from '../../ui/Overlays.tsx'
import { accountRoutes } from './routes.tsx'

const data = (value: unknown): MockAnswer => ({ status: 200, body: { success: true, data: value } })
const rows = (value: readonly object[]): MockAnswer => ({
  status: 200,
  body: { success: true, data: value, pagination: { page: 1, per_page: 10, total: value.length } },
})

const PROFILE = {
  id: 1,
  name: 'Maria Santos',
  first_name: 'Maria',
  last_name: 'Santos',
  gender: 'Female',
  birth_at: '1990-05-02',
  email: 'maria@example.com',
  mobile: null,
  privacy: [{ field: 'mobile', visibility: 'team' }],
}
const DEVICES = [
  {
    id: 1,
    device_name: 'Chrome on Windows',
    last_ip: '10.0.0.5',
    registered_at: '2026-11-01T08:00:00Z',
    last_seen_at: '2026-11-21T07:00:00Z',
    device_id: 'this-browser',
  },
  { id: 2, device_name: 'Safari on iOS', last_ip: '10.0.0.9', registered_at: '2026-10-01T08:00:00Z', last_seen_at: '2026-11-19T07:00:00Z' },
]
const LOGINS = [
  { id: 1, logged_in_at: '2026-11-21T07:00:00Z', result: 'success', ip_address: '10.0.0.5', device_type: 'web' },
  {
    id: 2,
    logged_in_at: '2026-11-20T07:00:00Z',
    result: 'failed',
    ip_address: '10.0.0.5',
    device_type: 'web',
    failure_reason: 'Wrong password',
  },
]
const FILES = [
  {
    id: 4,
    name: 'Handbook 2026.pdf',
    size_bytes: 123_456,
    privacy: 'shared',
    user: { name: 'Ana Cruz' },
    user_id: 9,
    path: 'x',
    uploaded_at: '2026-11-19T07:00:00Z',
  },
]

const answers = ({ path }: MockCall): MockAnswer | undefined => {
  if (path.startsWith('profile/')) return data(PROFILE)
  if (path === 'user_device/paginate') return rows(DEVICES)
  if (path === 'recent_logins/paginate') return rows(LOGINS)
  if (path === 'user/delete-device') return data(null)
  if (path.startsWith('media/')) return data(FILES)
  if (path === 'instance/paginate')
    return rows([{ id: 1, licensee: 'Mabuhay Trading Corporation', plan: 'standard', seats: 50, status: 'Active' }])
}

function Area({ path }: { path: string }) {
  const [router] = useState(() => createMemoryRouter([accountRoutes], { initialEntries: [path] }))
  return (
    <>
      <RouterProvider router={router} />
      <Overlays />
    </>
  )
}
const asking: Decorator = (Story) => (
  <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
    <Story />
  </QueryClientProvider>
)
const meta: Meta = {
  title: 'Account',
  decorators: [asking],
  parameters: { ownRouter: true },
  beforeEach: () => {
    localStorage.setItem('DEVICE_ID', 'this-browser')
    return installMockApi(answers)
  },
}
export default meta
type Story = StoryObj

/** Opens a section and checks for a text that identifies it. */
const pageAt = (path: string, seen: string | RegExp, dark = false): Story => ({
  ...(dark && { globals: { scheme: 'dark' } }),
  render: () => <Area path={path} />,
  play: async ({ canvasElement }) => {
    await expect((await within(canvasElement).findAllByText(seen))[0]).toBeVisible()
  },
})

// S107
export const Home = pageAt('/account', 'Files you share and files shared with you')
export const Personal = pageAt('/account/personal', '1990/05/02')
export const Security = pageAt('/account/security', 'Safari on iOS')
export const Sharing = pageAt('/account/sharing', 'Handbook 2026.pdf')
export const Subscription = pageAt('/account/subscription', 'Mabuhay Trading Corporation')
export const SubscriptionDark = pageAt('/account/subscription', 'Mabuhay Trading Corporation', true)
export const SecurityDark = pageAt('/account/security', 'Safari on iOS', true)
// S109
export const Devices = pageAt('/account/security/view/devices', 'Chrome on Windows')
export const Logins = pageAt('/account/security/view/logins', 'Failed')
export const SharedFiles = pageAt('/account/sharing/view/shared-files', 'Ana Cruz')
export const Invoices = pageAt('/account/subscription/view/invoices', /no invoices/)
export const UnknownTable = pageAt('/account/security/view/nothing', 'Not found')

export const Privacy: Story = {
  render: () => <Area path="/account/privacy" />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByLabelText('Mobile')).toHaveDisplayValue('My team')
    await userEvent.selectOptions(canvas.getByLabelText('Email'), 'Only me')
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }))
    await screen.findAllByText(/All data has been saved\./)
  },
}

/** Checked before it is sent; saving leads back to the section. */
// S108 S110 S236 S237
export const EditContact: Story = {
  render: () => <Area path="/account/personal/edit/contact" />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const email = await canvas.findByLabelText(/Email/)
    await userEvent.clear(email)
    await userEvent.type(email, 'maria@{Enter}')
    await expect(await canvas.findByText('Invalid email format')).toBeVisible()
    await userEvent.type(email, 'example.com{Enter}')
    await screen.findAllByText(/Action has been performed successfully\./)
    await expect(await canvas.findByRole('heading', { level: 1, name: 'Personal' })).toBeVisible()
  },
}
export const EditBasic = pageAt('/account/personal/edit/basic', 'Birth date')

export const DeletingADevice: Story = {
  render: () => <Area path="/account/security/view/devices" />,
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Delete Safari on iOS' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete device' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    await screen.findByText('Safari on iOS has been deleted.')
  },
}

export const NotLoaded: Story = {
  beforeEach: () =>
    installMockApi((call) => (call.path.startsWith('user_device') ? { status: 500, body: { success: false } } : answers(call))),
  render: () => <Area path="/account/security/view/devices" />,
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByRole('button', { name: 'Try again' })).toBeVisible()
  },
}
