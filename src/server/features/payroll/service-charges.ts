/**
 * Service charges collected in a period: proposed and checked shares of the covered employees, the liability to them, and
 * which payroll paid each share. The shares are amounts of payrolls like others (`amounts.ts`).
 */

import { serviceChargeShares } from '../../../domain/payroll/index.ts'
import type { Json, Row } from '../../../engine/model/module.ts'
import { type Decimal, dec, ZERO } from '../../../kernel/decimal.ts'
import { DomainError } from '../../../kernel/errors.ts'
import { asSystem } from '../../platform/auth/as-system.ts'
import type { Ctx, Effect, Guard, SaveHook } from '../../platform/context.ts'
import { linesTable, sql, table } from '../../platform/db/sql.ts'
import { invalid, messageOf, refuse } from '../../platform/errors.ts'
import { handler } from '../../platform/http/params.ts'
import { idOf as idFrom } from '../../records/get.ts'
import { read } from '../../records/read.ts'
import { centsOf, idOf, linesOf, nameOf, recordId } from '../../records/row.ts'
import { rewrite } from '../../records/write/save.ts'
import { accountFor, roleAccounts } from '../accounting/accounts.ts'
import { reverseEntry, writeEntry } from '../accounting/entry.ts'
import { requireRecompute } from '../payroll-runs/recompute.ts'
import { entriesTable, payrollTaking } from '../payroll-runs/tables.ts'
import type { Records } from '../records.generated.ts'

const NONE = { type: ['object', 'null'], additionalProperties: false, properties: {} }
const CHARGE = 'service_charge'
/** Positions that service charges are not for (Labor Code art. 96: all covered employees but managerial ones). */
const MANAGERIAL = ['Managerial', 'Executive']

const sumOf = (rows: readonly Row[], name: string): Decimal => rows.reduce((all, row) => all.plus(dec(row[name])), ZERO)

/** The shares of a record by the weights of its employees, with their sums; none while no one has a weight. */
function shared(record: Row, shares: readonly Row[]): Row {
  const weighed = shares.map((row): Row => ({ ...row, weight: record.method === 'equal' && !dec(row.weight).isZero() ? '1' : row.weight }))
  const total_weight = sumOf(weighed, 'weight')
  const amounts = total_weight.isZero()
    ? weighed.map(() => ZERO)
    : serviceChargeShares(
        dec(record.collected),
        weighed.map((row) => dec(row.weight)),
      )
  const rows = weighed.map((row, index): Row => ({ ...row, amount: amounts[index]!.toFixed(2) }))
  return { shares: rows, total_weight: total_weight.toFixed(4), distributed: sumOf(rows, 'amount').toFixed(2) }
}

/** Shares follow from the amount and the weights; an employee has one, and managerial employees have none. */
export const serviceChargeSaved: SaveHook = {
  name: 'serviceCharge.saved',
  async beforeSave(ctx, _module, { record }) {
    if ((record.status ?? 'draft') !== 'draft') return
    const shares = linesOf(record, 'shares')
    const ids = shares.map((row) => Number(row.employee_id))
    const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index)
    if (twice >= 0) throw invalid({ [`shares.${twice}.employee_id`]: ['The employee is in the list already.'] })
    const managers = await ctx.db.query<{ id: number }>(
      sql`
        SELECT e.id
        FROM ${table(ctx, 'employee')} e
        JOIN ${table(ctx, 'position')} o ON o.id = e.position_id AND o.level = ANY (${MANAGERIAL}::text[])
        WHERE e.id = ANY (${ids}::bigint[])
      `,
    )
    const managerial = new Set(managers.map((row) => Number(row.id)))
    const manager = ids.findIndex((id) => managerial.has(id))
    if (manager >= 0) throw invalid({ [`shares.${manager}.employee_id`]: ['Managerial employees have no share of service charges.'] })
    try {
      Object.assign(record, shared(record, shares))
    } catch (error) {
      if (error instanceof DomainError) throw invalid({ shares: [`${messageOf(error)}.`] })
      throw error
    }
  },
  async afterSave() {},
}

interface Proposed extends Row {
  readonly employee_id: number
  readonly weight: string
}

/** Employees who worked in the period and are not managerial, with their days or hours; weekdays where no time is recorded for them. */
const proposedOf = (ctx: Ctx, record: Row): Promise<Proposed[]> =>
  ctx.db.query<Proposed>(
    sql`
      SELECT q.employee_id, q.weight::text
      FROM (
        SELECT e.id AS employee_id, e.full_name,
          CASE
            WHEN ${record.method} = 'equal' THEN 1
            WHEN e.is_exempt_dtr THEN (
              SELECT count(*) * (CASE WHEN ${record.method} = 'hours' THEN 8 ELSE 1 END)
              FROM generate_series(
                greatest(${record.date_from}::date, e.date_hired), least(${record.date_to}::date, coalesce(e.date_separated, ${record.date_to}::date)), interval '1 day'
              ) d
              WHERE extract(isodow FROM d) < 6
            )
            ELSE coalesce(
              (
                SELECT sum(CASE WHEN ${record.method} = 'hours' THEN d.work_hours ELSE (d.result->>'day_worked')::numeric END)
                FROM ${table(ctx, 'daily_time_record')} d
                WHERE d.employee_id = e.id AND d.date BETWEEN ${record.date_from}::date AND ${record.date_to}::date
              ),
              0
            )
          END AS weight
        FROM ${table(ctx, 'employee')} e
        LEFT JOIN ${table(ctx, 'position')} o ON o.id = e.position_id
        WHERE e.date_hired <= ${record.date_to}::date
          AND (e.date_separated IS NULL OR e.date_separated >= ${record.date_from}::date)
          AND (${record.branch_id}::bigint IS NULL OR e.branch_id = ${record.branch_id}::bigint)
          AND (o.level IS NULL OR o.level <> ALL (${MANAGERIAL}::text[]))
      ) q
      WHERE q.weight > 0
      ORDER BY q.full_name, q.employee_id
    `,
  )

/** `POST {id}/propose`: the covered employees of the period in place of those listed. */
const propose = handler('serviceCharge.propose', (ctx, { params }, module) =>
  ctx.db.tx(async () => {
    const id = idFrom(params.id)
    await read(ctx, module, id, { action: 'view' })
    const record = await ctx.services.records.load(ctx, module, id, { lock: true })
    if (record.status !== 'draft') throw refuse('E_STATE', 'The charges are distributed. Undo the distribution first.')
    const proposed = await proposedOf(ctx, record)
    if (!proposed.length) throw refuse('E_NO_EMPLOYEES', 'No covered employee worked in the period. Enter the employees.')
    // The list follows from the time records and holds the caller's own share as well; what users enter of theirs is refused.
    await rewrite(asSystem(ctx, 'proposed shares of service charges'), module, record, shared(record, proposed))
    return ctx.services.records.get(ctx, module, id)
  }),
)
export const serviceChargeHandlers = [propose]

const whole: Guard<Json, Records['service_charge']> = {
  name: 'serviceCharge.whole',
  params: { ...NONE, description: 'Refuses to distribute service charges without employees, or not in full.' },
  async check({ record }) {
    const shares = linesOf(record as Row, 'shares')
    if (!sumOf(shares, 'amount').eq(dec(record.collected)))
      throw refuse(
        'E_NO_EMPLOYEES',
        'All of the service charges must be distributed. Enter the covered employees with their days or hours.',
      )
  },
}

const notPaid: Guard<Json, Records['service_charge']> = {
  name: 'serviceCharge.notPaid',
  params: { ...NONE, description: 'Refuses to undo a distribution of which a payroll pays shares.' },
  async check(fx) {
    const taken = await payrollTaking(fx.ctx, CHARGE, recordId(fx))
    if (taken) throw refuse('E_PAID', `${taken} pays shares of these service charges. Undo that payroll first.`)
  },
}

/** Shares are for a period whose salaries are not paid yet, or that a supplementary payroll pays more for. */
const payable: Guard<Json, Records['service_charge']> = {
  name: 'serviceCharge.payable',
  params: { ...NONE, description: 'Refuses to distribute service charges with a pay period whose payroll is posted.' },
  async check(fx) {
    const { ctx, record } = fx
    const [paid] = await ctx.db.query<{ no: string; period: string }>(
      sql`
        SELECT p.transaction_no AS no, d.name AS period
        FROM ${linesTable(ctx, CHARGE, 'shares')} s
        JOIN ${table(ctx, 'employee')} e ON e.id = s.employee_id
        JOIN ${table(ctx, 'payroll')} p ON p.pay_group_id = e.pay_group_id
          AND p.pay_period_id = ${record.pay_period_id}
          AND p.payroll_tag = 'standard'
          AND p.status = 'posted'
        JOIN ${table(ctx, 'pay_period')} d ON d.id = p.pay_period_id
        WHERE s.parent_id = ${recordId(fx)}
          AND s.amount > 0
          AND NOT EXISTS (
            SELECT 1
            FROM ${table(ctx, 'payroll')} q
            WHERE q.pay_group_id = p.pay_group_id
              AND q.pay_period_id = p.pay_period_id
              AND q.payroll_tag = 'supplementary'
              AND q.status IN ('draft', 'precomputed', 'declined')
          )
        LIMIT 1
      `,
    )
    if (paid)
      throw refuse(
        'E_PERIOD_CLOSED',
        `${paid.no} of ${paid.period} is posted. Choose a later pay period, or create a supplementary payroll of it for these employees first.`,
      )
  },
}
export const serviceChargeGuards = [whole, payable, notPaid]

/** The collections become owed to the employees, whose open payrolls compute their shares. */
export const serviceChargeDistributed: Effect<Json, Records['service_charge']> = {
  name: 'serviceCharge.distributed',
  rank: 40,
  params: {
    ...NONE,
    description: 'Posts collected service charges as owed to the employees, and has their open payrolls compute the shares.',
  },
  async apply(fx): Promise<Json> {
    const { ctx, record } = fx
    const from = idOf(record as Row, 'collected_account_id')
    let entry: number | null = null
    if (from !== null && ctx.modules.has('accounting_entry')) {
      const roles = await roleAccounts(ctx, ['service_charges_payable'])
      const amount = centsOf(record as Row, 'collected')
      const branch_id = idOf(record as Row, 'branch_id') ?? (await firstBranch(ctx))
      const owed = { account_id: accountFor('service_charges_payable', {}, roles), branch_id, amount: -amount }
      const postings = [{ account_id: from, branch_id, amount }, owed]
      const remarks = `${nameOf(fx)}, service charges`
      entry = (await writeEntry(fx, postings, { journal: 'General', date: record.date_to, branch_id, remarks })) ?? null
    }
    await recompute(ctx, record as Row)
    return { entry }
  },
  async reverse(fx, done) {
    const { entry } = done as { entry: number | null }
    if (entry) await reverseEntry(fx, entry)
    await recompute(fx.ctx, fx.record as Row)
  },
}

async function recompute(ctx: Ctx, record: Row): Promise<void> {
  for (const { employee_id } of linesOf(record, 'shares')) await requireRecompute(ctx, Number(employee_id))
}

const firstBranch = async (ctx: Ctx): Promise<number | null> =>
  (await ctx.db.query<{ id: number }>(sql`SELECT id FROM ${table(ctx, 'branch')} ORDER BY id LIMIT 1`))[0]?.id ?? null

/** Notes with each share the payroll that paid it; charges of which all shares are paid are paid. */
export const serviceChargePaid: Effect<Json, Records['payroll']> = {
  name: 'serviceCharge.paid',
  rank: 46,
  params: { ...NONE, description: 'Notes which shares of service charges a payroll paid.' },
  async apply(fx): Promise<Json> {
    const { ctx } = fx
    if (!ctx.modules.has(CHARGE)) return { ids: [] }
    const rows = await ctx.db.query<{ parent_id: number }>(
      sql`
        UPDATE ${linesTable(ctx, CHARGE, 'shares')} s
        SET payroll_id = ${recordId(fx)}
        FROM ${entriesTable(ctx)} e
        WHERE e.parent_id = ${recordId(fx)}
          AND e.source_module = ${CHARGE}
          AND e.is_manual IS NOT TRUE
          AND s.parent_id = e.source_id
          AND s.employee_id = e.employee_id
        RETURNING s.parent_id
      `,
    )
    const ids = [...new Set(rows.map(({ parent_id }) => Number(parent_id)))]
    await renew(ctx, ids)
    return { ids }
  },
  async reverse({ ctx, record }, done) {
    const { ids } = done as { ids: number[] }
    if (!ids.length) return
    await ctx.db.query(sql`UPDATE ${linesTable(ctx, CHARGE, 'shares')} SET payroll_id = NULL WHERE payroll_id = ${record.id}`)
    await renew(ctx, ids)
  },
}

const renew = (ctx: Ctx, ids: readonly number[]) =>
  ctx.db.query(
    sql`
      UPDATE ${table(ctx, CHARGE)} c
      SET version = version + 1,
        status = CASE
          WHEN EXISTS (
            SELECT 1 FROM ${linesTable(ctx, CHARGE, 'shares')} s WHERE s.parent_id = c.id AND s.amount > 0 AND s.payroll_id IS NULL
          ) THEN 'distributed'
          ELSE 'paid'
        END
      WHERE c.id = ANY (${ids}::bigint[]) AND c.status IN ('distributed', 'paid')
    `,
  )
