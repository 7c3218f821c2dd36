/**
 * The permissions of each demo role. A rule names modules (by name, application or `application/group`) and the
 * permission codes granted there; `*` means every code of the module. An application or group means the modules that
 * belong to it, not those that its menu only links to (`alsoIn`): these are named one by one.
 */
import type { Module, ModuleSet } from '../../engine/model/module.ts'
import { codesOf } from '../../engine/runtime/permissions/index.ts'
import type { RoleTemplate, RoleRule as Rule } from '../platform/product.ts'

const READ = ['index', 'view'] as const
/** Dashboards and reports: they say no more than the lists that their reader can open. */
const FIGURES = [...READ, 'export']
const MASTER = ['index', 'view', 'new', 'edit', 'delete'] as const
const DOCUMENT = ['index', 'view', 'new', 'edit', 'post', 'void'] as const
/** Sections of the employee; compensation is another one, which is granted separately. */
const SECTIONS = ['personal', 'employment', 'attendance_setting', 'payroll_setting', 'security_setting'] as const
const ALL_ACCESS = [...SECTIONS, 'compensation', 'cost', 'bank_details'] as const
/** The filings of every employee in the portal. */
const PORTAL: Rule = {
  on: [
    'employee_profile',
    'employee_portal_dashboard',
    'time_log',
    'break_status',
    'payslip',
    'payslip_history',
    'loan_ledger',
    'timelog_filing',
    'leave_filing',
    'official_business_filing',
    'overtime_filing',
    'shift_adjustment',
    'employee_requisition',
    'escalation_and_concern',
    'data_change_request',
  ],
  codes: ['index', 'view', 'new', 'edit'],
}
/** Modules about themselves that employees can read in the portal. */
const PORTAL_READ: Rule = { on: ['daily_time_record', 'payslip', 'payslip_history'], codes: ['index'] }
const TIME = ['group:talent/Time Setup', 'group:talent/Time and Attendance'] as const
/** Only figures; the rights on their records decide which of them. */
const DASHBOARD: Rule = { on: ['talent_dashboard'], codes: ['index'] }
const LEAVES_AND_LOANS = ['group:talent/Leave Management', 'group:talent/Loan Management'] as const
const PAY = [
  'group:talent/Payroll',
  'group:talent/Payroll Setup',
  'group:talent/Government Tables',
  'group:talent/Government Reports',
] as const
/** Everything except deciding: users cannot approve documents that they prepare. */
const PREPARE = [...DOCUMENT, 'delete', 'process', 'view_all', 'export', 'import', 'print', 'duplicate'] as const
const FILINGS = ['group:talent/Filings and Approvals', 'group:talent/Employee Relations'] as const
const LEAVE = 'group:talent/Leave Management'
const LOANS = 'group:talent/Loan Management'
const ALL_APPLICATIONS = ['*']

export const ROLE_TEMPLATES: readonly RoleTemplate[] = [
  {
    code: 'ADMIN',
    name: 'Administrator',
    applications: ALL_APPLICATIONS,
    rules: [{ on: ['*'], codes: '*' }],
    access: ALL_ACCESS,
  },
  {
    code: 'DEVELOPER',
    name: 'Developer',
    applications: ALL_APPLICATIONS,
    rules: [{ on: ['*'], codes: '*' }],
    access: ALL_ACCESS,
  },
  {
    code: 'HR',
    name: 'Human Resources',
    applications: ['talent', 'employee_portal'],
    rules: [
      DASHBOARD,
      PORTAL,
      PORTAL_READ,
      { on: ['analytics_time_management', 'employee_report'], codes: FIGURES },
      { on: [...FILINGS, ...LEAVES_AND_LOANS], except: ['service_invoice_filing'], codes: '*' },
      // Contractors' bills are pay: they see their own invoices, and those that await their decision.
      { on: ['service_invoice_filing'], codes: ['index', 'view', 'new', 'edit', 'delete', 'approval', 'void'] },
      { on: ['supervisor_portal', 'my_team', 'team_absences', 'approval_delegation', 'employee_portal_dashboard'], codes: '*' },
      {
        on: [...TIME, 'group:talent/Employee Management', 'group:talent/Organization', 'civil_status', 'citizenship'],
        except: ['bank_account'],
        codes: '*',
      },
      { on: ['bank_account'], codes: READ },
      { on: ['address', 'contact_person'], codes: MASTER },
      { on: ['branch'], codes: READ },
    ],
    access: ['personal', 'employment', 'attendance_setting', 'security_setting'],
  },
  {
    code: 'PAYROLL',
    name: 'Payroll',
    applications: ['talent', 'employee_portal'],
    rules: [
      DASHBOARD,
      PORTAL,
      { on: [LOANS], codes: '*' },
      { on: [LEAVE], codes: [...READ, 'view_all', 'export'] },
      PORTAL_READ,
      { on: ['analytics_payroll', 'analytics_loan_management', 'employee_report'], codes: FIGURES },
      { on: [...PAY, ...LEAVES_AND_LOANS], codes: PREPARE },
      // Certificates with an employee's pay are released by users who can see that pay.
      { on: ['employee_requisition'], codes: [...READ, 'process', 'view_all'] },
      // Contractors' invoices are pay: these users maintain them, and others decide on them.
      { on: ['service_invoice_filing'], codes: [...MASTER, 'void', 'process', 'view_all', 'export'] },
      { on: ['employee'], codes: ['index', 'view', 'edit', 'view_all', 'export'] },
      { on: ['bank_account'], codes: MASTER },
      {
        on: [
          'group:talent/Organization',
          'bank',
          'personal_movement',
          'employment_status_log',
          'monthly_status_log',
          'position_status_log',
        ],
        codes: [...READ, 'view_all', 'export'],
      },
    ],
    access: ['employment', 'payroll_setting', 'compensation', 'bank_details'],
  },
  {
    code: 'TIMEKEEPER',
    name: 'Timekeeper',
    applications: ['talent', 'employee_portal'],
    rules: [
      DASHBOARD,
      PORTAL,
      PORTAL_READ,
      { on: ['analytics_time_management'], codes: FIGURES },
      {
        on: ['group:talent/Filings and Approvals'],
        except: ['service_invoice_filing', 'approval_flow'],
        codes: ['index', 'view', 'new', 'edit', 'process', 'view_all', 'export'],
      },
      { on: ['approval_flow'], codes: READ },
      { on: [...TIME, 'timein_restriction'], codes: '*' },
      { on: ['branch', 'pay_group', 'pay_period'], codes: READ },
      { on: ['employee'], codes: ['index', 'view', 'view_all', 'export'] },
      { on: ['group:talent/Organization'], codes: READ },
    ],
    access: ['employment', 'attendance_setting'],
  },
  {
    code: 'APPROVER',
    name: 'Approver',
    applications: ['talent', 'employee_portal', 'procurement'],
    rules: [
      PORTAL,
      PORTAL_READ,
      { on: ['group:talent/Filings and Approvals', 'employee_requisition', 'data_change_request'], codes: [...READ, 'approval'] },
      { on: ['payroll'], codes: [...READ, 'approval', 'view_all'] },
      { on: ['supervisor_portal', 'my_team', 'team_absences'], codes: READ },
      { on: ['approval_delegation'], codes: MASTER },
      {
        on: ['purchase_request', 'purchase_order', 'goods_receipt', 'goods_return', 'bill', 'check_voucher'],
        codes: [...READ, 'approval'],
      },
    ],
  },
  { code: 'EMPLOYEE', name: 'Employee', applications: ['employee_portal'], rules: [PORTAL, PORTAL_READ] },
  {
    code: 'BUYER',
    name: 'Buyer',
    applications: ['procurement'],
    rules: [
      { on: ['reorder_suggestion', 'supplier_history'], codes: ['index', 'view', 'export'] },
      { on: ['sent_mail'], codes: [...READ, 'edit'] },
      {
        on: [
          'group:procurement/Master Files',
          'item',
          'item_category',
          'item_group',
          'item_price_level',
          'brand',
          'manufacturer',
          'specification',
          'price_level',
          'uom',
          'uom_matrix',
        ],
        codes: [...MASTER, 'export'],
      },
      { on: ['procurement_dashboard'], codes: ['index'] },
      { on: ['purchase_request', 'purchase_order'], codes: DOCUMENT },
      {
        on: ['goods_receipt', 'goods_return', 'bill', 'inventory_location', 'branch', 'tax_type', 'department', 'currency', 'comments'],
        codes: READ,
      },
    ],
    access: ['cost'],
  },
  {
    code: 'WAREHOUSE',
    name: 'Warehouse',
    applications: ['resource'],
    rules: [
      { on: ['resource_dashboard'], codes: ['index'] },
      { on: ['group:resource/Inventory Management', 'goods_receipt', 'goods_return'], codes: [...DOCUMENT, 'export'] },
      { on: ['delivery_receipt'], codes: [...DOCUMENT, 'export'] },
      { on: ['sales_return'], codes: [...READ, 'new', 'edit'] },
      { on: ['group:resource/Reports'], codes: ['index', 'export'] },
      {
        on: [
          'group:resource/Item Management',
          'group:resource/Master Files',
          'uom_matrix',
          'supplier',
          'purchase_order',
          'tax_type',
          'customer',
          'address',
          'sales_order',
          'price_level',
        ],
        codes: READ,
      },
    ],
  },
  {
    code: 'SALES',
    name: 'Sales',
    applications: ['revenue', 'employee_portal'],
    rules: [
      PORTAL,
      PORTAL_READ,
      { on: ['revenue_dashboard', 'sales_revenue', 'sales_volume', 'sales_order_report'], codes: ['index', 'export'] },
      { on: ['sales_per_customer', 'sales_register', 'customer_history'], codes: ['index', 'view', 'export'] },
      { on: ['sent_mail'], codes: [...READ, 'edit'] },
      { on: ['customer'], codes: [...MASTER, 'export'] },
      { on: ['sales_quotation', 'sales_order'], codes: [...DOCUMENT, 'export'] },
      { on: ['delivery_receipt', 'invoice', 'sales_return'], codes: READ },
      { on: ['stock_reservation'], codes: [...READ, 'new', 'edit', 'void', 'process'] },
      {
        on: [
          'seller',
          'item',
          'item_category',
          'price_level',
          'item_price_level',
          'inventory_balance',
          'inventory_location',
          'branch',
          'payment_term',
          'tax_type',
          'entity_type',
          'uom',
        ],
        codes: READ,
      },
    ],
  },
  {
    code: 'CASHIER',
    name: 'Cashier',
    applications: ['revenue', 'employee_portal'],
    rules: [
      PORTAL,
      { on: ['revenue_dashboard'], codes: ['index'] },
      { on: ['group:revenue/Collections'], codes: [...DOCUMENT, 'export'] },
      { on: ['sent_mail'], codes: [...READ, 'edit'] },
      { on: ['daily_collection'], codes: ['view_all'] },
      { on: ['bank', 'bank_account', 'payment_method', 'payment_term', 'customer', 'invoice', 'sales_return', 'branch'], codes: READ },
    ],
  },
  {
    code: 'ACCOUNTANT',
    name: 'Accountant',
    applications: ['financial', 'procurement', 'resource'],
    rules: [
      { on: ['application:financial'], codes: '*' },
      { on: ['procurement_dashboard', 'resource_dashboard'], codes: ['index'] },
      { on: ['bill', 'check_voucher'], codes: DOCUMENT },
      { on: ['invoice', 'sales_return'], codes: [...DOCUMENT, 'export'] },
      { on: ['group:revenue/Collections'], codes: [...READ, 'approval', 'export'] },
      { on: ['daily_collection'], codes: ['view_all'] },
      { on: ['aging_payable'], codes: [...MASTER, 'process', 'void'] },
      { on: ['supplier', 'bank_account', 'payment_term', 'tax_type'], codes: MASTER },
      {
        on: [
          'purchase_order',
          'goods_receipt',
          'goods_return',
          'item',
          'inventory_location',
          'inventory_movement',
          'stock_unit',
          'branch',
          'company',
          'customer',
          'address',
          'delivery_receipt',
          'sales_order',
          'seller',
          'department',
          'uom',
          'audit_trail',
        ],
        codes: READ,
      },
      { on: ['inventory_balance', 'stock_card', 'inventory_turnover'], codes: ['index', 'export', 'print'] },
      { on: ['sales_per_customer', 'sales_register', 'customer_history', 'supplier_history'], codes: ['index', 'view', 'export'] },
      { on: ['sent_mail'], codes: [...READ, 'edit'] },
      // They print the reports that these mail.
      { on: ['supplier', 'customer'], codes: ['mail'] },
    ],
    access: ['cost', 'bank_details'],
  },
  {
    code: 'AUDITOR',
    name: 'Auditor',
    applications: ALL_APPLICATIONS,
    rules: [{ on: ['*'], codes: ['index', 'view', 'view_all'] }],
    access: ALL_ACCESS,
  },
]

/** Demo user → role code; first names and surnames are those on screen. */
export const DEMO_USERS: readonly { username: string; role: string; first_name: string; last_name: string }[] = [
  { username: 'admin', role: 'ADMIN', first_name: 'Andrea', last_name: 'Santos' },
  { username: 'hr', role: 'HR', first_name: 'Helena', last_name: 'Ramos' },
  { username: 'payroll', role: 'PAYROLL', first_name: 'Paolo', last_name: 'Reyes' },
  { username: 'timekeeper', role: 'TIMEKEEPER', first_name: 'Tomas', last_name: 'Katigbak' },
  { username: 'approver', role: 'APPROVER', first_name: 'Aurora', last_name: 'Villanueva' },
  { username: 'employee', role: 'EMPLOYEE', first_name: 'Emilio', last_name: 'Mendoza' },
  { username: 'buyer', role: 'BUYER', first_name: 'Bianca', last_name: 'Uy' },
  { username: 'warehouse', role: 'WAREHOUSE', first_name: 'Wilfredo', last_name: 'Hizon' },
  { username: 'sales', role: 'SALES', first_name: 'Selina', last_name: 'Aquino' },
  { username: 'cashier', role: 'CASHIER', first_name: 'Carmela', last_name: 'Castro' },
  { username: 'accountant', role: 'ACCOUNTANT', first_name: 'Arturo', last_name: 'Cruz' },
  { username: 'auditor', role: 'AUDITOR', first_name: 'Adela', last_name: 'Tan' },
  { username: 'developer', role: 'DEVELOPER', first_name: 'Diego', last_name: 'Lim' },
]

function matches(module: Module, pattern: string): boolean {
  if (pattern === '*') return true
  const [kind, rest] = pattern.split(':') as [string, string | undefined]
  if (!rest) return module.name === pattern
  // A module that another application only links to is not granted with that application: payroll is in the menu of
  // Financial, but the accountant has no access to it.
  if (kind === 'application') return module.application === rest
  return `${module.application}/${module.group}` === rest
}

/** Module → codes for a role, the union over its rules. */
export function grantsOf(role: RoleTemplate, modules: ModuleSet): Map<string, string[]> {
  const grants = new Map<string, string[]>()
  for (const module of modules.values()) {
    const known = codesOf(module)
    const codes = new Set<string>()
    for (const rule of role.rules) {
      if (!rule.on.some((pattern) => matches(module, pattern)) || rule.except?.includes(module.name)) continue
      for (const code of rule.codes === '*' ? known : rule.codes) if (known.includes(code)) codes.add(code)
    }
    if (codes.size > 0) grants.set(module.name, [...codes])
  }
  return grants
}
