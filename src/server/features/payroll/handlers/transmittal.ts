/** Net pay to the bank: the letter, and the file in the form that the bank takes. */

import { type FileFormat, FormatMismatch, GENERIC_FIXED, payrollFile } from '../../../../domain/bank/payroll-file.ts'
import type { Row } from '../../../../engine/model/module.ts'
import type { Ctx } from '../../../platform/context.ts'
import { linesTable, type Sql, sql, table } from '../../../platform/db/sql.ts'
import { notFound, refuse } from '../../../platform/errors.ts'
import { handler, id, optionalId } from '../../../platform/http/params.ts'
import { letterhead } from '../../../print/index.ts'
import { csvLine } from '../../../records/export/csv.ts'
import { store } from '../../../records/write/save.ts'
import { paidOut } from '../held-pay.ts'
import { letterForm } from '../pdf-forms.ts'
import { payrollOf } from './payroll.ts'
import { pdfReply } from './reports.ts'

interface Line {
  readonly employee_id: number
  readonly account_no: string
  readonly account_name: string
  readonly employee_no: string | null
  readonly amount: string
}
interface Transmittal {
  readonly id: number
  readonly batch_no: string
  readonly credit_date: string
  readonly total_amount: string
  readonly bank: string
  readonly bank_id: number
  readonly bank_code: string
  readonly format: 'text' | 'csv' | null
  readonly company_account: string | null
  readonly lines: readonly Line[]
}

const READY: ReadonlySet<unknown> = new Set(['processed', 'approved', 'posted'])

/** The payroll's transmittal to a bank: the same one as long as its amounts are those of the payroll, else a new batch. */
async function transmittalOf(ctx: Ctx, query: Readonly<Record<string, unknown>>, format: string): Promise<Transmittal> {
  const payroll = await payrollOf(ctx, id(query, 'payroll_id'))
  if (!READY.has(payroll.status)) throw refuse('E_STATE', 'Process the payroll before sending it to the bank.')
  const bank_id = optionalId(query, 'bank_id') ?? optionalId(query, 'bank') ?? (await bankOf(ctx, payroll))
  if (!bank_id) throw refuse('E_BANK', 'Choose a bank: the pay group has none.')
  return ctx.db.tx(async () => {
    await ctx.db.query(sql`SELECT 1 FROM ${table(ctx, 'payroll')} WHERE id = ${payroll.id} FOR UPDATE`)
    const valid = await validTransmittal(ctx, payroll.id, bank_id)
    return read(ctx, valid ?? (await make(ctx, payroll, bank_id, format)))
  })
}

/** The batch that still pays what the payroll says; older ones that do not are marked as replaced. */
async function validTransmittal(ctx: Ctx, payroll: unknown, bank_id: number): Promise<number | undefined> {
  const known = await ctx.db.query<{ id: number; is_current: boolean }>(
    sql`
      SELECT t.id,
        ARRAY(
          SELECT ROW(b.employee_id, b.amount)::text
          FROM ${linesTable(ctx, 'bank_transmittal', 'lines')} b
          WHERE b.parent_id = t.id
          ORDER BY b.employee_id
        ) = ARRAY(SELECT ROW(l.employee_id, l.net_pay)::text ${paidByBank(ctx, payroll, bank_id)} ORDER BY l.employee_id) AS is_current
      FROM ${table(ctx, 'bank_transmittal')} t
      WHERE t.payroll_id = ${payroll}
        AND t.bank_id = ${bank_id}
        AND t.kind IS DISTINCT FROM 'held_pay'
        AND coalesce(t.state, 'valid') = 'valid'
      ORDER BY t.id DESC
    `,
  )
  const stale = known.filter(({ is_current }) => !is_current).map(({ id: transmittal }) => transmittal)
  if (stale.length)
    await ctx.db.query(sql`
      UPDATE ${table(ctx, 'bank_transmittal')}
      SET state = 'replaced'
      WHERE id = ANY (${stale}::bigint[])
    `)
  return known.find(({ is_current }) => is_current)?.id
}

/** FROM and WHERE of the employees who are paid through a bank with a payroll. */
const paidByBank = (ctx: Ctx, payroll: unknown, bank_id: number): Sql =>
  sql`
    FROM ${paidOut(ctx, payroll)}
    JOIN ${table(ctx, 'employee')} e ON e.id = l.employee_id
    JOIN ${table(ctx, 'bank_account')} a ON a.id = e.bank_account_id AND a.is_active IS NOT FALSE
    WHERE a.bank_id = ${bank_id}
      AND l.net_pay > 0
  `

async function bankOf(ctx: Ctx, payroll: Row): Promise<number | undefined> {
  const [group] = await ctx.db.query<{ bank_id: number | null }>(
    sql`SELECT bank_id FROM ${table(ctx, 'pay_group')} WHERE id = ${payroll.pay_group_id}`,
  )
  return group?.bank_id ?? undefined
}

async function make(ctx: Ctx, payroll: Row, bank_id: number, format: string): Promise<number> {
  const lines = await ctx.db.query<Line>(
    sql`
      SELECT l.employee_id, a.account_no, a.account_name, l.net_pay::text AS amount
      ${paidByBank(ctx, payroll.id, bank_id)}
      ORDER BY e.employee_no
    `,
  )
  if (!lines.length) throw refuse('E_EMPTY', 'No employee in this payroll is paid through this bank.')
  return batchOf(ctx, lines, { kind: 'payroll', payroll_id: payroll.id, bank_id, credit_date: payroll.payout_date, file_format: format })
}

/** A new batch of lines, from the company's account at the bank. */
async function batchOf(ctx: Ctx, lines: readonly Line[], values: Row): Promise<number> {
  const [account] = await ctx.db.query<{ id: number }>(
    sql`
      SELECT id
      FROM ${table(ctx, 'bank_account')}
      WHERE owner_type = 'company' AND bank_id = ${values.bank_id} AND is_active IS NOT FALSE
      ORDER BY is_default DESC NULLS LAST, id
      LIMIT 1
    `,
  )
  const [{ total } = { total: '0' }] = await ctx.db.query<{ total: string }>(
    sql`SELECT sum(a)::text AS total FROM unnest(${lines.map((line) => line.amount)}::numeric[]) a`,
  )
  const module = ctx.modules.get('bank_transmittal')!
  return store(ctx, module, {
    ...values,
    company_account_id: account?.id ?? null,
    lines: lines as readonly unknown[] as Row[],
    total_amount: total,
    record_count: lines.length,
    generated_at: ctx.clock.now().toISOString(),
    state: 'valid',
  })
}

async function read(ctx: Ctx, transmittalId: number): Promise<Transmittal> {
  const [transmittal] = await ctx.db.query<Transmittal>(
    sql`
      SELECT t.id, t.batch_no, t.credit_date::text, t.total_amount::text, b.name AS bank, b.id AS bank_id, b.code AS bank_code,
        b.transmittal_format AS format, a.account_no AS company_account, a.account_name AS company_account_name,
        a.branch_name AS branch,
        (
          SELECT json_agg(
            json_build_object(
              'employee_id', l.employee_id, 'account_no', l.account_no, 'account_name', l.account_name, 'amount',
              l.amount::text, 'employee_no',
              (SELECT e.employee_no FROM ${table(ctx, 'employee')} e WHERE e.id = l.employee_id)
            )
            ORDER BY l.line_no
          )
          FROM ${linesTable(ctx, 'bank_transmittal', 'lines')} l
          WHERE l.parent_id = t.id
        ) AS lines
      FROM ${table(ctx, 'bank_transmittal')} t
      JOIN ${table(ctx, 'bank')} b ON b.id = t.bank_id
      LEFT JOIN ${table(ctx, 'bank_account')} a ON a.id = t.company_account_id
      WHERE t.id = ${transmittalId}
    `,
  )
  if (!transmittal) throw notFound()
  return transmittal
}

const letter = handler('transmittal.letter', async (ctx, { query }) => {
  const transmittal = await transmittalOf(ctx, query, 'pdf')
  return pdfReply(
    ctx,
    transmittal.batch_no,
    letterForm(ctx, await letterhead(ctx), transmittal as unknown as Row, transmittal.lines as unknown as Row[]),
  )
})

/** The bank's format that is in force on the day, else the one for all banks; undefined where the company has neither. */
async function formatOf(ctx: Ctx, bankId: number, day: string): Promise<(FileFormat & { code: string }) | undefined> {
  if (!ctx.modules.has('bank_file_format')) return undefined
  const [format] = await ctx.db.query<FileFormat & { code: string }>(
    sql`
      SELECT f.code, f.layout, f.delimiter, f.extension,
        (
          SELECT json_agg(
            json_build_object(
              'record', r.record, 'content', r.content, 'text', r.text, 'width', r.width, 'align', r.align, 'pad', r.pad,
              'format', r.format
            )
            ORDER BY r.line_no
          )
          FROM ${linesTable(ctx, 'bank_file_format', 'parts')} r
          WHERE r.parent_id = f.id
        ) AS parts
      FROM ${table(ctx, 'bank_file_format')} f
      WHERE f.is_active IS NOT FALSE
        AND (f.bank_id = ${bankId} OR f.bank_id IS NULL)
        AND f.effective_from <= ${day}::date
        AND (f.effective_to IS NULL OR f.effective_to >= ${day}::date)
      ORDER BY (f.bank_id IS NULL), f.effective_from DESC, f.id DESC
      LIMIT 1
    `,
  )
  return format
}

const file = handler('transmittal.file', async (ctx, { query }) => fileReply(ctx, await transmittalOf(ctx, query, 'text')))

/** The bank file of released pay; the same batch as long as the release stands. */
const heldPay = handler('transmittal.heldPay', async (ctx, { params }, module) => {
  const held = await ctx.services.records.get(ctx, module, id(params, 'id'))
  if (held.status !== 'released' || held.released_by_means !== 'bank_file')
    throw refuse('E_STATE', 'Release the pay through a separate bank file first.')
  return fileReply(ctx, await ctx.db.tx(async () => read(ctx, await heldBatch(ctx, held))))
})

async function heldBatch(ctx: Ctx, held: Row): Promise<number> {
  await ctx.db.query(sql`SELECT 1 FROM ${table(ctx, 'held_pay')} WHERE id = ${held.id} FOR UPDATE`)
  const [known] = await ctx.db.query<{ id: number }>(
    sql`SELECT id FROM ${table(ctx, 'bank_transmittal')} WHERE held_pay_id = ${held.id} AND state = 'valid'`,
  )
  if (known) return known.id
  const [line] = await ctx.db.query<Line & { bank_id: number }>(
    sql`
      SELECT e.id AS employee_id, a.account_no, a.account_name, h.amount::text, a.bank_id
      FROM ${table(ctx, 'held_pay')} h
      JOIN ${table(ctx, 'employee')} e ON e.id = h.employee_id
      JOIN ${table(ctx, 'bank_account')} a ON a.id = e.bank_account_id AND a.is_active IS NOT FALSE
      WHERE h.id = ${held.id} AND h.amount > 0
    `,
  )
  if (!line) throw refuse('E_EMPTY', 'The employee has no bank account, or nothing is held. Enter the bank account first.')
  const { bank_id, ...paid } = line
  return batchOf(ctx, [paid], {
    kind: 'held_pay',
    held_pay_id: held.id,
    payroll_id: (held.payroll as Row).id,
    bank_id,
    credit_date: held.released_on,
    file_format: 'text',
  })
}

async function fileReply(ctx: Ctx, transmittal: Transmittal) {
  const isCsv = transmittal.format === 'csv'
  const chosen = await formatOf(ctx, transmittal.bank_id, transmittal.credit_date)
  const format = chosen ?? GENERIC_FIXED
  const asCsv = isCsv && (chosen === undefined || chosen.code === 'GENERIC')
  const body = asCsv
    ? [
        ['account_no', 'account_name', 'amount', 'particulars'],
        ...transmittal.lines.map((line) => [line.account_no, line.account_name, line.amount, transmittal.batch_no]),
      ]
        .map((row) => csvLine(row))
        .join('')
    : written(format, ctx, transmittal)
  const extension = asCsv ? 'csv' : format.extension
  return {
    reply: {
      type: extension === 'csv' ? 'text/csv; charset=utf-8' : 'text/plain; charset=utf-8',
      filename: `${transmittal.batch_no}.${extension}`,
      headers: { 'cache-control': 'no-store' },
      body,
    },
  }
}

/** The file in the format; 422 where an account number or an amount does not fit it. */
function written(format: FileFormat, ctx: Ctx, transmittal: Transmittal): string {
  try {
    return payrollFile(format, { ...transmittal, company_code: ctx.company.code, company_name: ctx.company.name })
  } catch (error) {
    if (error instanceof FormatMismatch) throw refuse('E_BANK', `The file cannot be made: ${error.message}`)
    throw error
  }
}

export const transmittalHandlers = [letter, file, heldPay]
