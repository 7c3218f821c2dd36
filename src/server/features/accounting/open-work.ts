/**
 * What is still open before a month is closed: documents that could not be posted any more once the month is locked, and
 * whatever else the report declares, such as receipts without a bill. Everything is read as the caller may see it.
 */
import type { Json, Module, Row } from '../../../engine/model/module.ts'
import { can } from '../../../engine/runtime/permissions/index.ts'
import type { Ctx, Handler } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { invalid } from '../../platform/errors.ts'
import type { ReportPage } from '../../records/report/page.ts'
import { readParameters } from '../../records/report/parameters.ts'
import { amountField } from '../../records/summary.ts'
import { groupOf, lockMonth, PERIOD_GROUPS, type PeriodGroup, TITLES } from './periods.ts'

/** Records of a module that are open while the filter holds; `$end` in it is the last day of the month. */
interface Declared {
  readonly title: string
  readonly group: PeriodGroup
  readonly module: string
  readonly filter: Row
  readonly amount?: string
}
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/
/** Rows read of one kind: more are not looked at one by one. */
const MOST = 200

interface OpenRow extends Row {
  module_group: string
  what: string
  module_name: string
  record_id: number
}

/** Last day of a month `YYYY-MM`. */
const lastDay = (period: string): string =>
  new Date(Date.UTC(Number(period.slice(0, 4)), Number(period.slice(5)), 0)).toISOString().slice(0, 10)

/** The group whose lock stops a transition of the module; undefined where none asks for an open period. */
function lockedWith(module: Module): PeriodGroup | undefined {
  const guards = Object.values(module.workflow?.transitions ?? {}).flatMap((transition) => transition.guards)
  const guard = guards.find(({ name }) => name === 'period.open')
  return guard && ((guard.params as { group?: PeriodGroup } | null)?.group ?? groupOf(module.application))
}

/** States of documents that have no effect on the books yet, and can still have one. */
const pending = (module: Module): string[] =>
  Object.values(module.workflow!.states).flatMap(({ name, flags, final }) =>
    final || flags.includes('is_posted') || flags.includes('is_voided') ? [] : [name],
  )

async function readRows(
  ctx: Ctx,
  module: Module,
  filter: Row,
  row: { group: PeriodGroup; what: string; amount?: string },
): Promise<OpenRow[]> {
  if (ctx.system === undefined && !can(ctx.principal, module, 'index')) return []
  const { date, name } = module.entity
  const sort = date ? `${date},id` : 'id'
  const { data } = await ctx.services.records.list(ctx, module, { filter, sort, limit: MOST, window: 'all', count: 'none' })
  return data.map((record) => ({
    id: record.id,
    module_group: TITLES[row.group],
    what: row.what,
    module_name: module.name,
    record_id: Number(record.id),
    document_no: record.transaction_no ?? record[name] ?? String(record.id),
    date: date ? (record[date] ?? null) : null,
    amount: row.amount ? (record[row.amount] ?? null) : null,
  }))
}

/** Credits of customers and advances to suppliers that no document has used yet. */
async function readCredits(ctx: Ctx, end: string): Promise<OpenRow[]> {
  const rows = await ctx.db.query<{
    kind: string
    source_module: string
    source_id: number
    transaction_no: string
    date: string
    balance: string
  }>(
    sql`
      SELECT kind, source_module, source_id, transaction_no, date::text AS date, balance::text AS balance
      FROM ${table(ctx, 'open_item')}
      WHERE balance < 0
        AND date <= ${end}
        AND (${ctx.system !== undefined || ctx.principal.branch_ids.length === 0}
          OR branch_id = ANY (${ctx.principal.branch_ids}::bigint[]))
      ORDER BY date, id
      LIMIT ${MOST}
    `,
  )
  return rows.flatMap((row) => {
    const module = ctx.modules.get(row.source_module)
    if (!module || (ctx.system === undefined && !can(ctx.principal, module, 'index'))) return []
    const sales = row.kind === 'receivable'
    return {
      id: row.source_id,
      module_group: TITLES[sales ? 'sales' : 'purchasing'],
      what: sales ? 'Collections and credits not applied' : 'Advances and debits not applied',
      module_name: row.source_module,
      record_id: Number(row.source_id),
      document_no: row.transaction_no,
      date: row.date,
      amount: Number(row.balance),
    }
  })
}

/** Everything that is open at the end of the month, by group, kind and date. */
async function readOpen(ctx: Ctx, declared: readonly Declared[], period: string, group?: PeriodGroup): Promise<OpenRow[]> {
  const end = lastDay(period)
  const rows: OpenRow[] = []
  for (const module of ctx.modules.values()) {
    const lockGroup = module.workflow && module.entity.date ? lockedWith(module) : undefined
    if (!lockGroup || (group && lockGroup !== group)) continue
    const filter = { status: { in: pending(module) }, [module.entity.date!]: { lte: end } }
    const amount = amountField(ctx, module)?.name
    rows.push(...(await readRows(ctx, module, filter, { group: lockGroup, what: `${module.title} not posted`, ...(amount && { amount }) })))
  }
  for (const { title, group: groupName, module: name, filter, amount } of declared) {
    const module = ctx.modules.get(name)
    if (!module || (group && groupName !== group)) continue
    rows.push(...(await readRows(ctx, module, withEnd(filter, end), { group: groupName, what: title, ...(amount ? { amount } : {}) })))
  }
  for (const row of await readCredits(ctx, end)) if (!group || row.module_group === TITLES[group]) rows.push(row)
  const place = new Map(PERIOD_GROUPS.map((name, index) => [TITLES[name], index]))
  return rows
    .map((row, index) => ({ row, index }))
    .sort((a, b) => place.get(a.row.module_group)! - place.get(b.row.module_group)! || a.index - b.index)
    .map(({ row }) => row)
}

const withEnd = (filter: Row, end: string): Row => JSON.parse(JSON.stringify(filter).replaceAll('"$end"', JSON.stringify(end))) as Row
const declaredOf = (module: Module | undefined): readonly Declared[] =>
  (module?.report?.params as { open?: Declared[] } | undefined)?.open ?? []
const asGroup = (value: unknown): PeriodGroup | undefined => PERIOD_GROUPS.find((name) => name === value)

/** The report: one row per record that is open, which leads to the record. */
export const openWork: Handler = {
  name: 'periods.open',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      open: {
        type: 'array',
        description: 'What is open besides documents that are not posted.',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['title', 'group', 'module', 'filter'],
          properties: {
            title: { type: 'string', description: 'What it is, as people read it.' },
            group: { enum: [...PERIOD_GROUPS], description: 'Module group that it holds up.' },
            module: { type: 'string', format: 'module', description: 'Module of the records.' },
            filter: { type: 'object', description: 'Filter of its list; `$end` is the last day of the month.' },
            amount: { type: 'string', pattern: '^[a-z][a-z0-9_]*$', description: 'Field with the amount.' },
          },
        },
      },
    },
  },
  async run(ctx, module, { query }): Promise<ReportPage> {
    const values = await readParameters(ctx, module, query)
    const rows = await readOpen(ctx, declaredOf(module), String(values.period), asGroup(values.module_group))
    const limit =
      query.limit === 'all' ? Math.max(rows.length, 1) : Math.min(Math.max(Math.trunc(Number(query.limit ?? 50)) || 50, 1), 1000)
    const page = Math.max(Math.trunc(Number(query.page ?? 1)) || 1, 1)
    return {
      success: true,
      data: rows.slice((page - 1) * limit, page * limit),
      totals: {},
      pagination: { page, per_page: limit, current_page: page, total: rows.length, last_page: Math.max(1, Math.ceil(rows.length / limit)) },
    }
  },
}

/** Advice before months are locked: how many of each kind are open until the end of the last. The report that lists them is a parameter. */
export const openWorkAdvice: Handler = {
  name: 'periods.openWork',
  params: {
    type: 'object',
    additionalProperties: false,
    required: ['report'],
    properties: {
      report: { type: 'string', format: 'module', description: 'Report that lists what is open, with what counts as open.' },
      month: { type: 'string', format: 'field', of: ['month'], description: 'Field with the last month; `period` when absent.' },
    },
  },
  async run(ctx, module, request, params) {
    const { report: name, month = 'period' } = params as { report: string; month?: string }
    const report = ctx.modules.get(name)
    const notes: { id?: number; text: string }[] = []
    const { input } = request.body as { input?: Row }
    if (input) {
      // A call that locks a month: of the groups that it names, or of all.
      const period = String(input[month] ?? '')
      if (!MONTH.test(period)) return notes
      const groups = ([input.module_groups ?? []].flat() as Json[]).flatMap((name) => asGroup(name) ?? [])
      // With the general ledger nothing at all can be posted in the month any more.
      const titles = groups.length === 0 || groups.includes('general_ledger') ? undefined : groups.map((name) => TITLES[name])
      const open = await readOpen(ctx, declaredOf(report), period, undefined)
      const meant = titles ? open.filter((row) => titles.includes(row.module_group)) : open
      return [...Map.groupBy(meant, (row) => row.what)].map(([what, rows]) => ({ text: `${what}: ${rows.length}` }))
    }
    for (const id of (request.body.ids as number[] | undefined) ?? []) {
      const record = await ctx.services.records.get(ctx, module, id)
      const open = await readOpen(ctx, declaredOf(report), String(record[month]), asGroup(record.module_group))
      const rows = open.filter((row) => row.module_name !== module.name || row.record_id !== id)
      for (const [what, found] of Map.groupBy(rows, (row) => row.what)) notes.push({ id, text: `${what}: ${found.length}` })
    }
    return notes
  },
}

/** Locks a month for the groups named, all of them unless given: the general ledger last. */
export const lockPeriods: Handler = {
  name: 'periods.lock',
  params: { type: ['object', 'null'], additionalProperties: false, properties: {} },
  async run(ctx, _module, request) {
    const period = String(request.body.period ?? '')
    if (!MONTH.test(period)) throw invalid({ period: ['Enter a month.'] })
    const asked = [request.body.module_groups ?? []].flat() as Json[]
    const unknown = asked.find((name) => !asGroup(name))
    if (unknown !== undefined) throw invalid({ module_groups: [`There is no module group "${String(unknown)}".`] })
    const groups = PERIOD_GROUPS.filter((name) => asked.length === 0 || asked.includes(name))
    const locked = await ctx.db.tx(() => lockMonth(ctx, period, groups))
    return { lines: groups.map((name) => ({ text: `${TITLES[name]}: ${locked.includes(name) ? 'locked.' : 'was locked already.'}` })) }
  },
}
