/** Starts the product as a new user would: from nothing, with the whole demo; and checks that everything is there. */
import { freePort, start } from './bench/processes.ts'
import { scratchFolder } from './scratch.ts'

/** Records that the demo promises, by user: module, filter, and the least number of them. */
const PROMISED: readonly (readonly [string, string, string, number])[] = [
  ['hr', 'employee', '', 120],
  ['timekeeper', 'raw_time_log', '', 10_000],
  ['payroll', 'payroll', 'filter[status]=posted', 12],
  ['payroll', 'payroll', 'filter[status]=draft', 1],
  ['hr', 'loan_entry', '', 10],
  ...(['draft', 'posted', 'approved', 'disapproved'] as const).map(
    (status) => ['hr', 'leave_filing', `filter[status]=${status}`, 1] as const,
  ),
  ['payroll', 'service_invoice_filing', '', 6],
  ...(
    [
      'overtime_filing',
      'official_business_filing',
      'timelog_filing',
      'restday_filing',
      'shift_adjustment',
      'cto_filing',
      'overtime_filing_with_authorization',
      'restday_filing_with_authorization',
    ] as const
  ).map((module) => ['hr', module, '', 6] as const),
]

const { path: dataDir, remove } = scratchFolder('first-start')
process.once('exit', remove)
const port = await freePort()
const api = `http://127.0.0.1:${port}/api/v1`
const started = Date.now()
let signIn = 0
const poll = setInterval(async () => {
  const body = JSON.stringify({ username: 'admin', password: 'Demo#2026', company_code: 'DEMO' })
  const answer = await fetch(`${api}/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).catch(
    () => undefined,
  )
  if (!answer?.ok || signIn) return
  signIn = Date.now() - started
  clearInterval(poll)
}, 500)
const server = await start('src/server/main.ts', { DATABASE_URL: '', DATA_DIR: dataDir, PORT: String(port), DEMO: 'on', DEMO_SCALE: '1' })
try {
  const ask = async (path: string, init: RequestInit) => {
    const answer = await fetch(`${api}/${path}`, init)
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { data: { token: string }; pagination: { total: number } }
  }
  for (const [username, module, filter, least] of PROMISED) {
    const login = { username, password: 'Demo#2026', company_code: 'DEMO' }
    const { data } = await ask('login', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(login) })
    const headers = { authorization: `Bearer ${data.token}`, 'x-company-code': 'DEMO' }
    const { pagination } = await ask(`${module}/paginate?limit=1&${filter}`, { headers })
    if (pagination.total < least) throw new Error(`${module} ${filter}: ${pagination.total} records, at least ${least} expected`)
  }
  if (signIn === 0 || signIn >= server.milliseconds) throw new Error('No user could sign in while the demo data was being made.')
  console.log(`Sign-in after ${(signIn / 1000).toFixed(1)} s, the whole demo after ${(server.milliseconds / 1000).toFixed(1)} s.`)
} finally {
  clearInterval(poll)
  await server.stop()
}
