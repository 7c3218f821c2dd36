/** Figures of made-up orders for the stories of the ways to see a list. */
import type { Decorator } from '@storybook/react-vite'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter, useLocation } from 'react-router-dom'
import type { Aggregate, AggregateRow } from '../../../engine/model/aggregate.ts'
import { ModuleRouteProvider } from '../../routing/module-route.tsx'
import { installMockApi, type MockAnswer, type MockCall } from '../../testing/api.ts'
import { orderModule } from '../../testing/modules.ts'
import { Overlays } from '../../ui/Overlays.tsx'

export const SUPPLIERS = ['Acme Builders', 'Beta Stores', 'Dela Cruz Hardware and General Merchandise of Mandaluyong']
const MONTHS = ['2026-09-01', '2026-10-01', '2026-11-01']
const COLUMNS: Readonly<Record<string, Aggregate['groups'][number]>> = {
  supplier_id: { key: 'supplier_id', title: 'Supplier', type: 'reference', to: 'supplier' },
  status: { key: 'status', title: 'Status', type: 'select' },
  'transaction_date:month': { key: 'transaction_date:month', title: 'Transaction date', type: 'date', unit: 'month' },
}
const KEYS: Readonly<Record<string, readonly (string | number)[]>> = {
  supplier_id: [1, 2, 3],
  status: ['draft', 'posted'],
  'transaction_date:month': MONTHS,
}

/** Figures of made-up orders: every supplier in every month. */
export function figuresOf(query: URLSearchParams, most = Number.POSITIVE_INFINITY): Aggregate {
  const groups = (query.get('group') ?? '').split(',').filter(Boolean)
  const measures = (query.get('measure') ?? 'count').split(',')
  const keys = groups.reduce<(string | number)[][]>(
    (all, group) => all.flatMap((combination) => KEYS[group]!.slice(0, most).map((key) => [...combination, key])),
    [[]],
  )
  const values = (index: number) => measures.map((measure) => (measure === 'count' ? index + 1 : 12_345.5 * (index + 1)))
  const rows = keys.map(
    (key, index): AggregateRow => ({
      keys: key,
      labels: key.map((value) => (typeof value === 'number' ? SUPPLIERS[value - 1]! : null)),
      values: values(index),
      filter: Object.fromEntries(groups.map((group, place) => [group.split(':')[0]!, { eq: key[place]! }])),
    }),
  )
  return {
    groups: groups.map((group) => COLUMNS[group]!),
    measures: measures.map((key) =>
      key === 'count' ? { key, kind: 'count', type: 'integer' } : { key, kind: 'sum', title: 'Total', type: 'money', scale: 2 },
    ),
    rows,
    total_groups: rows.length,
    totals: { values: values(rows.length) },
  }
}

export const order = (id: number, status: string) => ({
  id,
  version: 1,
  transaction_no: `PO-2026-${String(id).padStart(6, '0')}`,
  transaction_date: '2026-11-20',
  supplier_id: 1,
  supplier: { id: 1, name: SUPPLIERS[0], label: SUPPLIERS[0] },
  total: '12345.50',
  status,
})

const calls: MockCall[] = []
/** The calls of the present story. */
export const callsMade = (): readonly MockCall[] => calls
const answer = (call: MockCall): MockAnswer | undefined => {
  calls.push(call)
  const { path, query, method } = call
  if (path.endsWith('/aggregate')) return { status: 200, body: { success: true, data: figuresOf(query) } }
  if (path.endsWith('/paginate')) {
    const status = query.get('filter[status]') ?? 'draft'
    return {
      status: 200,
      body: { success: true, data: [order(1, status), order(2, status)], pagination: { page: 1, per_page: 25, total: 2 } },
    }
  }
  if (method === 'POST' && path.endsWith('/1/post')) return { status: 200, body: { success: true, data: order(1, 'posted') } }
  return undefined
}
export const answering = (other?: MockAnswer) => () => {
  calls.length = 0
  return installMockApi((call) => (other && call.path.endsWith('/aggregate') ? other : answer(call)))
}

const Address = () => <output aria-label="Address">{useLocation().search}</output>
export const shownAt =
  (address: string): Decorator =>
  (Story) => (
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[address]}>
        <ModuleRouteProvider
          value={{ application: 'procurement', module: orderModule, base: `/procurement/${orderModule.name}`, can: () => true }}
        >
          <Story />
          <Address />
          <Overlays />
        </ModuleRouteProvider>
      </MemoryRouter>
    </QueryClientProvider>
  )
