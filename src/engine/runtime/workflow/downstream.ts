/** Which documents are made from which: the sources of all modules, read the other way round. */

import type { Module, ModuleSet, Principal, Target } from '../../model/module.ts'
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

/** The modules that this user can create from records of a module, each in an application that the user can open. */
export function targets(modules: ModuleSet, name: string, principal: Principal): Target[] {
  return downstreamModules(modules, name).flatMap((module) => {
    const homes = [module.application, ...module.alsoIn.map((alsoIn) => alsoIn.application)]
    const application = homes.find((home) => principal.applications.includes(home))
    if (!application || module.hidden || !can(principal, module, 'new')) return []
    const { title: action, exception } = module.sources.find((source) => source.module === name)!
    return [{ module: module.name, title: module.singular, application, ...(action && { action }), ...(exception && { exception }) }]
  })
}
