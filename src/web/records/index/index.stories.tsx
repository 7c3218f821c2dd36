import type { Decorator, Meta, StoryObj } from '@storybook/react-vite'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { ModuleRouteProvider } from '../../routing/module-route.tsx'
import { installMockApi, type MockAnswer, type MockCall, refusal } from '../../testing/api.ts'
import { balanceModule, brandModule, orderModule } from '../../testing/modules.ts'
import IndexPage from './IndexPage.tsx'

const inModule =
  (module = orderModule): Decorator =>
  (Story) => (
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ModuleRouteProvider
        value={{ application: module.application, module, base: `/${module.application}/${module.name}`, can: () => true }}
      >
        <div style={{ display: 'flex', height: 720 }}>
          <Story />
        </div>
      </ModuleRouteProvider>
    </QueryClientProvider>
  )

const listAnswers = (given: MockAnswer | 'pending') => () =>
  installMockApi(({ path }: MockCall) => (path.endsWith('/paginate') ? given : undefined))

const meta: Meta<typeof IndexPage> = {
  title: 'Records/Index',
  component: IndexPage,
  beforeEach: () => installMockApi(),
  decorators: [inModule()],
}
export default meta
type Story = StoryObj<typeof IndexPage>

export const Documents: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const number = await canvas.findByText('PO-DAV-2026-000137')
    const before = number.getBoundingClientRect().top
    await userEvent.click(canvas.getByRole('checkbox', { name: /000137/ }))
    await expect(await canvas.findByText('1 selected')).toBeVisible()
    // The bar of actions lies over the list: the next row to tick stays where the eye is.
    await expect(canvas.getByText('PO-DAV-2026-000137').getBoundingClientRect().top).toBe(before)
  },
}
/** Beyond the page: all records of the list are chosen together. */
export const AllThatMatch: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('PO-DAV-2026-000137')
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Select all rows of this page' }))
    await userEvent.click(await canvas.findByRole('button', { name: /Select all \d+ that match/ }))
    await expect(canvas.getByText(/All \d+ records that match are selected/)).toBeVisible()
    // The server is asked which of them are ready when an action is chosen: no button shows a number.
    const bar = within(canvas.getByRole('toolbar'))
    await expect(bar.getByRole('button', { name: 'Post' })).toBeVisible()
    await expect(bar.queryByRole('button', { name: /Select all/ })).toBeNull()
  },
}
/** A filter that was added and called off is gone: the focus is where it was added. */
export const FilterCalledOff: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const add = await canvas.findByRole('button', { name: 'Filter' })
    await userEvent.click(add)
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Search fields' })).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Apply' })).toBeVisible())
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull())
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Filter' })).toHaveFocus())
  },
}
export const DocumentsDark: Story = { globals: { scheme: 'dark' } }
export const Masters: Story = { decorators: [inModule(brandModule)] }
/** The name by which a row opens stands on two lines before it is cut. */
export const LongNames: Story = {
  decorators: [inModule({ ...brandModule, columns: [...brandModule.columns].sort((a) => (a.path === 'name' ? -1 : 0)) })],
  beforeEach: listAnswers({
    status: 200,
    body: {
      success: true,
      data: [{ id: 1, name: 'Fernandez-Villavicencio, Maria Concepcion', code: 'FV', is_active: true }],
      pagination: { page: 1, limit: 10, total: 1 },
    },
  }),
  render: () => (
    <div style={{ width: 420 }}>
      <IndexPage />
    </div>
  ),
  play: async ({ canvasElement }) => {
    const name = await within(canvasElement).findByText(/Maria Concepcion/)
    await expect(name.getBoundingClientRect().height).toBeGreaterThan(30)
  },
}
export const Report: Story = { decorators: [inModule(balanceModule)] }
/** A report with groups: the sums of a group after its rows, in bold and named. */
const sums = { ...balanceModule, report: { ...balanceModule.report!, subtotals: ['location'] } }
const balances = [
  { id: 1, location: 'Cebu', item: 'Hammer', qty: 4, value: 400 },
  { id: 2, location: 'Cebu', item: 'Saw', qty: 2, value: 250 },
  { id: 'subtotal:1:2', location: 'Cebu', value: 650, subtotal: 'location' },
]
const inGroups = listAnswers({
  status: 200,
  body: { success: true, data: balances, totals: { value: 650 }, pagination: { page: 1, per_page: 50, total: 2 } },
})
export const ReportInGroups: Story = {
  decorators: [inModule(sums)],
  beforeEach: inGroups,
  play: async ({ canvasElement }) => {
    const row = (await within(canvasElement).findByText(/Total: Cebu/)).closest('tr')!
    await expect(row).toHaveAttribute('data-total')
    await expect(within(row).getByText('650.00')).toBeVisible()
  },
}
export const Loading: Story = { beforeEach: listAnswers('pending') }
export const Empty: Story = {
  beforeEach: listAnswers({ status: 200, body: { success: true, data: [], pagination: { page: 1, per_page: 10, total: 0 } } }),
}
export const Failed: Story = {
  beforeEach: listAnswers(refusal(500, 'Sorry something went wrong with our server.', { reference_id: '7f3a91c2' })),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText('7f3a91c2')).toBeVisible()
  },
}
export const Forbidden: Story = { beforeEach: listAnswers(refusal(403, 'You do not have permission to do this.')) }
