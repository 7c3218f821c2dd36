/** What is shown before a payroll is voided: what refuses it, what is taken back, and what stays. */

import type { RemittanceAgency } from '../../../domain/statutory/index.ts'
import type { Module } from '../../../engine/model/module.ts'
import { formatDate } from '../../../engine/runtime/format/index.ts'
import type { Ctx, EffectContext } from '../../platform/context.ts'
import { linesTable, sql, table } from '../../platform/db/sql.ts'
import { AppError } from '../../platform/errors.ts'
import { handler } from '../../platform/http/params.ts'
import type { ActionNote } from '../../workflow/warnings.ts'
import { benefitGuards } from './benefit-claims.ts'
import { payrollGuards } from './guards.ts'
import { heldPayGuards } from './held-pay.ts'
import { hasAmountsOf } from './open-payrolls.ts'
import { type Part, partTitle } from './remittance-parts.ts'

/** Guards of payrolls that read nothing but the record: the void's are among them. */
const GUARDS = [...payrollGuards, ...heldPayGuards, ...benefitGuards]

interface Taken {
  readonly payslips: number
  readonly mailed: number
  readonly viewed: number
  readonly contributions: number
  readonly loans: number
  readonly entries: string | null
  readonly period: string | null
  readonly batches: string | null
  readonly claims: string | null
  readonly charges: string | null
}

/** What a posted payroll left behind. A payroll that was not posted left nothing. */
async function takenBack(ctx: Ctx, id: number): Promise<string[]> {
  const optional = (module: string, statement: ReturnType<typeof sql>) => (ctx.modules.has(module) ? statement : sql`NULL`)
  const namesWith = (module: string, lines: string) => sql`
    (
      SELECT string_agg(DISTINCT c.transaction_no, ', ')
      FROM ${linesTable(ctx, module, lines)} l
      JOIN ${table(ctx, module)} c ON c.id = l.parent_id
      WHERE l.payroll_id = p.id
    )
  `
  const [found] = await ctx.db.query<Taken>(
    sql`
      SELECT (SELECT count(*)::int FROM ${table(ctx, 'payslip')} s WHERE s.payroll_id = p.id) AS payslips,
        (SELECT count(*)::int FROM ${table(ctx, 'payslip')} s WHERE s.payroll_id = p.id AND s.mailed_at IS NOT NULL) AS mailed,
        (
          SELECT count(*)::int
          FROM ${table(ctx, 'payslip')} s
          WHERE s.payroll_id = p.id AND s.downloaded_at IS NOT NULL
        ) AS viewed,
        (SELECT count(*)::int FROM ${table(ctx, 'sss_contribution_payment')} c WHERE c.payroll_id = p.id) AS contributions,
        (
          SELECT count(*)::int
          FROM ${table(ctx, 'payroll_input')} i, jsonb_array_elements(i.result->'loans') x
          WHERE i.payroll_id = p.id
        ) AS loans,
        ${optional(
          'accounting_entry',
          sql`
            (
              SELECT string_agg(a.transaction_no, ', ' ORDER BY a.id)
              FROM ${table(ctx, 'accounting_entry')} a
              WHERE a.source_module = 'payroll' AND a.source_id = p.id
            )
          `,
        )} AS entries,
        (
          SELECT d.name
          FROM ${table(ctx, 'pay_period')} d
          WHERE d.id = p.pay_period_id AND d.is_closed AND p.payroll_tag = 'standard'
        ) AS period,
        ${optional(
          'bank_transmittal',
          sql`
            (
              SELECT string_agg(t.batch_no, ', ' ORDER BY t.id)
              FROM ${table(ctx, 'bank_transmittal')} t
              WHERE t.payroll_id = p.id AND coalesce(t.state, 'valid') = 'valid'
            )
          `,
        )} AS batches,
        ${optional('sss_benefit_claim', namesWith('sss_benefit_claim', 'advances'))} AS claims,
        ${optional('service_charge', namesWith('service_charge', 'shares'))} AS charges
      FROM ${table(ctx, 'payroll')} p
      WHERE p.id = ${id} AND p.status = 'posted'
    `,
  )
  if (!found) return []
  const { payslips, mailed, viewed, contributions, loans, entries, period, batches, claims, charges } = found
  const seen = [mailed && `mailed: ${mailed}`, viewed && `downloaded: ${viewed}`].filter(Boolean).join(', ')
  return [
    `Taken back: ${counted(payslips, 'payslip')}${seen ? ` (${seen})` : ''} with the sums of the year.`,
    ...(contributions ? [`Taken back: the contributions of ${counted(contributions, 'employee')}.`] : []),
    ...(loans ? [`Taken back: ${counted(loans, 'loan payment')}; the balances rise again.`] : []),
    ...(claims ? [`Taken back: what it advanced of ${claims}.`] : []),
    ...(charges ? [`Owed again: its shares of ${charges}.`] : []),
    // Each branch has an entry of its own.
    ...(entries ? [entries.includes(', ') ? `Reversed: the journal entries ${entries}.` : `Reversed: the journal entry ${entries}.`] : []),
    ...(period ? [`Opened again: the pay period ${period}.`] : []),
    ...(batches ? [`Bank batch ${batches} is marked void. If you sent it, ask the bank to stop it.`] : []),
  ]
}

const counted = (number: number, thing: string): string => `${number} ${thing}${number === 1 ? '' : 's'}`

interface PaidRemittance {
  readonly agency: RemittanceAgency
  readonly part: Part
  readonly year: number
  readonly month: number
  readonly date_paid: string | null
}

/** Remittances that were paid to agencies with amounts of the payroll. Paying is never undone by a void. */
async function paidToAgencies(ctx: Ctx, id: number): Promise<string[]> {
  if (!ctx.modules.has('monthly_remittance')) return []
  const paid = await ctx.db.query<PaidRemittance>(
    sql`
      SELECT r.agency, r.part, r.year, r.month, r.date_paid::text
      FROM ${table(ctx, 'monthly_remittance')} r
      WHERE r.status = 'paid' AND ${hasAmountsOf(ctx, id)}
      ORDER BY r.due_date, r.id
    `,
  )
  if (!paid.length) return []
  const names = paid.map(
    ({ agency, part, year, month, date_paid }) =>
      `${partTitle(agency, part)} of ${month}/${year}${date_paid ? ` (on ${formatDate(date_paid)})` : ''}`,
  )
  return [
    `Stays paid to the agencies: ${names.join(', ')}. These remittances are marked as changed: undo their payment and generate them again after the payroll is run anew.`,
  ]
}

/** Held pay of the payroll that nobody released yet: nothing is owed of it any more. */
async function heldBack(ctx: Ctx, id: number): Promise<string[]> {
  if (!ctx.modules.has('held_pay')) return []
  const held = await ctx.db.query<{ text: string }>(
    sql`
      SELECT concat(h.transaction_no, ' (', e.full_name, ', ', to_char(h.amount, 'FM999,999,999,990.00'), ')') AS text
      FROM ${table(ctx, 'held_pay')} h
      JOIN ${table(ctx, 'employee')} e ON e.id = h.employee_id
      WHERE h.payroll_id = ${id} AND h.status = 'held'
      ORDER BY h.id
    `,
  )
  return held.length ? [`Taken back: the held pay ${held.map(({ text }) => text).join(', ')}.`] : []
}

/** What refuses the void as things stand: said before a reason is written for nothing. */
async function refusals(ctx: Ctx, module: Module, id: number): Promise<string[]> {
  const record = await ctx.services.records.load(ctx, module, id)
  const texts: string[] = []
  const names = new Set(module.workflow?.transitions.void?.guards.map(({ name }) => name))
  for (const { check } of GUARDS.filter(({ name }) => names.has(name)))
    try {
      await check({ ctx, module, record } as EffectContext<never>, null)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      texts.push(`Not possible yet: ${error.message}`)
    }
  return texts
}

const undone = handler('payroll.undone', async (ctx, { body }, module): Promise<ActionNote[]> => {
  const notes: ActionNote[] = []
  for (const id of body.ids as number[]) {
    const taken = await takenBack(ctx, id)
    const posted = taken.length ? [...(await heldBack(ctx, id)), ...(await paidToAgencies(ctx, id))] : []
    for (const text of [...(await refusals(ctx, module, id)), ...taken, ...posted]) notes.push({ id, text })
  }
  return notes
})

export const payrollVoidHandlers = [undone]
