/** Rows of demo companies, made through the services like what people enter. */
import type { Ctx } from 'tanggapan/feature'

const VEHICLES = [
  ['NBX 4821', 'Isuzu Elf', 3000],
  ['DAF 1190', 'Mitsubishi L300', 1000],
] as const

export async function demo(ctx: Ctx): Promise<void> {
  const { records } = ctx.services
  const { data } = await records.list(ctx, ctx.modules.get('branch')!, { limit: 1, sort: 'id' })
  for (const [code, name, capacity] of VEHICLES)
    await records.create(ctx, ctx.modules.get('vehicle')!, { code, name, capacity, branch_id: data[0]!.id, odometer: 0 })
}
