/** The two demo companies, made through the services that users' requests go through, the same on every run. */
import type { DemoCompany, DemoHost } from './host.ts'
import { makeGoods, makePeople, makePlaces } from './masters.ts'
import { makePurchases } from './purchases.ts'

export type { DemoHost } from './host.ts'

const HISTORY_DAYS = 182

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
    items: 400,
    purchases: 70,
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
    items: 40,
    purchases: 12,
    seed: 9,
    top_withholding_agent: false,
  },
]

/** Makes both companies. `scale` multiplies items, suppliers and documents (DEMO_SCALE). */
export async function makeDemo(host: DemoHost, scale = 1): Promise<void> {
  const today = host.now()
  const start = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()) - HISTORY_DAYS * 86_400_000)
  try {
    for (const [index, plan] of DEMO_COMPANIES.entries()) {
      const report = (done: number, note: string) => host.progress((index + done) / DEMO_COMPANIES.length, note)
      report(0, `${plan.name}: tables`)
      host.setClock(start)
      const company = await host.createCompany({ code: plan.code, name: plan.name })
      const system = await host.system(company, 'making the demo')
      report(0.1, `${plan.name}: people and places`)
      // One transaction for all masters: a commit for each of a thousand rows would take longer than the rows.
      const places = await system.db.tx(async () => {
        const made = await makePlaces(system, plan)
        await makePeople(system, plan, made)
        return made
      })
      report(0.2, `${plan.name}: items and suppliers`)
      const goods = await system.db.tx(() => makeGoods(system, plan, scale))
      await makePurchases(
        { ...host, progress: (done, note) => report(0.4 + done * 0.6, note) },
        company,
        plan,
        places,
        goods,
        scale,
        start,
        HISTORY_DAYS,
      )
    }
  } finally {
    host.setClock(null)
  }
}
