/** The kinds of faults. Each happens under load, and returns when it began and from when recovery counts. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { dataOf, type Person } from '../trial/client.ts'
import { readiness } from '../trial/product.ts'
import { checkFiles } from './check.ts'
import type { Journal, Work } from './journal.ts'
import type { Load } from './load.ts'
import type { Setting } from './setting.ts'

export interface Scene {
  readonly setting: Setting
  readonly journal: Journal
  readonly load: Load
  readonly random: () => number
  /** A user whose calls are not part of the load. */
  readonly person: Person
}

export interface Outcome {
  /** Milliseconds until the first acknowledgement after the fault was over. */
  readonly recovery?: number
  readonly violations: readonly string[]
  /** False: the targeted work had ended before the fault; it is tried again. */
  readonly hit?: boolean
  /** The works that were running, where each is counted separately. */
  readonly met?: readonly Work[]
}

export interface Kind {
  readonly name: string
  /** The works that run without a pause meanwhile. */
  readonly focus?: readonly Work[]
  /** Works that are counted separately: faults continue until each was hit as often as requested. */
  readonly aims?: readonly Work[]
  /** Why it cannot be done here. */
  unfit?(scene: Scene): string | undefined
  begin?(scene: Scene): Promise<void>
  happen(scene: Scene, n: number): Promise<Outcome>
  end?(scene: Scene): Promise<void>
}

/** Longest time until work continues. */
const RECOVERY_LIMIT_MS = 180_000
/** Longest response time while readers are slow. */
const PATIENCE_MS = 5_000

/** Waits for the next acknowledgement; reports a violation when none comes. */
async function recovered({ journal }: Scene, from: number, work?: Work): Promise<Outcome> {
  const recoveredAt = await journal.next(RECOVERY_LIMIT_MS, work)
  return recoveredAt === undefined
    ? { violations: [`nothing was acknowledged within ${RECOVERY_LIMIT_MS / 1000} s after the fault`] }
    : { recovery: recoveredAt - from, violations: [] }
}

/** Waits until this much of the work is running; false when that does not happen. */
async function underWay({ journal }: Scene, work: Work): Promise<boolean> {
  const until = performance.now() + RECOVERY_LIMIT_MS
  while (performance.now() < until) {
    if ((journal.underWay.get(work) ?? 0) > 0) return true
    await delay(2)
  }
  return false
}

const BUSY = `datname = current_database() AND pid <> pg_backend_pid() AND application_name <> 'faults' AND backend_type = 'client backend'`
const LISTENERS = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE ${BUSY} AND query ILIKE 'listen%'`

const connections: Kind = {
  name: 'database connections ended',
  async happen(scene, n) {
    const { setting } = scene
    const listeners = async () => Number((await setting.run(LISTENERS))[0]?.['n'])
    const before = n === 0 ? await listeners() : 1
    // Connections in a transaction; every fifth time all of them, listeners and idle ones included.
    const which = n % 5 === 4 ? 'true' : "(xact_start IS NOT NULL OR state = 'active')"
    let ended = 0
    for (let tries = 0; tries < 500 && ended === 0; tries++)
      ended = Number(
        (await setting.run(`SELECT count(pg_terminate_backend(pid))::int AS n FROM pg_stat_activity WHERE ${BUSY} AND ${which}`))[0]?.['n'],
      )
    if (!ended) return { hit: false, violations: [] }
    const outcome = await recovered(scene, performance.now())
    const until = performance.now() + 15_000
    while ((await listeners()) < Math.min(before, 1) && performance.now() < until) await delay(100)
    const heard = (await listeners()) >= Math.min(before, 1)
    return heard ? outcome : { ...outcome, violations: [...outcome.violations, 'no process listens for events of the others any more'] }
  },
}

const databaseServer: Kind = {
  name: 'database server stopped and started',
  async happen(scene, n) {
    const { database } = scene.setting
    await database.stop(n % 2 ? 'fast' : 'immediate')
    if (database.kind === 'server') await delay(100 + scene.random() * 900)
    const from = performance.now()
    await database.start()
    return recovered(scene, from)
  },
}

/** Duration on a quiet machine, in milliseconds: the kill comes within this time after the start. */
const TYPICAL: Readonly<Partial<Record<Work, number>>> = { post: 60, import: 400, payroll: 300, backup: 1200, restore: 3000 }
const KILLED: readonly Work[] = ['post', 'import', 'payroll', 'backup', 'restore']

/** Ends the process during the work that was hit least, together with all other running work; starts it again as a supervisor would. */
function killedIn(works: readonly Work[]): Kind {
  const met = new Map(works.map((work) => [work, 0]))
  return {
    name: 'killed in the middle of',
    focus: works,
    aims: works,
    async happen(scene) {
      const { setting, journal, random } = scene
      const [aim] = [...met].sort(([, a], [, b]) => a - b)[0]!
      if (!(await underWay(scene, aim))) return { violations: [`no ${aim} came under way`] }
      await delay(random() * (TYPICAL[aim] ?? 0))
      const hit = works.filter((work) => (journal.underWay.get(work) ?? 0) > 0)
      if (!hit.includes(aim)) return { hit: false, violations: [] }
      for (const work of hit) met.set(work, met.get(work)! + 1)
      const from = performance.now()
      await setting.product.kill()
      const next = recovered(scene, from)
      try {
        await setting.product.start()
      } catch (error) {
        return { violations: [(error as Error).message, setting.product.tail(10)] }
      }
      return { ...(await next), met: hit }
    },
  }
}

/** A small disk of memory in place of one folder; only root may make one. */
class SmallDisk {
  readonly folder: string
  readonly #filler: string
  constructor(folder: string) {
    this.folder = folder
    this.#filler = join(folder, 'filler')
  }
  mount(megabytes: number): void {
    mkdirSync(this.folder, { recursive: true })
    const done = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', this.folder], { encoding: 'utf8' })
    if (done.status !== 0) throw new Error(`A small disk could not be mounted: ${done.stderr}`)
    process.once('exit', () => this.unmount())
  }
  unmount(): void {
    spawnSync('umount', ['-l', this.folder])
  }
  /** Leaves this many bytes free. */
  fill(left: number): void {
    const { bavail, bsize } = statfsSync(this.folder)
    const size = Math.max(0, bavail * bsize - left)
    try {
      writeFileSync(this.#filler, Buffer.alloc(size, 1))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
  free(): void {
    rmSync(this.#filler, { force: true })
  }
  /** Removes all but the newest files, so that only the trial fills the disk. */
  thin(keep: number): void {
    const files = readdirSync(this.folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(this.folder, name))
      .filter((path) => path !== this.#filler && statSync(path).isFile())
      .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
    for (const path of files.slice(keep)) rmSync(path, { force: true })
  }
  /** Files that were begun but not finished. */
  parts(): string[] {
    return readdirSync(this.folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.part'))
  }
}

const asRoot = (): string | undefined =>
  process.platform === 'linux' && process.getuid?.() === 0 ? undefined : 'a small disk can be mounted by root on Linux only'

interface DiskFault {
  readonly folder: string
  readonly work: Work
  readonly megabytes: number
  readonly full: (scene: Scene, disk: SmallDisk) => Promise<string[]>
}

/** The product opens its folders only by name, so a disk can replace them while it is stopped. */
function diskKind(name: string, { folder, work, megabytes, full }: DiskFault): Kind {
  let disk: SmallDisk | undefined
  const kind: Kind = {
    name,
    focus: [work],
    unfit: asRoot,
    async begin({ setting, journal }) {
      disk = new SmallDisk(join(setting.dataDir, folder))
      if (existsSync(disk.folder)) disk.unmount()
      disk.mount(megabytes)
      // Files on the disk below cannot be seen until the end, nor can writes in progress.
      await journal.next(RECOVERY_LIMIT_MS, 'file')
      if (work === 'file') journal.files.clear()
    },
    async happen(scene) {
      disk!.fill(Math.floor(scene.random() * 20_000))
      const violations = await full(scene, disk!)
      disk!.free()
      const outcome = await recovered(scene, performance.now(), work)
      // All work that was running when the disk was full has ended by now.
      const left = disk!.parts()
      if (left.length > 2) violations.push(`${left.length} unfinished files are left: ${left.slice(0, 3).join(', ')}`)
      if (work === 'backup') disk!.thin(2)
      if (work === 'file') violations.push(...(await checkFiles(scene.journal, await scene.setting.person('employee'), 5)))
      return { ...outcome, violations: [...violations, ...outcome.violations] }
    },
    async end({ journal }) {
      disk?.unmount()
      await journal.next(RECOVERY_LIMIT_MS, 'file')
      if (work === 'file') journal.files.clear()
    },
  }
  return kind
}

/** Checks that other work continues while a disk is full. */
async function othersGoOn({ journal }: Scene): Promise<string[]> {
  return (await journal.next(20_000, 'post')) === undefined ? ['no document could be posted while the disk was full'] : []
}

const filesFull = diskKind('disk of files full', {
  folder: 'files',
  work: 'file',
  megabytes: 48,
  full: async (scene) => {
    const person = await scene.setting.person('employee')
    const got = await person.upload('files', 'note.txt', 'text/plain', Buffer.alloc(60_000, 'x'))
    const violations =
      got.status === 200
        ? []
        : got.status === 507 || got.status === 503
          ? []
          : [`an upload to a full disk was answered ${got.status} ${got.text.slice(0, 150)}`]
    return [...violations, ...(await othersGoOn(scene))]
  },
})

const backupsFull = diskKind('disk of backups full', {
  folder: 'backups',
  work: 'backup',
  megabytes: 128,
  full: async (scene) => {
    const { setting, journal } = scene
    const isla = await setting.person('admin', 'ISLA')
    const asked = await isla.call('POST', 'system_backup', { body: { type: 'full' } })
    const { id, name } = dataOf(asked) as { id: number; name: string }
    if (!name) return [`a backup could not be asked for: ${asked.status} ${asked.text.slice(0, 200)}`]
    journal.backups.set(name, { id, asked: Date.now(), state: 'asked' })
    const until = performance.now() + RECOVERY_LIMIT_MS
    let status = 'asked'
    while (status !== 'Failed' && status !== 'Done' && performance.now() < until) {
      await delay(50)
      status = String(
        (await isla.data('GET', `system_backup/${id}`).catch(() => ({ status: 'not answered' }) as Record<string, unknown>))['status'],
      )
    }
    const violations = status === 'Failed' ? [] : [`a backup on a full disk is ${status}`]
    return [...violations, ...(await othersGoOn(scene))]
  },
})

const twoStarts: Kind = {
  name: 'two starts on one data directory',
  async happen(scene, n) {
    const { setting, journal } = scene
    const second = setting.another(setting.options.port + 2, 'second.log')
    const before = journal.acknowledged
    const from = performance.now()
    second.spawn()
    const violations: string[] = []
    if (setting.database.kind === 'embedded') {
      // On a busy machine Node itself may need half a minute to start: it counts as running when it answers, or it never
      // ends.
      const patience = performance.now() + RECOVERY_LIMIT_MS
      let ended = await second.ended(1_000)
      while (!ended && performance.now() < patience && (await readiness(second.options.port)) !== 200) ended = await second.ended(1_000)
      if (!ended) violations.push('a second product runs on the data directory')
      else if (ended.code === 0) violations.push('a second start ended with code 0')
      else if (!/data (directory|folder)|DATA_DIR|already|another/i.test(second.tail(5)))
        violations.push(`a second start was refused without words: ${second.tail(5)}`)
    } else {
      // Any number of processes can use one database server: the second works and ends, and the first is not affected.
      while ((await readiness(second.options.port)) !== 200 && second.isAlive && performance.now() - from < RECOVERY_LIMIT_MS)
        await delay(50)
      if (!second.isAlive) violations.push(`a second process on one server ended: ${second.tail(5)}`)
    }
    if (n % 2) await second.kill()
    else await second.stop()
    if (journal.acknowledged === before) violations.push('nothing was acknowledged while a second product was started')
    const outcome = await recovered(scene, performance.now())
    return { ...outcome, violations: [...violations, ...outcome.violations] }
  },
}

const READERS = 16
const READ_MS = 1_500

/** Requests an export and reads nothing of it. */
function slowReader(scene: Scene, path: string): Promise<Socket> {
  const { setting, person } = scene
  return new Promise((resolve) => {
    const socket = connect(setting.options.port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.on('connect', () => {
      const headers = Object.entries(person.headers).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(`GET /api/v1/${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers.join('')}\r\n`)
      socket.pause()
      resolve(socket)
    })
  })
}

/** Exports too long for the buffers in between. */
const EXPORTS = [
  'raw_time_log/exportCSV?window=all',
  'time_log/exportCSV?window=all',
  'audit_trail/exportCSV?window=all',
  'daily_time_record/exportCSV?window=all&format=xlsx',
] as const

const slowReaders: Kind = {
  name: 'slow readers',
  async happen(scene, n) {
    const { setting, person } = scene
    const readers = await Promise.all(
      Array.from({ length: READERS }, (_, reader) => slowReader(scene, EXPORTS[(n + reader) % EXPORTS.length]!)),
    )
    const violations: string[] = []
    const until = performance.now() + READ_MS
    while (performance.now() < until) {
      const got = await person.call('GET', 'item/paginate?limit=20', { more: {}, limitMs: RECOVERY_LIMIT_MS })
      if (got.status !== 200) violations.push(`a list was answered ${got.status || got.failure} beside ${READERS} slow readers`)
      if (got.milliseconds > PATIENCE_MS) violations.push(`a list took ${Math.round(got.milliseconds)} ms beside ${READERS} slow readers`)
      if ((await readiness(setting.options.port)) !== 200) violations.push(`the product was not ready beside ${READERS} slow readers`)
      await delay(100)
    }
    for (const socket of readers) socket.destroy()
    const outcome = await recovered(scene, performance.now())
    return { ...outcome, violations: [...violations, ...outcome.violations] }
  },
}

export const KINDS: Readonly<Record<string, Kind>> = {
  connections,
  database: databaseServer,
  files: filesFull,
  backups: backupsFull,
  kill: killedIn(KILLED),
  starts: twoStarts,
  readers: slowReaders,
}
