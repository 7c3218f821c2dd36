/** Purchase orders by hand: list, get, create, update. */
import type pg from 'pg'
import { actions, CODED, flags, ITEM, person, type Ref, ref, type Values } from './answers.ts'
import { audit, type Queryable, Refused, S, transaction, type User } from './base.ts'
import { type LineInput, totalsOf } from './totals.ts'

const MAX_COUNT = 10_000
const WINDOW_DAYS = 366
const OWN_BRANCH = `(cardinality($1::bigint[]) = 0 or t.branch_id = any($1) or t.branch_id is null)`

const LINE = {
  type: 'object',
  additionalProperties: false,
  properties: {
    id: { type: 'integer' },
    item_id: { type: 'integer' },
    uom_id: { type: 'integer' },
    description: { type: ['string', 'null'], maxLength: 500 },
    qty: { type: 'number', exclusiveMinimum: 0, maximum: 999_999_999 },
    unit_price: { type: 'number', minimum: 0 },
    discount_percent: { type: 'number', minimum: 0, maximum: 100 },
  },
}
/** The writable fields of an order. */
export const ORDER_BODY = {
  type: 'object',
  additionalProperties: false,
  properties: {
    version: { type: 'integer' },
    branch_id: { type: 'integer' },
    supplier_id: { type: 'integer' },
    location_id: { type: 'integer' },
    transaction_date: { type: 'string', format: 'date' },
    expected_date: { type: 'string', format: 'date' },
    payment_term_id: { type: 'integer' },
    tax_type_id: { type: 'integer' },
    reference_no: { type: ['string', 'null'], maxLength: 60 },
    remarks: { type: ['string', 'null'], maxLength: 4000 },
    items: { type: 'array', minItems: 1, items: LINE },
  },
}

interface LineBody {
  id?: number
  item_id?: number
  uom_id?: number
  description?: string | null
  qty?: number
  unit_price?: number
  discount_percent?: number
}
interface OrderBody {
  version?: number
  branch_id?: number
  supplier_id?: number
  location_id?: number
  transaction_date?: string
  expected_date?: string
  payment_term_id?: number
  tax_type_id?: number
  reference_no?: string | null
  remarks?: string | null
  items?: LineBody[]
}

const PEOPLE = ['buyer_id', 'approved_by', 'disapproved_by', 'posted_by', 'voided_by', 'closed_by', 'created_by', 'updated_by']
const COLUMNS = `t.*, ${ref('branch', 'branch_id', CODED, ", 'code', r.code")} as branch,
  ${ref('supplier', 'supplier_id', CODED, ", 'payment_term_id', r.payment_term_id, 'tax_type_id', r.tax_type_id")} as supplier,
  ${ref('inventory_location', 'location_id', CODED)} as location,
  (select json_build_object('id', r.id, 'name', r.label, 'label', r.label) from ${S}.address r where r.id = t.ship_to_id) as ship_to,
  ${ref('payment_term', 'payment_term_id', CODED)} as payment_term, ${ref('currency', 'currency_id', CODED)} as currency,
  ${ref('tax_type', 'tax_type_id', CODED, ", 'computation', r.computation, 'rate', r.rate")} as tax_type,
  ${PEOPLE.map(person).join(', ')}`

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

const header = (id: number, user: User, lock = '') => ({
  name: `header${lock}`,
  text: `select ${COLUMNS} from ${S}.purchase_order t where t.id = $2 and ${OWN_BRANCH} ${lock}`,
  values: [user.branches, id],
})
const lines = (id: number) => ({
  name: 'lines',
  text: `select t.*, ${ITEM} as item, ${ref('uom', 'uom_id', CODED)} as uom, ${ref('tax_type', 'tax_type_id', CODED)} as tax_type
         from ${S}.purchase_order__items t where t.parent_id = $1 order by t.line_no, t.id`,
  values: [id],
})

function lineOf(row: Values): Values {
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
    source_module: row['source_module'],
    source_line_id: row['source_line_id'],
  }
}

/** The order with its lines and what the user can do with it. */
export async function getOrder(db: Queryable, user: User, id: number): Promise<Values> {
  const [head, rows] = await Promise.all([db.query(header(id, user)), db.query(lines(id))])
  const found = head.rows[0] as Values | undefined
  if (!found) throw new Refused(404, 'The record was not found.')
  return { ...orderOf(found), items: rows.rows.map(lineOf), actions: actions(String(found['status']), user.codes.get('purchase_order')) }
}

interface Masters {
  supplier: { payment_term_id: number; tax_type_id: number; name: string }
  branch: { code: string }
  tax: { computation: string; rate: number }
  items: Map<number, { name: string; uom_id: number; vat_class: string }>
  units: Map<string, { factor: number; factor_denominator: number }>
}

/** Everything that an order refers to, checked; 400 with errors by field. */
async function mastersOf(
  client: pg.PoolClient,
  user: User,
  order: Required<Pick<OrderBody, 'supplier_id' | 'location_id' | 'branch_id'>> & OrderBody,
): Promise<Masters> {
  const errors: Record<string, string[]> = {}
  const itemIds = order.items!.map((line) => line.item_id)
  const head = (
    await client.query({
      name: 'masters',
      text: `select (select row_to_json(s) from (select payment_term_id, tax_type_id, name from ${S}.supplier where id = $1 and is_active) s) as supplier,
               (select row_to_json(b) from (select code from ${S}.branch where id = $2 and is_active) b) as branch,
               (select id from ${S}.inventory_location where id = $3 and is_active) as location,
               (select id from ${S}.payment_term where id = $4) as term,
               (select row_to_json(x) from (select computation, rate from ${S}.tax_type
                 where id = coalesce($5::bigint, (select tax_type_id from ${S}.supplier where id = $1))) x) as tax`,
      values: [order.supplier_id, order.branch_id, order.location_id, order.payment_term_id ?? null, order.tax_type_id ?? null],
    })
  ).rows[0] as Values
  const items = await client.query({
    name: 'items',
    text: `select id, name, uom_id, vat_class from ${S}.item where id = any($1) and is_active`,
    values: [itemIds],
  })
  const units = await client.query({
    name: 'units',
    text: `select item_id, uom_id, factor, factor_denominator from ${S}.uom_matrix where item_id = any($1) and is_active`,
    values: [itemIds],
  })
  if (!head['supplier']) errors['supplier_id'] = ['Choose an active supplier.']
  if (!head['branch']) errors['branch_id'] = ['Choose an active branch.']
  if (!head['location']) errors['location_id'] = ['Choose an active location.']
  if (!head['tax']) errors['tax_type_id'] = ['Choose a tax type.']
  if (order.payment_term_id && !head['term']) errors['payment_term_id'] = ['Choose a payment term.']
  if (user.branches.length && !user.branches.includes(order.branch_id)) errors['branch_id'] = ['You are not assigned to this branch.']
  if (order.expected_date! < order.transaction_date!) errors['expected_date'] = ['The expected date cannot be before the order date.']
  const byId = new Map(items.rows.map((row) => [row.id as number, row]))
  const factors = new Map(units.rows.map((row) => [`${row.item_id}|${row.uom_id}`, row]))
  order.items!.forEach((line, index) => {
    const item = byId.get(line.item_id!)
    if (!item) errors[`items.${index}.item_id`] = ['Choose an active item.']
    else if (line.uom_id !== item.uom_id && !factors.has(`${line.item_id}|${line.uom_id}`))
      errors[`items.${index}.uom_id`] = ['This unit does not fit the item.']
    if (line.qty === undefined) errors[`items.${index}.qty`] = ['Field is required']
  })
  if (Object.keys(errors).length) throw new Refused(400, 'Please check the marked fields.', errors)
  return { ...(head as unknown as Omit<Masters, 'items' | 'units'>), items: byId, units: factors }
}

/** The lines as they are stored, and the document's totals. */
function compute(order: OrderBody, masters: Masters) {
  const inputs = order.items!.map(
    (line): LineInput => ({
      qty: line.qty!,
      unit_price: line.unit_price ?? 0,
      discount_percent: line.discount_percent ?? 0,
      vat_class: masters.items.get(line.item_id!)!.vat_class,
    }),
  )
  const totals = totalsOf(inputs, masters.tax.computation, masters.tax.rate)
  const rows = order.items!.map((line, index): Values & { line_no: number; id?: number | undefined } => {
    const item = masters.items.get(line.item_id!)!
    const unit = masters.units.get(`${line.item_id}|${line.uom_id}`) ?? { factor: 1, factor_denominator: 1 }
    return {
      id: line.id,
      line_no: index + 1,
      item_id: line.item_id,
      description: line.description ?? item.name,
      uom_id: line.uom_id,
      uom_num: unit.factor,
      uom_den: unit.factor_denominator,
      base_qty: (line.qty! * unit.factor) / unit.factor_denominator,
      ...inputs[index]!,
      vat_basis: 'V',
      ...totals.lines[index]!,
    }
  })
  return { totals, rows }
}

const LINE_COLUMNS =
  'line_no int, item_id bigint, description text, uom_id bigint, uom_num numeric, uom_den numeric, qty numeric, base_qty numeric, unit_price numeric, discount_percent numeric, discount numeric, amount numeric, vat_class text, vat_basis text, vat_category text, net numeric, tax_amount numeric, total numeric'
const LINE_NAMES = LINE_COLUMNS.split(', ').map((one) => one.split(' ')[0]!)

const insertLines = (client: pg.PoolClient, id: number, rows: readonly Values[]) =>
  client.query({
    name: 'insert_lines',
    text: `insert into ${S}.purchase_order__items (parent_id, ${LINE_NAMES.join(', ')})
           select $1, ${LINE_NAMES.join(', ')} from json_to_recordset($2) as v(${LINE_COLUMNS})`,
    values: [id, JSON.stringify(rows)],
  })

const today = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)

/** Creates an order and answers it. */
export function createOrder(user: User, body: OrderBody): Promise<Values> {
  return transaction(async (client) => {
    const order = { transaction_date: today(), branch_id: 1, ...body } as Parameters<typeof mastersOf>[2]
    const masters = await mastersOf(client, user, order)
    const { totals, rows } = compute(order, masters)
    const { rows: numbers } = await client.query({ name: 'number', text: `select nextval('${S}.reference_no') as n` })
    const transaction_no = `RO-${masters.branch.code}-${order.transaction_date!.slice(0, 4)}-${String(numbers[0]!.n).padStart(6, '0')}`
    const values: Values = {
      transaction_no,
      transaction_date: order.transaction_date,
      branch_id: order.branch_id,
      supplier_id: order.supplier_id,
      location_id: order.location_id,
      expected_date: order.expected_date,
      payment_term_id: order.payment_term_id ?? masters.supplier.payment_term_id,
      tax_type_id: order.tax_type_id ?? masters.supplier.tax_type_id,
      buyer_id: user.id,
      vat_rate: masters.tax.rate,
      subtotal: totals.subtotal,
      discount_amount: 0,
      taxable_amount: totals.taxable_amount,
      zero_rated_amount: 0,
      exempt_amount: totals.exempt_amount,
      vat_amount: totals.vat_amount,
      total: totals.total,
      reference_no: order.reference_no ?? null,
      remarks: order.remarks ?? null,
      status: 'draft',
      created_by: user.id,
      updated_by: user.id,
    }
    const names = Object.keys(values)
    const inserted = await client.query({
      name: 'insert_order',
      text: `insert into ${S}.purchase_order (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
      values: Object.values(values),
    })
    const id = inserted.rows[0]!.id as number
    await insertLines(client, id, rows)
    await audit(client, user, 'purchase_order', 'create', { id, transaction_no }, null, { id, ...values, items: rows })
    return getOrder(client, user, id)
  })
}

const EDITABLE = [
  'branch_id',
  'supplier_id',
  'location_id',
  'transaction_date',
  'expected_date',
  'payment_term_id',
  'tax_type_id',
  'reference_no',
  'remarks',
] as const

/** Saves a draft when `version` is still the stored one; 409 otherwise. */
export function updateOrder(user: User, id: number, body: OrderBody): Promise<Values> {
  return transaction(async (client) => {
    const current = (await client.query(header(id, user, 'for update of t'))).rows[0] as Values | undefined
    if (!current) throw new Refused(404, 'The record was not found.')
    if (body.version !== undefined && body.version !== current['version'])
      throw new Refused(409, 'Somebody else saved this record after you opened it.')
    if (current['status'] !== 'draft' && current['status'] !== 'disapproved') throw new Refused(422, 'This record cannot be changed.')
    const stored = (await client.query(lines(id))).rows as (Values & { id: number })[]
    const byId = new Map(stored.map((row) => [row.id, row]))
    const order = {
      ...(Object.fromEntries(EDITABLE.map((name) => [name, current[name]])) as OrderBody),
      ...body,
      items: (body.items ?? (stored as LineBody[])).map((line) => ({ ...(line.id ? (byId.get(line.id) as LineBody) : {}), ...line })),
    } as Parameters<typeof mastersOf>[2]
    const masters = await mastersOf(client, user, order)
    const { totals, rows } = compute(order, masters)
    const after: Values = {
      ...Object.fromEntries(EDITABLE.map((name) => [name, order[name]])),
      vat_rate: masters.tax.rate,
      subtotal: totals.subtotal,
      taxable_amount: totals.taxable_amount,
      exempt_amount: totals.exempt_amount,
      vat_amount: totals.vat_amount,
      total: totals.total,
      status: 'draft',
    }
    const names = Object.keys(after)
    await client.query({
      name: 'update_order',
      text: `update ${S}.purchase_order set ${names.map((name, index) => `${name} = $${index + 1}`).join(', ')},
               version = version + 1, updated_by = $${names.length + 1}, updated_at = now() where id = $${names.length + 2}`,
      values: [...Object.values(after), user.id, id],
    })
    const kept = rows.filter((row) => row.id !== undefined)
    const changed = kept.filter((row) => LINE_NAMES.some((name) => row[name] !== byId.get(row.id!)?.[name]))
    const gone = stored.filter((row) => !kept.some((one) => one.id === row.id)).map((row) => row.id)
    if (gone.length) await client.query(`delete from ${S}.purchase_order__items where parent_id = $1 and id = any($2)`, [id, gone])
    if (changed.length)
      await client.query({
        name: 'update_lines',
        text: `update ${S}.purchase_order__items t set ${LINE_NAMES.map((name) => `${name} = v.${name}`).join(', ')}
               from json_to_recordset($2) as v(id bigint, ${LINE_COLUMNS}) where t.id = v.id and t.parent_id = $1`,
        values: [id, JSON.stringify(changed)],
      })
    const added = rows.filter((row) => row.id === undefined)
    if (added.length) await insertLines(client, id, added)
    const differing = names.filter((name) => current[name] !== after[name])
    const pick = (from: Values): Values => Object.fromEntries(differing.map((name) => [name, from[name]]))
    await audit(
      client,
      user,
      'purchase_order',
      'update',
      { id, transaction_no: String(current['transaction_no']) },
      { ...pick(current), version: current['version'], ...(changed.length ? { items: stored.map(lineOf) } : {}) },
      { ...pick(after), version: Number(current['version']) + 1, ...(changed.length ? { items: rows } : {}) },
    )
    return getOrder(client, user, id)
  })
}
