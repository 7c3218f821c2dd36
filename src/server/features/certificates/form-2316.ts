/** BIR form 2316 of an employee and a year: the form's numbered boxes, from the posted payrolls and the year's sums. */

import type { Content, TableCell } from 'pdfmake/interfaces.js'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { invalid, notFound, refuse } from '../../platform/errors.ts'
import { letterheadContent } from '../../print/document.ts'
import { letterhead } from '../../print/index.ts'
import { paper, pesos } from '../payroll/pdf-forms.ts'
import type { Paper } from './types.ts'
import { figuresOfYear } from './year-figures.ts'

const PART_IVA: readonly (readonly [string, string])[] = [
  ['19', 'Gross compensation income from present employer (38 and 52)'],
  ['20', 'Less: total non-taxable and exempt compensation (38)'],
  ['21', 'Taxable compensation from present employer (52)'],
  ['22', 'Add: taxable compensation from previous employer'],
  ['23', 'Gross taxable compensation income (21 and 22)'],
  ['24', 'Tax due'],
  ['25A', 'Taxes withheld by present employer'],
  ['25B', 'Taxes withheld by previous employer'],
  ['26', 'Total taxes withheld as adjusted (25A and 25B)'],
  ['27', '5% tax credit (PERA)'],
  ['28', 'Total taxes withheld (26 and 27)'],
]
const EXEMPT: readonly (readonly [string, string])[] = [
  ['29', 'Basic salary (including the exempt ₱250,000 and below) or statutory minimum wage'],
  ['30', 'Holiday pay (minimum wage earner)'],
  ['31', 'Overtime pay (minimum wage earner)'],
  ['32', 'Night shift differential (minimum wage earner)'],
  ['33', 'Hazard pay (minimum wage earner)'],
  ['34', '13th month pay and other benefits'],
  ['35', 'De minimis benefits'],
  ['36', 'SSS, GSIS, PHIC, Pag-IBIG contributions and union dues (employee share)'],
  ['37', 'Salaries and other forms of compensation'],
  ['38', 'Total non-taxable and exempt compensation (29 to 37)'],
]
const TAXED: readonly (readonly [string, string])[] = [
  ['39', 'Basic salary'],
  ['40', 'Representation'],
  ['41', 'Transportation'],
  ['42', 'Cost of living allowance'],
  ['43', 'Fixed housing allowance'],
  ['44A', 'Other regular: allowances'],
  ['45', 'Commission'],
  ['46', 'Profit sharing'],
  ['47', "Fees including director's fees"],
  ['48', 'Taxable 13th month pay and other benefits'],
  ['49', 'Hazard pay'],
  ['50', 'Overtime pay'],
  ['51A', 'Other supplementary: holiday, rest day and night pay'],
  ['51B', 'Other supplementary: others'],
  ['52', 'Total taxable compensation (39 to 51B)'],
]

interface Facts {
  readonly employee_no: string
  readonly name: string
  readonly birth_at: string | null
  readonly mobile: string | null
  readonly is_minimum_wage: boolean | null
  readonly tin: string | null
  readonly address: string | null
  readonly zip_code: string | null
  readonly date_hired: string | null
  readonly date_separated: string | null
  readonly rdo_code: string | null
}

async function factsOf(ctx: Ctx, employee: number): Promise<Facts> {
  const [row] = await ctx.db.query<Facts>(
    sql`
      SELECT e.employee_no, concat_ws(', ', e.last_name, concat_ws(' ', e.first_name, e.suffix, e.middle_name)) AS name,
        e.birth_at::text, e.mobile, e.is_minimum_wage,
        (
          SELECT min(n.id_number) FROM ${table(ctx, 'employee_id')} n WHERE n.employee_id = e.id AND n.id_type = 'TIN'
        ) AS tin,
        a.line AS address, a.zip_code, e.date_hired::text, e.date_separated::text,
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

export const taxCertificate: Paper = {
  name: 'bir_2316',
  access: 'compensation',
  async draw(ctx, { employee_id, year }) {
    if (year === undefined) throw invalid({ year: ['Field is required'] })
    const who = await factsOf(ctx, employee_id)
    const found = (await figuresOfYear(ctx, year, employee_id)).get(employee_id)
    if (!found)
      throw refuse(
        'E_NO_YEAR',
        `No pay of ${year} is recorded for ${who.name}. Post a payroll of that year, or enter its year-to-date amounts.`,
      )
    const { boxes: figures, previous } = found
    const head = await letterhead(ctx)
    const from = who.date_hired && who.date_hired > `${year}-01-01` ? who.date_hired : `${year}-01-01`
    const to = [`${year}-12-31`, who.date_separated ?? '9999', ctx.clock.today(ctx.company.time_zone)].sort()[0]!
    const content: Content[] = [
      letterheadContent(head, 'BIR form 2316', String(year)),
      { text: 'Certificate of compensation payment and tax withheld', bold: true, margin: [0, 0, 0, 6] },
      {
        columns: [
          [
            fact('1', 'For the year', year),
            fact('2', 'For the period', `${from} to ${to}`),
            fact('3', 'TIN of employee', who.tin),
            fact('4', 'Name of employee', who.name),
            fact('5', 'RDO code', who.rdo_code),
            fact('6', 'Registered address', [who.address, who.zip_code].filter(Boolean).join(' ')),
          ],
          [
            fact('7', 'Date of birth', who.birth_at),
            fact('8', 'Contact number', who.mobile),
            fact('11', 'Minimum wage earner', who.is_minimum_wage ? 'yes' : 'no'),
            fact('12', 'TIN of employer', head.tin),
            fact('13', 'Name of employer', head.name),
            fact('14', 'Registered address', head.address),
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
          [boxes('Part IV-A Summary', PART_IVA, figures), boxes('A. Non-taxable and exempt compensation', EXEMPT, figures)],
          [boxes('B. Taxable compensation income', TAXED, figures)],
        ],
        columnGap: 10,
      },
      {
        columns: [
          { text: '\n\n53 Present employer or authorized agent, signature over printed name, date', fontSize: 7 },
          { text: '\n\n54 Employee, signature over printed name, date', fontSize: 7 },
        ],
        columnGap: 16,
      },
    ]
    const definition = paper(ctx, `BIR form 2316, ${year}`, content)
    return {
      file: `2316-${year}-${who.employee_no}`,
      definition: { ...definition, defaultStyle: { ...definition.defaultStyle, fontSize: 7.5 } },
    }
  },
}
