/** What the rules of roles name and the modules do not have. */
import type { ModuleSet, Problem } from '../../engine/model/module.ts'
import { didYouMean } from '../../engine/runtime/expressions/hint.ts'
import { codesOf } from '../../engine/runtime/permissions/index.ts'
import { matches, type RoleGrants } from '../companies/role-templates.ts'

/** Modules, applications, groups and codes that rules name and that are not there, as problems of `file`. */
export function roleProblems(roles: readonly RoleGrants[], modules: ModuleSet, file: string): Problem[] {
  const all = [...modules.values()]
  const patterns = all.flatMap(({ name, application, group }) => [name, `application:${application}`, `group:${application}/${group}`])
  const unknown = (role: string, name: string, what: string, names: readonly string[]): Problem => {
    const hint = didYouMean(name, new Set(names))
    const message = `The role "${role}" is granted ${what} "${name}", which does not exist.`
    return { file, pointer: '', line: 1, message, ...(hint ? { hint } : {}) }
  }
  return roles.flatMap(({ code: role, rules }) =>
    rules.flatMap(({ on, except = [], codes }) => {
      const named = [...on, ...except].filter((pattern) => !all.some((module) => matches(module, pattern)))
      const known = all.filter((module) => on.some((pattern) => matches(module, pattern))).flatMap(codesOf)
      return [
        ...named.map((name) => unknown(role, name, 'rights on', patterns)),
        ...(codes === '*' || !known.length ? [] : codes.filter((code) => !known.includes(code))).map((code) =>
          unknown(role, code, `on ${on.join(', ')} the code`, known),
        ),
      ]
    }),
  )
}
