/**
 * Certificates of employment: the employee, their position, place and period of employment; with pay where requested
 * (DOLE Labor Advisory 06-20).
 */

import type { Content } from 'pdfmake/interfaces.js'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/errors.ts'
import { letterhead } from '../../print/index.ts'
import { pesos } from '../payroll/pdf-forms.ts'
import { earlierPeriodsOf } from './earlier-service.ts'
import { certificate, fullName, longDate } from './letter.ts'
import type { Person } from './person.ts'
import type { Paper, PaperRequest } from './types.ts'

interface Employment extends Person {
  readonly position: string | null
  readonly department: string | null
  readonly employment_type: string | null
  readonly date_hired: string | null
  readonly date_separated: string | null
  readonly salary_rate_type: string | null
  readonly basic_rate: string | null
}

async function employmentOf(ctx: Ctx, id: number): Promise<Employment> {
  const [row] = await ctx.db.query<Employment>(
    sql`
      SELECT e.employee_no, e.first_name, e.middle_name, e.last_name, e.suffix, p.name AS position,
        d.name AS department, y.name AS employment_type, e.date_hired::text, e.date_separated::text, e.salary_rate_type,
        e.basic_rate::text
      FROM ${table(ctx, 'employee')} e
      LEFT JOIN ${table(ctx, 'position')} p ON p.id = e.position_id
      LEFT JOIN ${table(ctx, 'department')} d ON d.id = e.department_id
      LEFT JOIN ${table(ctx, 'employment_type')} y ON y.id = e.employment_type_id
      WHERE e.id = ${id}
    `,
  )
  if (!row) throw notFound('The employee was not found.')
  return row
}

const PER: Readonly<Record<string, string>> = { per_day: 'a day', per_month: 'a month', per_year: 'a year' }
const RATE: Readonly<Record<string, string>> = { monthly: 'a month', daily: 'a day', hourly: 'an hour' }

/** Basic pay and the standing allowances of the day. */
async function compensationOf(ctx: Ctx, id: number, employment: Employment): Promise<Content> {
  const today = ctx.clock.today(ctx.company.time_zone)
  const allowances = await ctx.db.query<{ name: string; amount: string; time_unit: string }>(
    sql`
      SELECT i.name, r.amount::text, r.time_unit
      FROM ${table(ctx, 'allowance')} r
      JOIN ${table(ctx, 'pay_item')} i ON i.id = r.pay_item_id
      WHERE r.employee_id = ${id}
        AND r.is_active IS NOT FALSE
        AND r.unit_type IS DISTINCT FROM 'rate_by_wage'
        AND r.effective_from <= ${today}::date
        AND (r.effective_to IS NULL OR r.effective_to >= ${today}::date)
      ORDER BY i.sort_order, i.name, r.id
    `,
  )
  const line = (name: string, amount: string | null, per: string) => [
    name,
    { text: `₱ ${pesos(amount)} ${per}`, alignment: 'right' as const },
  ]
  return {
    table: {
      widths: ['*', 'auto'],
      body: [
        line('Basic salary', employment.basic_rate, RATE[employment.salary_rate_type ?? 'monthly'] ?? ''),
        ...allowances.map((allowance) => line(allowance.name, allowance.amount, PER[allowance.time_unit] ?? '')),
      ],
    },
    layout: 'lightHorizontalLines',
    margin: [0, 4, 0, 14],
  }
}

async function draw(ctx: Ctx, request: PaperRequest, withPay: boolean) {
  const { employee_id } = request
  const who = await employmentOf(ctx, employee_id)
  const head = await letterhead(ctx)
  const today = ctx.clock.today(ctx.company.time_zone)
  const since = who.date_hired ? longDate(who.date_hired) : 'the day of hiring'
  const isHere = who.date_separated === null || who.date_separated >= today
  const as = [
    who.position ? ` as ${who.position}` : '',
    who.department ? ` in ${who.department}` : '',
    who.employment_type ? ` (${who.employment_type})` : '',
  ].join('')
  const earlier = (await earlierPeriodsOf(ctx, employee_id, who.date_hired)).map(
    ({ from, to }) => `${from === null ? 'until' : `from ${longDate(from)} to`} ${longDate(to)}`,
  )
  const before = earlier.length ? `, and before that ${isHere ? 'was employed ' : ''}${earlier.join(' and ')}` : ''
  const served = isHere
    ? `has been employed by ${head.name}${as} since ${since}${who.date_separated ? ` and until ${longDate(who.date_separated)}` : ' to the present'}`
    : `was employed by ${head.name}${as} from ${since} to ${longDate(who.date_separated!)}`
  return {
    file: `certificate-of-employment-${who.employee_no}`,
    definition: certificate(ctx, head, {
      title: 'Certificate of employment',
      request,
      body: [
        {
          text: ['This certifies that ', { text: fullName(who), bold: true }, ` (employee no. ${who.employee_no}) ${served}${before}.`],
          margin: [0, 0, 0, 14],
        },
        ...(withPay ? ['At this time the compensation is:', await compensationOf(ctx, employee_id, who)] : []),
      ],
    }),
  }
}

export const employmentCertificate: Paper = { name: 'employment_certificate', draw: (ctx, request) => draw(ctx, request, false) }
export const compensationCertificate: Paper = {
  name: 'compensation_certificate',
  access: 'compensation',
  draw: (ctx, request) => draw(ctx, request, true),
}
