/** Hooks of saving filed leave, credits and amendments. */
import { dec } from '../../../kernel/decimal.ts'
import type { SaveHook } from '../../platform/context.ts'
import { invalid } from '../../platform/errors.ts'
import { textOf } from '../../records/row.ts'
import { applyAmendment, requireDistinct, requireSexes } from './credits.ts'
import { settleLeave } from './filing.ts'

/** Dates, days and balance are the server's: by schedule, rest days and holidays. */
const filing: SaveHook = {
  name: 'leave.filing',
  async afterSave() {},
  beforeSave: (ctx, _module, { record }) => settleLeave(ctx, record),
}

const balance: SaveHook = {
  name: 'leave.balance',
  async afterSave() {},
  async beforeSave(ctx, _module, { record }) {
    requireDistinct(record)
    await requireSexes(ctx, record)
    const expires = textOf(record, 'expiry_date').slice(0, 10)
    if (expires && expires < `${String(record.year)}-01-01`)
      throw invalid({ expiry_date: ['Credits cannot expire before they are granted.'] })
  },
}

/** An amendment takes effect as soon as it is saved (G119). */
const amendment: SaveHook = {
  name: 'leave.amendment',
  async afterSave(ctx, _module, { before, after }) {
    if (after && !before) await applyAmendment(ctx, after)
  },
  async beforeSave(ctx, _module, { before, record }) {
    if (before) return
    if (dec(record.qty).lte(0)) throw invalid({ qty: ['Enter more than 0. The direction says whether days are added or deducted.'] })
    record.effective_date ??= ctx.clock.today(ctx.company.time_zone)
    record.year ??= Number(textOf(record, 'effective_date').slice(0, 4))
  },
}

/** Each employee once in an accrual plan. */
const accrual: SaveHook = {
  name: 'leave.accrual',
  async afterSave() {},
  async beforeSave(_ctx, _module, { record }) {
    const seen = new Set<number>()
    for (const [index, row] of ((record.employees as Record<string, unknown>[] | undefined) ?? []).entries()) {
      const id = Number(row.employee_id)
      if (seen.has(id)) throw invalid({ [`employees.${index}.employee_id`]: ['This employee is already listed.'] })
      seen.add(id)
    }
  },
}

export const leaveHooks = [filing, balance, amendment, accrual]
