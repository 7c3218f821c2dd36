/** Purchase orders by hand: list and get. */
import { actions, CODED, flags, ITEM, person, type Ref, ref, tagsOf, UOM, type Values } from './answers.ts'
import { type Queryable, Refused, S, type User } from './base.ts'

const MAX_COUNT = 10_000
const WINDOW_DAYS = 366
const OWN_BRANCH = `(cardinality($1::bigint[]) = 0 or t.branch_id = any($1) or t.branch_id is null)`

const PEOPLE = ['buyer_id', 'approved_by', 'disapproved_by', 'posted_by', 'voided_by', 'closed_by', 'created_by', 'updated_by']
const COLUMNS = `t.*, ${ref('branch', 'branch_id', CODED, ", 'code', r.code")} as branch,
  ${ref('supplier', 'supplier_id', CODED, ", 'payment_term_id', r.payment_term_id, 'tax_type_id', r.tax_type_id")} as supplier,
  ${ref('inventory_location', 'location_id', CODED)} as location,
  (select json_build_object('id', r.id, 'name', r.label, 'label', r.label) from ${S}.address r where r.id = t.ship_to_id) as ship_to,
  ${ref('payment_term', 'payment_term_id', CODED)} as payment_term, ${ref('currency', 'currency_id', CODED)} as currency,
  (select json_build_object('id', r.id, 'name', r.transaction_no, 'label', r.transaction_no) from ${S}.purchase_order r
     where r.id = t.amended_order_id) as amended_order,
  (select json_build_object('id', r.id, 'name', r.transaction_no, 'label', r.transaction_no) from ${S}.purchase_order r
     where r.id = t.amended_by_id) as amended_by,
  ${ref('tax_type', 'tax_type_id', CODED, ", 'computation', r.computation, 'rate', r.rate")} as tax_type,
  ${PEOPLE.map(person).join(', ')}, ${tagsOf('purchase_order')}`

function orderOf(row: Values): Values {
  return {
    id: row['id'],
    version: row['version'],
    transaction_no: row['transaction_no'],
    transaction_date: row['transaction_date'],
    branch_id: row['branch_id'],
    branch: row['branch'],
    supplier_id: row['supplier_id'],
    supplier: row['supplier'],
    purchase_request_ids: ((row['purchase_request_ids'] as string[] | null) ?? []).map(Number),
    purchase_requests: [],
    amended_order_id: row['amended_order_id'],
    amended_order: row['amended_order'],
    amended_by_id: row['amended_by_id'],
    amended_by: row['amended_by'],
    location_id: row['location_id'],
    location: row['location'],
    ship_to_id: row['ship_to_id'],
    ship_to: row['ship_to'],
    expected_date: row['expected_date'],
    payment_term_id: row['payment_term_id'],
    payment_term: row['payment_term'],
    currency_id: row['currency_id'],
    currency: row['currency'],
    buyer_id: row['buyer_id'],
    buyer: row['buyer_user'],
    vat_rate: row['vat_rate'],
    subtotal: row['subtotal'],
    discount_amount: row['discount_amount'],
    taxable_amount: row['taxable_amount'],
    zero_rated_amount: row['zero_rated_amount'],
    exempt_amount: row['exempt_amount'],
    vat_amount: row['vat_amount'],
    total: row['total'],
    open_amount: row['open_amount'],
    tax_type_id: row['tax_type_id'],
    tax_type: row['tax_type'],
    terms_and_conditions: row['terms_and_conditions'],
    reference_no: row['reference_no'],
    remarks: row['remarks'],
    posting_seq: row['posting_seq'],
    print_count: row['print_count'],
    last_printed_at: row['last_printed_at'],
    approved_by: row['approved_by'],
    approved_by_user: row['approved_by_user'],
    approved_at: row['approved_at'],
    disapproved_by: row['disapproved_by'],
    disapproved_by_user: row['disapproved_by_user'],
    disapproved_at: row['disapproved_at'],
    disapproved_reason: row['disapproved_reason'],
    posted_by: row['posted_by'],
    posted_by_user: row['posted_by_user'],
    posted_at: row['posted_at'],
    voided_by: row['voided_by'],
    voided_by_user: row['voided_by_user'],
    voided_at: row['voided_at'],
    void_reason: row['void_reason'],
    closed_by: row['closed_by'],
    closed_by_user: row['closed_by_user'],
    closed_at: row['closed_at'],
    closed_reason: row['closed_reason'],
    status: row['status'],
    created_by: row['created_by'],
    created_by_user: row['created_by_user'],
    created_at: row['created_at'],
    updated_by: row['updated_by'],
    updated_by_user: row['updated_by_user'],
    updated_at: row['updated_at'],
    progress: row['progress'],
    tags: row['tags'],
    ...flags(row['status']),
    label: `${row['transaction_no']} · ${(row['supplier'] as Ref).name}`,
  }
}

/** A page, newest first; counted up to a cap as the product counts. */
export async function listOrders(db: Queryable, user: User, query: { page: number; limit: number; count?: string; window?: string }) {
  const { page, limit } = query
  const offset = (page - 1) * limit
  const from = query.window === 'all' ? '-infinity' : new Date(Date.now() - WINDOW_DAYS * 86_400_000).toISOString().slice(0, 10)
  const dated = query.window === 'all' ? '' : 'and t.transaction_date >= $2'
  const values = query.window === 'all' ? [user.branches] : [user.branches, from]
  const next = values.length + 1
  const where = `${OWN_BRANCH} ${dated}`
  const rows = db.query({
    // With the limit unknown, the planner would prepare to read a tenth of the table.
    name: `list${next}_${limit}_${offset > 0}`,
    text: `select ${COLUMNS} from (select t.id from ${S}.purchase_order t where ${where} order by t.transaction_date desc, t.id desc
             limit ${limit + 1} ${offset ? `offset $${next}` : ''}) k join ${S}.purchase_order t on t.id = k.id order by t.transaction_date desc, t.id desc`,
    values: offset ? [...values, offset] : values,
  })
  const counted =
    query.count === 'none'
      ? undefined
      : db.query({
          name: `count${next}`,
          text: `select count(*) as n from (select 1 from ${S}.purchase_order t where ${where} limit ${MAX_COUNT + 1}) c`,
          values,
        })
  const data = (await rows).rows.map(orderOf)
  const more = data.length > limit
  if (more) data.pop()
  const seen = offset + data.length + (more ? 1 : 0)
  const total = Math.max(seen, Number((await counted)?.rows[0]?.n ?? 0))
  return {
    data,
    pagination: {
      page,
      per_page: limit,
      current_page: page,
      total,
      last_page: Math.max(1, Math.ceil(total / limit)),
      ...(total > MAX_COUNT ? { total_is_estimate: true } : {}),
    },
  }
}

/** The header within the user's rows; `lock` is a locking clause. */
export const header = (id: number, user: User, lock = '') => ({
  name: `header${lock}`,
  text: `select ${COLUMNS} from ${S}.purchase_order t where t.id = $2 and ${OWN_BRANCH} ${lock}`,
  values: [user.branches, id],
})
/** The lines of an order in their order. */
export const lines = (id: number) => ({
  name: 'lines',
  text: `select t.*, ${ITEM} as item, ${UOM} as uom, ${ref('tax_type', 'tax_type_id', CODED)} as tax_type
         from ${S}.purchase_order__items t where t.parent_id = $1 order by t.line_no, t.id`,
  values: [id],
})

/** A line as answers show it. */
export function lineOf(row: Values): Values {
  return {
    id: row['id'],
    line_no: row['line_no'],
    item_id: row['item_id'],
    item: row['item'],
    description: row['description'],
    uom_id: row['uom_id'],
    uom: row['uom'],
    uom_num: row['uom_num'],
    uom_den: row['uom_den'],
    qty: row['qty'],
    base_qty: row['base_qty'],
    unit_price: row['unit_price'],
    discount_percent: row['discount_percent'],
    discount_amount: row['discount_amount'],
    source_qty: row['source_qty'],
    source_discount: row['source_discount'],
    agreed_discount: row['agreed_discount'],
    discount: row['discount'],
    amount: row['amount'],
    vat_class: row['vat_class'],
    tax_type_id: row['tax_type_id'],
    tax_type: row['tax_type'],
    vat_basis: row['vat_basis'],
    vat_category: row['vat_category'],
    net: row['net'],
    tax_amount: row['tax_amount'],
    total: row['total'],
    qty_received: row['qty_received'],
    qty_returned: row['qty_returned'],
    qty_billed: row['qty_billed'],
    qty_amended: row['qty_amended'],
    qty_reopened: row['qty_reopened'],
    source_module: row['source_module'],
    source_line_id: row['source_line_id'],
  }
}

/** The order with its lines and the user's actions on it. */
export async function getOrder(db: Queryable, user: User, id: number): Promise<Values> {
  const [head, rows] = await Promise.all([db.query(header(id, user)), db.query(lines(id))])
  const values = head.rows[0] as Values | undefined
  if (!values) throw new Refused(404, 'The record was not found.')
  return { ...orderOf(values), items: rows.rows.map(lineOf), actions: actions(String(values['status']), user.codes.get('purchase_order')) }
}
