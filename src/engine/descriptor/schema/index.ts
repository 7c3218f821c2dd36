/** The schema of descriptors, and the list of its keys. */
import schema from '../../../../schemas/module.schema.json' with { type: 'json' }
import type { JsonSchema } from '../../model/module.ts'

export const descriptorSchema: JsonSchema = schema

export { patternOf, patternProblem } from './patterns.ts'
export { checkStructure, type Finding, step } from './structure.ts'

type Node = Readonly<Record<string, unknown>>

/**
 * Every key of the schema as a path: `entity.number`, `fields.*.required`, `workflow.transitions.*.guards`. `*` is a name
 * that the descriptor chooses, `[]` an entry of a list. Fields inside fields (rows, parameters, input forms) are listed
 * once, as `fields.*`, because they are the same definition; the same holds for every other shared definition. The test
 * against dead keys asks for a fixture for each of them.
 */
export function schemaKeys(): string[] {
  const keys = new Set<string>()
  const seen = new Set<string>()
  const definitions = (schema as unknown as { $defs: Record<string, Node> }).$defs

  const visit = (node: Node, path: string): void => {
    if (typeof node.$ref === 'string') {
      if (seen.has(node.$ref)) return
      seen.add(node.$ref)
      return visit(definitions[node.$ref.slice('#/$defs/'.length)]!, path)
    }
    for (const branch of (node.anyOf ?? []) as Node[]) visit(branch, path)
    if (node.items) visit(node.items as Node, `${path}[]`)
    for (const [key, child] of Object.entries((node.properties ?? {}) as Record<string, Node>)) {
      const pointer = path ? `${path}.${key}` : key
      keys.add(pointer)
      visit(child, pointer)
    }
    if (node.additionalProperties && typeof node.additionalProperties === 'object') visit(node.additionalProperties as Node, `${path}.*`)
  }
  visit(schema as unknown as Node, '')
  return [...keys].sort()
}
