/** Descriptors for tests: a few modules that refer to each other, and a loader that takes them as objects. */

import { type Loaded, loadDescriptors } from './descriptor/load.ts'
import type { Descriptor } from './model/descriptor.generated.ts'
import { createRegistries, type RegistryParts } from './model/registries.ts'

/** Modules of the test world by `folder/name`. */
type Descriptors = Readonly<Record<string, Descriptor>>

export const PARTS: RegistryParts = {
  effects: {
    'stock.move': {
      type: 'object',
      additionalProperties: false,
      required: ['lines'],
      properties: { lines: { type: 'string' }, cost: { type: 'string', format: 'expression' } },
    },
    'ledger.post': {
      type: 'object',
      additionalProperties: false,
      required: ['entries'],
      properties: { entries: { type: 'array', items: { type: 'object' } } },
    },
  },
  guards: { 'period.open': { type: 'object', additionalProperties: false, properties: { group: { enum: ['sales', 'stock'] } } } },
  jobs: ['order.compute'],
  handlers: Object.fromEntries(
    ['order.summary', 'dashboard.tiles', 'dashboard.export', 'dashboard.add', 'dashboard.arrange', 'dashboard.reset'].map((name) => [
      name,
      { type: 'object', additionalProperties: false, properties: {} },
    ]),
  ),
  calculations: {
    share: {
      params: { type: 'object', additionalProperties: false, properties: { to: { type: 'string' } } },
      fields: (params) => ({
        reads: { header: ['freight'], row: ['amount'] },
        writes: { header: [], row: [String(params.to ?? 'landed')] },
      }),
      run: (header, rows) => ({ header: {}, rows: rows.map((_, index) => ({ landed: index === 0 ? header.freight : 0 })) }),
    },
  },
}

const named: Descriptor = { fields: { code: { type: 'code' }, name: { type: 'text', required: true } } }

/** A small trading company: masters, an order, and a receipt made from orders. */
export const WORLD: Descriptors = {
  'base/branch': named,
  'base/user': { fields: { name: { type: 'text' }, branch_id: { type: 'reference', to: 'branch' } } },
  'base/supplier': { fields: { name: { type: 'text' }, term_days: { type: 'integer' }, is_active: { type: 'boolean' } } },
  'base/item': { fields: { name: { type: 'text' }, cost: { type: 'rate' }, is_serial: { type: 'boolean' } } },
  'base/rate': {
    fields: { name: { type: 'text' }, rows: { type: 'lines', fields: { effective_from: { type: 'date' }, percent: { type: 'percent' } } } },
  },
  'buy/order': {
    kind: 'document',
    access: 'module',
    fields: {
      supplier_id: { type: 'reference', to: 'supplier', required: true, filter: { is_active: true } },
      due_date: { type: 'date', computed: 'addDays(transaction_date, supplier.term_days)' },
      items: {
        type: 'lines',
        minItems: 1,
        fields: {
          item_id: { type: 'reference', to: 'item', required: true },
          qty: { type: 'quantity', required: true, exclusiveMinimum: 0 },
          price: { type: 'rate', fetch: 'item_id.cost' },
          amount: { type: 'money', computed: 'round(qty * price, 2)' },
          qty_received: { type: 'quantity' },
        },
      },
      total: { type: 'money', computed: 'sum(items, amount)' },
    },
    workflow: {
      extends: 'document',
      progress: { lines: 'items', served: 'qty_received', of: 'qty' },
      transitions: { close: {}, reopen: {} },
    },
  },
  'buy/receipt': {
    kind: 'document',
    access: 'module',
    fields: {
      supplier_id: { type: 'reference', to: 'supplier', required: true },
      order_ids: { type: 'references', to: 'order', filter: { supplier_id: '$supplier_id', status: 'posted' } },
      freight: { type: 'money', default: 0 },
      items: {
        type: 'lines',
        fields: {
          item_id: { type: 'reference', to: 'item' },
          qty: { type: 'quantity' },
          amount: { type: 'money' },
          landed: { type: 'money' },
          cost: { type: 'money', computed: 'amount + landed' },
          serials: { type: 'json', visible: 'item.is_serial' },
        },
      },
      value: { type: 'money', computed: 'sum(items, cost)' },
    },
    calculations: [{ call: 'share', lines: 'items' }],
    sources: { order: { copy: ['supplier_id'], lines: { items: { open: 'qty - qty_received', serves: 'qty_received' } } } },
    workflow: {
      extends: 'document',
      transitions: {
        post: {
          guards: ['period.open'],
          effects: [
            { 'stock.move': { lines: 'items', cost: 'cost' } },
            {
              'ledger.post': {
                entries: [
                  { debit: 'inventory', lines: 'items', amount: 'cost' },
                  { credit: 'goods_received_not_invoiced', amount: 'sum(items, amount)' },
                  { credit: 'landed_cost_accrual', amount: 'freight' },
                ],
              },
            },
          ],
        },
      },
    },
  },
}

/** Loads the world with some modules replaced or added. Texts are taken as they are, to test broken files. */
export function loadWorld(over: Readonly<Record<string, Descriptor | string>> = {}, parts: RegistryParts = PARTS): Loaded {
  const files = Object.entries({ ...WORLD, ...over }).map(([name, value]) => ({
    path: `modules/${name}.json`,
    text: typeof value === 'string' ? value : JSON.stringify(value, null, 2),
  }))
  return loadDescriptors(files, createRegistries(parts))
}

/** The world's receipt or order with one part replaced: `edit('buy/order', (order) => { … })`. */
export function edit(name: string, change: (descriptor: Record<string, unknown>) => void): Record<string, Descriptor> {
  const copy = structuredClone(WORLD[name]!) as Record<string, unknown>
  change(copy)
  return { [name]: copy as Descriptor }
}
