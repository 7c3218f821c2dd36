/** Shared by all calls of the reference: the pool, the caller, transactions, the audit trail. */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import pg from 'pg'

/** The company's schema. */
export const S = 'co_bench'

pg.types.setTypeParser(20, Number)
pg.types.setTypeParser(1700, Number)
pg.types.setTypeParser(1082, (text) => text)

/** The caller: their branches (none: all) and the codes of each module. */
export interface User {
  readonly id: number
  readonly branches: readonly number[]
  readonly codes: ReadonlyMap<string, ReadonlySet<string>>
  readonly ip: string
  readonly agent: string
}

/** A refusal with a status, and errors by field for invalid input. */
export class Refused extends Error {
  readonly status: number
  readonly errors: Record<string, string[]> | undefined
  constructor(status: number, message: string, errors?: Record<string, string[]>) {
    super(message)
    this.status = status
    this.errors = errors
  }
}

export type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>

export const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: Number(process.env['POOL'] ?? 10),
  options: '-c timezone=UTC',
})
/** Rights are read again when the company's version has changed. */
const known = new Map<number, { version: number; user: Omit<User, 'ip' | 'agent'> }>()

async function loadUser(id: number): Promise<Omit<User, 'ip' | 'agent'>> {
  const { rows } = await pool.query(
    `select u.branch_ids, m.name as module, array_agg(distinct code) as codes
     from ${S}."user" u join ${S}.user_role__modules r on r.parent_id = u.user_role_id and r.is_enabled
     join ${S}.module m on m.id = r.module_id, unnest(r.permission_codes) as code where u.id = $1 and u.is_active group by 1, 2`,
    [id],
  )
  return {
    id,
    branches: ((rows[0]?.branch_ids as string[] | null) ?? []).map(Number),
    codes: new Map(rows.map((row) => [row.module as string, new Set(row.codes as string[])])),
  }
}

/** The signed-in caller, who must hold `code` on the module: 401 or 403 otherwise. */
export async function userOf(request: FastifyRequest, module: string, code: string): Promise<User> {
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const { rows } = await pool.query({
    name: 'session',
    text: `select s.user_id, c.cache_version from platform.session s join platform.company c on c.id = s.company_id
           where s.token_hash = $1 and s.expires_at > now() and c.is_active`,
    values: [createHash('sha256').update(token).digest()],
  })
  const session = rows[0] as { user_id: number; cache_version: number } | undefined
  if (!session) throw new Refused(401, 'Your session has expired. Please log in again to continue.')
  let entry = known.get(session.user_id)
  if (entry?.version !== session.cache_version) {
    entry = { version: session.cache_version, user: await loadUser(session.user_id) }
    known.set(session.user_id, entry)
  }
  if (!entry.user.codes.get(module)?.has(code)) throw new Refused(403, `You need the "${code}" permission to do this.`)
  return { ...entry.user, ip: request.ip, agent: String(request.headers['user-agent'] ?? '') }
}

/** Runs `work` in a transaction. */
export async function transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const answer = await work(client)
    await client.query('commit')
    return answer
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const ids = new Map<string, { module: number; application: number }>()

export interface AuditedChange {
  readonly module: string
  readonly action: string
  readonly record: { id: number; transaction_no: string }
  readonly before: unknown
  readonly after: unknown
}

/** One row of the audit trail. */
export async function audit(client: pg.PoolClient, user: User, { module, action, record, before, after }: AuditedChange): Promise<void> {
  let place = ids.get(module)
  if (!place) {
    const { rows } = await client.query(`select id as module, application_id as application from ${S}.module where name = $1`, [module])
    place = rows[0] as { module: number; application: number }
    ids.set(module, place)
  }
  await client.query({
    name: 'audit',
    text: `insert into ${S}.audit_trail (user_id, action, application_id, module_id, record_id, transaction_no, old_values, new_values, ip_address, user_agent)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      user.id,
      action,
      place.application,
      place.module,
      record.id,
      record.transaction_no,
      before === null ? null : JSON.stringify(before),
      JSON.stringify(after),
      user.ip,
      user.agent,
    ],
  })
}
