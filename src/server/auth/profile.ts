/** What sign-in and validation answer about a user (rulings of the specification: exactly these keys). */

import type { Row } from '../../engine/module.ts'
import type { RegisteredCompany } from '../companies/registry.ts'
import type { Db } from '../context.ts'
import { qualify } from '../db/name.ts'

/** 1 dark, 0 light, null never chosen: the browser's own preference holds. */
const darkOf = (chosen: unknown): 0 | 1 | null => (typeof chosen === 'boolean' ? (chosen ? 1 : 0) : null)

export async function profileOf(db: Db, company: RegisteredCompany, userId: number): Promise<Row> {
  const table = (name: string) => qualify(company.schema, name)
  const [user] = await db.query<Row>(
    `SELECT u.id, u.username, u.name, u.email, u.first_name, u.last_name, u.mobile, u.avatar_path, u.is_dark, u.is_developer, u.password_changed, u.branch_ids,
       json_build_object('id', r.id, 'name', r.name) AS user_role, CASE WHEN b.id IS NULL THEN NULL ELSE json_build_object('id', b.id, 'code', b.code, 'name', b.name) END AS branch
     FROM ${table('user')} u LEFT JOIN ${table('user_role')} r ON r.id = u.user_role_id LEFT JOIN ${table('branch')} b ON b.id = u.branch_id WHERE u.id = $1`,
    [userId],
  )
  const applications = await db.query<Row>(
    `SELECT a.id, a.name, a.subdomain, a.title, a.icon, a.color FROM ${table('user')} u JOIN ${table('user_role__apps')} l ON l.parent_id = u.user_role_id
     JOIN ${table('application')} a ON a.id = l.application_id WHERE u.id = $1 AND l.is_enabled IS NOT FALSE AND a.is_active IS NOT FALSE ORDER BY l.sort_order, l.line_no`,
    [userId],
  )
  const { branch = null, ...rest } = user ?? {}
  return {
    user: { ...rest, employee_id: null, is_dark: darkOf(rest.is_dark) },
    company: { code: company.code, name: company.name, logo: company.logo },
    branch,
    applications,
    maintenance: company.is_maintenance,
    is_developer: rest.is_developer === true,
  }
}
