/** A small pretend server for the stories of the administration. */

import type { Module } from '../../../engine/model/module.ts'
import { fieldOf, moduleOf } from '../../fields/testing.ts'
import { installMockApi, type MockAnswer, type MockCall } from '../../testing/api.ts'
import type { Backup, RoleModule, Setting } from './types.ts'

const ok = (data: unknown): MockAnswer => ({ status: 200, body: { success: true, data } })
const CODES = ['index', 'view', 'new', 'edit', 'delete', 'post', 'void', 'process', 'approval', 'view_all']
const GROUPS = ['Master Files', 'Item Management', 'Purchasing', 'Payables', 'Reports']

/** Two hundred modules, as many as a large company has. */
export const manyModules = (application_id: number, count = 200): RoleModule[] =>
  Array.from({ length: count }, (_, index) => {
    const permission_codes = CODES.slice(0, 4 + ((index * 5) % (CODES.length - 3)))
    return {
      application_id,
      module_id: index + 1,
      name: `module_${index + 1}`,
      title: index === 0 ? 'Suppliers' : index === 1 ? 'Purchase Orders' : `Module ${index + 1}`,
      group: GROUPS[Math.floor((index * GROUPS.length) / count)]!,
      permission_codes,
      codes: index % 3 === 0 ? permission_codes.slice(0, 3) : [],
      is_enabled: index % 3 === 0,
      granted: index % 3 === 0,
    }
  })

const applications = [
  { id: 1, name: 'command', subdomain: 'command', title: 'Command', icon: 'command', is_active: true },
  { id: 2, name: 'procurement', subdomain: 'procurement', title: 'Procurement', icon: 'shopping-cart', is_active: true },
  { id: 3, name: 'resource', subdomain: 'resource', title: 'Resource', icon: 'package', is_active: true },
]
const inRole = applications
  .slice(0, 2)
  .map(({ id, ...rest }) => ({ ...rest, id: id + 10, application_id: id, is_enabled: true, sort_order: id }))

export const settings: Setting[] = [
  {
    group: 'documents',
    key: 'requires_approval',
    label: 'Approval before posting',
    type: 'boolean',
    value: true,
    default_value: false,
    description: 'Documents wait for an approval before they can be posted.',
    options: null,
  },
  {
    group: 'documents',
    key: 'number_length',
    label: 'Digits of numbers',
    type: 'number',
    value: 6,
    default_value: 6,
    description: null,
    options: null,
  },
  {
    group: 'documents',
    key: 'bill.approval_levels',
    label: 'Bills: approval levels',
    type: 'levels',
    value: [{ role: 'AUD' }, { manager: true, from_amount: 50000, quorum: 2 }],
    default_value: [],
    description: null,
    options: null,
  },
  {
    group: 'stock',
    key: 'costing',
    label: 'Costing',
    type: 'select',
    value: 'average',
    default_value: 'average',
    description: 'How issues are valued.',
    options: [
      { value: 'average', label: 'Moving average' },
      { value: 'fifo', label: 'First in, first out' },
    ],
  },
  {
    group: 'mail',
    key: 'mail_from',
    label: 'Sender',
    type: 'text',
    value: 'no-reply@demo.example',
    default_value: null,
    description: null,
    options: null,
  },
  {
    group: 'mail',
    key: 'mail_headers',
    label: 'Headers',
    type: 'json',
    value: { 'X-A': '1' },
    default_value: {},
    description: null,
    options: null,
  },
]

const backup = (id: number, more: Partial<Backup>): Backup => ({
  id,
  name: `backup-2026112${id}-0200`,
  type: 'full',
  storage: 'local',
  size_bytes: 12_345_678,
  checksum: 'f00d',
  status: 'Done',
  error: null,
  started_at: '2026-11-20T18:00:00Z',
  finished_at: '2026-11-20T18:02:00Z',
  requested_by_user: { id: 1, name: 'Andrea Santos', label: 'Andrea Santos' },
  ...more,
})
export const backups = [
  backup(3, { status: 'Running', size_bytes: null, finished_at: null }),
  backup(2, {}),
  backup(1, { type: 'files', status: 'Failed', error: 'The disk is full.', size_bytes: null }),
]
export const restored = {
  company: { code: 'COPY', name: 'Copy of Demo' },
  identical: true,
  tables: [
    { table: 'supplier', rows: 1240, checksum: 'ab12cd34ef56ab12', restored_checksum: 'ab12cd34ef56ab12' },
    { table: 'purchase_order', rows: 5120, checksum: '9f8e7d6c5b4a9f8e', restored_checksum: '9f8e7d6c5b4a9f8e' },
  ],
}

const entry = (id: number, parent: string | null, title: string) => ({
  id,
  parent,
  is_module: true,
  is_report: false,
  module_id: id,
  module: { id, name: `module_${id}`, label: title, title },
  title: null,
  icon: 'file-text',
  permission_codes: null,
  sort_order: id,
})
const application = (id: number, navigation: unknown[]) => ({
  ...applications[id - 1],
  layout_header: true,
  layout_top_bar: true,
  layout_footer: false,
  layout_left_menu: true,
  layout_left_menu_overlay: false,
  menu_hidden: false,
  navigation,
})

const userAccess = {
  user_id: 7,
  user: { id: 7, name: 'Bea Reyes', username: 'bea' },
  user_role_id: 2,
  is_override: true,
  applications: inRole.map(({ application_id, name, title }) => ({ application_id, name, title, is_enabled: true })),
  modules: manyModules(2, 40).map(({ granted: _, ...row }, index) => ({
    ...row,
    role_codes: row.codes,
    codes: index === 0 ? ['index', 'view'] : row.codes,
  })),
  branches: [],
  valid_from: null,
  valid_until: '2026-12-31',
  remarks: 'Stands in for the head of purchasing.',
  companies: [
    {
      id: 1,
      company: { id: 2, code: 'ISLA', name: 'Isla Logistics Inc.' },
      username: 'bea',
      is_active: true,
      granted_by: 'admin',
      confirmed_by: 'isla.admin',
    },
  ],
  company_sources: [],
  company_choices: [
    { id: 2, code: 'ISLA', name: 'Isla Logistics Inc.', needs_confirmation: false },
    { id: 3, code: 'NORTE', name: 'Norte Foods', needs_confirmation: true },
  ],
}
const exceptions = [
  {
    id: 1,
    module_id: 1,
    module: { id: 1, name: 'Suppliers', label: 'Suppliers' },
    application_id: 2,
    action: 'void',
    effect: 'enable',
    source: 'override',
  },
]
const audit = {
  id: 5,
  version: 1,
  user: { id: 1, name: 'Andrea Santos', label: 'Andrea Santos' },
  action: 'update',
  module_id: 3,
  module: { id: 3, name: 'Suppliers', label: 'Suppliers' },
  record_id: 12,
  transaction_no: 'S0012',
  old_values: { name: 'Luzon Paper', is_active: true, terms: null, contacts: [{ name: 'Ana' }] },
  new_values: { name: 'Luzon Paper Supply Inc.', is_active: false, terms: 'net30', contacts: [{ name: 'Ana' }, { name: 'Ben' }] },
  ip_address: '10.0.0.12',
  created_at: '2026-11-20T02:00:00Z',
}

const answers: Readonly<Record<string, unknown>> = {
  'user/access': userAccess,
  'user/7/permissions': exceptions,
  'user/find/7': { id: 7, name: 'Bea Reyes', user_role: { id: 2, name: 'Buyer', label: 'Buyer' } },
  'user_role/find/2': { id: 2, name: 'Buyer', role: { id: 1, name: 'Purchasing', label: 'Purchasing' } },
  'user_role/get_apps/2': { id: 2, apps: inRole },
  'user_role/plugins/2': [
    { plugin_id: 1, code: 'cart', name: 'Shopping cart', title: 'Shopping cart', is_enabled: true, is_installed: true },
    { plugin_id: 2, code: 'kiosk', name: 'Kiosk', title: 'Kiosk', is_enabled: false, is_installed: false },
  ],
  'user_role/get_override/2': { is_override: false },
  'application/lists': applications,
  'application/allModules': manyModules(2, 12).map(({ module_id, name, title }) => ({ module_id, name, title })),
  'application/2': application(2, [
    entry(1, 'Master Files', 'Suppliers'),
    entry(2, 'Master Files', 'Items'),
    entry(3, 'Purchasing', 'Purchase Orders'),
  ]),
  'application/3': application(3, []),
  'application/3/modules': [
    { module_id: 1, module: 'supplier', title: 'Suppliers', parent: 'Master Files', is_module: true, is_report: false },
    { module_id: 4, module: 'aging', title: 'Aging', parent: 'Reports', is_module: false, is_report: true },
  ],
  features: [
    {
      id: 1,
      name: 'chatbot',
      title: 'Assistant',
      description: 'Answers questions about the work at hand.',
      enabled: true,
      installed_at: '2026-11-01T00:00:00Z',
    },
    { id: 2, name: 'password_birthday_default', title: 'First passwords', description: null, enabled: false, installed_at: null },
  ],
  settings,
  system_backup: backups,
  'audit_trail/find/5': audit,
  'developer_console/smtp': {
    host: null,
    port: 25,
    user: null,
    encryption: 'none',
    kept_locally: true,
    mails: [{ name: '1.eml', to: 'maria@demo.example', subject: 'Your code', date: '2026-11-20T02:00:00Z', text: 'Your code is 123456.' }],
  },
  'developer_console/s3': { storage: 'local', bucket: null, region: null, endpoint: null },
  'developer_console/cron': [
    {
      name: 'outbox',
      expression: '* * * * *',
      last_run_at: '2026-11-20T02:00:00Z',
      status: 'done',
      description: 'Delivers what is waiting',
    },
    { name: 'cleanup', expression: '0 3 * * *', last_run_at: null, status: null },
  ],
  'developer_console/server-info': { node: 'v24', memory: '120 MB', uptime_seconds: 120, production: false },
  'developer_console/biometric/logs': [{ device: 'Door 1', employee: 'Ana Cruz', logged_at: '2026-11-20T02:00:00Z' }],
}

/** Calls that were made, for stories that look at what would be saved. */
export const made: MockCall[] = []

const answer = (call: MockCall): MockAnswer | undefined => {
  if (call.path === 'validate')
    return { status: 200, body: { success: true, valid: true, is_developer: true, user: { id: 1, name: 'Dev', username: 'dev' } } }
  if (call.path === 'user_role/get_modules') return ok(manyModules(Number(call.query.get('application_id'))))
  if (call.path === 'user_role/dropdown') return ok([{ id: 3, code: 'AUD', name: 'Auditor', label: 'AUD · Auditor' }])
  if (call.path === 'developer_console/execute')
    return ok({ output: 'help — lists the commands\ncompanies — the companies of this server' })
  if (call.method !== 'GET') {
    made.push(call)
    return ok(call.path.endsWith('/restore') ? restored : null)
  }
  return call.path in answers ? ok(answers[call.path]) : undefined
}
export const installAdminApi = (override?: (call: MockCall) => MockAnswer | 'pending' | undefined): (() => void) => {
  made.length = 0
  return installMockApi((call) => override?.(call) ?? answer(call))
}

/** A module with only a name, for screens that need no more. */
export const adminModule = (name: string, title: string): Module => moduleOf(name, [fieldOf('name', 'text')], { title })
