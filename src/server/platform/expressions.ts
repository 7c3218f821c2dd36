/**
 * Expressions on the server: the caller's data that they can read, and computers and programs compiled once per module.
 * Effective-dated tables are read before evaluation starts, because evaluation itself never waits.
 */

import { pesoWords } from '../../domain/amount-in-words.ts'
import { calculations } from '../../domain/trade/calculations.ts'
import type { Module, Row } from '../../engine/model/module.ts'
import { type Calculations, type CompiledModule, type Computer, compileModule, type Rules } from '../../engine/runtime/compute/index.ts'
import { compileExpression, type EvalEnv, type Program, scopeOf } from '../../engine/runtime/expressions/index.ts'
import type { Decimal } from '../../kernel/decimal.ts'
import { cached } from './companies/cache.ts'
import type { Ctx } from './context.ts'
import { ref, sql, table } from './db/sql.ts'

interface RateRow {
  readonly key: string
  readonly from: string
  readonly value: string | null
}
/** Rates of one table, newest first per key. */
type RateTable = ReadonlyMap<string, readonly RateRow[]>

/** What expressions know of the caller (`user`). */
export const callerOf = ({ principal }: Pick<Ctx, 'principal'>) => ({
  id: principal.user_id,
  name: principal.name,
  username: principal.username,
  branch_id: principal.branch_id,
  employee_id: principal.employee_id,
  role: principal.role_code ?? principal.role,
})

/** The environment of a caller for one module: globals, clock, amount in words and the module's lookup tables. */
export async function envFor(ctx: Ctx, module: Module): Promise<EvalEnv> {
  const tables = new Map<string, RateTable>()
  for (const name of module.lookups) tables.set(name, await cached(ctx.db, ctx.company, `rates ${name}`, () => rateTable(ctx, name)))
  const { principal, company } = ctx
  return {
    user: callerOf(ctx),
    company: { id: company.id, code: company.code, name: company.name },
    branch: { id: principal.branch_id },
    settings: ctx.settings as Row,
    today: () => ctx.clock.today(company.time_zone),
    now: () => ctx.clock.now().toISOString(),
    words: (amount: Decimal) => pesoWords(amount),
    lookup: (tableName, key, date) =>
      tables
        .get(tableName)
        ?.get(String(key))
        ?.find((row) => row.from <= date)?.value ?? null,
  }
}

/** Rows of `module.lines.field`, effective-dated by `effective_from`. */
async function rateTable(ctx: Ctx, name: string): Promise<RateTable> {
  const [moduleName, linesName, field] = name.split('.') as [string, string, string]
  const lines = ctx.modules.get(moduleName)?.lines.find((line) => line.name === linesName)
  const tableName = new Map<string, RateRow[]>()
  if (!lines) return tableName
  const rows = await ctx.db.query<RateRow>(
    sql`
      SELECT parent_id::text AS key, effective_from::text AS "from", ${ref(field)}::text AS value
      FROM ${table(ctx, lines.table)}
      ORDER BY parent_id, effective_from DESC
    `,
  )
  for (const row of rows) tableName.set(row.key, [...(tableName.get(row.key) ?? []), row])
  return tableName
}

interface Compiled {
  readonly module: CompiledModule
  /** By child table, the header's under an empty name, and by text: looked up for each line of a document. */
  readonly programs: Map<string, Map<string, Program>>
}
const compiled = new WeakMap<Module, Compiled>()

/** Compiling is dear: once for all callers, whose environments are given when something is evaluated. */
function compile(ctx: Ctx, module: Module): Compiled {
  let made = compiled.get(module)
  if (!made) {
    made = { module: compileModule(module, calculations as unknown as Calculations, ctx.modules), programs: new Map() }
    compiled.set(module, made)
  }
  return made
}

/** Computation and rules of a module's records, for this caller. */
export const computerWith = (ctx: Ctx, module: Module, env: EvalEnv): Computer & Rules => compile(ctx, module).module.with(env)

/** The same, reading the environment first. */
export async function computerFor(ctx: Ctx, module: Module): Promise<Computer & Rules> {
  return computerWith(ctx, module, await envFor(ctx, module))
}

/** A compiled expression over a module's records, or over the rows of one of its child tables. */
export function programFor(ctx: Ctx, module: Module, source: string, lines?: string): Program {
  const { programs } = compile(ctx, module)
  let ofTable = programs.get(lines ?? '')
  if (!ofTable) programs.set(lines ?? '', (ofTable = new Map()))
  let program = ofTable.get(source)
  if (!program) {
    program = compileExpression(source, scopeOf(module, { modules: ctx.modules, ...(lines ? { lines } : {}) }))
    ofTable.set(source, program)
  }
  return program
}
