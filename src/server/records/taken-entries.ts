/**
 * Entries of lists that go with the quantity of source rows, such as serial numbers (`once` of `sources`): those that the rows of
 * posted documents took. They are read each time, so that a void gives them back.
 */

import type { Module, SourceLines } from '../../engine/model/module.ts'
import type { Ctx } from '../platform/context.ts'
import { join, ref, sql, table } from '../platform/db/sql.ts'

/** A source row's field with a list → entry → number of the document that took it. */
type Takers = ReadonlyMap<string, ReadonlyMap<string, string>>

/** The entries of a list field as they were typed; none where it is empty. */
export const entriesOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((entry) => String(entry).trim()).filter(Boolean) : []

/** The fields of the source row whose entries are taken once, by the fields of the taking row. */
export const onceOf = ({ once = [], copy }: SourceLines): readonly (readonly [string, string])[] =>
  once.map((name) => [name, copy[name]!] as const)

/** What posted documents took of the lists of these rows, over all modules that take the same lists from them. */
export async function takenEntries(
  ctx: Ctx,
  origin: Module,
  { from, ids }: { readonly from: string | undefined; readonly ids: readonly number[] },
): Promise<ReadonlyMap<number, Takers>> {
  const lists = [...ctx.modules.values()].flatMap((module) =>
    module.sources
      .filter((source) => source.module === origin.name)
      .flatMap((source) => Object.entries(source.lines))
      .flatMap(([lines, spec]) => {
        const target = module.lines.find((line) => line.name === lines)
        if (from === undefined || spec.from !== from || !target || !module.workflow) return []
        const posted = Object.values(module.workflow.states).filter(({ flags }) => flags.includes('is_posted'))
        return onceOf(spec).map(
          ([name, field]) => sql`
            SELECT r.${ref(spec.link)} AS id, ${field}::text AS field, d.${ref(module.entity.name)}::text AS document, r.${ref(name)}::jsonb AS entries
            FROM ${table(ctx, target.table)} r
            JOIN ${table(ctx, module.entity.table)} d ON d.id = r.parent_id
            WHERE r.source_module = ${origin.name}
              AND r.${ref(spec.link)} = ANY (${ids}::bigint[])
              AND d.status = ANY (${posted.map((state) => state.name)}::text[])
          `,
        )
      }),
  )
  const taken = new Map<number, Map<string, Map<string, string>>>()
  if (!ids.length || !lists.length) return taken
  const rows = await ctx.db.query<{ id: number; field: string; document: string; entries: unknown }>(join(lists, ' UNION ALL '))
  for (const { id, field, document, entries } of rows) {
    const fields = taken.get(Number(id)) ?? new Map<string, Map<string, string>>()
    const takers = fields.get(field) ?? new Map<string, string>()
    for (const entry of entriesOf(entries)) takers.set(entry, document)
    taken.set(Number(id), fields.set(field, takers))
  }
  return taken
}
