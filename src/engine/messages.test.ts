/** Messages that help: what is meant, said so that one can act on it. */
import { expect, it } from 'vitest'
import { singular } from './descriptor/resolve/humanize.ts'
import { edit, loadWorld } from './testing.ts'

const hint = (computed: string, place: 'header' | 'rows') =>
  loadWorld(
    edit('buy/receipt', (raw) => {
      const fields = raw.fields as Record<string, { fields: object }>
      Object.assign(place === 'rows' ? fields.items!.fields : fields, { note: { type: 'text', computed } })
    }),
  ).problems.map((problem) => problem.hint)

it('suggests the columns of rows where no name is similar, and shows how a condition is written', () => {
  expect(hint('kilometer', 'rows')).toEqual([expect.stringMatching(/^There are .*item_id.*qty/)])
  expect(hint("if(freight > 1, 'a', 'b')", 'header')).toEqual(['Write "condition ? value : other value".'])
})

it('keeps Latin words whole', () => {
  expect(['Civil Statuses', 'Addresses', 'Warehouses', 'Categories'].map(singular)).toEqual([
    'Civil Status',
    'Address',
    'Warehouse',
    'Category',
  ])
})
