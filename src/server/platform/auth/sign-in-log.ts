/** The log of sign-ins and the users' devices; written beside the session, never by requests. */

import type { Clock, Company, Db } from '../context.ts'
import { sql, table } from '../db/sql.ts'

/** The origin of a sign-in. */
export interface Origin {
  readonly ip: string
  readonly agent?: string
  readonly client_time?: string
  /** The client's own name for the device it runs on, kept by it between sign-ins. */
  readonly device_id?: string
  readonly device_name?: string
}

const MOBILE = /Android|iPhone|iPad|Mobile|okhttp|Dart|CFNetwork/i
const platformOf = (agent = ''): 'ios' | 'android' | 'web' =>
  /okhttp|Dart.*Android/i.test(agent) ? 'android' : /CFNetwork|Dart.*iOS/i.test(agent) ? 'ios' : 'web'

/** Who signed in and from where; `failure` says why it was refused. */
interface SignInAttempt {
  readonly who: { username: string; user_id?: number }
  readonly origin: Origin
  readonly failure?: string
}

/** Writes a line of the log; returns its id. An unknown name is written as it was typed. */
export async function logSignIn(db: Db, clock: Clock, company: Company, { who, origin, failure }: SignInAttempt): Promise<number> {
  const user = who.user_id ?? null
  const now = clock.now().toISOString()
  const [row] = await db.query<{ id: number }>(
    sql`
      INSERT INTO ${table({ company }, 'recent_logins')} (
        user_id, username, branch_id, logged_in_at, ip_address, user_agent, device_type, result, failure_reason,
        client_time, version, created_at, updated_at
      )
      VALUES (
        ${user}, ${who.username},
        (SELECT branch_id FROM ${table({ company }, 'user')} WHERE id = ${user}), ${now}, ${origin.ip},
        ${origin.agent?.slice(0, 300) ?? null}, ${MOBILE.test(origin.agent ?? '') ? 'mobile' : 'web'},
        ${failure ? 'failed' : 'success'}, ${failure ?? null}, ${origin.client_time?.slice(0, 40) ?? null}, 1, ${now},
        ${now}
      )
      RETURNING id
    `,
  )
  return row!.id
}

export const logSignOut = (db: Db, clock: Clock, company: Company, login: number | null) =>
  login
    ? db.query(sql`
      UPDATE ${table({ company }, 'recent_logins')}
      SET logged_out_at = ${clock.now().toISOString()}
      WHERE id = ${login}
    `)
    : Promise.resolve([])

/** Records the device from which a user signs in; returns its id, or null when the client names none. */
export async function rememberDevice(
  db: Db,
  clock: Clock,
  company: Company,
  { user, origin }: { readonly user: number; readonly origin: Origin },
): Promise<number | null> {
  if (!origin.device_id) return null
  const now = clock.now().toISOString()
  const [row] = await db.query<{ id: number }>(
    sql`
      INSERT INTO ${table({ company }, 'user_device')} AS d (
        user_id, device_id, device_name, platform, last_ip, registered_at, last_seen_at, is_trusted, version,
        created_at, updated_at
      )
      VALUES (
        ${user}, ${origin.device_id}, ${origin.device_name ?? null}, ${platformOf(origin.agent)}, ${origin.ip},
        ${now}, ${now}, false, 1, ${now}, ${now}
      )
      ON CONFLICT (user_id, device_id) WHERE device_id IS NOT NULL DO UPDATE SET
        device_name = coalesce(excluded.device_name, d.device_name), last_ip = excluded.last_ip,
        last_seen_at = excluded.last_seen_at
      RETURNING id
    `,
  )
  return row!.id
}
