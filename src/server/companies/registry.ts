import type { Company, Db } from '../context.ts'
import { schemaName } from '../db/index.ts'

export interface RegisteredCompany extends Company {
  readonly logo: string | null
  readonly is_maintenance: boolean
  readonly cache_version: number
}

const COLUMNS = 'id, code, name, logo, schema_name AS schema, time_zone, is_maintenance, cache_version'

/** The companies of the instance that may be signed in to, the oldest first: the sign-in page offers that one. */
export const listCompanies = (db: Db) => db.query<RegisteredCompany>(`SELECT ${COLUMNS} FROM platform.company WHERE is_active ORDER BY id`)

export const findCompany = async (db: Db, code: string): Promise<RegisteredCompany | undefined> =>
  (await db.query<RegisteredCompany>(`SELECT ${COLUMNS} FROM platform.company WHERE is_active AND code = $1`, [code]))[0]

/** The company of a session, while it may be signed in to. */
export const companyById = async (db: Db, id: number): Promise<RegisteredCompany | undefined> =>
  (await db.query<RegisteredCompany>(`SELECT ${COLUMNS} FROM platform.company WHERE is_active AND id = $1`, [id]))[0]

/** Enters a company, or finds it when another process was first. Its tables are made by `syncSchema`. */
export async function registerCompany(db: Db, input: { code: string; name: string; time_zone?: string }): Promise<RegisteredCompany> {
  await db.query(
    'INSERT INTO platform.company (code, name, schema_name, time_zone) VALUES ($1, $2, $3, $4) ON CONFLICT (code) DO NOTHING',
    [input.code, input.name, schemaName(input.code), input.time_zone ?? 'Asia/Manila'],
  )
  const company = await findCompany(db, input.code)
  if (!company) throw new Error(`Company ${input.code} is closed.`)
  return company
}
