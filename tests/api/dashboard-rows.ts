/**
 * What charts, rankings, funnels and lists of the shipped dashboards say in the demo of 21 November 2026, in SQL that knows
 * nothing of descriptors: by dashboard and tile, the keys of each group and its figures, of all groups, in any order; for
 * tiles that show records, how many there are.
 */
export const TODAY = `date '2026-11-21'`
export const MONTH = `between date '2026-11-01' and date '2026-11-30'`
export const YEAR = `between date '2026-01-01' and date '2026-12-31'`
const ALWAYS = `is not null`
const OPEN = `status = 'posted' and progress in ('open', 'partially_served')`
const TRANSIT = `status = 'posted' and progress in ('in_transit', 'partially_received')`
/** Posted, also when they were closed afterwards. */
const ORDERED = `d.status in ('posted', 'closed')`

const monthOf = (date: string): string => `to_char(date_trunc('month', ${date}), 'YYYY-MM-DD')`
const records = (table: string, where = 'true'): string => `select count(*) from {s}.${table} where ${where}`

/** Lines of documents with their item as `t` and seller as `p`; `amounts`: sums of `i`. */
const lines = (table: string, { key, where, amounts }: { key: string; where: string; amounts: string }): string =>
  `select ${key}, ${amounts} from {s}.${table}__items i join {s}.${table} d on d.id = i.parent_id
   left join {s}.item t on t.id = i.item_id ${table === 'sales_order' || table === 'invoice' ? 'left join {s}.seller p on p.id = d.seller_id' : ''}
   where ${where} group by ${key}`

/** What posted invoices less credited and refunded returns sum up to; a return is of the seller of its invoice. */
const net = (key: string | readonly string[], days: string, amounts: readonly string[] = ['net']): string => {
  const signed = (sign: string) => amounts.map((name) => `${sign}i.${name} as ${name}`).join(', ')
  const keys = [key].flat().map((part, index) => `${part} as k${index}`)
  return `select ${keys.map((_, index) => `k${index}`).join(', ')}, ${amounts.map((name) => `sum(${name})`).join(', ')} from (
    select ${keys.join(', ')}, ${signed('')} from {s}.invoice__items i join {s}.invoice d on d.id = i.parent_id
      left join {s}.item t on t.id = i.item_id left join {s}.seller p on p.id = d.seller_id
      where d.status = 'posted' and d.transaction_date ${days}
    union all select ${keys.join(', ').replaceAll('d.seller_id', 'v.seller_id')}, ${signed('-')} from {s}.sales_return__items i
      join {s}.sales_return d on d.id = i.parent_id left join {s}.item t on t.id = i.item_id
      left join {s}.invoice v on v.id = d.invoice_id left join {s}.seller p on p.id = v.seller_id
      where d.status = 'posted' and d.resolution in ('Credit', 'Refund') and d.invoice_id is not null and d.transaction_date ${days}) x
    group by ${keys.map((_, index) => `k${index}`).join(', ')}`
}

const stages = (parts: Readonly<Record<string, string>>): string =>
  Object.entries(parts)
    .map(([name, value]) => `select '${name}', (${value})`)
    .join(' union all ')
const posted = (table: string, field: string, status = `status = 'posted'`): string =>
  `select coalesce(sum(${field}), 0) from {s}.${table} where ${status} and transaction_date ${MONTH}`

const FILINGS = {
  leave_filing: 'date_from',
  overtime_filing: 'date',
  official_business_filing: 'date_from',
  timelog_filing: 'date',
  restday_filing: 'date',
  cto_filing: 'date_from',
}
const filings = (where: (date: string) => string): string =>
  stages(
    Object.fromEntries(Object.entries(FILINGS).map(([table, date]) => [table, `select count(*) from {s}.${table} where ${where(date)}`])),
  )
const GRANTED = `status in ('approved', 'processed')`

/** Rows of day records of the month. */
const days = (key: string, figures: string, where = 'true'): string =>
  `select ${key}, ${figures} from {s}.daily_time_record where date ${MONTH} and ${where} group by ${key}`
const byEmployee = (table: string, sum: string, date: string): string =>
  `select employee_id, sum(${sum}) from {s}.${table} where ${GRANTED} and ${date} ${MONTH} group by 1`
/** Loans that were posted, also when they are paid, paused or paid in full. */
const LOANS = `status in ('posted', 'active', 'paused', 'fully_paid')`

const hired = (day: string): string => `e.date_hired <= ${day} and (e.date_separated is null or e.date_separated > ${day})`
const attrition = (group: string): string => `
  select k, case when before + here = 0 then 0 else round(gone * 200.0 / (before + here), 1) end, gone, here from (
    select ${group} as k, count(*) filter (where ${hired(`date '2025-12-31'`)}) as before, count(*) filter (where ${hired(TODAY)}) as here,
      count(*) filter (where e.date_separated between date '2026-01-01' and ${TODAY}) as gone
    from {s}.employee e left join {s}.team t on t.id = e.team_id left join {s}.branch b on b.id = e.branch_id group by 1) x
  where here + gone > 0`
/** Units of stock that documents still bring, in base units. */
const coming = (table: string, left: string, where: string): string =>
  `coalesce((select sum((${left}) * l.uom_num / l.uom_den) from {s}.${table}__items l join {s}.${table} d on d.id = l.parent_id
     where l.item_id = t.id and ${where}), 0)`
/** What to order of items that have a reorder level of their own and none by location. */
export const REORDER = `
  select id, case when reorder_qty > 0 then ceil((reorder_level - projected) / reorder_qty) * reorder_qty else reorder_level - projected end as suggested
  from (select t.id, t.reorder_level, t.reorder_qty,
      coalesce((select sum(b.qty) from {s}.stock_bucket b join {s}.inventory_location o on o.id = b.location_id where b.item_id = t.id and o.type <> 'Transit'), 0)
      - coalesce((select sum(b.reserved_qty) from {s}.stock_bucket b where b.item_id = t.id), 0)
      + ${coming('inventory_transfer', 'l.qty - l.qty_received - l.qty_lost', `d.status = 'posted' and d.is_direct is not true`)}
      + ${coming('purchase_order', 'greatest(l.qty - l.qty_received + l.qty_reopened, 0)', `d.status = 'posted'`)}
      + ${coming('purchase_request', 'greatest(l.qty - l.qty_ordered, 0)', `d.status in ('draft', 'approved', 'posted')`)} as projected
    from {s}.item t where t.is_active is not false and t.is_purchasable is not false and t.item_type = 'Stock' and t.reorder_level > 0
      and not exists (select 1 from {s}.item__stock_levels n where n.parent_id = t.id)) x
  where projected < reorder_level`

/** Active employees whose day of the year comes within thirty days. */
const yearly = (date: string): string => `select count(*) from {s}.employee where status = 'active' and ${date} < ${TODAY} and exists (
  select 1 from generate_series(0, 30) n where to_char(${TODAY} + n, 'MM-DD') = to_char(${date}, 'MM-DD'))`
const has = (...fields: string[]): string => fields.map((name) => `nullif(e.${name}::text, '') is not null`).join(' and ')
const complete = (section: string, where: string): string =>
  `select '${section}', round(100.0 * count(*) filter (where ${where}) / count(*), 1), count(*) filter (where ${where}), count(*)
   from {s}.employee e where e.status = 'active'`
const years = [2021, 2022, 2023, 2024, 2025, 2026]

export const ROWS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  revenue_dashboard: {
    by_month: net(monthOf('d.transaction_date'), YEAR),
    pipeline: stages({
      quoted: posted('sales_quotation', 'total', `status in ('posted', 'closed')`),
      ordered: posted('sales_order', 'total', `status in ('posted', 'closed')`),
      invoiced: posted('invoice', 'total'),
      collected: posted('cash_receipt', 'amount_collected'),
    }),
    overdue_invoices: records('invoice', `status = 'posted' and balance > 0 and due_date < ${TODAY}`),
    orders_to_deliver: records('sales_order', OPEN),
    top_customers: net('d.customer_id', MONTH),
    top_items: net('i.item_id', MONTH, ['net', 'base_qty']),
    top_sellers: net('d.seller_id', MONTH),
    by_category: net('t.item_category_id', MONTH),
  },
  sales_revenue: {
    revenue_by_month: lines('sales_order', {
      key: monthOf('d.transaction_date'),
      where: `${ORDERED} and d.transaction_date ${YEAR}`,
      amounts: 'sum(i.net)',
    }),
    revenue_by_category: lines('sales_order', {
      key: 't.item_category_id',
      where: `${ORDERED} and d.transaction_date ${YEAR}`,
      amounts: 'sum(i.net)',
    }),
    revenue_by_seller_type: lines('sales_order', {
      key: 'p.seller_type',
      where: `${ORDERED} and d.transaction_date ${YEAR}`,
      amounts: 'sum(i.net)',
    }),
    top_sales_year: lines('sales_order', {
      key: 'i.item_id',
      where: `${ORDERED} and d.transaction_date ${YEAR}`,
      amounts: 'sum(i.net), sum(i.base_qty)',
    }),
  },
  sales_volume: {
    volume_by_month: lines('sales_order', {
      key: monthOf('d.transaction_date'),
      where: `${ORDERED} and d.transaction_date ${YEAR}`,
      amounts: 'count(*)',
    }),
    volume_by_item: lines('sales_order', {
      key: 'i.item_id',
      where: `${ORDERED} and d.transaction_date ${YEAR}`,
      amounts: 'sum(i.base_qty)',
    }),
    top_selling_items: lines('sales_order', {
      key: 'i.item_id',
      where: `${ORDERED} and d.transaction_date ${YEAR}`,
      amounts: 'count(distinct d.id), sum(i.base_qty)',
    }),
    sales_per_items: lines('sales_order', {
      key: 'i.item_id, t.uom_id',
      where: `${ORDERED} and d.transaction_date ${YEAR}`,
      amounts: 'sum(i.base_qty), sum(i.net)',
    }),
  },
  sales_order_report: {
    // Gross and net are of lines, and an order is counted once however many lines it has.
    daily_orders: lines('sales_order', {
      key: `to_char(d.transaction_date, 'YYYY-MM-DD')`,
      where: `${ORDERED} and d.transaction_date ${MONTH}`,
      amounts: 'sum(i.total), sum(i.net), count(distinct d.id)',
    }),
    product_daily_sales: lines('sales_order', {
      key: `to_char(d.transaction_date, 'YYYY-MM-DD'), i.item_id`,
      where: `${ORDERED} and d.transaction_date ${MONTH}`,
      amounts: 'sum(i.base_qty), sum(i.net)',
    }),
    top_sales_daily: net('i.item_id', `= ${TODAY}`, ['base_qty', 'net']),
    top_sales: net('i.item_id', MONTH, ['base_qty', 'net']),
    top_sales_year: net('i.item_id', YEAR, ['base_qty', 'net']),
    monthly_top_sales: net([monthOf('d.transaction_date'), 'i.item_id'], MONTH, ['base_qty', 'net']),
    overall_top_sales: net('i.item_id', ALWAYS, ['base_qty', 'net']),
    seller_total_sales: net('d.seller_id', MONTH, ['base_qty', 'net']),
    seller_total_sale_year: net('d.seller_id', YEAR, ['base_qty', 'net']),
    get_top_selling_items: lines('invoice', {
      key: 'i.item_id, t.item_category_id',
      where: `d.status = 'posted' and d.transaction_date ${MONTH}`,
      amounts: 'count(distinct d.id), sum(i.base_qty), sum(i.net)',
    }),
    get_sales_per_items: net(['i.item_id', 't.uom_id'], MONTH, ['base_qty', 'total', 'net', 'tax_amount']),
    revenue_by_seller_type: net('p.seller_type', MONTH),
    revenue_by_category: net('t.item_category_id', MONTH),
  },
  procurement_dashboard: {
    bills_to_pay: records('bill', `status = 'posted' and balance > 0`),
    orders_to_receive: records('purchase_order', OPEN),
    below_reorder: REORDER,
    due_calendar: records('bill', `status = 'posted' and balance > 0 and due_date ${MONTH}`),
    purchases_by_month: lines('bill', {
      key: monthOf('d.transaction_date'),
      where: `d.status = 'posted' and d.transaction_date ${YEAR}`,
      amounts: 'sum(i.net)',
    }),
    top_suppliers: lines('bill', {
      key: 'd.supplier_id',
      where: `d.status = 'posted' and d.transaction_date ${MONTH}`,
      amounts: 'sum(i.net)',
    }),
    top_items: lines('purchase_order', {
      key: 'i.item_id',
      where: `${ORDERED} and d.transaction_date ${MONTH}`,
      amounts: 'sum(i.net), sum(i.base_qty)',
    }),
  },
  financial_dashboard: {
    entries_waiting: records('accounting_entry', `status = 'draft'`),
    bills_to_pay: records('bill', `status = 'posted' and balance > 0`),
    overdue_invoices: records('invoice', `status = 'posted' and balance > 0 and due_date < ${TODAY}`),
    recurring_due: records('recurring_entry', `status = 'active' and next_date between ${TODAY} and ${TODAY} + 29`),
    invoiced_by_month: lines('invoice', {
      key: monthOf('d.transaction_date'),
      where: `d.status = 'posted' and d.transaction_date ${YEAR}`,
      amounts: 'sum(i.net)',
    }),
    billed_by_month: lines('bill', {
      key: monthOf('d.transaction_date'),
      where: `d.status = 'posted' and d.transaction_date ${YEAR}`,
      amounts: 'sum(i.net)',
    }),
  },
  resource_dashboard: {
    to_deliver: records('sales_order', OPEN),
    to_receive: records('purchase_order', OPEN),
    below_reorder: REORDER,
    moving: records('inventory_transfer', TRANSIT),
    movements: `select ${monthOf('transaction_date')}, kind, count(*) from {s}.inventory_movement where transaction_date ${YEAR} group by 1, 2`,
    moved_items: `select item_id, sum(qty_out) from {s}.inventory_movement where qty_out > 0 and transaction_date ${MONTH} group by 1`,
  },
  analytics_payroll: {
    basic_payroll_info: `select ${monthOf('payout_date')}, sum(net_pay), sum(total_deductions) from {s}.payslip where payout_date ${YEAR} group by 1`,
    payroll_tags: `select payroll_tag, sum(gross), sum(net_pay), count(*) from {s}.payslip where payout_date ${YEAR} group by 1`,
    payroll_compensation_department: `select department_id, sum(gross), sum(net_pay), count(distinct employee_id) from {s}.payslip where payout_date ${YEAR} group by 1`,
    earnings_by_team: `select e.team_id, sum(s.gross), sum(s.net_pay), count(distinct s.employee_id) from {s}.payslip s
      join {s}.employee e on e.id = s.employee_id where s.payout_date ${YEAR} group by 1`,
  },
  analytics_time_management: {
    daily_attendance: days(`to_char(date, 'YYYY-MM-DD'), attendance`, 'count(*)'),
    dtr_check: days('attendance', 'count(*)'),
    get_missing_logs: days('employee_id', 'count(*)', `attendance = 'incomplete'`),
    tardy_employees: days('employee_id', 'sum(late_minutes), count(*)', 'late_minutes > 0'),
    attendance_analysis: days(monthOf('date'), 'sum(late_minutes), sum(undertime_minutes), sum(absent_minutes)'),
    get_shift_schedule: `select shift_template_id, count(*) from {s}.shift_schedule where not is_rest_day and date ${MONTH} group by 1`,
    get_all_filings: filings((date) => `${date} ${MONTH}`),
    get_all_pending_filings: filings(() => `status = 'posted'`),
    get_over_all_filings: filings((date) => `${GRANTED} and ${date} ${MONTH}`),
    get_leave_employees: byEmployee('leave_filing', 'qty', 'date_from'),
    get_ot_employees: byEmployee('overtime_filing', 'hours', 'date'),
    get_ob_employees: byEmployee('official_business_filing', 'hours', 'date_from'),
    get_filings_calendar: records('leave_filing', `status in ('posted', 'approved', 'processed') and date_from ${MONTH}`),
  },
  analytics_loan_management: {
    active_loan: `select employee_id, sum(balance), sum(principal), count(*) from {s}.loan_entry where ${LOANS} and balance > 0 group by 1`,
    get_loan_type: `select loan_type_id, sum(balance), count(*) from {s}.loan_entry where ${LOANS} and balance > 0 group by 1`,
    get_loan_entry_amount: `select loan_type_id, sum(principal), count(*) from {s}.loan_entry where ${LOANS} and loan_date ${YEAR} group by 1`,
    get_loan_per_month: `select ${monthOf('loan_date')}, sum(principal) from {s}.loan_entry where ${LOANS} and loan_date ${YEAR} group by 1`,
  },
  talent_dashboard: {
    filings: ['timelog', 'leave', 'official_business', 'overtime', 'restday', 'cto', 'service_invoice']
      .map((name) => `${name}_filing`)
      .concat(
        'shift_adjustment',
        'overtime_filing_with_authorization',
        'restday_filing_with_authorization',
        'employee_requisition',
        'data_change_request',
      )
      .map((table) => `select '${table}', (select count(*) from {s}.${table} where status = 'posted')`)
      .join(' union all '),
    here: `select s, count(k) from unnest(array['working', 'on_break', 'out']) s left join (
      select case when l.type = 'break_out' then 'on_break' when l.direction = 'In' then 'working' else 'out' end as k from {s}.employee e
      left join {s}.raw_time_log l on l.id = (select r.id from {s}.raw_time_log r where r.employee_id = e.id
        and (r.logged_at at time zone 'Asia/Manila')::date >= ${TODAY} order by r.logged_at desc, r.id desc limit 1)
      where e.status = 'active') x on k = s group by 1`,
    years: years
      .map((year) => {
        const end = year === 2026 ? TODAY : `date '${year}-12-31'`
        const within = (date: string) => `e.${date} between date '${year}-01-01' and ${end}`
        return `select '${year}', count(*) filter (where ${hired(end)}), count(*) filter (where ${within('date_hired')}),
          count(*) filter (where ${within('date_separated')}) from {s}.employee e`
      })
      .join(' union all '),
    expenses: `select to_char(m, 'YYYY/MM'), coalesce(sum(p.total_gross), 0), coalesce(sum(p.total_employer), 0)
      from generate_series(date '2025-12-01', date '2026-11-01', interval '1 month') m
      left join {s}.payroll p on p.status = 'posted' and to_char(p.payout_date, 'YYYY/MM') = to_char(m, 'YYYY/MM') group by m`,
    pyramid: `select concat(b, '–', b + 4), count(*) filter (where gender = 'Male'), count(*) filter (where gender = 'Female') from (
      select gender, extract(year from age(${TODAY}, birth_at))::int / 5 * 5 as b from {s}.employee where status = 'active' and birth_at is not null) x
      group by b`,
    leave: `select leave_type_id, coalesce(sum(qty) filter (where ${GRANTED}), 0), coalesce(sum(qty) filter (where status = 'posted'), 0)
      from {s}.leave_filing where status in ('posted', 'approved', 'processed') and date_from ${YEAR} group by 1`,
    attrition_department: attrition('e.department_id'),
    attrition_team: attrition('e.team_id'),
    attrition_zone: attrition('coalesce(e.time_zone_id, t.time_zone_id, b.time_zone_id)'),
    types: `select employment_type_id, count(*) from {s}.employee where status = 'active' group by 1`,
    statuses: `select status, count(*) from {s}.employee group by 1`,
    completion: [
      complete('personal', has('birth_at', 'civil_status_id', 'citizenship_id', 'email', 'mobile')),
      complete('employment-details', has('branch_id', 'department_id', 'position_id', 'employment_type_id', 'manager_id')),
      complete('attendance-setting', has('biometric_id', 'shift_template_id')),
      complete('payroll-setting', has('pay_group_id', 'bank_account_id')),
      complete('compensation', has('salary_rate_type', 'basic_rate')),
      complete(
        'government_ids',
        `(select count(distinct n.id_type) from {s}.employee_id n where n.employee_id = e.id and n.id_type in ('SSS', 'Philhealth', 'Pagibig', 'TIN')) = 4`,
      ),
    ].join(' union all '),
    birthdays: yearly('birth_at'),
    anniversaries: yearly('date_hired'),
    newcomers: records('employee', `date_hired between ${TODAY} - 30 and ${TODAY}`),
    escalations: records('escalation_and_concern', `(date_raised at time zone 'Asia/Manila')::date = ${TODAY}`),
  },
  command_dashboard: {
    logins: `select to_char(d, 'MM/DD'), count(l.id) filter (where result = 'success'), count(l.id) filter (where result = 'failed')
      from generate_series(${TODAY} - 13, ${TODAY}, interval '1 day') d
      left join {s}.recent_logins l on (l.logged_in_at at time zone 'Asia/Manila')::date = d::date group by d`,
    applications: `select a.title, count(u.id) from {s}.application a left join {s}.user_role__apps r on r.application_id = a.id and r.is_enabled is not false
      left join {s}."user" u on u.user_role_id = r.parent_id and u.is_active is not false where a.is_active is not false group by a.id, a.title`,
    recent: records('recent_logins'),
    pending_changes: records('change_management', `status = 'pending'`),
    backups: records('system_backup'),
  },
}
