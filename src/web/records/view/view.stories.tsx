import type { Meta, StoryObj } from '@storybook/react-vite'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import type { Module, Row } from '../../../engine/model/module.ts'
import { navigationQuery } from '../../api/queries.ts'
import { ModuleRouteProvider } from '../../routing/module-route.tsx'
import { installMockApi, type MockAnswer, type MockCall, refusal } from '../../testing/api.ts'
import { brandModule, orderModule } from '../../testing/modules.ts'
import ViewPage from './ViewPage.tsx'

const ID = 137
const module = {
  ...orderModule,
  panels: [
    {
      path: 'brands',
      title: 'Brands',
      module: 'brand',
      where: { owner_id: '$id' },
      default: 'is_active',
      through: false,
      may: ['new', 'edit', 'delete'] as const,
      upcoming: { date: 'valid_from', done: 'applied_at', show: ['name'] },
    },
  ],
  targets: [
    { module: 'goods_return', title: 'Goods Return', application: 'procurement', action: 'Return', exception: true },
    { module: 'goods_receipt', title: 'Goods Receipt', application: 'procurement', action: 'Receive' },
  ],
}

const GROUPED: Module['form'] = {
  header: { image: 'avatar_id', fields: ['transaction_date', 'supplier_id'] },
  tabs: module.form.tabs.map((tab) => ({ ...tab, title: 'Order', group: 'Order' })),
}
const NAVIGATION = {
  applications: [
    {
      name: 'procurement',
      title: 'Procurement',
      icon: 'box',
      color: 'blue',
      groups: [
        {
          title: '',
          modules: [
            { name: 'brand', title: 'Brands', icon: 'box', actions: ['index'] },
            { name: 'supplier', title: 'Suppliers', icon: 'box', actions: ['index', 'view'] },
            { name: 'goods_receipt', title: 'Goods Receipts', icon: 'box', actions: ['index', 'view'] },
          ],
        },
      ],
    },
  ],
  settings: {},
}
/** With the menus of a user who can open suppliers and receipts. */
const clientOf = (): QueryClient => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(navigationQuery.queryKey, NAVIGATION as never)
  return client
}
const draw = (shown: Module) => (
  <QueryClientProvider client={clientOf()}>
    <ModuleRouteProvider value={{ application: 'procurement', module: shown, base: '/procurement/purchase_order', can: () => true }}>
      {/* The address stores the selected part, so that it must be able to change. */}
      <MemoryRouter initialEntries={[`/view/${ID}`]}>
        <Routes>
          <Route path="/view/:id" element={<ViewPage />} />
        </Routes>
      </MemoryRouter>
    </ModuleRouteProvider>
  </QueryClientProvider>
)

const data = (rows: unknown): MockAnswer => ({ status: 200, body: { success: true, data: rows } })
const person = { id: 1, name: 'Maria Santos', label: 'Maria Santos' }
const TIMELINE = [
  {
    kind: 'change',
    id: 2,
    at: '2026-10-03T02:15:00.000Z',
    action: 'post',
    user: person,
    changes: [
      { field: 'status', title: 'Status', before: 'draft', after: 'posted' },
      { field: 'supplier_id', title: 'Supplier', before: 'Cebu Hardware Depot', after: 'Luzon Paper Supply Inc.' },
      { field: 'total', title: 'Total', before: 1000, after: 1250.5 },
    ],
  },
  { kind: 'change', id: 1, at: '2026-10-02T02:15:00.000Z', action: 'create', user: person, changes: [] },
]
const LINKS = {
  upstream: [{ module: 'purchase_request', id: 4, label: 'PR-MNL-2026-000004', status: 'posted', progress: 'fully_served' }],
  downstream: [{ module: 'goods_receipt', id: 9, label: 'GR-MNL-2026-000009', status: 'posted' }],
}
const ACTIONS = [
  { name: 'edit', title: 'Edit', code: 'edit', allowed: true, transition: false },
  { name: 'void', title: 'Void', code: 'void', allowed: false, reason: 'Goods were received against it.', transition: true },
]

const uploaded: string[] = []
/** Responses for the record's parts; `record` overrides the values of the mock's order. */
const answers = (record: Row | MockAnswer | 'pending') => () =>
  installMockApi(({ method, path, query, body }: MockCall) => {
    if (path.endsWith('/timeline')) return data(TIMELINE)
    if (path.endsWith('/links')) return data(LINKS)
    if (path.endsWith('/attachments') && method === 'POST') {
      uploaded.push(((body as FormData).get('file') as File).name)
      return data(null)
    }
    if (path.endsWith('/attachments')) return data([{ id: 1, name: 'quotation.pdf', type: 'application/pdf', size: 48_211 }])
    if (path.startsWith('comments/'))
      return data([{ id: 1, comment: 'Delivery moved to Friday.', user: person, created_at: '2026-10-03T04:00:00.000Z' }])
    if (path.endsWith('/brands') && query.has('filter[applied_at][null]'))
      return data([{ id: 3, code: 'BR003', name: 'Brand 3', valid_from: '2026-12-01' }])
    if (path.endsWith('/brands'))
      return {
        status: 200,
        body: {
          success: true,
          data: [
            { id: 1, code: 'BR001', name: 'Brand 1', label: 'Brand 1', is_active: true },
            { id: 2, code: 'BR002', name: 'Brand 2', label: 'Brand 2', is_active: false },
          ],
          pagination: { page: 1, per_page: 2, total: 1204 },
        },
      }
    if (path === 'meta/modules/brand') return data(brandModule)
    if (!path.startsWith('purchase_order/find/')) return undefined
    if (record === 'pending' || ('status' in record && 'body' in record)) return record as MockAnswer | 'pending'
    return data({
      id: ID,
      version: 3,
      transaction_no: 'PO-DAV-2026-000137',
      transaction_date: '2026-10-03',
      supplier_id: 1,
      supplier: { id: 1, name: 'Luzon Paper Supply Inc.', label: 'Luzon Paper Supply Inc.' },
      status: 'posted',
      is_posted: true,
      total: 1250.5,
      items: [],
      open_targets: ['goods_receipt'],
      actions: ACTIONS,
      ...record,
    })
  })

const meta: Meta<typeof ViewPage> = {
  title: 'Records/View',
  component: ViewPage,
  beforeEach: answers({}),
  parameters: { ownRouter: true },
  render: (_args, { parameters }) => draw(parameters['module'] ?? module),
}
export default meta
type Story = StoryObj<typeof ViewPage>

/** Changes are shown on request, with both values; the next document is one click away. */
export const Posted: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('button', { name: 'Receive' })).toBeEnabled()
    await userEvent.click(await canvas.findByRole('button', { name: '3 fields changed' }))
    await expect(canvas.getByText(/Cebu Hardware Depot/)).toBeVisible()
    const receipt = canvas.getByRole('link', { name: 'GR-MNL-2026-000009' })
    await expect(receipt).toBeVisible()
    await expect(receipt).toHaveAttribute('title', 'GR-MNL-2026-000009')
  },
}
// proves: sources.*.title, sources.*.exception
/** A fully served document offers no next document, and says why; a return is never the primary button. */
export const Served: Story = {
  beforeEach: answers({ open_targets: ['goods_return'] }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'More actions' }))
    const page = within(document.body)
    await expect(await page.findByRole('menuitem', { name: /^Receive/ })).toHaveTextContent('No open lines remain.')
    await expect(page.getByRole('menuitem', { name: 'Return' })).toBeEnabled()
    await expect(canvas.queryByRole('button', { name: 'Return' })).toBeNull()
  },
}
/** Why a document is in its state stands above its fields. */
export const Voided: Story = {
  beforeEach: answers({ status: 'voided', is_posted: false, void_reason: 'Ordered twice: see PO-DAV-2026-000136.', actions: [] }),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByRole('note', { name: 'Reason' })).toHaveTextContent('Ordered twice')
  },
}
/** Files are dropped on the attachments. */
export const Dropped: Story = {
  play: async ({ canvasElement }) => {
    uploaded.length = 0
    const file = await within(canvasElement).findByText('quotation.pdf')
    const dataTransfer = new DataTransfer()
    for (const name of ['receipt.pdf', 'photo.png']) dataTransfer.items.add(new File(['%'], name))
    const happens = (type: string) => file.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
    // Only where dragging over is answered does a browser drop at all.
    await expect(happens('dragover')).toBe(false)
    await expect(happens('drop')).toBe(false)
    await waitFor(() => expect(uploaded).toEqual(['receipt.pdf', 'photo.png']))
  },
}
const OFFICE = 1366 - 265
/** On the usual office screen the history of a document with lines is below them, side by side; on a wide one beside them. */
export const Rails: Story = {
  decorators: [
    (Story) => (
      <div data-testid="room" style={{ width: OFFICE }}>
        {Story()}
      </div>
    ),
  ],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const room = await canvas.findByTestId('room')
    const rail = await canvas.findByRole('complementary')
    const box = (element: Element) => element.getBoundingClientRect()
    const parts = [...rail.children].map(box)
    await expect(parts[1]!.top).toBe(parts[0]!.top)
    await expect(box(rail).top).toBeGreaterThanOrEqual(box(rail.previousElementSibling!).bottom)
    room.style.width = `${1920 - 265}px`
    await waitFor(() => expect(box(rail).top).toBe(box(rail.previousElementSibling!).top))
    await expect(box(rail).left).toBeGreaterThanOrEqual(box(rail.previousElementSibling!).right)
  },
}
export const Dark: Story = { globals: { scheme: 'dark' } }
export const Phone: Story = { decorators: [(Story) => <div style={{ maxWidth: 390 }}>{Story()}</div>] }
// proves: panels.*.upcoming, panels.*.upcoming.date, panels.*.upcoming.done, panels.*.upcoming.show
/** Sub-records are changed in their panel; future changes are announced above the record. */
export const Panel: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('Scheduled for 2026/12/01: Name: Brand 3')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Brands' }))
    await expect(await canvas.findByRole('button', { name: 'New Brand' })).toBeEnabled()
    await expect(canvas.getByText('Default')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Actions of Brand 2' })).toBeVisible()
    // Where there are more, it says so, with a link.
    await expect(canvas.getByText(/Showing the first 2 of 1,204/)).toBeVisible()
    await expect(canvas.getByRole('link', { name: 'Show all' })).toHaveAttribute('href', '/procurement/brand?filter%5Bowner_id%5D=137')
  },
}
// proves: form.header, form.header.image, form.header.fields
/** The subject of the record is above a grouped list of its parts; references open their records. */
export const Grouped: Story = {
  parameters: { module: { ...module, form: GROUPED, panels: [{ ...module.panels[0]!, group: 'More of it' }] } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const header = await canvas.findByRole('region', { name: 'PO-DAV-2026-000137' })
    await expect(within(header).getByRole('link', { name: 'Luzon Paper Supply Inc.' })).toHaveAttribute(
      'href',
      '/procurement/supplier/view/1',
    )
    const parts = canvas.getByRole('navigation', { name: 'Parts of the record' })
    await userEvent.click(within(parts).getByRole('button', { name: 'Brands' }))
    await expect(await canvas.findByRole('button', { name: 'New Brand' })).toBeEnabled()
  },
}
export const Processing: Story = { beforeEach: answers({ processing: { state: 'running', error: null }, actions: [] }) }
export const ProcessingFailed: Story = { beforeEach: answers({ processing: { state: 'failed', error: 'The period Oct 2026 is locked.' } }) }
export const Loading: Story = { beforeEach: answers('pending') }
export const NotFound: Story = { beforeEach: answers(refusal(404, 'The record was not found.')) }
export const Forbidden: Story = { beforeEach: answers(refusal(403, 'You may not see this.')) }
export const Failed: Story = { beforeEach: answers(refusal(500, 'Sorry something went wrong with our server.')) }
