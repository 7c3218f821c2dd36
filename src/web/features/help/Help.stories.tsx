import type { Meta, StoryObj } from '@storybook/react-vite'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, userEvent, within } from 'storybook/test'
import { installMockApi, type MockAnswer, type MockCall, refusal } from '../../testing/api.ts'
import Help from './Help.tsx'

const PAGES = [
  { title: 'File a leave', text: 'Choose the kind of leave and its days, then submit it. Your supervisor decides.', route: '/leave' },
  { title: 'Reset a password', text: 'Open your account, choose Security, and enter the new password twice.', route: null },
]
const answers = (given: MockAnswer | 'pending') => () => installMockApi(({ path }: MockCall) => (path === 'help' ? given : undefined))

const meta: Meta<typeof Help> = {
  title: 'Pages/Help',
  component: Help,
  beforeEach: answers({ status: 200, body: { success: true, data: PAGES } }),
  decorators: [
    (Story) => (
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Story />
      </QueryClientProvider>
    ),
  ],
}
export default meta
type Story = StoryObj<typeof Help>

/** The search looks for every word, in titles and texts. */
export const Search: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('link', { name: 'Open: File a leave' })).toBeVisible()
    const box = canvas.getByLabelText('Search help')
    await userEvent.type(box, 'password security')
    await expect(canvas.getByRole('heading', { name: 'Reset a password' })).toBeVisible()
    await expect(canvas.queryByRole('heading', { name: 'File a leave' })).toBeNull()
    await userEvent.type(box, ' zebra')
    await expect(canvas.getByText(/No help articles found/)).toBeVisible()
  },
}
export const Pages: Story = {}
export const Dark: Story = { globals: { scheme: 'dark' } }
export const Filipino: Story = { globals: { locale: 'fil' } }
export const Loading: Story = { beforeEach: answers('pending') }
export const Failed: Story = { beforeEach: answers(refusal(500, 'Sorry something went wrong with our server.')) }
