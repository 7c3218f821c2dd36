import type { Module, Row, Workflow } from '../../engine/model/module.ts'
import { STORY_REFS } from '../fields/storyClient.ts'
import { fieldOf, linesOf, moduleOf } from '../fields/testing.ts'
import { calculatorFor } from './form/calculator.ts'
import { RecordStore } from './form/store.ts'

/** A document as the engine would resolve it, for stories: lines with amounts, totals, the usual states. */
export const ORDER_LINES = linesOf(
  'items',
  [
    fieldOf('item_id', 'reference', { to: 'item', refAs: 'item', required: true }),
    fieldOf('unit', 'select', { options: ['piece', 'box', 'ream'].map((value) => ({ value, label: value })), default: { value: 'piece' } }),
    fieldOf('qty', 'quantity', { scale: 6, default: { value: 1 }, required: true }),
    fieldOf('unit_price', 'rate', { scale: 4 }),
    fieldOf('amount', 'money', { scale: 2, computed: 'round(qty * unit_price, 2)', writable: false }),
    fieldOf('remarks', 'text'),
  ],
  { minItems: 1, columns: ['item_id', 'unit', 'qty', 'unit_price', 'amount'] },
)

const state = (name: string, title: string, tone: 'grey' | 'green' | 'red' | 'blue' | 'amber', edit: '*' | readonly string[]) =>
  ({
    name,
    title,
    tone,
    flags: [`is_${name}`],
    edit,
    deletable: name === 'draft',
    initial: name === 'draft',
    final: name === 'voided',
  }) as const
const transition = (name: string, title: string, from: readonly string[], to: string, more: object = {}) =>
  ({ name, title, from, to, code: name, input: [], guards: [], effects: [], reverses: false, stamps: {}, notSelf: false, ...more }) as const

const workflow: Workflow = {
  template: 'document',
  initial: 'draft',
  flags: ['is_draft', 'is_posted', 'is_voided'],
  states: {
    draft: state('draft', 'Draft', 'grey', '*'),
    approved: state('approved', 'Approved', 'green', []),
    disapproved: state('disapproved', 'Disapproved', 'red', '*'),
    posted: state('posted', 'Posted', 'green', []),
    closed: state('closed', 'Closed', 'blue', []),
    voided: state('voided', 'Voided', 'red', []),
  },
  transitions: {
    post: transition('post', 'Post', ['draft', 'approved'], 'posted', { tone: 'primary' }),
    close: transition('close', 'Close', ['posted'], 'closed'),
    void: transition('void', 'Void', ['draft', 'posted'], 'voided', {
      tone: 'danger',
      reverses: true,
      input: [fieldOf('void_reason', 'longtext', { required: true, title: 'Reason', schema: { minLength: 5 } })],
    }),
  },
  progress: {
    served: 'qty',
    of: 'qty',
    names: ['open', 'partially_served', 'fully_served'],
    tones: { open: 'amber', partially_served: 'amber', fully_served: 'green' },
  },
}

const fields = [
  fieldOf('transaction_no', 'code', { writable: false }),
  fieldOf('transaction_date', 'date', { required: true }),
  fieldOf('supplier_id', 'reference', { to: 'supplier', refAs: 'supplier', required: true }),
  fieldOf('reference_no', 'text', { description: 'As the supplier writes it' }),
  fieldOf('is_urgent', 'boolean'),
  fieldOf('urgency', 'text', { title: 'Why urgent', visible: 'is_urgent', requiredWhen: 'is_urgent', help: 'Said on the printed order.' }),
  fieldOf('remarks', 'longtext'),
  fieldOf('total', 'money', { scale: 2, computed: 'sum(items, amount)', writable: false }),
]

export const ORDER: Module = moduleOf('order', fields, {
  kind: 'document',
  singular: 'Order',
  workflow,
  lines: [ORDER_LINES],
  entity: {
    ...moduleOf('order', fields).entity,
    numbers: [{ field: 'transaction_no', format: 'PO-{######}', at: 'save', gapless: false }],
    items: 'items',
  },
  form: {
    tabs: [
      {
        sections: [
          { title: 'Order', fields: ['transaction_date', 'supplier_id', 'reference_no', 'is_urgent', 'urgency'] },
          { title: 'Items', fields: ['items', 'total'] },
          { title: 'Notes', fields: ['remarks'] },
        ],
      },
    ],
  },
  compute: [
    { kind: 'row', lines: 'items', field: 'amount', expr: 'round(qty * unit_price, 2)', reads: ['qty', 'unit_price'] },
    { kind: 'field', field: 'total', expr: 'sum(items, amount)', reads: ['items.amount'] },
  ],
})

const orderRow = (index: number): Row => {
  const ref = STORY_REFS[index % STORY_REFS.length]!
  return {
    id: index + 1,
    item_id: ref.id,
    item: ref,
    unit: 'piece',
    qty: (index % 9) + 1,
    unit_price: 12.5 + index,
    amount: ((index % 9) + 1) * (12.5 + index),
  }
}

const orderValues = (count: number): Row => {
  const items = Array.from({ length: count }, (_, index) => orderRow(index))
  return {
    id: 41,
    version: 3,
    transaction_no: 'PO-000041',
    transaction_date: '2026-11-21',
    supplier_id: 4,
    supplier: { id: 4, name: 'Mabuhay Paper Mills', label: 'SUP-004 · Mabuhay Paper Mills' },
    reference_no: 'Q-5521',
    is_urgent: false,
    urgency: null,
    remarks: 'Deliver to the back gate.',
    items,
    total: items.reduce((sum, row) => sum + Number(row.amount), 0),
    status: 'draft',
    progress: null,
  }
}

const env = { settings: {}, today: () => '2026-11-21', now: () => '2026-11-21T00:00:00.000Z' }
export const documentStore = (count: number): RecordStore => new RecordStore(ORDER, orderValues(count), calculatorFor(ORDER, env))
