/** Posting of a goods receipt by hand: stock at moving average, ledger entry, status, audit. */
import type pg from 'pg'
import { actions, CODED, flags, PLAIN_STATES, person, type Ref, ref, tagsOf, UOM, type Values } from './answers.ts'
import { audit, Refused, S, transaction, type User } from './base.ts'

const PEOPLE = ['received_by', 'approved_by', 'disapproved_by', 'posted_by', 'voided_by', 'created_by', 'updated_by']
const HEADER = `select t.*, ${ref('branch', 'branch_id', CODED, ", 'code', r.code")} as branch,
  ${ref('supplier', 'supplier_id', CODED, ", 'tax_type_id', r.tax_type_id")} as supplier, ${ref('inventory_location', 'location_id', CODED, ", 'branch_id', r.branch_id, 'type', r.type")} as location,
  ${ref('tax_type', 'tax_type_id', CODED, ", 'computation', r.computation, 'rate', r.rate")} as tax_type, ${PEOPLE.map(person).join(', ')}, ${tagsOf('goods_receipt')}
  from ${S}.goods_receipt t where t.id = $2 and (cardinality($1::bigint[]) = 0 or t.branch_id = any($1) or t.branch_id is null)`

/** Columns of costs, which the measured user may not see. */
const COSTS = ['cost_value', 'unit_cost', 'grni_cleared']

/** The receipt as the API returns it. */
async function answer(client: pg.PoolClient, user: User, id: number): Promise<Values> {
  const head = (await client.query({ name: 'receipt', text: HEADER, values: [user.branches, id] })).rows[0] as Values
  const lines = await client.query({
    name: 'receipt_lines',
    text: `select t.*, ${ref('item', 'item_id', "r.sku_code || ' · ' || r.name", ", 'uom_id', r.uom_id, 'item_type', r.item_type, 'vat_class', r.vat_class, 'is_serialized', r.is_serialized, 'is_lot_tracked', r.is_lot_tracked")} as item, ${UOM} as uom, ${ref('tax_type', 'tax_type_id', CODED)} as tax_type
           from ${S}.goods_receipt__items t where t.parent_id = $1 order by t.line_no, t.id`,
    values: [id],
  })
  const status = String(head['status'])
  return {
    ...head,
    purchase_order_ids: ((head['purchase_order_ids'] as string[] | null) ?? []).map(Number),
    purchase_orders: [],
    proof: ((head['proof'] as string[] | null) ?? []).map(Number),
    ...flags(status, PLAIN_STATES),
    label: `${head['transaction_no']} · ${(head['supplier'] as Ref).name}`,
    items: lines.rows.map((row: Values) => {
      const { parent_id: _parent, ...line } = row
      for (const name of COSTS) delete line[name]
      return line
    }),
    charges: [],
    actions: actions(status, user.codes.get('goods_receipt'), ['close', 'reopen']),
  }
}

/** Takes the buckets of the receipt's items in one order, making those that are missing. */
const lockBuckets = (client: pg.PoolClient, id: number, location: number) =>
  client
    .query({
      name: 'make_buckets',
      text: `insert into ${S}.stock_bucket (item_id, location_id)
             select distinct item_id, $2::bigint from ${S}.goods_receipt__items where parent_id = $1 order by 1 on conflict do nothing`,
      values: [id, location],
    })
    .then(() =>
      client.query({
        name: 'lock_buckets',
        text: `select 1 from ${S}.stock_bucket where location_id = $2 and item_id in (select item_id from ${S}.goods_receipt__items where parent_id = $1)
               order by item_id for update`,
        values: [id, location],
      }),
    )

/** Movements with running balances, and the new balances, in one statement. */
const moveStock = (client: pg.PoolClient, user: User, head: Values, seq: number) =>
  client.query({
    name: 'move_stock',
    text: `with moved as (
             select d.id, d.line_no, d.item_id, d.base_qty, d.cost_value,
               b.qty + sum(d.base_qty) over w as qty_after, b.value + sum(d.cost_value) over w as value_after,
               row_number() over (partition by d.item_id order by d.line_no desc) = 1 as is_last
             from ${S}.goods_receipt__items d join ${S}.item i on i.id = d.item_id and i.item_type = 'Stock'
             join ${S}.stock_bucket b on b.item_id = d.item_id and b.location_id = $2
             where d.parent_id = $1 window w as (partition by d.item_id order by d.line_no)),
           balance as (
             update ${S}.stock_bucket b set qty = m.qty_after, value = m.value_after, last_date = greatest(b.last_date, $3::date),
               last_cost = case when m.qty_after > 0 then round(m.value_after / m.qty_after, 8) else b.last_cost end
             from moved m where m.is_last and b.item_id = m.item_id and b.location_id = $2)
           insert into ${S}.inventory_movement (posting_seq, date, transaction_date, source_module, source_id, transaction_no, created_by, updated_by,
             line_no, item_id, location_id, branch_id, source_line_id, kind, qty_delta, value_delta, qty_after, value_after,
             qty_in, qty_out, unit_cost, total_cost, running_qty)
           select $4, now(), $3::date, 'goods_receipt', $1, $5, $6, $6, line_no, item_id, $2, $7, id, 'in', base_qty, cost_value, qty_after, value_after,
             base_qty, 0, case when base_qty = 0 then 0 else round(cost_value / base_qty, 4) end, cost_value, qty_after from moved order by line_no`,
    values: [head['id'], head['location_id'], head['transaction_date'], seq, head['transaction_no'], user.id, head['branch_id']],
  })

/** Inventory by account against goods received and not invoiced. */
const writeEntry = (client: pg.PoolClient, user: User, head: Values, number: string) =>
  client.query({
    name: 'entry',
    text: `with roles as (select role, min(id) as id from ${S}.chart_of_account where role in ('inventory', 'cogs', 'goods_received_not_invoiced') group by 1),
           lines as (
             select coalesce(i.inventory_account_id, g.inventory_account_id, l.inventory_account_id, b.inventory_account_id, r.id) as account_id,
               sum(d.cost_value) as debit, 0 as credit, null::bigint as supplier_id, 1 as place
             from ${S}.goods_receipt__items d join ${S}.item i on i.id = d.item_id left join ${S}.item_group g on g.id = i.item_group_id
             join ${S}.inventory_location l on l.id = $2 left join ${S}.branch b on b.id = l.branch_id
             join roles r on r.role = case when i.item_type = 'Stock' then 'inventory' else 'cogs' end where d.parent_id = $1 group by 1
             union all
             select r.id, 0, sum(d.net), $3::bigint, 2 from ${S}.goods_receipt__items d join roles r on r.role = 'goods_received_not_invoiced'
             where d.parent_id = $1 group by r.id),
           entry as (
             insert into ${S}.accounting_entry (transaction_no, transaction_date, branch_id, journal, source_module, source_id, source_no, period,
               total_debit, total_credit, is_system, status, posted_by, posted_at, created_by, updated_by)
             select $4, $5::date, $6, 'Inventory', 'goods_receipt', $1, $7, left($5::text, 7), sum(debit), sum(credit), true, 'posted', $8, now(), $8, $8
             from lines returning id)
           insert into ${S}.accounting_entry__lines (parent_id, line_no, account_id, debit, credit, supplier_id)
           select entry.id, row_number() over (order by place, account_id), account_id, debit, credit, supplier_id from lines, entry`,
    values: [
      head['id'],
      head['location_id'],
      head['supplier_id'],
      number,
      head['transaction_date'],
      head['branch_id'],
      head['transaction_no'],
      user.id,
    ],
  })

/** Posts a draft and returns it. */
export function postReceipt(user: User, id: number): Promise<Values> {
  return transaction(async (client) => {
    const text = `${HEADER} for update of t`
    const head = (await client.query({ name: 'lock_receipt', text, values: [user.branches, id] })).rows[0] as Values | undefined
    if (!head) throw new Refused(404, 'The record was not found.')
    if (head['status'] !== 'draft' && head['status'] !== 'approved') throw new Refused(422, 'This record cannot be posted.')
    const period = String(head['transaction_date']).slice(0, 7)
    const { rows: checks } = await client.query({
      name: 'checks',
      text: `select exists (select 1 from ${S}.fiscal_period where period = $1 and status = 'locked' and module_group in ('inventory', 'general_ledger')) as locked,
               (select is_active from ${S}.supplier where id = $2) as active, nextval('${S}.posting_seq') as seq, nextval('${S}.reference_no') as number`,
      values: [period, head['supplier_id']],
    })
    const { locked, active, seq, number } = checks[0] as { locked: boolean; active: boolean; seq: number; number: number }
    if (locked) throw new Refused(423, `The period ${period} is locked.`)
    if (!active) throw new Refused(422, 'The supplier is not active.')
    await lockBuckets(client, id, head['location_id'] as number)
    await moveStock(client, user, head, seq)
    await writeEntry(client, user, head, `RE-${period.slice(0, 4)}-${String(number).padStart(6, '0')}`)
    await client.query({
      name: 'posted',
      text: `update ${S}.goods_receipt set status = 'posted', progress = 'unbilled', posting_seq = $2, posted_by = $3, posted_at = now(),
               version = version + 1, updated_by = $3, updated_at = now() where id = $1`,
      values: [id, seq, user.id],
    })
    const changes = { status: 'posted', progress: 'unbilled', posting_seq: seq, posted_by: user.id }
    const before = { status: head['status'], progress: head['progress'], posting_seq: null, posted_by: null }
    await audit(client, user, {
      module: 'goods_receipt',
      action: 'post',
      record: { id, transaction_no: String(head['transaction_no']) },
      before,
      after: changes,
    })
    return answer(client, user, id)
  })
}
