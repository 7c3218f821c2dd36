/** The alphalist of a year: built from the year's pay, checked as the BIR does, made final, and written as its DAT file. */

import { alphalistFile, alphalistFileName, type Schedule, tinOf } from '../../../domain/payroll/index.ts'
import { alphalistDue } from '../../../domain/statutory/index.ts'
import type { Module, Row } from '../../../engine/model/module.ts'
import type { Ctx, EffectContext, Guard, SaveHook } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { forbidden, refuse } from '../../platform/errors.ts'
import { handler, NONE } from '../../platform/http/params.ts'
import { closedCodes } from '../../records/closed.ts'
import { idOf } from '../../records/get.ts'
import { read } from '../../records/read.ts'
import { linesOf } from '../../records/row.ts'
import { rewrite } from '../../records/write/save.ts'
import { type AlphalistRow, alphalistOf } from './alphalist-rows.ts'

const scheduleOf = (record: Row): Schedule | null => (record.schedule as Schedule | null) ?? null

type Listed = Pick<AlphalistRow, 'employee_id'>

/** 403 where the list would show pay that is closed to the caller: a list without these employees would be wrong. */
export async function requireAll(ctx: Ctx, rows: readonly Listed[]): Promise<void> {
  const closed = await closedCodes(
    ctx,
    ctx.modules.get('employee')!,
    rows.map((row) => row.employee_id),
  )
  if ([...closed.values()].some((codes) => codes.has('compensation')))
    throw forbidden('The list includes employees of a confidential pay group. Ask one of its users to process it.')
}

/** A confidential pay group of the listed employees: the record is then open to its users only. */
export async function confidentialGroup(ctx: Ctx, rows: readonly Listed[]): Promise<number | null> {
  const [row] = await ctx.db.query<{ id: number }>(
    sql`
      SELECT g.id
      FROM ${table(ctx, 'pay_group')} g
      JOIN ${table(ctx, 'employee')} e ON e.pay_group_id = g.id
      WHERE g.is_confidential AND e.id = ANY (${rows.map((entry) => entry.employee_id)}::bigint[])
      ORDER BY g.id
      LIMIT 1
    `,
  )
  return row ? Number(row.id) : null
}

const companyOf = async (ctx: Ctx): Promise<Row> =>
  (await ctx.db.query<Row>(sql`SELECT id, tin FROM ${table(ctx, 'company')} ORDER BY id LIMIT 1`))[0] ?? {}

async function edited(ctx: Ctx, module: Module, id: number): Promise<Row> {
  await read(ctx, module, id, { action: 'view' })
  const record = await ctx.services.records.load(ctx, module, id, { lock: true })
  if (record.status !== 'draft') throw refuse('E_STATE', 'A final alphalist cannot be processed again. Create another one.')
  return record
}

/** `POST {id}/process`: takes the rows anew from the year's pay, with totals and problems. */
const process = handler('alphalist.process', (ctx, { params }, module) =>
  ctx.db.tx(async () => {
    const id = idOf(params.id)
    const record = await edited(ctx, module, id)
    const { rows, problems, totals } = await alphalistOf(ctx, Number(record.year), scheduleOf(record))
    await requireAll(ctx, rows)
    const company = await companyOf(ctx)
    const hasTin = tinOf(company.tin as string | null).tin.length === 9
    const all = hasTin ? problems : [{ severity: 'error', employee_id: null, problem: 'no_company_tin', detail: '' }, ...problems]
    await rewrite(ctx, module, record, {
      rows: rows.map((row) => ({ ...row })),
      findings: all.map((problem) => ({ ...problem })),
      ...totals,
      errors: all.filter(({ severity }) => severity === 'error').length,
      company_id: company.id ?? null,
      confidential_group_id: await confidentialGroup(ctx, rows),
      generated_at: ctx.clock.now().toISOString(),
    })
    return ctx.services.records.get(ctx, module, id)
  }),
)

function requireCorrect(record: Row): void {
  if (!record.generated_at) throw refuse('E_ALPHALIST', 'Process the alphalist first.')
  const count = Number(record.errors)
  if (count) throw refuse('E_ALPHALIST', `Correct the errors listed under Problems (${count}), and process the alphalist again.`)
}

/** The stored list has no errors and is what the year's pay gives now. */
export const alphalistCorrect: Guard = {
  name: 'alphalist.correct',
  params: { ...NONE, description: 'Refuses an alphalist with errors, or whose amounts have changed since it was processed.' },
  async check({ ctx, record }: EffectContext) {
    requireCorrect(record)
    const { rows } = await alphalistOf(ctx, Number(record.year), scheduleOf(record))
    const plain = (list: readonly Row[]): string =>
      JSON.stringify(list.map((row) => [Number(row.employee_id), row.schedule, row.cells]).sort((a, b) => Number(a[0]) - Number(b[0])))
    if (plain(rows) !== plain(linesOf(record, 'rows')))
      throw refuse('E_ALPHALIST', 'Pay or employees have changed since the alphalist was processed. Process it again.')
  },
}

/** `GET {id}/dat-file`: the file for the BIR, of a list without errors. */
const file = handler('alphalist.file', async (ctx, { params }, module) => {
  const id = idOf(params.id)
  await read(ctx, module, id, { action: 'view' })
  const record = await ctx.services.records.load(ctx, module, id)
  requireCorrect(record)
  const employer = { ...tinOf((await companyOf(ctx)).tin as string | null), year: Number(record.year) }
  const rows = linesOf(record, 'rows') as unknown as AlphalistRow[]
  return {
    reply: {
      type: 'application/octet-stream',
      filename: alphalistFileName(employer),
      headers: { 'cache-control': 'no-store' },
      body: Buffer.from(alphalistFile(employer, rows), 'latin1'),
    },
  }
})

/** The due date of the year. */
export const alphalistSaved: SaveHook = {
  name: 'alphalist.saved',
  async beforeSave(_ctx, _module, { record }) {
    record.due_date = alphalistDue(Number(record.year))
  },
  async afterSave() {},
}

export const alphalistHandlers = [process, file]
