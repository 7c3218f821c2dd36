/**
 * Claims of SSS benefits: sickness notifications whose days payroll advances, and the benefits of maternity leaves. What the
 * SSS does with a claim is in `benefit-settlement.ts`.
 */

import {
  averageDailySalaryCredit,
  payableDays,
  type SicknessClaim,
  sicknessAdvance,
  sicknessRules,
} from '../../../domain/leave/sickness.ts'
import { maternityMonths } from '../../../domain/payroll/index.ts'
import { percent, pesos, type StatutoryTables } from '../../../domain/statutory/index.ts'
import type { Json } from '../../../engine/model/module.ts'
import { addDays, daysBetween } from '../../../kernel/dates.ts'
import { dec } from '../../../kernel/decimal.ts'
import type { Ctx, Effect, Guard, SaveHook } from '../../platform/context.ts'
import { linesTable, type Sql, sql, table } from '../../platform/db/sql.ts'
import { invalid, refuse } from '../../platform/errors.ts'
import { recordId } from '../../records/row.ts'
import { requireRecompute } from '../payroll-runs/recompute.ts'
import { entriesTable, payrollTaking } from '../payroll-runs/tables.ts'
import type { Records } from '../records.generated.ts'
import { creditsBefore, creditsOf } from './maternity.ts'
import type { Run } from './run.ts'
import { CLAIM, firstOfIllness, limitText, usedDays } from './sickness-days.ts'
import { companyTables, exactTables } from './statutory-tables/read.ts'

type Claim = Records['sss_benefit_claim']

const NONE = { type: ['object', 'null'], additionalProperties: false, properties: {} }
/** Lines of payrolls that advance a benefit, followed by the key of the leave or the claim. */
export const LINE = { maternity: 'SSS_MATERNITY-', sickness: 'SSS_SICKNESS-' } as const

interface Filed {
  readonly id: number
  readonly employee_id: number
  readonly claim: string
  readonly from: string
  readonly to: string
  readonly days: number
  readonly sss_benefit: string | null
  readonly used: number
  readonly illness_used: number
  readonly advanced_days: number
  readonly advanced: string
}

/** The claims in the domain's terms, without those that neither salary credits nor the SSS say a benefit of. */
async function claimsOf(
  ctx: Ctx,
  rows: readonly Filed[],
  { tables, until }: { tables: StatutoryTables; until: (row: Filed) => string },
): Promise<{ row: Filed; claim: SicknessClaim }[]> {
  const credits = await creditsOf(
    ctx,
    rows.map(({ employee_id }) => employee_id),
    rows.map(({ from }) => maternityMonths(from)),
  )
  return rows.map((row) => {
    const { id, claim, from, to, days, used, illness_used, advanced_days, advanced, sss_benefit } = row
    return {
      row,
      claim: {
        key: String(id),
        claim,
        from,
        to,
        days,
        used,
        illness_used,
        advanced_days,
        advanced,
        until: until(row),
        ...(sss_benefit === null ? { credits: creditsBefore(credits, tables, row) } : { sss_benefit }),
      },
    }
  })
}

/** By employee, the approved claims of which a run advances days: until the end of its cut-off, or of its pay period without a time sheet. */
export async function sicknessOf(
  ctx: Ctx,
  run: Run,
  employeeIds: readonly number[],
  hasTime: (id: number) => boolean,
): Promise<Map<number, SicknessClaim[]>> {
  const found = new Map<number, SicknessClaim[]>()
  if (!ctx.modules.has(CLAIM)) return found
  const rows = await ctx.db.query<Filed>(
    sql`
      SELECT c.id, c.employee_id, c.transaction_no AS claim, c.date_from::text AS "from", c.date_to::text AS "to", c.days,
        c.sss_benefit::text, ${usedDays(ctx)}, coalesce(c.advanced_days, 0) AS advanced_days,
        coalesce(c.advanced_amount, 0)::text AS advanced
      FROM ${table(ctx, CLAIM)} c
      WHERE c.employee_id = ANY (${employeeIds}::bigint[]) AND c.benefit = 'sickness' AND c.status = 'approved'
      ORDER BY c.date_from, c.id
    `,
  )
  if (!rows.length) return found
  const until = ({ employee_id }: Filed): string => (hasTime(employee_id) ? run.dtr.to : run.period.to)
  for (const { row, claim } of await claimsOf(ctx, rows, { tables: run.tables, until })) {
    if (sicknessAdvance(claim).amount.isZero()) continue
    found.set(row.employee_id, [...(found.get(row.employee_id) ?? []), claim])
  }
  return found
}

/** Problems of sickness claims in a payroll: days that leave with pay pays as well. Rows of `employee_id, kind, severity, message`. */
export const sicknessProblems = (ctx: Ctx, id: number): Sql =>
  ctx.modules.has(CLAIM) && ctx.modules.has('leave_filing')
    ? sql`
      SELECT c.employee_id, 'sickness_paid_leave', 'warning',
        concat(
          'The sickness benefit ', c.transaction_no, ' is for days that the leave with pay ', f.transaction_no,
          ' pays as well: compare the days of both'
        )
      FROM ${entriesTable(ctx)} e
      JOIN ${table(ctx, 'payroll')} p ON p.id = e.parent_id AND p.status NOT IN ('posted', 'voided')
      JOIN ${table(ctx, CLAIM)} c ON c.id = e.source_id
      JOIN ${table(ctx, 'leave_filing')} f ON f.employee_id = c.employee_id
        AND f.with_pay IS NOT FALSE
        AND f.status IN ('approved', 'processed')
        AND f.date_from <= c.date_to
        AND f.date_to >= c.date_from
      WHERE e.parent_id = ${id}
        AND e.source_module = ${CLAIM}
        AND c.days + (f.date_to - f.date_from + 1) > greatest(c.date_to, f.date_to) - least(c.date_from, f.date_from) + 1
    `
    : sql`SELECT NULL::bigint, '', '', '' WHERE false`

/** Days, benefit and its computation of a notified sickness, as far as they are known when it is saved. */
export const benefitSaved: SaveHook = {
  name: 'benefitClaim.saved',
  async beforeSave(ctx, _module, { record, before }) {
    if (record.benefit !== 'sickness' || (record.status ?? 'draft') !== 'draft') return
    const [from, to] = [String(record.date_from), String(record.date_to)]
    if (to < from) return
    const rules = sicknessRules(from)
    const all = record.days === null || record.days === undefined
    const span = daysBetween(from, to) + 1
    if ((all ? span : Number(record.days)) < rules.min_days)
      throw invalid({ days: [`The SSS pays sickness of ${rules.min_days} days or more. Shorter illness is leave of the company.`] })
    record.same_illness_id = await firstOfIllness(ctx, record, from)
    const [row] = await ctx.db.query<{ used: number; illness_used: number; overlaps: string | null }>(
      sql`
        SELECT ${usedDays(ctx)},
          (
            SELECT min(o.transaction_no)
            FROM ${table(ctx, CLAIM)} o
            WHERE o.employee_id = c.employee_id AND o.id <> c.id AND o.date_from <= ${to}::date AND o.date_to >= c.date_from
          ) AS overlaps
        FROM (SELECT ${before ? Number(before.id) : Number.MAX_SAFE_INTEGER}::bigint AS id, ${record.employee_id}::bigint AS employee_id, ${from}::date AS date_from, ${record.same_illness_id}::bigint AS same_illness_id) c
      `,
    )
    if (row?.overlaps) throw invalid({ date_from: [`${row.overlaps} is for days of this confinement.`] })
    const tables = exactTables(await companyTables(ctx, null, null))
    const { used, illness_used } = row!
    // Without days the claim is for as many as the law leaves.
    const wanted = { from, days: all ? span : Number(record.days), used, illness_used }
    const days = all ? payableDays(wanted, rules) : wanted.days
    if (days === 0 || payableDays(wanted, rules) < days) throw invalid({ days: [limitText(rules, payableDays(wanted, rules))] })
    const filed: Filed = {
      id: 0,
      employee_id: Number(record.employee_id),
      claim: '',
      from,
      to,
      days,
      used,
      illness_used,
      sss_benefit: record.sss_benefit === null || record.sss_benefit === undefined ? null : String(record.sss_benefit),
      advanced_days: 0,
      advanced: '0',
    }
    const [found] = await claimsOf(ctx, [filed], { tables, until: () => addDays(to, 1) })
    const { claim } = found!
    const { benefit, all_days } = sicknessAdvance(claim)
    const credits = claim.credits ?? []
    record.days = days
    record.used_days = used
    record.illness_days = illness_used
    record.benefit_amount = benefit.toFixed(2)
    record.daily_allowance = all_days === 0 ? '0' : benefit.div(all_days).toFixed(2)
    record.computation =
      claim.sss_benefit !== undefined
        ? `${pesos(benefit)} for ${all_days} days, as the SSS approved it.`
        : credits.length < rules.min_contributions
          ? `${credits.length} salary credits of the twelve months before the semester are on record, and ${rules.min_contributions} are needed.`
          : `Six highest of ${credits.length} salary credits ÷ 180 = ${pesos(averageDailySalaryCredit(credits))}; × ${percent(dec(rules.share))} × ${all_days} days = ${pesos(benefit)}.`
  },
  async afterSave() {},
}

const known: Guard<Json, Claim> = {
  name: 'benefitClaim.known',
  params: {
    ...NONE,
    description: 'Refuses a claim whose benefit is neither entered nor computable from salary credits, or of more days than are left.',
  },
  async check(fx) {
    const { ctx, record } = fx
    const from = String(record.date_from)
    const rules = sicknessRules(from)
    const [used] = await ctx.db.query<{ used: number; illness_used: number }>(
      sql`SELECT ${usedDays(ctx)} FROM ${table(ctx, CLAIM)} c WHERE c.id = ${recordId(fx)}`,
    )
    const left = payableDays({ from, days: Number(record.days), ...used! }, rules)
    if (left < Number(record.days)) throw refuse('E_BENEFIT_CLAIM', limitText(rules, left))
    if (dec(record.benefit_amount).isZero())
      throw refuse('E_SSS_CREDITS', `${record.computation ?? ''} Enter the benefit that the SSS approved.`.trim())
  },
}

const notAdvanced: Guard<Json, Claim> = {
  name: 'benefitClaim.notAdvanced',
  params: { ...NONE, description: 'Refuses to change a claim of which a payroll has advanced days.' },
  async check(fx) {
    const taken = await payrollTaking(fx.ctx, CLAIM, recordId(fx))
    if (taken) throw refuse('E_BENEFIT_CLAIM', `${taken} advances days of this claim. Undo that payroll first.`)
  },
}

/** A payroll that advanced a benefit is not voided once the SSS has the claim. */
const open: Guard<Json, Records['payroll']> = {
  name: 'benefitClaim.open',
  params: { ...NONE, description: 'Refuses to void a payroll that advanced a benefit whose claim was filed with the SSS.' },
  async check(fx) {
    if (!fx.ctx.modules.has(CLAIM)) return
    const [filed] = await fx.ctx.db.query<{ transaction_no: string }>(
      sql`
        SELECT c.transaction_no
        FROM ${linesTable(fx.ctx, CLAIM, 'advances')} a
        JOIN ${table(fx.ctx, CLAIM)} c ON c.id = a.parent_id AND c.status IN ('filed', 'reimbursed', 'refused')
        WHERE a.payroll_id = ${recordId(fx)}
        LIMIT 1
      `,
    )
    if (filed)
      throw refuse(
        'E_BENEFIT_CLAIM',
        `The benefit claim ${filed.transaction_no} was filed with the SSS. Undo its filing or settlement first.`,
      )
  },
}
export const benefitGuards = [known, notAdvanced, open]

/** Open payrolls of the employee compute again, before and after a claim is theirs to pay. */
export const benefitRecompute: Effect<Json, Claim> = {
  name: 'benefitClaim.recompute',
  rank: 50,
  params: { ...NONE, description: 'Has open payrolls of the employee compute the benefit.' },
  async apply({ ctx, record }): Promise<Json> {
    await requireRecompute(ctx, record.employee_id)
    return null
  },
  reverse: ({ ctx, record }) => requireRecompute(ctx, record.employee_id),
}
