/** The environment of the faults: a folder, a running product, its database, and SQL that reads the stored data. */
import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type Caller, createCaller, Person } from '../trial/client.ts'
import { openCluster } from '../trial/cluster.ts'
import { Product } from '../trial/product.ts'
import { openEmbedded } from './embedded.ts'

/** Company of the demo in which the users work. */
export const COMPANY = 'DEMO'
export const SCHEMA = 'co_demo'

/** The database under the product, and how to stop it. */
export interface DatabaseUnderTest {
  readonly kind: 'embedded' | 'server'
  /** The product's environment variables for it. */
  readonly env: Readonly<Record<string, string>>
  /** Address for the trial's own queries. */
  url(): Promise<string>
  /** Stops the server. */
  stop(mode: 'fast' | 'immediate'): Promise<void>
  /** Starts it again; does nothing with the embedded database, which the product restarts itself. */
  start(): Promise<void>
  /** Ends processes that the product may have left behind. */
  close(): Promise<void>
}

export interface SettingOptions {
  readonly folder: string
  readonly database: 'embedded' | 'server'
  /** The first of some ports. */
  readonly port: number
  readonly scale: number
  readonly note: (text: string) => void
}

export class Setting {
  readonly options: SettingOptions
  readonly database: DatabaseUnderTest
  readonly product: Product
  readonly caller: Caller
  readonly dataDir: string
  /** Called when the process ends unexpectedly. */
  onCrash: (what: string) => void = () => undefined

  private constructor(options: SettingOptions, database: DatabaseUnderTest, dataDir: string) {
    this.options = options
    this.database = database
    this.dataDir = dataDir
    this.product = this.another(options.port, 'product.log')
    this.caller = createCaller(options.port)
    this.product.onEnd = ({ code, signal, wanted }) => {
      if (wanted) return
      this.onCrash(`the process ended by itself (code ${code}, signal ${signal}):\n${this.product.tail(8)}`)
    }
  }

  /** Starts the product; the first time it makes its demo, which takes a minute. */
  static async open(options: SettingOptions): Promise<Setting> {
    const dataDir = join(options.folder, 'data')
    // The account of the database must be able to pass the folders above.
    chmodSync(options.folder, 0o711)
    mkdirSync(dataDir, { recursive: true })
    const database = options.database === 'embedded' ? openEmbedded(dataDir) : await serverOf(options)
    const setting = new Setting(options, database, dataDir)
    options.note('starting the product')
    const taken = await setting.product.start()
    options.note(`ready after ${(taken / 1000).toFixed(1)} s`)
    return setting
  }

  /** A product on the same data with another port. Not started. */
  another(port: number, log: string): Product {
    return new Product({
      dataDir: this.dataDir,
      port,
      logFile: join(this.options.folder, log),
      env: { ...this.database.env, DEMO_SCALE: String(this.options.scale) },
    })
  }

  person(username: string, company = COMPANY): Promise<Person> {
    return new Person(this.caller, username, company).signIn()
  }

  /**
   * Runs statements on one connection in one snapshot, and tries again while the database is unavailable. `{s}` is the
   * company's schema.
   */
  async look<T>(work: (query: (sql: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      const client = new pg.Client({ connectionString: await this.database.url(), application_name: 'faults' })
      client.on('error', () => undefined)
      try {
        await client.connect()
        await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
        const found = await work(async (sql, values = []) => (await client.query(sql.replaceAll('{s}', SCHEMA), [...values])).rows)
        await client.query('COMMIT')
        return found
      } catch (error) {
        if (tries >= 600) throw error
        await delay(100)
      } finally {
        await client.end().catch(() => undefined)
      }
    }
  }

  /** One statement outside a transaction. */
  async run(sql: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: await this.database.url(), application_name: 'faults' })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query(sql.replaceAll('{s}', SCHEMA), [...values])).rows
    } finally {
      await client.end()
    }
  }

  async close(keep: boolean): Promise<void> {
    this.caller.close()
    await this.product.stop()
    await this.database.close()
    if (!keep && existsSync(this.options.folder)) rmSync(this.options.folder, { recursive: true, force: true })
  }
}

async function serverOf({ folder, port, note }: SettingOptions): Promise<DatabaseUnderTest> {
  note('starting a PostgreSQL server of the trial')
  const cluster = await openCluster(folder, port + 1)
  return {
    kind: 'server',
    env: { DATABASE_URL: cluster.url },
    url: async () => cluster.url,
    stop: (mode) => cluster.stop(mode),
    start: () => cluster.start(),
    close: () => cluster.stop('fast'),
  }
}
