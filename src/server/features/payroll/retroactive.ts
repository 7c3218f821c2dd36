/**
 * Pay for earlier payrolls: where new terms of pay reach back to days that are already paid, the next payroll pays the
 * difference. A settlement is stored with the payroll's input and counts while it is posted, so that each difference is
 * paid once, and a void makes it payable again.
 */

import { isDeepStrictEqual } from 'node:util'
import {
  type PayItem,
  type PayslipInput,
  type RetroactiveDifference,
  retroactiveDifferences,
  retroactiveItems,
} from '../../../domain/payroll/index.ts'
import type { PeriodTime } from '../../../domain/time/types.ts'
import { type Decimal, ZERO } from '../../../kernel/decimal.ts'
import { DomainError } from '../../../kernel/errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Sql, sql, table } from '../../platform/db/sql.ts'
import { type EmployeeTerms as Segment, termsOf } from '../people/employment-terms.ts'
import { timeInParts } from '../time/sheets.ts'
import { isSameRate, type RateTerms, ratesOnly, rateTerms, segmentsWithin } from './rates.ts'
import { asJson, type Run, snapshotsOf } from './run.ts'

/** The settlement of an earlier payroll of an employee, or why there is none. */
export interface RetroactiveSettlement {
  readonly payroll_id: number
  /** The number of that payroll. */
  readonly payroll: string
  readonly from: string
  readonly to: string
  /** The rate of pay that the settlement uses. */
  readonly terms: RateTerms
  /** The payroll that settled it before this one; null where there is none. */
  readonly settled_by: number | null
  /** Pesos due in addition; negative where less is due. */
  readonly amount: string
  /** Set where the difference is not settled: less is due than was paid, or the amount due is not known. */
  readonly open?: 'less' | 'unknown'
  /** Why it is not known. */
  readonly reason?: string
}

/** The settlements of a payroll for one employee. */
export interface Retroactive {
  /** Items, each with the latest earlier payroll that it is for. */
  readonly items: readonly { readonly item: PayItem; readonly payroll_id: number }[]
  readonly settlements: readonly RetroactiveSettlement[]
}

/** A posted payroll of an employee. */
interface Paid {
  readonly employee_id: number
  readonly payroll_id: number
  readonly payroll: string
  readonly tag: string
  readonly pay_period_id: number
  readonly tables: string
  readonly from: string
  readonly to: string
  /** First and last day of its terms: of the pay period and the cut-off together. */
  readonly first: string
  readonly last: string
  readonly employee: RateTerms
  readonly settled: readonly RetroactiveSettlement[] | null
  /** It paid no salary, but what another payroll of the period left out. */
  readonly no_time: boolean
}

/** A payroll that was paid by terms other than the present ones. */
interface Changed {
  readonly paid: Paid
  readonly was: RateTerms
  readonly now: RateTerms
  readonly settled_by: number | null
}

/** Years before the payroll's year whose payrolls are included. */
const YEARS_BACK = 1

/** Salaries that were paid to the employees in this calendar year and the one before, in posting order. */
const paidBefore = (ctx: Ctx, run: Run, ids: readonly number[]): Promise<Paid[]> =>
  ctx.db.query<Paid>(
    sql`
      SELECT i.employee_id, i.payroll_id, p.transaction_no AS payroll, p.payroll_tag AS tag, p.pay_period_id, i.tables,
        d.date_from::text AS "from", d.date_to::text AS "to", least(p.dtr_from, d.date_from)::text AS first,
        greatest(p.dtr_to, d.date_to)::text AS last, i.input->'employee' AS employee, i.input->'retroactive' AS settled,
        coalesce((i.input->>'no_time')::boolean, false) AS no_time
      FROM ${table(ctx, 'payroll_input')} i
      JOIN ${table(ctx, 'payroll')} p ON p.id = i.payroll_id
        AND p.status = 'posted'
        AND p.payroll_tag IN ('standard', 'supplementary', 'final_pay')
      JOIN ${table(ctx, 'pay_period')} d ON d.id = p.pay_period_id
      WHERE i.employee_id = ANY (${ids}::bigint[])
        AND p.id <> ${run.payroll_id}
        AND p.payout_date >= make_date(${run.year - YEARS_BACK}::int, 1, 1)
      ORDER BY i.employee_id, p.posted_at, p.id
    `,
  )

/** Those of the payrolls before the run whose terms have changed since. */
function changedOf(run: Run, paid: readonly Paid[], terms: ReadonlyMap<number, readonly Segment[]>): Changed[] {
  const settled = new Map<string, { readonly terms: RateTerms; readonly by: number }>()
  for (const entry of paid)
    for (const settlement of entry.settled ?? [])
      if (!settlement.open) settled.set(`${entry.employee_id}|${settlement.payroll_id}`, { terms: settlement.terms, by: entry.payroll_id })
  return paid.flatMap((entry) => {
    if (entry.tag === 'final_pay' || entry.no_time || entry.to > run.period.to) return []
    const before = settled.get(`${entry.employee_id}|${entry.payroll_id}`)
    const was = before?.terms ?? ratesOnly(entry.employee)
    const now = rateTerms(segmentsWithin(terms.get(entry.employee_id) ?? [], entry.first, entry.last))
    return isSameRate(was, now) ? [] : [{ paid: entry, was, now, settled_by: before?.by ?? null }]
  })
}

/** The stored inputs of payrolls, by `employee|payroll`. */
async function inputsFor(ctx: Ctx, changed: readonly Changed[]): Promise<Map<string, PayslipInput>> {
  const rows = await ctx.db.query<{ employee_id: number; payroll_id: number; input: PayslipInput }>(
    sql`
      SELECT i.employee_id, i.payroll_id, i.input
      FROM ${table(ctx, 'payroll_input')} i
      JOIN unnest(
        ${changed.map((entry) => entry.paid.employee_id)}::bigint[], ${changed.map((entry) => entry.paid.payroll_id)}::bigint[]
      ) AS g(employee_id, payroll_id) ON g.employee_id = i.employee_id
        AND g.payroll_id = i.payroll_id
    `,
  )
  return new Map(rows.map((row) => [`${row.employee_id}|${row.payroll_id}`, row.input]))
}

const cutsOf = ({ was, now }: Changed): string[] =>
  [...(was.rate_changes ?? []), ...(now.rate_changes ?? [])].map((change) => change.effective_from)

/** Whether the time of a payroll must be split on other days than before. */
const needsParts = (changed: Changed, { time }: PayslipInput): boolean =>
  time !== undefined && cutsOf(changed).some((date) => date > changed.paid.first && !time.parts?.some((part) => part.from === date))

const whole = ({ parts: _, ...time }: PeriodTime): Omit<PeriodTime, 'parts'> => time

/**
 * By employee, the retroactive pay of the run. Employees without any are left out. A fixed number of statements for any
 * number of employees.
 */
export async function retroactiveOf(
  ctx: Ctx,
  run: Run,
  employees: readonly { readonly id: number; readonly date_separated: string | null }[],
): Promise<Map<number, Retroactive>> {
  const result = new Map<number, Retroactive>()
  const ids = employees.map((employee) => employee.id)
  const paid = await paidBefore(ctx, run, ids)
  if (!paid.length) return result
  const first = paid.reduce((least, entry) => (entry.first < least ? entry.first : least), paid[0]!.first)
  const last = paid.reduce((most, entry) => (entry.last > most ? entry.last : most), paid[0]!.last)
  const changed = changedOf(run, paid, await termsOf(ctx, ids, first, last))
  if (!changed.length) return result
  const inputs = await inputsFor(ctx, changed)
  const snapshots = await snapshotsOf(ctx, [...new Set(changed.map((entry) => entry.paid.tables))])
  const inputOf = ({ paid: { employee_id, payroll_id } }: Changed) => inputs.get(`${employee_id}|${payroll_id}`)!
  const times = await partsOf(
    ctx,
    changed.filter((candidate) => needsParts(candidate, inputOf(candidate))),
  )
  const left = new Map(employees.map((employee) => [employee.id, employee.date_separated]))
  const byEmployee = new Map<number, Changed[]>()
  for (const entry of changed) byEmployee.set(entry.paid.employee_id, [...(byEmployee.get(entry.paid.employee_id) ?? []), entry])
  for (const [id, ownChanges] of byEmployee) {
    const differences: RetroactiveDifference[] = []
    const settlements: RetroactiveSettlement[] = []
    const latest = new Map<string, number>()
    for (const entry of ownChanges) {
      const { paid: payroll, now, settled_by } = entry
      const settlement = {
        payroll_id: payroll.payroll_id,
        payroll: payroll.payroll,
        from: payroll.from,
        to: payroll.to,
        terms: now,
        settled_by,
      }
      const { tables, settings } = snapshots.get(payroll.tables)!
      const due = differencesOf(entry, { ...inputOf(entry), settings }, { tables, times, left: left.get(id) ?? null })
      if (typeof due === 'string') {
        settlements.push({ ...settlement, amount: '0', open: 'unknown', reason: due })
        continue
      }
      const amount = due.reduce((sum: Decimal, row) => sum.plus(row.difference), ZERO)
      if (amount.isZero()) continue
      settlements.push({ ...settlement, amount: amount.toFixed(), ...(amount.isNegative() ? { open: 'less' as const } : {}) })
      if (amount.isNegative()) continue
      differences.push(...due)
      for (const row of due) latest.set(`RETRO_${row.code}`, payroll.payroll_id)
    }
    if (!settlements.length) continue
    const items = retroactiveItems(differences, run.settings.retroactive_taxability)
    result.set(id, { items: items.map((item) => ({ item, payroll_id: latest.get(item.code)! })), settlements })
  }
  return result
}

/** Time of payrolls in parts that begin where their terms change, by `employee|pay period`. */
async function partsOf(ctx: Ctx, changed: readonly Changed[]): Promise<ReadonlyMap<string, PeriodTime>> {
  if (!changed.length) return new Map()
  const cuts = new Map<number, string[]>()
  for (const entry of changed) cuts.set(entry.paid.employee_id, [...(cuts.get(entry.paid.employee_id) ?? []), ...cutsOf(entry)])
  const first = changed.reduce((least, entry) => (entry.paid.first < least ? entry.paid.first : least), changed[0]!.paid.first)
  const last = changed.reduce((most, entry) => (entry.paid.last > most ? entry.paid.last : most), changed[0]!.paid.last)
  return timeInParts(ctx, cuts, first, last)
}

interface RecomputedPay {
  readonly tables: Run['tables']
  readonly times: ReadonlyMap<string, PeriodTime>
  readonly left: string | null
}

/** The differences on each line of one earlier payroll, or why they are not known. */
function differencesOf(changed: Changed, input: PayslipInput, { tables, times, left }: RecomputedPay): RetroactiveDifference[] | string {
  const { paid, was, now } = changed
  if (left !== null && left < paid.to) return 'the employment ended inside of its period'
  let { time } = input
  if (time && needsParts(changed, input)) {
    const cut = times.get(`${paid.employee_id}|${paid.pay_period_id}`)
    // Days changed since then would be paid here without anyone having asked for it.
    if (!cut || !isDeepStrictEqual(whole(asJson(cut) as unknown as PeriodTime), whole(time)))
      return 'its days are not on record as they were paid, and the terms change inside of it'
    time = cut
  }
  const { rate: _rate, rate_type: _type, no_rate: _none, rate_changes: _changes, ...others } = input.employee
  const by = (terms: RateTerms) => ({ ...others, ...terms })
  try {
    const base: PayslipInput = { ...input, employee: by(was), ...(time ? { time } : {}) }
    return retroactiveDifferences(base, by(now), tables, paid.payroll)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return error.message
  }
}

/**
 * SQL: the settlements of a payroll whose earlier payroll is not posted any more, or was settled by another payroll
 * since; columns `employee_id` and `payroll` (the number of the earlier one).
 */
export const staleSettlements = (ctx: Ctx, id: number): Sql => {
  const [inputs, payroll] = [table(ctx, 'payroll_input'), table(ctx, 'payroll')]
  return sql`
    SELECT i.employee_id, s->>'payroll' AS payroll
    FROM ${inputs} i, jsonb_array_elements(i.input->'retroactive') s
    WHERE i.payroll_id = ${id}
      AND NOT s ? 'open'
      AND (
        NOT EXISTS (SELECT 1 FROM ${payroll} q WHERE q.id = (s->>'payroll_id')::bigint AND q.status = 'posted') OR (
          SELECT o.payroll_id
          FROM ${inputs} o
          JOIN ${payroll} q ON q.id = o.payroll_id
            AND q.status = 'posted', jsonb_array_elements(o.input->'retroactive') t
          WHERE o.employee_id = i.employee_id
            AND o.payroll_id <> i.payroll_id
            AND t->>'payroll_id' = s->>'payroll_id'
            AND NOT t ? 'open'
          ORDER BY q.posted_at DESC, q.id DESC
          LIMIT 1
        ) IS DISTINCT FROM (s->>'settled_by')::bigint
      )
  `
}

/** SQL: payrolls that are posted and settle this one; column `transaction_no`. */
export const settlingPayrolls = (ctx: Ctx, id: number): Sql =>
  sql`
    SELECT p.transaction_no
    FROM ${table(ctx, 'payroll_input')} i
    JOIN ${table(ctx, 'payroll_input')} o ON o.employee_id = i.employee_id AND o.payroll_id <> i.payroll_id
    JOIN ${table(ctx, 'payroll')} p ON p.id = o.payroll_id
      AND p.status = 'posted', jsonb_array_elements(o.input->'retroactive') s
    WHERE i.payroll_id = ${id}
      AND (s->>'payroll_id')::bigint = ${id}
      AND NOT s ? 'open'
    LIMIT 1
  `
