import type { FieldClient } from './client.ts'
import type { Ref } from './ref.ts'
import { fieldOf, moduleOf } from './testing.ts'

const NAMES = [
  'Ballpen, black',
  'Ballpen, blue',
  'Bond paper A4',
  'Bond paper legal',
  'Calculator',
  'Correction tape',
  'Envelope',
  'Folder',
  'Glue stick',
  'Highlighter',
  'Notebook',
  'Stapler',
]
/** Records that stories pick from. */
export const STORY_REFS: readonly Ref[] = NAMES.map((name, index) => ({
  id: index + 1,
  name,
  code: `ITM-${String(index + 1).padStart(3, '0')}`,
  label: `ITM-${String(index + 1).padStart(3, '0')} · ${name}`,
  uom_id: (index % 3) + 1,
}))

let nextId = 1000
const created = moduleOf('story', [fieldOf('code', 'code', { required: true }), fieldOf('name', 'text', { required: true })], {
  actions: { new: { name: 'new', title: 'New', code: 'new', kind: 'collection' } },
})

/** A client for stories and tests: answers at once from memory. */
export const storyClient: FieldClient = {
  dropdown: async (_, { search = '', limit = 20 }) => {
    const words = search.toLowerCase().split(/\s+/)
    return STORY_REFS.filter((ref) => words.every((word) => String(ref.label).toLowerCase().includes(word))).slice(0, limit)
  },
  upload: async (file) => ({ id: nextId++, name: file.name, size: file.size, url: '#' }),
  creatable: async () => created,
  create: async (_, values) => ({ id: nextId++, name: String(values.name), ...values }),
}
