/** The general form of a document: letterhead, party, header fields in two columns, lines, totals, distribution, signatories. */
import type { Column, Content } from 'pdfmake/interfaces.js'
import type { Field, Lines, Module, Print, Row } from '../../engine/model/module.ts'
import { formatCurrency, formatDate, formatNumber, formatValue } from '../../engine/runtime/format/index.ts'
import { sees } from '../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../platform/context.ts'
import { type Party, partyField } from '../platform/issued/party.ts'
import type { Letterhead } from '../platform/print-form.ts'
import { distribution } from './distribution.ts'
import { breakable, type Fit, fit, MUTED, PAPERS, SIDEWAYS, squeeze, UPRIGHT } from './measure.ts'
import type { PdfDefinition } from './pdf.ts'
import type { Posting } from './postings.ts'
import { signatories } from './signatories.ts'
import { type Cells, table } from './table.ts'
import { type Amount, breakdown, buyerOf, notices, permit, serialOf, tinTitle } from './tax.ts'

export const paperOf = (name: string): { width: number; height: number | 'auto' } => ({ ...(PAPERS[name.toUpperCase()] ?? PAPERS.A4!) })

export interface FormInput {
  readonly ctx: Pick<Ctx, 'principal' | 'company' | 'modules' | 'settings' | 'clock'>
  readonly module: Module
  readonly record: Row
  readonly form: Print
  readonly head: Letterhead
  /** The addressee of the document. */
  readonly party?: Party | undefined
  /** Debits and credits that it posted. */
  readonly postings?: readonly Posting[]
}
type At = FormInput['ctx']

export const NUMERIC: ReadonlySet<string> = new Set(['money', 'quantity', 'rate', 'percent', 'number', 'integer'])
const HIDDEN: ReadonlySet<string> = new Set(['attachments', 'attachment', 'image', 'json', 'password', 'secret'])
export const MARGIN = 36
const LABEL = 88

/** The text of a referenced record on paper: the serial number of an invoice, the number of another document, the label of a record without a name of its own. */
function referenceText(ctx: At, field: Field, target: Row): string {
  const module = ctx.modules.get(field.to ?? '')
  if (typeof target.serial === 'string') return target.serial
  const hasOnlyLabel =
    module && module.kind !== 'document' && module.entity.name !== 'name' && module.kind !== 'filing' && !module.field.name
  if (!hasOnlyLabel) return String(target.name ?? target.label ?? '')
  // The distinguishing part of such a record, for instance an account number, as far as the reference contains it.
  const text = String(target.label ?? target.name ?? '')
  const more = module.entity.unique
    .flat()
    .map((name) => module.field[name])
    .filter((candidate): candidate is Field => candidate !== undefined && !candidate.refAs && sees(ctx.principal, candidate))
    .map((entry) => String(target[entry.name] ?? ''))
    .filter((value) => value !== '' && !text.includes(value))
  return [text, ...more].join(' · ')
}

/** A value as text for readers, times by the company's clock; amounts without a sign, at least two decimals for prices. */
export function shown(ctx: At, field: Field, row: Row): string {
  if (field.refAs) {
    const target = row[field.refAs]
    const refs = (Array.isArray(target) ? target : [target]).filter(
      (candidate): candidate is Row => candidate !== null && typeof candidate === 'object',
    )
    return refs.map((ref) => referenceText(ctx, field, ref)).join(', ')
  }
  const value = row[field.name]
  if (value === null || value === undefined || value === '') return ''
  if (field.widget === 'list' && Array.isArray(value)) return value.join(', ')
  const text = formatValue(field, value, { timeZone: ctx.company.time_zone, bare: true })
  if (field.type !== 'rate') return text
  const [whole, decimals = ''] = text.split('.')
  return `${whole}.${decimals.padEnd(2, '0')}`
}

const visible = (ctx: At, field: Field): boolean =>
  sees(ctx.principal, field) && field.widget !== 'hidden' && (field.widget === 'list' || !HIDDEN.has(field.type))

/** Counters that documents made from a record increase: outsiders must not see how much was received or billed. */
function countersOf(ctx: At, module: Module): ReadonlySet<string> {
  const names = new Set<string>()
  for (const other of ctx.modules.values())
    for (const source of other.sources)
      if (source.module === module.name)
        for (const lines of Object.values(source.lines))
          if (lines.serves) names.add(lines.from ? `${lines.from}.${lines.serves}` : lines.serves)
  return names
}

/** Prints DRAFT or VOID across the page, so that it is never taken for the document itself. */
export function watermarkOf(record: Row): { watermark?: PdfDefinition['watermark'] } {
  const text = record.status === 'voided' ? 'VOID' : record.status === 'draft' ? 'DRAFT' : undefined
  return text ? { watermark: { text, color: '#868e96', opacity: 0.12, bold: true, fontSize: 72 } } : {}
}

/** The number of the print, shown on a copy beside the document's number. */
const reprintOf = (record: Row): string => (Number(record.print_count ?? 0) > 0 ? `Reprint ${Number(record.print_count)}` : '')

const logoColumn = ({ logo }: Letterhead): Column[] => (logo ? [{ stack: [{ image: logo, fit: [110, 44] }], width: 'auto' }] : [])

export function letterheadContent(head: Letterhead, title: string, number: string, note = ''): Content {
  return {
    columns: [
      ...logoColumn(head),
      {
        stack: [
          { text: head.name, bold: true, fontSize: 13 },
          ...[head.trade_name ?? '', head.address, head.tin ? `${head.tin_title ?? 'TIN'} ${head.tin}` : '', head.contact]
            .filter(Boolean)
            .map((text) => ({ text, fontSize: 8, color: MUTED })),
        ],
        width: '*',
      },
      {
        stack: [
          { text: title, bold: true, fontSize: 13, alignment: 'right' as const },
          {
            ...breakable(number, 196, 10),
            alignment: 'right' as const,
            fontSize: 10,
          },
          ...(note ? [{ text: note, alignment: 'right' as const, fontSize: 8, color: MUTED }] : []),
        ],
        width: 200,
      },
    ],
    columnGap: 12,
    margin: [0, 0, 0, 12],
  }
}

const inner = (page: { width: number }): number => page.width - 2 * MARGIN

/** Width between the margins of a page, upright or on its side. */
export const innerWidth = (paper: { width: number; height: number | 'auto' }, landscape: boolean): number =>
  inner({ width: landscape && paper.height !== 'auto' ? paper.height : paper.width })

/** A switch that is off as usual, and a figure that is zero because nobody entered one. */
function isIdle(field: Field, row: Row): boolean {
  const value = row[field.name]
  const usual = field.default && 'value' in field.default ? field.default.value : undefined
  if (field.type === 'boolean') return value !== true && usual !== true
  return NUMERIC.has(field.type) && !field.required && !field.computed && Number(value) === 0
}

/** The fields of a section that say something, each with its label. */
function facts(
  ctx: At,
  module: Module,
  record: Row,
  { names, room }: { readonly names: readonly string[]; readonly room: number },
): Content[] {
  const fields = names
    .map((name) => module.field[name])
    .filter(
      (field): field is Field => field !== undefined && visible(ctx, field) && shown(ctx, field, record) !== '' && !isIdle(field, record),
    )
  if (fields.length === 0) return []
  const half = Math.ceil(fields.length / 2)
  const value = (room - 16) / 2 - LABEL - 18
  const column = (list: readonly Field[]): Content => ({
    table: {
      widths: [LABEL, value],
      body: list.length
        ? list.map((field) => [
            { text: field.title, color: MUTED },
            breakable(field.type === 'money' ? formatCurrency(record[field.name]) : shown(ctx, field, record), value, 9),
          ])
        : [['', '']],
    },
    layout: 'noBorders',
  })
  return [{ columns: [column(fields.slice(0, half)), column(fields.slice(half))], columnGap: 16, margin: [0, 0, 0, 8] }]
}

/** The column that repeats the name of the reference beside it: the reference is then printed by its code only. */
const namedBeside = (lines: Lines, fields: readonly Field[], field: Field): Field | undefined =>
  field.refAs
    ? fields.find(
        (candidate) => candidate.fetch?.some(({ from, path }) => from === field.name && path === 'name') && lines.field[candidate.name],
      )
    : undefined

/** The code in a label such as `FST-0003 · Hex bolt`. */
function codeOf(target: unknown): string {
  const { label, name } = (target ?? {}) as Row
  const [text, end] = [String(label ?? ''), ` · ${String(name ?? '')}`]
  return text.endsWith(end) ? text.slice(0, -end.length) : text
}

/** Internal figures: counters increased by other documents, and costs. Values entered by hand or computed from these are not internal. */
const isInternal = (field: Field): boolean =>
  (field.access !== undefined && field.access !== 'module') ||
  (field.readonly === true && !field.computed && field.default !== undefined && 'value' in field.default && field.default.value === 0)

/** A line to write on. */
const RULE = '_'.repeat(14)

function columnsOf(
  ctx: At,
  module: Module,
  lines: Lines,
  { rows, omit, also, blank }: Pick<Print, 'omit' | 'also' | 'blank'> & { readonly rows: readonly Row[] },
): Cells[] {
  const isBlank = (field: Field): boolean => blank.includes(`${lines.name}.${field.name}`)
  const counters = countersOf(ctx, module)
  const wanted = also.filter((path) => path.startsWith(`${lines.name}.`)).map((path) => path.slice(lines.name.length + 1))
  // Where more is printed than the grid shows, the fields stand as they are declared.
  const names = wanted.length
    ? lines.fields.map(({ name }) => name).filter((name) => lines.columns.includes(name) || wanted.includes(name))
    : lines.columns
  const fields = names
    .map((name) => lines.field[name])
    .filter(
      (field): field is Field =>
        field !== undefined &&
        visible(ctx, field) &&
        !isInternal(field) &&
        !counters.has(`${lines.name}.${field.name}`) &&
        !omit.includes(`${lines.name}.${field.name}`),
    )
    .filter(
      (field) =>
        // A column with only empty cells or zeros is left out; required ones stay, and those to be filled in by hand.
        isBlank(field) ||
        rows.some((row) => shown(ctx, field, row) !== '' && (field.required || !NUMERIC.has(field.type) || Number(row[field.name]) !== 0)),
    )
  return fields.map((field): Cells => {
    const numeric = NUMERIC.has(field.type)
    const beside = namedBeside(lines, fields, field)
    if (isBlank(field)) return { title: field.title, texts: rows.map(() => RULE), numeric: false, wraps: false }
    const texts = rows.map((row) => (beside ? codeOf(row[field.refAs!]) : shown(ctx, field, row)))
    return {
      title: beside ? `${field.title} code` : field.title,
      texts,
      numeric,
      wraps: !numeric && !['date', 'time', 'month'].includes(field.type),
    }
  })
}

const numbered = (columns: readonly Cells[], count: number): Cells[] => [
  { title: '#', texts: Array.from({ length: count }, (_, index) => String(index + 1)), numeric: true, wraps: false },
  ...columns,
]

const amountsOf = (ctx: At, module: Module, record: Row, names: readonly string[]): Field[] =>
  names
    .map((name) => module.field[name])
    .filter((field): field is Field => field?.type === 'money' && visible(ctx, field) && Number(record[field.name] ?? 0) !== 0)

/** The totals of a form with a breakdown by VAT. The sum of the lines says something only beside a discount on the whole document. */
function taxTotals(ctx: At, { module, record, form }: FormInput, names: readonly string[]): Content[] {
  const parts = new Set(Object.values(form.tax ?? {}))
  const others = amountsOf(
    ctx,
    module,
    record,
    names.filter((name) => !parts.has(name)),
  ).map((field): Amount => ({ title: field.title, value: record[field.name] }))
  return [breakdown(form.tax!, record, ctx.settings, others.length > 1 ? others : [])]
}

/** Amounts that a field of the document writes in words. */
const worded = (module: Module): ReadonlySet<string> =>
  new Set(module.fields.flatMap(({ computed }) => /^words\((\w+)\)$/.exec(computed ?? '')?.[1] ?? []))

function totals(ctx: At, module: Module, record: Row, names: readonly string[]): Content[] {
  const fields = amountsOf(ctx, module, record, names)
  if (fields.length === 0) return []
  // The amount to pay or receive is the one in words, else the last total before the sums of its settlement.
  const strong =
    fields.find(({ name }) => worded(module).has(name)) ??
    fields.findLast(({ name }) => /^(total|net)/.test(name)) ??
    (fields.length === 1 ? fields[0] : undefined)
  return [
    {
      columns: [
        { text: '', width: '*' },
        {
          width: 'auto',
          layout: 'noBorders',
          table: {
            widths: [120, 100],
            body: fields.map((field) => [
              { text: field.title, bold: field === strong },
              {
                text: field === strong ? formatCurrency(record[field.name]) : formatNumber(record[field.name], 2),
                alignment: 'right',
                bold: field === strong,
              },
            ]),
          },
        },
      ],
      margin: [0, 0, 0, 10],
      unbreakable: true,
    },
  ]
}

export function partyContent(party: Party, room: number): Content {
  return {
    stack: [
      { text: party.title, fontSize: 8, color: MUTED },
      { bold: true, fontSize: 10, ...breakable(party.name, room / 2, 10, true) },
      ...[party.address, party.tin ? `TIN ${party.tin}` : ''].filter(Boolean).map((text) => ({ ...breakable(text, room * 0.7, 9) })),
    ],
    margin: [0, 0, room * 0.3, 8],
  }
}

/** The layout of tables on the paper: portrait where they fit with texts no narrower than `narrow`, else landscape. */
export function placed(
  tables: readonly Cells[][],
  paper: { width: number; height: number | 'auto' },
  narrow?: number,
): { landscape: boolean; fits: Fit[]; room: number } {
  const upright = inner(paper)
  const fits = tables.map((columns) => fit(columns, upright, UPRIGHT, narrow))
  if (fits.every((candidate) => candidate !== undefined)) return { landscape: false, fits, room: upright }
  const sideways = innerWidth(paper, true)
  return {
    landscape: paper.height !== 'auto',
    fits: tables.map((columns) => fit(columns, sideways, SIDEWAYS) ?? squeeze(columns, sideways, SIDEWAYS.at(-1)!)),
    room: sideways,
  }
}

export function documentForm(input: FormInput): PdfDefinition {
  const { ctx, module, record, form, postings = [] } = input
  const { tax } = form
  const head = tax ? { ...input.head, tin_title: tinTitle(ctx.settings) } : input.head
  const party = tax && input.party ? buyerOf(tax, record, input.party) : input.party
  const sections = module.form.tabs
    .flatMap((tab) => tab.sections)
    .map((section) => ({ ...section, fields: section.fields.filter((name) => !form.omit.includes(name)) }))
  const paper = paperOf(form.paper || String(ctx.settings.print_paper ?? 'A4'))
  const counters = countersOf(ctx, module)
  const said = new Set([
    'transaction_no',
    ...counters,
    ...(party ? [partyField(ctx, module, record)?.name ?? ''] : []),
    ...(tax ? [tax.serial, ...(party ? [tax.name, tax.tin, tax.address] : []), ...(tax.total ? [tax.withheld] : [])] : []),
  ])
  const tables = new Map<string, Cells[]>()
  for (const lines of module.lines) {
    const rows = (record[lines.name] as Row[] | undefined) ?? []
    const columns =
      rows.length && sections.some(({ fields }) => fields.includes(lines.name))
        ? columnsOf(ctx, module, lines, { rows, omit: form.omit, also: form.also, blank: form.blank })
        : []
    if (columns.length) tables.set(lines.name, numbered(columns, rows.length))
  }
  const { landscape, fits, room } = placed([...tables.values()], paper)
  const fitOf = new Map([...tables.keys()].map((name, index) => [name, fits[index]!]))
  const number = String(record.transaction_no ?? '')
  const serial = tax ? serialOf(tax, record) : ''
  const note = [serial ? `Reference ${number}` : '', reprintOf(record)].filter(Boolean).join(' · ')
  const content: Content[] = [letterheadContent(head, form.title || module.singular, serial || number, note)]
  if (party) content.push(partyContent(party, room))
  const isLines = (name: string): boolean => module.lines.some((lines) => lines.name === name)
  for (const section of sections) {
    const lineFields = section.fields.filter(isLines)
    const plain = section.fields.filter((name) => !isLines(name) && !said.has(name))
    for (const name of lineFields) {
      const columns = tables.get(name)
      if (!columns) continue
      if (lineFields.length > 1 || tables.size > 1)
        content.push({ text: module.lines.find((lines) => lines.name === name)!.title, bold: true })
      content.push(table(columns, fitOf.get(name)!))
    }
    const money = plain.filter((name) => module.field[name]?.type === 'money')
    if (lineFields.length || money.length > 1) {
      content.push(
        ...facts(ctx, module, record, { names: plain.filter((name) => !money.includes(name)), room }),
        ...(tax?.total && plain.includes(tax.total) ? taxTotals(ctx, input, plain) : totals(ctx, module, record, plain)),
      )
    } else content.push(...facts(ctx, module, record, { names: plain, room }))
  }
  content.push(...distribution(postings, room))
  content.push(...notices(form, record, ctx.settings).map((text): Content => ({ text, bold: true, margin: [0, 10, 0, 0] })))
  content.push(...signatories(module, record, form.receipt, room))
  if (tax) content.push(...permit(tax, record, ctx.settings))
  const printed = `${ctx.principal.name} · ${formatDate(ctx.clock.today(ctx.company.time_zone))}`
  return {
    pageSize: paper,
    ...(landscape ? { pageOrientation: 'landscape' as const } : {}),
    pageMargins: [MARGIN, MARGIN, MARGIN, 44],
    defaultStyle: { font: 'Roboto', fontSize: 9 },
    ...watermarkOf(record),
    info: { title: `${module.singular} ${serial || number}`.trim() },
    footer: { left: [serial || number, printed, ctx.settings.print_footer].filter(Boolean).join(' · '), margin: [MARGIN, 12, MARGIN, 0] },
    content,
  }
}
