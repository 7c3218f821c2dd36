/** The history of a record: saves and transitions, approvals, comments, newest first. */
import type { Field, Module, Row } from '../../engine/model/module.ts'
import { cutValues } from '../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../platform/context.ts'
import { qualify, quote } from '../platform/db/name.ts'
import { Params } from '../platform/db/params.ts'
import { requireAction, seesOf } from './access.ts'
import { closedCodes } from './closed.ts'
import { type Names, namesOf } from './names.ts'
import { TAGS } from './query/tags.ts'
import { instant } from './query/values.ts'
import { requireRecord } from './read.ts'

const MAX_EVENTS = 200

/** The module that keeps changes, known by the values it records; the one that keeps remarks, by its text. */
const keepsChanges = (module: Module): boolean => ['record_id', 'old_values', 'new_values', 'action'].every((name) => module.field[name])
const keepsComments = (module: Module): boolean => ['record_id', 'comment', 'type'].every((name) => module.field[name])

/** Entries `{kind, at, user, for_user?, action?, changes?, text?, level?}` of one record that the caller may view. */
export async function timeline(ctx: Ctx, module: Module, id: number): Promise<Row[]> {
  requireAction(ctx, module, 'timeline')
  await requireRecord(ctx, module, id, { action: 'view' })
  const all = [...ctx.modules.values()]
  const changes = all.find(keepsChanges)
  const comments = all.find(keepsComments)
  const params = new Params()
  const name = params.add(module.name, 'text')
  const record = params.add(id, 'bigint')
  const { schema } = ctx.company
  const parts = [
    `select 'approval' as kind, ${instant('a.at')} as at, a.user_id, a.action, null::jsonb as before, null::jsonb as after, a.remarks as text, a.level, a.on_behalf_of, a.id from ${quote(schema)}.approval a where a.module = ${name} and a.record_id = ${record}`,
  ]
  const registry = changes?.field.module_id?.to ? ctx.modules.get(changes.field.module_id.to) : undefined
  const ofModule = registry
    ? `c.module_id = (select g.id from ${qualify(schema, registry.entity.table)} g where g.name = ${name})`
    : `c.module = ${name}`
  if (changes)
    parts.push(
      `select 'change', ${instant('c.created_at')}, c.user_id, c.action, c.old_values, c.new_values, ${changes.field.reason ? 'c.reason' : 'null'}, null::integer, null::bigint, c.id from ${qualify(schema, changes.entity.table)} c where ${ofModule} and c.record_id = ${record}`,
    )
  if (comments)
    parts.push(
      `select 'comment', ${instant('m.created_at')}, ${comments.entity.owner ? `m.${quote(comments.entity.owner)}` : 'm.created_by'}, 'comment', null, null, m.comment, null::integer, null::bigint, m.id from ${qualify(schema, comments.entity.table)} m where m.type = ${name} and m.record_id = ${record}`,
    )
  const rows = await ctx.db.prepared<Row>(
    `select * from (${parts.map((part) => `(${part})`).join(' union all ')}) e order by at desc, id desc limit ${MAX_EVENTS}`,
    params.values,
  )
  const names = await namesOf(ctx, referencesIn(ctx, module, rows))
  const users = new Map([...(names.get(usersOf(module) ?? '') ?? [])].map(([id, named]) => [id, { id, ...named }]))
  const closed = (await closedCodes(ctx, module, [id])).get(id)
  return rows.map((row) => ({
    kind: row.kind,
    at: row.at,
    id: row.id,
    action: row.action,
    user: users.get(Number(row.user_id)) ?? null,
    ...(row.on_behalf_of ? { for_user: users.get(Number(row.on_behalf_of)) ?? null } : {}),
    ...(row.text ? { text: row.text } : {}),
    ...(row.level === null ? {} : { level: row.level }),
    ...(row.before || row.after
      ? { changes: visibleChanges(ctx, module, { before: row.before as Row | null, after: row.after as Row | null, names, closed }) }
      : {}),
  }))
}

/** The module of the users who act on records. */
const usersOf = (module: Module): string | undefined =>
  module.fields.find((field) => field.type === 'user')?.to ?? module.field.created_by?.to

/** Ids of the users who acted, and of the records in changed references, by module. */
function referencesIn(ctx: Ctx, module: Module, rows: readonly Row[]): Map<string, Set<number>> {
  const wanted = new Map<string, Set<number>>()
  const sees = seesOf(ctx)
  const want = (to: string | undefined, values: readonly unknown[]): void => {
    const ids = values.flat().filter((id) => typeof id === 'number')
    if (to && ids.length) wanted.set(to, (wanted.get(to) ?? new Set()).union(new Set(ids)))
  }
  for (const row of rows) {
    want(
      usersOf(module),
      [row.user_id, row.on_behalf_of].map(Number).filter((id) => id > 0),
    )
    const sides = [row.before, row.after] as readonly (Row | null)[]
    for (const field of module.fields)
      if (field.to && sees(field))
        want(
          field.to,
          sides.map((side) => side?.[field.name]),
        )
    for (const lines of module.lines) {
      const changed = sides.flatMap((side) => (side?.[lines.name] as Row[] | undefined) ?? [])
      for (const field of lines.fields)
        want(
          field.to,
          changed.map((line) => line[field.name]),
        )
    }
  }
  return wanted
}

/** Tags are no field, but change like one. */
const TAGS_PART: Pick<Field, 'title' | 'to'> = { title: 'Tags' }

/** Changed values by field with titles, references by their label; fields the caller may not see are absent. */
function visibleChanges(
  ctx: Ctx,
  module: Module,
  { before, after, names, closed }: { before: Row | null; after: Row | null; names: Names; closed: ReadonlySet<string> | undefined },
): Row[] {
  const may = seesOf(ctx)
  const sees = (part: { readonly access?: string }) => may(part) && !(part.access && closed?.has(part.access))
  const [was, is] = [cutValues(module, before, sees), cutValues(module, after, sees)]
  const changed = new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])
  return [...changed].flatMap((name) => {
    const part = module.field[name] ?? module.lines.find((lines) => lines.name === name) ?? (name === TAGS ? TAGS_PART : undefined)
    if (!part || name === 'version' || name.startsWith('updated_')) return []
    const to = 'to' in part ? part.to : undefined
    const named = (value: unknown): unknown =>
      Array.isArray(value) ? value.map(named) : (typeof value === 'number' && names.get(to!)?.get(value)?.label) || value
    const namedLine = (line: Row): Row =>
      Object.fromEntries(
        Object.entries(line).map(([key, value]) => {
          const target = 'field' in part ? part.field[key]?.to : undefined
          return [key, (target && typeof value === 'number' && names.get(target)?.get(value)?.label) || value]
        }),
      )
    const shown = (value: unknown) => {
      if ('field' in part && Array.isArray(value)) return value.map((line: Row) => namedLine(line))
      return to ? named(value ?? null) : (value ?? null)
    }
    return [{ field: name, title: part.title, before: shown(was?.[name]), after: shown(is?.[name]) }]
  })
}
