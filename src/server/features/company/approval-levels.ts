/** The approval levels of a setting: each names someone who can decide, or documents would wait for nobody. */

import type { ApprovalLevel } from '../../../engine/model/approval.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'

const KEYS = new Set(['role', 'user_id', 'field', 'manager', 'from_amount', 'quorum', 'title'])
const isAmount = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value) && value >= 0

function isLevel(value: unknown): value is ApprovalLevel {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { role, user_id, field, manager, from_amount, quorum, title } = value as Record<string, unknown>
  return (
    Object.keys(value).every((key) => KEYS.has(key)) &&
    [role, field, title].every((text) => text === undefined || (typeof text === 'string' && text.trim() !== '')) &&
    (user_id === undefined || Number.isSafeInteger(user_id)) &&
    (manager === undefined || typeof manager === 'boolean') &&
    (from_amount === undefined || isAmount(from_amount)) &&
    (quorum === undefined || (Number.isSafeInteger(quorum) && (quorum as number) >= 1))
  )
}

/** What is wrong with the levels of documents of the module, level by level; empty where nothing is. */
export async function levelProblems(ctx: Ctx, moduleName: string, value: unknown): Promise<string[]> {
  if (!Array.isArray(value) || !value.every(isLevel))
    return ['Enter a list of levels, each with role, user_id, field or manager, and if wanted from_amount and quorum.']
  const roles = await ctx.db.query<{ code: string }>(
    sql`SELECT upper(code) AS code FROM ${table(ctx, 'user_role')} WHERE code IS NOT NULL AND is_active IS NOT FALSE`,
  )
  const users = await ctx.db.query<{ id: number }>(sql`SELECT id FROM ${table(ctx, 'user')} WHERE is_active IS NOT FALSE`)
  const fields = ctx.modules.get(moduleName)?.field ?? {}
  return value.flatMap(({ role, user_id, field }, index) => {
    const level = index + 1
    return [
      ...(role !== undefined && !roles.some(({ code }) => code === role.toUpperCase())
        ? [`Level ${level}: there is no active role with the code ${role}.`]
        : []),
      ...(user_id !== undefined && !users.some(({ id }) => id === user_id) ? [`Level ${level}: there is no active user ${user_id}.`] : []),
      ...(field !== undefined && !Object.hasOwn(fields, field) ? [`Level ${level}: the documents have no field ${field}.`] : []),
    ]
  })
}
