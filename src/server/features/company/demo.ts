/** Branches and inventory locations of a demo company. */

import { STREETS } from '../../demo-kit/catalogue.ts'
import type { DemoCompany } from '../../demo-kit/host.ts'
import { create, idsBy, largeCities, type Places } from '../../demo-kit/records.ts'
import type { Ctx } from '../../platform/context.ts'

export async function makePlaces(ctx: Ctx, company: DemoCompany): Promise<Places> {
  const cities = await largeCities(ctx)
  const companies = await ctx.services.records.list(ctx, ctx.modules.get('company')!, { limit: 1 })
  const current = companies.data[0]!
  await ctx.services.records.update(ctx, ctx.modules.get('company')!, current['id'] as number, {
    version: current['version'],
    legal_name: company.legal_name,
    tin: company.tin,
    rdo_code: company.rdo_code,
    sss_employer_no: company.employer_nos.sss,
    philhealth_employer_no: company.employer_nos.philhealth,
    pagibig_employer_no: company.employer_nos.pagibig,
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
      // The last five digits of a TIN are the branch code; the head office has zeros.
      tin: `${company.tin.slice(0, -5)}${String(index).padStart(5, '0')}`,
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
    const made = await ctx.services.records.get(ctx, ctx.modules.get('branch')!, id)
    await ctx.services.records.update(ctx, ctx.modules.get('branch')!, id, {
      version: made['version'],
      default_location_id: locations.get(`${branch.code}-WH`)!,
    })
  }
  locations.set(
    'TRANSIT',
    await create(ctx, 'inventory_location', {
      code: 'TRANSIT',
      name: 'In transit',
      branch_id: branches.get(company.branches[0]!.code)!,
      type: 'Transit',
      is_sellable: false,
    }),
  )
  return { branches, locations }
}
