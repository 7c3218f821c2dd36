/** The two demo companies, made through the services that users' requests go through, the same on every run. */

import { readLicense, storeLicense } from '../companies/instance-routes.ts'
import type { DemoCompany, DemoHost } from '../demo-kit/host.ts'
import { makeUsers } from '../features/access/demo.ts'
import { makePlaces } from '../features/company/demo.ts'
import { makeFilings } from '../features/filings/demo.ts'
import { makeGoods } from '../features/inventory/demo.ts'
import { catchUpLeave, makeLeave } from '../features/leave/demo.ts'
import { makeLoans } from '../features/loans/demo.ts'
import { makePayrolls, makePaySetup } from '../features/payroll/demo.ts'
import { peopleDue } from '../features/people/daily-job.ts'
import { makeEmployees } from '../features/people/demo.ts'
import { makePurchases } from '../features/purchasing/demo.ts'
import { makeCustomers, makeSales } from '../features/sales/demo.ts'
import { makeShifts, makeTime } from '../features/time/demo.ts'
import { findCompany } from '../platform/companies/registry.ts'
import type { Db } from '../platform/context.ts'

export type { DemoHost } from '../demo-kit/host.ts'

const HISTORY_DAYS = 182
/** The demo's instance is active. */
const DEMO_LICENSE = 'DEMO0-00000-00000-00000-00000'

export { DEMO_USERS } from '../companies/role-templates.ts'

export const DEMO_COMPANIES: readonly DemoCompany[] = [
  {
    code: 'DEMO',
    name: 'Mabuhay Trading Corporation',
    legal_name: 'Mabuhay Trading Corporation',
    tin: '123-456-789-00000',
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
    purchases: 70,
    employees: 120,
    sales: 20,
    seed: 7,
    top_withholding_agent: true,
  },
  {
    code: 'ISLA',
    name: 'Isla Logistics Inc.',
    legal_name: 'Isla Logistics Incorporated',
    tin: '987-654-321-00000',
    address_line: '5 Quezon Boulevard, Pier 4',
    city: 'Cebu City',
    branches: [{ code: 'CBU', name: 'Cebu', city: 'Cebu City', head: true }],
    suppliers: 12,
    customers: 6,
    items: 40,
    purchases: 12,
    employees: 24,
    sales: 3,
    seed: 9,
    top_withholding_agent: false,
  },
]

/** Where the instance notes how far its demo is: `making`, then `done`. */
const KEY = 'demo'

/** Is the demo still to be made here? On an instance without companies, or where making it was cut short. */
export async function demoIsDue(db: Db): Promise<boolean> {
  const [row] = await db.query<{ state: string | null; used: boolean }>(
    `SELECT (SELECT value->>'state' FROM platform.instance WHERE key = $1) AS state, EXISTS (SELECT 1 FROM platform.company) AS used`,
    [KEY],
  )
  return row!.state === 'making' || (row!.state === null && !row!.used)
}

const note = (db: Db, state: 'making' | 'done') =>
  db.query(
    `INSERT INTO platform.instance (key, value) VALUES ($1, json_build_object('state', $2::text)) ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()`,
    [KEY, state],
  )

/**
 * Makes the companies. `scale` multiplies items, suppliers, customers and documents (DEMO_SCALE). Each company is one
 * transaction: when the process dies, the next start finds it whole or not at all; a second process waits
 * for the first and finds it made.
 */
export async function makeDemo(db: Db, host: DemoHost, scale = 1, companies: readonly DemoCompany[] = DEMO_COMPANIES): Promise<void> {
  const today = host.now()
  const start = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()) - HISTORY_DAYS * 86_400_000)
  await note(db, 'making')
  for (const [index, plan] of companies.entries()) {
    const report = (done: number, what: string) => host.progress((index + done) / companies.length, what)
    try {
      await db.tx(async () => {
        await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`demo:${plan.code}`])
        if (await findCompany(db, plan.code)) return
        await makeCompany(host, plan, scale, start, report)
      })
    } finally {
      host.setClock(null)
    }
  }
  if (!(await readLicense(db))) await storeLicense(db, { now: () => today }, DEMO_LICENSE, 'Demo')
  // Lists and plans go by the statistics, which nobody else has taken yet.
  await db.query('ANALYZE')
  await note(db, 'done')
}

async function makeCompany(
  host: DemoHost,
  plan: DemoCompany,
  scale: number,
  start: Date,
  report: (done: number, what: string) => void,
): Promise<void> {
  report(0, `${plan.name}: tables`)
  host.setClock(start)
  const company = await host.createCompany({ code: plan.code, name: plan.name })
  const system = await host.system(company, 'Demo data')
  report(0.1, `${plan.name}: people and places`)
  const places = await makePlaces(system, plan)
  await makeUsers(system, plan, places)
  await makeShifts(system)
  await makeEmployees(system, plan, places, scale, start, HISTORY_DAYS)
  const end = new Date(start.getTime() + HISTORY_DAYS * 86_400_000)
  await makePaySetup(system, plan, start, end)
  await makeLeave(host, company, plan, start, end)
  await makeLoans(host, company, plan, start)
  report(0.2, `${plan.name}: items and suppliers`)
  const goods = await makeGoods(system, plan, scale)
  const customers = await makeCustomers(system, plan, scale)
  const progress = (done: number, what: string) => report(0.4 + done * 0.5, what)
  await makePurchases({ ...host, progress }, company, plan, places, goods, scale, start, HISTORY_DAYS)
  report(0.9, `${plan.name}: sales`)
  await makeSales(host, company, plan, customers, scale, start, HISTORY_DAYS)
  report(0.93, `${plan.name}: filings`)
  await makeFilings(host, company, plan, scale, start, HISTORY_DAYS)
  // The raises and promotions of the history have taken effect by now.
  host.setClock(null)
  await peopleDue(await host.system(company, 'Demo data'))
  await catchUpLeave(host, company)
  report(0.95, `${plan.name}: time`)
  await makeTime(await host.system(company, 'Demo data'), plan.seed, places, start)
  report(0.98, `${plan.name}: payroll`)
  await makePayrolls(host, company)
}
