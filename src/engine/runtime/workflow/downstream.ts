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

/** The source through which documents of `module` are made from records of the module named, though not from them directly. */
const offeringSource = (module: Module, name: string): Source | undefined =>
  module.sources.find((source) => source.offeredOn?.includes(name))

/**
 * The modules that this user can create from records of a module, each in an application that the user can open; last those
 * that are made from documents of the record (`via`), such as the bill of an order's receipts.
 */
export function targets(modules: ModuleSet, name: string, principal: Principal): Target[] {
  const direct = downstreamModules(modules, name)
  const offer = (module: Module, source: Source, via?: string): Target[] => {
    const homes = [module.application, ...module.alsoIn.map((alsoIn) => alsoIn.application)]
    const application = homes.find((home) => principal.applications.includes(home))
    if (!application || module.hidden || !can(principal, module, 'new')) return []
    const { title: action, exception } = source
    return [
      {
        module: module.name,
        title: module.singular,
        application,
        ...(action && { action }),
        ...(exception && { exception }),
        ...(via && { via }),
      },
    ]
  }
  const indirect = [...modules.values()].flatMap((module) => {
    const source = direct.includes(module) ? undefined : offeringSource(module, name)
    const middle = source && modules.get(source.module)
    return source && middle && can(principal, middle, 'index') ? offer(module, source, source.module) : []
  })
  return [...direct.flatMap((module) => offer(module, module.sources.find((source) => source.module === name)!)), ...indirect]
}
