/**
 * What is left of the amounts that go with the quantity of source rows (`parts` of `sources`): the whole, less what the rows of
 * posted documents took of it. It is added up anew each time, so that voids, and documents from before the amounts were
 * noted, count as they are.
 */

import type { Module, Row, SourceLines } from '../../engine/model/module.ts'
import { type Decimal, round2, toDecimal, ZERO } from '../../kernel/decimal.ts'
import type { Ctx } from '../platform/context.ts'
import { join, ref, sql, table } from '../platform/db/sql.ts'
import { envFor, programFor } from '../platform/expressions.ts'

/** The open quantity of a source row, and what is left of its amounts by the fields that note them. */
interface Left {
  open: Decimal
  readonly amounts: Record<string, Decimal>
}

/** A source document, with exact values, and those of its rows that something is taken from. */
interface Taken {
  readonly spec: SourceLines
  readonly document: Row
  readonly ids: ReadonlySet<number>
}

/** What is left of rows of a source document, by their ids. */
export async function leftOf(ctx: Ctx, origin: Module, { spec, document, ids }: Taken): Promise<Map<number, Left>> {
  const left = new Map<number, Left>()
  const { parts, from } = spec
  if (!parts || !from || spec.open === undefined) return left
  const env = await envFor(ctx, origin)
  const open = programFor(ctx, origin, spec.open, from)
  const amounts = Object.entries(parts.amounts)
  const wholes = amounts.map(([name, { whole }]) => [name, programFor(ctx, origin, whole, from)] as const)
  for (const row of (document[from] as Row[] | undefined) ?? []) {
    if (!ids.has(Number(row.id))) continue
    left.set(Number(row.id), {
      open: toDecimal(open.evaluate(row, env, document)),
      amounts: Object.fromEntries(wholes.map(([name, whole]) => [name, round2(toDecimal(whole.evaluate(row, env, document)))])),
    })
  }
  for (const { id, name, taken } of await takenOf(ctx, origin, from, { names: Object.keys(parts.amounts), ids: [...left.keys()] })) {
    const row = left.get(Number(id))
    if (row) row.amounts[name] = row.amounts[name]!.minus(toDecimal(taken))
  }
  for (const row of left.values()) for (const [name, amount] of Object.entries(row.amounts)) if (amount.lt(0)) row.amounts[name] = ZERO
  return left
}

interface Sum {
  readonly id: number
  readonly name: string
  readonly taken: string
}

/** Sums of what the rows of posted documents took, over all modules that take the same amounts from these rows. */
async function takenOf(
  ctx: Ctx,
  origin: Module,
  from: string,
  { names, ids }: { readonly names: readonly string[]; readonly ids: readonly number[] },
): Promise<Sum[]> {
  const sums = [...ctx.modules.values()].flatMap((module) =>
    module.sources
      .filter((source) => source.module === origin.name)
      .flatMap((source) => Object.entries(source.lines))
      .flatMap(([lines, spec]) => {
        const amounts = Object.entries(spec.parts?.amounts ?? {}).filter(([name]) => names.includes(name))
        const target = module.lines.find((line) => line.name === lines)
        if (spec.from !== from || amounts.length === 0 || !target || !module.workflow) return []
        const posted = Object.values(module.workflow.states).filter(({ flags }) => flags.includes('is_posted'))
        return amounts.map(
          ([name, { taken }]) => sql`
            SELECT r.${ref(spec.link)} AS id, ${name}::text AS name, coalesce(sum(r.${ref(taken)}), 0)::text AS taken
            FROM ${table(ctx, target.table)} r
            JOIN ${table(ctx, module.entity.table)} d ON d.id = r.parent_id
            WHERE r.source_module = ${origin.name}
              AND r.${ref(spec.link)} = ANY (${ids}::bigint[])
              AND d.status = ANY (${posted.map((state) => state.name)}::text[])
            GROUP BY 1
          `,
        )
      }),
  )
  return ids.length && sums.length ? ctx.db.query<Sum>(join(sums, ' UNION ALL ')) : []
}

/** The values that a row notes of what is left. */
export const notedOf = (spec: SourceLines, { open, amounts }: Left): Row => ({ [spec.parts!.quantity]: open, ...amounts })
