/** The user account of an employee: created with an employee who has portal access, and linked on both sides. */

import type { Row } from '../../../engine/model/module.ts'
import { can } from '../../../engine/runtime/permissions/index.ts'
import { asSystem, SYSTEM } from '../../platform/auth/as-system.ts'
import { requireAuthorityToSignIn } from '../../platform/auth/grant-guard.ts'
import { closeSessionsOf } from '../../platform/auth/sessions.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { AppError, invalid } from '../../platform/errors.ts'
import { idOf, textOf } from '../../records/row.ts'

/** Whether the caller can create and change accounts of users. */
const administers = (ctx: Ctx): boolean => {
  const users = ctx.modules.get('user')
  return ctx.system !== undefined || (users !== undefined && can(ctx.principal, users, 'edit') && can(ctx.principal, users, 'new'))
}

/** The default account name of an employee: their number in the form of account names. */
const nameFrom = (employee: Row): string =>
  textOf(employee, 'employee_no')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '.')
    .padEnd(2, '0')
    .slice(0, 40)

/**
 * Creates the account of an employee who has portal access and no account. Users who can hire can have it created, with
 * the default role; where the company's setting says so, the first password is the birth date.
 */
export async function openAccount(ctx: Ctx, employee: Row): Promise<void> {
  const users = ctx.modules.get('user')
  if (!users?.field.employee_id || employee.portal_access !== true || idOf(employee, 'user_id') !== null) return
  const role = idOf(employee, 'user_role_id') ?? (await defaultRole(ctx))
  const username = textOf(employee, 'username') || nameFrom(employee)
  const system = asSystem(ctx, `account of employee ${textOf(employee, 'employee_no')}, by ${ctx.principal.username}`)
  try {
    const user = await ctx.services.records.create(
      administers(ctx) && ctx.system === undefined ? ctx : { ...system, principal: SYSTEM },
      users,
      {
        username,
        email: employee.email,
        first_name: textOf(employee, 'first_name').slice(0, 60),
        last_name: textOf(employee, 'last_name').slice(0, 60),
        gender: employee.gender,
        birth_at: employee.birth_at,
        mobile: employee.mobile,
        user_role_id: role,
        branch_id: employee.branch_id,
        is_active: true,
      },
    )
    employee.user_id = Number(user.id)
    employee.username = username
    employee.user_role_id = role
  } catch (error) {
    if (!(error instanceof AppError) || !error.errors) throw error
    const known = ['username', 'email', 'user_role_id', 'mobile', 'branch_id']
    throw invalid(
      Object.fromEntries(Object.entries(error.errors).map(([name, texts]) => [known.includes(name) ? name : 'username', texts])),
    )
  }
}

async function defaultRole(ctx: Ctx): Promise<number> {
  const [role] = await ctx.db.query<{ id: number }>(
    sql`
      SELECT id
      FROM ${table(ctx, 'user_role')}
      WHERE is_default AND is_active IS NOT FALSE
      ORDER BY id
      LIMIT 1
    `,
  )
  if (!role) throw invalid({ user_role_id: ['There is no default role. Choose a role.'] })
  return role.id
}

/** Keeps `user.employee_id` in step with the employee's account. */
export async function linkAccount(ctx: Ctx, employeeId: number, userId: number | null): Promise<void> {
  if (!ctx.modules.get('user')?.field.employee_id) return
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, 'user')}
      SET employee_id = NULL, version = version + 1
      WHERE employee_id = ${employeeId} AND id IS DISTINCT FROM ${userId}
    `,
  )
  if (userId !== null)
    await ctx.db.query(
      sql`
        UPDATE ${table(ctx, 'user')}
        SET employee_id = ${employeeId}, version = version + 1
        WHERE id = ${userId} AND employee_id IS DISTINCT FROM ${employeeId}
      `,
    )
}

/** Keeps `employee.user_id` in step with the user's employee. */
export async function linkEmployee(ctx: Ctx, userId: number, employeeId: number | null): Promise<void> {
  if (!ctx.modules.has('employee')) return
  const employees = table(ctx, 'employee')
  await ctx.db.query(
    sql`
      UPDATE ${employees}
      SET user_id = NULL, version = version + 1
      WHERE user_id = ${userId} AND id IS DISTINCT FROM ${employeeId}
    `,
  )
  if (employeeId !== null)
    await ctx.db.query(
      sql`
        UPDATE ${employees}
        SET user_id = ${userId}, version = version + 1
        WHERE id = ${employeeId} AND user_id IS DISTINCT FROM ${userId}
      `,
    )
}

/**
 * An employee who is active again, after a rehire for instance, can sign in again if they have portal access. The account
 * gets the default role, as a new one would, unless the caller administers users: it may have had more rights.
 */
export async function reopenAccount(ctx: Ctx, employee: Row): Promise<void> {
  const users = ctx.modules.get('user')
  const id = idOf(employee, 'user_id')
  if (!users || id === null || employee.portal_access !== true) return
  const [closed] = await ctx.db.query(sql`SELECT 1 FROM ${table(ctx, 'user')} WHERE id = ${id} AND is_active IS FALSE`)
  if (!closed) return
  const system = asSystem(ctx, `account of employee ${textOf(employee, 'employee_no')}, by ${ctx.principal.username}`)
  const role = administers(ctx) ? {} : { user_role_id: await defaultRole(ctx) }
  await ctx.services.records.update({ ...system, principal: SYSTEM }, users, id, { is_active: true, ...role })
}

/**
 * The account follows the employee: where it had the name and the e-mail that the employee had before, it gets the new ones. An
 * address that was chosen for the account stays, as does one that the caller must not change: passwords are recovered through
 * it, so it moves only by users who could set the password of the account.
 */
export async function followEmployee(ctx: Ctx, before: Row, after: Row): Promise<void> {
  const [user, users] = [idOf(after, 'user_id'), ctx.modules.get('user')]
  if (user === null || !users) return
  const moved = ['first_name', 'last_name', 'email'].filter((name) => textOf(after, name) && !isSame(before[name], after[name]))
  if (!moved.length) return
  const account = await ctx.services.records.load(ctx, users, user)
  const values = Object.fromEntries(
    moved
      .filter((name) => isSame(account[name], before[name]))
      .map((name) => [name, name === 'email' ? after[name] : textOf(after, name).slice(0, 60)]),
  )
  if ('email' in values && !(await mayMoveEmail(ctx, user, textOf(after, 'email')))) delete values.email
  if (!Object.keys(values).length) return
  const system = asSystem(ctx, `data of employee ${textOf(after, 'employee_no')} changed, by ${ctx.principal.username}`)
  await ctx.services.records.update({ ...system, principal: SYSTEM }, users, user, values)
}

const isSame = (first: unknown, second: unknown): boolean => String(first ?? '').toLowerCase() === String(second ?? '').toLowerCase()

/** Whether no other account has the address, and the caller has as many rights as the account. */
async function mayMoveEmail(ctx: Ctx, user: number, email: string): Promise<boolean> {
  const [taken] = await ctx.db.query(
    sql`SELECT 1 FROM ${table(ctx, 'user')} WHERE lower(email) = lower(${email}) AND id <> ${user} LIMIT 1`,
  )
  if (taken) return false
  try {
    await requireAuthorityToSignIn(ctx, [user])
    return true
  } catch (error) {
    if (error instanceof AppError && error.kind === 'forbidden') return false
    throw error
  }
}

/** Former employees can no longer sign in. */
export async function closeAccount(ctx: Ctx, employee: Row): Promise<void> {
  const user = idOf(employee, 'user_id')
  if (user === null) return
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, 'user')}
      SET is_active = false, version = version + 1
      WHERE id = ${user} AND is_active IS NOT FALSE
    `,
  )
  await closeSessionsOf(ctx.db, ctx.company.id, user)
}
