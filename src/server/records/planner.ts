/** The board of a `planner`: what is planned for people on the days of a week, and many changed days saved at once. */
import type { Module, Planner, Row } from '../../engine/model/module.ts'
import type { PlanAnswer, PlanChange, PlanFacts, PlannedRecord, PlanResult } from '../../engine/model/plan.ts'
import { canDo } from '../../engine/runtime/permissions/index.ts'
import { addDays, isDate } from '../../kernel/dates.ts'
import type { Ctx } from '../platform/context.ts'
import { invalid, notFound, refuse } from '../platform/errors.ts'
import type { Once } from '../platform/http/idempotency.ts'
import { id, rows } from '../platform/http/params.ts'
import { requireAction } from './access.ts'
import { inBatch } from './batch.ts'
import { collected } from './bulk.ts'
import { dropdown } from './dropdown.ts'
import { listAll } from './list.ts'
import { listQuery } from './routes/query.ts'

const DAYS = 7
/** People on a page of the board. */
const PEOPLE = 50
const MAX_CHANGES = 1000
/** Choices of a board; a company has a few dozen. */
const MAX_CHOICES = 200

function plannerOf(module: Module): Planner {
  if (!module.planner) throw notFound(`${module.title} has no board of days.`)
  return module.planner
}

const targetOf = (ctx: Ctx, module: Module, field: string): Module => ctx.modules.get(module.field[field]!.to!)!

/** What the handler of the planner says about the days of people; with `narrowed` (conditions on people) also how many are needed. */
async function factsOf(
  ctx: Ctx,
  module: Module,
  people: readonly number[],
  days: { from: string; to: string; narrowed?: Row },
): Promise<PlanFacts> {
  const request = { params: {}, query: {}, body: { people, ...days }, files: [] }
  return (await ctx.services.handlers.get(plannerOf(module).days)!.run(ctx, module, request, null)) as PlanFacts
}

function firstDay(query: Readonly<Record<string, unknown>>): string {
  const text = String(query.from ?? '').replaceAll('/', '-')
  if (!isDate(text)) throw invalid({ from: ['The date is not valid.'] })
  return text
}

/** Filters that go through the reference to the person, as filters of people. */
function peopleFilter(module: Module, planner: Planner, filter: Row): Row {
  const prefix = `${module.field[planner.person]!.refAs}.`
  const through = Object.entries(filter).flatMap(([name, given]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), given]] : []))
  return { ...Object.fromEntries(through), ...(filter[planner.person] !== undefined && { id: filter[planner.person] }) }
}

/** A page of people with their days from `from` on, for users who can list the records. */
export async function readPlan(ctx: Ctx, module: Module, query: Readonly<Record<string, unknown>>): Promise<{ data: PlanAnswer }> {
  const planner = plannerOf(module)
  requireAction(ctx, module, 'index')
  const from = firstDay(query)
  const to = addDays(from, DAYS - 1)
  const { from: _from, ...rest } = query
  const { filter = {}, search, page: asked } = listQuery(rest)
  const page = Math.max(1, Math.floor(Number(asked ?? 1)) || 1)
  const [people, choices] = [targetOf(ctx, module, planner.person), targetOf(ctx, module, planner.choice)]
  const listed = await dropdown(ctx, people, {
    for: `${module.name}.${planner.person}`,
    filter: peopleFilter(module, planner, filter as Row),
    ...(search && { search }),
    page,
    limit: PEOPLE,
  })
  const ids = listed.map((row) => Number(row.id))
  const narrowed = peopleFilter(module, planner, filter as Row)
  const facts = await factsOf(ctx, module, ids, { from, to, narrowed })
  const records = await recordsOf(ctx, module, ids, { from, to })
  const offered = await ctx.services.records.dropdown(ctx, choices, {
    filter: { ...module.field[planner.choice]!.filter },
    limit: MAX_CHOICES,
  })
  return {
    data: {
      from,
      to,
      needs: facts.needs ?? [],
      ...(facts.rest && { rest: facts.rest }),
      page,
      more: listed.length === PEOPLE,
      people: listed.flatMap((row) => {
        const days = facts.days[String(row.id)]
        if (!days) return []
        const planned = Object.entries(days).map(([date, day]) => {
          const record = records.get(`${row.id} ${date}`)
          return [date, record ? { ...day, record } : day] as const
        })
        return [{ id: Number(row.id), name: String(row.name), label: String(row.label), days: Object.fromEntries(planned) }]
      }),
      choices: offered.map((row) => ({
        id: Number(row.id),
        name: String(row.name),
        ...(row.code ? { code: String(row.code) } : {}),
        hours: facts.hours[String(row.id)] ?? Array.from({ length: DAYS }, () => null),
      })),
    },
  }
}

/** The records of people on the days, by person and date. */
async function recordsOf(
  ctx: Ctx,
  module: Module,
  people: readonly number[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<Map<string, PlannedRecord>> {
  const { person, date, choice, free } = plannerOf(module)
  if (!people.length) return new Map()
  const records = await listAll(ctx, module, { filter: { [person]: { in: people }, [date]: { gte: from, lte: to } } })
  return new Map(
    records.map((row) => [
      `${row[person]} ${String(row[date]).slice(0, 10)}`,
      { id: Number(row.id), choice: Number(row[choice]), free: free !== undefined && row[free] === true },
    ]),
  )
}

/** The changes of a request: each of a person and a day, none twice. */
function changesIn(module: Module, body: Row): PlanChange[] {
  const { choice, free, follows } = plannerOf(module)
  const known = new Set([choice, ...(free === undefined ? [] : [free]), ...follows])
  const list = rows(body, 'changes')
  if (!list.length) throw invalid({ changes: ['Field is required'] })
  if (list.length > MAX_CHANGES) throw invalid({ changes: [`At most ${MAX_CHANGES} days at once.`] })
  const seen = new Set<string>()
  return list.map((given, index) => {
    const place = `changes.${index}`
    const date = String(given.date ?? '')
    if (!isDate(date)) throw invalid({ [`${place}.date`]: ['The date is not valid.'] })
    const person = id(given, 'person')
    const key = `${person} ${date}`
    if (seen.has(key)) throw invalid({ [place]: ['This day is listed twice.'] })
    seen.add(key)
    const { values } = given
    if (values !== null && (typeof values !== 'object' || Array.isArray(values)))
      throw invalid({ [`${place}.values`]: ['The value is not valid.'] })
    for (const name of Object.keys((values as Row | null) ?? {}))
      if (!known.has(name)) throw invalid({ [`${place}.values.${name}`]: ['This cannot be planned here.'] })
    return { person, date, values: values as PlanChange['values'] }
  })
}

/**
 * Plans the days of many people: those of each person in a transaction of its own, all or none, so that one refused row
 * does not stop the others. `undo` are the changes that take back what was done.
 */
export async function savePlan(
  ctx: Ctx,
  module: Module,
  body: Row,
  once: Once,
): Promise<{ data: PlanResult[]; succeeded: number; failed: number; undo: PlanChange[] }> {
  const planner = plannerOf(module)
  if (!['create', 'update', 'delete'].some((action) => canDo(ctx.principal, module, action))) requireAction(ctx, module, 'update')
  const changes = changesIn(module, body)
  const people = [...new Set(changes.map(({ person }) => person))]
  const named = await dropdown(ctx, targetOf(ctx, module, planner.person), {
    for: `${module.name}.${planner.person}`,
    filter: { id: { in: people } },
    limit: people.length,
  })
  const labels = new Map(named.map((row) => [Number(row.id), String(row.label)]))
  const data: PlanResult[] = []
  const undo: PlanChange[] = []
  for (const person of people) {
    const theirs = changes.filter((change) => change.person === person)
    const before: PlanChange[] = []
    const result = await collected(person, async () => {
      const label = labels.get(person)
      if (label === undefined) throw invalid({ [planner.person]: ['The record was not found.'] })
      const taken = await once(String(person), () => ctx.db.tx(() => inBatch(ctx, (batch) => planPerson(batch, module, theirs))))
      before.push(...taken)
    })
    data.push({ ...result, label: labels.get(person) ?? `#${person}`, days: theirs.map(({ date }) => date) })
    undo.push(...before)
  }
  const succeeded = data.filter(({ success }) => success).length
  return { data, succeeded, failed: data.length - succeeded, undo }
}

/** Writes the days of one person and refuses what then cannot stand; answers the days as they were. */
async function planPerson(ctx: Ctx, module: Module, changes: readonly PlanChange[]): Promise<PlanChange[]> {
  const { person, date, choice, free, follows } = plannerOf(module)
  const whom = changes[0]!.person
  const days = changes.map((change) => change.date).sort()
  const span = { from: days[0]!, to: days.at(-1)! }
  const records = await listAll(ctx, module, { filter: { [person]: whom, [date]: { gte: span.from, lte: span.to } } })
  const byDay = new Map(records.map((row) => [String(row[date]).slice(0, 10), row]))
  const empty = Object.fromEntries(follows.map((name) => [name, null]))
  const before: PlanChange[] = []
  for (const change of changes) {
    const record = byDay.get(change.date)
    if (!record && !change.values) continue
    if (change.values === null) await ctx.services.records.remove(ctx, module, Number(record!.id))
    else {
      const other = !record || Number(record[choice]) !== Number(change.values[choice])
      const values = { ...(other && empty), ...change.values }
      if (record) await ctx.services.records.update(ctx, module, Number(record.id), { ...values, version: record.version })
      else await ctx.services.records.create(ctx, module, { ...values, [person]: whom, [date]: change.date })
    }
    const stored = [choice, ...(free === undefined ? [] : [free]), ...follows]
    before.push({
      person: whom,
      date: change.date,
      values: record ? Object.fromEntries(stored.map((name) => [name, record[name] ?? null])) : null,
    })
  }
  const changed = new Set(days)
  const facts = (await factsOf(ctx, module, [whom], span)).days[String(whom)] ?? {}
  for (const [day, { notes }] of Object.entries(facts))
    for (const note of notes) if (note.refused && changed.has(day)) throw refuse('E_PLAN', `${day.replaceAll('-', '/')}: ${note.text}`)
  return before
}
