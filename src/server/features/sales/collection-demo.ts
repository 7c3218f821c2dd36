/** How customers of the demo pay: by transfer at once, or in cash and by check to the collector on his round of the day. */

import type { Row } from '../../../engine/model/module.ts'
import { addDays, daysBetween } from '../../../kernel/dates.ts'
import type { DemoHost } from '../../demo-kit/host.ts'
import type { Random } from '../../demo-kit/random.ts'
import { create, idsBy } from '../../demo-kit/records.ts'
import type { Timeline } from '../../demo-kit/timeline.ts'
import type { Company, Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'

interface Collecting {
  readonly accountant: Ctx
  readonly cashier: Ctx
  /** The account that transfers go to. */
  readonly bank_account_id: number
  readonly random: Random
  /** Days of the history; what falls on the last two stays a draft. */
  readonly days: number
  readonly timeline: Timeline
}

const ROUTES = ['Makati and Taguig', 'Quezon City', 'Manila and Pasay']
/** Pesos above which customers pay by check. */
const CASH_UP_TO = 50_000
const cents = (amount: number): number => Math.round(amount * 100) / 100

/** Collects an invoice on a day, in full or in part; the rows of a day's round become one sheet, and a receipt per customer. */
export function demoCollections(plan: Collecting): (invoice: number, day: number) => void {
  const { accountant, cashier, bank_account_id, random, days, timeline } = plan
  const rounds = new Map<number, number[]>()
  let checks = 100_200
  let settled = 0
  /** Invoices by the check that paid them. */
  const paidBy = new Map<string, number>()
  const post = (name: string, id: number) =>
    cashier.services.workflow.carryOut(cashier, cashier.modules.get(name)!, { id, action: 'post', input: {} })
  const from = (target: string, source: string, ids: number[], values: Row = {}) =>
    cashier.services.records.defaults(cashier, cashier.modules.get(target)!, { module: source, ids }, values)

  const again = (invoice: number, day: number): void => timeline.add(day, () => byTransfer(invoice, day))

  /** What the customer pays of an invoice now, and the tax withheld with it. */
  const paid = async (invoice: number, day: number) => {
    const record = await accountant.services.records.get(accountant, accountant.modules.get('invoice')!, invoice)
    const due = Number(record['balance'])
    const amount = random.chance(0.15) ? Math.round(due / 2) : due
    // The rest of it later.
    if (amount < due) again(invoice, day + random.int(10, 25))
    // Of a part payment the tax of that part is withheld, as the customer's form 2307 says.
    return { record, amount, withholding: cents((Number(record['withholding_amount'] ?? 0) * amount) / Number(record['total'])) }
  }
  const withForm = (withholding: number): Row => (withholding > 0 ? { atc_code: 'WC158', form_2307_received: true } : {})

  const byTransfer = async (invoice: number, day: number): Promise<void> => {
    const { amount, withholding } = await paid(invoice, day)
    if (amount <= 0) return
    const draft = await from('cash_receipt', 'invoice', [invoice])
    const [{ income_part: _computed, ...row } = {} as Row] = draft['items'] as Row[]
    const id = await create(cashier, 'cash_receipt', {
      ...draft,
      bank_account_id,
      tenders: [{ kind: 'bank_transfer', amount: cents(amount - withholding) }],
      items: [{ ...row, amount, withholding, ...withForm(withholding) }],
    })
    if (day < days - 2) await post('cash_receipt', id)
  }

  const round = async (invoices: readonly number[], day: number): Promise<void> => {
    const today = cashier.clock.today(cashier.company.time_zone)
    const banks = [...(await idsBy(cashier, 'bank', 'code')).values()]
    const items: Row[] = []
    for (const invoice of invoices) {
      const { record, amount, withholding } = await paid(invoice, day)
      if (amount <= 0) continue
      const due = { customer_id: record['customer_id'], invoice_id: invoice }
      if (random.chance(0.15)) {
        again(invoice, day + 7 + random.int(0, 5))
        items.push({ ...due, promise_date: addDays(today, 7), remarks: 'Will pay next week' })
        continue
      }
      // Large amounts are not paid in cash.
      const check = amount > CASH_UP_TO || random.chance(0.3)
      const date = addDays(today, random.pick([0, 0, -1, 15, 30]))
      const later = daysBetween(today, date)
      if (check && later > 0) timeline.add(day + later + 1, () => deposit(0, day + later + 1))
      if (check) paidBy.set(String(checks + 1), invoice)
      const drawn = check
        ? { tender: 'check', bank_id: random.pick(banks), check_no: String(++checks), check_date: date }
        : { tender: 'cash' }
      items.push({ ...due, ...drawn, amount: cents(amount - withholding), withholding })
    }
    if (items.length === 0) return
    const sum = (tender: string): number =>
      cents(items.filter((row) => row['tender'] === tender).reduce((total, row) => total + Number(row['amount']), 0))
    const id = await create(cashier, 'daily_collection', {
      route: random.pick(ROUTES),
      cash_declared: sum('cash'),
      check_declared: sum('check'),
      items,
    })
    if (day >= days - 2) return
    await post('daily_collection', id)
    timeline.add(day + 1, () => deposit(sum('cash'), day + 1))
    for (const customer_id of new Set(items.filter((row) => Number(row['amount'] ?? 0) > 0).map((row) => row['customer_id']))) {
      const draft = await from('cash_receipt', 'daily_collection', [id], { customer_id })
      const rows = (draft['items'] as Row[]).map((row) => ({ ...row, ...withForm(Number(row['withholding'])) }))
      await post('cash_receipt', await create(cashier, 'cash_receipt', { ...draft, items: rows }))
    }
  }

  /** Cash of a round and all checks that are due go to the bank; they clear in two days, and some come back. */
  const deposit = async (cash_amount: number, day: number): Promise<void> => {
    if (day >= days - 1) return
    const today = cashier.clock.today(cashier.company.time_zone)
    const register = cashier.modules.get('check_register')!
    const { data } = await cashier.services.records.list(cashier, register, {
      filter: { status: 'on_hand', check_date: { lte: today } },
      limit: 100,
      window: 'all',
    })
    const checks = data.map(({ id, check_no }) => ({ check_id: id, check_no: String(check_no) }))
    if (cash_amount === 0 && checks.length === 0) return
    await post('bank_deposit', await create(cashier, 'bank_deposit', { bank_account_id, cash_amount, checks }))
    timeline.add(day + 2, async () => {
      const now = cashier.clock.today(cashier.company.time_zone)
      const act = (id: number, action: string, input: Row) => cashier.services.workflow.carryOut(cashier, register, { id, action, input })
      for (const { check_id, check_no } of checks)
        if (++settled % 8 === 5) {
          await act(Number(check_id), 'bounce', { returned_on: now, return_reason: 'DAIF', bank_charge: 200 })
          const invoice = paidBy.get(check_no)
          if (invoice !== undefined) again(invoice, day + 2 + random.int(5, 12))
        } else await act(Number(check_id), 'clear', { cleared_on: now })
    })
  }

  return (invoice, day) => {
    if (random.chance(0.5)) return timeline.add(day, () => byTransfer(invoice, day))
    const rows = rounds.get(day)
    if (rows) return void rows.push(invoice)
    const first = [invoice]
    rounds.set(day, first)
    timeline.add(day, () => round(first, day))
  }
}

/** Part of an overdue invoice that stays open: customers dispute it. */
const DISPUTED = 0.05

/**
 * What is overdue today comes in after a reminder, but for what customers dispute and what the collector has on the sheet of the
 * day. It follows the whole history, so that no order of it waits for less or more credit.
 */
export async function collectOverdue(host: DemoHost, company: Company, bank_account_id: number): Promise<void> {
  host.setClock(null)
  const cashier = await host.as(company, 'cashier')
  const invoices = await cashier.db.query<{ id: number }>(
    sql`
      SELECT v.id::int AS id
      FROM ${table({ company }, 'invoice')} v
      JOIN ${table({ company }, 'open_item')} o ON o.source_module = 'invoice' AND o.source_id = v.id
      WHERE o.balance > 0
        AND o.due_date < ${cashier.clock.today(cashier.company.time_zone)}
        AND NOT EXISTS (
          SELECT FROM ${table({ company }, 'daily_collection__items')} i
          JOIN ${table({ company }, 'daily_collection')} c ON c.id = i.parent_id
          WHERE i.invoice_id = v.id AND c.status = 'draft'
        )
      ORDER BY o.due_date, v.id
    `,
  )
  const module = cashier.modules.get('cash_receipt')!
  for (const { id } of invoices) {
    const draft = await cashier.services.records.defaults(cashier, module, { module: 'invoice', ids: [id] })
    const [{ income_part: _computed, withholding: _none, ...row } = {} as Row] = draft['items'] as Row[]
    const amount = cents(Number(row['amount']) * (1 - DISPUTED))
    if (amount <= 0) continue
    const receipt = await create(cashier, 'cash_receipt', {
      ...draft,
      bank_account_id,
      tenders: [{ kind: 'bank_transfer', amount }],
      items: [{ ...row, amount }],
    })
    await cashier.services.workflow.carryOut(cashier, module, { id: receipt, action: 'post', input: {} })
  }
}
