import type { Decorator, Meta, StoryObj } from '@storybook/react-vite'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { recordQuery } from '../../api/queries.ts'
import type { RecordRow, Tag } from '../../api/types.ts'
import { ModuleRouteProvider } from '../../routing/module-route.tsx'
import { installMockApi, type MockAnswer, type MockCall } from '../../testing/api.ts'
import { orderModule } from '../../testing/modules.ts'
import IndexPage from '../index/IndexPage.tsx'
import { RecordTags } from './RecordTags.tsx'

const TAGS: readonly Tag[] = [
  { id: 1, name: 'Audit 2026', color: '#1971c2' },
  { id: 2, name: 'Late payer', color: '#e03131' },
  { id: 3, name: 'VIP', color: '#2f9e44' },
]
/** An opening menu loads its code first. */
const LOADED = { timeout: 10_000 }

const data = (value: unknown, more: object = {}): MockAnswer => ({ status: 200, body: { success: true, data: value, ...more } })

/** Keeps the tags of one order, and makes those that there are none of. */
const tagged = (may_create: boolean) => {
  let known = [...TAGS]
  let carried = [TAGS[2]!]
  return ({ method, path, body }: MockCall): MockAnswer | undefined => {
    if (path === 'purchase_order/tags') return data(known, { may_create })
    if (path === 'purchase_order/find/7') return data({ id: 7, version: 1, tags: carried })
    if (path !== 'purchase_order/7/tags') return undefined
    if (method === 'PUT') carried = known.filter((tag) => (body as { tag_ids: number[] }).tag_ids.includes(tag.id))
    if (method === 'POST') {
      const { name, color } = body as { name: string; color: string }
      const tag = { id: 9, name, color }
      known = [...known, tag]
      carried = [...carried, tag]
    }
    return data(carried)
  }
}

const asking: Decorator = (Story) => (
  <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })}>
    <div style={{ minHeight: 420 }}>
      <Story />
    </div>
  </QueryClientProvider>
)
const Shown = ({ writable }: { writable: boolean }) => {
  const { data: record } = useQuery(recordQuery('purchase_order', 7))
  return record ? <RecordTags module={orderModule} record={record as RecordRow} writable={writable} /> : null
}

const meta: Meta<typeof Shown> = {
  title: 'Records/Tags',
  component: Shown,
  args: { writable: true },
  decorators: [asking],
  beforeEach: () => installMockApi(tagged(true)),
}
export default meta
type Story = StoryObj<typeof Shown>

/** Put on and taken off with a click each; what there is no tag for is made by typing it. */
export const Changing: Story = {
  play: async ({ canvasElement }) => {
    const chips = within(await within(canvasElement).findByRole('group', { name: 'Tags' }))
    await expect(chips.getByText('VIP')).toBeVisible()
    await userEvent.click(chips.getByRole('button', { name: 'Change' }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Late payer' }, LOADED))
    await expect(await chips.findByText('Late payer')).toBeVisible()
    await userEvent.click(screen.getByRole('checkbox', { name: 'VIP' }))
    await waitFor(() => expect(chips.queryByText('VIP')).toBeNull())
    await userEvent.type(screen.getByRole('textbox', { name: 'Search tags' }), 'Pilot store')
    await userEvent.click(await screen.findByRole('button', { name: 'Create “Pilot store”' }))
    await expect(await chips.findByText('Pilot store')).toBeVisible()
  },
}
export const ChangingDark: Story = { ...Changing, globals: { scheme: 'dark' } }

/** Users who cannot create tags choose among the existing ones. */
export const Choosing: Story = {
  beforeEach: () => installMockApi(tagged(false)),
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Change' }))
    await userEvent.type(await screen.findByRole('textbox', { name: 'Search tags' }, LOADED), 'Pilot')
    // What is offered is drawn again when it has come.
    await waitFor(() => expect(screen.getByText('No tag with this name.')).toBeVisible(), LOADED)
    await expect(screen.queryByRole('button', { name: /Create/ })).toBeNull()
  },
}
export const ReadOnly: Story = {
  args: { writable: false },
  play: async ({ canvasElement }) => {
    const chips = within(await within(canvasElement).findByRole('group', { name: 'Tags' }))
    await expect(chips.getByText('VIP')).toBeVisible()
    await expect(chips.queryByRole('button')).toBeNull()
  },
}

/** Requests for many records. */
const tagging: unknown[] = []

/** Rows show the first of their tags, and the list is narrowed by them like by any field. */
export const InList: Story = {
  decorators: [
    () => (
      <ModuleRouteProvider
        value={{ application: 'procurement', module: orderModule, base: '/procurement/purchase_order', can: () => true }}
      >
        <div style={{ display: 'flex', height: 720 }}>
          <IndexPage />
        </div>
      </ModuleRouteProvider>
    ),
  ],
  beforeEach: () => {
    const row = (id: number, tags: readonly Tag[]) => ({ id, transaction_no: `PO-${id}`, label: `PO-${id}`, status: 'posted', tags })
    const rows = [row(1, TAGS), row(2, [TAGS[1]!]), row(3, [])]
    tagging.length = 0
    return installMockApi(({ method, path, query, body }) => {
      if (path === 'purchase_order/tags' && method === 'POST') {
        tagging.push(body)
        return data([1, 2].map((id) => ({ id, success: true })))
      }
      if (path === 'purchase_order/tags') return data(TAGS, { may_create: true })
      if (!path.endsWith('/paginate')) return undefined
      const wanted = query.get('filter[tags]')
      const shown = rows.filter(({ tags }) => !wanted || tags.some((tag) => String(tag.id) === wanted))
      return data(shown, { pagination: { page: 1, per_page: 10, total: shown.length } })
    })
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const first = await canvas.findByRole('row', { name: /PO-1/ })
    await expect(within(first).getByText('Late payer')).toBeInTheDocument()
    await expect(within(first).getByTitle('VIP')).toHaveTextContent('+1')
    const filters = within(canvas.getByRole('group', { name: 'Filters' }))
    await userEvent.click(await filters.findByRole('button', { name: 'Tags' }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Audit 2026' }, LOADED))
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
    await expect(await filters.findByRole('button', { name: 'Tags Audit 2026' })).toBeVisible()
    await waitFor(() => expect(canvas.queryByText('PO-2')).toBeNull())
  },
}
/** Tags of all chosen records are ticked; a click adds a tag to all of them. */
export const Many: Story = {
  ...InList,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('checkbox', { name: 'Select PO-1' }))
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Select PO-2' }))
    const bar = within(await canvas.findByRole('toolbar', { name: 'Actions on the selected records' }))
    await userEvent.click(bar.getByRole('button', { name: 'Tags' }))
    await expect(await screen.findByRole('checkbox', { name: 'Late payer' }, LOADED)).toBeChecked()
    await userEvent.click(screen.getByRole('checkbox', { name: 'VIP' }))
    await waitFor(() => expect(screen.getByRole('checkbox', { name: 'VIP' })).toBeChecked())
    await expect(tagging).toEqual([{ ids: [1, 2], add: [3] }])
  },
}
export const InListDark: Story = { ...InList, globals: { scheme: 'dark' } }
