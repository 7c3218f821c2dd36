/** Papers of payroll as PDF definitions: payslips, lists by employee and by item, the letter to the bank. */
import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { formatDate, formatValue } from '../../engine/format/index.ts'
import type { Row } from '../../engine/module.ts'
import type { Ctx } from '../context.ts'
import { letterheadContent, paperOf } from '../print/document.ts'
import type { Letterhead } from '../print/index.ts'
import { payrollModule } from './run.ts'

export const pesos = (value: unknown): string => {
  const [whole = '0', cents = '00'] = Number(value ?? 0)
    .toFixed(2)
    .split('.')
  return `${whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')}.${cents}`
}
const right = (text: string, more: object = {}): TableCell => ({ text, alignment: 'right', ...more })
const LINES = { hLineColor: () => '#ced4da', vLineColor: () => '#ced4da', hLineWidth: () => 0.5, vLineWidth: () => 0.5 }

/** A page of the company with a footer that tells who printed it. */
export function paper(ctx: Ctx, title: string, content: Content[], landscape = false): TDocumentDefinitions {
  const printed = `${ctx.principal.name} · ${formatDate(ctx.clock.today(ctx.company.time_zone))}`
  return {
    pageSize: paperOf(String(ctx.settings.print_paper ?? 'A4')),
    ...(landscape ? { pageOrientation: 'landscape' } : {}),
    pageMargins: [36, 36, 36, 44],
    defaultStyle: { font: 'Roboto', fontSize: landscape ? 8 : 9 },
    info: { title },
    footer: (page, pages) => ({
      columns: [
        { text: printed, fontSize: 7, color: '#868e96' },
        { text: `Page ${page} of ${pages}`, fontSize: 7, alignment: 'right', color: '#868e96' },
      ],
      margin: [36, 12, 36, 0],
    }),
    content,
  }
}

/** One payslip as it is printed. */
export interface Slip {
  readonly employee_no: string
  readonly name: string
  readonly department: string | null
  readonly period: string
  readonly payout_date: string
  readonly tag: string
  readonly earnings: readonly { readonly name: string; readonly qty: number | null; readonly amount: number }[]
  readonly deductions: readonly { readonly name: string; readonly amount: number }[]
  readonly gross: number
  readonly total_deductions: number
  readonly net_pay: number
  readonly ytd_gross: number | null
  readonly ytd_tax: number | null
}

function slipContent(ctx: Ctx, head: Letterhead, slip: Slip, isFirst: boolean): Content {
  const tag = payrollModule(ctx).field.payroll_tag!
  const side = (title: string, rows: readonly { name: string; amount: number }[], total: number): Content => ({
    table: {
      widths: ['*', 'auto'],
      body: [
        [{ text: title, bold: true, fillColor: '#f1f3f5' }, right('Amount', { bold: true, fillColor: '#f1f3f5' })],
        ...rows.map((row): TableCell[] => [row.name, right(pesos(row.amount))]),
        [{ text: 'Total', bold: true }, right(pesos(total), { bold: true })],
      ],
    },
    layout: LINES,
  })
  return {
    stack: [
      letterheadContent(head, 'Payslip', slip.period),
      {
        columns: [
          [{ text: slip.name, bold: true, fontSize: 11 }, `Employee no. ${slip.employee_no}`, slip.department ?? ''],
          [
            { text: `Paid on ${formatDate(slip.payout_date)}`, alignment: 'right' },
            { text: `${tag.title}: ${formatValue(tag, slip.tag)}`, alignment: 'right' },
          ],
        ],
        margin: [0, 0, 0, 8],
      },
      { columns: [side('Earnings', slip.earnings, slip.gross), side('Deductions', slip.deductions, slip.total_deductions)], columnGap: 12 },
      {
        columns: [
          { text: `Year to date: gross ${pesos(slip.ytd_gross)}, tax withheld ${pesos(slip.ytd_tax)}`, fontSize: 8, color: '#495057' },
          { text: `Net pay ₱ ${pesos(slip.net_pay)}`, bold: true, fontSize: 12, alignment: 'right' },
        ],
        margin: [0, 10, 0, 0],
      },
    ],
    ...(isFirst ? {} : { pageBreak: 'before' }),
  }
}

/** Payslips one after another; with a password the file opens with it only. */
export const payslipForm = (ctx: Ctx, head: Letterhead, slips: readonly Slip[], password?: string): TDocumentDefinitions => ({
  ...paper(
    ctx,
    'Payslip',
    slips.map((slip, index) => slipContent(ctx, head, slip, index === 0)),
  ),
  ...(password ? { userPassword: password, ownerPassword: `${password}*`, permissions: { printing: 'highResolution' as const } } : {}),
})

/** A table of rows with a title: lists, proof lists, reconciliations. */
export function listForm(
  ctx: Ctx,
  head: Letterhead,
  of: {
    readonly title: string
    readonly note: string
    readonly columns: readonly { readonly title: string; readonly money?: boolean }[]
    readonly rows: readonly (readonly unknown[])[]
    readonly totals?: readonly unknown[]
  },
): TDocumentDefinitions {
  const cell = (value: unknown, index: number, more: object = {}): TableCell =>
    of.columns[index]!.money
      ? right(value === null || value === '' || value === undefined ? '' : pesos(value), more)
      : { text: value === null || value === undefined ? '' : String(value), ...more }
  const body: TableCell[][] = [
    of.columns.map((column) => ({ text: column.title, bold: true, fillColor: '#f1f3f5', alignment: column.money ? 'right' : 'left' })),
    ...of.rows.map((row) => row.map((value, index) => cell(value, index))),
    ...(of.totals ? [of.totals.map((value, index) => cell(value, index, { bold: true }))] : []),
  ]
  return paper(
    ctx,
    of.title,
    [
      letterheadContent(head, of.title, of.note),
      {
        table: { headerRows: 1, widths: of.columns.map((column) => (column.money ? 'auto' : '*')), body, dontBreakRows: true },
        layout: LINES,
      },
    ],
    of.columns.length > 6,
  )
}

/** The letter that asks a bank to credit the employees' accounts. */
export function letterForm(ctx: Ctx, head: Letterhead, transmittal: Row, lines: readonly Row[]): TDocumentDefinitions {
  return paper(ctx, `Bank transmittal ${String(transmittal.batch_no)}`, [
    letterheadContent(head, 'Bank transmittal', String(transmittal.batch_no)),
    { text: `To: ${String(transmittal.bank)}`, margin: [0, 0, 0, 8] },
    {
      text: `Please debit our account ${String(transmittal.company_account ?? '')} by ₱ ${pesos(transmittal.total_amount)} on ${formatDate(transmittal.credit_date)}, and credit the ${lines.length} accounts below with their salaries.`,
      margin: [0, 0, 0, 10],
    },
    {
      table: {
        headerRows: 1,
        widths: ['auto', '*', 'auto', 'auto'],
        body: [
          ['#', 'Account name', 'Account no.', 'Amount'].map((text) => ({ text, bold: true, fillColor: '#f1f3f5' })),
          ...lines.map((line, index): TableCell[] => [
            String(index + 1),
            String(line.account_name),
            String(line.account_no),
            right(pesos(line.amount)),
          ]),
          [{ text: 'Total', bold: true, colSpan: 3 }, '', '', right(pesos(transmittal.total_amount), { bold: true })],
        ],
      },
      layout: LINES,
    },
  ])
}
