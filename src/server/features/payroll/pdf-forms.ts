/** Papers of payroll as PDF definitions: payslips, lists by employee and by item, the letter to the bank. */
import type { Column, Content, TableCell } from 'pdfmake/interfaces.js'
import { pesoWords } from '../../../domain/amount-in-words.ts'
import type { Row } from '../../../engine/model/module.ts'
import { formatDate, formatNumber, formatPlain, formatValue } from '../../../engine/runtime/format/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { letterheadContent, paperOf } from '../../print/document.ts'
import type { Letterhead } from '../../print/index.ts'
import type { PdfDefinition } from '../../print/pdf.ts'
import { payrollModule } from './run.ts'

export const pesos = (value: unknown): string => {
  const [whole = '0', cents = '00'] = Number(value ?? 0)
    .toFixed(2)
    .split('.')
  return `${whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')}.${cents}`
}
const right = (text: string, more: object = {}): TableCell => ({ text, alignment: 'right', ...more })

/** A page of the company with the name of the user who printed it in the footer. */
export function paper(ctx: Ctx, title: string, content: Content[], landscape = false): PdfDefinition {
  const printed = `${ctx.principal.name} · ${formatDate(ctx.clock.today(ctx.company.time_zone))}`
  return {
    pageSize: paperOf(String(ctx.settings.print_paper ?? 'A4')),
    ...(landscape ? { pageOrientation: 'landscape' } : {}),
    pageMargins: [36, 36, 36, 44],
    defaultStyle: { font: 'Roboto', fontSize: landscape ? 8 : 9 },
    info: { title },
    footer: { left: printed, margin: [36, 12, 36, 0] },
    content,
  }
}

/** One payslip as it is printed. */
export interface Slip {
  readonly employee_no: string
  readonly name: string
  readonly department: string | null
  readonly position: string | null
  readonly period: string
  /** Days that the pay is for, and those whose attendance it counts where these differ. */
  readonly date_from: string | null
  readonly date_to: string | null
  readonly dtr_from: string | null
  readonly dtr_to: string | null
  readonly payout_date: string
  readonly tag: string
  /** Salary of an employee paid by the month; null for others. */
  readonly monthly_rate: number | null
  readonly earnings: readonly {
    readonly name: string
    readonly qty: number | null
    readonly unit: string | null
    readonly rate: number | null
    readonly amount: number
  }[]
  readonly deductions: readonly { readonly name: string; readonly amount: number }[]
  readonly gross: number
  readonly total_deductions: number
  readonly net_pay: number
  readonly ytd_gross: number | null
  readonly ytd_tax: number | null
  /** Government numbers by kind. */
  readonly ids: Readonly<Record<string, string>>
  /** Balances on the day of payout: days of leave, and loans in pesos. */
  readonly leaves: readonly { readonly name: string; readonly balance: number }[]
  readonly loans: readonly { readonly name: string; readonly balance: number }[]
}

const spanOf = (from: string | null, to: string | null): string => (from && to ? `${formatDate(from)} to ${formatDate(to)}` : '')
const IDS = { TIN: 'TIN', SSS: 'SSS', Philhealth: 'PhilHealth', Pagibig: 'Pag-IBIG' } as const

/** Facts in rows of two, those without a value left out. */
const factsOf = (pairs: readonly (readonly [string, string])[]): Content => {
  const given = pairs.filter(([, value]) => value !== '')
  const rows = Array.from({ length: Math.ceil(given.length / 2) }, (_, pair) => given.slice(pair * 2, pair * 2 + 2))
  return {
    table: {
      widths: [80, '*', 80, '*'],
      body: rows.map((row) =>
        [0, 1].flatMap((side): TableCell[] => [{ text: row[side]?.[0] ?? '', color: '#495057' }, row[side]?.[1] ?? '']),
      ),
    },
    layout: 'noBorders',
    margin: [0, 0, 0, 8],
  }
}

function slipContent(ctx: Ctx, head: Letterhead, slip: Slip, isFirst: boolean): Content {
  const tag = payrollModule(ctx).field.payroll_tag!
  const title = (text: string): TableCell => ({ text, bold: true, fillColor: '#f1f3f5' })
  const heading = (text: string): TableCell => right(text, { bold: true, fillColor: '#f1f3f5' })
  const timed = (row: Slip['earnings'][number]): boolean => row.unit !== null && row.unit !== 'period' && Number(row.qty ?? 0) !== 0
  const earnings: Column = {
    width: '58%',
    table: {
      widths: ['*', 48, 56, 62],
      body: [
        [title('Earnings'), heading('Quantity'), heading('Rate'), heading('Amount')],
        ...slip.earnings.map((row): TableCell[] => [
          row.name,
          right(timed(row) ? `${formatPlain(row.qty, 2)} ${row.unit}${Number(row.qty) === 1 ? '' : 's'}` : ''),
          right(timed(row) ? formatNumber(row.rate, 4).replace(/0{1,2}$/, '') : ''),
          right(pesos(row.amount)),
        ]),
        [{ text: 'Gross pay', bold: true, colSpan: 3 }, '', '', right(pesos(slip.gross), { bold: true })],
      ],
    },
    layout: 'lined',
  }
  const deductions: Column = {
    width: '*',
    table: {
      widths: ['*', 62],
      body: [
        [title('Deductions'), heading('Amount')],
        ...slip.deductions.map((row): TableCell[] => [row.name, right(pesos(row.amount))]),
        [{ text: 'Total deductions', bold: true }, right(pesos(slip.total_deductions), { bold: true })],
      ],
    },
    layout: 'lined',
  }
  const balances = (name: string, rows: readonly { name: string; balance: number }[], shown: (value: number) => string): Column =>
    rows.length
      ? {
          width: '*',
          table: {
            widths: ['*', 62],
            body: [[title(name), heading('Balance')], ...rows.map((row): TableCell[] => [row.name, right(shown(row.balance))])],
          },
          layout: 'lined',
        }
      : { text: '', width: '*' }
  // The first line of a salary may be an absence, whose rate is negative.
  const basic = slip.earnings.find((row) => timed(row) && Number(row.rate) > 0)
  const rate = slip.monthly_rate === null ? basic && { amount: basic.rate, unit: basic.unit } : { amount: slip.monthly_rate, unit: 'month' }
  const days = spanOf(slip.date_from, slip.date_to)
  const attendance = spanOf(slip.dtr_from, slip.dtr_to)
  return {
    stack: [
      letterheadContent(head, 'Payslip', days || slip.period, formatValue(tag, slip.tag)),
      { text: slip.name, bold: true, fontSize: 11, margin: [0, 0, 0, 2] },
      factsOf([
        ['Employee no.', slip.employee_no],
        ['Pay period', slip.period],
        ['Position', slip.position ?? ''],
        ['Pay date', formatDate(slip.payout_date)],
        ['Department', slip.department ?? ''],
        ['Attendance', attendance === days ? '' : attendance],
        ['Rate of pay', rate ? `₱${formatNumber(rate.amount, 2)} per ${rate.unit}` : ''],
        ...Object.entries(IDS).map(([kind, name]) => [name, slip.ids[kind] ?? ''] as const),
      ]),
      { columns: [earnings, deductions], columnGap: 12 },
      {
        columns: [
          { text: `Year to date: gross ${pesos(slip.ytd_gross)}, tax withheld ${pesos(slip.ytd_tax)}`, fontSize: 8, color: '#495057' },
          { text: `Net pay ₱${pesos(slip.net_pay)}`, bold: true, fontSize: 12, alignment: 'right' },
        ],
        margin: [0, 10, 0, 12],
      },
      {
        columns: [balances('Leave, in days', slip.leaves, (value) => formatPlain(value, 3)), balances('Loans', slip.loans, pesos)],
        columnGap: 12,
      },
    ],
    ...(isFirst ? {} : { pageBreak: 'before' }),
  }
}

/** What opens a file of payslips of one person, where the company wants a password; payslips of several people have no common one. */
export function payslipPassword(ctx: Ctx, slips: readonly Slip[]): string | undefined {
  const numbers = new Set(slips.map(({ employee_no }) => employee_no))
  return ctx.settings.payslip_password === true && numbers.size === 1 ? [...numbers][0] : undefined
}

/** The name of a payslip's file, without the employee number where that opens it. */
export const payslipFile = (slip: Slip, password?: string): string =>
  ['payslip', slip.payout_date.slice(0, 10), ...(password === undefined ? [slip.employee_no] : [])].join('-')

/** Payslips one after another; with a password the file opens with it only. */
export const payslipForm = (ctx: Ctx, head: Letterhead, slips: readonly Slip[], password?: string): PdfDefinition => ({
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
  list: {
    readonly title: string
    readonly note: string
    readonly columns: readonly { readonly title: string; readonly money?: boolean }[]
    readonly rows: readonly (readonly unknown[])[]
    /** Rows that are totals of those above them. */
    readonly subtotals?: ReadonlySet<readonly unknown[]>
    readonly totals?: readonly unknown[]
  },
): PdfDefinition {
  const cell = (value: unknown, index: number, more: object = {}): TableCell =>
    list.columns[index]!.money
      ? right(value === null || value === '' || value === undefined ? '' : pesos(value), more)
      : { text: value === null || value === undefined ? '' : String(value), ...more }
  const body: TableCell[][] = [
    list.columns.map((column) => ({ text: column.title, bold: true, fillColor: '#f1f3f5', alignment: column.money ? 'right' : 'left' })),
    ...list.rows.map((row) => row.map((value, index) => cell(value, index, list.subtotals?.has(row) ? { bold: true } : {}))),
    ...(list.totals ? [list.totals.map((value, index) => cell(value, index, { bold: true }))] : []),
  ]
  return paper(
    ctx,
    list.title,
    [
      letterheadContent(head, list.title, list.note),
      {
        table: { headerRows: 1, widths: list.columns.map((column) => (column.money ? 'auto' : '*')), body, dontBreakRows: true },
        layout: 'lined',
      },
    ],
    list.columns.length > 6,
  )
}

/** The letter that asks a bank to credit the employees' accounts; two of the bank's signatories sign it. */
export function letterForm(ctx: Ctx, head: Letterhead, transmittal: Row, lines: readonly Row[]): PdfDefinition {
  const date = formatDate(ctx.clock.today(ctx.company.time_zone))
  const total = pesos(transmittal.total_amount)
  const account = [transmittal.company_account_name, 'account', transmittal.company_account && `no. ${String(transmittal.company_account)}`]
  return paper(ctx, `Bank transmittal ${String(transmittal.batch_no)}`, [
    letterheadContent(head, 'Bank transmittal', String(transmittal.batch_no)),
    { text: date, margin: [0, 0, 0, 8] },
    {
      text: [{ text: String(transmittal.bank), bold: true }, transmittal.branch ? `\n${String(transmittal.branch)}` : ''],
      margin: [0, 0, 0, 8],
    },
    {
      text: `Please debit our ${account.filter(Boolean).join(' ')} by ₱${total} (${pesoWords(Number(transmittal.total_amount).toFixed(2))}) on ${formatDate(transmittal.credit_date)}, and credit the ${lines.length} accounts below with their salaries.`,
      margin: [0, 0, 0, 10],
    },
    {
      table: {
        headerRows: 1,
        dontBreakRows: true,
        widths: [24, '*', 130, 90],
        body: [
          ['#', 'Account name', 'Account no.']
            .map((text): TableCell => ({ text, bold: true, fillColor: '#f1f3f5' }))
            .concat(right('Amount', { bold: true, fillColor: '#f1f3f5' })),
          ...lines.map((line, index): TableCell[] => [
            String(index + 1),
            String(line.account_name),
            String(line.account_no),
            right(pesos(line.amount)),
          ]),
          [{ text: 'Total', bold: true, colSpan: 3 }, '', '', right(`₱${total}`, { bold: true })],
        ],
      },
      layout: 'lined',
    },
    {
      columns: ['Authorized signatory', 'Authorized signatory'].map((text) => ({
        width: 200,
        stack: [
          { text: '', margin: [0, 36, 0, 0] },
          { canvas: [{ type: 'line' as const, x1: 0, y1: 0, x2: 180, y2: 0, lineWidth: 0.5 }] },
          { text, fontSize: 8, color: '#495057' },
          { text: 'Signature over printed name', fontSize: 7, color: '#495057' },
        ],
      })),
      columnGap: 30,
      unbreakable: true,
    },
  ])
}
