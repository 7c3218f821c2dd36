/** A workbook, written while the rows are read: memory does not grow with the file. */

import { Zip, ZipDeflate } from 'fflate'
import { DAY_MS } from '../../../kernel/dates.ts'
import { cellText } from './csv.ts'
import type { Export, ExportColumn } from './rows.ts'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/** Style numbers of the sheet: plain, bold heading, two decimals, date, date with time, time of day, rates. */
const STYLE = { heading: 1, money: 2, date: 3, datetime: 4, time: 5, rate: 6 } as const

/** Style sheet and what points to the sheets, for as many sheets as the workbook has. */
const partsOf = (names: readonly string[]): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${names.map((_, index) => `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`).join('')}<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${names.map((_, index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}<Relationship Id="rId${names.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/workbook.xml': `${HEAD}<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets>${names.map((name, index) => `<sheet name="${escapeXml(name).replaceAll('"', '&quot;')}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
  'xl/styles.xml': `${HEAD}<styleSheet xmlns="${SHEET}"><numFmts count="4"><numFmt numFmtId="164" formatCode="yyyy/mm/dd"/><numFmt numFmtId="165" formatCode="yyyy/mm/dd hh:mm AM/PM"/><numFmt numFmtId="166" formatCode="hh:mm AM/PM"/><numFmt numFmtId="167" formatCode="#,##0.00##"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="7"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="166" applyNumberFormat="1"/><xf numFmtId="167" applyNumberFormat="1"/></cellXfs></styleSheet>`,
})

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 cannot carry them.
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g

const escapeXml = (text: string): string =>
  text.replace(FORBIDDEN, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** `A`, `B` … `Z`, `AA` …: many readers want each cell's address. */
function columnLetters(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (index % 26))
}

const textCell = (reference: string, text: string, style = 0): string =>
  `<c r="${reference}" t="inlineStr"${style ? ` s="${style}"` : ''}><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`

const NUMERIC = new Set<ExportColumn['type']>(['money', 'quantity', 'rate', 'percent', 'number', 'integer'])
/** Day 0 of the spreadsheet calendar. */
const EPOCH = Date.UTC(1899, 11, 30)

function cell(reference: string, value: unknown, type: ExportColumn['type']): string {
  if (value === null || value === undefined) return ''
  if (NUMERIC.has(type) && Number.isFinite(Number(value))) {
    const style = type === 'money' ? STYLE.money : type === 'rate' ? STYLE.rate : 0
    return `<c r="${reference}"${style ? ` s="${style}"` : ''}><v>${String(value)}</v></c>`
  }
  const day = dayOf(String(value), type)
  if (day !== undefined) return `<c r="${reference}" s="${STYLE[type as 'date' | 'datetime' | 'time']}"><v>${day}</v></c>`
  return textCell(reference, cellText(value, type))
}

/** Days since day 0 of the spreadsheet calendar of a date, a date and time of the company's clock, or a time of day (part of a day). */
function dayOf(text: string, type: ExportColumn['type']): number | undefined {
  const instant =
    type === 'date'
      ? Date.parse(`${text}T00:00:00Z`) - EPOCH
      : type === 'datetime'
        ? Date.parse(`${text.slice(0, 19)}Z`) - EPOCH
        : type === 'time'
          ? Date.parse(`1970-01-01T${text.slice(0, 8)}Z`)
          : Number.NaN
  return Number.isNaN(instant) ? undefined : instant / DAY_MS
}

/** Widths of columns in characters: as needed by values and heading, within bounds. */
const LEAST_WIDTH = 8
const MOST_WIDTH = 60
const WIDTHS: Partial<Record<ExportColumn['type'], number>> = { date: 12, datetime: 21, time: 11, money: 16 }

/** Widths by the heading and the first rows: the rest is not there yet when they are written. */
function columnWidths(columns: readonly ExportColumn[], first: readonly unknown[][]): string {
  const widths = columns.map(({ title, type }, index) => {
    const known = WIDTHS[type]
    const longest = known ?? Math.max(0, ...first.map((row) => cellText(row[index], type).length))
    const wanted = Math.max(longest, title.length + 3) + 1
    return Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, wanted))
  })
  const parts = widths.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`)
  return parts.length ? `<cols>${parts.join('')}</cols>` : ''
}

/** Longest name of a sheet that spreadsheets read. */
const MOST_NAME = 31

/** Names of the sheets: without the signs that none may have, and no two the same. */
function sheetNames(titles: readonly string[]): string[] {
  const used = new Set<string>()
  return titles.map((title) => {
    const text = title.replace(/[[\]:*?/\\]/g, ' ').trim() || 'Sheet'
    let name = text.slice(0, MOST_NAME)
    for (let count = 2; used.has(name.toLowerCase()); count++) name = `${text.slice(0, MOST_NAME - String(count).length - 1)} ${count}`
    used.add(name.toLowerCase())
    return name
  })
}

/** The lines of one sheet as text, a batch of rows each. */
async function* sheetText({ columns, rows }: Export): AsyncGenerator<string> {
  const letters = columns.map((_, index) => columnLetters(index))
  let number = 1
  const heading = (first: readonly unknown[][]): string =>
    `${HEAD}<worksheet xmlns="${SHEET}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${columnWidths(columns, first)}<sheetData><row r="1">${columns.map((column, index) => textCell(`${letters[index]}1`, column.title, STYLE.heading)).join('')}</row>`
  let begun = false
  for await (const batch of rows) {
    if (!begun) yield heading(batch)
    begun = true
    const text = batch.map((row) => {
      number++
      return `<row r="${number}">${row.map((value, index) => cell(`${letters[index]}${number}`, value, columns[index]!.type)).join('')}</row>`
    })
    yield text.join('')
  }
  if (!begun) yield heading([])
  const filter = columns.length ? `<autoFilter ref="A1:${letters.at(-1)}${number}"/>` : ''
  yield `</sheetData>${filter}</worksheet>`
}

/** The workbook in chunks, a sheet for each title. */
export async function* workbookStream(sheets: readonly { readonly title: string; readonly file: Export }[]): AsyncGenerator<Buffer> {
  const ready: Buffer[] = []
  let failure: Error | undefined
  const zip = new Zip((error, chunk) => {
    if (error) failure = error
    else ready.push(Buffer.from(chunk))
  })
  function* drain(): Generator<Buffer> {
    if (failure) throw failure
    yield* ready.splice(0)
  }
  const encoder = new TextEncoder()
  for (const [path, text] of Object.entries(partsOf(sheetNames(sheets.map(({ title }) => title))))) {
    const part = new ZipDeflate(path)
    zip.add(part)
    part.push(encoder.encode(text), true)
  }
  for (const [index, { file }] of sheets.entries()) {
    const sheet = new ZipDeflate(`xl/worksheets/sheet${index + 1}.xml`, { level: 4 })
    zip.add(sheet)
    for await (const text of sheetText(file)) {
      sheet.push(encoder.encode(text))
      yield* drain()
    }
    sheet.push(new Uint8Array(), true)
  }
  zip.end()
  yield* drain()
}

/** A workbook of one sheet in chunks. `title` names the sheet. */
export const xlsxStream = (file: Export, title: string): AsyncGenerator<Buffer> => workbookStream([{ title, file }])
