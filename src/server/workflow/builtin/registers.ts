/**
 * Records that documents keep of others: `records.add` adds one per row, `records.mark` moves the ones that rows name to a state.
 * Both are undone exactly, and only as long as nothing else has happened to the record since.
 */

import type { Json, JsonSchema, Module, Row } from '../../../engine/model/module.ts'
import { toField, toJson } from '../../../engine/runtime/compute/index.ts'
import { auditRows } from '../../platform/audit/index.ts'
import { asSystem } from '../../platform/auth/as-system.ts'
import type { Effect, EffectContext } from '../../platform/context.ts'
import { join, ref, sql, table } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'
import { fault, idOf } from '../../records/row.ts'

const VALUES: JsonSchema = {
  type: 'object',
  additionalProperties: { type: 'string', format: 'expression', description: 'Expression over the row, else over the record.' },
}

const rowsOf = (fx: EffectContext, lines: string | undefined): (Row | undefined)[] =>
  lines ? ((fx.record[lines] as Row[] | undefined) ?? []) : [undefined]
const moduleNamed = (fx: EffectContext, name: string): Module => {
  const module = fx.ctx.modules.get(name)
  if (!module?.workflow) throw fault(`${name} is no module with states.`)
  return module
}
const labelOf = (module: Module, row: Row): string => `${module.singular} ${String(row[module.entity.name] ?? row.id)}`
const titleOf = (module: Module, state: unknown): string => (module.workflow!.states[String(state)]?.title ?? String(state)).toLowerCase()

/** The records as stored, locked in the order of their ids. */
async function lockRecords(fx: EffectContext, module: Module, ids: readonly number[]): Promise<Row[]> {
  return fx.ctx.db.query<Row>(
    sql`
      SELECT *
      FROM ${table(fx.ctx, module.entity.table)}
      WHERE id = ANY (${[...new Set(ids)]}::bigint[])
      ORDER BY id
      FOR UPDATE
    `,
  )
}

/** Writes a state and values into a locked record, with the audit entry. */
async function write(fx: EffectContext, module: Module, before: Row, values: Row): Promise<void> {
  const json = toJson(values)
  const set = Object.keys(values).map((name) => sql`${ref(name)} = ${json[name] ?? null}`)
  const [after] = await fx.ctx.db.query<Row>(
    sql`
      UPDATE ${table(fx.ctx, module.entity.table)}
      SET ${join(set, ', ')}, version = version + 1, updated_by = ${fx.ctx.principal.user_id || null},
        updated_at = ${fx.ctx.clock.now().toISOString()}
      WHERE id = ${before.id}
      RETURNING *
    `,
  )
  await auditRows(
    fx.ctx,
    module,
    [{ before, after: after! }],
    `${fx.module.singular} ${String(fx.record[fx.module.entity.name] ?? fx.record.id)}`,
  )
}

type Add = { module: string; lines?: string; when?: string; values: Record<string, string>; undone: string }
type Added = { module: string; undone: string; ids: number[] }

export const recordsAdd: Effect<Add> = {
  name: 'records.add',
  keepsRecord: true,
  rank: 35,
  params: {
    description:
      'Adds a record of another module, or one per row: an entry of a register. A void of the document takes back what is still in its first state, and is refused otherwise.',
    examples: [
      {
        module: 'check',
        lines: 'tenders',
        when: "kind == 'check'",
        values: { check_no: 'check_no', amount: 'amount', customer_id: 'parent.customer_id', cash_receipt_id: 'parent.id' },
        undone: 'voided',
      },
    ],
    type: 'object',
    additionalProperties: false,
    required: ['module', 'values', 'undone'],
    properties: {
      module: { type: 'string', format: 'module', description: 'Module of the records.' },
      lines: { type: 'string', format: 'lines', description: 'Child table: one record per row.' },
      when: { type: 'string', format: 'expression', gives: 'bool', description: 'Expression; no record is added where it is false.' },
      values: { ...VALUES, description: 'Field of the new record to its value.' },
      undone: { type: 'string', description: 'State that a void of the document leaves it in.' },
    },
  },
  async apply(fx, { module: name, lines, when, values, undone }): Promise<Json> {
    const module = moduleNamed(fx, name)
    const system = asSystem(fx.ctx, `added by a ${fx.module.singular.toLowerCase()}`)
    const ids: number[] = []
    for (const row of rowsOf(fx, lines)) {
      if (when && fx.evaluate(when, row) !== true) continue
      const given = Object.fromEntries(Object.entries(values).map(([field, expr]) => [field, fx.evaluate(expr, row) ?? null]))
      ids.push(await system.services.records.add(system, module, toJson(given)))
    }
    return { module: name, undone, ids } satisfies Added
  },
  async reverse(fx, entry) {
    const { module: name, undone, ids } = entry as unknown as Added
    if (ids.length === 0) return
    const module = moduleNamed(fx, name)
    const first = Object.values(module.workflow!.states).find((state) => state.initial)!.name
    for (const row of await lockRecords(fx, module, ids)) {
      if (row.status !== first)
        throw refuse('E_HAS_CHILDREN', `${labelOf(module, row)} is ${titleOf(module, row.status)}. Undo that first.`)
      await write(fx, module, row, { status: undone })
    }
  },
}

type Mark = { record: string; lines?: string; from: string[]; to: string; values?: Record<string, string> }
type Marked = { module: string; to: string; rows: { id: number; before: Row }[] }

export const recordsMark: Effect<Mark> = {
  name: 'records.mark',
  keepsRecord: true,
  rank: 15,
  params: {
    description:
      'Moves the records that a field names to another state, with values. Refused for those in a state that it does not start from; undone only while they are still in that state.',
    examples: [
      {
        record: 'check_id',
        lines: 'checks',
        from: ['on_hand'],
        to: 'deposited',
        values: { bank_account_id: 'parent.bank_account_id', deposited_on: 'parent.transaction_date' },
      },
    ],
    type: 'object',
    additionalProperties: false,
    required: ['record', 'from', 'to'],
    properties: {
      record: {
        type: 'string',
        format: 'any-field',
        of: ['reference'],
        description: 'Field of the rows, else of the record, with the record to move.',
      },
      lines: { type: 'string', format: 'lines', description: 'Child table: one record per row.' },
      from: { type: 'array', minItems: 1, items: { type: 'string' }, description: 'States that it starts from.' },
      to: { type: 'string', description: 'State that it leads to.' },
      values: { ...VALUES, description: 'Field of the record moved to its value.' },
    },
  },
  async lock(fx, params) {
    const { module, ids } = named(fx, params)
    if (ids.length) await lockRecords(fx, module, ids)
  },
  async apply(fx, params): Promise<Json> {
    const { module, ids } = named(fx, params)
    if (ids.length === 0) return null
    if (new Set(ids).size < ids.length) throw refuse('E_STATE', `${module.singular}: the same one is listed twice. Remove a line.`)
    const stored = new Map((await lockRecords(fx, module, ids)).map((row) => [Number(row.id), row]))
    const marked: Marked = { module: module.name, to: params.to, rows: [] }
    for (const row of rowsOf(fx, params.lines)) {
      const before = stored.get(idIn(fx, params, row) ?? 0)
      if (!before) continue
      if (!params.from.includes(String(before.status)))
        throw refuse('E_STATE', `${labelOf(module, before)} is ${titleOf(module, before.status)}. Remove it from the document.`)
      const values = Object.fromEntries(
        Object.entries(params.values ?? {}).map(([field, expr]) => [field, toField(module.field[field]!, fx.evaluate(expr, row))]),
      )
      const restored = Object.fromEntries(['status', ...Object.keys(values)].map((field) => [field, before[field] ?? null]))
      marked.rows.push({ id: Number(before.id), before: restored })
      await write(fx, module, before, { ...values, status: params.to })
    }
    return toJson(marked as unknown as Row) as Json
  },
  async reverse(fx, entry) {
    if (!entry) return
    const { module: name, to, rows } = entry as unknown as Marked
    const module = moduleNamed(fx, name)
    const stored = await lockRecords(
      fx,
      module,
      rows.map(({ id }) => id),
    )
    for (const row of stored) {
      if (row.status !== to)
        throw refuse('E_HAS_CHILDREN', `${labelOf(module, row)} is ${titleOf(module, row.status)} by now. Undo that first.`)
      await write(fx, module, row, rows.find(({ id }) => id === Number(row.id))!.before)
    }
  },
}

function idIn(fx: EffectContext, { record, lines }: Mark, row: Row | undefined): number | null {
  return row && lines && record in row ? idOf(row, record) : idOf(fx.record, record)
}

/** The records that the rows name, and their module. */
function named(fx: EffectContext, params: Mark): { module: Module; ids: number[] } {
  const recordField = fx.module.lines.find((line) => line.name === params.lines)?.field[params.record]
  const name = (recordField ?? fx.module.field[params.record])?.to
  if (!name) throw fault(`${params.record} does not refer to a record.`)
  const ids = rowsOf(fx, params.lines)
    .map((row) => idIn(fx, params, row))
    .filter((id) => id !== null)
  return { module: moduleNamed(fx, name), ids }
}
