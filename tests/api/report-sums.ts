/**
 * What the shipped reports add up to in the demo of 21 November 2026, in SQL that knows nothing of their queries: by report,
 * the parameters it is asked with, and columns of its totals (or `cells`: a column of the row with this title).
 */
import { MONTH, REORDER, TODAY, YEAR } from './dashboard-rows.ts'

export interface Sums {
  readonly query?: string
  /** Number of the rows. */
  readonly count?: string
  readonly totals?: Readonly<Record<string, string>>
  readonly cells?: Readonly<Record<string, readonly [string, string]>>
}

const QUARTER = `between date '2026-10-01' and date '2026-12-31'`
/** The report's own first day, where it opens on the last three months. */
const THREE_MONTHS = `between date '2026-09-01' and ${TODAY}`
const sum = (field: string, table: string, where: string): string => `select coalesce(sum(${field}), 0) from {s}.${table} where ${where}`
const POSTED = `status = 'posted'`

/** Debits less credits of ledger lines `l` of entries `e` on accounts `a`. */
const ledger = (where: string, amount = 'l.debit - l.credit'): string =>
  `select coalesce(sum(${amount}), 0) from {s}.accounting_entry__lines l join {s}.accounting_entry e on e.id = l.parent_id
   join {s}.chart_of_account a on a.id = l.account_id where e.status in ('posted', 'reversed') and ${where}`
const OUTPUT = `a.role = 'output_vat'`
const INPUT = `a.role in ('input_vat_goods', 'input_vat_services', 'input_vat_capital')`
/** Of documents, without the entries that settle the tax of a month. */
const taxOf = (account: string, days: string): string => `${account} and e.source_module is not null and e.transaction_date ${days}`

/** Lines of posted invoices less those of credited and refunded returns. */
const net = (field: string, days: string): string => `select
  (select coalesce(sum(i.${field}), 0) from {s}.invoice__items i join {s}.invoice d on d.id = i.parent_id where d.status = 'posted' and d.transaction_date ${days})
  - (select coalesce(sum(i.${field}), 0) from {s}.sales_return__items i join {s}.sales_return d on d.id = i.parent_id
     where d.status = 'posted' and d.resolution in ('Credit', 'Refund') and d.invoice_id is not null and d.transaction_date ${days})`
/** Per invoice of a seller, less what was credited or refunded of it. */
const commissioned = (amount: string): string => `select
  (select sum(x.amount) from (select ${amount} as amount from {s}.invoice v join {s}.invoice__items i on i.parent_id = v.id
    where v.${POSTED} and v.seller_id is not null and v.transaction_date ${YEAR} group by v.id) x)
  - coalesce((select sum(x.amount) from (select ${amount} as amount from {s}.sales_return r join {s}.invoice v on v.id = r.invoice_id
    join {s}.sales_return__items i on i.parent_id = r.id
    where r.${POSTED} and r.resolution <> 'Replace' and v.seller_id is not null and r.transaction_date ${YEAR} group by r.id, v.id) x), 0)`
const invoiced = (field: string, days: string): string =>
  `select coalesce(sum(i.${field}), 0) from {s}.invoice__items i join {s}.invoice d on d.id = i.parent_id where d.status = 'posted' and d.transaction_date ${days}`
/** From suppliers, and from contractors whom payrolls paid on these days. */
const withheldBy = (days: string): string => `select (${withheld(days)})
  - (select coalesce(sum(n.amount), 0) from {s}.payroll__entries n join {s}.payroll d on d.id = n.parent_id
     where d.status = 'posted' and d.payout_date ${days} and n.code like 'EXPANDED_WITHHOLDING%' and n.is_manual is not true)`
const withheld = (days: string, more = 'true'): string => `select
  (select coalesce(sum(withholding_amount), 0) from {s}.bill where status = 'posted' and transaction_date ${days} and ${more})
  - (select coalesce(sum(withholding_amount), 0) from {s}.goods_return where status = 'posted' and transaction_date ${days} and ${more})`
/** Withheld by customers, on what they paid. */
const byCustomers = `select coalesce(sum(i.withholding), 0) from {s}.cash_receipt__items i join {s}.cash_receipt d on d.id = i.parent_id
  where d.status = 'posted' and d.transaction_date ${QUARTER}`
const journal = (names: string, amount: string): string =>
  ledger(`e.journal in (${names}) and e.transaction_date between date '2026-11-01' and ${TODAY}`, amount)
const valueBefore = (condition: string): string => sum('value_delta', 'inventory_movement', `transaction_date ${condition}`)
const daily = (figure: string): string => `select ${figure} from {s}.daily_time_record where date between date '2026-11-01' and ${TODAY}`
/** Leave without pay takes no credits. */
const OF_CREDITS = `date_from ${YEAR} and leave_type_id in (select id from {s}.leave_type where code <> 'LWOP')`
const documentsOf = (party: string, tables: readonly string[]): string =>
  `select ${tables.map((table) => `(select count(*) from {s}.${table} where ${party}_id = {${party}})`).join(' + ')}`
const LATEST = `select id from {s}.payroll where status = 'posted' order by payout_date desc, id desc`

export const REPORT_SUMS: Readonly<Record<string, Sums>> = {
  aging_receivable: { totals: { balance: sum('balance', 'invoice', `${POSTED} and balance > 0`) } },
  balance_sheet: {
    cells: {
      'Total assets': ['c1', ledger(`a.type = 'Asset' and e.transaction_date <= ${TODAY}`)],
      'Total liabilities': ['c1', ledger(`a.type = 'Liability' and e.transaction_date <= ${TODAY}`, 'l.credit - l.debit')],
    },
  },
  bank_book: {
    query: 'bank_account_id=1&date_from=2026-01-01',
    totals: {
      receipt: ledger(`a.role = 'cash_in_bank' and e.transaction_date ${YEAR}`, 'l.debit'),
      disbursement: ledger(`a.role = 'cash_in_bank' and e.transaction_date ${YEAR}`, 'l.credit'),
    },
  },
  bir_0619e: { totals: { tax: withheldBy(MONTH) } },
  bir_1601eq: { totals: { tax: withheldBy(QUARTER) } },
  bir_2550q: {
    cells: { 'Total sales and output tax': ['tax', ledger(taxOf(OUTPUT, QUARTER), 'l.credit - l.debit')] },
  },
  cash_disbursements_journal: {
    totals: { cash: journal(`'Cash Disbursements'`, `case when a.role = 'cash_in_bank' then l.credit - l.debit else 0 end`) },
  },
  cash_flow: {
    cells: {
      'Cash at the end': ['c1', ledger(`a.code in ('1010', '1011', '1020', '1021') and e.transaction_date <= ${TODAY}`)],
      'Net income': ['c1', ledger(`a.type in ('Income', 'Expense') and e.transaction_date ${YEAR}`, 'l.credit - l.debit')],
      // The capital and the retained earnings that the demo began with are no cash flow of its first year.
      'Cash taken over at the opening': [
        'c1',
        ledger(
          `a.code in ('1010', '1011', '1020', '1021') and e.transaction_date ${YEAR} and exists (select 1 from {s}.accounting_entry__lines o join {s}.chart_of_account q on q.id = o.account_id where o.parent_id = e.id and q.role = 'opening_equity')`,
        ),
      ],
    },
  },
  cash_receipts_journal: { totals: { cash: sum('amount_received', 'cash_receipt', `${POSTED} and transaction_date ${MONTH}`) } },
  entries_due: { totals: { amount: sum('total_debit', 'recurring_entry', `status = 'active' and next_date <= date '2026-11-30'`) } },
  form_2307: {
    query: 'supplier_id={supplier}',
    totals: { tax: withheld(QUARTER, 'supplier_id = {supplier}') },
  },
  general_journal: { totals: { debit: journal(`'General', 'Payroll', 'Inventory'`, 'l.debit') } },
  general_ledger: {
    totals: {
      debit: ledger(`e.transaction_date between date '2026-11-01' and ${TODAY}`, 'l.debit'),
      credit: ledger(`e.transaction_date between date '2026-11-01' and ${TODAY}`, 'l.credit'),
    },
  },
  income_statement: {
    cells: {
      'Total revenue': ['c1', ledger(`a.code like '4%' and e.transaction_date ${YEAR}`, 'l.credit - l.debit')],
      'Net income': ['c1', ledger(`a.type in ('Income', 'Expense') and e.transaction_date ${YEAR}`, 'l.credit - l.debit')],
    },
  },
  purchase_journal: { totals: { vat: sum('vat_amount', 'bill', `${POSTED} and transaction_date ${MONTH}`), withheld: withheld(MONTH) } },
  purchases_relief: { totals: { tax: ledger(taxOf(INPUT, MONTH)) } },
  qap: { totals: { tax: withheldBy(QUARTER) } },
  sales_journal: { query: 'date_from=2026-01-01', totals: { amount: net('net', YEAR), vat: net('tax_amount', YEAR) } },
  sales_relief: { query: 'date_from=2026-01-01', totals: { tax: ledger(taxOf(OUTPUT, YEAR), 'l.credit - l.debit') } },
  sawt: { totals: { tax: `${byCustomers} and i.form_2307_received` } },
  statement_of_account: {
    query: 'customer_id={customer}&date_from=2026-01-01',
    totals: { debit: sum('total', 'invoice', `${POSTED} and customer_id = {customer} and transaction_date ${YEAR}`) },
  },
  trial_balance: {
    totals: {
      debit: ledger(`e.transaction_date between date '2026-11-01' and ${TODAY}`, 'l.debit'),
      credit: ledger(`e.transaction_date between date '2026-11-01' and ${TODAY}`, 'l.credit'),
    },
  },
  vat_transactions: {
    query: 'side=sales',
    totals: { tax: ledger(taxOf(OUTPUT, QUARTER), 'l.credit - l.debit') },
  },
  withholding_transactions: { query: 'kind=payable', totals: { tax: withheldBy(QUARTER) } },
  inventory_balance: { totals: { total_value: valueBefore(`<= ${TODAY}`) } },
  inventory_turnover: {
    totals: {
      opening_value: valueBefore(`< date '2026-09-01'`),
      closing_value: valueBefore(`<= ${TODAY}`),
      cost_of_sales: net('cost_value', THREE_MONTHS),
      net_sales: net('net', THREE_MONTHS),
      gross_profit: `select (${net('net', THREE_MONTHS)}) - (${net('cost_value', THREE_MONTHS)})`,
    },
  },
  reorder_suggestion: { totals: { suggested: `select sum(suggested) from (${REORDER}) r` } },
  stock_card: {
    query: 'item_id={item}&date_from=2026-01-01',
    totals: {
      qty_in: sum('qty_in', 'inventory_movement', `item_id = {item} and transaction_date ${YEAR}`),
      qty_out: sum('qty_out', 'inventory_movement', `item_id = {item} and transaction_date ${YEAR}`),
    },
  },
  sales_per_customer: {
    query: 'date_from=2026-01-01',
    totals: {
      gross_sales: invoiced('net', YEAR),
      discount: invoiced('discount', YEAR),
      net_sales: net('net', YEAR),
      vat: net('tax_amount', YEAR),
      cost: net('cost_value', YEAR),
      invoice_count: `select count(*) from {s}.invoice where ${POSTED} and transaction_date ${YEAR}`,
    },
  },
  // Of each document, at the rate that the seller had when its invoice was made.
  seller_commissions: {
    query: 'date_from=2026-01-01',
    totals: { base: commissioned('sum(i.net)'), commission: commissioned('round(sum(i.net) * v.commission_rate / 100, 2)') },
  },
  commission_register: {
    query: 'date_from=2026-01-01',
    totals: { commission: commissioned('round(sum(i.net) * v.commission_rate / 100, 2)') },
  },
  sales_register: {
    query: 'date_from=2026-01-01',
    totals: { sales: net('net', YEAR), vat: net('tax_amount', YEAR), cost: net('cost_value', YEAR), qty: net('base_qty', YEAR) },
  },
  attendance_summary: {
    totals: {
      days: daily('count(*)'),
      late_minutes: daily('sum(late_minutes)'),
      work_hours: daily('sum(work_hours)'),
      undertime_minutes: daily('sum(undertime_minutes)'),
    },
  },
  leave_balance_summary: {
    totals: {
      pending: sum('qty', 'leave_filing', `status in ('posted', 'approved') and ${OF_CREDITS}`),
      used: sum('qty', 'leave_filing', `status = 'processed' and ${OF_CREDITS}`),
    },
  },
  leave_balance_matrix: {
    count: `select count(distinct h.employee_id) from {s}.employee_balance_history h join {s}.employee e on e.id = h.employee_id and e.status = 'active'`,
  },
  // What payrolls have set aside for it so far.
  nth_month: { totals: { amount: ledger(`a.code = '2141'`, 'l.credit - l.debit') } },
  // The items that changed add up to the change of the net pay.
  payroll_reconciliation: {
    query: 'current_payroll_id={payroll}',
    totals: {
      variance: `select (select sum(net_pay) from {s}.payslip where payroll_id = {payroll}) - (select sum(net_pay) from {s}.payslip where payroll_id = {before})`,
    },
  },
  payroll_register: {
    query: 'payroll_id={payroll}',
    totals: {
      gross: sum('gross', 'payslip', 'payroll_id = {payroll}'),
      net_pay: sum('net_pay', 'payslip', 'payroll_id = {payroll}'),
      withholding_tax: `select sum(withholding_tax) from {s}.payroll__employees where parent_id = {payroll}`,
    },
  },
  // Contributions of the last month, as they were written beside the payslips.
  remittance_line: {
    query: 'agency=SSS&part=contributions&year=2026&month=10',
    totals: {
      total: `select sum(coalesce(employee_share, 0) + coalesce(mpf_employee, 0) + coalesce(employer_share, 0) + coalesce(mpf_employer, 0) + coalesce(ec, 0)) from {s}.sss_contribution_payment where year = 2026 and month = 10`,
    },
  },
  payslip_history: {
    totals: {
      gross: sum('gross', 'payslip', 'true'),
      deductions: sum('total_deductions', 'payslip', 'true'),
      net_pay: sum('net_pay', 'payslip', 'true'),
    },
  },
  customer_history: {
    query: 'customer_id={customer}',
    count: documentsOf('customer', ['sales_quotation', 'sales_order', 'delivery_receipt', 'invoice', 'sales_return', 'cash_receipt']),
  },
  supplier_history: {
    query: 'supplier_id={supplier}',
    count: documentsOf('supplier', ['purchase_order', 'goods_receipt', 'bill', 'goods_return', 'check_voucher']),
  },
  time_sheet_summary: {
    totals: {
      sheets: 'select count(*) from {s}.time_sheet',
      regular_hours: sum('regular_hours', 'time_sheet', 'true'),
      late_minutes: sum('late_minutes', 'time_sheet', 'true'),
    },
  },
}

/** Values of the placeholders in queries and statements. */
export const CHOSEN_RECORDS: Readonly<Record<string, string>> = {
  payroll: `(${LATEST} limit 1)`,
  before: `(${LATEST} limit 1 offset 1)`,
  supplier: `(select supplier_id from {s}.bill where ${POSTED} and withholding_amount > 0 and transaction_date ${QUARTER} order by id limit 1)`,
  customer: `(select customer_id from {s}.invoice where ${POSTED} order by id limit 1)`,
  item: `(select item_id from {s}.inventory_movement where qty_out > 0 order by id limit 1)`,
}

/** Reports that list work, people or reports, and have no figures of money, time or quantity. */
export const LISTS_WITHOUT_SUMS: readonly string[] = [
  'my_team',
  'supervisor_portal',
  'team_absences',
  'closing_checklist',
  'reports',
  'employee_location',
  'employee_report',
  'filing_checker',
  'r1a_report',
]

/** Reports of which the smallest scale of the demo may have nothing in their period. */
export const NOTHING_YET: readonly string[] = ['reorder_suggestion', 'leave_balance_summary', 'leave_balance_matrix']
