/**
 * Tax forms 2316 as records: generated for a year, one for each employee with pay in it, generated again until they are
 * released, and released to the employee by themselves or by a request.
 */

import { FILING_CONDITIONS } from '../../../domain/payroll/index.ts'
import type { Json, Module, Row } from '../../../engine/model/module.ts'
import { type Decimal, dec } from '../../../kernel/decimal.ts'
import type { Ctx, Effect, EffectContext, Guard } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'
import { flag, handler, NONE, optionalId } from '../../platform/http/params.ts'
import { closedCodes } from '../../records/closed.ts'
import { idOf as idFrom } from '../../records/get.ts'
import { read } from '../../records/read.ts'
import { idOf, linesOf } from '../../records/row.ts'
import { rewrite, store } from '../../records/write/save.ts'
import type { ActionNote } from '../../workflow/warnings.ts'
import { pdfReply } from '../payroll/handlers/reports.ts'
import { type EmployeeYear, employeeYears } from './alphalist-rows.ts'
import { draw2316 } from './form-2316.ts'
import { EXEMPT_ITEMS, SUMMARY_ITEMS, TAXABLE_ITEMS } from './form-2316-items.ts'
import { requirePayAccess } from './pay-access.ts'
import { figuresOfYear, hasCompensation } from './year-figures.ts'
import { formOf, formOfYear, noYear, TAX_FORM } from './year-form.ts'

export const TAX_FORM_QUEUE = 'tax_form.generate'
/** Forms up to this number are generated while the user waits. */
const AT_ONCE = 200
/** Forms of one transaction. */
const BATCH = 100
const ITEMS = [...SUMMARY_ITEMS, ...EXEMPT_ITEMS, ...TAXABLE_ITEMS]

const moduleOf = (ctx: Ctx): Module => ctx.modules.get(TAX_FORM)!

/** Items and conditions of a year as the record has them. */
function contents(ctx: Ctx, found: EmployeeYear): Row {
  const { figures, listed, conditions } = found
  const { boxes } = figures
  const form = formOfYear(ctx, found)
  const box = (no: string): Decimal => boxes[no]!
  return {
    period_from: form.from,
    period_to: form.to,
    tin: listed.tin,
    is_minimum_wage: form.is_minimum_wage,
    wage_per_day: form.wage_per_day,
    wage_per_month: form.wage_per_month,
    gross: box('19'),
    nontaxable: box('20'),
    nontaxable_13th: box('34'),
    de_minimis: box('35'),
    statutory: box('36'),
    taxable_basic: box('39'),
    taxable_13th: box('48'),
    previous_employer_taxable: box('22'),
    gross_taxable: box('23'),
    tax_due: box('24'),
    tax_withheld: box('28'),
    is_substituted: form.substituted,
    boxes: ITEMS.map(([item, description]) => ({ item, description, amount: box(item) })),
    conditions: FILING_CONDITIONS.map((condition) => ({ condition, is_met: conditions[condition] })),
  }
}

interface Employer extends Row {
  readonly id: number
  readonly rdo_code: string | null
}
const employerOf = async (ctx: Ctx): Promise<Employer | undefined> =>
  (await ctx.db.query<Employer>(sql`SELECT id, rdo_code FROM ${table(ctx, 'company')} ORDER BY id LIMIT 1`))[0]

interface Outcome {
  readonly done: number
  readonly problems: readonly { readonly employee: string; readonly message: string }[]
}

/** Generates the forms of these employees: new ones are made, and those that are not released are made anew. */
async function generateFor(ctx: Ctx, year: number, employees: readonly number[], signatory: number | null): Promise<Outcome> {
  const module = moduleOf(ctx)
  return ctx.db.tx(async () => {
    const employer = await employerOf(ctx)
    const known = await ctx.db.query<{ id: number; employee_id: number; status: string }>(
      sql`
        SELECT id, employee_id, status
        FROM ${table(ctx, TAX_FORM)}
        WHERE year = ${year} AND employee_id = ANY (${employees}::bigint[])
        ORDER BY id
        FOR UPDATE
      `,
    )
    const forms = new Map(known.map((row) => [Number(row.employee_id), row]))
    const problems: { employee: string; message: string }[] = []
    let done = 0
    for (const found of await employeeYears(ctx, year, employees)) {
      const { employee } = found
      const add = (message: string) => problems.push({ employee: employee.full_name, message })
      const current = forms.get(employee.id)
      if (current && current.status !== 'generated') {
        add('The form is released and stays as it is.')
        continue
      }
      if (!employee.tin) add('No TIN. Enter it and generate the form again.')
      const values = {
        ...contents(ctx, found),
        company_id: employer?.id ?? null,
        rdo_code: employer?.rdo_code ?? null,
        generated_at: ctx.clock.now().toISOString(),
        ...(signatory === null ? {} : { signatory_id: signatory }),
      }
      if (current) await rewrite(ctx, module, await ctx.services.records.load(ctx, module, Number(current.id), { lock: true }), values)
      else await store(ctx, module, { employee_id: employee.id, year, ...values, status: 'generated' })
      done++
    }
    return { done, problems }
  })
}

interface Candidates {
  readonly ids: readonly number[]
  /** With a record of the year, and no compensation in it. */
  readonly without: readonly number[]
  readonly closed: number
}

/** Employees with compensation in the year, those asked for only; employees whose pay is closed to the caller are counted apart. */
async function candidates(ctx: Ctx, year: number, asked: readonly number[]): Promise<Candidates> {
  const rows = await ctx.db.query<{ id: number }>(
    sql`
      SELECT y.employee_id AS id
      FROM ${table(ctx, 'ytd_payroll')} y
      JOIN ${table(ctx, 'employee')} e ON e.id = y.employee_id
      WHERE y.year = ${year} AND e.is_final_tax IS NOT TRUE AND (${asked.length === 0} OR e.id = ANY (${asked}::bigint[]))
      ORDER BY e.last_name, e.first_name, e.id
    `,
  )
  const all = rows.map((row) => Number(row.id))
  const closed = await closedCodes(ctx, ctx.modules.get('employee')!, all)
  const open = all.filter((id) => !closed.get(id)?.has('compensation'))
  const figures = await figuresOfYear(ctx, year, open)
  const isPaid = (id: number): boolean => hasCompensation(figures.get(id)!)
  return { ids: open.filter(isPaid), without: open.filter((id) => !isPaid(id)), closed: all.length - open.length }
}

/** Says of whom no form is made although it was asked for, or although an earlier generation made it. */
async function notDue(ctx: Ctx, { year, employees }: Request, without: readonly number[]): Promise<Outcome['problems']> {
  const rows = await ctx.db.query<{ employee: string }>(
    sql`
      SELECT e.full_name AS employee
      FROM ${table(ctx, 'employee')} e
      WHERE e.id = ANY (${without}::bigint[])
        AND (
          ${employees.length > 0}
          OR EXISTS (SELECT 1 FROM ${table(ctx, TAX_FORM)} f WHERE f.employee_id = e.id AND f.year = ${year})
        )
      ORDER BY e.last_name, e.first_name, e.id
    `,
  )
  return rows.map(({ employee }) => ({ employee, message: `No compensation in ${year}, so no form is due.` }))
}

interface Request {
  readonly year: number
  readonly employees: readonly number[]
  readonly signatory: number | null
}

/** Generates the forms of a year in batches, and says what stands against some of them. */
export async function generateAll(
  ctx: Ctx,
  { year, employees, signatory }: Request,
  progress: (done: number, total: number) => void,
): Promise<Row> {
  const { ids, without, closed } = await candidates(ctx, year, employees)
  let generated = 0
  const problems = [...(await notDue(ctx, { year, employees, signatory }, without))]
  for (let from = 0; from < ids.length; from += BATCH) {
    const part = await generateFor(ctx, year, ids.slice(from, from + BATCH), signatory)
    generated += part.done
    problems.push(...part.problems)
    progress(Math.min(from + BATCH, ids.length), ids.length)
  }
  if (closed)
    problems.push({
      employee: `${closed} employees`,
      message: 'Their pay group is confidential. Ask one of its users to generate their forms.',
    })
  return { note: `Forms generated for ${year}: ${generated}.`, problems }
}

/** Works on a year with many employees in the background. */
export const workTaxForms = async (ctx: Ctx, data: Json, progress: (done: number, total: number) => void): Promise<Json> =>
  (await generateAll(ctx, data as unknown as Request, progress)) as Json

const yearIn = (body: Readonly<Record<string, unknown>>): number => {
  const year = optionalId(body, 'year')
  if (year === undefined || year < 2018 || year > 2100) throw refuse('E_NO_YEAR', 'Enter a year from 2018 on.')
  return year
}

/** `POST generate`: the forms of a year, of all employees or of those chosen. */
const generate = handler('tax_form.generate', async (ctx, { body }) => {
  const year = yearIn(body)
  const employees = Array.isArray(body.employee_ids) ? body.employee_ids.map((id) => Number(id)).filter((id) => id > 0) : []
  const request: Request = { year, employees, signatory: optionalId(body, 'signatory_id') ?? null }
  const { ids, closed } = await candidates(ctx, year, employees)
  if (!ids.length && !closed)
    throw refuse('E_NO_YEAR', `No pay of ${year} is recorded. Post a payroll of that year, or enter its year-to-date amounts.`)
  if (ids.length > AT_ONCE && !flag(body, 'at_once'))
    return ctx.db.tx(async () => ({ job_id: await ctx.services.jobs.send(ctx, TAX_FORM_QUEUE, request as unknown as Json) }))
  return generateAll(ctx, request, () => {})
})

/** `POST {id}/generate`: one form anew. */
const again = handler('tax_form.again', async (ctx, { params }, module) => {
  const id = idFrom(params.id)
  await read(ctx, module, id, { action: 'view' })
  const record = await ctx.services.records.load(ctx, module, id)
  if (record.status !== 'generated') throw refuse('E_STATE', 'A released form stays as it is. Take it back first.')
  const [employee, year] = [Number(record.employee_id), Number(record.year)]
  const { done } = await generateFor(ctx, year, [employee], null)
  if (!done) throw await noYear(ctx, employee, year)
  return ctx.services.records.get(ctx, module, id)
})

/** `POST {id}/print-form`: the form as PDF. */
const print = handler('tax_form.print', async (ctx, { params }, module) => {
  const id = idFrom(params.id)
  await read(ctx, module, id, { action: 'view' })
  const record = await ctx.services.records.load(ctx, module, id)
  const [employee, year] = [Number(record.employee_id), Number(record.year)]
  const { file, definition } = await draw2316(ctx, employee, year, await formOf(ctx, employee, year))
  return pdfReply(ctx, file, definition)
})

const amounts = (record: Row): string =>
  JSON.stringify([
    ...linesOf(record, 'boxes').map(({ item, amount }) => [item, dec(amount).toFixed(2)]),
    record.period_from,
    record.is_substituted === true,
  ])

/** Advice on releasing forms of a year that has not ended, of employees who have not left: their pay of the year goes on. */
const yearOpen = handler('tax_form.yearOpen', async (ctx, { body }): Promise<ActionNote[]> => {
  const today = ctx.clock.today(ctx.company.time_zone)
  const early = await ctx.db.query<{ year: number; name: string }>(
    sql`
      SELECT f.year, concat_ws(' ', e.first_name, e.last_name) AS name
      FROM ${table(ctx, TAX_FORM)} f
      JOIN ${table(ctx, 'employee')} e ON e.id = f.employee_id
      WHERE f.id = ANY (${body.ids as number[]}::bigint[])
        AND f.year >= ${Number(today.slice(0, 4))}
        AND (e.date_separated IS NULL OR e.date_separated > ${today}::date)
    `,
  )
  return [...Map.groupBy(early, ({ year }) => year)].map(([year, forms]) => {
    const [only] = forms
    const text =
      forms.length === 1
        ? `${year} has not ended, and ${only!.name} has not left: pay after today is not on the form.`
        : `${year} has not ended, and ${forms.length} of these employees have not left: pay after today is not on their forms.`
    return { text }
  })
})

/** What is released is what the year's pay gives now. */
export const taxFormCurrent: Guard = {
  name: 'tax_form.current',
  params: { ...NONE, description: 'Refuses a tax form whose amounts have changed since it was generated.' },
  async check({ ctx, record, module }: EffectContext) {
    const [employee, year] = [Number(record.employee_id), Number(record.year)]
    const [found] = await employeeYears(ctx, year, [employee])
    if (!found) throw await noYear(ctx, employee, year)
    const stored = await ctx.services.records.load(ctx, module, Number(record.id))
    if (amounts(stored) !== amounts(contents(ctx, found)))
      throw refuse('E_FORM_STALE', "The employee's pay of the year has changed since the form was generated. Generate it again.")
  },
}

/** `tax_form.release`: the form that a request asks for is generated where it is missing, and released with the request. */
export const taxFormRelease: Effect<{ employee: string; year: string; when: string }> = {
  name: 'tax_form.release',
  rank: 40,
  params: {
    description: "Releases the tax form of the employee's year that the record asks for; a form that is missing is generated.",
    type: 'object',
    additionalProperties: false,
    required: ['employee', 'year', 'when'],
    properties: {
      employee: { type: 'string', format: 'field', to: ['employee'], description: 'Field with the employee.' },
      year: { type: 'string', format: 'field', description: 'Field with the year.' },
      when: { type: 'string', format: 'expression', gives: 'bool', description: 'Expression: only while true.' },
    },
  },
  async apply(fx, params): Promise<Json> {
    const module = fx.ctx.modules.get(TAX_FORM)
    if (!module || fx.evaluate(params.when) !== true) return null
    const { ctx, record } = fx
    requirePayAccess(ctx, 'compensation')
    const [employee, year] = [idOf(record, params.employee)!, idOf(record, params.year)!]
    const find = async () =>
      (
        await ctx.db.query<{ id: number; status: string }>(
          sql`SELECT id, status FROM ${table(ctx, TAX_FORM)} WHERE employee_id = ${employee} AND year = ${year}`,
        )
      )[0]
    if ((await find())?.status === 'released') return null
    const { done } = await generateFor(ctx, year, [employee], null)
    if (!done) throw await noYear(ctx, employee, year)
    const { id } = (await find())!
    await ctx.services.workflow.carryOut(ctx, module, { id: Number(id), action: 'release', input: {} })
    return { id: Number(id) }
  },
  async reverse({ ctx }, entry) {
    const { id } = (entry ?? {}) as { id?: number }
    const module = ctx.modules.get(TAX_FORM)
    if (id && module) await ctx.services.workflow.carryOut(ctx, module, { id, action: 'take_back', input: {} })
  },
}

export const taxFormHandlers = [generate, again, print, yearOpen]
