/** The initial rows of a company: a branch, the roles of the product, and its first user, who has every permission. */

import type { Row } from '../../engine/model/module.ts'
import { codesOf } from '../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../platform/context.ts'
import { sql, table } from '../platform/db/sql.ts'
import { makeProductRoles } from './roles.ts'

export interface FirstUser {
  readonly first_name: string
  readonly last_name: string
  readonly username: string
  readonly email: string
  readonly password: string
}

/** Creates them through the services; `ctx` acts as the system. */
export async function setUpCompany(ctx: Ctx, user: FirstUser): Promise<void> {
  const { records } = ctx.services
  const make = (name: string, values: Row) => records.create(ctx, ctx.modules.get(name)!, values)
  const branch = await make('branch', { code: 'HO', name: 'Head Office', is_head_office: true })
  const applications = await ctx.db.query<{ id: number; name: string }>(
    sql`SELECT id, name FROM ${table(ctx, 'application')} ORDER BY sort_order`,
  )
  const modules = await ctx.db.query<{ id: number; name: string }>(sql`SELECT id, name FROM ${table(ctx, 'module')}`)
  const idOf = new Map(applications.map((application) => [application.name, application.id]))
  const role = await make('user_role', {
    code: 'ADMIN',
    name: 'Administrator',
    apps: applications.map((application, index) => ({ application_id: application.id, sort_order: index + 1, is_enabled: true })),
    modules: modules.flatMap(({ id, name }) => {
      const module = ctx.modules.get(name)
      const application_id = module && (idOf.get(module.application) ?? applications[0]!.id)
      return module ? [{ application_id, module_id: id, permission_codes: codesOf(module), is_enabled: true }] : []
    }),
    access_codes: (ctx.modules.get('user_role')!.field.access_codes!.options ?? []).map((option) => option.value),
    is_active: true,
  })
  await makeProductRoles(ctx)
  await make('user', { ...user, user_role_id: role.id, branch_id: branch.id, is_active: true })
}
