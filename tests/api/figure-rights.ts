/** What figures tell a user beyond what their lists do: asked of every module, with every field that the user cannot see. */
import { keepsRecords } from '../../src/engine/model/kind.ts'
import type { Field, Module, ModuleSet } from '../../src/engine/model/module.ts'
import { isNumeric } from '../../src/engine/runtime/fields/types.ts'
import { labelPaths } from '../../src/engine/runtime/format/index.ts'

interface Told {
  readonly status: number
  readonly body: unknown
}
export type Call = (method: 'GET', path: string) => Promise<Told>

/** Paths of fields that the user cannot see: of the module, of its rows, and of the records that it refers to. */
function hiddenPaths(modules: ModuleSet, module: Module, hides: (field: Field) => boolean): { path: string; field: Field }[] {
  const under = (prefix: string, fields: readonly Field[]) =>
    fields.filter(hides).map((field) => ({ path: `${prefix}${field.name}`, field }))
  const referred = module.fields
    .filter((field) => field.to && field.storage === 'bigint' && !hides(field))
    .flatMap((field) => {
      const target = modules.get(field.to!)
      if (!target) return []
      // Lists name the record by these.
      const named = [target.entity.name, ...labelPaths(target.entity.label)]
      return under(
        `${field.refAs ?? field.name}.`,
        target.fields.filter(({ name }) => !named.includes(name)),
      ).slice(0, 2)
    })
  return [...under('', module.fields), ...module.lines.flatMap(({ name, fields }) => under(`${name}.`, fields)), ...referred]
}

/**
 * Sentences about modules whose figures say more than the list: a number of records that is not that of the list, figures of a
 * list that cannot be opened, and measures, groups, conditions on groups or filters by fields that are hidden. A group of one
 * record would tell the field's value, so all of them must be refused.
 */
export async function toldBeyondLists(call: Call, modules: ModuleSet, access: readonly string[]): Promise<string[]> {
  const hides = ({ access: needed }: Field) => needed !== undefined && needed !== 'module' && !access.includes(needed)
  const wrong: string[] = []
  for (const module of modules.values()) {
    if (!keepsRecords(module.kind)) continue
    const list = await call('GET', `${module.name}/paginate?window=all&limit=1`)
    const counted = await call('GET', `${module.name}/aggregate?window=all&measure=count`)
    if (list.status === 403 || list.status === 404) {
      if (counted.status !== list.status) wrong.push(`${module.name}: no list (${list.status}), but figures (${counted.status})`)
      continue
    }
    const { pagination } = list.body as { pagination: { total: number; total_is_estimate?: boolean } }
    const rows = (counted.body as { data?: { rows: { values: number[] }[] } }).data?.rows
    if (!pagination.total_is_estimate && (rows?.[0]?.values[0] ?? 0) !== pagination.total)
      wrong.push(`${module.name}: ${pagination.total} records in the list, ${rows?.[0]?.values[0]} in figures`)
    for (const { path, field } of hiddenPaths(modules, module, hides)) {
      const asked = [`group=${path}&measure=count`, `measure=distinct:${path}`, `measure=count&filter[${path}]=1`]
      if (isNumeric(field.type)) asked.push(`measure=sum:${path}`, `measure=count&having[sum:${path}][gt]=0`)
      for (const query of asked) {
        const { status } = await call('GET', `${module.name}/aggregate?window=all&${query}`)
        if (status !== 400) wrong.push(`${module.name} ${query}: ${status}`)
      }
    }
  }
  return wrong
}
