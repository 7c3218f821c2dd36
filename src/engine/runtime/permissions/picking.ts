/** Who can pick records of a module, and which columns a reference to one contains. */
import type { Field, Lines, Module, ModuleSet } from '../../model/module.ts'
import { can } from './codes.ts'
import { isConfidential } from './confidential.ts'
import { factsOf, isShown, type Referrer } from './facts.ts'
import { fieldOf, isRestricted } from './fields.ts'
import { type Asker, nameable } from './names.ts'
import { sees } from './redact-module.ts'

/** Codes with which a user sees the reference fields of a module. */
const MEETING = ['index', 'view', 'new', 'edit'] as const

/** Whether the user sees a module's fields: in its list, its view or its form, or within a record that shows its records. */
function meets(who: Exclude<Asker, 'system'>, modules: ModuleSet, module: Module): boolean {
  if (MEETING.some((code) => can(who, module, code))) return true
  return (factsOf(modules).owners.get(module.name) ?? []).some((owner) => can(who, owner, 'view') || can(who, owner, 'edit'))
}

const pickers = new WeakMap<object, WeakMap<ModuleSet, Map<string, boolean>>>()

/**
 * Whether the user can pick records of the module, or see their labels: with `index` on it, or with a reference field to
 * it that they see in a module that they list, view, create or edit.
 */
export function mayPick(who: Asker, modules: ModuleSet, module: Module): boolean {
  if (who === 'system' || can(who, module, 'index')) return true
  let ofPerson = pickers.get(who)
  if (!ofPerson) pickers.set(who, (ofPerson = new WeakMap()))
  let answers = ofPerson.get(modules)
  if (!answers) ofPerson.set(modules, (answers = new Map()))
  let answer = answers.get(module.name)
  if (answer === undefined) {
    answer = (factsOf(modules).referrers.get(module.name) ?? []).some((each) => usesReferrer(who, modules, each))
    answers.set(module.name, answer)
  }
  return answer
}

/** Fixed values of a picker's rows, by field. */
type PickedValues = Readonly<Record<string, readonly string[]>>

/**
 * The common restrictions of rows that a user can pick, one entry per reference through which they pick: fixed values
 * which the reference's own filter requires of a choice field (`owner_type: customer`). A picker of customers' addresses
 * does not open those of employees. Undefined where nothing restricts them: they list the module, or one reference has no
 * such filter. States of a workflow restrict nothing here, as records pass through them.
 */
export function pickedValues(who: Asker, modules: ModuleSet, module: Module): PickedValues[] | undefined {
  if (who === 'system' || can(who, module, 'index')) return undefined
  const result: PickedValues[] = []
  for (const each of factsOf(modules).referrers.get(module.name) ?? []) {
    if (!usesReferrer(who, modules, each)) continue
    const fixed = Object.entries(each.field.filter ?? {}).flatMap(([name, value]) => {
      const values = (Array.isArray(value) ? value : [value]).filter((candidate) => typeof candidate === 'string')
      const isChoice = module.field[name]?.type === 'select' && !(module.workflow && name === 'status') && name !== 'progress'
      return isChoice && values.length && !values.some((candidate) => candidate.startsWith('$')) ? [[name, values] as const] : []
    })
    if (!fixed.length) return undefined
    result.push(Object.fromEntries(fixed))
  }
  return result
}

/**
 * Whether this condition is one of a reference to the module through which the user picks: a choice or boolean field with
 * exactly the constant of the reference's own filter (`status: active`). A picker can use it even if access closes the
 * field, as saving refuses other rows anyway. Confidential kinds of fields are never allowed.
 */
export function isAskedFor(
  who: Asker,
  modules: ModuleSet,
  module: Module,
  { name, given }: { readonly name: string; readonly given: unknown },
): boolean {
  const field = fieldOf(module, name)
  if (!field || (field.type !== 'select' && field.type !== 'boolean') || isConfidential(field)) return false
  const wanted = constants(given)
  return (
    wanted !== undefined &&
    (factsOf(modules).referrers.get(module.name) ?? []).some((each) => {
      const asked = constants(each.field.filter?.[name])
      return asked !== undefined && asked.join() === wanted.join() && (who === 'system' || usesReferrer(who, modules, each))
    })
  )
}

/** The values of a condition (`x`, `[x, y]`, `{in: 'x,y'}`) in their order; undefined for anything else. */
function constants(condition: unknown): string[] | undefined {
  if (condition === undefined || condition === null) return undefined
  if (Array.isArray(condition)) return condition.map(String).sort()
  if (typeof condition !== 'object') return [String(condition)]
  const [[operator, value] = [], ...more] = Object.entries(condition)
  if (more.length || (operator !== 'in' && operator !== 'eq')) return undefined
  return (operator === 'in' && typeof value === 'string' ? value.split(',') : [value].flat()).map(String).sort()
}

function usesReferrer(who: Exclude<Asker, 'system'>, modules: ModuleSet, { module, lines, field, code }: Referrer): boolean {
  if (!sees(who, field) || (lines && !sees(who, lines))) return false
  return code === undefined ? meets(who, modules, module) : can(who, module, code)
}

/** A reference field with its module and table. */
export interface Place {
  readonly module: Module
  readonly lines?: Lines
  readonly field: Field
}

/** References to a module that the user sees and that contain further columns of the picked record. */
export function placesOf(who: Asker, modules: ModuleSet, module: Module): Place[] {
  const referrers = (factsOf(modules).referrers.get(module.name) ?? []).filter(({ field }) => field.refColumns.length > 0)
  return who === 'system' ? referrers : referrers.filter((each) => usesReferrer(who, modules, each))
}

/** The reference field named by `module.field` or `module.lines.field`, when the user sees it. */
export function placeAt(who: Asker, modules: ModuleSet, module: Module, name: string): Place | undefined {
  const [owner, ...path] = name.split('.')
  return (factsOf(modules).referrers.get(module.name) ?? []).find(
    (each) =>
      each.module.name === owner &&
      (path.length === 2 ? each.lines?.name === path[0] && each.field.name === path[1] : !each.lines && each.field.name === path[0]) &&
      (who === 'system' || usesReferrer(who, modules, each)),
  )
}

/** A column of a referenced module, and who asks for it. */
interface ReferenceColumn {
  readonly by: Place | 'descriptor' | undefined
  readonly module: Module
  readonly column: string
  readonly whole: boolean
}

/**
 * Whether a reference contains this column of the referenced module, and of which rows. A column that is not confidential
 * is sent for any row where a descriptor asks for it; a confidential one when it is fetched into a field that the user
 * can write, else by the user's own rights on that module and its rows. `by` is the origin of the column: the descriptor
 * of the reference, a descriptor further up a path, or (absent) the request. `whole`: not masked as in lists.
 */
export function brings(who: Asker, modules: ModuleSet, { by, module, column, whole }: ReferenceColumn): 'any' | 'reached' | undefined {
  const field = fieldOf(module, column)
  if (who === 'system' || isShown(modules, module, column)) return 'any'
  if (field && by && (!isRestricted(field) || (by !== 'descriptor' && fetches(who, by, column)))) return 'any'
  if (!nameable(who, modules, { module, path: column, use: 'column' })) return undefined
  // Only users who can open the record get whole values of fields that lists mask.
  return field?.sensitive && whole && !can(who, module, 'view') ? undefined : 'reached'
}

/** Whether the column is copied from the picked record into a field that the user can write. */
function fetches(who: Exclude<Asker, 'system'>, { module, lines, field }: Place, column: string): boolean {
  if (!can(who, module, 'new') && !can(who, module, 'edit')) return false
  const into = (fields: readonly Field[], from: string): boolean =>
    fields.some(
      (candidate) =>
        candidate.fetch?.some((fetch) => fetch.from === from && fetch.path.split('.')[0] === column) &&
        candidate.writable &&
        candidate.readonly !== true &&
        sees(who, candidate),
    )
  if (lines) return sees(who, lines) && into(lines.fields, field.name)
  return into(module.fields, field.name) || module.lines.some((each) => sees(who, each) && into(each.fields, `parent.${field.name}`))
}
