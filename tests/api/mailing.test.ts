/** Mails with printed forms: statements and certificates to the parties of a report, documents to the party that they name. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json, Row } from '../../src/engine/model/module.ts'
import { endMail, MAIL_QUEUE, workMail } from '../../src/server/features/mailing/outgoing.ts'
import type { Mail } from '../../src/server/platform/context.ts'
import { type Host, openHost, salesMasters } from './trading-host.ts'

let host: Host
let m: Awaited<ReturnType<typeof salesMasters>>
const queued: Json[] = []
const sent: Parameters<Mail['send']>[1][] = []
let fails: string | undefined
beforeAll(async () => {
  host = await openHost('MAILS')
  m = await salesMasters(host)
  const { services } = await host.harness.ctx()
  services.jobs.send = async (_ctx, queue, data) => {
    if (queue === MAIL_QUEUE) queued.push(data)
    return 'job'
  }
  services.mail.send = async (_ctx, message) => {
    if (fails) throw new Error(fails)
    sent.push(message)
  }
  await host.query("UPDATE {s}.customer SET email = 'acme@example.com' WHERE id = $1", [m.acme])
  await host.query("UPDATE {s}.supplier SET email = 'orion@example.com' WHERE id = $1", [m.orion])
  const items = [{ item_id: m.b, uom_id: m.pc, qty: 10, unit_cost: 10 }]
  await posted('beginning_inventory', { location_id: m.wh, items })
})
afterAll(() => host.close())

const posted = async (module: string, body: Row): Promise<Row> => {
  const made = await host.ok('POST', module, { transaction_date: '2026-01-02', branch_id: m.branch, ...body })
  return host.ok('POST', `${module}/${String(made.id)}/post`, {})
}
const sale = (customer_id: number) => ({
  customer_id,
  location_id: m.wh,
  payment_term_id: m.term15,
  tax_type_id: m.inclusive,
  items: [{ item_id: m.b, uom_id: m.pc, qty: 1, unit_price: 112 }],
})
/** Does the jobs that are queued. */
const work = async () => {
  const ctx = await host.harness.ctx()
  for (const data of queued.splice(0)) await workMail(ctx, data)
}
const mails = () => host.query('SELECT id, party, recipient, subject, status, error, attempts FROM {s}.sent_mail ORDER BY id')

test('statements are mailed to all customers with a balance, with a result for each, and a failed mail is retried', async () => {
  await posted('invoice', sale(m.acme))
  await posted('invoice', sale(m.beta))
  const days = { date_from: '2026-01-01', date_to: '2026-01-31' }
  const results = (await host.ok('POST', 'statement_of_account/mail', days)) as unknown as Row[]
  expect(results.map(({ id, success, rule }) => [id, success, rule])).toEqual([
    [m.acme, true, undefined],
    [m.beta, false, 'E_NO_ADDRESS'],
  ])
  expect((await mails()).map(({ status }) => status)).toEqual(['queued'])

  fails = 'connection refused'
  await work()
  const [failed] = await mails()
  expect(failed).toMatchObject({ status: 'failed', error: expect.stringContaining('connection refused'), attempts: 1 })
  fails = undefined
  await host.ok('POST', `sent_mail/${String(failed!.id)}/send_again`, {})
  await work()
  expect(await mails()).toEqual([
    expect.objectContaining({ party: 'Acme Builders', recipient: 'acme@example.com', status: 'sent', error: null, attempts: 2 }),
  ])
  expect(sent.splice(0)).toEqual([
    {
      to: 'acme@example.com',
      subject: 'Statement of account from Fixture Company, 2026/01/01 to 2026/01/31',
      text: 'Dear Acme Builders,\n\nYour statement of account from 2026/01/01 to 2026/01/31 is attached.\n\nFixture Company',
      attachments: [{ name: expect.stringMatching(/^statement_of_account-.*\.pdf$/), type: 'application/pdf', body: expect.any(Buffer) }],
    },
  ])
  // One party alone, from its own page. Nothing was withheld from the supplier, nor from anyone.
  expect(await host.ok('POST', `customer/${m.acme}/mail-statement`, days)).toMatchObject([
    { success: true, label: expect.stringContaining('Acme') },
  ])
  expect(await host.ok('POST', `supplier/${m.orion}/mail-2307`, days)).toMatchObject([{ success: false, rule: 'E_NOTHING_TO_SEND' }])
  expect(await host.refused('form_2307/mail', days)).toBe('supplier_ids')
  queued.splice(0)
})

test('a posted document is mailed as printed; a cancelled mail is not sent', async () => {
  const draft = await host.ok('POST', 'invoice', { transaction_date: '2026-01-02', branch_id: m.branch, ...sale(m.acme) })
  expect(await host.refused(`invoice/${String(draft.id)}/mail`)).toBe('E_STATE')
  const invoice = await host.ok('POST', `invoice/${String(draft.id)}/post`, {})
  await host.ok('POST', `invoice/${String(invoice.id)}/mail`, {})
  const { id } = (await mails()).at(-1)!
  await host.ok('POST', `sent_mail/${String(id)}/cancel`, {})
  await work()
  expect(sent).toEqual([])
  await host.ok('POST', `sent_mail/${String(id)}/send_again`, {})
  await work()
  expect(sent.splice(0)).toMatchObject([
    {
      subject: `Invoice ${String(invoice.transaction_no)} from Fixture Company`,
      attachments: [{ name: `${String(invoice.transaction_no)}.pdf` }],
    },
  ])
  expect((await host.ok('GET', `invoice/${String(invoice.id)}`)).print_count).toBe(1)
  // A job that the server gave up on leaves no mail as queued.
  await host.ok('POST', `sent_mail/${String(id)}/send_again`, {})
  await endMail(await host.harness.ctx(), queued.pop()!, 'cut off')
  expect((await mails()).at(-1)).toMatchObject({ status: 'failed', error: 'cut off' })
})

test('readers of the list see only addresses of records that they can see', async () => {
  const { admin } = host.harness
  const { customer: _customer, ...grants } = admin.grants
  const list = async (as?: typeof admin) => (await host.harness.call('GET', 'sent_mail/paginate?sort=id', undefined, as)).body.data as Row[]
  expect((await list())[0]).toMatchObject({ recipient: 'acme@example.com' })
  expect((await list({ ...admin, grants }))[0]).toMatchObject({ recipient: null, withheld: true })
})
