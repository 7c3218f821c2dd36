import type { Decorator, Meta, StoryObj } from '@storybook/react-vite'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Route, Routes } from 'react-router-dom'
import { expect, userEvent, within } from 'storybook/test'
import type { Row } from '../../../engine/module.ts'
import { ModuleRouteProvider } from '../../shell/module-route.tsx'
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
      where: {},
      default: 'is_active',
      through: false,
      may: ['new', 'edit', 'delete'] as const,
      upcoming: { date: 'valid_from', done: 'applied_at', show: ['name'] },
    },
  ],
  targets: [{ module: 'goods_receipt', title: 'Goods Receipt', application: 'procurement' }],
}

const inModule: Decorator = (Story) => (
  <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
    <ModuleRouteProvider value={{ application: 'procurement', module, base: '/procurement/purchase_order', can: () => true }}>
      <Routes location={`/view/${ID}`}>
        <Route path="/view/:id" element={<Story />} />
      </Routes>
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

/** Answers of the record's parts; `record` is laid over the order that the mock keeps. */
const answers = (record: Row | MockAnswer | 'pending') => () =>
  installMockApi(({ path, query }: MockCall) => {
    if (path.endsWith('/timeline')) return data(TIMELINE)
    if (path.endsWith('/links')) return data(LINKS)
    if (path.endsWith('/attachments')) return data([{ id: 1, name: 'quotation.pdf', type: 'application/pdf', size: 48_211 }])
    if (path.startsWith('comments/'))
      return data([{ id: 1, comment: 'Delivery moved to Friday.', user: person, created_at: '2026-10-03T04:00:00.000Z' }])
    if (path.endsWith('/brands') && query.has('filter[applied_at][null]'))
      return data([{ id: 3, code: 'BR003', name: 'Brand 3', valid_from: '2026-12-01' }])
    if (path.endsWith('/brands'))
      return data([
        { id: 1, code: 'BR001', name: 'Brand 1', label: 'Brand 1', is_active: true },
        { id: 2, code: 'BR002', name: 'Brand 2', label: 'Brand 2', is_active: false },
      ])
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
      actions: ACTIONS,
      ...record,
    })
  })

const meta: Meta<typeof ViewPage> = { title: 'Records/View', component: ViewPage, decorators: [inModule], beforeEach: answers({}) }
export default meta
type Story = StoryObj<typeof ViewPage>

/** What changed is told on request, with both values; the next document is one click away. */
export const Posted: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('button', { name: 'Create Goods Receipt' })).toBeEnabled()
    await userEvent.click(await canvas.findByRole('button', { name: '3 fields changed' }))
    await expect(canvas.getByText(/Cebu Hardware Depot/)).toBeVisible()
    await expect(canvas.getByRole('link', { name: 'GR-MNL-2026-000009' })).toBeVisible()
  },
}
export const Dark: Story = { globals: { scheme: 'dark' } }
export const Phone: Story = { decorators: [(Story) => <div style={{ maxWidth: 390 }}>{Story()}</div>] }
// proves: panels.*.upcoming, panels.*.upcoming.date, panels.*.upcoming.done, panels.*.upcoming.show
/** Sub-records are changed where they are seen; what waits for its day is told before. */
export const Panel: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('Changes on 2026/12/01: Name: Brand 3')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Brands' }))
    await expect(await canvas.findByRole('button', { name: 'New Brand' })).toBeEnabled()
    await expect(canvas.getByText('Default')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Actions of Brand 2' })).toBeVisible()
  },
}
export const Processing: Story = { beforeEach: answers({ processing: { state: 'running', error: null }, actions: [] }) }
export const ProcessingFailed: Story = { beforeEach: answers({ processing: { state: 'failed', error: 'The period Oct 2026 is locked.' } }) }
export const Loading: Story = { beforeEach: answers('pending') }
export const NotFound: Story = { beforeEach: answers(refusal(404, 'The record was not found.')) }
export const Forbidden: Story = { beforeEach: answers(refusal(403, 'You may not see this.')) }
export const Failed: Story = { beforeEach: answers(refusal(500, 'Sorry something went wrong with our server.')) }
