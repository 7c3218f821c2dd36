/** Roles and users of a demo company. */
import type { Row } from '../../../engine/model/module.ts'
import { DEMO_USERS, grantsOf, ROLE_TEMPLATES } from '../../companies/role-templates.ts'
import type { DemoCompany, DemoHost } from '../../demo-kit/host.ts'
import { create, idsBy, type Places } from '../../demo-kit/records.ts'
import { linkAccounts } from '../../platform/auth/company-access.ts'
import type { Company, Ctx } from '../../platform/context.ts'
import { qualify } from '../../platform/db/name.ts'

export const DEMO_PASSWORD = 'Demo#2026'

/** Roles with their grants, and one user for each of them. */
export async function makeUsers(ctx: Ctx, company: DemoCompany, places: Places): Promise<void> {
  const applications = await idsBy(ctx, 'application', 'name')
  const modules = await idsBy(ctx, 'module', 'name')
  const roles = new Map<string, number>()
  for (const role of ROLE_TEMPLATES) {
    const grants = grantsOf(role, ctx.modules)
    const rows: Row[] = []
    for (const [name, codes] of grants) {
      const module = ctx.modules.get(name)!
      const homes = [module.application, ...module.alsoIn.map((also) => also.application)].filter((application) =>
        role.applications.includes(application),
      )
      const application = homes[0] ?? role.applications[0]
      const application_id = application && applications.get(application)
      const module_id = modules.get(name)
      if (application_id && module_id) rows.push({ application_id, module_id, permission_codes: codes, is_enabled: true })
    }
    roles.set(
      role.code,
      await create(ctx, 'user_role', {
        code: role.code,
        name: role.name,
        is_default: role.code === 'EMPLOYEE',
        access_codes: role.access ?? [],
        apps: role.applications.flatMap((name, index) =>
          applications.has(name) ? [{ application_id: applications.get(name)!, sort_order: index + 1, is_enabled: true }] : [],
        ),
        modules: rows,
      }),
    )
  }
  const head = company.branches.find((branch) => branch.head) ?? company.branches[0]!
  for (const user of DEMO_USERS) {
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
  // Nobody may make himself a developer by any call: whoever runs the instance says who is one.
  await ctx.db.query(`UPDATE ${qualify(ctx.company.schema, 'user')} SET is_developer = true WHERE username = 'developer'`)
}

/** The administrator of one demo company may switch to the administrator of another. */
export async function linkAdministrators(host: DemoHost, from: Company, to: Company): Promise<void> {
  const [here, there] = [await host.as(from, 'admin'), await host.as(to, 'admin')]
  await linkAccounts(here, here.principal.user_id, there, there.principal.user_id)
}
