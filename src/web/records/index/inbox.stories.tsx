import { loaders } from 'virtual:modules'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import type { Module } from '../../../engine/model/module.ts'
import { ModuleRouteProvider } from '../../routing/module-route.tsx'
import { installMockApi, type MockAnswer, type MockCall, refusal } from '../../testing/api.ts'
import { openDialogs } from '../../ui/dialogs/index.ts'
import { Overlays } from '../../ui/Overlays.tsx'
import IndexPage from './IndexPage.tsx'

const filing = (id: number, module: string, kind: string, employee: string, summary: string) => ({
  id: `${module}:${id}`,
  label: `${kind} of ${employee}`,
  module_name: module,
  record_id: id,
  module_title: kind,
  transaction_no: `F-2026-${String(id).padStart(6, '0')}`,
  employee,
  team: 'Warehouse',
  date_filed: '2026-11-20T01:30:00.000Z',
  date_from: '2026-11-25',
  date_to: '2026-11-26',
  summary,
  reason: 'Family matter',
  level: 1,
  record_version: 4,
  status: 'submitted',
})
const WAITING = [
  filing(1, 'leave_filing', 'Leave', 'Aurora Villanueva', 'Vacation leave, 2 days'),
  filing(2, 'overtime_filing', 'Overtime', 'Emilio Mendoza', '3 hours'),
  filing(3, 'official_business_filing', 'Official business', 'Liza Ramos', 'Client visit in Cebu'),
]
const RESULTS = [
  { id: 1, module: 'leave_filing', success: true },
  { id: 2, module: 'overtime_filing', success: false, message: 'The attendance period is locked.' },
]

const page = (rows: readonly object[]): MockAnswer => ({
  status: 200,
  body: { success: true, data: rows, pagination: { page: 1, per_page: 10, total: rows.length, last_page: 1 } },
})
const answers = (given: MockAnswer | 'pending') => () => {
  const undo = installMockApi(({ path }: MockCall) => {
    if (path.endsWith('/paginate')) return given
    if (path.includes('/bulk/')) return { status: 200, body: { success: true, data: RESULTS } }
    return path.endsWith('/views') ? { status: 200, body: { success: true, data: [] } } : undefined
  })
  return () => {
    undo()
    for (const { settle } of openDialogs()) settle(undefined)
  }
}

let sent: unknown[] = []

/** The pending decisions of a supervisor, with every kind of filing in one list. */
const meta: Meta<typeof IndexPage> = {
  title: 'Records/Inbox',
  component: IndexPage,
  beforeEach: answers(page(WAITING)),
  loaders: [async () => ({ module: (await loaders['supervisor_portal']!()).default })],
  render: (_args, { loaded }) => {
    const module = loaded['module'] as Module
    return (
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <ModuleRouteProvider value={{ application: module.application, module, base: '/inbox', can: () => true }}>
          <div style={{ display: 'flex', height: 640 }}>
            <IndexPage />
          </div>
          <Overlays />
        </ModuleRouteProvider>
      </QueryClientProvider>
    )
  },
}
export default meta
type Story = StoryObj<typeof IndexPage>

export const Waiting: Story = {
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText('Vacation leave, 2 days', {}, { timeout: 5_000 })).toBeVisible()
  },
}
/** Several filings of different kinds are decided at once; refused ones are shown with the reason. */
export const Decide: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const body = within(canvasElement.ownerDocument.body)
    await canvas.findByText('Vacation leave, 2 days', {}, { timeout: 5_000 })
    await userEvent.click(canvas.getByRole('checkbox', { name: /Aurora Villanueva/ }))
    await userEvent.click(canvas.getByRole('checkbox', { name: /Emilio Mendoza/ }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Approve' }))
    const dialog = await body.findByRole('dialog', { name: 'Approve' }, { timeout: 5_000 })
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Approve' }))
    const results = await body.findByRole('dialog', { name: 'Approve: results' }, { timeout: 5_000 })
    await waitFor(() => expect(within(results).getByText('The attendance period is locked.')).toBeVisible())
  },
}
/** One filing is decided in its row, without ticking it first. */
export const DecideOne: Story = {
  beforeEach: () => {
    const asked: unknown[] = []
    sent = asked
    const undo = installMockApi(({ path, body }: MockCall) => {
      if (path.endsWith('/paginate')) return page(WAITING)
      if (path.includes('/bulk/')) {
        asked.push([path, body])
        return { status: 200, body: { success: true, data: [RESULTS[0]] } }
      }
      return path.endsWith('/views') ? { status: 200, body: { success: true, data: [] } } : undefined
    })
    return undo
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const body = within(canvasElement.ownerDocument.body)
    await userEvent.click(await canvas.findByRole('button', { name: 'Approve: Leave of Aurora Villanueva' }, { timeout: 5_000 }))
    const dialog = await body.findByRole('dialog', { name: 'Approve' }, { timeout: 5_000 })
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Approve' }))
    await waitFor(() =>
      expect(sent).toEqual([['supervisor_portal/bulk/approve', { rows: [{ module: 'leave_filing', id: 1, version: 4 }] }]]),
    )
    await userEvent.click(canvas.getByRole('button', { name: 'Disapprove: Overtime of Emilio Mendoza' }))
    await expect(await body.findByRole('dialog', { name: 'Disapprove' }, { timeout: 5_000 })).toBeVisible()
  },
}
export const Dark: Story = { globals: { scheme: 'dark' } }
export const Filipino: Story = { globals: { locale: 'fil' } }
export const Nothing: Story = { beforeEach: answers(page([])) }
export const Loading: Story = { beforeEach: answers('pending') }
export const Forbidden: Story = { beforeEach: answers(refusal(403, 'You do not have permission to do this.')) }
