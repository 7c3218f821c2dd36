import { Button } from '@mantine/core'
import type { Decorator, Meta, StoryObj } from '@storybook/react-vite'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { ProfileMenu } from '../../app/ProfileMenu.tsx'
import { installMockApi, type MockAnswer, type MockCall, mockNavigation, refusal } from '../../testing/api.ts'
import { dialogs } from '../../ui/dialogs/index.ts'
import { Overlays } from '../../ui/Overlays.tsx'
import { Portrait } from '../../ui/UserAvatar.tsx'
import Maintenance from './Maintenance.tsx'
import { openFirstPasswordChange, openUpdatePassword } from './passwordDialogs.tsx'
import { t } from './text.ts'
import { UpdatePassword } from './UpdatePassword.tsx'

const data = (value: unknown): MockAnswer => ({ status: 200, body: { success: true, data: value } })

const ACCOUNTS = [
  { id: 1, username: 'buyer', name: 'Maria Santos', company: 'Mabuhay Trading Corporation', is_current: true, kind: 'account' },
  { id: 1, username: 'buyer', name: 'Maria Santos', branch: { name: 'Cebu' }, is_current: false, kind: 'branch', branch_id: 2 },
]
const company = { name: 'company', title: 'Companies', icon: 'building', actions: ['index', 'view', 'edit'] }
const answers = ({ method, path }: MockCall): MockAnswer | undefined => {
  if (path === 'user/acc_switch') return data(ACCOUNTS)
  if (path === 'user/update-password' || path === 'user/password/change')
    return method === 'PUT' ? refusal(422, 'This password was used before.') : data(null)
  if (path === 'company/paginate') return data([])
}

const asking: Decorator = (Story) => (
  <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
    <Story />
  </QueryClientProvider>
)
const meta: Meta = {
  title: 'Session/While working',
  decorators: [asking],
  parameters: {
    a11y: {
      config: {
        rules: [
          { id: 'landmark-no-duplicate-main', enabled: false },
          { id: 'landmark-main-is-top-level', enabled: false },
          { id: 'landmark-unique', enabled: false },
        ],
      },
    },
  },
  beforeEach: () => installMockApi(answers),
}
export default meta
type Story = StoryObj

// S189 S190 S191
export const UnderMaintenance: Story = {
  beforeEach: () => installMockApi((call) => (call.path.startsWith('meta/') ? refusal(503, 'Under maintenance') : undefined)),
  render: () => <Maintenance />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('heading', { name: 'Site Under Maintenance' })).toBeVisible()
    await expect(canvas.getByText("We're currently making some improvements.")).toBeVisible()
    await expect(canvas.getByText('Thank you for your patience... Please check back soon.')).toBeVisible()
    await expect(canvas.queryByRole('button', { name: 'End maintenance' })).toBeNull()
  },
}
/** Users who can change the company can open it again. */
export const UnderMaintenanceForAdministrators: Story = {
  globals: { scheme: 'dark' },
  beforeEach: () =>
    installMockApi((call) => {
      if (call.path !== 'meta/navigation') return answers(call)
      const [command, ...rest] = mockNavigation.applications
      return data({ applications: [{ ...command!, groups: [{ title: '', modules: [company] }] }, ...rest] })
    }),
  render: () => <Maintenance />,
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByRole('button', { name: 'End maintenance' })).toBeVisible()
  },
}

const Opening = ({ open }: { open: () => void }) => {
  useEffect(open, [open])
  return (
    <>
      <Button variant="default">Behind it</Button>
      <Overlays />
    </>
  )
}

// S228 S229 S230 S231
export const UpdatePasswordForm: Story = {
  render: () => <UpdatePassword onDone={fn()} onClose={fn()} />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(canvas.getByLabelText(/New Password/), 'short')
    await expect(canvas.getByText('At least use 8 characters')).toBeVisible()
    await userEvent.type(canvas.getByLabelText(/Confirm Password/), 'other')
    await expect(canvas.getByText('Password does not match!.')).toBeVisible()
    await expect(canvas.getByText(/Do not reuse a password/)).toBeVisible()
    const [show] = canvas.getAllByRole('button', { name: 'Show or hide the password' })
    await userEvent.click(show!)
    await expect(canvas.getByLabelText(/New Password/)).toHaveAttribute('type', 'text')
    await expect(canvas.getByRole('button', { name: 'Close' })).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Save' })).toBeVisible()
  },
}
// S234
export const UpdatePasswordRefused: Story = {
  render: () => <Opening open={openUpdatePassword} />,
  play: async () => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Update Password' }))
    await userEvent.type(dialog.getByLabelText(/New Password/), 'long enough')
    await userEvent.type(dialog.getByLabelText(/Confirm Password/), 'long enough{Enter}')
    await screen.findByText('This password was used before.')
    await userEvent.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1)!)
  },
}
// S201 S233
export const FirstPassword: Story = {
  render: () => <Opening open={openFirstPasswordChange} />,
  play: async () => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }))
    await userEvent.keyboard('{Escape}')
    await expect(dialog.queryByRole('button', { name: 'Close' })).toBeNull()
    await userEvent.type(dialog.getByLabelText(/New Password/), 'Abcdefg1')
    await userEvent.type(dialog.getByLabelText(/Confirm Password/), 'Abcdefg1{Enter}')
    await screen.findByText('Password changed successfully')
  },
}

// S194
export const SessionTimeout: Story = {
  render: () => (
    <Opening open={() => void dialogs.base({ title: t('idle.title'), message: t('idle.text'), confirm: t('idle.ok'), persistent: true })} />
  ),
  play: async () => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Session Timeout' }))
    await expect(dialog.getByText('Your session has timed out due to inactivity.')).toBeVisible()
    await expect(dialog.getAllByRole('button')).toHaveLength(1)
    await userEvent.click(dialog.getByRole('button', { name: 'OK' }))
  },
}

export const Profile: Story = {
  render: () => (
    <div style={{ display: 'flex', justifyContent: 'flex-end', height: 420 }}>
      <ProfileMenu />
    </div>
  ),
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Profile menu' }))
    const branch = await screen.findByRole('menuitem', { name: 'Cebu' })
    await waitFor(() => expect(branch).toBeVisible())
    await expect(screen.getByRole('menuitem', { name: 'Account' })).toHaveAttribute('href', '/account/home')
    await expect(screen.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  },
}
export const ProfileDark: Story = { ...Profile, globals: { scheme: 'dark' } }

export const Portraits: Story = {
  render: () => (
    <div style={{ display: 'flex', gap: 12 }}>
      <Portrait name="Maria Santos" />
      <Portrait name="Maria Santos" size={72} />
      <Portrait name="Maria Santos" url="/favicon.svg" size={72} />
    </div>
  ),
}
