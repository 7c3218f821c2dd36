import { columnSizingFeature, createColumnHelper, tableFeatures } from '@tanstack/react-table'
import type { Field, FieldType, Lines, Row } from '../../../engine/model/module.ts'
import { displayText } from '../../fields/display.ts'
import { formatNumeric, numericRules } from '../../fields/numeric.ts'
import { isNumeric } from '../../fields/registry.tsx'
import { label } from '../../fields/text.ts'
import { isRef, refLabel } from '../../fields/types.ts'
import { figureWidth, headingWidth, textWidth } from '../../ui/text-width.ts'

/** A row of the table is its key: values are read from the store by the cells themselves. */
interface GridRow {
  readonly key: string
}

export const features = tableFeatures({ columnSizingFeature })
const helper = createColumnHelper<typeof features, GridRow>()

/** Least widths, in pixels: a line with prices, discount, tax and total fits a form on a screen 1366 pixels wide. */
const WIDTHS: Partial<Record<FieldType, number>> = {
  reference: 78,
  user: 150,
  employee: 150,
  text: 82,
  longtext: 82,
  select: 100,
  date: 116,
  datetime: 180,
  time: 100,
  boolean: 76,
  quantity: 72,
  integer: 72,
  percent: 66,
  money: 96,
  rate: 88,
  number: 100,
  references: 220,
  attachments: 180,
  json: 100,
}
const START_WIDTH = 40
const END_WIDTH = 36

/** Fields shown as columns, in the module's order. Fields written by later events are left out while the record is new. */
export const gridFields = (lines: Lines, isNew = false, rows: readonly Row[] = []): Field[] =>
  lines.columns
    .map((name) => lines.field[name])
    .filter((field): field is Field => field !== undefined && field.type !== 'lines')
    .filter(({ name, later }) => !(isNew && later && rows.every((row) => isNothing(row[name]))))

/** Rows that are asked whether they show a field: in longer tables a column may stay that none of them shows. */
const ASKED = 100

/** Whether a condition reads only the document, so that all of its rows show the field or none. */
const isOfDocument = (condition: string): boolean =>
  !/(?<![.\w])(?!parent\.|true\b|false\b|null\b|has\()[a-z_]\w*/i.test(condition.replaceAll(/'[^']*'/g, ''))

/** The fields that a row shows: a column of empty cells, such as lots of items without any, takes the room of the others. */
export const shownFields = (fields: readonly Field[], keys: readonly string[], shows: (key: string, name: string) => boolean): Field[] =>
  fields.filter(({ name, visible }) => {
    if (visible === undefined) return true
    if (isOfDocument(visible)) return keys.slice(0, 1).some((key) => shows(key, name))
    return keys.length > ASKED || keys.some((key) => shows(key, name))
  })

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === false || Number(value) === 0

/** The subject of a row: the first record or person that it refers to. It stays visible beside the row's number. */
export const subjectOf = (fields: readonly Field[]): Field | undefined =>
  fields.find(({ type }) => type === 'reference' || type === 'employee' || type === 'user')

/** The field that a row is called by: its subject, or its first text where it has none, as a check that no statement shows yet. */
export const calledBy = (fields: readonly Field[], says: (field: Field) => boolean): Field | undefined => {
  const subject = subjectOf(fields)
  if (subject && says(subject)) return subject
  return fields.find((field) => (field.type === 'text' || field.type === 'code') && says(field)) ?? subject ?? fields[0]
}

/** Whether a value only repeats what the subject of its row is called: the description of an item whose name it is. */
export const repeats = (field: Field, said: string, about: string): boolean =>
  (field.refAs !== undefined || field.type === 'text' || field.type === 'longtext') && about.includes(said)

/** A record beside the subject of its row: without what only repeats it, as the supplier in the name of a bill does. */
export function calledBeside(text: string, about: string): string {
  const [first = '', ...rest] = text.split(' · ')
  return about && rest.length > 0 && rest.every((part) => about.includes(part)) ? first : text
}

/**
 * The columns of a table that is read: without those in which every row is empty or as it began (a discount of 0), or only
 * repeats what its subject is called. The zero of a counter that later documents raise is an answer, and required ones stay.
 */
export function readFields(fields: readonly Field[], rows: readonly Row[]): readonly Field[] {
  const subject = subjectOf(fields)
  const about = (row: Row): string => {
    const named = subject?.refAs ? row[subject.refAs] : undefined
    return isRef(named) ? refLabel(named) : ''
  }
  const says = (field: Field, row: Row): boolean => {
    const value = row[field.name]
    if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) return false
    if (field.later) return true
    const initial = field.default && 'value' in field.default ? field.default.value : undefined
    if (initial === 0 || initial === false) return Number(value) !== 0
    return field.refAs !== undefined || !repeats(field, String(value), about(row))
  }
  return fields.filter((field) => field === subject || field.required || rows.some((row) => says(field, row)))
}

/** How the cells of a grid are drawn: font size, padding and least widths of the subject and of figures in pixels, as `grid.module.css` has them. */
interface Look {
  readonly font: number
  readonly padding: number
  readonly headPadding: number
  readonly subject: number
  readonly figure: number
  /** Usual widths of figures and choices while they are entered. */
  readonly usual: typeof WIDTHS
}
const ROOMY: Look = { font: 14, padding: 17, headPadding: 14, subject: 168, figure: 56, usual: WIDTHS }
/** For tables that are filled in and would not fit otherwise: room for ordinary amounts; longer ones widen their column. */
const TIGHT: Look = { ...ROOMY, usual: { ...WIDTHS, money: 86, rate: 80, select: 84, quantity: 66 } }
/** Smaller, for tables that are read and would not fit otherwise. */
const DENSE: Look = { font: 12, padding: 14, headPadding: 9, subject: 120, figure: 40, usual: WIDTHS }
const HEAD_FONT = 12

/** Width of the longest figure of a column: its whole part is the longest of the rows', its decimals are the most. */
function longestFigure(field: Field, rows: readonly Row[], { font, padding }: Look): number {
  const rules = numericRules(field)
  let [least, most, decimals] = [0, 0, rules.shown]
  for (const row of rows) {
    const value = row[field.name]
    if (isNothing(value)) continue
    least = Math.min(least, Number(value))
    most = Math.max(most, Number(value))
    decimals = Math.max(decimals, Math.min(rules.scale, String(value).split('.')[1]?.length ?? 0))
  }
  const text = (value: number) => formatNumeric(Math.trunc(value), { ...rules, shown: decimals })
  const width = Math.max(figureWidth(text(most), font), least < 0 ? figureWidth(text(Math.min(least, -1)), font) : 0)
  return width + (rules.suffix ? font : 0) + padding
}

const ELLIPSIS = 14
/** Longer words are cut: they are no numbers of documents. */
const LONGEST_WORD = 24

/** Width of the longest text without a blank, such as the number of a document or of a check; 0 where there is none. */
function longestWord(field: Field, rows: readonly Row[], { font, padding }: Look): number {
  const words = rows.map((row) => String(row[field.name] ?? '')).filter((text) => /^\S+$/.test(text) && text.length <= LONGEST_WORD)
  return Math.max(0, ...words.map((word) => textWidth(word, font) + padding))
}

/** Width of the longest number or code by which the records are known that a column refers to; 0 where there is none. */
function longestReference(field: Field, rows: readonly Row[], { font, padding }: Look, about: About): number {
  const labels = rows.map((row) => calledBeside(referenceText(field, row), about(row)))
  return Math.max(
    0,
    ...labels.flatMap((text) => {
      const no = text.split(' · ')[0]!
      // What is cut behind the number ends in dots, which need room too.
      const dots = no === text ? 0 : ELLIPSIS
      return /^\S*\d\S*$/.test(no) && no.length <= LONGEST_WORD ? [textWidth(no, font) + padding + dots] : []
    }),
  )
}

/** What the subject of a row is called where the table is read; nothing while it is edited, or for the subject itself. */
type About = (row: Row) => string

const aboutOf =
  (fields: readonly Field[], field: Field, editable: boolean): About =>
  (row) => {
    const subject = editable ? undefined : subjectOf(fields)
    return subject && subject !== field ? referenceText(subject, row) : ''
  }

const referenceText = (field: Field, row: Row): string => refLabel(field.refAs ? row[field.refAs] : undefined)

/** Width of the longest choice that stands in the rows. */
function longestChoice(field: Field, rows: readonly Row[], { font, padding }: Look): number {
  const chosen = new Set(rows.map((row) => row[field.name]))
  const labels = field.options?.filter(({ value }) => chosen.has(value)) ?? []
  return Math.max(0, ...labels.map((option) => textWidth(label(option.label), font) + padding))
}

/** Widths of columns of texts that are not cut either: numbers of documents, those by which references are known, and choices. */
const wordWidth = (field: Field, rows: readonly Row[], look: Look, about: About): number | undefined => {
  const measure = { text: longestWord, select: longestChoice, reference: longestReference }[field.type as string]
  const least = measure?.(field, rows, look, about) ?? 0
  return look === DENSE || least > (look.usual[field.type] ?? 0) ? least : undefined
}

/** Widths of columns by their names, and whether they are for smaller letters. */
interface Measured {
  readonly widths: Readonly<Record<string, number>>
  readonly dense: boolean
  /** What the texts of the columns that grow take, in pixels: the shares of the spare width. */
  readonly wishes?: Readonly<Record<string, number>>
}

/**
 * Widths of the columns of figures, which are never cut: as wide as what stands in them. While they are edited they keep
 * the room that their type usually needs, so that they seldom move. Numbers of documents and choices are not cut either.
 * A table that is read and too wide for `room`, or in which the names would be cut, gets smaller letters where it fits with them.
 */
export function figureWidths(fields: readonly Field[], rows: readonly Row[], editable: boolean, room = BESIDE_MENU): Measured {
  if (editable) return editedWidths(fields, rows, room)
  const wishes = wishesOf(fields, rows)
  const roomy = { widths: measuredWidths(fields, rows, editable, ROOMY), dense: false, wishes }
  const lacks = nameLack(fields, roomy, ROOMY)
  if (rows.length === 0 || wholeWidth(fields, roomy) + lacks <= room) return roomy
  const dense = { widths: measuredWidths(fields, rows, editable, DENSE), dense: true, wishes }
  if (wholeWidth(fields, dense) + nameLack(fields, dense, DENSE) <= room) return dense
  if (wholeWidth(fields, roomy) <= room) return roomy
  return wholeWidth(fields, dense) <= room ? dense : { ...roomy, widths: { ...roomy.widths, ...labelWidths(fields, rows) } }
}

/** Room that the subject of a row that is filled in gets before the other texts do, such as an account with its code and name. */
const EDITED_NAME = 272

/** Widths of a table that is filled in: tighter ones where it does not fit, and what is spare first to the subject. */
function editedWidths(fields: readonly Field[], rows: readonly Row[], room: number): Measured {
  const roomy = measuredWidths(fields, rows, true, ROOMY)
  const spareOf = (widths: Measured['widths']): number => room - END_WIDTH - wholeWidth(fields, { widths, dense: false, wishes: {} })
  const widths = spareOf(roomy) < 0 ? measuredWidths(fields, rows, true, TIGHT) : roomy
  const subject = subjectOf(fields)
  const name = Math.min(EDITED_NAME, ROOMY.subject + Math.max(0, spareOf(widths)))
  return { widths: subject ? { ...widths, [subject.name]: Math.max(name, widths[subject.name] ?? 0) } : widths, dense: false, wishes: {} }
}

/** Most that the name of the subject takes before smaller letters are chosen for it. */
const MOST_NAME = 320

/** What the names of the subjects lack at their least width: they are what a row is read by. */
const nameLack = (fields: readonly Field[], measured: Measured, look: Look): number => {
  const subject = subjectOf(fields)
  if (!subject) return 0
  const wish = (Math.min(measured.wishes?.[subject.name] ?? 0, MOST_NAME) * look.font) / ROOMY.font
  return Math.max(0, wish - Number(columnsOf([subject], measured)[0]!.size))
}

const wholeWidth = (fields: readonly Field[], measured: Measured): number =>
  columnsOf(fields, measured).reduce((sum, { size }) => sum + Number(size), START_WIDTH)

/** Room for the lines of a record beside the menu in a window of 1366 pixels: a table that is wider scrolls anyhow, so its names need not be cut. */
const BESIDE_MENU = 1017
/** What the menu and the margins take of a window. */
export const AROUND = 1366 - BESIDE_MENU
/** Most that the name of a record takes. */
const MOST_LABEL = 240

/** Widths at which the names of the records that the rows refer to are whole. */
const labelWidths = (fields: readonly Field[], rows: readonly Row[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    fields
      .filter(({ type }) => type === 'reference')
      .map((field) => {
        const about = aboutOf(fields, field, false)
        const longest = rows.reduce(
          (most, row) => Math.max(most, textWidth(calledBeside(referenceText(field, row), about(row)), ROOMY.font)),
          0,
        )
        return [field.name, Math.min(longest + ROOMY.padding, MOST_LABEL)]
      }),
  )

const A_DATE = '2026/12/31'

const measuredWidths = (fields: readonly Field[], rows: readonly Row[], editable: boolean, look: Look): Readonly<Record<string, number>> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      if (look === DENSE && field.type === 'date') return [[field.name, textWidth(A_DATE, look.font) + look.padding]]
      if (!isNumeric(field.type)) {
        const width = wordWidth(field, rows, look, aboutOf(fields, field, editable))
        const least = width ?? (look === TIGHT ? look.usual[field.type] : undefined)
        return least === undefined ? [] : [[field.name, least]]
      }
      const usual = editable
        ? (look.usual[field.type] ?? 0)
        : Math.max(look.figure, headingWidth(label(field.title), HEAD_FONT) + look.headPadding)
      return [[field.name, Math.max(usual, longestFigure(field, rows, look))]]
    }),
  )

export const columnsOf = (fields: readonly Field[], { widths, dense }: Measured) => {
  const subject = subjectOf(fields)
  const look = dense ? DENSE : ROOMY
  // A heading is broken between its words only, and takes two lines at most.
  const heading = ({ title }: Field) => headingWidth(label(title), HEAD_FONT) + look.headPadding
  const size = (field: Field) =>
    field === subject
      ? Math.max(look.subject, dense ? 0 : (widths[field.name] ?? 0))
      : Math.max(widths[field.name] ?? WIDTHS[field.type] ?? 150, heading(field))
  return helper.columns(
    fields.map((field) => helper.accessor('key', { id: field.name, header: field.title, size: size(field), minSize: look.figure })),
  )
}

/** Usual widths of the texts of a table that is filled in, in pixels; columns of other types do not grow. */
const USUAL: Partial<Record<FieldType, number>> = {
  reference: 160,
  text: 160,
  longtext: 240,
  user: 150,
  employee: 200,
  references: 240,
  multiselect: 200,
  json: 160,
}
const USUAL_SUBJECT = 400

/** Widths at which the texts of a table that is read are whole: a column of short ones takes no room from the others. */
const wishesOf = (fields: readonly Field[], rows: readonly Row[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    fields
      .filter(({ type }) => USUAL[type])
      .map((field) => {
        const about = aboutOf(fields, field, false)
        const said = (row: Row): string =>
          field.refAs && field.type !== 'references'
            ? calledBeside(referenceText(field, row), about(row))
            : displayText(field, row[field.name], field.refAs ? row[field.refAs] : undefined)
        const longest = rows.reduce((most, row) => Math.max(most, textWidth(said(row), ROOMY.font)), 0)
        return [field.name, Math.min(longest + ROOMY.padding, MOST_WISH)]
      }),
  )
/** A text that is longer is cut rather than have those beside it cut. */
const MOST_WISH = 480

/** Grid tracks of a row: columns of texts share the spare width as they need it. */
export function tracks(
  fields: readonly Field[],
  size: (name: string) => number,
  editable: boolean,
  wishes: Measured['wishes'] = {},
): string {
  const subject = subjectOf(fields)
  // Where no column grows by its type, the first one takes what is spare.
  const grows = fields.some(({ type }) => USUAL[type])
  const share = (field: Field): number | undefined => {
    if (!USUAL[field.type]) return grows || field !== fields[0] ? undefined : 1
    return Math.max(size(field.name), wishes[field.name] ?? (field === subject ? USUAL_SUBJECT : USUAL[field.type]!))
  }
  const columns = fields.map((field) => {
    const part = share(field)
    return part ? `minmax(${size(field.name)}px, ${part}fr)` : `${size(field.name)}px`
  })
  return [`${START_WIDTH}px`, ...columns, ...(editable ? [`${END_WIDTH}px`] : [])].join(' ')
}

/** Least width of a row in pixels: every row gets it, so that growing columns are as wide in each of them. */
export function leastWidth(fields: readonly Field[], size: (name: string) => number, editable: boolean): number {
  return START_WIDTH + fields.reduce((sum, field) => sum + size(field.name), 0) + (editable ? END_WIDTH : 0)
}
