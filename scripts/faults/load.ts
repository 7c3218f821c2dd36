/** Simulated users: they receive goods, post and void, order, edit, upload, import, pay, make backups and restore them. */
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { dataOf, type Got, jsonOf, type Person } from '../trial/client.ts'
import type { Journal, ReceiptState, Work } from './journal.ts'
import type { Setting } from './setting.ts'

/** Pause after each turn in milliseconds; kinds without one do nothing until a fault is aimed at them. */
const PACE: Readonly<Record<Work, number | undefined>> = {
  post: 30,
  order: 120,
  edit: 120,
  file: 250,
  read: 120,
  import: undefined,
  payroll: undefined,
  backup: undefined,
  restore: undefined,
}
const AFTER_FAILURE_MS = 60
const IMPORT_ROWS = 300
/** An import with more rows than this becomes a job. */
const JOB_ROWS = 10_050
/** One of this many imports is such a job. */
const JOB_EVERY = 12
const FILE_BYTES = 30_000

type Values = Record<string, unknown>

interface Masters {
  readonly item: Values
  readonly supplier: Values
  readonly location: Values
  readonly tax: Values
}

interface LoadCall {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly more?: Record<string, string>
}

export class Load {
  readonly journal: Journal
  readonly #setting: Setting
  /** Reports responses that no fault may cause. */
  readonly #complain: (what: string) => void
  #stopped = false
  #focus: readonly Work[] = []
  #masters: Masters | undefined
  #number = 0
  #run = Date.now().toString(36).toUpperCase()
  readonly #turns: Promise<void>[] = []
  #admin!: Person
  #fullBackup: string | undefined

  constructor(setting: Setting, journal: Journal, complain: (what: string) => void) {
    this.#setting = setting
    this.journal = journal
    this.#complain = complain
  }

  /** Aims at some kinds of work: their users work without a pause. */
  focus(works: readonly Work[] = []): void {
    this.#focus = works
  }

  async start(): Promise<void> {
    const person = (name: string) => this.#setting.person(name)
    this.#admin = await person('admin')
    const first = async (module: string, query = ''): Promise<Values> =>
      (await this.#admin.data<Values[]>('GET', `${module}/paginate?limit=1&sort=id${query}`))[0]!
    const location = await first('inventory_location')
    this.#masters = {
      item: await first('item', '&item_type=Stock'),
      supplier: await first('supplier'),
      location,
      tax: await first('tax_type'),
    }
    this.journal.edits.supplier = Number(this.#masters.supplier['id'])
    const [draft] = await this.#admin.data<Values[]>('GET', 'payroll/paginate?limit=1&sort=-id&window=all&filter[status]=draft')
    this.journal.payroll.id = Number(draft?.['id'] ?? 0)
    const isla = await this.#setting.person('admin', 'ISLA')
    const keep = async (work: Work, count: number, make: (n: number) => Promise<() => Promise<boolean>>): Promise<void> => {
      for (let n = 0; n < count; n++) this.#turns.push(this.#keepOn(work, await make(n)))
    }
    await keep('post', 3, async (n) => {
      const who = n === 2 ? await person('admin') : await person('warehouse')
      return () => this.#receive(who, n)
    })
    const buyer = await person('buyer')
    await keep('order', 1, async () => () => this.#order(buyer))
    await keep('edit', 1, async () => () => this.#edit(buyer))
    const employee = await person('employee')
    await keep('file', 1, async () => () => this.#upload(employee))
    await keep('read', 1, async () => () => this.#read(buyer))
    await keep('import', 1, async () => () => this.#import())
    const payroll = await person('payroll')
    await keep('payroll', 1, async () => () => this.#pay(payroll))
    await keep('backup', 1, async () => () => this.#backup(isla))
    await keep('restore', 1, async () => () => this.#restore(isla))
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#turns)
  }

  async #keepOn(work: Work, turn: () => Promise<boolean>): Promise<void> {
    while (!this.#stopped) {
      const pace = this.#focus.includes(work) ? 0 : PACE[work]
      if (pace === undefined) {
        await delay(50)
        continue
      }
      const ok = await turn().catch((error: unknown) => {
        this.#complain(`the load itself failed in ${work}: ${(error as Error).stack}`)
        return false
      })
      await delay(ok ? pace : AFTER_FAILURE_MS)
    }
  }

  /** A call that counts as running work; a kind of its own unless it only reads. */
  async #call(work: Work, person: Person, { method, path, body, more = {} }: LoadCall): Promise<Got> {
    this.journal.begin(work)
    try {
      return this.#note(`${method} ${path}`, await person.call(method, path, { body, more }))
    } finally {
      this.journal.end(work)
    }
  }

  #note(what: string, got: Got): Got {
    this.journal.statuses.set(got.status, (this.journal.statuses.get(got.status) ?? 0) + 1)
    // A fault may block a response or make the server busy; it must never cause an internal error of the server.
    if (got.status >= 500 && got.status !== 503 && got.status !== 507) this.#complain(`${what}: ${got.status} ${got.text.slice(0, 200)}`)
    return got
  }

  async #receive(person: Person, worker: number): Promise<boolean> {
    const { item, supplier, location, tax } = this.#masters!
    const n = ++this.#number
    const tag = `F-${this.#run}-${worker}-${n}`
    const receipt = { acknowledged: 'none' as ReceiptState, tried: 'draft' as ReceiptState } as {
      id?: number
      acknowledged: ReceiptState
      tried: ReceiptState
    }
    this.journal.receipts.set(tag, receipt)
    const line = { item_id: item['id'], uom_id: item['uom_id'], qty: (n % 9) + 1, unit_price: 11.37 }
    const body = {
      supplier_id: supplier['id'],
      location_id: location['id'],
      branch_id: location['branch_id'],
      tax_type_id: tax['id'],
      supplier_dr_no: tag,
      items: [line, { ...line, qty: 3 }],
    }
    let sent = performance.now()
    const made = await this.#call('post', person, { method: 'POST', path: 'goods_receipt', body })
    // It was never sent: the server did not listen.
    if (made.failure?.includes('ECONNREFUSED')) this.journal.receipts.delete(tag)
    if (made.status !== 200) return made.status === 0 || made.status === 503 ? false : this.#odd('goods_receipt', made)
    const id = Number(dataOf(made)['id'])
    Object.assign(receipt, { id, acknowledged: 'draft' })
    this.journal.acknowledge('post', sent)
    for (const [action, state, input] of [
      ['post', 'posted', {}],
      ...(n % 4 === 0 ? [['void', 'voided', { void_reason: 'counted twice' }] as const] : []),
    ] as const) {
      receipt.tried = state
      sent = performance.now()
      const got = await this.#call('post', person, { method: 'POST', path: `goods_receipt/${id}/${action}`, body: input })
      if (got.status !== 200) return got.status === 0 || got.status === 503 ? false : this.#odd(`goods_receipt/${action}`, got)
      receipt.acknowledged = state
      this.journal.acknowledge('post', sent)
    }
    return true
  }

  /** Sent with a key, and again until it is answered: it must be stored once. */
  async #order(person: Person): Promise<boolean> {
    const { item, supplier, location } = this.#masters!
    const key = `O-${this.#run}-${++this.#number}`
    this.journal.orders.set(key, false)
    const body = {
      branch_id: location['branch_id'],
      supplier_id: supplier['id'],
      location_id: location['id'],
      expected_date: '2099-12-31',
      remarks: key,
      items: [{ item_id: item['id'], uom_id: item['uom_id'], qty: 2, unit_price: 10 }],
    }
    while (!this.#stopped) {
      const sent = performance.now()
      const got = await this.#call('order', person, { method: 'POST', path: 'purchase_order', body, more: { 'idempotency-key': key } })
      if (got.status === 200) {
        this.journal.orders.set(key, true)
        this.journal.acknowledge('order', sent)
        return true
      }
      if (got.status !== 0 && got.status !== 503) return this.#odd('purchase_order', got)
      await delay(AFTER_FAILURE_MS)
    }
    return false
  }

  async #edit(person: Person): Promise<boolean> {
    const { edits } = this.journal
    const read = await this.#call('read', person, { method: 'GET', path: `supplier/${edits.supplier}` })
    if (read.status !== 200) return false
    const { version } = dataOf(read) as Values
    const remarks = `E-${this.#run}-${++this.#number}`
    edits.sent.push(remarks)
    const sent = performance.now()
    const got = await this.#call('edit', person, {
      method: 'PUT',
      path: `supplier/${edits.supplier}`,
      body: { version, payee_name: remarks },
    })
    if (got.status !== 200) return got.status === 0 || got.status === 503 ? false : this.#odd('supplier', got)
    edits.acknowledged = remarks
    this.journal.acknowledge('edit', sent)
    return true
  }

  async #upload(person: Person): Promise<boolean> {
    const bytes = Buffer.from(randomBytes(FILE_BYTES).toString('base64'))
    this.journal.begin('file')
    const sent = performance.now()
    const got = this.#note('POST files', await person.upload('files', 'note.txt', 'text/plain', bytes))
    this.journal.end('file')
    if (got.status !== 200) return false
    this.journal.files.set(Number(dataOf(got)['id']), createHash('sha256').update(bytes).digest('hex'))
    this.journal.acknowledge('file', sent)
    return true
  }

  async #read(person: Person): Promise<boolean> {
    const paths = ['purchase_order/paginate?limit=50', 'item/paginate?limit=100&search=a', 'supplier/dropdown?limit=20']
    return (await this.#call('read', person, { method: 'GET', path: paths[++this.#number % paths.length]! })).status === 200
  }

  async #import(): Promise<boolean> {
    const n = ++this.#number
    const prefix = `I${this.#run}${n}-`
    const isJob = this.journal.imports.size % JOB_EVERY === JOB_EVERY - 1
    const entry = {
      rows: isJob ? JOB_ROWS : IMPORT_ROWS,
      state: 'sent' as 'sent' | 'acknowledged' | 'queued' | 'refused',
      job: undefined as string | undefined,
    }
    this.journal.imports.set(prefix, entry as never)
    const rows = Array.from({ length: entry.rows }, (_, row) => ({ code: `${prefix}${row}`, name: `${prefix}${row}` }))
    const sent = performance.now()
    const got = await this.#call('import', this.#admin, { method: 'POST', path: 'brand/import', body: { rows } })
    if (got.status !== 200 && got.status !== 202) {
      if (got.status === 0 || got.status === 503) return false
      entry.state = 'refused'
      return this.#odd('brand/import', got)
    }
    const { job_id } = dataOf(got) as { job_id?: string }
    Object.assign(entry, job_id ? { state: 'queued', job: job_id } : { state: 'acknowledged' })
    this.journal.acknowledge('import', sent)
    return true
  }

  async #pay(person: Person): Promise<boolean> {
    const { payroll } = this.journal
    const steps = {
      draft: ['precompute', 'precomputed'],
      precomputed: ['process', 'processed'],
      processed: ['undo-process', 'draft'],
    } as const
    const read = await this.#call('read', person, { method: 'GET', path: `payroll/${payroll.id}` })
    if (read.status !== 200) return false
    const status = String(dataOf(read)['status']) as keyof typeof steps
    // The last request without a response may have been carried out.
    payroll.acknowledged = status
    const [action, next] = steps[status] ?? []
    if (!action || !next) return this.#odd(`payroll is ${status}`, read)
    payroll.tried = next
    const sent = performance.now()
    const got = await this.#call('payroll', person, { method: 'POST', path: `payroll/${payroll.id}/${action}`, body: {} })
    if (got.status === 200) {
      payroll.acknowledged = next
      this.journal.acknowledge('payroll', sent)
      return true
    }
    if (got.status === 0 || got.status === 503) return false
    // An interrupted precomputation locks the payroll until a user cancels it.
    if (jsonOf(got.text)?.['rule'] === 'E_PROCESSING') {
      const cancelled = await this.#call('payroll', person, { method: 'POST', path: `payroll/${payroll.id}/cancel`, body: {} })
      return cancelled.status === 200 ? false : this.#odd('payroll/cancel', cancelled)
    }
    return this.#odd(`payroll/${action}`, got)
  }

  /** Requests a backup and waits until it is made or reported as failed. */
  async #backup(person: Person): Promise<boolean> {
    const sent = performance.now()
    this.journal.begin('backup')
    try {
      const got = this.#note('POST system_backup', await person.call('POST', 'system_backup', { body: { type: 'full' } }))
      if (got.status !== 200 && got.status !== 202) return false
      const { id, name } = dataOf(got) as { id: number; name: string }
      const entry = { id, asked: Date.now(), state: 'asked' as 'asked' | 'Done' | 'Failed', checksum: undefined as string | undefined }
      this.journal.backups.set(name, entry as never)
      for (let tries = 0; tries < 400 && !this.#stopped; tries++) {
        const read = await person.call('GET', `system_backup/${id}`)
        const row = dataOf(read)
        if (row['status'] === 'Done' || row['status'] === 'Failed') {
          Object.assign(entry, { state: row['status'], checksum: row['checksum'] })
          if (entry.state === 'Done') {
            this.#fullBackup = name
            this.journal.acknowledge('backup', sent)
          }
          return entry.state === 'Done'
        }
        // An interrupted user requests another one meanwhile; this one is checked at the end.
        if (read.status === 0) return false
        await delay(40)
      }
      return false
    } finally {
      this.journal.end('backup')
    }
  }

  async #restore(person: Person): Promise<boolean> {
    if (!this.#fullBackup) return this.#backup(person)
    const code = `R${this.#run.slice(-5)}${++this.#number}`
    this.journal.restores.set(code, 'sent')
    const sent = performance.now()
    const got = await this.#call('restore', person, {
      method: 'POST',
      path: `system_backup/${this.#fullBackup}/restore`,
      body: {
        company_code: code,
        company_name: code,
      },
    })
    if (got.status !== 200) {
      if (got.status === 0 || got.status === 503) return false
      this.journal.restores.set(code, 'refused')
      // It was on the small disk that was removed: another one is made.
      if (got.status === 404) {
        this.#fullBackup = undefined
        return false
      }
      return this.#odd('restore', got)
    }
    if (dataOf(got)['identical'] !== true) this.#complain(`${code} was restored, but is not identical`)
    this.journal.restores.set(code, 'acknowledged')
    this.journal.acknowledge('restore', sent)
    return true
  }

  /** A response that no fault explains. */
  #odd(what: string, got: Got): boolean {
    this.#complain(`${what}: ${got.status} ${got.text.slice(0, 300)}`)
    return false
  }
}
