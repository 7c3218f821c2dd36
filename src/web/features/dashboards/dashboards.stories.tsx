import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { type MockAnswer, refusal } from '../../testing/api.ts'
import { Stage } from '../admin/AdminStory.tsx'
import { installAdminApi } from '../admin/testing.ts'
import CommandDashboard from './CommandDashboard.tsx'

const ok = (data: unknown): MockAnswer => ({ status: 200, body: { success: true, data } })
const figures = {
  total_users: 142,
  active_users: 131,
  total_roles: 14,
  total_companies: 2,
  total_branches: 5,
  applications: [
    { id: 1, title: 'Command', users: 3 },
    { id: 2, title: 'Procurement', users: 48 },
    { id: 3, title: 'Employee Portal', users: 131 },
  ],
  logins_per_day: Array.from({ length: 30 }, (_, day) => ({
    date: `2026-10-${String(day + 1).padStart(2, '0')}`,
    count: 40 + ((day * 37) % 60),
    failed: day % 4,
  })),
  pending_changes: 2,
  last_backup: { id: 1, name: 'backup-20261120-0200', finished_at: '2026-11-20T02:00:00Z' },
  storage_used: 734_003_200,
}
const recent = [
  {
    id: 1,
    name: 'Andrea Santos',
    username: 'admin',
    logged_in_at: '2026-11-20T01:58:00Z',
    ip_address: '10.0.0.12',
    device_type: 'web',
    result: 'success',
  },
  { id: 2, username: 'buyer', logged_in_at: '2026-11-20T01:40:00Z', ip_address: '10.0.0.14', device_type: 'android', result: 'failed' },
]

const meta: Meta = {
  title: 'Dashboards',
  parameters: { ownRouter: true },
  beforeEach: () =>
    installAdminApi(({ path }) => (path === 'command/dashboard' ? ok(figures) : path === 'command/recent-logins' ? ok(recent) : undefined)),
}
export default meta
type Story = StoryObj

const screenOf = () => (
  <Stage module="command_dashboard" title="Dashboard">
    <CommandDashboard />
  </Stage>
)
/** S111: figures, sign-ins per day, and recent sign-ins. */
export const Command: Story = {
  render: screenOf,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('131 active')).toBeVisible()
    await expect(await canvas.findByText('Andrea Santos')).toBeVisible()
    await expect(await canvas.findByText(/last 30 days/, {}, { timeout: 15_000 })).toBeInTheDocument()
  },
}
export const CommandDark: Story = { render: screenOf, globals: { scheme: 'dark' } }
export const CommandFailed: Story = {
  render: screenOf,
  beforeEach: () => installAdminApi(({ path }) => (path.startsWith('command/') ? refusal(500, 'It broke.') : undefined)),
  play: async ({ canvasElement }) => {
    await expect((await within(canvasElement).findAllByText('It broke.'))[0]).toBeVisible()
  },
}
