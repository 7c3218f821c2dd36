/** Fiscal periods: a month that is locked for a group of modules takes no more postings (absent means open). */

import { canDo } from '../../../engine/runtime/permissions/codes.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'

export type PeriodGroup = 'sales' | 'purchasing' | 'inventory' | 'general_ledger'
export const PERIOD_GROUPS: readonly PeriodGroup[] = ['sales', 'purchasing', 'inventory', 'general_ledger']
export const TITLES: Readonly<Record<PeriodGroup, string>> = {
  sales: 'Sales',
  purchasing: 'Purchasing',
  inventory: 'Inventory',
  general_ledger: 'General ledger',
}
const BY_APPLICATION: Readonly<Record<string, PeriodGroup>> = {
  revenue: 'sales',
  procurement: 'purchasing',
  resource: 'inventory',
  financial: 'general_ledger',
}
export const groupOf = (application: string): PeriodGroup => BY_APPLICATION[application] ?? 'general_ledger'

/** The groups among those asked that are locked on a date. Every posting also needs the general ledger open. */
async function lockedGroups(ctx: Ctx, date: string, group: PeriodGroup): Promise<PeriodGroup[]> {
  if (!ctx.modules.has('fiscal_period')) return []
  const rows = await ctx.db.query<{ module_group: PeriodGroup }>(
    sql`
      SELECT module_group
      FROM ${table(ctx, 'fiscal_period')}
      WHERE period = ${date.slice(0, 7)}
        AND status = 'locked'
        AND module_group = ANY(${[...new Set([group, 'general_ledger'])]})
    `,
  )
  return rows.map((row) => row.module_group)
}

/** Whether the month of `date` is open for postings of the group. Decides on which day a void is dated. */
export const isPeriodOpen = async (ctx: Ctx, date: string, group: PeriodGroup): Promise<boolean> =>
  (await lockedGroups(ctx, date, group)).length === 0

/** Refuses with E_PERIOD_LOCKED (423) when the month is locked. */
export async function requireOpenPeriod(ctx: Ctx, date: string, group: PeriodGroup): Promise<void> {
  const [locked] = await lockedGroups(ctx, date, group)
  if (!locked) return
  const month = new Date(`${date}T00:00:00Z`).toLocaleDateString('en-PH', { month: 'short', year: 'numeric', timeZone: 'UTC' })
  const periods = ctx.modules.get(PERIODS)
  throw refuse(
    'E_PERIOD_LOCKED',
    periods && canDo(ctx.principal, periods, 'unlock')
      ? `The period ${month} is locked for ${TITLES[locked]}. Change the date, or unlock the month in Fiscal Periods.`
      : `The period ${month} is locked for ${TITLES[locked]}. Change the date or ask the accountant to open the month.`,
  )
}

const PERIODS = 'fiscal_period'
const rowsOf = (ctx: Ctx, period: string, groups: readonly string[]) =>
  ctx.db.query<{ id: number; module_group: string; status: string }>(
    sql`
      SELECT id, module_group, status
      FROM ${table(ctx, PERIODS)}
      WHERE period = ${period} AND module_group = ANY (${groups}::text[])
    `,
  )

/** Locks a month for the groups, with the rights of the caller. Returns the groups that were open until now. */
export async function lockMonth(ctx: Ctx, period: string, groups: readonly PeriodGroup[]): Promise<PeriodGroup[]> {
  const module = ctx.modules.get(PERIODS)
  if (!module) return []
  const known = new Map((await rowsOf(ctx, period, groups)).map((row) => [row.module_group, row]))
  const open = groups.filter((group) => known.get(group)?.status !== 'locked')
  for (const module_group of open) {
    const id = known.get(module_group)?.id ?? (await ctx.services.records.add(ctx, module, { period, module_group }))
    await ctx.services.workflow.carryOut(ctx, module, { id: Number(id), action: 'lock', input: {} })
  }
  return open
}

/** Opens a month again for the groups that are locked. */
export async function unlockPeriods(ctx: Ctx, period: string, groups: readonly string[]): Promise<void> {
  const module = ctx.modules.get(PERIODS)
  if (!module) return
  for (const { id, status } of await rowsOf(ctx, period, groups))
    if (status === 'locked') await ctx.services.workflow.carryOut(ctx, module, { id: Number(id), action: 'unlock', input: {} })
}
