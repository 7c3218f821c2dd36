/** What companies that exist get of a role's template when the product changes, and how their settings name roles. */
import type { ModuleSet, Row } from '../../engine/module.ts'
import type { Db } from '../context.ts'
import { qualify } from '../db/name.ts'
import { DEMO_ROLES, grantsOf } from '../demo/grants.ts'
import type { RegisteredCompany } from './registry.ts'

/** The templates of roles, found by the code of a company's role. */
export const ROLE_TEMPLATES = DEMO_ROLES

/**
 * Grants modules that were entered just now, to the roles of the company whose template names them. What a role holds of
 * other modules, and what an administrator took from it, stays as it is.
 */
export async function grantNewModules(db: Db, company: RegisteredCompany, modules: ModuleSet, added: readonly string[]): Promise<void> {
  const fresh = new Map([...modules].filter(([name]) => added.includes(name)))
  const table = (name: string) => qualify(company.schema, name)
  const rows: Row[] = []
  for (const template of fresh.size ? ROLE_TEMPLATES : []) {
    for (const [name, codes] of grantsOf(template, fresh)) {
      const module = fresh.get(name)!
      const homes = [module.application, ...module.alsoIn.map((also) => also.application)]
      rows.push({ role: template.code, module: name, codes, homes })
    }
  }
  if (rows.length === 0) return
  // In the module's own application where the role enters it, else in one that lists it, else in the role's first.
  await db.query(
    `INSERT INTO ${table('user_role__modules')} (parent_id, line_no, application_id, module_id, permission_codes, is_enabled)
     SELECT r.id, coalesce((SELECT max(line_no) FROM ${table('user_role__modules')} WHERE parent_id = r.id), 0) + row_number() OVER (PARTITION BY r.id ORDER BY m.id),
       a.id, m.id, ARRAY(SELECT jsonb_array_elements_text(g.codes)), true
     FROM jsonb_to_recordset($1::jsonb) AS g(role text, module text, codes jsonb, homes jsonb)
     JOIN ${table('user_role')} r ON upper(r.code) = g.role
     JOIN ${table('module')} m ON m.name = g.module
     JOIN LATERAL (SELECT x.id FROM ${table('user_role__apps')} l JOIN ${table('application')} x ON x.id = l.application_id
       WHERE l.parent_id = r.id AND l.is_enabled IS NOT FALSE
       ORDER BY array_position(ARRAY(SELECT jsonb_array_elements_text(g.homes)), x.name::text) NULLS LAST, l.sort_order, l.line_no LIMIT 1) a ON true
     WHERE NOT EXISTS (SELECT 1 FROM ${table('user_role__modules')} l WHERE l.parent_id = r.id AND l.module_id = m.id)`,
    [JSON.stringify(rows)],
  )
}

type Level = Row & { role?: string }

/** Approval levels and pending decisions of releases that named roles by what they are called name them by their code. */
export async function nameRolesByCode(db: Db, company: RegisteredCompany): Promise<void> {
  const table = (name: string) => qualify(company.schema, name)
  const kept = await db.query<{ id: number; value: unknown }>(
    `SELECT id, value FROM ${table('settings')} WHERE key LIKE '%.approval\\_levels' AND value::text LIKE '%"role"%'`,
  )
  if (kept.length) {
    const roles = await db.query<{ code: string; name: string }>(`SELECT code, name FROM ${table('user_role')} WHERE code IS NOT NULL`)
    const codes = new Set(roles.map(({ code }) => code.toUpperCase()))
    const codeOf = (name: string) => (codes.has(name.toUpperCase()) ? name : (roles.find((role) => role.name === name)?.code ?? name))
    for (const { id, value } of kept) {
      if (!Array.isArray(value)) continue
      const levels = (value as Level[]).map((level) => (typeof level.role === 'string' ? { ...level, role: codeOf(level.role) } : level))
      if (JSON.stringify(levels) !== JSON.stringify(value))
        await db.query(`UPDATE ${table('settings')} SET value = $2 WHERE id = $1`, [id, JSON.stringify(levels)])
    }
  }
  await db.query(
    `UPDATE ${table('approval_task')} t SET role = upper(r.code) FROM ${table('user_role')} r
     WHERE t.role = r.name AND t.role <> upper(r.code) AND NOT EXISTS (SELECT 1 FROM ${table('user_role')} x WHERE upper(x.code) = t.role)`,
  )
}
