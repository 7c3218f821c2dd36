/** When an item of a checklist is done: what its evidence asks of the records of employees, and of whose tasks it holds. */

import type { Module, Row } from '../../../engine/model/module.ts'
import type { Program } from '../../../engine/runtime/expressions/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { allOf, join, ref, type Sql, sql, table } from '../../platform/db/sql.ts'
import { envFor, programFor } from '../../platform/expressions.ts'

/** The fields of a checklist item that say when it is done. */
export interface Evidence {
  readonly evidence: string
  readonly evidence_module: string | null
  readonly evidence_field: string | null
  readonly evidence_value: string | null
  readonly evidence_when: string | null
}

/** A field of the item with what is wrong with it. */
export type EvidenceProblem = Readonly<Record<string, string>>

/** Evidence that a statement decides (`done`, over employee `e`), or a condition that is evaluated over each record `x`. */
type Judged =
  | { readonly done: Sql }
  | { readonly module: Module; readonly records: Sql; readonly when: Program; readonly reads: Reads; readonly isRecord: boolean }

/** The fields of the record (`status`) and of its employee (`employee.date_separated`) that a condition reads. */
interface Reads {
  readonly record: readonly string[]
  readonly employee: readonly string[]
}

const stored = (module: Module, name: string): boolean => module.field[name] !== undefined && module.field[name].storage !== undefined

/** The condition that record `x` of the module belongs to employee `e`; undefined where its records belong to no employee. */
function belongs(module: Module): Sql | undefined {
  if (stored(module, 'employee_id')) return sql`x.employee_id = e.id`
  return stored(module, 'owner_type') && stored(module, 'owner_id') ? sql`x.owner_type = 'employee' AND x.owner_id = e.id` : undefined
}

function readsOf(ctx: Ctx, module: Module, { reads }: Program): Reads | undefined {
  const paths = reads.map((path) => path.split('.'))
  const record = paths.filter((path) => path.length === 1).map(([name]) => name!)
  const joined = paths.filter((path) => path.length > 1)
  const employee = joined.map(([, name]) => name!)
  const isOfEmployee = joined.every((path) => path.length === 2 && path[0] === 'employee')
  const employees = ctx.modules.get('employee')!
  return isOfEmployee && record.every((name) => stored(module, name)) && employee.every((name) => stored(employees, name))
    ? { record, employee }
    : undefined
}

/** What decides an item; what is wrong by field where it names what does not exist; nothing where only users decide it. */
export function judge(ctx: Ctx, item: Evidence): Judged | { readonly wrong: Readonly<Record<string, string>> } | undefined {
  if (item.evidence === 'manual') return undefined
  const wrong = (field: string, message: string) => ({ wrong: { [field]: message } })
  if (item.evidence === 'field') {
    const name = item.evidence_field ?? ''
    return stored(ctx.modules.get('employee')!, name)
      ? { done: sql`e.${ref(name)} IS NOT NULL` }
      : wrong('evidence_field', 'Employees have no such field.')
  }
  const module = ctx.modules.get(item.evidence_module ?? '')
  const belonging = module && belongs(module)
  if (!belonging) return wrong('evidence_module', 'There is no such module with records of employees.')
  const { evidence_field: name, evidence_value: value, evidence_when: condition } = item
  if (name && !stored(module, name)) return wrong('evidence_field', 'The module has no such field.')
  const records = allOf([belonging, ...(name ? [sql`x.${ref(name)}::text = ${value ?? ''}`] : [])])
  const isRecord = item.evidence === 'record'
  if (!condition) {
    const known = sql`EXISTS (SELECT 1 FROM ${table(ctx, module.entity.table)} x WHERE ${records})`
    return { done: isRecord ? known : sql`NOT ${known}` }
  }
  try {
    const when = programFor(ctx, module, condition)
    const reads = readsOf(ctx, module, when)
    return when.type === 'bool' && reads
      ? { module, records, when, reads, isRecord }
      : wrong('evidence_when', 'Enter a condition on fields of the record, or of its employee, such as employee.date_separated.')
  } catch (error) {
    return wrong('evidence_when', (error as Error).message)
  }
}

/** Fields of `alias` as one JSON value: dates and instants as expressions read them. */
const picked = (alias: 'x' | 'e', names: readonly string[]): Sql =>
  names.length
    ? sql`jsonb_build_object(${join(
        names.map((name) => sql`${name}::text, ${ref(alias)}.${ref(name)}`),
        ', ',
      )})`
    : sql`'{}'::jsonb`

/**
 * Ids of the tasks `k` of an item under `tasks` for which its evidence is there. The last day is that of the task: a rehire
 * takes it out of the employee's record.
 */
export async function provenTasks(ctx: Ctx, itemId: number, judged: Judged, tasks: Sql): Promise<number[]> {
  const from = sql`
    FROM ${table(ctx, 'employee_task')} k
    JOIN ${table(ctx, 'employee')} e ON e.id = k.employee_id
  `
  const where = sql`WHERE k.checklist_item_id = ${itemId} AND ${tasks}`
  if ('done' in judged) {
    const rows = await ctx.db.query<{ id: number }>(sql`SELECT k.id ${from} ${where} AND ${judged.done} ORDER BY k.id`)
    return rows.map(({ id }) => Number(id))
  }
  const { module, when, reads, isRecord } = judged
  const rows = await ctx.db.query<{ id: number; record: Row | null; employee: Row }>(
    sql`
      SELECT k.id, CASE WHEN x.id IS NOT NULL THEN ${picked('x', reads.record)} END AS record, ${picked('e', reads.employee)} || CASE WHEN k.occasion = 'leaving' THEN jsonb_build_object('date_separated', k.basis_date) ELSE '{}' END AS employee
      ${from}
      LEFT JOIN ${table(ctx, module.entity.table)} x ON ${judged.records}
      ${where}
      ORDER BY k.id
    `,
  )
  const env = await envFor(ctx, module)
  const proven = new Map<number, boolean>()
  for (const { id, record, employee } of rows) {
    const holds = record !== null && when.evaluate({ ...record, employee }, env) === true
    proven.set(Number(id), (proven.get(Number(id)) ?? false) || holds)
  }
  return [...proven].flatMap(([id, holds]) => (holds === isRecord ? [id] : []))
}
