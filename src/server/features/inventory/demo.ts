/** Items and suppliers of a demo company. */
import { PRODUCT_LINES, STREETS, supplierName } from '../../demo-kit/catalogue.ts'
import type { DemoCompany } from '../../demo-kit/host.ts'
import { createRandom } from '../../demo-kit/random.ts'
import { create, type Goods, idsBy, largeCities } from '../../demo-kit/records.ts'
import type { Ctx } from '../../platform/context.ts'

/** A company of any scale has enough of them to trade. */
const FEWEST = { items: 12, suppliers: 4 }
/** The part of the list that is never to run out; the rest is ordered when customers ask for it. */
const ALWAYS_THERE = 0.25

export async function makeGoods(ctx: Ctx, company: DemoCompany, scale: number): Promise<Goods> {
  const random = createRandom(company.seed)
  const uoms = await idsBy(ctx, 'uom', 'code')
  const groups = new Map<string, number>()
  const brands = new Map<string, number>()
  const items: Goods['items'][number][] = []
  const wanted = Math.max(FEWEST.items, Math.round(company.items * scale))
  for (const [name, title] of [
    ['HARDWARE', 'Hardware'],
    ['TOOLS', 'Tools'],
    ['BUILDING', 'Building Materials'],
    ['SAFETY', 'Safety'],
    ['GROCERY', 'Grocery'],
    ['OFFICE', 'Office'],
  ] as const) {
    groups.set(name, await create(ctx, 'item_group', { code: name, name: title }))
  }
  const specs: { line: (typeof PRODUCT_LINES)[number]; product: (typeof PRODUCT_LINES)[number]['products'][number]; variant: string }[] = []
  const categories = new Map<string, number>()
  for (const line of PRODUCT_LINES) {
    categories.set(
      line.code,
      await create(ctx, 'item_category', { code: line.code, name: line.category, item_group_id: groups.get(line.group)! }),
    )
    for (const brand of line.brands)
      if (!brands.has(brand)) brands.set(brand, await create(ctx, 'brand', { code: brand.toUpperCase(), name: brand }))
    for (const product of line.products) for (const variant of line.variants) specs.push({ line, product, variant })
  }
  const counters = new Map<string, number>()
  for (let index = 0; index < wanted; index++) {
    const round = Math.floor(index / specs.length)
    // A stride that is coprime to the list spreads a small company over all categories.
    const { line, product, variant } = specs[(index * 37) % specs.length]!
    const brand = line.brands[(index + round) % line.brands.length]!
    const number = (counters.get(line.code) ?? 0) + 1
    counters.set(line.code, number)
    const cost = random.int(Math.round(product[1] * 20), Math.round(product[2] * 20)) / 20
    const vatable = (line.vat_class ?? 'V') === 'V'
    const minimum = { reorder_level: random.int(1, 10) * 10, reorder_qty: random.int(2, 20) * 10 }
    const uom_id = uoms.get(line.uom)!
    const pack = line.pack ? { uom_id: uoms.get(line.pack[0])!, factor: line.pack[1] } : undefined
    const id = await create(ctx, 'item', {
      sku_code: `${line.code}-${String(number).padStart(4, '0')}`,
      name: `${brand} ${product[0]} ${variant}${round > 0 ? ` Series ${round + 1}` : ''}`,
      item_group_id: groups.get(line.group)!,
      item_category_id: categories.get(line.code)!,
      brand_id: brands.get(brand)!,
      uom_id,
      item_type: 'Stock',
      vat_class: line.vat_class ?? 'V',
      cost,
      selling_price: Math.ceil(cost * (vatable ? 1.12 : 1) * line.markup * 20) / 20,
      count_class: cost >= 500 ? 'A' : cost >= 100 ? 'B' : 'C',
      ...(index < wanted * ALWAYS_THERE && minimum),
      ...(pack ? { purchase_uom_id: pack.uom_id } : {}),
    })
    if (pack)
      await create(ctx, 'uom_matrix', {
        item_id: id,
        uom_id: pack.uom_id,
        base_uom_id: uom_id,
        factor: pack.factor,
        is_purchase_default: true,
      })
    items.push({ id, cost, vatable, uom_id, ...(pack ? { pack } : {}) })
  }
  await describeItems(ctx, items)
  const suppliers = await makeSuppliers(ctx, company, Math.max(FEWEST.suppliers, Math.round(company.suppliers * scale)))
  const banks = await idsBy(ctx, 'bank', 'code')
  const accounts = await idsBy(ctx, 'chart_of_account', 'code')
  const bank_account_id = await create(ctx, 'bank_account', {
    owner_type: 'company',
    bank_id: banks.get('BDO')!,
    account_no: `00${company.seed}-88${company.seed}1-5`,
    account_name: company.legal_name,
    account_type: 'Current',
    gl_account_id: accounts.get('1020')!,
    is_default: true,
  })
  return { items, suppliers, bank_account_id }
}

const MANUFACTURERS = [
  ['PMI', 'Pacific Metal Industries'],
  ['LUZ', 'Luzon Tools Manufacturing'],
  ['VISAYAS', 'Visayas Building Products'],
] as const
const SPECIFICATIONS = [
  ['MATERIAL', 'Material', 'Steel'],
  ['COLOR', 'Color', 'Gray'],
] as const
/** The first items get a manufacturer, specifications and a price for large quantities. */
const DESCRIBED = 12
/** Quantity (base units) from which dealers pay the lower price, and its share of the list price. */
const LARGE = { qty: 500, share: 0.8 }

async function describeItems(ctx: Ctx, items: Goods['items']): Promise<void> {
  const module = ctx.modules.get('item')!
  const makers: number[] = []
  for (const [code, name] of MANUFACTURERS) makers.push(await create(ctx, 'manufacturer', { code, name }))
  const specifications: { specification_id: number; value: string }[] = []
  for (const [code, name, value] of SPECIFICATIONS)
    specifications.push({ specification_id: await create(ctx, 'specification', { code, name, data_type: 'text' }), value })
  const dealer = (await idsBy(ctx, 'price_level', 'code')).get('DEALER')!
  for (const [index, { id, uom_id }] of items.slice(0, DESCRIBED).entries()) {
    const { selling_price } = await ctx.services.records.update(ctx, module, id, {
      manufacturer_id: makers[index % makers.length]!,
      specifications,
    })
    const price = Math.round(Number(selling_price) * LARGE.share * 100) / 100
    await create(ctx, 'item_price_level', { item_id: id, price_level_id: dealer, uom_id, price, min_qty: LARGE.qty })
  }
}

async function makeSuppliers(ctx: Ctx, company: DemoCompany, count: number): Promise<Goods['suppliers']> {
  const random = createRandom(company.seed + 1)
  const [terms, taxes, types, cities, countries] = await Promise.all([
    idsBy(ctx, 'payment_term', 'code'),
    idsBy(ctx, 'tax_type', 'code'),
    idsBy(ctx, 'entity_type', 'code'),
    largeCities(ctx),
    idsBy(ctx, 'country', 'code'),
  ])
  const suppliers: Goods['suppliers'][number][] = []
  for (let index = 0; index < count; index++) {
    const name = supplierName(index)
    const corporate = index % 3 !== 0
    const tax = index % 9 === 4 ? 'NONVAT' : index % 4 === 1 ? 'VATEX' : 'VATIN'
    const id = await create(ctx, 'supplier', {
      code: `S${String(index + 1).padStart(4, '0')}`,
      name,
      entity_type_id: types.get(corporate ? 'CORP' : 'SOLE')!,
      tin: `${random.int(100, 999)}-${random.int(100, 999)}-${random.int(100, 999)}-00000`,
      email: `sales${index + 1}@supplier.example`,
      phone: `(02) 8${random.int(100, 999)}-${random.int(1000, 9999)}`,
      payment_term_id: terms.get(random.pick(['COD', 'N15', 'N30', 'N30', 'N30', 'N60']))!,
      tax_type_id: taxes.get(tax)!,
      atc_code: corporate ? 'WC158' : 'WI158',
      withholding_rate: 1,
    })
    suppliers.push({ id, inclusive: tax === 'VATIN' })
    await create(ctx, 'address', {
      owner_type: 'supplier',
      owner_id: id,
      label: 'Office',
      line_1: `${random.int(1, 980)} ${random.pick(STREETS)}`,
      country_id: countries.get('PH')!,
      city_id: random.pick([...cities.values()]),
      is_default: true,
    })
  }
  return suppliers
}
