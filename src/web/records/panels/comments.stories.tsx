import type { Decorator, Meta, StoryObj } from '@storybook/react-vite'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { installMockApi, type MockAnswer, type MockCall } from '../../testing/api.ts'
import { Overlays } from '../../ui/Overlays.tsx'
import { CommentsBox } from './CommentsBox.tsx'

const data = (value: unknown): MockAnswer => ({ status: 200, body: { success: true, data: value } })
const person = (id: number, name: string) => ({ id, name, label: name })
const MARIA = person(1, 'Maria Santos')
const ANA = person(2, 'Ana Reyes')

interface Sent {
  comment: string
  mentions: number[]
  parent_id?: number
  attachments?: number[]
}
const talk = () => {
  let rows = [
    {
      id: 1,
      comment: 'Can you check the price, @Maria Santos?',
      user_id: 2,
      user: ANA,
      mention_ids: [1],
      mentions: [MARIA],
      parent_id: null as number | null,
      files: [{ id: 4, name: 'price-list.pdf', size: 48_211, type: 'application/pdf' }],
    },
    {
      id: 2,
      comment: 'It is the one of last month.',
      user_id: 1,
      user: MARIA,
      mention_ids: [] as number[],
      mentions: [] as (typeof ANA)[],
      parent_id: 1,
      files: [],
    },
  ]
  const sent: Sent[] = []
  const answer = ({ method, path, body }: MockCall): MockAnswer | undefined => {
    if (!path.startsWith('comments/')) return undefined
    if (method === 'POST') {
      const { comment, parent_id } = body as Sent
      sent.push(body as Sent)
      rows = [...rows, { id: 9, comment, user_id: 1, user: MARIA, mention_ids: [], mentions: [], parent_id: parent_id ?? null, files: [] }]
    }
    if (method === 'DELETE') rows = rows.filter(({ id }) => id !== Number(path.split('/')[1]))
    return data(rows.map((row) => ({ ...row, created_at: '2026-11-20T03:00:00.000Z' })))
  }
  return { answer, sent }
}
let server = talk()
const asking: Decorator = (Story) => (
  <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
    <div style={{ maxWidth: 320, paddingTop: 220 }}>
      <Story />
    </div>
    <Overlays />
  </QueryClientProvider>
)
const meta: Meta<typeof CommentsBox> = {
  title: 'Records/Comments',
  component: CommentsBox,
  args: { module: 'purchase_order', id: 7 },
  decorators: [asking],
  beforeEach: () => {
    server = talk()
    return installMockApi((call) => server.answer(call))
  },
}
export default meta
type Story = StoryObj<typeof CommentsBox>

/** Users picked after an @ are notified. */
export const Mentioning: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect((await canvas.findByText('@Maria Santos')).tagName).toBe('MARK')
    await userEvent.type(canvas.getByRole('textbox', { name: 'Write a comment' }), 'Look here @calc')
    await expect(await screen.findByRole('option', { name: 'Calculator' })).toBeInTheDocument()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(canvas.getByRole('textbox', { name: 'Write a comment' })).toHaveValue('Look here @Calculator '))
    await userEvent.click(canvas.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(server.sent).toEqual([{ comment: 'Look here @Calculator', mentions: [5] }]))
  },
}
/** Files are sent with the text; a file without text is sent under its name. */
export const Attaching: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('button', { name: 'price-list.pdf' })).toBeVisible()
    const file = new File(['item,price\nBolt,12.50\n'], 'quotation.csv', { type: 'text/csv' })
    await userEvent.upload(canvasElement.querySelector<HTMLInputElement>('input[type=file]')!, file)
    await expect(await canvas.findByRole('button', { name: 'Remove quotation.csv' })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(server.sent).toEqual([{ comment: 'quotation.csv', mentions: [], attachments: [expect.any(Number)] }]))
    await waitFor(() => expect(canvas.queryByRole('button', { name: 'Remove quotation.csv' })).toBeNull())
  },
}
export const Answering: Story = {
  globals: { scheme: 'dark' },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Reply to Ana Reyes' }))
    await userEvent.type(canvas.getByRole('textbox', { name: 'Write a reply' }), 'Done.{Control>}{Enter}{/Control}')
    await waitFor(() => expect(server.sent).toEqual([{ comment: 'Done.', mentions: [], parent_id: 1 }]))
  },
}
/** Users can delete their own comments, not others'. */
export const Deleting: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const deleteButtons = await canvas.findAllByRole('button', { name: 'Delete your comment' })
    await expect(deleteButtons).toHaveLength(1)
    await userEvent.click(deleteButtons[0]!)
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(canvas.queryByText('It is the one of last month.')).toBeNull())
  },
}
