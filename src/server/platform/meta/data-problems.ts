/** Stored rows of a company that do not match its modules: reported to implementers, who are the only ones able to correct them. */

import type { Module, ModuleSet, Problem } from '../../../engine/model/module.ts'
import type { Company, Db } from '../context.ts'
import { qualify } from '../db/name.ts'
import { parkedIn, refusedIn, uncheckedIn } from '../db/planner/index.ts'
import { raw, sql } from '../db/sql.ts'

export async function dataProblems(db: Db, company: Company, modules: ModuleSet): Promise<Problem[]> {
  const { schema } = company
  const doubled = (await refusedIn(db, schema)).map(({ table: tableName, columns, duplicates }) => {
    const { module, title } = ownerOf(modules, tableName)
    const names = columns.map((name) => module?.field[name]?.title ?? name).join(', ')
    return problem(
      module?.name ?? tableName,
      `${names} of ${title} should be unique, but values occur twice: ${duplicates.join('; ')}.`,
      'It is not enforced until these records are changed; it is tried again at the next start.',
    )
  })
  const parked = (await parkedIn(db, schema)).map(({ table: tableName, column, parked: name, type, rows }) => {
    const { module, title } = ownerOf(modules, tableName)
    return problem(
      module?.name ?? tableName,
      `The type of "${column}" of ${title} was changed: ${rows === 1 ? 'one value' : `${rows} values`} of before (${type}) ${rows === 1 ? 'is' : 'are'} not shown any more.`,
      `They are kept in the column ${name} and come back when the type is changed back, but for records where another value was entered since.`,
    )
  })
  return [...doubled, ...parked, ...(await goneStates(db, company, modules))]
}

/** Records in states that their workflow no longer has; no transition leads on from there. */
async function goneStates(db: Db, { schema }: Company, modules: ModuleSet): Promise<Problem[]> {
  const unchecked = await uncheckedIn(db, schema)
  const result: Problem[] = []
  for (const module of modules.values()) {
    if (!module.workflow || !unchecked.has(module.entity.table)) continue
    const rows = await db.query<{ status: string; n: number; ids: number[] }>(
      sql`
        SELECT status, count(*)::int AS n, (array_agg(id ORDER BY id))[:5] AS ids
        FROM ${raw(qualify(schema, module.entity.table))}
        WHERE status <> ALL (${Object.keys(module.workflow.states)}::text[])
        GROUP BY status
        ORDER BY status
      `,
    )
    for (const { status, n, ids } of rows)
      result.push(
        problem(
          module.name,
          `Records of ${module.title} are in the state "${status}", which the workflow does not have any more: ${ids.join(', ')}${n > ids.length ? ` and ${n - ids.length} others` : ''}.`,
          'They can be neither changed nor moved on. Keep the state in the workflow, with a transition that leads on from it.',
        ),
      )
  }
  return result
}

const problem = (name: string, message: string, hint: string): Problem => ({ file: `data of ${name}`, pointer: '', line: 1, message, hint })

/** The module whose rows or lines a table holds. */
function ownerOf(modules: ModuleSet, tableName: string): { module: Module | undefined; title: string } {
  const module = [...modules.values()].find(
    (module) => module.entity.table === tableName || module.lines.some((lines) => lines.table === tableName),
  )
  return { module, title: module?.title ?? tableName }
}
