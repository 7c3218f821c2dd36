/**
 * The names rule: the names that a user can use in a request (filter, sort, search, group, column, also along a path of
 * references), and the modules whose records they can pick. Every call that takes names checks them here, because a field
 * that is only compared reveals its value as surely as one that is shown.
 *
 * 1. With `index` on a module: every field and child table whose access code they hold. Only users who can `view` the
 *    records can compare with values that are masked in lists (`sensitive`).
 * 2. Without it: the fields of a picker, that is the id, the name, the label, the search fields and the fields by which
 *    descriptors filter their references; never confidential ones.
 * 3. Each step of a path into another module follows 1 or 2 for that module, and reads only the rows of it that the
 *    user reaches. The id, name and label of a referenced record, and its other fields that the descriptor of the
 *    referring module shows and that are not confidential, are read of any row: users who see the reference see them.
 */
import type { Field, Lines, Module, ModuleSet, Principal } from '../../model/module.ts'
import { can } from './codes.ts'
import { declaredPaths, isShown, pickedNames } from './facts.ts'
import { BUILTIN, fieldOf, fieldsAlong, flagStates, isRestricted, referencedField, referenceField, TAGS } from './fields.ts'
import { sees } from './redact-module.ts'
import { isSubjectValue } from './subject.ts'

/** The use of a name. */
export type Use = 'filter' | 'sort' | 'search' | 'group' | 'column'

/** The asker: a user with their rights, or the system, which can name everything. */
export type Asker = Pick<Principal, 'grants' | 'access'> | 'system'

/** The meaning of a name or a dotted path. */
export type Target =
  | { readonly kind: 'column'; readonly field: Field }
  | { readonly kind: 'builtin'; readonly name: string; readonly type: 'bigint' }
  | { readonly kind: 'flag'; readonly name: string; readonly states: readonly string[] }
  | { readonly kind: 'progress'; readonly field: Field }
  | { readonly kind: 'tags' }
  | { readonly kind: 'lines'; readonly lines: Lines; readonly rest: Target }
  | {
      readonly kind: 'reference'
      readonly field: Field
      readonly module: Module
      readonly rest: Target
      /** Rows of the module that the path may read: `any`, or those that the person reaches. */
      readonly rows: 'any' | 'reached'
    }

const indexes = (who: Asker, module: Module): boolean => who === 'system' || can(who, module, 'index')
const views = (who: Asker, module: Module): boolean => who === 'system' || can(who, module, 'view')
const seesPart = (who: Asker, part: { readonly access?: string }): boolean => who === 'system' || sees(who, part)

/** A path of a module and what it is used for. */
interface PathUse {
  readonly module: Module
  readonly path: string
  readonly use: Use
}

/** The meaning of `path` in a module when the user can name it for this use; undefined when it is nothing that they can name. */
export function nameOf(who: Asker, modules: ModuleSet, { module, path, use }: PathUse): Target | undefined {
  const dot = path.indexOf('.')
  const whole = indexes(who, module)
  if (!whole && !path.includes('.') && !pickedNames(modules, module).has(path)) return undefined
  if (dot < 0) {
    const target = ownName(module, path)
    return target && (!whole || open(who, module, target, use)) ? target : undefined
  }
  const head = path.slice(0, dot)
  const lines = whole ? module.lines.find((each) => each.name === head) : undefined
  if (!lines) return through(who, modules, { module, part: module, path, use })
  if (!seesPart(who, lines)) return undefined
  const tail = path.slice(dot + 1)
  if (tail.includes('.')) {
    const rest = through(who, modules, { module, part: lines, path: tail, use })
    return rest && { kind: 'lines', lines, rest }
  }
  const rest = ownName(lines, tail)
  return rest && open(who, module, rest, use) ? { kind: 'lines', lines, rest } : undefined
}

/** Whether the user can name this for this use. (The rule in one function, for tests and screens.) */
export const nameable = (who: Asker, modules: ModuleSet, { module, path, use }: PathUse): boolean =>
  nameOf(who, modules, { module, path, use }) !== undefined

/** A path that begins with a reference of a module or of its lines. */
function through(
  who: Asker,
  modules: ModuleSet,
  { module, part, path, use }: PathUse & { readonly part: Module | Lines },
): Extract<Target, { kind: 'reference' }> | undefined {
  const dot = path.indexOf('.')
  const field = referenceField(part, path.slice(0, dot))
  const target = field?.to ? modules.get(field.to) : undefined
  if (!field || !target || field.storage === 'none') return undefined
  const text = path.slice(dot + 1)
  // The name of a record in references is a field of another name in some modules.
  const tail = text.includes('.') ? text : (referencedField(target, text)?.name ?? text)
  const whole = indexes(who, module)
  const picked = whole ? undefined : pickedNames(modules, module)
  if (whole ? !seesPart(who, field) : !picked!.has(path) && !picked!.has(field.name)) return undefined
  const free = who === 'system' || isShown(modules, target, tail) || (whole ? declared() : picked!.has(path))
  const rest = free
    ? nameOf('system', modules, { module: target, path: tail, use })
    : nameOf(who, modules, { module: target, path: tail, use })
  return rest && { kind: 'reference', field, module: target, rest, rows: free ? 'any' : 'reached' }

  /** Whether the descriptor itself shows it: in a column, a filter, or beside the reference. */
  function declared(): boolean {
    if (part === module && declaredPaths(modules, module).has(path)) return true
    return field!.refColumns.includes(tail) && !(fieldsAlong(modules, target!, tail) ?? []).some(isRestricted)
  }
}

/** Whether a user with `index` on the module can use this field of it (or of its lines). */
function open(who: Asker, module: Module, target: Target, use: Use): boolean {
  if (target.kind !== 'column' && target.kind !== 'progress') return true
  if (!seesPart(who, target.field)) return false
  return !target.field.sensitive || use === 'column' || views(who, module)
}

/** A name without dots. */
function ownName(part: Module | Lines, name: string): Target | undefined {
  const workflow = 'workflow' in part ? part.workflow : undefined
  const field = fieldOf(part, name)
  if (field) {
    if (field.storage === 'none' || field.type === 'password' || field.type === 'secret') return undefined
    if ('entity' in part && isSubjectValue(part, name)) return undefined
    return workflow?.progress && name === 'progress' ? { kind: 'progress', field } : { kind: 'column', field }
  }
  if ((BUILTIN as readonly string[]).includes(name)) return { kind: 'builtin', name, type: 'bigint' }
  if (workflow?.flags.includes(name)) return { kind: 'flag', name, states: flagStates(part as Module, name) }
  return name === TAGS && 'entity' in part ? { kind: 'tags' } : undefined
}

/** Names without dots that a person may use of a module, for hints. */
export function nameableNames(who: Asker, modules: ModuleSet, module: Module, use: Use): string[] {
  const names = [...BUILTIN, ...module.fields.map((field) => field.name), ...(module.workflow?.flags ?? [])]
  return names.filter((name) => nameable(who, modules, { module, path: name, use }))
}
