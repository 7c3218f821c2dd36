/** What customers owe: its age on a day, and the statement of one customer, against the account of the ledger. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { type Host, openHost, salesMasters } from './trading-host.ts'

let host: Host
let m: Awaited<ReturnType<typeof salesMasters>>
beforeAll(async () => {
  host = await openHost('OWED')
  m = await salesMasters(host)
})
afterAll(() => host.close())

const posted = async (module: string, day: string, body: Row): Promise<Row> => {
  host.clock.advanceTo(day)
  const made = await host.ok('POST', module, { transaction_date: day, branch_id: m.branch, ...body })
  return host.ok('POST', `${module}/${String(made.id)}/post`, {})
}

test('aging and statement are as of their days and agree with the ledger', async () => {
  await posted('beginning_inventory', '2026-01-02', { location_id: m.wh, items: [{ item_id: m.b, uom_id: m.pc, qty: 10, unit_cost: 10 }] })
  const sold = await posted('invoice', '2026-01-31', {
    customer_id: m.beta,
    location_id: m.wh,
    payment_term_id: m.term15,
    tax_type_id: m.inclusive,
    items: [{ item_id: m.b, uom_id: m.pc, qty: 1, unit_price: 1085 }],
  })
  const paid = { customer_id: m.beta, tenders: [{ kind: 'cash', amount: 385 }], items: [{ invoice_id: sold.id, amount: 85 }] }
  await posted('cash_receipt', '2026-02-20', paid)

  const aging = (day: string) => host.report(`aging_receivable/paginate?as_of=${day}`)
  const at = (data: readonly Row[]) => data.map(({ days, current, d30, d60, balance }) => [days, current, d30, d60, balance])
  // 15 days after the invoice it is due; 44 days later it is in the second bucket, with the advance as a credit beside it.
  expect(at((await aging('2026-01-31')).data)).toEqual([[-15, 1085, 0, 0, 1085]])
  const march = await aging('2026-03-31')
  expect(at(march.data)).toEqual([
    [44, 0, 0, 1000, 1000],
    [39, 0, 0, -300, -300],
  ])
  expect(march.data[0]).toMatchObject({ customer_id: m.beta, invoice_id: sold.id, due_date: '2026-02-15' })
  expect(march.totals).toMatchObject({ d60: 700, balance: 700 })
  expect((await host.report(`aging_receivable/paginate?as_of=2026-03-31&customer_id=${m.acme}`)).data).toEqual([])

  const statement = await host.report(`statement_of_account/paginate?customer_id=${m.beta}&date_from=2026-02-01&date_to=2026-03-31`)
  expect(statement.data.map(({ date, debit, credit, running_balance }) => [date, debit, credit, running_balance])).toEqual([
    [null, 0, 0, 1085],
    ['2026-02-20', 0, 385, 700],
  ])
  expect(statement.data[1]).toMatchObject({ description: 'Cash Receipt', transaction_no: 'CR-MNL-2026-000001' })
})
