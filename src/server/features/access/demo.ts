/** Roles and users of a demo company. */

import { DEMO_USERS } from '../../companies/role-templates.ts'
import { makeProductRoles } from '../../companies/roles.ts'
import type { DemoCompany, DemoHost } from '../../demo-kit/host.ts'
import { create, idsBy, type Places } from '../../demo-kit/records.ts'
import { linkAccounts } from '../../platform/auth/company-access.ts'
import type { Company, Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'

export const DEMO_PASSWORD = 'Demo#2026'

/** Roles with their grants, and one user for each of them. */
export async function makeUsers(ctx: Ctx, company: DemoCompany, places: Places): Promise<void> {
  await makeProductRoles(ctx)
  const roles = await idsBy(ctx, 'user_role', 'code')
  const head = company.branches.find((branch) => branch.head) ?? company.branches[0]!
  const packageRoles = ctx.services.product.packages.flatMap(({ roles: codes }) => codes)
  const users = [
    ...DEMO_USERS,
    ...packageRoles.map((role) => ({
      username: role.toLowerCase(),
      role,
      first_name: ctx.services.product.roles.find(({ code }) => code === role)!.name,
      last_name: company.code,
    })),
  ]
  for (const user of users) {
    await create(ctx, 'user', {
      username: user.username,
      email: `${user.username}@${company.code.toLowerCase()}.example`,
      first_name: user.first_name,
      last_name: user.last_name,
      user_role_id: roles.get(user.role)!,
      branch_id: places.branches.get(head.code)!,
      branch_ids: [],
      password: DEMO_PASSWORD,
    })
  }
  // No API call can make a user a developer: only the operator of the instance can, so the demo sets it in SQL.
  await ctx.db.query(sql`UPDATE ${table(ctx, 'user')} SET is_developer = true WHERE username = 'developer'`)
}

/** The administrator of one demo company may switch to the administrator of another. */
export async function linkAdministrators(host: DemoHost, from: Company, to: Company): Promise<void> {
  const [here, there] = [await host.as(from, 'admin'), await host.as(to, 'admin')]
  await linkAccounts(here, here.principal.user_id, there, there.principal.user_id)
}
