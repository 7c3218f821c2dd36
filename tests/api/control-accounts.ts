/** Statements that must find nothing: what documents keep, against the accounts that control it. `{s}` is the company's schema. */

/** Lines of the ledger as `l`, with their entry `e` and account `a`. */
export const LINES = (schema = '{s}') => `${schema}.accounting_entry__lines l JOIN ${schema}.accounting_entry e ON e.id = l.parent_id
  JOIN ${schema}.chart_of_account a ON a.id = l.account_id`

/** Days on which a balance that documents keep moves otherwise than the account that controls it, positive debits; or all days as one. */
const driftOf = (moves: string, code: string, by = 'day') => `SELECT day FROM (
  SELECT ${by} AS day, sum(amount) AS amount FROM (${moves} UNION ALL
    SELECT e.transaction_date, l.credit - l.debit FROM ${LINES()} WHERE a.code = '${code}') m GROUP BY 1) d WHERE amount <> 0`

/** Movements of stock at locations in transit, or elsewhere. */
const moved = (where: string) => `SELECT m.transaction_date AS day, m.value_delta AS amount FROM {s}.inventory_movement m
  JOIN {s}.inventory_location p ON p.id = m.location_id WHERE p.type ${where} 'Transit'`
/** What became open and what was applied, of an account role; a payable is a credit. */
const opened = (role: string) => {
  const sign = (kind: string) => `CASE ${kind} WHEN 'payable' THEN -1 ELSE 1 END`
  return `SELECT o.date AS day, o.amount * ${sign('o.kind')} AS amount FROM {s}.open_item o WHERE o.account_role = '${role}'
  UNION ALL SELECT p.date, -p.amount * ${sign('o.kind')} FROM {s}.open_item_application p JOIN {s}.open_item o ON o.id = p.open_item_id WHERE o.account_role = '${role}'`
}

/** Checks of the register, from their receipt to their deposit or their way back to the customer. */
const checks = (
  kind: string,
) => `SELECT received_on AS day, amount FROM {s}.check_register WHERE status <> 'voided' AND is_post_dated IS ${kind}
  UNION ALL SELECT deposited_on, -amount FROM {s}.check_register WHERE status <> 'voided' AND is_post_dated IS ${kind} AND bank_deposit_id IS NOT NULL
  UNION ALL SELECT returned_on, -amount FROM {s}.check_register WHERE status <> 'voided' AND is_post_dated IS ${kind} AND bank_deposit_id IS NULL AND returned_on IS NOT NULL`

/** On every day, whatever was voided on which. */
export const DRIFTS: Readonly<Record<string, string>> = {
  stock: driftOf(moved('<>'), '1210'),
  'goods in transit': driftOf(moved('='), '1215'),
  receivables: driftOf(opened('accounts_receivable'), '1110'),
  payables: driftOf(opened('accounts_payable'), '2010'),
  'deposits of customers': driftOf(opened('customer_deposits'), '2030'),
  'advances to suppliers': driftOf(opened('supplier_advance'), '1130'),
}

/** Of registers, which know one day of a document: on every day where a void is dated as its document, else on the whole. */
const registersBy = (by: string): Readonly<Record<string, string>> => ({
  'undeposited collections': driftOf(
    `SELECT r.transaction_date AS day, t.amount FROM {s}.cash_receipt__tenders t JOIN {s}.cash_receipt r ON r.id = t.parent_id WHERE r.status = 'posted' AND t.kind = 'cash'
     UNION ALL SELECT transaction_date, -cash_amount FROM {s}.bank_deposit WHERE status = 'posted' UNION ALL ${checks('NOT TRUE')}`,
    '1010',
    by,
  ),
  'post-dated checks received': driftOf(checks('TRUE'), '1016', by),
  'post-dated checks issued': driftOf(
    `SELECT transaction_date AS day, -net_amount AS amount FROM {s}.check_voucher WHERE status = 'posted' AND check_date > transaction_date
     UNION ALL SELECT cleared_at, net_amount FROM {s}.check_voucher WHERE status = 'posted' AND check_date > transaction_date AND cleared_at IS NOT NULL`,
    '2035',
    by,
  ),
})
export const REGISTERS = registersBy('day')
export const REGISTER_TOTALS = registersBy("'all'::text")

const balanceOf = (code: string) => `(SELECT coalesce(sum(l.debit - l.credit), 0) FROM ${LINES()} WHERE a.code = '${code}')`

/** What is delivered or received and not invoiced, line by line, and in the ledger. */
export const CLEARING: Readonly<Record<string, string>> = {
  'goods delivered not invoiced differ from the ledger': `SELECT 1 WHERE ${balanceOf('1220')} <>
    (SELECT coalesce(sum(i.cost_value - i.cost_carried), 0) FROM {s}.delivery_receipt__items i JOIN {s}.delivery_receipt d ON d.id = i.parent_id
     WHERE d.status IN ('posted', 'delivered') AND d.sales_return_id IS NULL)`,
  'delivered and invoiced whole, cost left': `SELECT i.id FROM {s}.delivery_receipt__items i JOIN {s}.delivery_receipt d ON d.id = i.parent_id
    WHERE d.status IN ('posted', 'delivered') AND d.sales_return_id IS NULL AND i.qty = i.qty_invoiced + i.qty_returned AND i.cost_value <> i.cost_carried`,
  'goods received not invoiced differ from the ledger': `SELECT 1 WHERE -${balanceOf('2015')} <>
    (SELECT coalesce(sum(i.net - i.grni_cleared), 0) FROM {s}.goods_receipt__items i JOIN {s}.goods_receipt g ON g.id = i.parent_id WHERE g.status = 'posted')`,
  'received and billed whole, value left': `SELECT i.id FROM {s}.goods_receipt__items i JOIN {s}.goods_receipt g ON g.id = i.parent_id
    WHERE g.status = 'posted' AND i.qty = i.qty_billed + i.qty_returned AND i.net <> i.grni_cleared`,
}

/** What holds of any books. */
export const SOUND: Readonly<Record<string, string>> = {
  'an entry is out of balance':
    'SELECT parent_id FROM {s}.accounting_entry__lines GROUP BY 1 HAVING sum(debit) <> sum(credit) OR count(*) < 2',
  'a bucket differs from its rows': `SELECT b.item_id FROM {s}.stock_bucket b LEFT JOIN {s}.inventory_movement m USING (item_id, location_id)
    GROUP BY b.item_id, b.location_id, b.qty, b.value HAVING b.qty <> coalesce(sum(m.qty_delta), 0) OR b.value <> coalesce(sum(m.value_delta), 0)`,
  'a running balance is wrong': `SELECT id FROM (SELECT id, qty_after, value_after, sum(qty_delta) OVER w AS qty, sum(value_delta) OVER w AS value FROM {s}.inventory_movement
    WINDOW w AS (PARTITION BY item_id, location_id ORDER BY id)) r WHERE qty <> qty_after OR value <> value_after`,
  'stock is negative, or worth something without being there': `SELECT item_id FROM {s}.stock_bucket WHERE qty < 0 OR value < 0 OR (qty = 0 AND value <> 0)`,
  'stock was negative on some day': `SELECT item_id FROM (SELECT item_id, location_id, transaction_date, sum(sum(qty_delta)) OVER (PARTITION BY item_id, location_id ORDER BY transaction_date) AS qty
    FROM {s}.inventory_movement GROUP BY 1, 2, 3) d WHERE qty < 0`,
  'an open item differs from its applications': `SELECT o.id FROM {s}.open_item o LEFT JOIN {s}.open_item_application a ON a.open_item_id = o.id
    GROUP BY o.id HAVING o.balance <> o.amount - coalesce(sum(a.amount), 0)`,
  'more is applied than was open': `SELECT id FROM {s}.open_item WHERE balance * sign(amount) < 0`,
  'applied before it was open': `SELECT a.id FROM {s}.open_item_application a JOIN {s}.open_item o ON o.id = a.open_item_id WHERE a.date < o.date`,
  'collections on hand are negative on some day': `SELECT 1 FROM (SELECT sum(sum(l.debit - l.credit)) OVER (PARTITION BY a.code ORDER BY e.transaction_date) AS balance
    FROM ${LINES()} WHERE a.code IN ('1010', '1016') GROUP BY a.code, e.transaction_date) d WHERE balance < 0`,
}

/** All of the statements as one, which answers the names of those that find something. */
export const findings = (statements: Readonly<Record<string, string>>): string =>
  Object.entries(statements)
    .map(([what, sql]) => `SELECT '${what.replaceAll("'", "''")}' AS what WHERE EXISTS (${sql})`)
    .join(' UNION ALL ')
