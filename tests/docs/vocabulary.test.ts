/** Examples that the reference prints beside effects and guards: what their own schemas allow. */
import { expect, it } from 'vitest'
import { productRegistries } from '../../scripts/descriptors.ts'
import { checkStructure } from '../../src/engine/descriptor/schema/structure.ts'

const { effects, guards } = await productRegistries()
const examples = [...Object.entries(effects), ...Object.entries(guards)].flatMap(([name, schema]) =>
  ((schema as { examples?: unknown[] }).examples ?? []).map((example, index) => [`${name} ${index + 1}`, schema, example] as const),
)

it.each(examples)('the example %s is allowed', (_name, schema, example) => {
  expect(checkStructure(schema, example)).toEqual([])
})

it('the effects of trade documents have examples', () => {
  const shown = new Set(examples.map(([name]) => name.split(' ')[0]))
  for (const name of ['ledger.post', 'sources.carry', 'sources.serve', 'stock.move', 'stock.revalue', 'record.meets'])
    expect(shown).toContain(name)
})
