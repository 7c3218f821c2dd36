/**
 * Facts about each module's names from the descriptors, computed once per set of modules: which modules refer to it, and
 * which of its fields they show.
 */

import type { Field, Lines, Module, ModuleSet } from '../../model/module.ts'
import { fieldTypes } from '../fields/types.ts'
import { isConfidential } from './confidential.ts'
import { fieldsAlong, isRestricted, labelTemplate, templatePaths } from './fields.ts'

/** One reference to a module, with where it is. */
export interface Referrer {
  readonly module: Module
  readonly lines?: Lines
  readonly field: Field
  /** Code that the place of the field asks for by itself: a transition's input, a call's. */
  readonly code?: string
}

/** Facts about each module's names from a set of descriptors. */
interface Facts {
  readonly referrers: ReadonlyMap<string, readonly Referrer[]>
  /** Modules whose records are shown within others: child → owners. */
  readonly owners: ReadonlyMap<string, readonly Module[]>
  readonly shown: Map<string, ReadonlySet<string>>
  readonly picked: Map<string, ReadonlySet<string>>
  readonly declared: Map<string, ReadonlySet<string>>
  readonly searched: Map<string, ReadonlySet<string>>
}

const facts = new WeakMap<ModuleSet, Facts>()

export function factsOf(modules: ModuleSet): Facts {
  let known = facts.get(modules)
  if (known) return known
  const referrers = new Map<string, Referrer[]>()
  const owners = new Map<string, Module[]>()
  const add = (to: string, referrer: Referrer): void => {
    const list = referrers.get(to)
    if (list) list.push(referrer)
    else referrers.set(to, [referrer])
  }
  for (const module of modules.values()) {
    for (const referrer of fieldsOf(module)) for (const to of targetsOf(modules, referrer.field)) add(to, referrer)
    for (const panel of module.panels) if (panel.through) owners.set(panel.module, [...(owners.get(panel.module) ?? []), module])
  }
  known = { referrers, owners, shown: new Map(), picked: new Map(), declared: new Map(), searched: new Map() }
  facts.set(modules, known)
  return known
}

/** Every field of a module in which a record can be picked: its own, of its lines, of its actions' input, of its filters. */
function* fieldsOf(module: Module): Generator<Referrer> {
  for (const field of module.fields) yield { module, field }
  for (const lines of module.lines) for (const field of lines.fields) yield { module, lines, field }
  for (const transition of Object.values(module.workflow?.transitions ?? {}))
    for (const field of transition.input) yield { module, field, code: transition.code }
  for (const endpoint of module.endpoints) for (const field of endpoint.button?.input ?? []) yield { module, field, code: endpoint.code }
  for (const field of Object.values(module.reached ?? {})) yield { module, field, code: 'index' }
  for (const field of module.report?.parameters ?? []) yield { module, field, code: 'index' }
}

/** Modules from which a field's value is picked: its target, and for an address the lists of places by its parts. */
function targetsOf(modules: ModuleSet, field: Field): string[] {
  if (field.to) return [field.to]
  if (field.type !== 'address') return []
  return Object.keys((field.schema.properties ?? {}) as object).filter((part) => modules.has(part))
}

const remembered = (map: Map<string, ReadonlySet<string>>, name: string, make: () => Iterable<string>): ReadonlySet<string> => {
  let match = map.get(name)
  if (!match) map.set(name, (match = new Set(make())))
  return match
}

/** Names and paths that a reference to a record of the module shows: its id, its name and the parts of its label. */
const shownNames = (modules: ModuleSet, module: Module): ReadonlySet<string> =>
  remembered(factsOf(modules).shown, module.name, () =>
    ['id', module.entity.name, ...templatePaths(labelTemplate(module))].filter((path) => {
      const along = fieldsAlong(modules, module, path)
      // Access codes close a field in lists and forms; a label that contains it shows it to everyone, except these kinds.
      return along && !along.some(isConfidential)
    }),
  )

/** Whether this path is part of every reference to a record of the module. */
export const isShown = (modules: ModuleSet, module: Module, path: string): boolean => shownNames(modules, module).has(path)

/** Names and paths that a picker of the module may ask for. */
export const pickedNames = (modules: ModuleSet, module: Module): ReadonlySet<string> =>
  remembered(factsOf(modules).picked, module.name, () => {
    const referrers = factsOf(modules).referrers.get(module.name) ?? []
    const filters = referrers.flatMap(({ field }) => Object.keys({ ...field.filter, ...field.offered }))
    const around = new Set(referrers.flatMap(({ field }) => (field.type === 'address' ? targetsOf(modules, field) : [])))
    const places = module.fields.filter((field) => field.to && around.has(field.to)).map((field) => field.name)
    const asked = [...module.search, ...(module.entity.picker ?? []), ...filters, ...places, 'code', 'is_active']
    const open = asked.filter((path) => {
      if (module.workflow?.flags.includes(path) && !module.field[path]) return true
      const along = fieldsAlong(modules, module, path)
      return along !== undefined && !along.some(isRestricted)
    })
    return [...shownNames(modules, module), ...open]
  })

/** Paths through references that the module's own descriptor shows, filters, searches or sorts by, none of them confidential. */
export const declaredPaths = (modules: ModuleSet, module: Module): ReadonlySet<string> =>
  remembered(factsOf(modules).declared, module.name, () => {
    const { calendar, tree } = module
    const paths = [
      ...module.columns.map((column) => column.path),
      ...(module.offeredColumns ?? []).map((column) => column.path),
      ...module.filters,
      ...module.search,
      ...module.sort.map(({ field }) => field),
      ...templatePaths(labelTemplate(module)),
      ...(calendar ? [calendar.start, calendar.end, calendar.color, calendar.group, calendar.rows, ...templatePaths(calendar.title)] : []),
      ...(tree ? [...templatePaths(tree.title), ...templatePaths(tree.detail ?? '')] : []),
    ].filter((path): path is string => path?.includes('.') ?? false)
    return paths.filter((path) => {
      const along = fieldsAlong(modules, module, path)
      // The first step is a field of the module itself, whose own access is checked separately.
      return along !== undefined && !along.slice(1).some(isRestricted)
    })
  })

const isText = (field: Field | undefined): boolean => field !== undefined && field.storage === 'text' && fieldTypes[field.type].searchable

/**
 * The fields that the search of a module's list reads: the descriptor's search fields and the columns of its rows, that
 * is the texts and, of the records that columns refer to, the names and labels. `nameOf` decides whether the caller can
 * name each of them. For large tables only fields with an index for partial words are searched.
 */
export const searchedPaths = (modules: ModuleSet, module: Module): ReadonlySet<string> =>
  remembered(factsOf(modules).searched, module.name, () => {
    const { columns, entity } = module
    const texts = columns.filter(({ via, path }) => !via && entity.volume !== 'large' && isText(module.field[path]))
    const named = columns.flatMap(({ via }) => {
      const field = module.field[via ?? '']
      const target = field?.to ? modules.get(field.to) : undefined
      if (!field?.refAs || !target || field.storage === 'none') return []
      return [target.entity.name, ...templatePaths(labelTemplate(target))]
        .filter((path) => isText(fieldsAlong(modules, target, path)?.at(-1)))
        .filter((path) => target.entity.volume !== 'large' || target.search.includes(path))
        .map((path) => `${field.refAs}.${path}`)
    })
    return [...module.search, ...texts.map(({ path }) => path), ...named]
  })
