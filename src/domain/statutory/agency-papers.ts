/**
 * Lists that employers send to the agencies, as text files of fixed width. The layouts are dated data; most come from the
 * agencies' older programs and are marked as unconfirmed: the present ones are shown to registered employers only.
 */
import { type Decimal, dec, ZERO } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { type Effective, inOrder } from './effective.ts'
import type { RemittanceAgency } from './remittance.ts'
import data from './tables/agency-papers.json' with { type: 'json' }

/**
 * Name of the value, or `=` and the text itself; width; how it is written. An empty name is filled with spaces, and `/`
 * begins another line.
 */
type Cell = readonly (string | number)[]
export interface AgencyPaper extends Effective {
  readonly paper: string
  readonly agency: RemittanceAgency
  readonly title: string
  /** Name of the file, with values of the header in braces. */
  readonly file: string
  readonly header: readonly Cell[]
  readonly employee: readonly Cell[]
  readonly totals: readonly Cell[]
  /** Values of the employees that the workbook shows. */
  readonly columns: readonly string[]
}
export const AGENCY_PAPERS = data.papers as readonly AgencyPaper[]
export type PaperValues = Readonly<Record<string, unknown>>

/** The layout in force in a month, `YYYY-MM`; undefined where none was yet. */
export const agencyPaper = (name: string, month: string, papers: readonly AgencyPaper[] = AGENCY_PAPERS): AgencyPaper | undefined =>
  inOrder(
    papers.filter(({ paper }) => paper === name),
    `Layouts of ${name}`,
  ).findLast(({ effective_from }) => effective_from <= `${month}-01`)

const digits = (value: unknown): string => String(value ?? '').replaceAll(/\D/g, '')
/** Capital letters of ASCII. */
const letters = (value: unknown): string =>
  String(value ?? '')
    .normalize('NFD')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .toUpperCase()
const dateText = (iso: string, form: string): string => {
  const [year = '', month = '', day = ''] = iso.split('-')
  return form.replace('YYYY', year).replace('YY', year.slice(2)).replace('MM', month).replace('DD', day)
}

/** A value in its width: numbers at the right, text and dates at the left. What is too long for a number is an error. */
function cellText([name = '', width = 0, form = 'text']: Cell, values: PaperValues): string {
  const [key, size] = [String(name), Number(width)]
  if (key.startsWith('=')) return key.slice(1).padEnd(size)
  const value = key === '' ? '' : values[key]
  const right = (text: string, fill: string): string => {
    if (text.length > size) throw new DomainError(key, `${text} is longer than ${size} characters, the width in the file.`)
    return text.padStart(size, fill)
  }
  switch (form) {
    case 'digits':
      return right(digits(value), '0')
    case 'digits-left':
      return digits(value).slice(0, size).padEnd(size)
    case 'number':
      return right(String(value ?? 0), '0')
    case 'decimal':
      return right(dec(value).toFixed(2), ' ')
    case 'centavos':
      return right(dec(value).times(100).toFixed(0), '0')
    case 'pesos':
      return right(dec(value).toFixed(0), '0')
    case 'text':
      return letters(value).slice(0, size).padEnd(size)
    default:
      return (value ? dateText(String(value), String(form)) : '').padEnd(size)
  }
}

const record = (cells: readonly Cell[], values: PaperValues): string[] =>
  cells.length
    ? cells
        .map((cell) => (cell[0] === '/' ? '\n' : cellText(cell, values)))
        .join('')
        .split('\n')
    : []

/** The sum of a value over the employees; the number of employees as `count`. */
function sums(cells: readonly Cell[], employees: readonly PaperValues[]): PaperValues {
  const sum = (name: string): Decimal => employees.reduce((all: Decimal, values) => all.plus(dec(values[name])), ZERO)
  const numbers = cells.filter(([, , form]) => form === 'decimal' || form === 'centavos' || form === 'pesos')
  return { ...Object.fromEntries(numbers.map(([name]) => [name, sum(String(name))])), count: employees.length }
}

/** The text file: header, employees and totals, CRLF after every line. */
export function agencyFile(paper: AgencyPaper, header: PaperValues, employees: readonly PaperValues[]): string {
  const lines = [
    ...record(paper.header, header),
    ...employees.flatMap((values) => record(paper.employee, values)),
    ...record(paper.totals, { ...header, ...sums(paper.totals, employees) }),
  ]
  return lines.map((line) => `${line}\r\n`).join('')
}

/** Name of the file. */
export const agencyFileName = ({ file }: AgencyPaper, header: PaperValues): string =>
  file.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'month' ? String(header.month).padStart(2, '0') : digits(header[name])))
