import type { Decorator, Meta, StoryObj } from '@storybook/react-vite'
import { QueryClientProvider } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { receive } from '../../api/live.ts'
import { queryClient } from '../../api/queries.ts'
import { installMockApi, refusal } from '../../testing/api.ts'
import { Bell } from './Bell.tsx'
import { notificationServer } from './mockNotifications.ts'
import NotificationList from './NotificationList.tsx'

const Place = () => <output aria-label="Address">{useLocation().pathname}</output>
const asking: Decorator = (Story) => (
  <QueryClientProvider client={queryClient}>
    <Story />
    <Place />
  </QueryClientProvider>
)
let server = notificationServer()
const prepared = (options?: Parameters<typeof notificationServer>[0]) => () => {
  queryClient.clear()
  server = notificationServer(options)
  return installMockApi((call) => server.answer(call))
}
const meta: Meta = {
  title: 'Shell/Notifications',
  decorators: [asking],
  beforeEach: prepared(),
  render: () => (
    <div style={{ display: 'flex', justifyContent: 'flex-end', minHeight: 620 }}>
      <Bell />
    </div>
  ),
}
export default meta
type Story = StoryObj

/** A fading element becomes visible a moment later. */
const visible = (element: HTMLElement) => waitFor(() => expect(element).toBeVisible())

const opened = async (canvasElement: HTMLElement, name: RegExp) => {
  await userEvent.click(await within(canvasElement).findByRole('button', { name }))
  return within(await screen.findByRole('dialog'))
}

// S239 S240 S241 S243 S246
export const Panel: Story = {
  play: async ({ canvasElement }) => {
    const panel = await opened(canvasElement, /3 unread/)
    const [first] = await panel.findAllByRole('listitem')
    await expect(first).toHaveTextContent(/needs your approval.*Luzon Paper.*PO-MAK-2026-000014.*by Liza Bautista.*hours ago/)
    // Looked up each time: on a busy machine the panel may be drawn again while its code arrives.
    const scrollToEnd = () => {
      const scroll = screen.getByRole('group', { name: 'Notifications' })
      scroll.scrollTop = scroll.scrollHeight
      return within(scroll)
    }
    // Pages of six, until one is empty.
    // Repeatedly, as a user does: a fading element may not be scrollable yet.
    for (const rows of [12, 14]) await waitFor(() => expect(scrollToEnd().getAllByRole('listitem')).toHaveLength(rows))
    scrollToEnd()
    await waitFor(() => expect(server.pages.at(-1)).toBe(4))
  },
}
export const PanelDark: Story = {
  globals: { scheme: 'dark' },
  play: async ({ canvasElement }) => {
    const panel = await opened(canvasElement, /3 unread/)
    await visible((await panel.findAllByRole('listitem'))[0]!)
  },
}

// S123 S244
export const OpeningMarksRead: Story = {
  play: async ({ canvasElement }) => {
    const panel = await opened(canvasElement, /3 unread/)
    await userEvent.click((await panel.findAllByRole('link', { name: /needs your approval/ }))[0]!)
    await visible(await within(canvasElement).findByRole('button', { name: /2 unread/ }))
    await expect(screen.getByLabelText('Address')).toHaveTextContent('/procurement/purchase_order/14')
  },
}
// S245
export const AllRead: Story = {
  play: async ({ canvasElement }) => {
    const panel = await opened(canvasElement, /3 unread/)
    await userEvent.click(await panel.findByRole('button', { name: 'Mark all as read' }))
    await waitFor(() => expect(within(canvasElement).getByRole('button', { name: 'Notifications' })).toBeInTheDocument())
  },
}
// S242
export const Nothing: Story = {
  beforeEach: prepared({ count: 0, unread: 0 }),
  play: async ({ canvasElement }) => {
    const panel = await opened(canvasElement, /Notifications/)
    await visible(await panel.findByText('No notification available'))
  },
}
/** An event of the server is enough to count again. */
export const Told: Story = {
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('button', { name: /3 unread/ })
    server = notificationServer({ unread: 5 })
    receive({ type: 'notification', data: {} })
    await visible(await within(canvasElement).findByRole('button', { name: /5 unread/ }))
  },
}
// S122
export const List: Story = {
  render: () => <NotificationList />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await visible(await canvas.findByRole('heading', { level: 1, name: 'Notifications' }))
    await canvas.findAllByRole('listitem')
    await userEvent.click(canvas.getByRole('radio', { name: 'Unread' }))
    await waitFor(() => expect(canvas.getAllByRole('listitem')).toHaveLength(3))
  },
}
export const ListLoading: Story = {
  render: () => <NotificationList />,
  beforeEach: () => {
    queryClient.clear()
    return installMockApi(({ path }) => (path.startsWith('notification') ? 'pending' : undefined))
  },
}
export const ListFailed: Story = {
  render: () => <NotificationList />,
  beforeEach: () => {
    queryClient.clear()
    return installMockApi(({ path }) => (path.startsWith('notification') ? refusal(403, 'You may not see this.') : undefined))
  },
}
