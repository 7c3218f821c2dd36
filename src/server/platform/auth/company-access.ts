/**
 * Accounts in other companies of the instance that a user may switch to. A link joins an account here with an account
 * there; the rights are those of the account there. It is kept in the control schema, as neither company owns it.
 */

import { writeAudit } from '../audit/index.ts'
import type { RegisteredCompany } from '../companies/registry.ts'
import { companyById } from '../companies/registry.ts'
import type { Company, Ctx, Db } from '../context.ts'
import { sql, table } from '../db/sql.ts'
import { SYSTEM } from './as-system.ts'
import { originOfSession, type SessionOrigin } from './sessions.ts'

/** An account in a company of the instance. */
interface AccountRef {
  readonly company_id: number
  readonly user_id: number
}

export interface CompanyLink extends AccountRef {
  readonly id: number
  readonly target_company_id: number
  readonly target_user_id: number
  readonly granted_by: string
  readonly confirmed_by: string
  readonly granted_at: string
}

const COLUMNS = sql`
  l.id, l.company_id, l.user_id, l.target_company_id, l.target_user_id, l.granted_by, l.confirmed_by, l.granted_at
`

/** The links of an account to accounts in other companies that are open. */
export const linksFrom = (db: Db, { company_id, user_id }: AccountRef): Promise<CompanyLink[]> =>
  db.query<CompanyLink>(
    sql`
      SELECT ${COLUMNS}
      FROM platform.company_access l
      JOIN platform.company c ON c.id = l.target_company_id AND c.is_active
      WHERE l.company_id = ${company_id} AND l.user_id = ${user_id}
      ORDER BY c.name
    `,
  )

/** The links of accounts in other companies to an account. */
export const linksTo = (db: Db, { company_id, user_id }: AccountRef): Promise<CompanyLink[]> =>
  db.query<CompanyLink>(
    sql`
      SELECT ${COLUMNS}
      FROM platform.company_access l
      JOIN platform.company c ON c.id = l.company_id AND c.is_active
      WHERE l.target_company_id = ${company_id} AND l.target_user_id = ${user_id}
      ORDER BY c.name
    `,
  )

/** The company and the user of an account, as screens name them; undefined when either no longer exists. */
export async function describeAccount(db: Db, { company_id, user_id }: AccountRef) {
  const company = await companyById(db, company_id)
  const [user] = company
    ? await db.query<{ id: number; username: string; name: string | null; is_active: boolean }>(
        sql`
          SELECT id, username, name, is_active IS NOT FALSE AS is_active
          FROM ${table({ company }, 'user')}
          WHERE id = ${user_id}
        `,
      )
    : []
  return company && user ? { company, user } : undefined
}

/** Whether the dates of a user's access include today. Also the instant at which its last day ends. */
export async function accessPeriod(db: Db, company: Company, userId: number, today: string): Promise<{ open: boolean; ends: Date | null }> {
  const [row] = await db.query<{ open: boolean; ends: string | Date | null }>(
    sql`
      SELECT (valid_from IS NULL OR valid_from <= ${today})
        AND (valid_until IS NULL OR valid_until >= ${today}) AS open,
          (valid_until + 1)::timestamp AT TIME ZONE ${company.time_zone} AS ends
      FROM ${table({ company }, 'user_access')}
      WHERE user_id = ${userId}
    `,
  )
  return { open: row?.open ?? true, ends: row?.ends ? new Date(row.ends) : null }
}

/**
 * The account whose password began the caller's session. Switching never changes it, so that links are not followed one
 * after another.
 */
export const sessionOrigin = async (ctx: Ctx): Promise<SessionOrigin | undefined> =>
  ctx.session_id === undefined ? undefined : originOfSession(ctx.db, ctx.session_id)

/** The account that the caller has in another company: where their session began, or the target of a link within its dates. */
export async function ownAccountIn(ctx: Ctx, company: RegisteredCompany): Promise<number | undefined> {
  const origin = await sessionOrigin(ctx)
  if (!origin) return undefined
  if (origin.company_id === company.id) return origin.user_id
  const home = await companyById(ctx.db, origin.company_id)
  const link = (await linksFrom(ctx.db, origin)).find((companyLink) => companyLink.target_company_id === company.id)
  if (!home || !link) return undefined
  const { open } = await accessPeriod(ctx.db, home, origin.user_id, ctx.clock.today(home.time_zone))
  return open ? link.target_user_id : undefined
}

/** The server's own context in another company, to write there what the caller did. */
export const inCompany = (ctx: Ctx, company: Company): Ctx => ({ ...ctx, company, principal: SYSTEM })

/** Links two accounts, in place of an earlier link to that company. `from` acts in the one, `confirming` in the other. */
export async function linkAccounts(from: Ctx, userId: number, confirming: Ctx, targetUserId: number): Promise<void> {
  const { db } = from
  const users = from.modules.get('user')!
  await db.tx(async () => {
    await db.query(
      sql`
        DELETE FROM platform.company_access
        WHERE company_id = ${from.company.id} AND user_id = ${userId} AND target_company_id = ${confirming.company.id}
      `,
    )
    await db.query(
      sql`
        INSERT INTO platform.company_access (
          company_id, user_id, target_company_id, target_user_id, granted_by, confirmed_by, granted_at
        )
        VALUES (
          ${from.company.id}, ${userId}, ${confirming.company.id}, ${targetUserId}, ${from.principal.username},
          ${confirming.principal.username}, ${from.clock.now().toISOString()}
        )
      `,
    )
    const source = await describeAccount(db, { company_id: from.company.id, user_id: userId })
    const target = await describeAccount(db, { company_id: confirming.company.id, user_id: targetUserId })
    const note = { company: confirming.company.code, username: target?.user.username ?? null }
    await writeAudit(from, { module: users, record_id: userId, action: 'company_given', note })
    const noteThere = { company: from.company.code, username: source?.user.username ?? null, given_by: from.principal.username }
    await writeAudit(confirming, { module: users, record_id: targetUserId, action: 'company_given', note: noteThere })
  })
}

/** Removes links, and with them the sessions that were opened by them. Both companies' audit trails say so. */
export async function unlinkAccounts(ctx: Ctx, links: readonly CompanyLink[]): Promise<void> {
  const users = ctx.modules.get('user')!
  for (const link of links) {
    await ctx.db.query(sql`DELETE FROM platform.company_access WHERE id = ${link.id}`)
    const source = { company_id: link.company_id, user_id: link.user_id }
    const target = { company_id: link.target_company_id, user_id: link.target_user_id }
    for (const [account, other] of [
      [source, target],
      [target, source],
    ] as const) {
      const [here, there] = [await companyById(ctx.db, account.company_id), await describeAccount(ctx.db, other)]
      if (!here) continue
      await writeAudit(here.id === ctx.company.id ? ctx : inCompany(ctx, here), {
        module: users,
        record_id: account.user_id,
        action: 'company_removed',
        note: { company: there?.company.code ?? null, username: there?.user.username ?? null, by: ctx.principal.username },
      })
    }
  }
}

/** Ends the sessions that a user opened in other companies; the links stay. */
export const closeSwitchedSessions = (db: Db, { company_id, user_id }: AccountRef) =>
  db.query(
    sql`
      DELETE FROM platform.session
      WHERE link_id IN (
        SELECT id FROM platform.company_access WHERE company_id = ${company_id} AND user_id = ${user_id}
      )
    `,
  )
