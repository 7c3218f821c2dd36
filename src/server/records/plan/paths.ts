/** Finds what a dotted path of a filter, sort, column or template means, for the fields a caller may see. */
import { closest } from 'fastest-levenshtein'
import type { Field, Lines, Module, ModuleSet } from '../../../engine/module.ts'
import { isSubjectValue } from '../../../engine/permissions/index.ts'
import { carriesTags, TAGS } from './tags.ts'

/** May the caller see this field at all? */
export type Sees = (field: { readonly access?: string }) => boolean

/** Columns that every table has, whether or not the module lists them as fields. */
export const BUILTIN = ['id', 'version'] as const

export type Target =
  | { readonly kind: 'column'; readonly field: Field }
  | { readonly kind: 'builtin'; readonly name: string; readonly type: 'bigint' }
  | { readonly kind: 'flag'; readonly name: string; readonly states: readonly string[] }
  | { readonly kind: 'progress'; readonly field: Field }
  | { readonly kind: 'reference'; readonly field: Field; readonly module: Module; readonly rest: Target }
  | { readonly kind: 'lines'; readonly lines: Lines; readonly rest: Target }
  | { readonly kind: 'tags' }

type Scope = Pick<Module, 'fields' | 'field'> & Partial<Pick<Module, 'lines' | 'workflow' | 'entity'>>

/** A field by a name that a request gave; names of JavaScript's own (`constructor`) are no fields. */
export const fieldOf = (part: Pick<Module, 'field'>, name: string): Field | undefined =>
  Object.hasOwn(part.field, name) ? part.field[name] : undefined

/** A reference field by the name its resolved object travels under (`supplier`), or by its own name. */
export function referenceField(scope: Pick<Module, 'fields' | 'field'>, segment: string): Field | undefined {
  const own = fieldOf(scope, segment)
  if (own?.to) return own
  return scope.fields.find((field) => field.refAs === segment && field.to)
}

/** The states in which a flag is true. */
export const flagStates = (module: Pick<Module, 'workflow'>, flag: string): string[] =>
  Object.values(module.workflow?.states ?? {})
    .filter((state) => state.flags.includes(flag))
    .map((state) => state.name)

/** Resolves `path` in a module; undefined when it names nothing that the caller may see. */
export function findPath(modules: ModuleSet, scope: Scope, path: string, sees: Sees): Target | undefined {
  const dot = path.indexOf('.')
  if (dot < 0) return path === TAGS && 'entity' in scope && carriesTags(modules, scope) ? { kind: 'tags' } : findName(scope, path, sees)
  const head = path.slice(0, dot)
  const tail = path.slice(dot + 1)
  const lines = scope.lines?.find((one) => one.name === head)
  if (lines) {
    if (!sees(lines)) return undefined
    const rest = findPath(modules, lines, tail, sees)
    return rest && { kind: 'lines', lines, rest }
  }
  const field = referenceField(scope, head)
  const target = field?.to ? modules.get(field.to) : undefined
  if (!field || !target || !sees(field)) return undefined
  const rest = findPath(modules, target, tail, sees)
  return rest && { kind: 'reference', field, module: target, rest }
}

function findName(scope: Scope, name: string, sees: Sees): Target | undefined {
  const field = fieldOf(scope, name)
  if (field) {
    if (field.storage === 'none' || field.type === 'password' || field.type === 'secret' || !sees(field)) return undefined
    if (isSubjectValue(scope, name)) return undefined
    return scope.workflow?.progress && name === 'progress' ? { kind: 'progress', field } : { kind: 'column', field }
  }
  if ((BUILTIN as readonly string[]).includes(name)) return { kind: 'builtin', name, type: 'bigint' }
  if (scope.workflow?.flags.includes(name)) return { kind: 'flag', name, states: flagStates(scope as Module, name) }
  return undefined
}

/** Names a caller may use in filters and sorts, for hints. */
export function visibleNames(module: Module, sees: Sees): string[] {
  return [
    ...BUILTIN,
    ...module.fields
      .filter((field) => field.storage !== 'none' && sees(field) && !isSubjectValue(module, field.name))
      .map((field) => field.name),
    ...(module.workflow?.flags ?? []),
  ]
}

/** Longer words are no misspelt names, and comparing them takes as long as they are. */
const MAX_WORD = 120

/** ` Did you mean "x"?` for a misspelt name, or nothing when no name is near. */
export function didYouMean(word: string, names: readonly string[]): string {
  if (!names.length || word.length > MAX_WORD) return ''
  const near = closest(word, names)
  return ` Did you mean "${near}"?`
}
