/** The history of a record: saves and transitions, approvals, comments, newest first. */
import type { Field, Module, Row } from '../../engine/model/module.ts'
import { cutValues } from '../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../platform/context.ts'
import { qualify, quote } from '../platform/db/name.ts'
import { Params } from '../platform/db/params.ts'
import { requireAction, seesOf } from './access.ts'
import { closedCodes } from './closed.ts'
import { TAGS } from './query/tags.ts'
import { instant } from './query/values.ts'
import { read } from './read.ts'

const MAX_EVENTS = 200

/** The module that keeps changes, known by the values it records; the one that keeps remarks, by its text. */
const keepsChanges = (module: Module): boolean => ['record_id', 'old_values', 'new_values', 'action'].every((name) => module.field[name])
const keepsComments = (module: Module): boolean => ['record_id', 'comment', 'type'].every((name) => module.field[name])

/** Entries `{kind, at, user, for_user?, action?, changes?, text?, level?}` of one record that the caller may view. */
export async function timeline(ctx: Ctx, module: Module, id: number): Promise<Row[]> {
  requireAction(ctx, module, 'timeline')
  await read(ctx, module, id, { action: 'view' })
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
  const users = await userNames(ctx, module, rows)
  const labels = await referenceLabels(ctx, module, rows)
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
      ? { changes: visibleChanges(ctx, module, { before: row.before as Row | null, after: row.after as Row | null, labels, closed }) }
      : {}),
  }))
}

/** Labels by module and id. */
type Labels = ReadonlyMap<string, ReadonlyMap<number, string>>

/** Labels of the records in changed references, one statement per module. */
async function referenceLabels(ctx: Ctx, module: Module, rows: readonly Row[]): Promise<Labels> {
  const wanted = new Map<string, Set<number>>()
  const sees = seesOf(ctx)
  for (const { before, after } of rows) {
    for (const field of module.fields) {
      if (!field.to || !sees(field)) continue
      const ids = [(before as Row | null)?.[field.name], (after as Row | null)?.[field.name]].flat().filter((id) => typeof id === 'number')
      if (ids.length) wanted.set(field.to, new Set([...(wanted.get(field.to) ?? []), ...ids]))
    }
    for (const lines of module.lines)
      for (const field of lines.fields) {
        if (!field.to) continue
        const ids = [before, after]
          .flatMap((side) => ((side as Row | null)?.[lines.name] as Row[] | undefined) ?? [])
          .flatMap((line) => line[field.name])
          .filter((id) => typeof id === 'number')
        if (ids.length) wanted.set(field.to, new Set([...(wanted.get(field.to) ?? []), ...ids]))
      }
  }
  const labels = new Map<string, ReadonlyMap<number, string>>()
  for (const [name, ids] of wanted) {
    const target = ctx.modules.get(name)
    if (!target) continue
    const rows = await ctx.services.records.dropdown({ ...ctx, system: ctx.system ?? 'names in a timeline' }, target, {
      filter: { id: { in: [...ids] } },
      limit: ids.size,
    })
    labels.set(name, new Map(rows.map((row) => [Number(row.id), String(row.label ?? row.name)])))
  }
  return labels
}

/** Tags are no field, but change like one. */
const TAGS_PART: Pick<Field, 'title' | 'to'> = { title: 'Tags' }

/** Changed values by field with titles, references by their label; fields the caller may not see are absent. */
function visibleChanges(
  ctx: Ctx,
  module: Module,
  { before, after, labels, closed }: { before: Row | null; after: Row | null; labels: Labels; closed: ReadonlySet<string> | undefined },
): Row[] {
  const may = seesOf(ctx)
  const sees = (part: { readonly access?: string }) => may(part) && !(part.access && closed?.has(part.access))
  const [was, is] = [cutValues(module, before, sees), cutValues(module, after, sees)]
  const names = new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])
  return [...names].flatMap((name) => {
    const part = module.field[name] ?? module.lines.find((lines) => lines.name === name) ?? (name === TAGS ? TAGS_PART : undefined)
    if (!part || name === 'version' || name.startsWith('updated_')) return []
    const to = 'to' in part ? part.to : undefined
    const named = (value: unknown): unknown =>
      Array.isArray(value) ? value.map(named) : (typeof value === 'number' && labels.get(to!)?.get(value)) || value
    const namedLine = (line: Row): Row =>
      Object.fromEntries(
        Object.entries(line).map(([key, value]) => {
          const target = 'field' in part ? part.field[key]?.to : undefined
          return [key, (target && typeof value === 'number' && labels.get(target)?.get(value)) || value]
        }),
      )
    const shown = (value: unknown) => {
      if ('field' in part && Array.isArray(value)) return value.map((line: Row) => namedLine(line))
      return to ? named(value ?? null) : (value ?? null)
    }
    return [{ field: name, title: part.title, before: shown(was?.[name]), after: shown(is?.[name]) }]
  })
}

async function userNames(ctx: Ctx, module: Module, rows: readonly Row[]): Promise<Map<number, Row>> {
  const target = [...module.fields].find((field) => field.type === 'user')?.to ?? module.field.created_by?.to
  const users = target ? ctx.modules.get(target) : undefined
  const ids = [...new Set(rows.flatMap((row) => [Number(row.user_id), Number(row.on_behalf_of)]).filter((id) => id > 0))]
  if (!users || !ids.length) return new Map()
  const matches = await ctx.services.records.dropdown({ ...ctx, system: ctx.system ?? 'names in a timeline' }, users, {
    filter: { id: { in: ids } },
    limit: ids.length,
  })
  return new Map(matches.map((row) => [Number(row.id), { id: row.id, name: row.name, label: row.label }]))
}
