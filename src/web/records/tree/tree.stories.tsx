import type { Decorator, Meta, StoryObj } from '@storybook/react-vite'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router-dom'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import type { Module, Row } from '../../../engine/model/module.ts'
import { ModuleRouteProvider } from '../../routing/module-route.tsx'
import { installMockApi, type MockCall } from '../../testing/api.ts'
import { orderModule } from '../../testing/modules.ts'
import IndexPage from '../index/IndexPage.tsx'

const place = (id: number, parent_id: number | null, title: string, name: string): Row => ({ id, parent_id, title, person: { name } })
const rows: Row[] = [
  place(1, null, 'General Manager', 'Gonzales, Luz'),
  place(2, 1, 'Finance Manager', 'Sanchez, Ricardo'),
  place(3, 2, 'Accountant', 'Cruz, Arturo'),
  place(4, 2, 'Cashier', 'Castro, Carmela'),
  place(5, 1, 'Warehouse Supervisor', 'Hizon, Wilfredo'),
  place(6, 5, 'Driver', 'Ilagan, Mario'),
  // Two that say they are above each other: shown, once each.
  place(7, 8, 'Consultant', 'Lim, Diego'),
  place(8, 7, 'Adviser', 'Uy, Bianca'),
]
const chart: Module = {
  ...orderModule,
  name: 'chart',
  title: 'Organizational Chart',
  tree: { parent: 'parent_id', title: '{title}', detail: '{person.name}', first: true },
}

const drawn: Module = { ...chart, tree: { ...chart.tree!, diagram: { person: '{person.name}', image: 'image', first: true } } }

const list = ({ path, query }: MockCall) => {
  if (!path.endsWith('/tree')) return undefined
  const found = query.get('search') === 'driver' ? rows.filter(({ id }) => [1, 5, 6].includes(Number(id))) : query.get('search') ? [] : rows
  const context = query.get('search') ? [1, 5] : []
  return { status: 200, body: { success: true, data: found, context, total: query.get('search') ? found.length : 2400 } }
}
const shownAt =
  (address: string, module: Module = chart): Decorator =>
  (Story) => (
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[address]}>
        <ModuleRouteProvider value={{ application: 'talent', module, base: '/talent/chart', can: () => true }}>
          <Story />
        </ModuleRouteProvider>
      </MemoryRouter>
    </QueryClientProvider>
  )

const meta: Meta<typeof IndexPage> = {
  title: 'Records/Tree',
  component: IndexPage,
  parameters: { ownRouter: true },
  beforeEach: () => installMockApi(list),
}
export default meta
type Story = StoryObj<typeof IndexPage>

/** The screen's code comes with the first story. */
const SLOW = { timeout: 15_000 }

// proves: tree.title, tree.detail, tree.first
export const Chart: Story = {
  decorators: [shownAt('/')],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const item = (name: string | RegExp) => canvas.getByRole('treeitem', { name })
    const top = await canvas.findByRole('treeitem', { name: 'General Manager Gonzales, Luz' }, SLOW)
    await expect(top).toHaveAttribute('aria-expanded', 'true')
    await expect(item(/^Driver/)).toHaveAttribute('aria-level', '3')
    await expect(item(/^Driver/)).toHaveAttribute('href', '/talent/chart/view/6')
    await expect(canvas.getAllByRole('treeitem')).toHaveLength(8)
    await expect(canvas.getByText(/Showing the first 8 of 2,400/)).toBeVisible()
    // One stop of Tab, and arrows from there.
    top.focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect(item(/^Finance Manager/)).toHaveFocus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect(item('Finance Manager Sanchez, Ricardo 2 below')).toHaveAttribute('aria-expanded', 'false')
    await expect(canvas.queryByRole('treeitem', { name: /^Accountant/ })).toBeNull()
    await userEvent.keyboard('{ArrowLeft}')
    await expect(top).toHaveFocus()
    await userEvent.keyboard('w')
    await expect(item(/^Warehouse Supervisor/)).toHaveFocus()
    await userEvent.click(canvas.getByRole('button', { name: 'Collapse all' }))
    await expect(canvas.getAllByRole('treeitem')).toHaveLength(2)
    await userEvent.click(canvas.getByRole('button', { name: 'Expand all' }))
    await expect(canvas.getAllByRole('treeitem')).toHaveLength(8)
    await expect(canvas.getByRole('button', { name: 'View as: Tree' })).toBeVisible()
  },
}

export const Found: Story = {
  decorators: [shownAt('/?search=driver')],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await waitFor(() => expect(canvas.getAllByRole('treeitem')).toHaveLength(3), SLOW)
    await expect(canvas.getByRole('treeitem', { name: /^Driver/ })).toBeVisible()
  },
}

export const Nothing: Story = {
  decorators: [shownAt('/?search=nobody')],
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('button', { name: /clear/i }, SLOW)
  },
}

// proves: tree.diagram, tree.diagram.person, tree.diagram.image, tree.diagram.first
export const Drawn: Story = {
  decorators: [shownAt('/', drawn)],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const item = (name: string | RegExp) => canvas.getByRole('treeitem', { name })
    const top = await canvas.findByRole('treeitem', { name: 'Gonzales, Luz General Manager' }, SLOW)
    await expect(top).toHaveAttribute('aria-expanded', 'true')
    await expect(item(/Driver$/)).toHaveAttribute('href', '/talent/chart/view/6')
    await expect(canvas.getAllByRole('treeitem')).toHaveLength(8)
    // Below each other as drawn: the manager above the people who report to him.
    const bottom = (name: RegExp) => item(name).getBoundingClientRect()
    await expect(bottom(/Finance Manager$/).bottom).toBeLessThan(bottom(/Accountant$/).top)
    await expect(bottom(/Finance Manager$/).top).toBe(bottom(/Warehouse Supervisor$/).top)
    top.focus()
    await userEvent.keyboard('{ArrowDown}{ArrowLeft}')
    await expect(item(/Finance Manager$/)).toHaveAttribute('aria-expanded', 'false')
    await expect(canvas.queryByRole('treeitem', { name: /Accountant$/ })).toBeNull()
    await userEvent.click(canvas.getByTitle('Show who is below Sanchez, Ricardo'))
    await expect(item(/Accountant$/)).toBeVisible()
    const before = item(/Driver$/).getBoundingClientRect().width
    await userEvent.click(canvas.getByRole('button', { name: 'Zoom out' }))
    await waitFor(() => expect(item(/Driver$/).getBoundingClientRect().width).toBeLessThan(before))
    await userEvent.click(canvas.getByRole('button', { name: 'Fit to width' }))
    await expect(canvas.getByRole('button', { name: 'View as: Diagram' })).toBeVisible()
  },
}

export const DrawnPhone: Story = {
  decorators: [shownAt('/', drawn)],
  globals: { viewport: { value: 'mobile1' } },
  parameters: { phone: true },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findAllByRole('treeitem', {}, SLOW)
  },
}
