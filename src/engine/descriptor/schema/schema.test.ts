import { describe, expect, it } from 'vitest'
import { descriptorSchema, schemaKeys } from './index.ts'

describe('schema', () => {
  it('describes every key and gives an example of it', () => {
    const bare: string[] = []
    const visit = (node: Record<string, unknown>, path: string): void => {
      for (const [key, child] of Object.entries((node.properties ?? {}) as Record<string, Record<string, unknown>>)) {
        if (!child.description || !(Array.isArray(child.examples) && child.examples.length)) bare.push(`${path}.${key}`)
        visit(child, `${path}.${key}`)
      }
      for (const inner of [node.items, node.additionalProperties, ...((node.anyOf ?? []) as unknown[])])
        if (inner && typeof inner === 'object') visit(inner as Record<string, unknown>, path)
      if (node.properties && node.additionalProperties !== false) bare.push(`${path} is open`)
    }
    const { $defs, ...top } = descriptorSchema as { $defs: Record<string, Record<string, unknown>> }
    visit(top, '')
    for (const [name, definition] of Object.entries($defs)) visit(definition, name)
    expect(bare).toEqual([])
  })

  it('lists its keys once each', () => {
    const keys = schemaKeys()
    expect(keys).toEqual(
      expect.arrayContaining([
        'entity.number',
        'fields.*.requiredWhen',
        'workflow.transitions.*.approval.levels[].quorum',
        'sources.*.lines.*.tolerance',
        'report.query.select.*.sum',
      ]),
    )
    expect(keys.filter((key) => /lineTemplate|workflowTemplate/.test(key))).toEqual([])
  })
})
