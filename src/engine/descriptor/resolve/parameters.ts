/**
 * Expressions inside the parameters of effects, guards and handlers. A parameter schema marks them with
 * `format: "expression"`; beside a `lines` that names a child table they run over its rows.
 */
import type { Call, Json, JsonSchema, Module } from '../../model/module.ts'
import type { Registries } from '../../model/registries.ts'
import { step } from '../schema/structure.ts'
import type { ExpressionUse, scopesOf } from './expressions.ts'

type Scopes = ReturnType<typeof scopesOf>
type Node = Readonly<Record<string, unknown>>

/** JSON pointer of a call in the descriptor: its position in the list, else the list. */
export const callPointer = (transition: string, list: 'guards' | 'effects', index: number): string =>
  `/workflow/transitions${step(transition)}/${list}/${index}`

export function parameterUses(module: Module, registries: Registries, scopes: Scopes): ExpressionUse[] {
  const uses: ExpressionUse[] = []
  const walk = (schema: Node | undefined, value: Json, pointer: string, lines: string | undefined | null): void => {
    if (!schema || value === null) return
    const branches = (schema.anyOf ?? schema.oneOf) as Node[] | undefined
    if (branches) for (const branch of branches) if (fits(branch, value)) walk(branch, value, pointer, lines)
    if (typeof value === 'string') {
      const scope = (lines && scopes.rows.get(lines)) || scopes.header
      // Beside the name of a child table that does not exist, the scope of the expression is not known.
      if (schema.format === 'expression' && lines !== null) uses.push({ pointer, source: value, scope, ...(lines ? { lines } : {}) })
    } else if (Array.isArray(value)) {
      for (const [index, entry] of value.entries()) walk(schema.items as Node | undefined, entry, `${pointer}/${index}`, lines)
    } else if (typeof value === 'object') {
      const properties = (schema.properties ?? {}) as Record<string, Node>
      const given = typeof value.lines === 'string' ? value.lines : undefined
      const known = module.lines.some((entry) => entry.name === given)
      const rowLines = given === undefined || (!known && properties.lines?.format !== 'lines') ? lines : known ? given : null
      for (const [key, entry] of Object.entries(value)) {
        const rest = typeof schema.additionalProperties === 'object' ? (schema.additionalProperties as Node) : undefined
        walk(properties[key] ?? rest, entry, pointer + step(key), rowLines)
      }
    }
  }
  const calls = (list: readonly Call[], params: Readonly<Record<string, JsonSchema>>, name: string, kind: 'guards' | 'effects'): void => {
    for (const [index, call] of list.entries())
      walk(params[call.name], call.params, `${callPointer(name, kind, index)}${step(call.name)}`, undefined)
  }
  for (const [name, transition] of Object.entries(module.workflow?.transitions ?? {})) {
    calls(transition.guards, registries.guards, name, 'guards')
    calls(transition.effects, registries.effects, name, 'effects')
  }
  return uses
}

/** Whether `value` could be meant by this alternative, by its JSON type, as in the structure check. */
function fits(branch: Node, value: Json): boolean {
  const type = Array.isArray(value) ? 'array' : typeof value
  return branch.type === undefined || branch.type === type || (Array.isArray(branch.type) && branch.type.includes(type))
}
