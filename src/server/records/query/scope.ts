/** The engine's row predicate as SQL conditions: EXISTS instead of joins, so that counts stay true. */
import type { Module, ModuleSet } from '../../../engine/model/module.ts'
import { can, isOwnerEmployee, leadsOnly, type Predicate, scope } from '../../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { literal, quote } from '../../platform/db/name.ts'
import type { Person } from './person.ts'
import { column } from './values.ts'

/** The environment of conditions on rows. */
interface ScopeEnv {
  readonly schema: string
  readonly alias: () => string
  readonly person: Person
}

/** Conditions under which the caller can do `action` on a row; none when they can do it on all of them. */
export function scopeSql(
  ctx: Ctx,
  env: ScopeEnv,
  module: Module,
  { alias, action }: { readonly alias: string; readonly action: string },
): string[] {
  if (ctx.system !== undefined) return []
  const predicate = scope(ctx.principal, module, action, ctx.modules)
  return predicate.kind === 'all' ? [] : [predicateSql(ctx, env, module, { alias, predicate })]
}

function predicateSql(
  ctx: Ctx,
  env: ScopeEnv,
  module: Module,
  { alias, predicate }: { readonly alias: string; readonly predicate: Predicate },
): string {
  switch (predicate.kind) {
    case 'all':
      return 'true'
    case 'none':
      return 'false'
    case 'and':
    case 'or': {
      if (!predicate.of.length) return predicate.kind === 'and' ? 'true' : 'false'
      return `(${predicate.of.map((entry) => predicateSql(ctx, env, module, { alias, predicate: entry })).join(` ${predicate.kind} `)})`
    }
    case 'owner':
      return `${column(alias, predicate.field)} = ${env.person[predicate.is]()}`
    case 'compare':
      return `${column(alias, predicate.field)} = ${literal(String(predicate.value))}`
    case 'in':
      return `${column(alias, predicate.field)} = any(${env.person.branches()})`
    case 'has':
      return `${env.person.user()} = any(${column(alias, predicate.field)})`
    case 'null':
      return `${column(alias, predicate.field)} is null`
    case 'led': {
      const led = ledSql(ctx, env)
      if (!led) return 'false'
      const shown = predicate.status === undefined ? '' : ` and ${column(alias, 'status')} <> ${literal(predicate.status)}`
      return `(${column(alias, predicate.field)} in (${led})${shown})`
    }
    case 'listed':
      return listedSql(env, module, alias, predicate)
    case 'member':
      return memberSql(ctx.modules, env, module, { alias, path: predicate.path })
    case 'awaiting':
      return awaits(ctx, env, module, alias)
  }
}

/** Lines of the row name the caller, and it is no draft. */
function listedSql(env: ScopeEnv, module: Module, alias: string, predicate: Extract<Predicate, { kind: 'listed' }>): string {
  const lines = module.lines.find(({ name }) => name === predicate.lines)!
  const line = env.alias()
  const shown = predicate.status === undefined ? '' : `${column(alias, 'status')} <> ${literal(predicate.status)} and `
  return `(${shown}exists (select 1 from ${quote(env.schema)}.${quote(lines.table)} ${line} where ${line}.parent_id = ${alias}.id and ${column(line, predicate.field)} = ${env.person[predicate.is]()}))`
}

/**
 * Condition that a record open only to the members at the end of `path` is open to the caller: as a member, or as the
 * owner of the row.
 */
export function openSql(
  ctx: Ctx,
  env: ScopeEnv,
  module: Module,
  { alias, path }: { readonly alias: string; readonly path: string },
): string {
  const { owner } = module.entity
  const member = memberSql(ctx.modules, env, module, { alias, path })
  if (!owner || (isOwnerEmployee(module) && ctx.principal.employee_id === null)) return member
  return `(${column(alias, owner)} = ${isOwnerEmployee(module) ? env.person.employee() : env.person.user()} or ${member})`
}

/** The containing record is not closed, or the user is one of its members. A row without a containing record is open. */
function memberSql(
  modules: ModuleSet,
  env: ScopeEnv,
  module: Module,
  { alias, path }: { readonly alias: string; readonly path: string },
): string {
  let step = { module, alias }
  const from: string[] = []
  const where: string[] = []
  for (const name of path.split('.')) {
    const target = modules.get(step.module.field[name]?.to ?? '')
    if (!target) return 'true'
    const next = { module: target, alias: env.alias() }
    from.push(`${quote(env.schema)}.${quote(target.entity.table)} ${next.alias}`)
    where.push(`${next.alias}.id = ${column(step.alias, name)}`)
    step = next
  }
  const { when, users } = step.module.entity.members!
  const mine = `${env.person.user()} = any(coalesce(${column(step.alias, users)}, '{}'))`
  return `not exists (select 1 from ${from.join(', ')} where ${where.join(' and ')} and ${column(step.alias, when)} and not ${mine})`
}

/** A pending approval of the row on which the user can decide. */
export function awaits(ctx: Ctx, env: ScopeEnv, module: Module, alias: string): string {
  const task = env.alias()
  const mine = [
    `${task}.user_id = ${env.person.user()}`,
    `${task}.role = ${env.person.role()}`,
    // A task without a user or role is for all users who can approve here.
    ...(can(ctx.principal, module, 'approval') ? [`(${task}.user_id is null and ${task}.role is null)`] : []),
  ].join(' or ')
  return `exists (select 1 from ${quote(env.schema)}.approval_task ${task} where ${task}.module = ${literal(module.name)} and ${task}.record_id = ${alias}.id and ${task}.state = 'pending' and (${mine}))`
}

/**
 * The condition under which the caller can pick a record for `referrer`: what pickers offer, in rows about people whom the
 * caller leads (`entity.led`) these people only, and where people are involved (`entity.involves`) these as well.
 */
export function pickedSql(
  ctx: Ctx,
  env: ScopeEnv,
  { target, referrer, alias }: { readonly target: Module; readonly referrer: Module | undefined; readonly alias: string },
): string {
  const names = (path: string | undefined, module = referrer): boolean => path !== undefined && module?.field[path]?.to === target.name
  const all = () => scopeSql(ctx, env, target, { alias, action: 'dropdown' }).join(' and ') || 'true'
  const led = () => (ctx.principal.employee_id === null ? undefined : ledSql(ctx, env))
  if (ctx.system !== undefined) return all()
  if (names(referrer?.entity.led) && leadsOnly(ctx.principal, referrer!)) return led() ? `${alias}.id in (${led()})` : 'false'
  // A picker that does not say for which module it asks offers what it may offer for one of them.
  const asks = (module: Module) =>
    [module.entity.led, module.entity.involves].some((path) => names(path, module)) && can(ctx.principal, module, 'new')
  const isTeam = referrer ? names(referrer.entity.involves) : target.entity.leaders?.length && [...ctx.modules.values()].some(asks)
  const team = isTeam ? led() : undefined
  return team ? `((${all()}) or ${alias}.id in (${team}))` : all()
}

/** Ids of the employees whom the caller's employee leads, by the `leaders` of the employees' module. */
export function ledSql(ctx: Ctx, env: ScopeEnv): string | undefined {
  const people = [...ctx.modules.values()].find((module) => module.entity.leaders?.length)
  if (!people) return undefined
  const me = env.person.employee()
  const from = (module: Module, alias: string) => `${quote(env.schema)}.${quote(module.entity.table)} ${alias}`
  const ways = people.entity.leaders!.flatMap((path) => {
    const [first, second] = path.split('.') as [string, string | undefined]
    if (second === undefined) return `${column('p', first)} = ${me}`
    const through = ctx.modules.get(people.field[first]?.to ?? '')
    return through ? `${column('p', first)} in (select l.id from ${from(through, 'l')} where ${column('l', second)} = ${me})` : []
  })
  return `select p.id from ${from(people, 'p')} where ${ways.join(' or ')}`
}
