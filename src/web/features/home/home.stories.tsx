import type { Decorator, Meta, StoryObj } from '@storybook/react-vite'
import { QueryClientProvider } from '@tanstack/react-query'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { queryClient } from '../../api/queries.ts'
import { installMockApi, refusal } from '../../testing/api.ts'
import { Overlays } from '../../ui/Overlays.tsx'
import Home from './Home.tsx'
import { Face } from './MoodEmoji.tsx'
import { homeServer } from './mockHome.ts'
import { MOODS } from './moods.ts'

const asking: Decorator = (Story) => (
  <QueryClientProvider client={queryClient}>
    <Story />
    <Overlays />
  </QueryClientProvider>
)
/** A server of its own for each try: what one try changed must not meet the next. */
const prepared = (server: () => Parameters<typeof installMockApi>[0]) => () => {
  queryClient.clear()
  return installMockApi(server())
}
const meta: Meta = {
  title: 'Home',
  component: Home,
  decorators: [asking],
  beforeEach: prepared(() => homeServer().answer),
}
export default meta
type Story = StoryObj

// S106 S154 S155 S156 S157 S158 S159 S171
export const Dashboard: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('heading', { level: 1, name: 'Hello, Maria' })).toBeVisible()
    await expect(await canvas.findByRole('link', { name: /Procurement/ })).toBeVisible()
    await expect(await canvas.findByText('9 active users')).toBeVisible()
    await expect(canvas.getByText('Jose Ramirez')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Submit a support ticket' })).toBeVisible()
    await expect(canvas.getByRole('link', { name: /Help center/ })).toHaveAttribute('href', 'https://help.example.com')
    await expect((await canvas.findByRole('region', { name: 'My Tasks' })).getBoundingClientRect().height).toBe(395)
  },
}
export const DashboardDark: Story = { ...Dashboard, globals: { scheme: 'dark' } }
export const DashboardPhone: Story = { decorators: [(Story) => <div style={{ maxWidth: 360 }}>{Story()}</div>] }

// S161 S162 S163 S164 S165 S166
export const Tasks: Story = {
  play: async ({ canvasElement }) => {
    const card = within(await within(canvasElement).findByRole('region', { name: 'My Tasks' }))
    const first = await card.findByRole('checkbox', { name: 'Call Cebu Hardware Depot: In progress' })
    for (const due of ['Due today', 'Due tomorrow', 'Due in 14 days']) await expect(card.getByText(due)).toBeVisible()
    await expect(card.getAllByText('No Due Date')).not.toHaveLength(0)
    await userEvent.click(first)
    await expect(await card.findByRole('checkbox', { name: 'Call Cebu Hardware Depot: Done' })).toBeChecked()
    // The tick shows at once; the order follows when the list has been read again.
    await waitFor(() => expect(card.getAllByRole('listitem')[0]).toHaveTextContent(/Send the canvass/))
  },
}

// S160 S167 S168
export const NewTask: Story = {
  play: async ({ canvasElement }) => {
    const card = within(await within(canvasElement).findByRole('region', { name: 'My Tasks' }))
    await card.findByText('Due today')
    await userEvent.click(card.getByRole('button', { name: 'New task' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New task' }))
    await userEvent.type(await dialog.findByRole('textbox', { name: /Title/ }), 'Count the stapler wires')
    await userEvent.type(dialog.getByRole('textbox', { name: /Description/ }), 'Second shelf')
    await userEvent.type(dialog.getByRole('textbox', { name: /Due date/ }), '2026/11/30')
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }))
    const said = await screen.findByText('Todo task created successfully.')
    await waitFor(() => expect(said).toBeVisible())
    await expect(screen.getByText('Success!')).toBeVisible()
    await expect(await card.findByText('Count the stapler wires')).toBeVisible()
  },
}
export const NoTasks: Story = { beforeEach: prepared(() => homeServer({ tasks: [] }).answer) }

// S156 S169 S170
export const Mood: Story = {
  play: async ({ canvasElement }) => {
    const group = within(await within(canvasElement).findByRole('group', { name: 'How are you feeling today?' }))
    await expect(group.getAllByRole('button')).toHaveLength(6)
    const button = group.getByRole('button', { name: 'Loving it' })
    await waitFor(() => expect(button).toBeEnabled())
    await userEvent.click(button)
    await expect(button).toHaveAttribute('aria-pressed', 'true')
  },
}
export const Faces: Story = {
  render: () => (
    <div style={{ display: 'flex', gap: 12 }}>
      {MOODS.map((mood) => (
        <Face key={mood} mood={mood} size={96} />
      ))}
    </div>
  ),
}

// S157
export const Ticket: Story = {
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Submit a support ticket' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Submit a support ticket' }))
    await userEvent.click(await dialog.findByRole('button', { name: 'Submit' }))
    await expect(dialog.getAllByText('Field is required')).toHaveLength(2)
    await userEvent.type(dialog.getByRole('textbox', { name: /Subject/ }), 'The printer prints nothing')
    await userEvent.type(dialog.getByRole('textbox', { name: /What happened/ }), 'It says ready.')
    await userEvent.click(dialog.getByRole('button', { name: 'Submit' }))
    const said = await screen.findByText(/TKT-000001 was submitted/)
    await waitFor(() => expect(said).toBeVisible())
  },
}

export const Waiting: Story = {
  beforeEach: prepared(
    () =>
      homeServer({
        waiting: [
          { module: 'purchase_order', title: 'Purchase Orders', icon: 'shopping-cart', count: 3, route: '/procurement/purchase_order' },
        ],
      }).answer,
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const card = within(await canvas.findByRole('region', { name: 'Waiting for me' }))
    await expect(card.getByRole('link', { name: /Purchase Orders 3/ })).toHaveAttribute('href', '/procurement/purchase_order')
  },
}
export const Loading: Story = {
  beforeEach: prepared(
    () =>
      ({ path }) =>
        /^(landing|todo|feeling)/.test(path) ? 'pending' : undefined,
  ),
}
export const Failed: Story = {
  beforeEach: prepared(
    () =>
      ({ path }) =>
        /^(landing|todo|feeling)/.test(path) ? refusal(403, 'You do not have permission to see this.') : undefined,
  ),
}
