import { describe, expect, it } from 'vitest'
import type { Descriptor } from '../../model/descriptor.generated.ts'
import { loadWorld, WORLD } from '../../testing.ts'
import { applyOverlay } from './index.ts'

const shipped = loadWorld().modules.get('order')!
const lay = (overlay: Descriptor) => applyOverlay(WORLD['buy/order']!, overlay, shipped)

describe('overlay', () => {
  it('adds fields, labels and stricter rules, also to inherited fields and rows', () => {
    const { descriptor, problems } = lay({
      title: 'Orders of ours',
      fields: {
        x_project: { type: 'text', maxLength: 20 },
        reference_no: { title: 'PO of customer', required: true, maxLength: 30 },
        items: { fields: { qty: { title: 'Pieces' }, x_bin: { type: 'text' } } },
      },
      columns: ['transaction_no', 'x_project', 'status'],
    })
    expect(problems).toEqual([])
    const loaded = loadWorld({ 'buy/order': descriptor })
    expect(loaded.problems).toEqual([])
    const module = loaded.modules.get('order')!
    expect(module.title).toBe('Orders of ours')
    expect(module.field.x_project!.origin).toBe('overlay')
    expect(module.field.reference_no).toMatchObject({ title: 'PO of customer', required: true, schema: { maxLength: 30 } })
    expect(module.lines[0]!.field.qty).toMatchObject({ title: 'Pieces', required: true, schema: { exclusiveMinimum: 0 } })
    expect(module.lines[0]!.field.x_bin!.origin).toBe('overlay')
    expect(module.lines[0]!.field.amount!.computed).toBe('round(qty * price, 2)')
  })

  it('C1: requires access for added confidential fields, like shipped ones', () => {
    const problemsWith = (field: object) => {
      const { descriptor } = applyOverlay(WORLD['base/item']!, { fields: { x_pay: field } } as Descriptor, loadWorld().modules.get('item')!)
      return loadWorld({ 'base/item': descriptor }).problems.map(({ pointer, message }) => `${pointer} ${message}`)
    }
    for (const field of [{ type: 'money' }, { type: 'text', sensitive: true }])
      expect(problemsWith(field)).toEqual([expect.stringMatching(/^\/fields\/x_pay Who may see "x_pay"\?/)])
    expect(problemsWith({ type: 'money', access: 'compensation' })).toEqual([])
  })

  it('C1: keeps the access of fields that a layout removes from their protected tab', () => {
    const secret: Descriptor = {
      fields: { name: { type: 'text' }, born: { type: 'date' } },
      form: { tabs: [{ title: 'Private', access: 'personal', sections: [{ fields: ['born'] }] }] },
    }
    const shippedModule = loadWorld({ 'base/person': secret }).modules.get('person')!
    const { descriptor } = applyOverlay(secret, { form: { sections: [{ fields: ['name', 'born'] }] } }, shippedModule)
    const { modules, problems } = loadWorld({ 'base/person': descriptor })
    expect([problems, modules.get('person')!.field.born!.access]).toEqual([[], 'personal'])
  })

  const refused: [string, Descriptor, string][] = [
    ['states and effects', { workflow: 'filing' }, '/workflow'],
    ['numbers and ownership', { entity: { number: 'X-{##}' } }, '/entity'],
    ['permissions', { actions: ['index'] }, '/actions'],
    ['the type of a field', { fields: { total: { type: 'text' } } }, '/fields/total/type'],
    ['computation', { fields: { total: { computed: '0' } } }, '/fields/total/computed'],
    ['loosening', { fields: { supplier_id: { required: false } } }, '/fields/supplier_id/required'],
    ['a wider bound', { fields: { reference_no: { maxLength: 500 } } }, '/fields/reference_no/maxLength'],
    ['a choice in rows', { fields: { items: { fields: { item_id: { to: 'branch' } } } } }, '/fields/items/fields/item_id/to'],
    ['removing a field', { fields: { remarks: null } }, '/fields/remarks'],
    ['own fields under shipped-looking names', { fields: { project: { type: 'text' } } }, '/fields/project'],
    ['child tables', { fields: { x_rows: { type: 'lines' } } }, '/fields/x_rows/type'],
    ['unknown keys', { fields: { x_a: { type: 'text', colour: 'red' } as object } }, '/fields/x_a/colour'],
  ]
  it.each(refused)('refuses %s', (_, overlay, pointer) => {
    const { descriptor, problems } = lay(overlay)
    expect(problems.map((problem) => problem.pointer)).toEqual([pointer])
    expect(loadWorld({ 'buy/order': descriptor }).modules.get('order')!.hash).toBe(shipped.hash)
  })
})
