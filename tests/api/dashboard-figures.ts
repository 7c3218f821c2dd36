/** What the figures of the shipped dashboards are in the demo of 21 November 2026, in SQL that knows nothing of descriptors. */
import { MONTH, REORDER, TODAY, YEAR } from './dashboard-rows.ts'

const POSTED_ORDER = `status = 'posted' and progress in ('open', 'partially_served')`

/** Posted invoices less credited and refunded returns, without VAT. */
const sales = (days: string): string => `
  (select coalesce(sum(i.net), 0) from {s}.invoice__items i join {s}.invoice d on d.id = i.parent_id where d.status = 'posted' and d.transaction_date ${days})
  - (select coalesce(sum(i.net), 0) from {s}.sales_return__items i join {s}.sales_return d on d.id = i.parent_id
     where d.status in ('posted', 'replaced') and d.resolution in ('Credit', 'Refund') and d.invoice_id is not null and d.transaction_date ${days})`
/** Money that came in: a payment with an advance or a credit brings none. */
const collected = (days: string): string =>
  `(select coalesce(sum(t.amount), 0) from {s}.cash_receipt__tenders t join {s}.cash_receipt d on d.id = t.parent_id
    where d.status = 'posted' and t.kind not in ('offset', 'opening') and d.transaction_date ${days})`
const owed = (table: string, more = 'true'): string =>
  `(select coalesce(sum(balance), 0) from {s}.${table} where status = 'posted' and balance > 0 and ${more})`
const count = (table: string, where: string): string => `(select count(*) from {s}.${table} where ${where})`
const sum = (field: string, table: string, where: string): string => `(select coalesce(sum(${field}), 0) from {s}.${table} where ${where})`
const ORDERED = `status in ('posted', 'closed')`
const OF_ORDERS = `where parent_id in (select id from {s}.sales_order where ${ORDERED} and transaction_date ${YEAR})`
const LOANS = `status in ('posted', 'active', 'paused', 'fully_paid')`
const TRANSIT = `status = 'posted' and progress in ('in_transit', 'partially_received')`

/** By dashboard and tile. */
export const FIGURES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  revenue_dashboard: {
    sales_today: sales(`= ${TODAY}`),
    sales_month: sales(MONTH),
    sales_year: sales(YEAR),
    orders_today: count('sales_order', `status in ('posted', 'closed') and transaction_date = ${TODAY}`),
    orders_open: count('sales_order', POSTED_ORDER),
    receivables: owed('invoice'),
    receivables_overdue: owed('invoice', `due_date < ${TODAY}`),
    collected: collected(MONTH),
  },
  sales_revenue: {
    revenue: sum(
      'net',
      'sales_order__items',
      `parent_id in (select id from {s}.sales_order where ${ORDERED} and transaction_date ${YEAR})`,
    ),
    orders: count('sales_order', `${ORDERED} and transaction_date ${YEAR}`),
    average_order: `(select avg(total - vat_amount) from {s}.sales_order where ${ORDERED} and transaction_date ${YEAR})`,
  },
  sales_volume: {
    items: `(select count(distinct item_id) from {s}.sales_order__items ${OF_ORDERS})`,
    order_lines: `(select count(*) from {s}.sales_order__items ${OF_ORDERS})`,
  },
  analytics_payroll: {
    gross: sum('gross', 'payslip', `payout_date ${YEAR}`),
    deductions: sum('total_deductions', 'payslip', `payout_date ${YEAR}`),
    net: sum('net_pay', 'payslip', `payout_date ${YEAR}`),
    paid: `(select count(distinct employee_id) from {s}.payslip where payout_date ${YEAR})`,
  },
  analytics_time_management: {
    present: count(
      'daily_time_record',
      `attendance in ('present', 'half_day', 'rest_day_worked', 'holiday_worked', 'unscheduled_worked') and date ${MONTH}`,
    ),
    absent: count('daily_time_record', `attendance = 'absent' and date ${MONTH}`),
    late: sum('late_minutes', 'daily_time_record', `date ${MONTH}`),
    overtime: sum('overtime_hours', 'daily_time_record', `date ${MONTH}`),
  },
  analytics_loan_management: {
    owed: sum('balance', 'loan_entry', `${LOANS} and balance > 0`),
    loans: count('loan_entry', `${LOANS} and balance > 0`),
    granted: sum('principal', 'loan_entry', `${LOANS} and loan_date ${YEAR}`),
    paid: sum('credit', 'loan_ledger', `kind in ('payment', 'manual_payment', 'settlement') and date ${YEAR}`),
  },
  procurement_dashboard: {
    items_below_reorder: `(select count(*) from (${REORDER}) r)`,
    open_requests: count('purchase_request', POSTED_ORDER),
    open_orders: count('purchase_order', POSTED_ORDER),
    orders_value: sum('open_amount', 'purchase_order', `status = 'posted'`),
    receipts_today: count('goods_receipt', `status = 'posted' and transaction_date = ${TODAY}`),
    unbilled_receipts: count('goods_receipt', `status = 'posted' and progress in ('unbilled', 'partially_billed')`),
    payables_total: owed('bill'),
    payables_overdue: owed('bill', `due_date < ${TODAY}`),
    payables_due_soon: owed('bill', `due_date between ${TODAY} and ${TODAY} + 6`),
    late_orders: count('purchase_order', `${POSTED_ORDER} and expected_date < ${TODAY}`),
  },
  financial_dashboard: {
    receivables: owed('invoice'),
    receivables_overdue: owed('invoice', `due_date < ${TODAY}`),
    payables: owed('bill'),
    payables_overdue: owed('bill', `due_date < ${TODAY}`),
    collected: collected(MONTH),
    paid: sum('net_amount', 'check_voucher', `status = 'posted' and transaction_date ${MONTH}`),
    output_vat: sum('vat_amount', 'invoice', `status = 'posted' and transaction_date ${MONTH}`),
    input_vat: sum('vat_amount', 'bill', `status = 'posted' and transaction_date ${MONTH}`),
    draft_entries: count('accounting_entry', `status = 'draft'`),
    draft_bills: count('bill', `status = 'draft'`),
    checks_on_hand: sum('amount', 'check_register', `status = 'on_hand'`),
    unreconciled: count('bank_statement_line', 'is_reconciled'),
  },
  resource_dashboard: {
    items_below_reorder: `(select count(*) from (${REORDER}) r)`,
    requests_open: count('inventory_request', POSTED_ORDER),
    in_transit: count('inventory_transfer', TRANSIT),
    transfers_late: count('inventory_transfer', `${TRANSIT} and expected_date < ${TODAY}`),
    orders_open: count('purchase_order', POSTED_ORDER),
    orders_late: count('purchase_order', `${POSTED_ORDER} and expected_date < ${TODAY}`),
    sales_open: count('sales_order', POSTED_ORDER),
    sales_late: count('sales_order', `${POSTED_ORDER} and delivery_date < ${TODAY}`),
  },
  talent_dashboard: {
    employees: count('employee', `status = 'active'`),
    newly_hired: count('employee', `date_hired between ${TODAY} - 30 and ${TODAY}`),
    separated: count('employee', `date_separated ${YEAR}`),
    pending: ['timelog', 'leave', 'official_business', 'overtime', 'restday', 'cto', 'service_invoice']
      .map((name) => count(`${name}_filing`, `status = 'posted'`))
      .concat(
        [
          'shift_adjustment',
          'overtime_filing_with_authorization',
          'restday_filing_with_authorization',
          'employee_requisition',
          'data_change_request',
        ].map((name) => count(name, `status = 'posted'`)),
      )
      .join(' + '),
    concerns: count('escalation_and_concern', `(date_raised at time zone 'Asia/Manila')::date = ${TODAY}`),
    contracts_ending: count('employee', `status = 'active' and contract_to between ${TODAY} and ${TODAY} + 29`),
    payrolls_open: count('payroll', `status not in ('posted', 'voided')`),
  },
  command_dashboard: {
    users: count('"user"', 'true'),
    active_users: count('"user"', 'is_active'),
    roles: count('user_role', 'true'),
    companies: count('company', 'true'),
    branches: count('branch', 'true'),
    changes: count('change_management', `status = 'pending'`),
    refused: count('recent_logins', `result = 'failed' and (logged_in_at at time zone 'Asia/Manila')::date = ${TODAY}`),
    storage: `(select coalesce(sum(size), 0) / 1000000.0 from {s}.file)`,
  },
}

/** Dashboards asked for the year: they are opened on it, and the month has too little. All others are asked for the month. */
export const OF_THE_YEAR: readonly string[] = ['sales_revenue', 'sales_volume', 'analytics_payroll', 'analytics_loan_management']
