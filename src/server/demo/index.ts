/** The two demo companies, made through the services that users' requests go through, the same on every run. */

import { setTimeout as delay } from 'node:timers/promises'
import { DAY_MS } from '../../kernel/dates.ts'
import { readLicense, storeLicense } from '../companies/instance-routes.ts'
import type { DemoCompany, DemoHost } from '../demo-kit/host.ts'
import { idsBy, type Places } from '../demo-kit/records.ts'
import type { Timeline } from '../demo-kit/timeline.ts'
import { tradePlan } from '../demo-kit/trade-plan.ts'
import { linkAdministrators, makeUsers } from '../features/access/demo.ts'
import { makeReconciliation } from '../features/accounting/bank-demo.ts'
import { makeOpeningEntry, makeRecurringEntries } from '../features/accounting/demo.ts'
import { makeSettlements } from '../features/accounting/settlement-demo.ts'
import { makeDoleReports, makeRequisitions, makeTaxForms } from '../features/certificates/demo.ts'
import { makeChangeRequests } from '../features/change-management/demo.ts'
import { makePlaces } from '../features/company/demo.ts'
import { makeFilings } from '../features/filings/demo.ts'
import { makeHome, readOldNotifications } from '../features/home/demo.ts'
import { makeGoods } from '../features/inventory/demo.ts'
import { makeStockHistory, onHand } from '../features/inventory/stock-demo.ts'
import { catchUpLeave, makeLeave } from '../features/leave/demo.ts'
import { makeLoans } from '../features/loans/demo.ts'
import { makeMedia } from '../features/media/demo.ts'
import { makeMemos } from '../features/memos/demo.ts'
import { makePayrolls, makePaySetup } from '../features/payroll/demo.ts'
import { makePapers } from '../features/payroll/papers-demo.ts'
import { peopleDue } from '../features/people/daily-job.ts'
import { makeEmployees } from '../features/people/demo.ts'
import { makeEncoding, makePeopleRecords } from '../features/people/records-demo.ts'
import { makePurchases } from '../features/purchasing/demo.ts'
import { makeAging, makeGoodsReturns } from '../features/purchasing/returns-demo.ts'
import { makeSchedules } from '../features/reports/demo.ts'
import { collectOverdue } from '../features/sales/collection-demo.ts'
import { makeCustomers, makeSales, ordersOf } from '../features/sales/demo.ts'
import { makeSalesReturns } from '../features/sales/returns-demo.ts'
import { makeShifts, makeTime } from '../features/time/demo.ts'
import { findCompany, markFinished, markUnfinished, removeUnfinished, unfinishedCompany } from '../platform/companies/registry.ts'
import type { Company, Ctx, Db } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { collectStatistics } from './statistics.ts'

export type { DemoHost } from '../demo-kit/host.ts'

const HISTORY_DAYS = 182
/** Interval at which the connection with the lock shows that it is alive. */
const KEEP_ALIVE_MS = 10_000
/** The demo's instance is active. */
const DEMO_LICENSE = 'DEMO0-00000-00000-00000-00000'

export { DEMO_USERS } from '../companies/role-templates.ts'

export const DEMO_COMPANIES: readonly DemoCompany[] = [
  {
    code: 'DEMO',
    name: 'Mabuhay Trading Corporation',
    legal_name: 'Mabuhay Trading Corporation',
    tin: '123-456-789-00000',
    rdo_code: '047',
    employer_nos: { sss: '03-9123456-7', philhealth: '00-123456789-1', pagibig: '2012-3456-7890' },
    address_line: '88 Bonifacio Street, Poblacion',
    city: 'Makati',
    branches: [
      { code: 'MNL', name: 'Makati', city: 'Makati', head: true },
      { code: 'CEB', name: 'Cebu', city: 'Cebu City' },
      { code: 'DVO', name: 'Davao', city: 'Davao City' },
    ],
    suppliers: 60,
    customers: 40,
    items: 400,
    purchases: 66,
    employees: 120,
    sales: 52,
    seed: 7,
    top_withholding_agent: true,
  },
  {
    code: 'ISLA',
    name: 'Isla Logistics Inc.',
    legal_name: 'Isla Logistics Incorporated',
    tin: '987-654-321-00000',
    rdo_code: '081',
    employer_nos: { sss: '06-9876543-2', philhealth: '00-987654321-2', pagibig: '2098-7654-3210' },
    address_line: '5 Quezon Boulevard, Pier 4',
    city: 'Cebu City',
    branches: [{ code: 'CBU', name: 'Cebu', city: 'Cebu City', head: true }],
    suppliers: 12,
    customers: 8,
    items: 40,
    purchases: 14,
    employees: 24,
    sales: 16,
    seed: 9,
    top_withholding_agent: false,
  },
]

/** Key of the demo's progress in the instance: `making`, then `done`. */
const KEY = 'demo'

/** Whether the demo must still be made here: on an instance without companies, or where making it was interrupted. */
export async function demoIsDue(db: Db): Promise<boolean> {
  const [row] = await db.query<{ state: string | null; used: boolean }>(
    sql`
      SELECT (SELECT value->>'state' FROM platform.instance WHERE key = ${KEY}) AS state,
        EXISTS (SELECT 1 FROM platform.company) AS used
    `,
  )
  return row!.state === 'making' || (row!.state === null && !row!.used)
}

const note = (db: Db, state: 'making' | 'done') =>
  db.query(
    sql`
      INSERT INTO platform.instance (key, value)
      VALUES (${KEY}, json_build_object('state', ${state}::text))
      ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()
    `,
  )

/**
 * Makes the companies. `scale` multiplies items, suppliers, customers and documents (DEMO_SCALE). Users can sign in to
 * the first company as soon as its users exist; both histories continue in the background, each with a clock of its own.
 * An unfinished company is removed, by the next start when the process died; a second process waits for the first and
 * finds everything made.
 */
export async function makeDemo(db: Db, host: DemoHost, scale = 1, companies: readonly DemoCompany[] = DEMO_COMPANIES): Promise<void> {
  const release = await holdLock(db)
  try {
    const today = host.now()
    const start = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()) - HISTORY_DAYS * DAY_MS)
    await note(db, 'making')
    if (!(await readLicense(db))) await storeLicense(db, { now: () => today }, DEMO_LICENSE, 'Demo')
    const shares = new Map(companies.map(({ code }) => [code, 0]))
    let open = false
    const reportOf = (code: string) => (done: number, what: string) => {
      shares.set(code, done)
      host.progress([...shares.values()].reduce((sum, share) => sum + share, 0) / companies.length, what, open)
    }
    // The first company is opened before work on the next begins: the first sign-in waits for only one.
    const histories: Promise<void>[] = []
    const failures: unknown[] = []
    for (const plan of companies) {
      const unfinished = await unfinishedCompany(db, plan.code)
      if (unfinished) await removeUnfinished(db, unfinished)
      if (!(await findCompany(db, plan.code))) {
        const report = reportOf(plan.code)
        const work = (part: () => Promise<void>) =>
          db
            .relaxed(() => host.separately(part))
            .catch(async (error: unknown) => {
              failures.push(error)
              const left = await unfinishedCompany(db, plan.code)
              if (left) await removeUnfinished(db, left)
            })
        let demo: Begun | undefined
        await work(async () => {
          demo = await db.tx(() => beginCompany(db, host, { plan, scale, start, report }))
        })
        if (demo) {
          const begun = demo
          histories.push(work(() => makeHistory(db, host, begun, report)))
        }
      }
      open = failures.length === 0
    }
    await Promise.all(histories)
    if (failures.length > 0) throw failures[0]
    const [first, second] = await Promise.all(companies.slice(0, 2).map(({ code }) => findCompany(db, code)))
    if (first && second) await linkAdministrators(host, first, second)
    await note(db, 'done')
  } finally {
    await release()
  }
}

/** Waits until no other process makes the demo, and makes others wait; on a connection of its own. */
async function holdLock(db: Db): Promise<() => Promise<void>> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let held = () => {}
  const holds = new Promise<void>((resolve) => {
    held = resolve
  })
  const holding = db.tx(async () => {
    await db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('demo', 0))`)
    held()
    // The server ends transactions that are idle for long.
    for (let isOver = false; !isOver; ) {
      isOver = await Promise.race([released.then(() => true), delay(KEEP_ALIVE_MS, false, { ref: false })])
      await db.query(sql`SELECT 1`)
    }
  })
  await Promise.race([holds, holding])
  // A lost lock does not stop the work in progress: its connections are independent.
  const over = holding.catch(() => undefined)
  return async () => {
    release()
    await over
  }
}

type Report = (done: number, what: string) => void

/** A company with its employees, and the data for its history. */
interface Begun {
  readonly plan: DemoCompany
  readonly scale: number
  readonly start: Date
  readonly company: Company
  readonly places: Places
}

interface CompanyHistory {
  readonly plan: DemoCompany
  readonly scale: number
  readonly start: Date
  readonly report: Report
}

/** Tables, branches, users and employees, in one transaction: from then on people can sign in. */
async function beginCompany(db: Db, host: DemoHost, { plan, scale, start, report }: CompanyHistory): Promise<Begun> {
  report(0, `${plan.name}: tables`)
  host.setClock(start)
  const company = await host.createCompany({ code: plan.code, name: plan.name })
  await markUnfinished(db, company.id)
  const system = await host.system(company, 'Demo data')
  report(0.05, `${plan.name}: people and places`)
  const places = await makePlaces(system, plan)
  await makeUsers(system, plan, places)
  await makeShifts(system)
  await makeEmployees(system, plan, { places, scale, start, days: HISTORY_DAYS })
  return { plan, scale, start, company, places }
}

/**
 * Six months of documents. Trade and people do not depend on each other and are made in parallel; payroll comes last,
 * because its journals are numbered after theirs.
 */
async function makeHistory(db: Db, host: DemoHost, begun: Begun, report: Report): Promise<void> {
  const { plan, company, start } = begun
  const done = { trade: 0, people: 0 }
  const part =
    (name: keyof typeof done): Report =>
    (share, what) => {
      done[name] = share
      report(0.15 + 0.4 * (done.trade + done.people), `${plan.name}: ${what}`)
    }
  const [trade, people] = await Promise.allSettled([
    host.separately(() => makeTrade(host, begun, part('trade'))),
    host.separately(() => makePeopleHistory(host, begun, part('people'))),
  ])
  if (trade.status === 'rejected') throw trade.reason
  if (people.status === 'rejected') throw people.reason
  report(0.95, `${plan.name}: payroll`)
  host.setClock(null)
  await makePayrolls(host, company)
  await makePapers(host, company)
  await makeTaxForms(host, company)
  await makeDoleReports(host, company)
  await makeSettlements(host, company, start)
  await makeReconciliation(host, company, trade.value)
  await collectOverdue(host, company, trade.value)
  await makeAging(host, company)
  await makeOffice(host, company)
  await host.ownRows(company)
  await readOldNotifications(host, company)
  await collectStatistics(db, company.schema)
  await markFinished(db, company.id)
  report(1, `${plan.name}: ready`)
}

/** What people do today beside trade and payroll. */
async function makeOffice(host: DemoHost, company: Company): Promise<void> {
  const [admin, hr, developer] = await Promise.all(['admin', 'hr', 'developer'].map((username) => host.as(company, username)))
  await makeEncoding(hr!, admin!)
  await makeChangeRequests(developer!, admin!)
  await makeMedia(admin!)
  await makeHome(host, company)
}

/** Returns the bank account of the company. */
async function makeTrade(host: DemoHost, { plan, scale, start, company, places }: Begun, report: Report): Promise<number> {
  report(0, 'items and suppliers')
  host.setClock(start)
  const system = await host.system(company, 'Demo data')
  const goods = await makeGoods(system, plan, scale)
  const trade = await tradePlan(system, ordersOf(plan, scale))
  const customers = await makeCustomers(system, plan, { trade, scale })
  const progress = (done: number) => report(0.2 + done * 0.75, 'purchases and sales')
  const beside = (timeline: Timeline) => {
    makeOpeningEntry(host, company, { trade, timeline })
    makeRecurringEntries(host, company, { trade, start, days: HISTORY_DAYS, timeline })
    return makeSales(host, company, {
      plan,
      market: { customers, bank_account_id: goods.bank_account_id },
      trade,
      scale,
      days: HISTORY_DAYS,
      timeline,
    })
  }
  await makePurchases({ ...host, progress }, company, { plan, places, goods, trade, scale, start, days: HISTORY_DAYS, beside })
  report(0.95, 'stock')
  await makeStockHistory(host, company, { plan, places, start, days: HISTORY_DAYS })
  await makeGoodsReturns(host, company, async (location) => new Set((await onHand(system, location)).map((row) => row.item_id)))
  await makeSalesReturns(host, company)
  report(1, 'sales')
  return goods.bank_account_id
}

/** The records of employees, those of the demo's users among them. */
async function makeRecords(ctx: Ctx, plan: DemoCompany, end: Date): Promise<void> {
  const people = [...(await idsBy(ctx, 'employee', 'employee_no')).values()]
  await makePeopleRecords(ctx, people, { seed: plan.seed, year: end.getUTCFullYear() })
}

async function makePeopleHistory(host: DemoHost, { plan, scale, start, company, places }: Begun, report: Report): Promise<void> {
  report(0, 'pay and leave')
  host.setClock(start)
  const end = new Date(start.getTime() + HISTORY_DAYS * DAY_MS)
  await makePaySetup(await host.system(company, 'Demo data'), plan, start, end)
  await makeLeave(host, company, { plan, start, now: end })
  await makeLoans(host, company, plan, start)
  await makeRecords(await host.system(company, 'Demo data'), plan, end)
  report(0.2, 'filings')
  await makeFilings(host, company, { plan, scale, start, days: HISTORY_DAYS })
  await makeMemos(host, company, { start, days: HISTORY_DAYS })
  await makeSchedules(host, company)
  await makeRequisitions(host, company, { start, days: HISTORY_DAYS })
  // By now the raises and promotions of the history have taken effect.
  host.setClock(null)
  await peopleDue(await host.system(company, 'Demo data'))
  await catchUpLeave(host, company)
  report(0.6, 'time')
  await makeTime(await host.system(company, 'Demo data'), plan.seed, places, start)
  report(1, 'time')
}
