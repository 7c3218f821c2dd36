/** The general form of a document: letterhead, header fields in two columns, lines, totals, signatories. */
import type { Column, Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { formatValue } from '../../engine/format/index.ts'
import type { Field, Lines, Module, Print, Row } from '../../engine/module.ts'
import { sees } from '../../engine/permissions/index.ts'
import type { Ctx } from '../context.ts'
import type { Letterhead } from './index.ts'

/** Sizes that the PDF library does not know by name, in points: a check of the clearing house, a till roll of 80 mm. */
const PAPERS: Readonly<Record<string, { width: number; height: number | 'auto' }>> = {
  check: { width: 576, height: 216 },
  receipt: { width: 226, height: 'auto' },
}
export const paperOf = (name: string) => PAPERS[name] ?? (name.toUpperCase() as 'A4')

export interface FormInput {
  readonly ctx: Ctx
  readonly module: Module
  readonly record: Row
  readonly form: Print
  readonly head: Letterhead
}

const NUMERIC: ReadonlySet<string> = new Set(['money', 'quantity', 'rate', 'percent', 'number', 'integer'])
const HIDDEN: ReadonlySet<string> = new Set(['attachments', 'attachment', 'image', 'json', 'password', 'secret'])

/** A value as people read it, times by the company's clock; references by their label. */
export function shown(ctx: Ctx, field: Field, row: Row): string {
  if (field.refAs) {
    const target = row[field.refAs]
    if (Array.isArray(target)) return target.map((one) => String((one as Row).name ?? '')).join(', ')
    return target && typeof target === 'object' ? String((target as Row).name ?? (target as Row).label ?? '') : ''
  }
  const value = row[field.name]
  return value === null || value === undefined || value === '' ? '' : formatValue(field, value, { timeZone: ctx.company.time_zone })
}

const visible = (ctx: Ctx, field: Field): boolean => sees(ctx.principal, field) && field.widget !== 'hidden' && !HIDDEN.has(field.type)

/** DRAFT, VOID and REPRINT are told across the page, so that a copy is never taken for the paper itself. */
export function watermarkOf(record: Row): TDocumentDefinitions['watermark'] {
  const text =
    record.status === 'voided' ? 'VOID' : record.status === 'draft' ? 'DRAFT' : Number(record.print_count ?? 0) > 0 ? 'REPRINT' : undefined
  return text ? { text, color: '#868e96', opacity: 0.18, bold: true } : ''
}

const logoColumn = ({ logo }: Letterhead): Column[] => (logo ? [{ stack: [{ image: logo, fit: [110, 44] }], width: 'auto' }] : [])

export function letterheadContent(head: Letterhead, title: string, number: string): Content {
  return {
    columns: [
      ...logoColumn(head),
      {
        stack: [
          { text: head.name, bold: true, fontSize: 13 },
          ...[head.address, head.tin ? `TIN ${head.tin}` : '', head.contact]
            .filter(Boolean)
            .map((text) => ({ text, fontSize: 8, color: '#495057' })),
        ],
        width: '*',
      },
      {
        stack: [
          { text: title, bold: true, fontSize: 13, alignment: 'right' },
          { text: number, alignment: 'right', fontSize: 10 },
        ],
        width: 'auto',
      },
    ],
    columnGap: 12,
    margin: [0, 0, 0, 12],
  }
}

function facts(ctx: Ctx, module: Module, record: Row, names: readonly string[]): Content {
  const fields = names
    .map((name) => module.field[name])
    .filter((field): field is Field => field !== undefined && visible(ctx, field) && shown(ctx, field, record) !== '')
  const half = Math.ceil(fields.length / 2)
  const column = (list: readonly Field[]): Content => ({
    table: {
      widths: [95, '*'],
      body: list.length ? list.map((field) => [{ text: field.title, color: '#495057' }, shown(ctx, field, record)]) : [['', '']],
    },
    layout: 'noBorders',
  })
  return { columns: [column(fields.slice(0, half)), column(fields.slice(half))], columnGap: 16, margin: [0, 0, 0, 8] }
}

function linesTable(ctx: Ctx, lines: Lines, rows: readonly Row[]): Content {
  const fields = lines.columns
    .map((name) => lines.field[name])
    .filter((field): field is Field => field !== undefined && visible(ctx, field) && rows.some((row) => shown(ctx, field, row) !== ''))
  if (fields.length === 0) return ''
  const align = (field: Field) => (NUMERIC.has(field.type) ? 'right' : 'left') as 'right' | 'left'
  const body: TableCell[][] = [
    ['#', ...fields.map((field) => field.title)].map((text, index) => ({
      text,
      bold: true,
      fillColor: '#f1f3f5',
      alignment: index === 0 ? 'right' : align(fields[index - 1]!),
    })),
    ...rows.map((row, index): TableCell[] => [
      { text: String(index + 1), alignment: 'right' },
      ...fields.map((field) => ({ text: shown(ctx, field, row), alignment: align(field) })),
    ]),
  ]
  const widths = [16, ...fields.map((field) => (field.refAs || field.type === 'text' || field.type === 'longtext' ? '*' : 'auto'))]
  return {
    table: { headerRows: 1, widths, body, dontBreakRows: true },
    layout: { hLineColor: () => '#ced4da', vLineColor: () => '#ced4da', hLineWidth: () => 0.5, vLineWidth: () => 0.5 },
    margin: [0, 4, 0, 8],
  }
}

function totals(ctx: Ctx, module: Module, record: Row, names: readonly string[]): Content {
  const fields = names
    .map((name) => module.field[name])
    .filter((field): field is Field => field?.type === 'money' && visible(ctx, field) && Number(record[field.name] ?? 0) !== 0)
  if (fields.length === 0) return ''
  const strong = fields.at(-1)
  return {
    columns: [
      { text: '', width: '*' },
      {
        width: 'auto',
        layout: 'noBorders',
        table: {
          widths: [110, 90],
          body: fields.map((field) => [
            { text: field.title, bold: field === strong },
            { text: `₱ ${shown(ctx, field, record)}`, alignment: 'right', bold: field === strong },
          ]),
        },
      },
    ],
    margin: [0, 0, 0, 10],
  }
}

const signatories = (record: Row): Content => {
  const name = (value: unknown) => (value && typeof value === 'object' ? String((value as Row).name ?? '') : '')
  const people = [
    ['Prepared by', name(record.created_by_user)],
    ['Approved by', name(record.approved_by_user) || name(record.posted_by_user)],
    ['Received by', name(record.received_by_user)],
  ] as const
  return {
    columns: people.map(([title, who]) => ({
      stack: [
        { text: title, fontSize: 8, color: '#495057' },
        { text: who || ' ', margin: [0, 18, 0, 0] },
        { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 140, y2: 0, lineWidth: 0.5 }] },
      ],
    })),
    columnGap: 20,
    margin: [0, 24, 0, 0],
    unbreakable: true,
  }
}

export function documentForm({ ctx, module, record, form, head }: FormInput): TDocumentDefinitions {
  const sections = module.form.tabs.flatMap((tab) => tab.sections)
  const lineNames = new Set(module.lines.map((lines) => lines.name))
  const content: Content[] = [letterheadContent(head, form.title || module.singular, String(record.transaction_no ?? ''))]
  for (const section of sections) {
    const tables = section.fields.filter((name) => lineNames.has(name))
    const plain = section.fields.filter((name) => !lineNames.has(name) && name !== 'transaction_no')
    for (const name of tables) {
      const rows = (record[name] as Row[] | undefined) ?? []
      if (rows.length) content.push(linesTable(ctx, module.lines.find((lines) => lines.name === name)!, rows))
    }
    if (tables.length) {
      content.push(
        facts(
          ctx,
          module,
          record,
          plain.filter((name) => module.field[name]?.type !== 'money'),
        ),
        totals(ctx, module, record, plain),
      )
    } else content.push(facts(ctx, module, record, plain))
  }
  content.push(signatories(record))
  const printed = `${ctx.principal.name} · ${ctx.clock.today(ctx.company.time_zone)}`
  return {
    pageSize: paperOf(form.paper || String(ctx.settings.print_paper ?? 'A4')),
    pageMargins: [36, 36, 36, 44],
    defaultStyle: { font: 'Roboto', fontSize: 9 },
    ...(watermarkOf(record) ? { watermark: watermarkOf(record)! } : {}),
    info: { title: `${module.singular} ${String(record.transaction_no ?? '')}`.trim() },
    footer: (page, pages) => ({
      columns: [
        { text: [printed, ctx.settings.print_footer].filter(Boolean).join(' · '), fontSize: 7, color: '#868e96' },
        { text: `Page ${page} of ${pages}`, fontSize: 7, alignment: 'right', color: '#868e96' },
      ],
      margin: [36, 12, 36, 0],
    }),
    content,
  }
}
