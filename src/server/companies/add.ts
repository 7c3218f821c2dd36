/** A further company of an instance that is set up: the operator adds it by command, with its first user. */

import { generatePassword } from '../platform/auth/passwords.ts'
import type { Ctx, Db } from '../platform/context.ts'
import { sql, table } from '../platform/db/sql.ts'
import { forbidden, invalid } from '../platform/errors.ts'
import { readSetup } from './read-setup.ts'
import { type FirstUser, setUpCompany } from './setup.ts'

export interface FurtherCompany {
  readonly code: string
  readonly name: string
  readonly user: Omit<FirstUser, 'password'>
}

/**
 * Creates the company and its first user, all or nothing. Answers the code and the user's first password: only its hash is
 * stored, and the user chooses another at the first sign-in. `make` enters the company and acts in it as the system.
 */
export async function addCompany(
  db: Db,
  input: FurtherCompany,
  make: (company: { code: string; name: string }) => Promise<Ctx>,
): Promise<{ code: string; username: string; password: string }> {
  const password = generatePassword()
  const { company, user, errors } = readSetup({
    company: { code: input.code, name: input.name },
    user: { ...input.user, password, password_confirmation: password },
  })
  if (Object.keys(errors).length) throw invalid(errors)
  return db.tx(async () => {
    await db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('instance:setup', 0))`)
    // Closed companies and those that are still being restored have their codes, too.
    const taken = await db.query<{ code: string }>(sql`SELECT code FROM platform.company`)
    if (!taken.length) throw forbidden('This instance has no company yet. Open it in a browser and set up the first company there.')
    if (taken.some(({ code }) => code === company.code)) throw invalid({ 'company.code': ['A company with this code already exists.'] })
    const ctx = await make(company)
    await setUpCompany(ctx, user)
    await db.query(sql`UPDATE ${table(ctx, 'user')} SET must_change_password = true WHERE username = ${user.username}`)
    return { code: company.code, username: user.username, password }
  })
}
