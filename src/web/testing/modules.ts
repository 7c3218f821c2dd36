/** Resolved modules for stories and screen tests: small, but shaped exactly as the server sends them. */
import type { Action, Column, Field, FieldType, Lines, Module, State, Workflow } from '../../engine/model/module.ts'
import { emptyModule } from '../../engine/runtime/compute/testing.ts'
import { fieldOf, humanized, schemaOf } from '../fields/testing.ts'

/** A field with every default filled in, references resolved; `more` says what differs. */
export const mockField = (name: string, type: FieldType, more: Partial<Field> = {}): Field =>
  fieldOf(name, type, {
    ...(type === 'money' && { scale: 2 }),
    ...(type === 'quantity' && { scale: 6 }),
    ...(type === 'reference' && { refAs: name.replace(/_id$/, '') }),
    ...more,
  })

const NUMERIC: readonly (FieldType | 'status')[] = ['money', 'quantity', 'rate', 'percent', 'number', 'integer']

const mockColumn = (path: string, type: Column['type'], more: Partial<Column> = {}): Column => ({
  path,
  title: humanized(path.split('.')[0]!),
  type,
  align: NUMERIC.includes(type) ? 'end' : 'start',
  sortable: true,
  ...more,
})

const action = (name: string, kind: Action['kind'], code = name): Action => ({
  name,
  title: humanized(name),
  code,
  kind,
})
const MASTER_ACTIONS = ['index', 'view', 'new', 'edit', 'delete', 'export', 'import']
const codeOf: Readonly<Record<string, string>> = {
  export: 'index',
  import: 'new',
  duplicate: 'new',
  print: 'view',
}

const mockActions = (names: readonly string[]): Module['actions'] =>
  Object.fromEntries(
    names.map((name) => [
      name,
      action(
        name,
        ['post', 'void'].includes(name) ? 'transition' : ['index', 'new', 'export', 'import'].includes(name) ? 'collection' : 'record',
        codeOf[name] ?? name,
      ),
    ]),
  )

const state = (name: string, tone: State['tone'], more: Partial<State> = {}): State => ({
  name,
  title: humanized(name),
  tone,
  flags: [`is_${name}`],
  edit: [],
  deletable: false,
  initial: false,
  final: false,
  ...more,
})

export const documentWorkflow: Workflow = {
  template: 'document',
  initial: 'draft',
  states: {
    draft: state('draft', 'grey', { edit: '*', deletable: true, initial: true }),
    posted: state('posted', 'green'),
    voided: state('voided', 'red', { final: true }),
  },
  transitions: {
    post: {
      name: 'post',
      title: 'Post',
      from: ['draft'],
      to: 'posted',
      code: 'post',
      tone: 'primary',
      input: [],
      confirm: { kind: 'confirm' },
      guards: [],
      effects: [],
      reverses: false,
      stamps: {},
      notSelf: false,
    },
    void: {
      name: 'void',
      title: 'Void',
      from: ['draft', 'posted'],
      to: 'voided',
      code: 'void',
      tone: 'danger',
      input: [
        mockField('void_reason', 'longtext', {
          required: true,
          title: 'Reason',
          schema: { type: 'string', minLength: 5 },
        }),
      ],
      confirm: { kind: 'danger' },
      guards: [],
      effects: [],
      reverses: true,
      stamps: {},
      notSelf: false,
    },
  },
  progress: {
    lines: 'items',
    served: 'qty_received',
    of: 'qty',
    names: ['open', 'partially_served', 'fully_served'],
    tones: { open: 'green', partially_served: 'amber', fully_served: 'blue' },
  },
  flags: ['is_draft', 'is_posted', 'is_voided'],
}

/** A module with every default filled in. */
export const mockModule = (name: string, fields: readonly Field[], more: Partial<Module> = {}): Module =>
  emptyModule(name, fields, {
    title: `${humanized(name)}s`,
    singular: humanized(name),
    application: 'procurement',
    group: 'Purchasing',
    icon: 'table',
    search: ['name'],
    sort: [{ field: 'name', descending: false }],
    form: { tabs: [{ sections: [{ fields: fields.map((field) => field.name) }] }] },
    actions: mockActions(MASTER_ACTIONS),
    schema: schemaOf(fields),
    ...more,
  })

const brandFields = [
  mockField('code', 'code', { required: true, unique: true }),
  mockField('name', 'text', { required: true }),
  mockField('is_active', 'boolean', { default: { value: true }, title: 'Active' }),
]
export const brandModule = mockModule('brand', brandFields, {
  title: 'Brands',
  icon: 'badge',
  group: 'Item Management',
  description: 'Brands group items by the name that customers know them by.',
  columns: [
    mockColumn('code', 'code', { width: 120 }),
    mockColumn('name', 'text', { width: 280 }),
    mockColumn('is_active', 'boolean', { title: 'Active', width: 100 }),
  ],
  filters: ['is_active'],
})

const itemFields = [
  mockField('item_id', 'reference', { to: 'item', required: true }),
  mockField('qty', 'quantity', { required: true }),
  mockField('unit_price', 'rate', { required: true, scale: 4 }),
  mockField('total', 'money', { computed: 'qty * unit_price', writable: false }),
]
const orderLines: Lines = {
  name: 'items',
  title: 'Items',
  table: 'purchase_order__items',
  fields: itemFields,
  field: Object.fromEntries(itemFields.map((field) => [field.name, field])),
  minItems: 1,
  maxItems: 2000,
  readonly: false,
  columns: itemFields.map(({ name }) => name),
}
const orderFields = [
  mockField('transaction_no', 'text', { title: 'Transaction no.', writable: false, origin: 'kind' }),
  mockField('transaction_date', 'date', { required: true, title: 'Date', origin: 'kind' }),
  mockField('supplier_id', 'reference', { to: 'supplier', required: true }),
  mockField('branch_id', 'reference', { to: 'branch', required: true, origin: 'kind' }),
  mockField('terms', 'select', {
    options: [
      { value: 'cod', label: 'COD' },
      { value: 'net30', label: 'Net 30' },
    ],
  }),
  mockField('total', 'money', { computed: 'sum(items, total)', writable: false }),
  mockField('is_rush', 'boolean', { title: 'Rush' }),
  mockField('created_at', 'datetime', { title: 'Created', writable: false, origin: 'system' }),
  mockField('status', 'select', {
    writable: false,
    origin: 'kind',
    options: Object.values(documentWorkflow.states).map(({ name, title }) => ({ value: name, label: title })),
  }),
]
export const orderModule = mockModule('purchase_order', orderFields, {
  title: 'Purchase Orders',
  singular: 'Purchase Order',
  icon: 'shopping-cart',
  kind: 'document',
  description: 'Orders to suppliers. Receipts and bills are made from them.',
  entity: {
    table: 'purchase_order',
    label: '{transaction_no} · {supplier.name}',
    name: 'transaction_no',
    numbers: [],
    items: 'items',
    unique: [],
    indexes: [],
    branch: 'branch_id',
    volume: 'large',
    date: 'transaction_date',
    single: false,
  },
  lines: [orderLines],
  columns: [
    mockColumn('transaction_no', 'text', { title: 'Transaction no.', width: 190 }),
    mockColumn('transaction_date', 'date', { title: 'Date', width: 120 }),
    mockColumn('supplier.name', 'reference', { title: 'Supplier', via: 'supplier_id', width: 260 }),
    mockColumn('branch.name', 'reference', { title: 'Branch', via: 'branch_id', width: 160 }),
    mockColumn('total', 'money', { width: 140, scale: 2 }),
    mockColumn('is_rush', 'boolean', { title: 'Rush', width: 80 }),
    mockColumn('created_at', 'datetime', { title: 'Created', width: 170 }),
    mockColumn('status', 'status', { width: 150 }),
  ],
  filters: ['status', 'supplier_id', 'transaction_date', 'total'],
  search: ['transaction_no', 'supplier.name'],
  sort: [{ field: 'transaction_date', descending: true }],
  actions: mockActions([...MASTER_ACTIONS, 'post', 'void', 'print', 'duplicate']),
  workflow: documentWorkflow,
})

const balanceColumns = [
  mockField('item', 'text'),
  mockField('location', 'text'),
  mockField('qty', 'quantity', { title: 'On hand' }),
  mockField('value', 'money'),
]
export const balanceModule = mockModule('inventory_balance', [], {
  title: 'Inventory Balance',
  kind: 'report',
  icon: 'report',
  group: 'Reports',
  actions: mockActions(['index', 'export']),
  columns: [
    mockColumn('item', 'text', { width: 320 }),
    mockColumn('location', 'text', { width: 180 }),
    mockColumn('qty', 'quantity', { title: 'On hand', width: 130 }),
    mockColumn('value', 'money', { width: 150 }),
  ],
  report: {
    parameters: [
      mockField('as_of', 'date', { required: true, default: { value: '2026-11-21' }, title: 'As of' }),
      mockField('location_id', 'reference', { to: 'inventory_location', title: 'Location' }),
      mockField('with_zero', 'boolean', { title: 'Include zero balances' }),
    ],
    columns: balanceColumns,
    params: {},
    totals: ['value'],
  },
})

export const mockModules: Readonly<Record<string, Module>> = {
  brand: brandModule,
  purchase_order: orderModule,
  inventory_balance: balanceModule,
}
