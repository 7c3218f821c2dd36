/** Masters of a demo company: branches, roles, users, places, items and suppliers, all made through the services. */
import type { Field, Row } from '../../engine/model/module.ts'
import { DEMO_USERS, grantsOf, ROLE_TEMPLATES } from '../companies/role-templates.ts'
import type { Ctx } from '../platform/context.ts'
import { qualify } from '../platform/db/name.ts'
import { PRODUCT_LINES, STREETS, supplierName } from './catalogue.ts'
import type { DemoCompany, Ids } from './host.ts'
import { createRandom } from './random.ts'

export const DEMO_PASSWORD = 'Demo#2026'

/** What a form would send of a record: the fields that people may write. */
function writable(fields: Readonly<Record<string, Field>>, row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => fields[name]?.writable))
}

export async function create(ctx: Ctx, name: string, input: Row): Promise<number> {
  const module = ctx.modules.get(name)!
  const sent = writable(module.field, input)
  for (const lines of module.lines) {
    const rows = input[lines.name]
    if (Array.isArray(rows)) sent[lines.name] = (rows as Row[]).map((row) => writable(lines.field, row))
  }
  const record = await ctx.services.records.create(ctx, module, sent)
  return record['id'] as number
}

/** All rows of a small module by one of their fields. */
export async function idsBy(ctx: Ctx, module: string, field: string, filter: Row = {}): Promise<Ids> {
  const ids = new Map<string, number>()
  for (let page = 1; ; page++) {
    const { data, pagination } = await ctx.services.records.list(ctx, ctx.modules.get(module)!, { page, limit: 500, sort: 'id', filter })
    for (const row of data) ids.set(String(row[field]), row['id'] as number)
    if (page * 500 >= pagination.total || data.length === 0) return ids
  }
}

/** By name: no two of them have the same one, as many of the smaller places do. */
export const largeCities = (ctx: Ctx): Promise<Ids> => idsBy(ctx, 'city', 'name', { city_class: 'huc' })

export interface Places {
  readonly branches: Ids
  readonly locations: Ids
}

export async function makePlaces(ctx: Ctx, company: DemoCompany): Promise<Places> {
  const cities = await largeCities(ctx)
  const companies = await ctx.services.records.list(ctx, ctx.modules.get('company')!, { limit: 1 })
  const own = companies.data[0]!
  await ctx.services.records.update(ctx, ctx.modules.get('company')!, own['id'] as number, {
    version: own['version'],
    legal_name: company.legal_name,
    tin: company.tin,
    address_line: company.address_line,
    city_id: cities.get(company.city) ?? null,
    is_vat_registered: true,
    is_top_withholding_agent: company.top_withholding_agent,
  })
  const branches = new Map(await idsBy(ctx, 'branch', 'code'))
  const locations = new Map(await idsBy(ctx, 'inventory_location', 'code'))
  for (const [index, branch] of company.branches.entries()) {
    const values = {
      code: branch.code,
      name: branch.name,
      tin: company.tin,
      city_id: cities.get(branch.city) ?? null,
      is_head_office: branch.head === true,
      address_line: `${12 + index * 7} ${STREETS[index]!}`,
      sort_order: index + 1,
    }
    const id = branches.get(branch.code) ?? (await create(ctx, 'branch', values))
    branches.set(branch.code, id)
    for (const [suffix, name, type] of [
      ['WH', 'Warehouse', 'Warehouse'],
      ['ST', 'Store', 'Store'],
    ] as const) {
      const code = `${branch.code}-${suffix}`
      locations.set(
        code,
        await create(ctx, 'inventory_location', {
          code,
          name: `${branch.name} ${name}`,
          branch_id: id,
          type,
          is_sellable: true,
          is_default: suffix === 'WH',
        }),
      )
    }
  }
  return { branches, locations }
}

/** Roles with their grants, and one user for each of them. */
export async function makePeople(ctx: Ctx, company: DemoCompany, places: Places): Promise<void> {
  const applications = await idsBy(ctx, 'application', 'name')
  const modules = await idsBy(ctx, 'module', 'name')
  const roles = new Map<string, number>()
  for (const role of ROLE_TEMPLATES) {
    const grants = grantsOf(role, ctx.modules)
    const rows: Row[] = []
    for (const [name, codes] of grants) {
      const module = ctx.modules.get(name)!
      const homes = [module.application, ...module.alsoIn.map((also) => also.application)].filter((application) =>
        role.applications.includes(application),
      )
      const application = homes[0] ?? role.applications[0]
      const application_id = application && applications.get(application)
      const module_id = modules.get(name)
      if (application_id && module_id) rows.push({ application_id, module_id, permission_codes: codes, is_enabled: true })
    }
    roles.set(
      role.code,
      await create(ctx, 'user_role', {
        code: role.code,
        name: role.name,
        is_default: role.code === 'EMPLOYEE',
        access_codes: role.access ?? [],
        apps: role.applications.flatMap((name, index) =>
          applications.has(name) ? [{ application_id: applications.get(name)!, sort_order: index + 1, is_enabled: true }] : [],
        ),
        modules: rows,
      }),
    )
  }
  const head = company.branches.find((branch) => branch.head) ?? company.branches[0]!
  for (const user of DEMO_USERS) {
    await create(ctx, 'user', {
      username: user.username,
      email: `${user.username}@${company.code.toLowerCase()}.example`,
      first_name: user.first_name,
      last_name: user.last_name,
      user_role_id: roles.get(user.role)!,
      branch_id: places.branches.get(head.code)!,
      branch_ids: [],
      password: DEMO_PASSWORD,
    })
  }
  // Nobody may make himself a developer by any call: whoever runs the instance says who is one.
  await ctx.db.query(`UPDATE ${qualify(ctx.company.schema, 'user')} SET is_developer = true WHERE username = 'developer'`)
}

export interface Goods {
  readonly items: readonly { id: number; cost: number; uom_id: number; pack?: { uom_id: number; factor: number } }[]
  readonly suppliers: readonly number[]
  readonly bank_account_id: number
}

export async function makeGoods(ctx: Ctx, company: DemoCompany, scale: number): Promise<Goods> {
  const random = createRandom(company.seed)
  const uoms = await idsBy(ctx, 'uom', 'code')
  const groups = new Map<string, number>()
  const brands = new Map<string, number>()
  const items: Goods['items'][number][] = []
  const wanted = Math.round(company.items * scale)
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
      selling_price: Math.round(cost * 1.12 * 1.35 * 4) / 4,
      reorder_level: random.int(1, 10) * 10,
      reorder_qty: random.int(2, 20) * 10,
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
    items.push({ id, cost, uom_id, ...(pack ? { pack } : {}) })
  }
  const suppliers = await makeSuppliers(ctx, company, Math.round(company.suppliers * scale))
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

async function makeSuppliers(ctx: Ctx, company: DemoCompany, count: number): Promise<number[]> {
  const random = createRandom(company.seed + 1)
  const [terms, taxes, types, cities, countries] = await Promise.all([
    idsBy(ctx, 'payment_term', 'code'),
    idsBy(ctx, 'tax_type', 'code'),
    idsBy(ctx, 'entity_type', 'code'),
    largeCities(ctx),
    idsBy(ctx, 'country', 'code'),
  ])
  const suppliers: number[] = []
  for (let index = 0; index < count; index++) {
    const name = supplierName(index)
    const corporate = index % 3 !== 0
    const id = await create(ctx, 'supplier', {
      code: `S${String(index + 1).padStart(4, '0')}`,
      name,
      entity_type_id: types.get(corporate ? 'CORP' : 'SOLE')!,
      tin: `${random.int(100, 999)}-${random.int(100, 999)}-${random.int(100, 999)}-00000`,
      email: `sales${index + 1}@supplier.example`,
      phone: `(02) 8${random.int(100, 999)}-${random.int(1000, 9999)}`,
      payment_term_id: terms.get(random.pick(['COD', 'N15', 'N30', 'N30', 'N30', 'N60']))!,
      tax_type_id: taxes.get(index % 9 === 4 ? 'NONVAT' : index % 4 === 1 ? 'VATEX' : 'VATIN')!,
      atc_code: corporate ? 'WC158' : 'WI158',
      withholding_rate: 1,
    })
    suppliers.push(id)
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
