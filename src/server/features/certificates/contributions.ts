/**
 * An employee's contributions to SSS, PhilHealth and Pag-IBIG, withheld and paid, month by month, as the posted payrolls
 * reported them.
 */

import type { Content, TableCell } from 'pdfmake/interfaces.js'
import { type Decimal, dec, ZERO } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { raw, sql, table } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'
import { letterhead } from '../../print/index.ts'
import { pesos } from '../payroll/pdf-forms.ts'
import { certificate, fullName, monthOf } from './letter.ts'
import { personOf } from './person.ts'
import type { Paper } from './types.ts'

interface Agency {
  readonly name: string
  readonly module: string
  /** Column with the member's number. */
  readonly number: string
  readonly employee: string
  readonly employer: string
}

/** The shares of the SSS include its provident fund (MPF), the employer's also employees' compensation (EC). */
const AGENCIES: readonly Agency[] = [
  {
    name: 'SSS',
    module: 'sss_contribution_payment',
    number: 'sss_no',
    employee: 'employee_share + coalesce(mpf_employee, 0)',
    employer: 'employer_share + coalesce(mpf_employer, 0) + coalesce(ec, 0)',
  },
  {
    name: 'PhilHealth',
    module: 'philhealth_contribution_payment',
    number: 'philhealth_no',
    employee: 'employee_share',
    employer: 'employer_share',
  },
  {
    name: 'Pag-IBIG',
    module: 'pagibig_contribution_payment',
    number: 'pagibig_no',
    employee: 'employee_share',
    employer: 'employer_share',
  },
]

interface Month {
  readonly year: number
  readonly month: number
  readonly member: string | null
  readonly employee: Decimal
  readonly employer: Decimal
  readonly receipt: string | null
}

async function monthsOf(ctx: Ctx, agency: Agency, employee: number, year: number | null): Promise<Month[]> {
  const rows = await ctx.db.query<{ year: number; month: number; member: string; employee: string; employer: string; receipt: string }>(
    sql`
      SELECT year, month, max(${raw(agency.number)}) AS member,
        coalesce(sum(${raw(agency.employee)}), 0)::text AS employee,
        coalesce(sum(${raw(agency.employer)}), 0)::text AS employer,
        string_agg(DISTINCT nullif(concat_ws(', ', or_no, date_paid::text), ''), '; ') AS receipt
      FROM ${table(ctx, agency.module)}
      WHERE employee_id = ${employee} AND (${year}::int IS NULL OR year = ${year}::int)
      GROUP BY year, month
      ORDER BY year, month
    `,
  )
  return rows.map((row) => ({ ...row, employee: dec(row.employee), employer: dec(row.employer) }))
}

const right = (text: string): TableCell => ({ text, alignment: 'right' })
const sum = (amounts: readonly Decimal[]): Decimal => amounts.reduce((all, amount) => all.plus(amount), ZERO)

const tableOf = (agency: Agency, months: readonly Month[]): Content => {
  const member = months.findLast((month) => month.member)?.member
  const [employee, employer] = [sum(months.map((month) => month.employee)), sum(months.map((month) => month.employer))]
  const line = (name: string, ours: Decimal, theirs: Decimal, receipt: string): TableCell[] => [
    name,
    right(pesos(ours)),
    right(pesos(theirs)),
    right(pesos(ours.plus(theirs))),
    receipt,
  ]
  return {
    table: {
      headerRows: 2,
      dontBreakRows: true,
      widths: ['*', 'auto', 'auto', 'auto', 120],
      body: [
        [{ text: `${agency.name}${member ? `, no. ${member}` : ''}`, bold: true, colSpan: 5, fillColor: '#f1f3f5' }, '', '', '', ''],
        ['Month', right('Employee'), right('Employer'), right('Together'), 'Receipt, paid on'],
        ...months.map((month) => line(monthOf(month.year, month.month), month.employee, month.employer, month.receipt ?? '—')),
        line('Total', employee, employer, '').map(
          (cell) => (typeof cell === 'string' ? { text: cell, bold: true } : { ...(cell as object), bold: true }) as TableCell,
        ),
      ],
    },
    fontSize: 9,
    lineHeight: 1,
    layout: 'lightHorizontalLines',
    margin: [0, 0, 0, 12],
  }
}

export const contributionCertificate: Paper = {
  name: 'contribution_certificate',
  access: 'compensation',
  async draw(ctx, request) {
    const who = await personOf(ctx, request.employee_id)
    const matches = await Promise.all(AGENCIES.map((agency) => monthsOf(ctx, agency, request.employee_id, request.year ?? null)))
    const tables = AGENCIES.flatMap((agency, index) => (matches[index]!.length ? [tableOf(agency, matches[index]!)] : []))
    if (!tables.length)
      throw refuse(
        'E_NO_CONTRIBUTIONS',
        `No contributions${request.year ? ` of ${request.year}` : ''} are recorded for ${fullName(who)}. They are with the posting of a payroll.`,
      )
    const head = await letterhead(ctx)
    const period = request.year ? ` for the year ${request.year}` : ''
    return {
      file: `contributions-${request.year ? `${request.year}-` : ''}${who.employee_no}`,
      definition: certificate(ctx, head, {
        title: 'Certificate of contributions',
        request,
        body: [
          {
            text: [
              'This certifies that ',
              { text: fullName(who), bold: true },
              ` (employee no. ${who.employee_no}) and ${head.name} contributed as follows${period}:`,
            ],
            margin: [0, 0, 0, 12],
          },
          ...tables,
        ],
      }),
    }
  },
}
