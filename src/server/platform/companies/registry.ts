import type { Company, Db } from '../context.ts'
import { schemaName } from '../db/index.ts'
import { ref, sql } from '../db/sql.ts'

export interface RegisteredCompany extends Company {
  readonly logo: string | null
  readonly is_maintenance: boolean
  readonly cache_version: number
}

const COLUMNS = sql`id, code, name, logo, schema_name AS schema, time_zone, is_maintenance, cache_version`

/** The companies of the instance that may be signed in to, the oldest first: the sign-in page offers that one. */
export const listCompanies = (db: Db) =>
  db.query<RegisteredCompany>(sql`SELECT ${COLUMNS} FROM platform.company WHERE is_active ORDER BY id`)

export const findCompany = async (db: Db, code: string): Promise<RegisteredCompany | undefined> =>
  (await db.query<RegisteredCompany>(sql`SELECT ${COLUMNS} FROM platform.company WHERE is_active AND code = ${code}`))[0]

/** The company of a session, while it may be signed in to. */
export const companyById = async (db: Db, id: number): Promise<RegisteredCompany | undefined> =>
  (await db.query<RegisteredCompany>(sql`SELECT ${COLUMNS} FROM platform.company WHERE is_active AND id = ${id}`))[0]

/** Enters a company, or finds it when another process was first. Its tables are made by `syncSchema`. */
export async function registerCompany(db: Db, input: { code: string; name: string; time_zone?: string }): Promise<RegisteredCompany> {
  await db.query(
    sql`
      INSERT INTO platform.company (code, name, schema_name, time_zone)
      VALUES (${input.code}, ${input.name}, ${schemaName(input.code)}, ${input.time_zone ?? 'Asia/Manila'})
      ON CONFLICT (code) DO NOTHING
    `,
  )
  const company = await findCompany(db, input.code)
  if (!company) throw new Error(`Company ${input.code} is closed.`)
  return company
}

/** A company in creation counts as abandoned after this time: its process is gone. */
const ABANDONED = '1 hour'

/**
 * Registers a company that users cannot sign in to before `openCompany`. Answers nothing where the code is taken. What
 * another process left unfinished under the code long ago gives way.
 */
export async function beginCompany(
  db: Db,
  input: { code: string; name: string; time_zone: string },
): Promise<Pick<RegisteredCompany, 'id' | 'schema'> | undefined> {
  await removeAbandoned(db)
  const [company] = await db.query<Pick<RegisteredCompany, 'id' | 'schema'>>(
    sql`
      INSERT INTO platform.company (code, name, schema_name, time_zone, is_active, making_since)
      VALUES (${input.code}, ${input.name}, ${schemaName(input.code)}, ${input.time_zone}, false, now())
      ON CONFLICT DO NOTHING
      RETURNING id, schema_name AS schema
    `,
  )
  return company
}

/** Opens a finished company to its users. */
export const openCompany = (db: Db, id: number, name: string) =>
  db.query(sql`
    UPDATE platform.company
    SET name = ${name}, is_active = true, making_since = NULL
    WHERE id = ${id}
  `)

/** Marks a company in which users can sign in while its demo data is made: when that is interrupted, it is removed. */
export const markUnfinished = (db: Db, id: number) => db.query(sql`UPDATE platform.company SET making_since = now() WHERE id = ${id}`)

export const markFinished = (db: Db, id: number) => db.query(sql`UPDATE platform.company SET making_since = NULL WHERE id = ${id}`)

/** The company of this code that was begun and never finished. */
export const unfinishedCompany = async (db: Db, code: string): Promise<Pick<RegisteredCompany, 'id' | 'schema'> | undefined> =>
  (
    await db.query<Pick<RegisteredCompany, 'id' | 'schema'>>(
      sql`
        SELECT id, schema_name AS schema
        FROM platform.company
        WHERE code = ${code} AND making_since IS NOT NULL
      `,
    )
  )[0]

/** Takes away a company that could not be finished, with all its tables. */
export async function removeUnfinished(db: Db, company: Pick<RegisteredCompany, 'id' | 'schema'>): Promise<void> {
  await db.query(sql`DROP SCHEMA IF EXISTS ${ref(company.schema)} CASCADE`)
  await db.query(sql`DELETE FROM platform.company WHERE id = ${company.id} AND making_since IS NOT NULL`)
}

/**
 * Takes away companies that were begun before `since` ago (an interval of PostgreSQL) and never finished. The product
 * calls it with no time at all when it starts its own database server, where no other process can be making one.
 */
export async function removeAbandoned(db: Db, since = ABANDONED): Promise<void> {
  const left = await db.query<Pick<RegisteredCompany, 'id' | 'schema'>>(
    sql`
      SELECT id, schema_name AS schema
      FROM platform.company
      WHERE making_since < now() - ${since}::interval
    `,
  )
  for (const company of left) await removeUnfinished(db, company)
}
