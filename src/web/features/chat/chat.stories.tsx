import type { Decorator, Meta, StoryObj } from '@storybook/react-vite'
import { QueryClientProvider } from '@tanstack/react-query'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { queryClient, sessionQuery } from '../../api/queries.ts'
import type { Session } from '../../api/types.ts'
import { installMockApi, type MockAnswer, type MockCall, refusal } from '../../testing/api.ts'
import { ChatButton } from './ChatButton.tsx'
import type { ChatMessage } from './queries.ts'

const data = (value: unknown): MockAnswer => ({ status: 200, body: { success: true, data: value } })
const session = (enabled: boolean): Session => ({
  valid: true,
  user: { id: 1, name: 'Maria Santos', username: 'buyer' },
  features: [{ name: 'chatbot', enabled }],
})

/** Answers a question at the second look at its status. */
const chatServer = (start: ChatMessage[]) => {
  const messages = [...start]
  let pending = 0
  let looks = 0
  return ({ path, body }: MockCall): MockAnswer | undefined => {
    const say = (role: ChatMessage['role'], message: string, more: Partial<ChatMessage> = {}) => {
      const sent: ChatMessage = { id: messages.length + 1, role, message, created_at: new Date().toISOString(), ...more }
      messages.push(sent)
      return sent
    }
    if (path === 'chatbot/history') return data([...messages])
    if (path === 'chatbot/send') {
      pending = 1
      looks = 0
      return data(say('user', (body as { message: string }).message))
    }
    if (path !== 'chatbot/status') return undefined
    if (pending && ++looks > 1) {
      pending = 0
      say('other', 'Two orders are open.', { links: [{ title: 'PO-MAK-2026-000012', route: '/procurement/purchase_order/12' }] })
    }
    return data({ count: messages.length, pending_count: pending })
  }
}
const HISTORY: ChatMessage[] = [
  { id: 1, role: 'user', message: 'How do I void an order?', created_at: '2026-11-20T02:15:00.000Z' },
  {
    id: 2,
    role: 'other',
    message: 'Open it, then choose Void.\nOrders with receipts cannot be voided.',
    created_at: '2026-11-20T02:15:04.000Z',
  },
  { id: 3, role: 'user', message: 'And a bill?', created_at: '2026-11-20T02:16:00.000Z', status: 'failed' },
]
const asking: Decorator = (Story) => (
  <QueryClientProvider client={queryClient}>
    <div style={{ minHeight: 640 }}>
      <Story />
    </div>
  </QueryClientProvider>
)
/** A server of its own for each try: what one try changed must not meet the next. */
const prepared =
  (server: () => Parameters<typeof installMockApi>[0], enabled = true) =>
  () => {
    queryClient.clear()
    queryClient.setQueryData(sessionQuery.queryKey, session(enabled))
    return installMockApi(server())
  }
const meta: Meta = {
  title: 'Shell/Assistant',
  component: ChatButton,
  decorators: [asking],
  beforeEach: prepared(() => chatServer(HISTORY)),
}
export default meta
type Story = StoryObj

/** A fading element becomes visible a moment later. */
const visible = (element: HTMLElement) => waitFor(() => expect(element).toBeVisible())

const open = async (canvasElement: HTMLElement) => {
  await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Assistant' }))
  return within(await screen.findByRole('complementary', { name: 'Assistant' }))
}

// S249 S250 S251 S252
export const Conversation: Story = {
  play: async ({ canvasElement }) => {
    const panel = await open(canvasElement)
    await visible(await panel.findByText('How do I void an order?'))
    await userEvent.type(panel.getByRole('textbox', { name: 'Write a message' }), 'Which orders are open?{Enter}')
    await visible(await panel.findByText('The assistant is typing…'))
    // The status is asked again after three seconds; the count has risen, so the history is read.
    await visible(await panel.findByText(/Two orders are open/, {}, { timeout: 5000 }))
    await expect(panel.getByRole('link', { name: 'PO-MAK-2026-000012' })).toHaveAttribute('href', '/procurement/purchase_order/12')
    await waitFor(() => expect(panel.queryByText('The assistant is typing…')).toBeNull())
  },
}
export const Dark: Story = {
  globals: { scheme: 'dark' },
  play: async ({ canvasElement }) => {
    const panel = await open(canvasElement)
    await visible(await panel.findByText('And a bill?'))
  },
}
export const Fresh: Story = {
  beforeEach: prepared(() => chatServer([])),
  play: async ({ canvasElement }) => {
    const panel = await open(canvasElement)
    await visible(await panel.findByText(/Ask about your work/))
    // A sample question is asked by its button.
    await userEvent.click(panel.getByRole('button', { name: 'Which bills are overdue?' }))
    await waitFor(() => expect(panel.queryByText(/Ask about your work/)).toBeNull())
    await visible(await panel.findByText('Which bills are overdue?'))
    panel.getByRole('textbox').focus()
    await userEvent.keyboard('{Escape}')
    await expect(within(canvasElement).getByRole('button', { name: 'Assistant' })).toHaveFocus()
  },
}
export const Failed: Story = {
  beforeEach: prepared(
    () =>
      ({ path }) =>
        path.startsWith('chatbot') ? refusal(403, 'You may not see this.') : undefined,
  ),
  play: async ({ canvasElement }) => {
    const panel = await open(canvasElement)
    await visible(await panel.findByRole('alert'))
  },
}
// S14
export const SwitchedOff: Story = {
  beforeEach: prepared(() => chatServer([]), false),
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).queryByRole('button', { name: 'Assistant' })).toBeNull()
  },
}
