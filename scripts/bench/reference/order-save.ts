/** Purchase orders by hand: create and update. */
import type pg from 'pg'
import type { Values } from './answers.ts'
import { audit, Refused, S, transaction, type User } from './base.ts'
import { getOrder, header, lineOf, lines } from './orders.ts'
import { type LineInput, totalsOf } from './totals.ts'

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
      // Of a document that the line was copied from.
      agreed_discount: 0,
      vat_basis: 'V',
      ...totals.lines[index]!,
    }
  })
  return { totals, rows }
}

const LINE_COLUMNS =
  'line_no int, item_id bigint, description text, uom_id bigint, uom_num numeric, uom_den numeric, qty numeric, base_qty numeric, unit_price numeric, discount_percent numeric, agreed_discount numeric, discount numeric, amount numeric, vat_class text, vat_basis text, vat_category text, net numeric, tax_amount numeric, total numeric'
const LINE_NAMES = LINE_COLUMNS.split(', ').map((name) => name.split(' ')[0]!)

const insertLines = (client: pg.PoolClient, id: number, rows: readonly Values[]) =>
  client.query({
    name: 'insert_lines',
    text: `insert into ${S}.purchase_order__items (parent_id, ${LINE_NAMES.join(', ')})
           select $1, ${LINE_NAMES.join(', ')} from json_to_recordset($2) as v(${LINE_COLUMNS})`,
    values: [id, JSON.stringify(rows)],
  })

const today = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)

/** Creates an order and returns it. */
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
      // Nothing of a draft has been received yet.
      open_amount: totals.total,
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
    await audit(client, user, {
      module: 'purchase_order',
      action: 'create',
      record: { id, transaction_no },
      before: null,
      after: { id, ...values, items: rows },
    })
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
      throw new Refused(409, 'Someone else changed this record after you opened it.')
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
      open_amount: totals.total,
      status: 'draft',
    }
    const names = Object.keys(after)
    await client.query({
      name: 'update_order',
      text: `update ${S}.purchase_order set ${names.map((name, index) => `${name} = $${index + 1}`).join(', ')},
               version = version + 1, updated_by = $${names.length + 1}, updated_at = now() where id = $${names.length + 2}`,
      values: [...Object.values(after), user.id, id],
    })
    const remaining = rows.filter((row) => row.id !== undefined)
    const changed = remaining.filter((row) => LINE_NAMES.some((name) => row[name] !== byId.get(row.id!)?.[name]))
    const gone = stored.filter((row) => !remaining.some((candidate) => candidate.id === row.id)).map((row) => row.id)
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
    await audit(client, user, {
      module: 'purchase_order',
      action: 'update',
      record: { id, transaction_no: String(current['transaction_no']) },
      before: { ...pick(current), version: current['version'], ...(changed.length ? { items: stored.map(lineOf) } : {}) },
      after: { ...pick(after), version: Number(current['version']) + 1, ...(changed.length ? { items: rows } : {}) },
    })
    return getOrder(client, user, id)
  })
}
