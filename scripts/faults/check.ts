/** Checks after a fault: acknowledged writes must be stored, all others whole or absent, and the books must balance. */
import { createHash } from 'node:crypto'
import type { Person } from '../trial/client.ts'
import { type Journal, RANK, type ReceiptState } from './journal.ts'
import type { Setting } from './setting.ts'

/** Documents with a number of their own. */
const NUMBERED = ['purchase_order', 'goods_receipt', 'accounting_entry', 'payroll', 'bill'] as const

const audited = (action: string) =>
  `EXISTS (SELECT 1 FROM {s}.audit_trail a JOIN {s}.module m ON m.id = a.module_id WHERE m.name = 'goods_receipt' AND a.record_id = r.id AND a.action = '${action}')`

/** Each query finds rows that must not exist. */
const WRONG: Readonly<Record<string, string>> = {
  'receipts posted without their movements': `SELECT r.id FROM {s}.goods_receipt r WHERE r.status = 'posted' AND
    (SELECT count(*) FROM {s}.inventory_movement m WHERE m.source_module = 'goods_receipt' AND m.source_id = r.id) <>
    (SELECT count(*) FROM {s}.goods_receipt__items l WHERE l.parent_id = r.id)`,
  'receipts posted without their entry': `SELECT r.id FROM {s}.goods_receipt r WHERE r.status = 'posted' AND NOT EXISTS
    (SELECT 1 FROM {s}.accounting_entry e WHERE e.source_module = 'goods_receipt' AND e.source_id = r.id)`,
  'receipts posted without their execution, or the other way round': `SELECT r.id FROM {s}.goods_receipt r WHERE (r.status = 'posted') IS DISTINCT FROM EXISTS
    (SELECT 1 FROM {s}.execution x WHERE x.module = 'goods_receipt' AND x.record_id = r.id AND x.action = 'post' AND x.reversed_by IS NULL)`,
  'drafts that moved something': `SELECT r.id FROM {s}.goods_receipt r WHERE r.status = 'draft' AND (
    EXISTS (SELECT 1 FROM {s}.inventory_movement m WHERE m.source_module = 'goods_receipt' AND m.source_id = r.id) OR
    EXISTS (SELECT 1 FROM {s}.accounting_entry e WHERE e.source_module = 'goods_receipt' AND e.source_id = r.id))`,
  'voided receipts that are not undone': `SELECT r.id FROM {s}.goods_receipt r WHERE r.status = 'voided' AND
    (SELECT coalesce(sum(m.qty_delta), 0) FROM {s}.inventory_movement m WHERE m.source_module = 'goods_receipt' AND m.source_id = r.id) <> 0`,
  'receipts without the audit of what was done': `SELECT r.id FROM {s}.goods_receipt r WHERE r.supplier_dr_no LIKE 'F-%' AND NOT (${audited('create')}
    AND (r.status = 'draft' OR ${audited('post')}) AND (r.status <> 'voided' OR ${audited('void')}))`,
  'receipts without two lines': `SELECT r.id FROM {s}.goods_receipt r WHERE r.supplier_dr_no LIKE 'F-%' AND (SELECT count(*) FROM {s}.goods_receipt__items l WHERE l.parent_id = r.id) <> 2`,
  'stock that differs from its movements': `SELECT b.item_id FROM {s}.stock_bucket b WHERE (b.qty, b.value) IS DISTINCT FROM
    (SELECT (coalesce(sum(m.qty_delta), 0), coalesce(sum(m.value_delta), 0)) FROM {s}.inventory_movement m WHERE m.item_id = b.item_id AND m.location_id = b.location_id)`,
  'entries that do not balance': 'SELECT parent_id FROM {s}.accounting_entry__lines GROUP BY 1 HAVING sum(debit) <> sum(credit)',
  'lines without a document':
    'SELECT l.id FROM {s}.goods_receipt__items l LEFT JOIN {s}.goods_receipt r ON r.id = l.parent_id WHERE r.id IS NULL',
  'orders without their line or audit': `SELECT r.id FROM {s}.purchase_order r WHERE r.remarks LIKE 'O-%' AND (NOT EXISTS (SELECT 1 FROM {s}.purchase_order__items l WHERE l.parent_id = r.id)
    OR NOT EXISTS (SELECT 1 FROM {s}.audit_trail a JOIN {s}.module m ON m.id = a.module_id WHERE m.name = 'purchase_order' AND a.record_id = r.id AND a.action = 'create'))`,
  'a payroll whose lines and entries differ': `SELECT p.id FROM {s}.payroll p WHERE p.status IN ('precomputed', 'processed') AND
    (SELECT round(coalesce(sum(l.net_pay), 0), 2) FROM {s}.payroll__employees l WHERE l.parent_id = p.id) IS DISTINCT FROM
    (SELECT round(coalesce(sum(e.amount) FILTER (WHERE e.part <> 'employer_share'), 0), 2) FROM {s}.payroll__entries e WHERE e.parent_id = p.id)`,
  'a payroll that says another net pay than its lines': `SELECT p.id FROM {s}.payroll p WHERE p.status IN ('precomputed', 'processed') AND
    round(p.total_net, 2) IS DISTINCT FROM (SELECT round(coalesce(sum(l.net_pay), 0), 2) FROM {s}.payroll__employees l WHERE l.parent_id = p.id)`,
  'a payroll processed for some only': `SELECT p.id FROM {s}.payroll p WHERE p.status = 'processed' AND NOT EXISTS
    (SELECT 1 FROM {s}.execution x WHERE x.module = 'payroll' AND x.record_id = p.id AND x.action = 'process')`,
  ...Object.fromEntries(
    NUMBERED.map((table) => [
      `numbers of ${table} given twice`,
      `SELECT transaction_no FROM {s}.${table} WHERE transaction_no IS NOT NULL GROUP BY 1 HAVING count(*) > 1`,
    ]),
  ),
}

type Query = (sql: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>

/** Compares the journal with the present database. Returns the errors. */
export async function check(setting: Setting, journal: Journal): Promise<string[]> {
  // Writes acknowledged before the check began must be in it.
  const receipts = [...journal.receipts].map(([tag, receipt]) => ({ tag, ...receipt }))
  const orders = [...journal.orders].filter(([, acknowledged]) => acknowledged).map(([key]) => key)
  const imports = [...journal.imports].map(([prefix, progress]) => ({ prefix, ...progress }))
  const edit = journal.edits.acknowledged
  const files = [...journal.files]
  return setting.look(async (query) => {
    const wrong: string[] = []
    for (const [what, sql] of Object.entries(WRONG)) {
      const rows = await query(sql)
      if (rows.length) wrong.push(`${what}: ${JSON.stringify(rows.slice(0, 5))}`)
    }
    wrong.push(...(await receiptsAgainst(query, journal, receipts)))
    const made = await query(`SELECT remarks AS key, count(*)::int AS n FROM {s}.purchase_order WHERE remarks LIKE 'O-%' GROUP BY 1`)
    const times = new Map(made.map((row) => [String(row['key']), Number(row['n'])]))
    for (const key of orders)
      if (times.get(key) !== 1) wrong.push(`order ${key} was acknowledged and is there ${times.get(key) ?? 0} times`)
    for (const [key, n] of times) if (n > 1) wrong.push(`order ${key} is there ${n} times`)
    for (const { prefix, rows, state } of imports) {
      const [match] = await query('SELECT count(*)::int AS n FROM {s}.brand WHERE code LIKE $1', [`${prefix}%`])
      const n = Number(match?.['n'])
      if (state === 'acknowledged' && n !== rows) wrong.push(`import ${prefix} was acknowledged, and ${n} of ${rows} rows are there`)
      if (state !== 'queued' && rows <= 10_000 && n !== 0 && n !== rows)
        wrong.push(`import ${prefix} is neither whole nor absent: ${n} of ${rows} rows`)
      if (state === 'refused' && n !== 0) wrong.push(`import ${prefix} was refused, and ${n} rows are there`)
    }
    const [supplier] = await query('SELECT payee_name AS remarks FROM {s}.supplier WHERE id = $1', [journal.edits.supplier])
    const now = String(supplier?.['remarks'])
    // Sent one after another: the stored value is the last one acknowledged before the check, or a later one.
    const { sent } = journal.edits
    if (edit && !(sent.indexOf(now) >= sent.indexOf(edit))) wrong.push(`the supplier says ${now}, but ${edit} was acknowledged`)
    const known = new Map((await query('SELECT id, sha256 FROM {s}.file')).map((row) => [Number(row['id']), String(row['sha256'])]))
    for (const [id, sum] of files)
      if (known.get(id) !== sum) wrong.push(`file ${id} was acknowledged and is ${known.has(id) ? 'another' : 'gone'}`)
    return wrong
  })
}

async function receiptsAgainst(
  query: Query,
  journal: Journal,
  before: readonly { tag: string; id?: number; acknowledged: ReceiptState }[],
): Promise<string[]> {
  const wrong: string[] = []
  const rows = await query(`SELECT id, status, supplier_dr_no AS tag FROM {s}.goods_receipt WHERE supplier_dr_no LIKE 'F-%'`)
  const result = new Map<string, { id: number; status: ReceiptState }>()
  for (const row of rows) {
    const tag = String(row['tag'])
    if (result.has(tag)) wrong.push(`receipt ${tag} is there twice`)
    result.set(tag, { id: Number(row['id']), status: String(row['status']) as ReceiptState })
  }
  for (const { tag, acknowledged } of before) {
    const status = result.get(tag)?.status ?? 'none'
    if (RANK[status] < RANK[acknowledged]) wrong.push(`receipt ${tag} was acknowledged as ${acknowledged} and is ${status}`)
    // Writes that were not tried yet cannot have been done before.
    const tried = journal.receipts.get(tag)?.tried ?? 'none'
    if (RANK[status] > RANK[tried]) wrong.push(`receipt ${tag} is ${status}, which was not requested`)
  }
  return wrong
}

/** Checks that the bytes of the last acknowledged files are as sent. */
export async function checkFiles(journal: Journal, person: Person, count = 20): Promise<string[]> {
  const wrong: string[] = []
  for (const [id, sum] of [...journal.files].slice(-count)) {
    const got = await person.call('GET', `files/${id}`)
    const is = createHash('sha256').update(got.text).digest('hex')
    if (got.status !== 200 || is !== sum)
      wrong.push(`file ${id} was acknowledged, and its bytes are ${got.status === 200 ? 'others' : `not answered (${got.status})`}`)
  }
  return wrong
}

/** Every job ends, with success or failure: the numbers of those still open, in all companies. */
export const openJobs = (setting: Setting): Promise<Record<string, unknown>[]> =>
  setting.look((query) =>
    query(
      `SELECT 'DEMO' AS company, queue, state, done, total, job_id FROM co_demo.job_progress WHERE state NOT IN ('completed', 'failed')
       UNION ALL SELECT 'ISLA', queue, state, done, total, job_id FROM co_isla.job_progress WHERE state NOT IN ('completed', 'failed')`,
    ),
  )

/** Backups, and imports that continued as jobs, once all jobs have ended: complete, or reported as failed. */
export async function checkJobs(setting: Setting, journal: Journal): Promise<string[]> {
  return setting.look(async (query) => {
    const wrong: string[] = []
    for (const [prefix, { rows, state, job }] of journal.imports) {
      if (state !== 'queued') continue
      const [progress] = await query('SELECT state, done, error FROM {s}.job_progress WHERE job_id = $1', [job])
      const [match] = await query('SELECT count(*)::int AS n FROM {s}.brand WHERE code LIKE $1', [`${prefix}%`])
      const n = Number(match?.['n'])
      if (progress?.['state'] === 'completed' ? n !== rows : progress?.['state'] !== 'failed')
        wrong.push(`import job ${prefix} is ${progress?.['state'] ?? 'gone'}, and ${n} of ${rows} rows are there`)
    }
    const rows = await query('SELECT name, status, checksum FROM co_isla.system_backup')
    const known = new Map(rows.map((row) => [String(row['name']), row]))
    for (const [name, backup] of journal.backups) {
      const row = known.get(name)
      if (!row) wrong.push(`backup ${name} was acknowledged and is gone`)
      else if (row['status'] !== 'Done' && row['status'] !== 'Failed') wrong.push(`backup ${name} is ${row['status']} for ever`)
      else if (backup.state === 'Done' && row['checksum'] !== backup.checksum) wrong.push(`backup ${name} has another checksum than it had`)
    }
    return wrong
  })
}

/** Companies restored from backups: open only when complete. Removes those of the trial. */
export function checkRestores(setting: Setting, journal: Journal): Promise<string[]> {
  const acknowledged = [...journal.restores].filter(([, state]) => state === 'acknowledged').map(([code]) => code)
  return setting.look(async (query) => {
    const wrong: string[] = []
    const rows = await query('SELECT code, is_active, making_since IS NOT NULL AS making FROM platform.company')
    const counts = await query('SELECT schemaname AS schema, count(*)::int AS n FROM pg_tables GROUP BY 1')
    const tables = new Map(counts.map((row) => [String(row['schema']), Number(row['n'])]))
    const whole = tables.get('co_isla') ?? 0
    for (const code of acknowledged)
      if (!rows.some((row) => row['code'] === code && row['is_active']))
        wrong.push(`company ${code} was acknowledged and cannot be signed in to`)
    for (const code of journal.restores.keys()) {
      const row = rows.find((candidate) => candidate['code'] === code)
      const count = tables.get(`co_${code.toLowerCase()}`) ?? 0
      if (row?.['is_active'] && count < whole) wrong.push(`company ${code} is open and has ${count} of ${whole} tables`)
      if (row?.['is_active'] && row['making']) wrong.push(`company ${code} is open while it is being made`)
      if (!row && count) wrong.push(`company ${code} is unknown, but its tables are there`)
    }
    return wrong
  })
}

/** Drops the companies that the trial restored from backups, except those in progress. */
export async function dropRestored(setting: Setting, journal: Journal): Promise<void> {
  for (const [code, state] of [...journal.restores]) {
    if (state === 'sent' && journal.underWay.get('restore')) continue
    await setting.run(`DROP SCHEMA IF EXISTS "co_${code.toLowerCase()}" CASCADE`)
    await setting.run('DELETE FROM platform.session WHERE company_id IN (SELECT id FROM platform.company WHERE code = $1)', [code])
    await setting.run('DELETE FROM platform.company WHERE code = $1', [code])
    journal.restores.delete(code)
  }
}
