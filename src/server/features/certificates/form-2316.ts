/** BIR form 2316 of an employee and a year as a page: the form's numbered boxes, of its record or of the year's pay. */

import type { Content, TableCell } from 'pdfmake/interfaces.js'
import { formatDate } from '../../../engine/runtime/format/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import { letterheadContent } from '../../print/document.ts'
import { letterhead } from '../../print/index.ts'
import { paper, pesos } from '../payroll/pdf-forms.ts'
import { EXEMPT_ITEMS, SUMMARY_ITEMS, TAXABLE_ITEMS } from './form-2316-items.ts'
import type { Paper } from './types.ts'
import { type Form2316, formOf } from './year-form.ts'

interface Facts {
  readonly employee_no: string
  readonly name: string
  readonly birth_at: string | null
  readonly mobile: string | null
  readonly tin: string | null
  readonly address: string | null
  readonly zip_code: string | null
  readonly rdo_code: string | null
}

async function factsOf(ctx: Ctx, employee: number): Promise<Facts> {
  const [row] = await ctx.db.query<Facts>(
    sql`
      SELECT e.employee_no, concat_ws(', ', e.last_name, concat_ws(' ', e.first_name, e.suffix, e.middle_name)) AS name,
        e.birth_at::text, e.mobile,
        (
          SELECT min(n.id_number) FROM ${table(ctx, 'employee_id')} n WHERE n.employee_id = e.id AND n.id_type = 'TIN'
        ) AS tin,
        a.line AS address, a.zip_code,
        (SELECT c.rdo_code FROM ${table(ctx, 'company')} c ORDER BY c.id LIMIT 1) AS rdo_code
      FROM ${table(ctx, 'employee')} e
      LEFT JOIN LATERAL (
        SELECT concat_ws(', ', d.line_1, d.line_2) AS line, d.zip_code
        FROM ${table(ctx, 'address')} d
        WHERE d.owner_type = 'employee' AND d.owner_id = e.id
        ORDER BY d.is_default DESC NULLS LAST, d.id
        LIMIT 1
      ) a ON true
      WHERE e.id = ${employee}
    `,
  )
  if (!row) throw notFound('The employee was not found.')
  return row
}

const boxes = (title: string, rows: readonly (readonly [string, string])[], figures: Readonly<Record<string, unknown>>): Content => ({
  table: {
    widths: [22, '*', 'auto'],
    dontBreakRows: true,
    body: [
      [{ text: title, bold: true, colSpan: 3, fillColor: '#f1f3f5' }, '', ''],
      ...rows.map(([no, words]): TableCell[] => [no, words, { text: pesos(figures[no]), alignment: 'right' }]),
    ],
  },
  layout: 'boxes',
  margin: [0, 0, 0, 6],
})

const fact = (no: string, words: string, value: unknown): Content => ({
  text: [{ text: `${no} ${words}: `, color: '#495057' }, value === null || value === undefined || value === '' ? '—' : String(value)],
})

/** The form as a page. */
export async function draw2316(ctx: Ctx, employee: number, year: number, form: Form2316) {
  const who = await factsOf(ctx, employee)
  const head = await letterhead(ctx)
  const { boxes: figures, previous } = form
  const wage = (amount: unknown) => (form.is_minimum_wage && amount !== null && amount !== undefined ? pesos(amount) : null)
  const content: Content[] = [
    letterheadContent(head, 'BIR form 2316', String(year)),
    { text: 'Certificate of compensation payment and tax withheld', bold: true, margin: [0, 0, 0, 6] },
    {
      columns: [
        [
          fact('1', 'For the year', year),
          fact('2', 'For the period', `${formatDate(form.from)} to ${formatDate(form.to)}`),
          fact('3', 'TIN of employee', who.tin),
          fact('4', 'Name of employee', who.name),
          fact('5', 'RDO code', who.rdo_code),
          fact('6', 'Registered address', [who.address, who.zip_code].filter(Boolean).join(' ')),
          fact('7', 'Date of birth', formatDate(who.birth_at)),
          fact('8', 'Contact number', who.mobile),
          fact('9', 'Statutory minimum wage rate per day', wage(form.wage_per_day)),
          fact('10', 'Statutory minimum wage rate per month', wage(form.wage_per_month)),
        ],
        [
          fact('11', 'Minimum wage earner', form.is_minimum_wage ? 'yes' : 'no'),
          fact('12', 'TIN of employer', head.tin),
          fact('13', 'Name of employer', head.name),
          fact('14', 'Registered address', head.address),
          fact('15', 'Type of employer', 'main'),
          fact('16', 'TIN of previous employer', previous.tin),
          fact('17', 'Name of previous employer', previous.name),
          fact('18', 'Registered address', previous.address),
        ],
      ],
      columnGap: 16,
      margin: [0, 0, 0, 8],
    },
    {
      columns: [
        [boxes('Part IV-A Summary', SUMMARY_ITEMS, figures), boxes('A. Non-taxable and exempt compensation', EXEMPT_ITEMS, figures)],
        [boxes('B. Taxable compensation income', TAXABLE_ITEMS, figures)],
      ],
      columnGap: 10,
    },
    {
      columns: [
        {
          text: `\n\n${form.signatory ? `${form.signatory}\n` : ''}53 Present employer or authorized agent, signature over printed name, date`,
          fontSize: 7,
        },
        { text: `\n\n${form.signatory ? `${who.name}\n` : ''}54 Employee, signature over printed name, date`, fontSize: 7 },
      ],
      columnGap: 16,
    },
    ...(form.substituted
      ? [
          {
            columns: [
              { text: '\n\n55 Present employer: the information is reported in form 1604-C, signature, date', fontSize: 7 },
              { text: '\n\n56 Employee: substituted filing of the income tax return, signature, date', fontSize: 7 },
            ],
            columnGap: 16,
          },
        ]
      : []),
  ]
  const definition = paper(ctx, `BIR form 2316, ${year}`, content)
  return {
    file: `2316-${year}-${who.employee_no}`,
    definition: { ...definition, defaultStyle: { ...definition.defaultStyle, fontSize: 7.5 } },
  }
}

export const taxCertificate: Paper = {
  name: 'bir_2316',
  access: 'compensation',
  async draw(ctx, { employee_id, year }) {
    if (year === undefined) throw invalid({ year: ['Field is required'] })
    return draw2316(ctx, employee_id, year, await formOf(ctx, employee_id, year))
  },
}
