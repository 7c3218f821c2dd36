/** What a bill shows of its open item. */
import { centsText } from '../../../domain/minor-units.ts'
import type { EffectContext } from '../../platform/context.ts'
import { table } from '../../records/row.ts'
import { refreshDerived } from '../../workflow/stored-values.ts'

/** Adds `returned` (centavos) to what was returned of a bill; balance, payment status and progress follow. */
export async function refreshBill(fx: EffectContext, bill: number, returned: bigint): Promise<void> {
  const module = fx.ctx.modules.get('bill')
  if (!module) return
  await fx.ctx.db.query(
    `UPDATE ${table(fx.ctx, module.entity.table)} SET amount_returned = coalesce(amount_returned, 0) + $2::numeric WHERE id = $1`,
    [bill, centsText(returned)],
  )
  await refreshDerived(fx.ctx, module, bill)
}
