/**
 * A small pretend server for stories and screen tests: pure, in memory, always the same rows.
 * `answer` takes a call and gives status and body; `installMockApi` puts it in the place of `fetch`.
 */
import type { Row } from '../../engine/model/module.ts'
import type { Navigation } from '../api/types.ts'
import { mockModules } from './modules.ts'

export interface MockCall {
  method: string
  path: string
  query: URLSearchParams
  headers: Headers
  body?: unknown
}
export interface MockAnswer {
  status: number
  body: unknown
}

const ok = (data: unknown, more: object = {}): MockAnswer => ({
  status: 200,
  body: { success: true, data, ...more },
})
export const refusal = (status: number, message: string, more: object = {}): MockAnswer => ({
  status,
  body: { success: false, message, code: 10_000, ...more },
})

const ALL = ['index', 'view', 'new', 'edit', 'delete', 'post', 'void']
const entry = (name: string, title: string, icon: string, actions = ALL) => ({ name, title, icon, actions })

export const mockNavigation: Navigation = {
  applications: [
    {
      name: 'command',
      title: 'Command',
      icon: 'command',
      color: 'indigo',
      groups: [
        {
          title: 'Users and Access',
          modules: [entry('user', 'Users', 'users'), entry('role', 'Roles', 'lock')],
        },
      ],
    },
    {
      name: 'procurement',
      title: 'Procurement',
      icon: 'shopping-cart',
      color: 'teal',
      groups: [
        {
          title: 'Master Files',
          modules: [entry('supplier', 'Suppliers', 'truck'), entry('payment_term', 'Payment Terms', 'calendar')],
        },
        {
          title: 'Item Management',
          modules: [entry('item', 'Items', 'package'), entry('brand', 'Brands', 'badge')],
        },
        {
          title: 'Purchasing',
          modules: [
            entry('purchase_request', 'Purchase Requests', 'file-text'),
            entry('purchase_order', 'Purchase Orders', 'shopping-cart'),
            entry('goods_receipt', 'Goods Receipts', 'truck-delivery'),
          ],
        },
        {
          title: 'Payables',
          modules: [entry('bill', 'Bills', 'receipt'), entry('check_voucher', 'Check Vouchers', 'cash')],
        },
      ],
    },
    {
      name: 'resource',
      title: 'Resource',
      icon: 'package',
      color: 'orange',
      groups: [{ title: 'Reports', modules: [entry('inventory_balance', 'Inventory Balance', 'report', ['index'])] }],
    },
    {
      name: 'financial',
      title: 'Financial',
      icon: 'building-bank',
      color: 'green',
      groups: [{ title: 'Accounting', modules: [entry('chart_of_account', 'Chart of Accounts', 'table')] }],
    },
  ],
}

const SUPPLIERS = [
  'Luzon Paper Supply Inc.',
  'Cebu Hardware Depot',
  'Bayani Office Systems',
  'Davao Fresh Produce Trading',
  'Malaya Packaging Corporation',
  'North Harbor Logistics',
]
const BRANCHES = ['Makati', 'Cebu', 'Davao']
const STATES = ['draft', 'posted', 'posted', 'posted', 'voided', 'posted']
const PROGRESS = ['open', 'open', 'partially_served', 'fully_served', 'open', 'fully_served']

const order = (id: number): Row => {
  const day = String(28 - (id % 27)).padStart(2, '0')
  const supplier = id % SUPPLIERS.length
  const branch = id % BRANCHES.length
  const status = STATES[id % STATES.length]!
  const no = `PO-${BRANCHES[branch]!.slice(0, 3).toUpperCase()}-2026-${String(id).padStart(6, '0')}`
  return {
    id,
    version: 1,
    transaction_no: no,
    transaction_date: `2026-10-${day}`,
    name: no,
    label: `${no} · ${SUPPLIERS[supplier]}`,
    supplier_id: supplier + 1,
    supplier: { id: supplier + 1, name: SUPPLIERS[supplier], label: SUPPLIERS[supplier] },
    branch_id: branch + 1,
    branch: { id: branch + 1, name: BRANCHES[branch], label: BRANCHES[branch] },
    terms: 'net30',
    total: ((id * 7919) % 250_000) + 0.25 * (id % 4),
    is_rush: id % 5 === 0,
    created_at: `2026-10-${day}T0${id % 9}:15:00.000Z`,
    status,
    progress: status === 'posted' ? PROGRESS[id % PROGRESS.length] : null,
    is_draft: status === 'draft',
    is_posted: status === 'posted',
    is_voided: status === 'voided',
  }
}
const brand = (id: number): Row => ({
  id,
  version: 1,
  code: `BR${String(id).padStart(3, '0')}`,
  name: `Brand ${id}`,
  label: `Brand ${id}`,
  is_active: id % 4 !== 0,
})
const balance = (id: number): Row => ({
  id,
  item: `Bond paper A4 ${70 + id} gsm`,
  location: `${BRANCHES[id % 3]} warehouse`,
  qty: id * 12.5,
  value: id * 2450.75,
})

const tables: Record<string, Row[]> = {
  purchase_order: Array.from({ length: 137 }, (_, index) => order(137 - index)),
  brand: Array.from({ length: 12 }, (_, index) => brand(index + 1)),
  inventory_balance: Array.from({ length: 14 }, (_, index) => balance(index + 1)),
  supplier: SUPPLIERS.map((name, index) => ({ id: index + 1, name, label: name })),
  branch: BRANCHES.map((name, index) => ({ id: index + 1, name, label: name })),
}

const contains = (row: Row, search: string): boolean => JSON.stringify(row).toLowerCase().includes(search.toLowerCase())

const paginate = (module: string, query: URLSearchParams): MockAnswer => {
  const page = Number(query.get('page') ?? 1)
  const limit = Number(query.get('limit') ?? 10)
  const search = query.get('search') ?? ''
  const status = query.get('filter[status]')
  const rows = (tables[module] ?? []).filter((row) => contains(row, search) && (!status || row.status === status))
  const sort = query.get('sort')
  const field = sort?.replace(/^-/, '')
  if (field) rows.sort((a, b) => (a[field]! > b[field]! ? 1 : -1) * (sort!.startsWith('-') ? -1 : 1))
  const totals = module === 'inventory_balance' ? { totals: { value: rows.reduce((sum, row) => sum + Number(row.value), 0) } } : {}
  return ok(rows.slice((page - 1) * limit, page * limit), {
    pagination: { page, per_page: limit, total: rows.length, last_page: Math.ceil(rows.length / limit) },
    ...totals,
  })
}

const onModule = ({ method, query }: MockCall, module: string, rest: readonly string[]): MockAnswer => {
  const known = mockModules[module] ?? tables[module]
  if (!known) return refusal(404, 'The record was not found.')
  const [first, second] = rest
  if (first === 'paginate') return paginate(module, query)
  if (first === 'dropdown')
    return ok((tables[module] ?? []).filter((row) => contains(row, query.get('search') ?? '')).slice(0, Number(query.get('limit') ?? 20)))
  if (first === 'views')
    return method === 'GET'
      ? ok([{ id: 1, name: 'Open orders', shared: true, own: false, state: { filters: { status: 'posted' } } }])
      : ok({ id: 2 })
  if (first === 'bulk')
    return ok([
      { id: 1, success: true },
      { id: 2, success: false, message: 'The period is locked.' },
    ])
  const row = (tables[module] ?? []).find(({ id }) => id === Number(second ?? first))
  return row ? ok(row) : refusal(404, 'The record was not found.')
}

const mockSession = {
  success: true,
  valid: true,
  user: { id: 1, name: 'Maria Santos', username: 'buyer', employee_id: 4, user_role: { name: 'Buyer' } },
  company: { code: 'DEMO', name: 'Mabuhay Trading Corporation', time_zone: 'Asia/Manila' },
  branch: { id: 1, name: 'Makati' },
}

/** The answer to a call below the API base. */
export const answer = (call: MockCall): MockAnswer => {
  const [first, ...rest] = call.path.split('/')
  if (first === 'companies')
    return ok([
      { code: 'DEMO', name: 'Mabuhay Trading Corporation', logo: null },
      { code: 'ISLA', name: 'Isla Logistics Inc.', logo: null },
    ])
  if (first === 'login')
    return (call.body as { password?: string })?.password === 'wrong'
      ? refusal(401, 'The username or password is not right.')
      : ok({ token: 'mock' })
  if (first === 'logout' || (first === 'user' && rest[0] === 'dark_mode')) return ok(null)
  if (first === 'validate') return { status: 200, body: mockSession }
  if (first === 'meta' && rest[0] === 'navigation') return ok(mockNavigation)
  if (first === 'meta' && rest[0] === 'problems')
    return ok([
      {
        file: 'modules/procurement/bill.json',
        pointer: '/fields/suplier_id',
        line: 14,
        message: "Unknown module 'suplier'.",
        hint: "Did you mean 'supplier'?",
      },
    ])
  if (first === 'meta' && rest[0] === 'modules') {
    const module = mockModules[rest[1] ?? '']
    return module ? ok(module) : refusal(404, 'Cannot find module')
  }
  if (first === 'search') {
    const text = call.query.get('q') ?? ''
    const rows = (tables.purchase_order ?? []).filter((row) => contains(row, text)).slice(0, 4)
    return ok(rows.map(({ id, label, name }) => ({ module: 'purchase_order', id, label, exact: name === text })))
  }
  return onModule(call, first ?? '', rest)
}

const PREFIX = '/api/v1/'

/** The body of a call: files come as a form, everything else as JSON. */
const bodyOf = async (request: Request): Promise<{ body?: unknown }> => {
  if (request.method === 'GET') return {}
  if (request.headers.get('Content-Type')?.startsWith('multipart/')) return { body: await request.formData() }
  const text = await request.text()
  return text ? { body: JSON.parse(text) as unknown } : {}
}

/** Answers the product's own calls from memory, `override` first; the rest goes to the network. Answers how to undo it. */
export const installMockApi = (override?: (call: MockCall) => MockAnswer | 'pending' | undefined): (() => void) => {
  const real = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    if (!url.pathname.startsWith(PREFIX)) return real(input, init)
    const path = url.pathname.slice(PREFIX.length)
    const call = { method: request.method, path, query: url.searchParams, headers: request.headers, ...(await bodyOf(request)) }
    const given = override?.(call) ?? answer(call)
    if (given === 'pending') return new Promise<Response>(() => {})
    return Response.json(given.body, { status: given.status })
  }
  return () => {
    globalThis.fetch = real
  }
}
