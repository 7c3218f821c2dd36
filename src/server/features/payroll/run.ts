/** A payroll run as it is computed: its period, the rules of the company, and the tables in force, all as kept with it. */

import { createHash } from 'node:crypto'
import { DEFAULT_SETTINGS, type PayPeriod, type PayrollSettings, type PayrollTag } from '../../../domain/payroll/index.ts'
import type { PayFrequency, StatutoryTables } from '../../../domain/statutory/index.ts'
import type { Json, Module, Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { linesTable, type Sql, sql, table } from '../../platform/db/sql.ts'
import { notFound, refuse } from '../../platform/errors.ts'
import { companyTables, exactTables, type TablesData } from './statutory-tables/read.ts'

/** Tables and rules as they are kept with a run. */
interface Snapshot {
  readonly tables: TablesData
  readonly settings: PayrollSettings
}

/** The common terms of all employees of a run. */
interface RunTerms {
  readonly payroll_id: number
  readonly pay_group_id: number
  readonly pay_period_id: number
  readonly pay_cycle_id: number
  readonly tag: PayrollTag
  readonly period: PayPeriod
  readonly dtr: { readonly from: string; readonly to: string }
  readonly factor: string
  readonly hours_per_day: string
  /** How the group's tax is withheld where the employee says nothing. */
  readonly tax_method: string | null
  /** Pay items that are computed in other payrolls of the month than this one. */
  readonly not_now: ReadonlySet<number>
  readonly year: number
}

export interface Run extends RunTerms {
  /** Name of the kept tables and rules. */
  readonly hash: string
  readonly tables: StatutoryTables
  readonly settings: PayrollSettings
}

export const payrollModule = (ctx: Ctx): Module => {
  const module = ctx.modules.get('payroll')
  if (!module) throw notFound('Cannot find module')
  return module
}

/** Figures of each employee in the register, as columns of its lines. */
export const FIGURES = [
  'basic_pay',
  'overtime',
  'night_differential',
  'holiday_pay',
  'allowances',
  'bonuses',
  'other_earnings',
  'gross',
  'taxable',
  'sss_ee',
  'philhealth_ee',
  'pagibig_ee',
  'withholding_tax',
  'loans',
  'other_deductions',
  'deductions',
  'employer_shares',
  'net_pay',
] as const

const FREQUENCIES: Readonly<Record<string, PayFrequency>> = {
  daily: 'daily',
  weekly: 'weekly',
  bi_weekly: 'bi_weekly',
  semi_monthly: 'semi_monthly',
  monthly: 'monthly',
}

interface Header {
  readonly id: number
  readonly pay_group_id: number
  readonly pay_period_id: number
  readonly payroll_tag: PayrollTag
  readonly payout_date: string
  readonly dtr_from: string
  readonly dtr_to: string
  readonly date_from: string
  readonly date_to: string
  readonly period_year: number
  readonly month: number
  readonly period_no: number
  readonly is_last_of_month: boolean | null
  readonly frequency: string
  readonly periods_per_month: number
  readonly days_per_year: string
  readonly hours_per_day: string | null
  readonly tax_method: string | null
  readonly pay_rate_id: number | null
  readonly pay_cycle_id: number
  readonly pay_schedule_id: number | null
  readonly in_month: number
  /** Whether the last salary of the group's month is posted, after which every other payroll of it settles the month. */
  readonly is_month_paid: boolean
  /** Whether another salary of the cycle is still to be paid in the calendar year of this payout. */
  readonly has_later_in_year: boolean
  /** Whether the pay periods after this one have been made, so that their payout dates are known. */
  readonly has_next_period: boolean
}

/** The payroll `id` as its computation reads it. */
const stored = (ctx: Ctx, id: number): Sql => sql`
  SELECT id, pay_group_id, pay_period_id, payroll_tag, payout_date, dtr_from, dtr_to, pay_schedule_id
  FROM ${table(ctx, 'payroll')}
  WHERE id = ${id}
`

/** The payroll of a group's period that is not made yet, as it will be unless something else is entered. */
const expected = (ctx: Ctx, pay_group_id: number, pay_period_id: number): Sql => sql`
  SELECT 0::bigint AS id, g.id AS pay_group_id, d.id AS pay_period_id, 'standard' AS payroll_tag, d.payout_date,
    coalesce(d.dtr_from, d.date_from) AS dtr_from, coalesce(d.dtr_to, d.date_to) AS dtr_to, g.pay_schedule_id
  FROM ${table(ctx, 'pay_group')} g
  JOIN ${table(ctx, 'pay_period')} d ON d.id = ${pay_period_id}
  WHERE g.id = ${pay_group_id}
`

/** `payroll`: one row with the columns of `stored`. */
async function headerOf(ctx: Ctx, payroll: Sql): Promise<Header> {
  const [header] = await ctx.db.query<Header>(
    sql`
      SELECT p.id, p.pay_group_id, p.pay_period_id, p.payroll_tag, p.payout_date::text, p.dtr_from::text,
        p.dtr_to::text, d.date_from::text, d.date_to::text, d.year AS period_year, d.month, d.period_no,
        d.is_last_of_month, c.frequency, c.periods_per_month, c.days_per_year::text, c.id AS pay_cycle_id,
        r.hours_per_day::text, g.tax_method, g.pay_rate_id, p.pay_schedule_id,
        (
          SELECT max(o.period_no)
          FROM ${table(ctx, 'pay_period')} o
          WHERE o.pay_cycle_id = d.pay_cycle_id AND o.year = d.year AND o.month = d.month
        ) AS in_month,
        EXISTS (
          SELECT 1
          FROM ${table(ctx, 'payroll')} s
          JOIN ${table(ctx, 'pay_period')} o ON o.id = s.pay_period_id
          WHERE s.pay_group_id = p.pay_group_id
            AND s.id <> p.id
            AND s.payroll_tag = 'standard'
            AND s.status = 'posted'
            AND o.year = d.year
            AND o.month = d.month
            AND (o.is_last_of_month OR o.period_no = c.periods_per_month)
        ) AS is_month_paid,
        EXISTS (
          SELECT 1
          FROM ${table(ctx, 'pay_period')} o
          LEFT JOIN ${table(ctx, 'payroll')} s ON s.pay_period_id = o.id
            AND s.pay_group_id = p.pay_group_id
            AND s.payroll_tag = 'standard'
            AND s.status <> 'voided'
          WHERE o.pay_cycle_id = d.pay_cycle_id
            AND o.date_from >= d.date_from
            AND NOT (o.id = d.id AND p.payroll_tag = 'standard')
            AND s.status IS DISTINCT FROM 'posted'
            AND extract(year FROM coalesce(s.payout_date, o.payout_date)) = extract(year FROM p.payout_date)
        ) AS has_later_in_year,
        EXISTS (
          SELECT 1 FROM ${table(ctx, 'pay_period')} o WHERE o.pay_cycle_id = d.pay_cycle_id AND o.date_from > d.date_to
        ) AS has_next_period
      FROM (${payroll}) p
      JOIN ${table(ctx, 'pay_group')} g ON g.id = p.pay_group_id
      JOIN ${table(ctx, 'pay_period')} d ON d.id = p.pay_period_id
      JOIN ${table(ctx, 'pay_cycle')} c ON c.id = d.pay_cycle_id
      LEFT JOIN ${table(ctx, 'pay_rate')} r ON r.id = g.pay_rate_id
    `,
  )
  if (!header) throw notFound()
  return header
}

/** How often a cycle pays, and which payroll of its month a period is: 1 of 2, 2 of 2. */
export function turnOf(
  period: Pick<Header, 'frequency' | 'in_month' | 'periods_per_month' | 'period_no' | 'is_last_of_month'>,
): Pick<PayPeriod, 'frequency' | 'number' | 'count'> & { readonly isLast: boolean } {
  const frequency = FREQUENCIES[period.frequency]
  if (!frequency) throw refuse('E_CYCLE', `Payroll cannot be computed for the frequency "${period.frequency}".`)
  // Months of four or five weeks, or of two or three fortnights: as many as were made; else what the cycle says.
  const usual = frequency !== 'semi_monthly' && frequency !== 'monthly' ? period.in_month : period.periods_per_month
  const count = Math.max(usual, period.period_no)
  const isLast = period.is_last_of_month === true || period.period_no === count
  return { frequency, number: isLast ? count : period.period_no, count, isLast }
}

/**
 * Whether this is the last payment of its calendar year. The year of a payroll is that of its payout (RR 11-2018 section
 * 2.79(B)(5)(b)), so a December paid in January closes nothing and the payroll before it does; neither does a 13th month before
 * the last salary.
 */
function isLastOfYear(header: Header, isLastOfMonth: boolean): boolean {
  if (header.has_later_in_year) return false
  // Where no later period exists yet, only December's last one is known to have none after it.
  return header.has_next_period || (isLastOfMonth && header.month === 12 && header.payout_date.startsWith(`${header.period_year}-`))
}

function periodOf(header: Header): PayPeriod {
  const { isLast, ...turn } = turnOf(header)
  return {
    tag: header.payroll_tag,
    ...turn,
    // What a payroll adds to a month whose contributions are deducted is due at once: a further one, or one posted late.
    ...(header.payroll_tag === 'supplementary' && header.is_month_paid ? { number: turn.count } : {}),
    ...(header.payroll_tag === 'standard' && header.is_month_paid && !isLast ? { completes_month: true } : {}),
    from: header.date_from,
    to: header.date_to,
    pay_date: header.payout_date,
    month: `${header.period_year}-${String(header.month).padStart(2, '0')}`,
    ...(isLastOfYear(header, isLast) ? { last_of_year: true } : {}),
  }
}

/** The schedule's rules: items of other payrolls of the month, and when contributions are deducted. */
async function scheduleOf(ctx: Ctx, header: Header, period: PayPeriod) {
  const rows = await ctx.db.query<{ pay_item_id: number; period_no: number | null; code: string }>(
    sql`
      SELECT l.pay_item_id, l.period_no, i.code
      FROM ${linesTable(ctx, 'pay_schedule', 'pay_items')} l
      JOIN ${table(ctx, 'pay_item')} i ON i.id = l.pay_item_id
      WHERE l.parent_id = ${header.pay_schedule_id} AND l.is_active IS NOT FALSE
    `,
  )
  const byItem = new Map<number, { code: string; periods: (number | null)[] }>()
  for (const row of rows)
    byItem.set(row.pay_item_id, { code: row.code, periods: [...(byItem.get(row.pay_item_id)?.periods ?? []), row.period_no] })
  const not_now = new Set<number>()
  const timing: Partial<Record<'sss' | 'philhealth' | 'pagibig', PayrollSettings['contribution_timing']['sss']>> = {}
  for (const [id, { code, periods }] of byItem) {
    const agency = code.toLowerCase()
    if (agency === 'sss' || agency === 'philhealth' || agency === 'pagibig') {
      const named = new Set(periods)
      timing[agency] = named.has(null) || named.size > 1 ? 'split' : named.has(1) && period.count > 1 ? 'first' : 'last'
    } else if (!periods.includes(null) && !periods.includes(header.period_no)) not_now.add(id)
  }
  return { not_now, timing }
}

/** The company's rules of payroll from its settings. */
function settingsOf(ctx: Ctx, timing: Partial<PayrollSettings['contribution_timing']>): PayrollSettings {
  const given = ctx.settings
  const option = <T extends string>(key: string, fallback: T): T =>
    typeof given[key] === 'string' && given[key] !== '' ? (given[key] as T) : fallback
  const usual = option('contribution_timing', DEFAULT_SETTINGS.contribution_timing.sss)
  return {
    ...DEFAULT_SETTINGS,
    contribution_timing: { sss: usual, philhealth: usual, pagibig: usual, ...timing },
    holiday_on_rest_day: option('holiday_on_rest_day', DEFAULT_SETTINGS.holiday_on_rest_day),
    forfeit_unworked_holiday: given.forfeit_unworked_holiday !== false,
    cola_multiplied_on_holidays: given.cola_multiplied_on_holidays === true,
    salary_change: option('salary_change', DEFAULT_SETTINGS.salary_change),
    retroactive_taxability: option('retroactive_taxability', DEFAULT_SETTINGS.retroactive_taxability),
    minimum_net_pay: Number(given.minimum_net_pay ?? 0),
    minimum_net_share: Number(given.minimum_net_percent ?? 0) / 100,
  }
}

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.keys(value)
            .sort()
            .map((key) => [key, sorted((value as Row)[key])]),
        )
      : value
const hashOf = (snapshot: Snapshot): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(snapshot)))
    .digest('hex')

/** Keeps tables and rules under the hash of their contents. */
async function keep(ctx: Ctx, snapshot: Snapshot): Promise<string> {
  const hash = hashOf(snapshot)
  await ctx.db.query(
    sql`
      INSERT INTO ${table(ctx, 'payroll_tables')} (hash, data)
      VALUES (${hash}, ${JSON.stringify(snapshot)})
      ON CONFLICT DO NOTHING
    `,
  )
  return hash
}

/** Tables read from their snapshots; a few are kept, since every batch and every trace asks for them. */
const read = new Map<string, { tables: StatutoryTables; settings: PayrollSettings }>()
const KEPT = 20

export async function snapshotOf(ctx: Ctx, hash: string): Promise<{ tables: StatutoryTables; settings: PayrollSettings }> {
  const known = read.get(hash)
  if (known) return known
  const [row] = await ctx.db.query<{ data: Snapshot }>(sql`SELECT data FROM ${table(ctx, 'payroll_tables')} WHERE hash = ${hash}`)
  if (!row) throw notFound('The tables of this payroll are missing.')
  const exact = { tables: exactTables(row.data.tables), settings: row.data.settings }
  if (read.size >= KEPT) read.delete(read.keys().next().value!)
  read.set(hash, exact)
  return exact
}

/** Snapshots of several runs by their hashes; at most one statement. */
export async function snapshotsOf(
  ctx: Ctx,
  hashes: readonly string[],
): Promise<Map<string, { tables: StatutoryTables; settings: PayrollSettings }>> {
  const missing = hashes.filter((hash) => !read.has(hash))
  const result = new Map(hashes.flatMap((hash) => (read.has(hash) ? [[hash, read.get(hash)!] as const] : [])))
  if (!missing.length) return result
  const rows = await ctx.db.query<{ hash: string; data: Snapshot }>(
    sql`SELECT hash, data FROM ${table(ctx, 'payroll_tables')} WHERE hash = ANY (${missing}::text[])`,
  )
  for (const { hash, data } of rows) result.set(hash, { tables: exactTables(data.tables), settings: data.settings })
  return result
}

async function termsFor(ctx: Ctx, header: Header): Promise<RunTerms & { timing: Partial<PayrollSettings['contribution_timing']> }> {
  const period = periodOf(header)
  const { not_now, timing } = await scheduleOf(ctx, header, period)
  return {
    payroll_id: header.id,
    pay_group_id: header.pay_group_id,
    pay_period_id: header.pay_period_id,
    pay_cycle_id: header.pay_cycle_id,
    tag: header.payroll_tag,
    period,
    dtr: { from: header.dtr_from, to: header.dtr_to },
    factor: header.days_per_year,
    hours_per_day: header.hours_per_day ?? '8',
    tax_method: header.tax_method,
    not_now,
    timing,
    year: Number(header.payout_date.slice(0, 4)),
  }
}

/** Begins a computation: the tables and rules of now are kept, and everything is computed with them. */
export async function beginRun(ctx: Ctx, id: number): Promise<Run> {
  const header = await headerOf(ctx, stored(ctx, id))
  const { terms, snapshot } = await present(ctx, header)
  const hash = await keep(ctx, JSON.parse(JSON.stringify(snapshot)) as Snapshot)
  return { ...terms, hash, ...(await snapshotOf(ctx, hash)) }
}

/** The terms of a run with the tables and rules of now. */
async function present(ctx: Ctx, header: Header) {
  const terms = await termsFor(ctx, header)
  const snapshot: Snapshot = {
    tables: await companyTables(ctx, header.pay_rate_id, header.pay_cycle_id),
    settings: settingsOf(ctx, terms.timing),
  }
  return { terms, snapshot }
}

/**
 * A group's payroll of a period with the tables and rules of now, to ask what it would pay: the one that is open, else as it
 * will be made. Nothing is kept, and nothing may be written with it.
 */
export async function trialRun(ctx: Ctx, asked: { payroll_id: number | null; pay_group_id: number; pay_period_id: number }): Promise<Run> {
  const payroll = asked.payroll_id === null ? expected(ctx, asked.pay_group_id, asked.pay_period_id) : stored(ctx, asked.payroll_id)
  const { terms, snapshot } = await present(ctx, await headerOf(ctx, payroll))
  return { ...terms, hash: '', tables: exactTables(JSON.parse(JSON.stringify(snapshot.tables)) as TablesData), settings: snapshot.settings }
}

/** Goes on with tables and rules that were kept when the computation began. */
export async function resumeRun(ctx: Ctx, id: number, hash: string): Promise<Run> {
  return { ...(await termsFor(ctx, await headerOf(ctx, stored(ctx, id)))), hash, ...(await snapshotOf(ctx, hash)) }
}

export const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json
