/** A field that nothing depends on may be saved without computing its record again; any use of it forbids that. */
import { expect, test } from 'vitest'
import { inertFields } from './inert.ts'
import { field, lines, sample } from './testing.ts'

const note = field('note', 'text')

test('a text that nothing refers to', () => {
  expect([
    ...inertFields(sample({ fields: [note, field('total', 'money'), field('remarks', 'longtext', { help: 'See the note.' })] })),
  ]).toEqual(['note', 'remarks'])
})

test('a text that is only copied from other documents', () => {
  const source = { module: 'order', exception: false, many: false, per: {}, lines: {}, copy: { note: 'note', remarks: '"From " + note' } }
  expect([...inertFields(sample({ fields: [note], more: { sources: [source] } }))]).toEqual(['note'])
  const linked = { ...source, per: { branch_id: 'note' } }
  expect(inertFields(sample({ fields: [note], more: { sources: [linked] } })).has('note')).toBe(false)
})

test.each([
  ['a computed field reads it', sample({ fields: [note, field('full', 'text', { computed: 'note + "!"' })] })],
  ['a check reads it', sample({ fields: [note, field('total', 'money', { checks: [{ expr: 'note != ""', message: 'Say why.' }] })] })],
  ['it has a check', sample({ fields: [field('note', 'text', { checks: [{ expr: 'size(note) < 9', message: 'Too long.' }] })] })],
  ['it is required', sample({ fields: [field('note', 'text', { required: true })] })],
  ['it is required at times', sample({ fields: [field('note', 'text', { requiredWhen: 'true' })] })],
  ['it has to be unique', sample({ fields: [field('note', 'text', { unique: true })] })],
  ['it is shown at times', sample({ fields: [field('note', 'text', { visible: 'true' })] })],
  ['a line reads it', sample({ fields: [note], lines: [lines('items', [field('label', 'text', { computed: 'parent.note' })])] })],
  ['a reference is filtered by it', sample({ fields: [note, field('item_id', 'reference', { filter: { code: '$note' } })] })],
  [
    'a transition depends on it',
    sample({
      fields: [note],
      more: { workflow: { states: {}, initial: '', flags: [], transitions: { post: { when: 'note != ""' } } } as never },
    }),
  ],
  ['it names the record', sample({ fields: [note], more: { entity: { ...sample({ fields: [] }).entity, label: '{note}' } } })],
])('not where %s', (_, module) => expect(inertFields(module).has('note')).toBe(false))
