/** Sound records to begin from: what a form would send again of a record, and documents of the demo's goods. */
import type { Field, Json, Module, ModuleSet, Row } from '../../src/engine/model/module.ts'
import type { signIn } from './instance.ts'

function sendable(fields: readonly Field[], row: Row, fresh?: string): Row {
  const writable = fields.filter((field) => field.writable && row[field.name] !== null && row[field.name] !== undefined)
  return Object.fromEntries(writable.map((field) => [field.name, field.unique && fresh ? fresh : row[field.name]]))
}

let number = 0
/** What may be sent to make another record like this one. */
export function copyOf(module: Module, record: Row): Row {
  const fresh = `N${++number}`
  const copy = sendable(module.fields, record, fresh)
  for (const lines of module.lines)
    if (Array.isArray(record[lines.name]) && !lines.readonly)
      copy[lines.name] = (record[lines.name] as Row[]).map((row) => sendable(lines.fields, row))
  if (module.name === 'user') Object.assign(copy, { username: fresh.toLowerCase(), password: 'Demo#2026x', email: `${fresh}@example.com` })
  return copy
}

/** A draft of each of these documents; needs the demo's goods. */
export async function makeDrafts(
  call: Awaited<ReturnType<typeof signIn>>['call'],
  modules: ModuleSet,
  documents: readonly string[],
): Promise<void> {
  const first = async (module: string, query = '') =>
    ((await call('GET', `${module}/paginate?limit=1&sort=id${query}`)).body.data as Row[])[0]!
  const [item, supplier, location, tax] = [
    await first('item', '&item_type=Stock'),
    await first('supplier'),
    await first('inventory_location'),
    await first('tax_type'),
  ]
  for (const module of documents) {
    const known = modules.get(module)!.field
    const values = {
      supplier_id: supplier.id,
      location_id: location.id,
      branch_id: location.branch_id,
      tax_type_id: tax.id,
      supplier_dr_no: 'DR',
      expected_date: '2099-12-31',
      items: [{ item_id: item.id, uom_id: item.uom_id, qty: 2, unit_price: 10 }],
    } as Row
    const sent = Object.fromEntries(Object.entries(values).filter(([name]) => name === 'items' || known[name])) as Json
    const { status, body } = await call('POST', module, sent)
    if (status !== 200) throw new Error(`POST ${module}: ${status} ${JSON.stringify(body)}`)
  }
}
