/** Notifications of a transition (`notify` of the descriptor): a row of the recipient's notifications and an event each. */

import type { Module, Notify, Row } from '../../../engine/model/module.ts'
import { formatValue } from '../../../engine/runtime/format/index.ts'
import { roleKey } from '../../../engine/runtime/permissions/index.ts'
import { cachedPrincipalOf } from '../auth/cached-principal.ts'
import type { Ctx } from '../context.ts'
import { columns, ref, sql, table } from '../db/sql.ts'
import { applies } from './condition.ts'
import { destinations } from './destination.ts'
import { holdersOf } from './holders.ts'
import { addRequests, mailNotices } from './requests.ts'

/** The event that a transition writes to the outbox. */
export interface Occurrence {
  readonly module: string
  readonly id: number
  readonly action: string
  /** The new state of the record. */
  readonly status: string
  /** The user who did it; they need no notification. */
  readonly user_id: number
  /** When it was done; absent in entries of earlier versions, like the `level`. */
  readonly occurred_at?: string
  /** An approval is due, that of this level: the first one, or the next after one was given. */
  readonly awaiting?: boolean
  readonly level?: number
  /** The users who are told, where the others among the recipients have been told before. */
  readonly only?: readonly number[]
  /** The reason that this user gave. */
  readonly reason?: string
}

/** The module that stores notifications, by its fields. */
const keepsNotifications = (module: Module): boolean =>
  ['user_id', 'title', 'is_read', 'module_name', 'module_id'].every((name) => module.field[name])

/** Notifies all recipients. Belongs to the caller's transaction; events are sent when that commits. */
export async function notifyOf(ctx: Ctx, occurrence: Occurrence): Promise<void> {
  const module = ctx.modules.get(occurrence.module)
  const store = [...ctx.modules.values()].find(keepsNotifications)
  if (!module || !store) return
  if (!occurrence.awaiting) await notifyOfParts(ctx, { store, occurrence })
  // The approvers of a further level are asked as those of the first.
  const also = [...new Set(module.notify.flatMap((entry) => (entry.to.includes('approvers') ? (entry.also ?? []) : [])))]
  const entries = occurrence.awaiting
    ? [{ on: '', to: ['approvers'], also } satisfies Notify]
    : module.notify.filter((entry) => entry.on === occurrence.action && !entry.of)
  if (entries.length === 0) return
  const record = await ctx.services.records.load(ctx, module, occurrence.id).catch(() => undefined)
  if (!record) return
  for (const entry of entries) {
    if (!(await applies(ctx, module, entry, record))) continue
    const users = await recipients(ctx, module, record, entry)
    users.delete(occurrence.user_id)
    const receivers = occurrence.only ? [...users].filter((id) => occurrence.only!.includes(id)) : [...users]
    if (receivers.length) await write(ctx, { store, module, record, entry, occurrence, users: receivers })
  }
}

/** Notifies of records of other modules that refer to the one of the transition (`notify.of`), each to its own recipients. */
async function notifyOfParts(ctx: Ctx, { store, occurrence }: { readonly store: Module; readonly occurrence: Occurrence }): Promise<void> {
  for (const module of ctx.modules.values())
    for (const entry of module.notify) {
      if (!entry.of || entry.on !== occurrence.action || module.field[entry.of]?.to !== occurrence.module) continue
      for (const [id, users] of await recipientsOfParts(ctx, module, entry, occurrence)) {
        const record = await ctx.services.records.load(ctx, module, id).catch(() => undefined)
        if (!record) continue
        const label = await labelOf(ctx, module, id)
        await insert(ctx, store, {
          module,
          recordId: id,
          news: {
            users: [...users],
            title: entry.title ? filled(entry.title, record) : `${module.singular}: ${label}`,
            number: record[module.entity.numbers[0]?.field ?? ''] ?? null,
            description: label,
            ...(occurrence.occurred_at ? { occurred_at: occurrence.occurred_at } : {}),
            by: occurrence.user_id || null,
          },
        })
      }
    }
}

/**
 * Records that refer to the one of the transition, with those to be notified: a payroll has thousands of payslips, most of
 * whose employees have no user. The users of all records are found at once. Only records with recipients are returned.
 */
async function recipientsOfParts(ctx: Ctx, module: Module, entry: Notify, occurrence: Occurrence): Promise<[number, Set<number>][]> {
  const names = entry.to.flatMap((to) => fieldOf(module, to) ?? []).filter((name) => module.field[name]?.storage !== 'none')
  const parts = await ctx.db.query<Row & { id: number }>(
    sql`
      SELECT ${columns([...new Set(['id', ...names])])}
      FROM ${table(ctx, module.entity.table)}
      WHERE ${ref(entry.of!)} = ${occurrence.id}
      ORDER BY id
    `,
  )
  const named = parts.map((part) => namedBy(module, part, entry))
  const ids = (from: (names: Named) => readonly number[]) => [...new Set(named.flatMap(from))]
  const users = await usersOf(ctx, {
    users: ids((part) => part.users),
    employees: ids((part) => part.employees),
    roles: named[0]?.roles ?? [],
  })
  const result: [number, Set<number>][] = []
  for (const [index, part] of parts.entries()) {
    const found = entry.to.includes('approvers')
      ? await recipients(ctx, module, part, entry)
      : new Set(users.filter((user) => isNamed(user, named[index]!)).map(({ id }) => id))
    found.delete(occurrence.user_id)
    if (found.size) result.push([Number(part.id), found])
  }
  return result
}

/**
 * A notification without a transition, for the given users except the one who caused it; with `once`, only for users who
 * have not got it yet. Without a record it links to the module's list. `shownIn` names the module whose page shows the news
 * to users who cannot view the record.
 */
export async function notifyUsers(
  ctx: Ctx,
  module: Module,
  recordId: number | null,
  news: {
    users: readonly number[]
    title: string
    number?: unknown
    description: string
    detail?: string
    once?: boolean
    shownIn?: string
  },
): Promise<void> {
  const store = [...ctx.modules.values()].find(keepsNotifications)
  let users = [...new Set(news.users)].filter((user) => user !== ctx.principal.user_id)
  if (store && news.once && users.length) {
    const alreadyNotified = await ctx.db.query<{ user_id: number }>(
      sql`
        SELECT user_id
        FROM ${table(ctx, store.entity.table)}
        WHERE user_id = ANY (${users}::bigint[])
          AND title = ${news.title.slice(0, 200)}
          AND description = ${news.description}
          AND module_name = ${module.name}
          AND module_id IS NOT DISTINCT FROM ${recordId}
      `,
    )
    users = users.filter((user) => !alreadyNotified.some((row) => Number(row.user_id) === user))
  }
  if (store && users.length)
    await insert(ctx, store, { module, recordId, news: { ...news, users, number: news.number ?? null, by: ctx.principal.user_id || null } })
}

interface News {
  readonly users: readonly number[]
  readonly title: string
  readonly number: unknown
  readonly description: string
  readonly detail?: string
  readonly by: number | null
  readonly occurred_at?: string
  readonly shownIn?: string
}

async function insert(
  ctx: Ctx,
  store: Module,
  { module, recordId, news }: { readonly module: Module; readonly recordId: number | null; readonly news: News },
): Promise<void> {
  const occurredAt = news.occurred_at ?? ctx.clock.now().toISOString()
  const targets = await destinations(ctx, { module, recordId, users: news.users, shownIn: news.shownIn })
  const rows = await ctx.db.query<{ id: number; user_id: number }>(
    sql`
      INSERT INTO ${table(ctx, store.entity.table)} (
        user_id, title, transaction_no, description, detail, is_read, application_name, module_name, module_id,
        version, created_by, created_at, updated_at
      )
      SELECT u, ${news.title.slice(0, 200)}, ${news.number}, ${news.description}, ${news.detail ?? null}, false,
        application, module, record, 1, ${news.by}, ${occurredAt}, ${occurredAt}
      FROM unnest(
        ${news.users}::bigint[],
        ${targets.map(({ application }) => application)}::text[],
        ${targets.map((target) => target.module)}::text[],
        ${targets.map(({ record }) => record)}::bigint[]
      ) AS r(u, application, module, record)
      RETURNING id, user_id
    `,
  )
  const { code } = ctx.company
  ctx.db.afterCommit(() => {
    for (const { id, user_id } of rows) ctx.services.events.publish(code, { type: 'notification', user_id, data: { id } })
  })
}

/** A transition of a record that is notified, where notifications are stored, and to whom it goes. */
interface Notice {
  readonly store: Module
  readonly module: Module
  readonly record: Row
  readonly entry: Notify
  readonly occurrence: Occurrence
  readonly users: readonly number[]
}

async function write(ctx: Ctx, { store, module, record, entry, occurrence, users }: Notice): Promise<void> {
  const number = record[module.entity.numbers[0]?.field ?? ''] ?? null
  const state = module.workflow?.states[occurrence.status]?.title ?? occurrence.status
  const name = [module.singular, number].filter(Boolean).join(' ')
  const label = await labelOf(ctx, module, occurrence.id)
  const facts = await factsOf(ctx, module, occurrence.id)
  const actor = (await cachedPrincipalOf(ctx, occurrence.user_id))?.name
  const isAwaiting = occurrence.awaiting === true || entry.to.includes('approvers')
  // To those who decide, the state in which the record waits is no news.
  const title = entry.title ? filled(entry.title, record) : `${name}: ${isAwaiting ? 'approval due' : state.toLowerCase()}`
  const transition = module.workflow?.transitions[occurrence.action]
  // The title gives the number and the new state; a title of the descriptor's own may not. A state that remains is no news.
  const isMoved = transition === undefined || transition.to !== occurrence.status || transition.from.some((from) => from !== transition.to)
  const done = [actor, entry.title && isMoved ? `${label} is ${state.toLowerCase()}.` : withoutNumber(label, number)]
    .filter(Boolean)
    .join(': ')
  // Facts stand on a line of their own: appended to a sentence they read as its end, and no language translates it.
  const description = [isAwaiting ? `${label} needs your approval.` : done, facts].filter(Boolean).join('\n')
  if (isAwaiting && entry.also?.includes('task'))
    await addRequests(ctx, { module, recordId: occurrence.id, users, title: `Approve ${label}`, description: facts })
  if (entry.also?.includes('mail'))
    await mailNotices(ctx, { module, recordId: occurrence.id, users, title: `${title}: ${label}`, description })
  await insert(ctx, store, {
    module,
    recordId: occurrence.id,
    news: {
      users,
      title,
      number,
      description,
      ...(occurrence.reason ? { detail: occurrence.reason } : {}),
      ...(occurrence.occurred_at ? { occurred_at: occurrence.occurred_at } : {}),
      by: occurrence.user_id || null,
    },
  })
}

/** The label without the number that it begins with. */
const withoutNumber = (label: string, number: unknown): string =>
  number && label.startsWith(`${String(number)} · `) ? label.slice(String(number).length + 3) : label === number ? '' : label

/**
 * The record's facts (`workflow.facts`) as text: `Leave type: Vacation Leave · From: 2026/12/02`. Amounts and restricted
 * fields are left out, as not every receiver may see them (the payroll of a confidential group).
 */
async function factsOf(ctx: Ctx, module: Module, id: number): Promise<string> {
  const fields = (module.workflow?.facts ?? [])
    .flatMap((name) => module.field[name] ?? [])
    .filter((field) => !field.access && field.type !== 'money' && field.type !== 'rate')
  if (fields.length === 0) return ''
  const system = { ...ctx, system: ctx.system ?? 'the facts of a record in a notification' }
  const record = await ctx.services.records.get(system, module, id).catch(() => undefined)
  if (!record) return ''
  return fields
    .flatMap((field) => {
      const target = field.refAs ? [record[field.refAs]].flat() : []
      const text = field.refAs
        ? target.flatMap((ref) => (ref as Row | null)?.name ?? []).join(', ')
        : formatValue(field, record[field.name], { timeZone: ctx.company.time_zone })
      return text ? [`${field.title}: ${text}`] : []
    })
    .join(' · ')
}

/** The label of the record; its name where it has no label. */
export async function labelOf(ctx: Ctx, module: Module, id: number): Promise<string> {
  const system = { ...ctx, system: ctx.system ?? 'naming a record in a notification' }
  const [row] = await ctx.services.records.dropdown(system, module, { filter: { id }, limit: 1 })
  return String(row?.label ?? row?.name ?? module.singular)
}

/** `{transaction_no} was posted` with the record's values. */
export const filled = (title: string, record: Row): string =>
  title.replaceAll(/\{([a-z0-9_.]+)\}/gi, (_match, path: string) => {
    const value = path.split('.').reduce<unknown>((node, name) => (node as Row | null | undefined)?.[name], record)
    return value === null || value === undefined ? '' : String(value)
  })

/** Whom an entry names on a record, apart from its approvers. */
interface Named {
  readonly users: readonly number[]
  readonly employees: readonly number[]
  readonly roles: readonly string[]
}

/** The field that a recipient of an entry stands for; none for approvers and roles. */
function fieldOf(module: Module, to: string): string | undefined {
  if (to === 'creator') return 'created_by'
  if (to === 'owner') return module.entity.owner ?? 'created_by'
  return to === 'approvers' || to.startsWith('role:') || to.startsWith('can:') ? undefined : to
}

/** The people whom lines of the record name beside its owner (`entity.listed`). */
function listedIn(module: Module, record: Row): { readonly kind: 'users' | 'employees'; readonly ids: readonly number[] } {
  if (!module.entity.listed) return { kind: 'users', ids: [] }
  const [name, field] = module.entity.listed.split('.')
  const lines = module.lines.find((candidate) => candidate.name === name)
  const { type, to } = lines?.fields.find((candidate) => candidate.name === field) ?? {}
  const rows = (name && Array.isArray(record[name]) ? record[name] : []) as readonly Row[]
  return { kind: type === 'employee' || to === 'employee' ? 'employees' : 'users', ids: rows.map((row) => Number(row[field!] ?? 0)) }
}

function namedBy(module: Module, record: Row, entry: Notify): Named {
  const named = { users: [] as number[], employees: [] as number[], roles: [] as string[] }
  const listed = listedIn(module, record)
  for (const to of entry.to) {
    if (to.startsWith('role:')) named.roles.push(roleKey(to.slice('role:'.length)))
    const name = fieldOf(module, to)
    if (!name) continue
    const field = module.field[name]
    const ids = [record[name]].flat().flatMap((id) => (Number(id) > 0 ? [Number(id)] : []))
    named[field?.type === 'employee' || field?.to === 'employee' ? 'employees' : 'users'].push(...ids)
    if (to === 'owner') named[listed.kind].push(...listed.ids)
  }
  return named
}

interface NamedUser {
  readonly id: number
  readonly employee_id: number
  readonly role: string | null
}

const isNamed = ({ id, employee_id, role }: NamedUser, { users, employees, roles }: Named): boolean =>
  users.includes(id) || employees.includes(employee_id) || (role !== null && roles.includes(role))

/** Active users among those named, and among the approvers of a record. An employee is notified through their user account. */
async function usersOf(
  ctx: Ctx,
  { users, employees, roles }: Named,
  approvers: { readonly module: string; readonly id: number } = { module: '', id: 0 },
): Promise<NamedUser[]> {
  const employee = ctx.modules.get('user')?.field.employee_id ? sql`u.employee_id` : sql`NULL::bigint`
  const rows = await ctx.db.prepared<{ id: number; employee_id: number | null; role: string | null }>(sql`
      SELECT u.id, ${employee} AS employee_id, upper(r.code) AS role
      FROM ${table(ctx, 'user')} u
      LEFT JOIN ${table(ctx, 'user_role')} r ON r.id = u.user_role_id
      WHERE u.is_active IS NOT FALSE
        AND (
          u.id = ANY (${users}::bigint[])
          OR ${employee} = ANY (${employees}::bigint[])
          OR upper(r.code) = ANY (${roles}::text[])
          OR EXISTS (
            SELECT 1
            FROM ${table(ctx, 'approval_task')} t
            WHERE t.module = ${approvers.module}
              AND t.record_id = ${approvers.id}
              AND t.state = 'pending'
              AND (t.user_id = u.id OR t.role = upper(r.code))
          )
        )
    `)
  return rows.map(({ id, employee_id, role }) => ({ id: Number(id), employee_id: Number(employee_id), role }))
}

/** Active users named by an entry: creator, owner, approvers, `role:<code>`, `can:<code>`, or a field with a user or employee. */
export async function recipients(ctx: Ctx, module: Module, record: Row, entry: Notify): Promise<Set<number>> {
  const isForApprovers = entry.to.includes('approvers')
  const approvers = isForApprovers ? { module: module.name, id: Number(record.id) } : undefined
  const result = new Set((await usersOf(ctx, namedBy(module, record, entry), approvers)).map(({ id }) => id))
  const codes = entry.to.filter((to) => to.startsWith('can:')).map((to) => to.slice('can:'.length))
  if (isForApprovers && !result.size) codes.push('approval')
  for (const code of codes) for (const user of await holdersOf(ctx, module, code)) result.add(user)
  return result
}
