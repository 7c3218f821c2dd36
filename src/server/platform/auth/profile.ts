/** The data of a session in responses of sign-in and validation (with the specification's keys). */

import type { Row } from '../../../engine/model/module.ts'
import { cached } from '../companies/cache.ts'
import type { RegisteredCompany } from '../companies/registry.ts'
import type { Ctx } from '../context.ts'
import { sql, table } from '../db/sql.ts'
import { menusOf, navigationTree } from '../meta/navigation.ts'

/** 1 dark, 0 light, null never chosen: the browser's own preference holds. */
const darkOf = (chosen: unknown): 0 | 1 | null => (typeof chosen === 'boolean' ? (chosen ? 1 : 0) : null)

/** Address of a stored image, as browsers request it (with the session's token). */
export const imageUrl = (file: unknown): string | null =>
  file === null || file === undefined || file === '' ? null : `/api/v1/files/${String(file)}`

interface Feature {
  readonly name: string
  readonly enabled: true
}
/** Features that are switched on for the company. */
export const enabledFeatures = (ctx: Pick<Ctx, 'db' | 'company'>): Promise<Feature[]> =>
  cached(ctx.db, ctx.company, 'features', async () =>
    (await ctx.db.query<{ name: string }>(sql`SELECT name FROM ${table(ctx, 'features')} WHERE enabled ORDER BY name`)).map(({ name }) => ({
      name,
      enabled: true as const,
    })),
  )

/** Feature under which the first password is the birth date and has to be changed. */
export const BIRTHDAY_PASSWORD = 'password_birthday_default'

export async function profileOf(ctx: Ctx, company: RegisteredCompany): Promise<Row> {
  const [user] = await ctx.db.query<Row>(
    sql`
      SELECT u.id, u.username, u.name, u.email, u.first_name, u.last_name, u.mobile, u.gender, u.birth_at,
        u.avatar_path, u.is_dark, u.is_developer, u.password_changed, u.must_change_password, u.branch_ids,
        r.id AS role_id, r.name AS role_name,
        CASE WHEN b.id IS NULL THEN NULL ELSE json_build_object(
          'id', b.id, 'code', b.code, 'name', b.name
        ) END AS branch
      FROM ${table({ company }, 'user')} u
      LEFT JOIN ${table({ company }, 'user_role')} r ON r.id = u.user_role_id
      LEFT JOIN ${table({ company }, 'branch')} b ON b.id = u.branch_id
      WHERE u.id = ${ctx.principal.user_id}
    `,
  )
  const applications = (await menusOf(ctx)).map(({ groups, description: _description, ...menu }) => ({
    ...menu,
    subdomain: menu.name,
    navigation: navigationTree({ ...menu, description: '', groups }),
  }))
  const features = await enabledFeatures(ctx)
  const { branch = null, role_id, role_name, must_change_password, ...rest } = user ?? {}
  return {
    user: {
      ...rest,
      avatar_url: imageUrl(rest.avatar_path),
      user_role: { id: role_id, name: role_name, applications },
      employee_id: ctx.principal.employee_id,
      password_changed: rest.password_changed === true,
      is_dark: darkOf(rest.is_dark),
    },
    company: { code: company.code, name: company.name, logo: company.logo, logo_url: company.logo, time_zone: company.time_zone },
    branch,
    applications,
    maintenance: company.is_maintenance,
    features,
    is_developer: ctx.principal.is_developer,
    must_change_password:
      must_change_password === true || (rest.password_changed !== true && features.some((feature) => feature.name === BIRTHDAY_PASSWORD)),
  }
}
