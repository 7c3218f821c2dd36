/** Figures of a report beside its rows: sums of groups (`report.subtotals`) and computed columns (`report.formulas`). */
import { type Field, type Module, type Report, type Row, SUBTOTAL } from '../../../engine/model/module.ts'
import { compileExpression, isDecimal, roundHalfUp } from '../../../engine/runtime/expressions/index.ts'
import { columnsOfFormula, formulaScope } from '../../../engine/runtime/reports/formulas.ts'
import type { Ctx } from '../../platform/context.ts'
import { quote } from '../../platform/db/name.ts'
import { envFor } from '../../platform/expressions.ts'
import { seesOf } from '../access.ts'
import { readParameters } from './parameters.ts'

/** Decimals of a computed column that names none. */
const SCALE = 2

/**
 * The columns that the caller gets, and those of the report that say nothing to them: columns left empty (`unread`), and
 * formulas of columns that the caller cannot see.
 */
export function seenColumns(ctx: Ctx, report: Report, unread: readonly string[]): { seen: readonly Field[]; hidden: readonly string[] } {
  const sees = seesOf(ctx)
  const open = (name: string): boolean => {
    const column = report.columns.find((candidate) => candidate.name === name)
    return column !== undefined && sees(column) && !unread.includes(name)
  }
  const shown = (name: string): boolean => open(name) && [...columnsOfFormula(report, name)].every(open)
  return {
    seen: report.columns.filter(({ name }) => shown(name)),
    hidden: report.columns.filter((column) => sees(column) && !shown(column.name)).map(({ name }) => name),
  }
}

/** Order by the groups' columns, references by their names, so that rows of a group stand together. */
export const groupOrder = (report: Report, groups: readonly string[]): string[] =>
  groups.flatMap((name) => {
    const { refAs } = report.columns.find((column) => column.name === name)!
    return refAs ? [`${quote(refAs)}->>'label' NULLS LAST`, `${quote(name)} NULLS LAST`] : [`${quote(name)} NULLS LAST`]
  })

/** Sums of one group: its level, 1 for the outermost, and the number of its last row. */
export interface Subtotal {
  readonly level: number
  readonly last: number
  readonly sums: Row
}

/** The sums of all groups of `numbered`, as JSON; `sums`: the arguments of `json_build_object` that make them. */
export function subtotalsSql(groups: readonly string[], sums: string): string {
  const sets = groups.map((_, index) => groups.slice(0, index + 1).map(quote))
  const parts = sets.map(
    (names) =>
      `SELECT ${names.length} AS level, max(n) AS last, json_build_object(${sums}) AS sums FROM numbered GROUP BY ${names.join(', ')}`,
  )
  return `SELECT json_agg(s) FROM (${parts.join(' UNION ALL ')}) s`
}

/** The rows of a page with the sums of each group after its last row, those of inner groups first. */
export function withSubtotals(
  report: Report,
  rows: readonly { readonly n: number; readonly row: Row }[],
  subtotals: readonly Subtotal[],
  summed: (sums: Row) => Row,
): Row[] {
  const names = report.subtotals!
  return rows.flatMap(({ n, row }) => [
    row,
    ...subtotals
      .filter(({ last }) => Number(last) === n)
      .sort((a, b) => b.level - a.level)
      .map(({ level, sums }): Row => {
        const groupValues = names.slice(0, level).flatMap((name) => {
          const { refAs } = report.columns.find((column) => column.name === name)!
          return [name, ...(refAs ? [refAs] : [])].map((key) => [key, row[key]])
        })
        return { id: `subtotal:${level}:${n}`, ...Object.fromEntries(groupValues), ...summed(sums), [SUBTOTAL]: names[level - 1] }
      }),
  ])
}

/** What papers and files say before the name of a group in its row of sums. */
export const subtotalWord = (row: Row, { name }: Pick<Field, 'name'>): string => (row[SUBTOTAL] === name ? 'Total: ' : '')

/** Rows that are no sums of others. */
export const withoutSubtotals = (rows: readonly Row[]): Row[] => rows.filter((row) => row[SUBTOTAL] === undefined)

/**
 * Fills the computed columns of a row. With `summed`, the names of the columns that the row has sums of, it fills those that are
 * computed of these alone: a formula of anything else means nothing beside sums.
 */
export async function computerOf(
  ctx: Ctx,
  module: Module,
  { query, seen }: { readonly query: Readonly<Record<string, unknown>>; readonly seen: readonly Field[] },
): Promise<(row: Row, summed?: readonly string[]) => Row> {
  const report = module.report!
  const formulas = Object.entries(report.formulas ?? {}).flatMap(([name, source]) => {
    const column = seen.find((candidate) => candidate.name === name)
    if (!column) return []
    const reads = [...columnsOfFormula(report, name)].filter((read) => report.formulas?.[read] === undefined)
    return [{ name, scale: column.scale ?? SCALE, reads, program: compileExpression(source, formulaScope(report)) }]
  })
  if (!formulas.length) return (row) => row
  const [parameters, env] = [await readParameters(ctx, module, query), await envFor(ctx, module)]
  return (row, summed) => {
    const values: Row = { ...parameters, ...row }
    for (const { name, scale, reads, program } of formulas) {
      if (summed && !reads.every((read) => summed.includes(read))) continue
      const value = program.evaluate(values, env)
      values[name] = isDecimal(value) ? roundHalfUp(value, scale).toNumber() : value
      row[name] = values[name]
    }
    return row
  }
}
