/** Fills computed fields and progress that were added later, in existing rows, with the value that a save would write. */

import type { Field, Module, Row } from '../../../engine/model/module.ts'
import { toJson } from '../../../engine/runtime/compute/index.ts'
import { progressOf } from '../../../engine/runtime/workflow/index.ts'
import type { Ctx, Log } from '../context.ts'
import { type Step, uncheckedIn } from '../db/planner/index.ts'
import { allOf, assignments, raw, sql, table } from '../db/sql.ts'
import { computerWith, envFor } from '../expressions.ts'

/** Records read in one statement. */
const AT_ONCE = 500

/** Fills what these steps added; nothing else of a record changes, its version included. Answers how many records it went through. */
export async function backFill(ctx: Ctx, steps: readonly Step[], log?: Log): Promise<number> {
  const added = new Set(steps.flatMap(({ table: tableName, adds }) => (adds === undefined ? [] : [`${tableName}.${adds}`])))
  let count = 0
  if (added.size > 0)
    for (const module of ctx.modules.values()) {
      const written = writtenIn(module)
      const computed = computedIn(module.fields, {
        table: module.entity.table,
        written: new Set([...written(undefined), ...(module.workflow?.progress ? ['progress'] : [])]),
        added,
      })
      const lines = module.lines
        .map((line) => ({ ...line, added: computedIn(line.fields, { table: line.table, written: written(line.name), added }) }))
        .filter((candidate) => candidate.added.length)
      if (computed.length === 0 && lines.length === 0) continue
      count += await fill(ctx, module, computed, lines)
      log?.info({ company: ctx.company.code, module: module.name }, 'computed fields that were added have values now')
    }
  return count
}

/** Names that calculations write, of the record itself or of rows of a child table. */
const writtenIn = (module: Module) => {
  const all = module.compute.flatMap((node) => (node.kind === 'set' ? node.writes : []))
  return (lines: string | undefined): ReadonlySet<string> =>
    new Set(
      all.flatMap((path) => {
        const [first, second] = path.split('.') as [string, string | undefined]
        return lines === undefined ? (second === undefined ? [first] : []) : first === lines && second !== undefined ? [second] : []
      }),
    )
}

interface Among {
  readonly table: string
  /** Fields that calculations write. */
  readonly written: ReadonlySet<string>
  /** Columns that were added, as `table.column`. */
  readonly added: ReadonlySet<string>
}

const computedIn = (fields: readonly Field[], { table: tableName, written, added }: Among): Field[] =>
  fields.filter(
    ({ name, computed, storage }) =>
      (computed !== undefined || written.has(name)) && storage !== 'none' && added.has(`${tableName}.${name}`),
  )

type Rules = Awaited<ReturnType<typeof uncheckedIn>>

interface Filled {
  readonly name: string
  readonly table: string
  readonly added: readonly Field[]
}

async function fill(ctx: Ctx, module: Module, computed: readonly Field[], lines: readonly Filled[]): Promise<number> {
  const env = await envFor(ctx, module)
  const computer = computerWith(ctx, module, env)
  const tableName = table(ctx, module.entity.table)
  const rules = await uncheckedIn(ctx.db, ctx.company.schema)
  let count = 0
  for (let after = 0; ; ) {
    const rows = await ctx.db.query<{ id: number }>(
      sql`
        SELECT id
        FROM ${tableName}
        WHERE id > ${after}
        ORDER BY id
        LIMIT ${AT_ONCE}
      `,
    )
    for (const { id } of rows) {
      const record = computer.all(await ctx.services.records.load(ctx, module, Number(id)))
      if (module.workflow?.progress) record.progress = progressOf(module, record, env)
      await write(ctx, rules, { tableName: module.entity.table, fields: computed, row: record })
      for (const line of lines)
        for (const row of (record[line.name] as Row[] | undefined) ?? [])
          await write(ctx, rules, { tableName: line.table, fields: line.added, row })
    }
    count += rows.length
    if (rows.length < AT_ONCE) return count
    after = Number(rows.at(-1)!.id)
  }
}

/** A row that breaks a rule cannot be written at all and stays without: it is named among the problems. */
async function write(
  ctx: Ctx,
  rules: Rules,
  { tableName, fields, row }: { readonly tableName: string; readonly fields: readonly Field[]; readonly row: Row },
): Promise<void> {
  if (fields.length === 0) return
  const values = toJson(Object.fromEntries(fields.map(({ name }) => [name, row[name] ?? null])))
  const isSound = (rules.get(tableName) ?? []).map((rule) => sql`(${raw(rule)}) IS NOT FALSE`)
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, tableName)}
      SET ${assignments(Object.fromEntries(fields.map(({ name }) => [name, values[name]])))}
      WHERE ${allOf([sql`id = ${row.id}`, ...isSound])}
    `,
  )
}
