/** Names of states, the order of transitions, and fields, flags, actions and places in a menu that the catalogue writes down. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createRegistries, loadDescriptors } from '../../src/engine/index.ts'

const root = join(import.meta.dirname, '../../modules')
const { modules } = loadDescriptors(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json') && !file.endsWith('.rows.json'))
    .map((file) => ({ path: `modules/${file}`, text: readFileSync(join(root, file), 'utf8') })),
  createRegistries(),
)

/** Where a transition may lead from: no document is approved after it was posted, none comes back from a void. */
const BEFORE: Readonly<Record<string, readonly string[]>> = {
  approved: ['draft', 'posted', 'returned', 'processed'],
  disapproved: ['draft', 'posted', 'approved', 'returned'],
  posted: ['draft', 'approved', 'returned', 'closed', 'delivered', 'replaced', 'compared'],
  closed: ['posted', 'delivered'],
  voided: [
    'draft',
    'approved',
    'posted',
    'returned',
    'delivered',
    'reversed',
    'replaced',
    'processed',
    'disapproved',
    'precomputed',
    'declined',
    'counting',
    'recounting',
    'compared',
  ],
}

// S392
test('withholding agents are private or government, in the company and in its alphalists', () => {
  for (const name of ['company', 'alphalist']) {
    const { options, required } = modules.get(name)!.field['withholding_agent_category']!
    expect([name, required, options?.map(({ value }) => value)]).toEqual([name, true, ['private', 'government']])
  }
})

// S367
test('shift adjustments, rest day, CTO and service invoice filings and daily collections are created, posted, approved, disapproved and voided', () => {
  for (const name of ['shift_adjustment', 'restday_filing', 'cto_filing', 'service_invoice_filing', 'daily_collection']) {
    const { actions, workflow } = modules.get(name)!
    expect([name, actions['new'] !== undefined], name).toEqual([name, true])
    const { post, approve, disapprove, void: undo } = workflow!.transitions
    expect([name, post?.to, approve?.to, disapprove?.to, undo?.to]).toEqual([name, 'posted', 'approved', 'disapproved', 'voided'])
    // A filing is decided once it is handed in, a document before it is posted.
    const decided = name === 'daily_collection' ? 'draft' : 'posted'
    expect([name, approve!.from.includes(decided), disapprove!.from.includes(decided)]).toEqual([name, true, true])
    expect([name, undo!.from.includes('posted'), undo!.from.includes('voided')]).toEqual([name, true, false])
  }
})

// S422
test('documents start as drafts and follow the workflow of the catalogue', () => {
  const documents = [...modules.values()].filter(({ kind, workflow }) => kind === 'document' && workflow)
  expect(documents.length).toBeGreaterThan(5)
  for (const { name, workflow } of documents) {
    expect(workflow!.initial, name).toBe('draft')
    for (const transition of Object.values(workflow!.transitions))
      for (const from of transition.from)
        if (transition.to !== from && BEFORE[transition.to])
          expect(BEFORE[transition.to], `${name}: ${from} → ${transition.to}`).toContain(from)
    const leaves = Object.values(workflow!.transitions).filter(({ from, to }) => from.includes('voided') && to !== 'voided')
    expect(leaves, name).toEqual([])
  }
})

/** Fields of the catalogue that were missing, by module: `is_*` are flags of a state or fields, `items.*` fields of rows. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  restday_filing: ['is_processed'],
  cto_filing: ['is_processed'],
  service_invoice_filing: ['is_processed'],
  overtime_filing_with_authorization: ['is_returned'],
  restday_filing_with_authorization: ['is_returned'],
  delivery_receipt: ['is_delivered'],
  sales_return: ['is_replaced'],
  branch: ['manager_id'],
  seller: ['employee_id'],
  user_role: ['user_count'],
  notification: ['type'],
  feeling_today: ['employee_id'],
  media_file: ['thumbnail'],
  my_team: ['avatar_path'],
  purchase_request: ['items.remarks'],
}

test('coverage 2, 6.19: fields and record flags of the catalogue that were missing are there', () => {
  const missing = Object.entries(REQUIRED).flatMap(([name, wanted]) => {
    const module = modules.get(name)!
    const present = new Set([
      ...module.fields.map((field) => field.name),
      ...(module.report?.columns ?? []).map((column) => column.name),
      ...Object.values(module.workflow?.states ?? {}).flatMap(({ flags }) => flags),
      ...module.lines.flatMap((lines) => lines.fields.map((field) => `${lines.name}.${field.name}`)),
    ])
    return wanted.filter((field) => !present.has(field)).map((field) => `${name}.${field}`)
  })
  expect(missing).toEqual([])
})

test('coverage 3: view_all can be granted on the five modules that lacked it', () => {
  for (const name of ['user', 'audit_trail', 'payroll_adjustment', 'sales_quotation', 'sales_order'])
    expect([name, 'view_all' in modules.get(name)!.actions]).toEqual([name, true])
})

test('coverage 1: logs and encoders of employees are in a menu', () => {
  for (const name of ['encoder', 'employment_status_log', 'monthly_status_log', 'position_status_log', 'personal_movement'])
    expect([name, modules.get(name)!.hidden, modules.get(name)!.group !== undefined]).toEqual([name, false, true])
})

test('coverage 2: data that only API calls returned is shown on a screen', () => {
  const panels = (name: string) => modules.get(name)!.panels.map((panel) => panel.path)
  expect(panels('pay_group')).toContain('employees')
  expect(panels('employee')).toEqual(
    expect.arrayContaining(['allowance', 'deduction', 'de-minimis', 'monthly-salary', 'timein-restriction', 'movement']),
  )
  expect(panels('item')).toEqual(expect.arrayContaining(['stock', 'movements']))
  expect(panels('customer')).toEqual(expect.arrayContaining(['orders', 'deliveries', 'invoices', 'receipts']))
  expect(panels('supplier')).toEqual(expect.arrayContaining(['orders', 'receipts', 'bills', 'vouchers']))
  const buttons = (name: string) =>
    modules.get(name)!.endpoints.flatMap((endpoint) => (endpoint.button ? [`${endpoint.method} ${endpoint.path}`] : []))
  expect(buttons('memorandum_corner').join()).toMatch(/archive.*unarchive/)
  expect(buttons('daily_time_record').join()).toContain('exportBulkPDF')
})
