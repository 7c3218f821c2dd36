/** Which documents are made from which: the sources of all modules, read the other way round. */

import type { Module, ModuleSet, Principal, Source, Target } from '../../model/module.ts'
import { can } from '../permissions/index.ts'

const known = new WeakMap<ModuleSet, ReadonlyMap<string, readonly Module[]>>()

/** Modules whose documents are made from those of the module named. */
export function downstreamModules(modules: ModuleSet, name: string): readonly Module[] {
  let ofSet = known.get(modules)
  if (!ofSet) {
    const result = new Map<string, Module[]>()
    for (const module of modules.values()) {
      for (const origin of new Set(module.sources.map((source) => source.module)))
        result.set(origin, [...(result.get(origin) ?? []), module])
    }
    known.set(modules, (ofSet = result))
  }
  return ofSet.get(name) ?? []
}

/** A module whose documents can be made from a record, and its source. */
interface Offer {
  readonly module: Module
  readonly source: Source
  /** Where the source is not the record itself: the module of the documents between. */
  readonly middle?: Module
}

const offers = new WeakMap<ModuleSet, ReadonlyMap<string, readonly Offer[]>>()

/**
 * What is made from records of each module, for any user: read once, because every record that is opened asks. First what is
 * made from them directly, then what is made from documents of theirs (`offeredOn`).
 */
function offersOf(modules: ModuleSet, name: string): readonly Offer[] {
  let ofSet = offers.get(modules)
  if (!ofSet) {
    const indirect = new Map<string, Offer[]>()
    for (const module of modules.values())
      for (const origin of new Set(module.sources.flatMap(({ offeredOn }) => offeredOn ?? []))) {
        const source = module.sources.find(({ offeredOn }) => offeredOn?.includes(origin))!
        const middle = modules.get(source.module)
        if (middle && !downstreamModules(modules, origin).includes(module))
          indirect.set(origin, [...(indirect.get(origin) ?? []), { module, source, middle }])
      }
    ofSet = new Map(
      [...modules.keys()].map((origin) => [
        origin,
        [
          ...downstreamModules(modules, origin).map((module) => ({
            module,
            source: module.sources.find((source) => source.module === origin)!,
          })),
          ...(indirect.get(origin) ?? []),
        ],
      ]),
    )
    offers.set(modules, ofSet)
  }
  return ofSet.get(name) ?? []
}

/**
 * The modules that this user can create from records of a module, each in an application that the user can open; last those
 * that are made from documents of the record (`via`), such as the bill of an order's receipts.
 */
export const targets = (modules: ModuleSet, name: string, principal: Principal): Target[] =>
  offersOf(modules, name).flatMap(({ module, source, middle }): Target[] => {
    const homes = [module.application, ...module.alsoIn.map((alsoIn) => alsoIn.application)]
    const application = homes.find((home) => principal.applications.includes(home))
    if (!application || module.hidden || !can(principal, module, 'new')) return []
    if (middle && !can(principal, middle, 'index')) return []
    const { title: action, exception } = source
    return [
      {
        module: module.name,
        title: module.singular,
        application,
        ...(action && { action }),
        ...(exception && { exception }),
        ...(middle && { via: middle.name }),
      },
    ]
  })
