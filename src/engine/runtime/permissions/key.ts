/** Which rights decide what reads of a module's records show. */
import type { Lines, Module, ModuleSet, Principal } from '../../model/module.ts'
import { can } from './codes.ts'
import { fieldsAlong, labelTemplate, templatePaths } from './fields.ts'
import { pickedValues } from './picking.ts'

const relevant = new WeakMap<ModuleSet, Map<string, readonly Module[]>>()

/** Modules whose rights decide the result of reads of this module's records: those that it refers to, and those in their labels. */
function relevantTo(modules: ModuleSet, module: Module): readonly Module[] {
  let ofSet = relevant.get(modules)
  if (!ofSet) relevant.set(modules, (ofSet = new Map()))
  let known = ofSet.get(module.name)
  if (known) return known
  const result = new Set<Module>([module])
  const reach = (name: string | undefined): void => {
    const target = name ? modules.get(name) : undefined
    if (!target || result.has(target)) return
    result.add(target)
    for (const path of templatePaths(labelTemplate(target))) along(target, path)
  }
  const along = (part: Module | Lines, path: string): void => {
    for (const { to } of fieldsAlong(modules, part, path) ?? []) reach(to)
  }
  for (const { path } of [...module.columns, ...(module.offeredColumns ?? [])]) along(module, path)
  for (const path of templatePaths(labelTemplate(module))) along(module, path)
  for (const field of [module, ...module.lines].flatMap((part) => part.fields)) {
    reach(field.to)
    const target = field.to ? modules.get(field.to) : undefined
    if (target) for (const column of field.refColumns) along(target, column)
  }
  ofSet.set(module.name, (known = [...result]))
  return known
}

const keys = new WeakMap<Principal, WeakMap<Module, string>>()

/** Names the rights that decide what reads of a module's records show: persons with equal keys read by one plan. */
export function rightsKey(who: Principal | 'system', modules: ModuleSet, module: Module): string {
  if (who === 'system') return '*'
  let ofPerson = keys.get(who)
  if (!ofPerson) keys.set(who, (ofPerson = new WeakMap()))
  let key = ofPerson.get(module)
  if (key === undefined) {
    const codes = relevantTo(modules, module).map((each) => {
      const held = ['index', 'view', 'view_all', 'approval', ...(each === module ? ['new', 'edit'] : [])]
      return held.map((code) => (can(who, each, code) ? '1' : '0')).join('')
    })
    const picked = JSON.stringify(pickedValues(who, modules, module) ?? '')
    key = [[...who.access].sort().join(','), who.employee_id === null, who.branch_ids.length === 0, codes.join(''), picked].join('|')
    ofPerson.set(module, key)
  }
  return key
}
