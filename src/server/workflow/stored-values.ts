/** Stored values that depend on others: computed fields and progress, refreshed when a counter has changed. */

import type { Field, Lines, Module, Row } from '../../engine/model/module.ts'
import { sameValue, toJson } from '../../engine/runtime/compute/index.ts'
import { progressOf } from '../../engine/runtime/workflow/index.ts'
import type { Ctx } from '../platform/context.ts'
import { assignedFrom, assignments, sql, table, unnested } from '../platform/db/sql.ts'
import { computerFor, envFor } from '../platform/expressions.ts'

/** The progress of a record, or null where the module has none or the record is not posted. */
async function progressFor(ctx: Ctx, module: Module, record: Row): Promise<string | null> {
  if (!module.workflow?.progress) return null
  return progressOf(module, record, await envFor(ctx, module)) ?? null
}

/**
 * Recomputes a stored record and writes the differences. The version stays: nothing that a user wrote has changed, and an
 * open form must still be able to save. With `rows`, what its rows compute of it is written as well.
 */
export async function refreshDerived(
  ctx: Ctx,
  module: Module,
  id: number,
  { rows = false }: { readonly rows?: boolean } = {},
): Promise<void> {
  const computes = [...module.fields, ...(rows ? module.lines.flatMap(({ fields }) => fields) : [])].some((field) => field.computed)
  if (!module.workflow?.progress && !computes) return
  const before = await ctx.services.records.load(ctx, module, id)
  const after = (await computerFor(ctx, module)).all(before)
  if (rows) await writeComputedRows(ctx, module, before, after)
  const set: Row = {}
  for (const field of module.fields) {
    if (field.computed && !field.live && !sameValue(before[field.name], after[field.name])) set[field.name] = after[field.name]
  }
  const progress = await progressFor(ctx, module, after)
  if (module.workflow?.progress && progress !== before.progress) set.progress = progress
  if (Object.keys(set).length === 0) return
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, module.entity.table)}
      SET ${assignments(toJson(set))}
      WHERE id = ${id}
    `,
  )
}

/** Writes the computed fields of rows that changed with what effects wrote into the rows: one statement per child table. */
export async function writeComputedRows(ctx: Ctx, module: Module, before: Row, after: Row): Promise<void> {
  for (const lines of module.lines) {
    const fields = lines.fields.filter((field) => field.computed && field.storage && !field.live)
    const stored = (before[lines.name] as Row[] | undefined) ?? []
    const changed = ((after[lines.name] as Row[] | undefined) ?? []).filter((row, index) =>
      fields.some(({ name }) => !sameValue(row[name], stored[index]?.[name])),
    )
    await writeRows(ctx, lines, fields, changed)
  }
}

/** Writes the fields of a record and of its rows that an effect changed, whatever computes them; rows are matched by their order. */
export async function writeChanges(ctx: Ctx, module: Module, before: Row, after: Row): Promise<void> {
  const stored = (fields: readonly Field[]) => fields.filter(({ storage, origin }) => storage !== 'none' && origin !== 'system')
  const differs =
    (was: Row | undefined, is: Row) =>
    ({ name }: Field): boolean =>
      !sameValue(was?.[name], is[name])
  const header = stored(module.fields).filter(differs(before, after))
  if (header.length)
    await ctx.db.query(
      sql`
        UPDATE ${table(ctx, module.entity.table)}
        SET ${assignments(toJson(Object.fromEntries(header.map(({ name }) => [name, after[name]]))))}
        WHERE id = ${after.id}
      `,
    )
  for (const lines of module.lines) {
    const old = (before[lines.name] as Row[] | undefined) ?? []
    const rows = (after[lines.name] as Row[] | undefined) ?? []
    const fields = stored(lines.fields).filter((field) => rows.some((row, index) => differs(old[index], row)(field)))
    await writeRows(ctx, lines, fields, rows)
  }
}

/** Sets fields of all rows in one statement. */
async function writeRows(ctx: Ctx, lines: Lines, fields: readonly Field[], rows: readonly Row[]): Promise<void> {
  if (rows.length === 0 || fields.length === 0) return
  const values = rows.map((row) => toJson(row))
  const columns = fields.map(({ name, storage }) => ({ name, type: storage, values: values.map((row) => row[name] ?? null) }))
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, lines.table)} l
      SET ${assignedFrom(
        'u',
        fields.map(({ name }) => name),
      )}
      FROM ${unnested('u', [{ name: 'id', type: 'bigint', values: values.map(({ id }) => id) }, ...columns])}
      WHERE l.id = u.id
    `,
  )
}
