/** Rows about records of other modules (`entity.subject`), redacted to what the caller can see of those. */

import { keepsRecords } from '../../engine/model/kind.ts'
import type { Module, Row } from '../../engine/model/module.ts'
import { cutValues, scope } from '../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../platform/context.ts'
import { qualify } from '../platform/db/name.ts'
import { sql, table } from '../platform/db/sql.ts'
import { seesOf } from './access.ts'
import { closedCodes } from './closed.ts'
import { envOf } from './query/env.ts'
import { scopeSql } from './query/scope.ts'

/**
 * Redacts, in place, the values of other records in rows of `module`: to the fields that the caller can see where they
 * can view the record as it is now, and to nothing (`withheld: true`) where they cannot. Values of a deleted record are
 * for users who can view every record of its module.
 */
export async function cutSubjects(ctx: Ctx, module: Module, rows: readonly Row[]): Promise<void> {
  const { subject } = module.entity
  if (!subject || ctx.system !== undefined) return
  const named = await modulesNamed(ctx, module, rows)
  const readable = await recordsReadable(ctx, named, rows, subject.record)
  const closed = await closedOf(ctx, named, rows, subject.record)
  const sees = seesOf(ctx)
  for (const [index, row] of rows.entries()) {
    const subjectModule = named[index]
    const id = Number(row[subject.record] ?? 0)
    // An entry about no single record (an export) is for all users who can list the module.
    const open =
      subjectModule !== undefined &&
      (id === 0 ? scope(ctx.principal, subjectModule, 'index').kind !== 'none' : (readable.get(subjectModule)?.(id) ?? false))
    for (const name of subject.values) {
      const value = row[name]
      if (value === null || value === undefined) continue
      if (!open) {
        row[name] = null
        row.withheld = true
      } else if (typeof value === 'object') {
        const codes = closed.get(subjectModule)?.get(Number(row[subject.record]))
        row[name] = cutValues(subjectModule, value as Row, (part) => sees(part) && !(part.access && codes?.has(part.access)))
      }
    }
  }
}

/** The module of each row's record; undefined where it is no longer installed. */
async function modulesNamed(ctx: Ctx, module: Module, rows: readonly Row[]): Promise<(Module | undefined)[]> {
  const { subject } = module.entity
  const registry = ctx.modules.get(module.field[subject!.module]?.to ?? '')
  const ids = [...new Set(rows.map((row) => Number(row[subject!.module])).filter((id) => id > 0))]
  if (!registry || !ids.length) return rows.map(() => undefined)
  const matches = await ctx.db.query<{ id: number; name: string }>(
    sql`
      select id, name
      from ${table(ctx, registry.entity.table)}
      where id = any (${ids}::bigint[])
    `,
  )
  const names = new Map(matches.map(({ id, name }) => [Number(id), name]))
  return rows.map((row) => ctx.modules.get(names.get(Number(row[subject!.module])) ?? ''))
}

/** By module, the parts of its records that are open only to members. */
async function closedOf(
  ctx: Ctx,
  named: readonly (Module | undefined)[],
  rows: readonly Row[],
  record: string,
): Promise<ReadonlyMap<Module, ReadonlyMap<number, ReadonlySet<string>>>> {
  const closed = new Map<Module, ReadonlyMap<number, ReadonlySet<string>>>()
  for (const subject of new Set(named)) {
    if (!subject?.entity.membersOnly) continue
    const ids = rows.flatMap((row, index) => (named[index] === subject ? [Number(row[record])] : []))
    closed.set(subject, await closedCodes(ctx, subject, [...new Set(ids)].filter(Number.isSafeInteger)))
  }
  return closed
}

/** By module, the named records that the caller can view: at most one statement for each module. */
async function recordsReadable(
  ctx: Ctx,
  named: readonly (Module | undefined)[],
  rows: readonly Row[],
  record: string,
): Promise<ReadonlyMap<Module, (id: number) => boolean>> {
  const wanted = new Map<Module, Set<number>>()
  for (const [index, subject] of named.entries()) {
    if (!subject || !rows[index]![record]) continue
    const ids = wanted.get(subject) ?? new Set()
    wanted.set(subject, ids.add(Number(rows[index]![record])))
  }
  const readable = new Map<Module, (id: number) => boolean>()
  for (const [subject, ids] of wanted) {
    const { kind } = scope(ctx.principal, subject, 'view')
    if (kind === 'all') readable.set(subject, () => true)
    else if (kind === 'none' || !keepsRecords(subject.kind)) readable.set(subject, () => false)
    else {
      const env = envOf(ctx)
      const within = scopeSql(ctx, env, subject, { alias: 't', action: 'view' })
      const conditions = [`t.id = any(${env.params.ids([...ids].filter(Number.isSafeInteger))})`, ...within]
      const rows = await ctx.db.prepared<{ id: number }>(
        `select t.id from ${qualify(env.schema, subject.entity.table)} t where ${conditions.join(' and ')}`,
        env.params.values,
      )
      const open = new Set(rows.map(({ id }) => Number(id)))
      readable.set(subject, (id) => open.has(id))
    }
  }
  return readable
}
