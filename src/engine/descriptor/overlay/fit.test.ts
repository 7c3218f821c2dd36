/** Layers of companies after an upgrade of the product. */
import { expect, it } from 'vitest'
import type { Descriptor } from '../../model/descriptor.generated.ts'
import { loadWorld, WORLD } from '../../testing.ts'
import { applyOverlay, fitting, followRenames } from './index.ts'

const OVERLAY = {
  title: 'Orders of ours',
  fields: {
    supplier_id: { title: 'Vendor' },
    x_gps: { type: 'text', visible: 'supplier_id != null', help: 'supplier_id of old' },
    x_far: { type: 'text', visible: "supplier.name == 'supplier'" },
    items: { fields: { price: { title: 'Cost' }, x_bin: { type: 'text' } } },
  },
  columns: ['transaction_no', 'supplier.name', 'x_gps'],
  form: { sections: [{ title: 'supplier_id', fields: ['supplier_id', 'x_gps', 'items'] }] },
}

/** The order of a later version, and what becomes of a layer there. */
function upgrade(change: (raw: Record<string, unknown>) => void, overlay: object) {
  const raw = structuredClone(WORLD['buy/order']!) as Record<string, unknown>
  change(raw)
  // The receipt is another matter.
  const world = (order: Descriptor) => loadWorld({ 'buy/order': order, 'buy/receipt': { fields: { name: { type: 'text' } } } })
  const shipped = world(raw as Descriptor).modules.get('order')!
  const tried = (patch: object) => {
    const applied = applyOverlay(raw as Descriptor, followRenames(patch as Record<string, unknown>, shipped) as Descriptor, shipped)
    return { loaded: world(applied.descriptor), problems: [...applied.problems, ...world(applied.descriptor).problems] }
  }
  const fitted = fitting(overlay as Record<string, unknown>, (patch) => tried(patch).problems)
  return { ...fitted, module: tried(fitted.overlay).loaded.modules.get('order')! }
}

it('follows a renamed field through labels, layout, paths and expressions', () => {
  const { module, problems } = upgrade((raw) => {
    const fields = raw.fields as Record<string, Record<string, unknown>>
    const { supplier_id, items, ...others } = fields
    const rows = (items as { fields: Record<string, object> }).fields
    const { price, ...rest } = rows
    raw.fields = {
      ...others,
      vendor_id: { ...supplier_id, renamedFrom: 'supplier_id' },
      due_date: { type: 'date' },
      items: {
        ...items,
        fields: { ...rest, unit_price: { ...price, renamedFrom: 'price' }, amount: { type: 'money', computed: 'qty * unit_price' } },
      },
    }
  }, OVERLAY)
  expect(problems).toEqual([])
  expect(module.title).toBe('Orders of ours')
  expect(module.field.vendor_id!.title).toBe('Vendor')
  expect(module.field.x_gps).toMatchObject({ visible: 'vendor_id != null', help: 'supplier_id of old' })
  expect(module.field.x_far!.visible).toBe("vendor.name == 'supplier'")
  expect(module.lines[0]!.field.unit_price!.title).toBe('Cost')
  expect(module.columns.map((column) => column.path)).toEqual(['transaction_no', 'vendor.name', 'x_gps'])
  expect(module.form.tabs[0]!.sections[0]!).toMatchObject({
    title: 'supplier_id',
    fields: ['vendor_id', 'x_gps', 'transaction_date', 'items'],
  })
})

it('omits what does not fit any more, and nothing else', () => {
  const { module, problems } = upgrade(
    (raw) => {
      const fields = raw.fields as Record<string, unknown>
      delete fields.due_date
      raw.fields = { ...fields, freight: { type: 'money' } }
    },
    {
      title: 'Orders of ours',
      fields: {
        due_date: { title: 'Pay by' },
        x_gps: { type: 'text' },
        x_late: { type: 'boolean', visible: 'due_date != null', title: 'Late' },
      },
      columns: ['transaction_no', 'due_date', 'x_gps', 'due_date'],
      form: { sections: [{ fields: ['due_date'] }, { fields: ['x_gps', 'due_date', 'items'] }] },
    },
  )
  expect(problems.map((problem) => problem.pointer)).toEqual(
    expect.arrayContaining(['/fields/due_date', '/columns/1', '/columns/3', '/form/sections/0/fields/0']),
  )
  expect(module.title).toBe('Orders of ours')
  expect(module.field.due_date).toBeUndefined()
  expect(module.field.x_late).toMatchObject({ title: 'Late', type: 'boolean' })
  expect(module.columns.map((column) => column.path)).toEqual(['transaction_no', 'x_gps'])
  expect(module.form.tabs[0]!.sections[0]!.fields).toEqual(['x_gps', 'transaction_date', 'items'])
})
