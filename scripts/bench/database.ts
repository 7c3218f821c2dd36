/** A database only for the benchmark, on any server. */
import pg from 'pg'

const DEFAULT_SERVER = 'postgres://postgres@127.0.0.1:5432/postgres'
/** PostgreSQL's code for an existing database. */
const DUPLICATE_DATABASE = '42P04'

export interface BenchDatabase {
  readonly url: string
  /** Runs statements one after another on a connection of their own. */
  query(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>
  drop(): Promise<void>
}

const temporary = new Set<BenchDatabase>()

/** Drops the remaining databases when the benchmark is interrupted. */
export const dropTemporary = (): Promise<unknown> => Promise.allSettled([...temporary].map((database) => database.drop()))

/** Runs one statement on a fresh connection. */
async function once(url: string, text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const answer = await client.query(text, [...values])
    return (answer.rows as Record<string, unknown>[] | undefined) ?? []
  } finally {
    await client.end()
  }
}

/**
 * Creates the database on the server of DATABASE_URL, or of the default local one; throws when none answers. With
 * `reuse`, an existing one is returned as it is.
 */
export async function createDatabase(name: string, reuse = false): Promise<{ database: BenchDatabase; isNew: boolean }> {
  const server = process.env['DATABASE_URL'] || DEFAULT_SERVER
  const isNew = await once(server, `create database "${name}"`).then(
    () => true,
    (error: Error & { code?: string }) => {
      if (reuse && error.code === DUPLICATE_DATABASE) return false
      throw new Error(`The benchmark needs a PostgreSQL server where it may create a database. Set DATABASE_URL. (${error.message})`)
    },
  )
  const address = new URL(server)
  address.pathname = `/${name}`
  const url = address.toString()
  const database: BenchDatabase = {
    url,
    query: (text, values) => once(url, text, values),
    async drop() {
      await once(server, `drop database if exists "${name}" with (force)`)
      temporary.delete(database)
    },
  }
  if (!reuse) temporary.add(database)
  return { database, isNew }
}

/**
 * Runs `work` while the table has no indexes except those of its constraints, and without foreign key checks; builds the
 * indexes again afterwards, two at a time. Filling a table of a million rows takes a fraction of the time that way, and
 * the indexes become as dense as after a restore.
 */
export async function withoutIndexes(
  database: BenchDatabase,
  tables: readonly string[],
  schema: string,
  work: (query: (text: string, values?: readonly unknown[]) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const indexes = (await database.query(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as ddl
     from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relname = any($2) and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)`,
    [schema, [...tables]],
  )) as { name: string; ddl: string }[]
  const open = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query("set maintenance_work_mem = '512MB'; set synchronous_commit = off")
    return client
  }
  const clients = [await open(), await open()]
  try {
    const [first] = clients
    for (const { name } of indexes) await first!.query(`drop index ${name}`)
    await first!.query('set session_replication_role = replica')
    await work((text, values = []) => first!.query(text, [...values]))
    await first!.query('set session_replication_role = origin')
    const waiting = [...indexes]
    await Promise.all(
      clients.map(async (client) => {
        for (let next = waiting.pop(); next; next = waiting.pop()) await client.query(next.ddl)
      }),
    )
    for (const table of tables) await first!.query(`vacuum analyze "${schema}"."${table}"`)
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}
