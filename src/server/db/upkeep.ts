/**
 * Statistics and dead rows of the embedded database. On a server autovacuum sees to them; in one process nobody would,
 * lists would guess how long they are for ever, and the planner with them.
 */
import type { Db } from '../context.ts'
import { qualify } from './name.ts'

/** Tables looked after in one round, those that changed most first. */
const MOST = 200

interface Due {
  readonly schema: string
  readonly name: string
  readonly has_dead: boolean
}

/**
 * Tables of which a fifth is dead or a tenth has changed, as autovacuum reckons by default, and those that were filled
 * and never looked at.
 */
const DUE = `SELECT s.schemaname AS schema, s.relname AS name, s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0) AS has_dead
  FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
  WHERE s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0) OR s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
    OR (c.reltuples < 0 AND pg_relation_size(c.oid) > 0)
  ORDER BY s.n_dead_tup + s.n_mod_since_analyze DESC, s.relid LIMIT ${MOST}`

/** Clears and counts what is due, table by table so that nobody waits long. Answers how many tables it looked after. Outside of transactions. */
export async function upkeep(db: Db): Promise<number> {
  // Counters reach the statistics some time after the transaction otherwise.
  await db.query('SELECT pg_stat_force_next_flush()')
  const due = await db.query<Due & Record<string, unknown>>(DUE)
  for (const { schema, name, has_dead } of due) await db.query(`${has_dead ? 'VACUUM (ANALYZE)' : 'ANALYZE'} ${qualify(schema, name)}`)
  return due.length
}
