/** Payroll files for banks, written from a format that is data: records of fields with width, padding and notation. */

import { Decimal } from '../../kernel/decimal.ts'

interface FilePart {
  readonly record: 'header' | 'detail' | 'trailer'
  readonly content: string
  readonly text?: string | null
  readonly width?: number | null
  readonly align?: string | null
  readonly pad?: string | null
  readonly format?: string | null
}
export interface FileFormat {
  readonly layout: string
  readonly delimiter?: string | null
  readonly extension: string
  readonly parts: readonly FilePart[]
}
interface PaidAccount {
  readonly account_no: string
  readonly account_name: string
  readonly employee_no?: string | null
  /** Pesos with two decimals. */
  readonly amount: string
}
interface PayrollBatch {
  readonly company_code: string
  readonly company_name: string
  readonly company_account: string | null
  readonly batch_no: string
  readonly bank_code: string
  /** `2026-11-30`. */
  readonly credit_date: string
  readonly lines: readonly PaidAccount[]
}

/** A batch that does not fit its format: an account number or an amount is longer than its field. */
export class FormatMismatch extends Error {}

const ZERO = new Decimal(0)
const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

/** The checksum of an account: the sum of three pairs of its digits (5 and 6, 7 and 8, 9 and 10) times the amount. */
function checkSum({ account_no, amount }: PaidAccount): Decimal {
  const digits = digitsOf(account_no).padStart(10, '0')
  const pairs = [4, 6, 8].reduce((sum, place) => sum + Number(digits.slice(place, place + 2) || 0), 0)
  return new Decimal(amount).times(pairs)
}

type Values = Readonly<Record<string, string | Decimal>>

const headValues = (batch: PayrollBatch): Values => {
  const amounts = batch.lines.map(({ amount }) => new Decimal(amount))
  const total = amounts.reduce((sum, amount) => sum.plus(amount), ZERO)
  return {
    company_code: batch.company_code,
    company_name: batch.company_name,
    company_account: batch.company_account ?? '',
    batch_no: batch.batch_no,
    batch_counter: digitsOf(batch.batch_no),
    bank_code: batch.bank_code,
    credit_date: batch.credit_date,
    count: String(batch.lines.length),
    total,
    highest: amounts.reduce((most, amount) => (amount.gt(most) ? amount : most), ZERO),
    account_sum: batch.lines.reduce((sum, { account_no }) => sum + BigInt(digitsOf(account_no) || 0), 0n).toString(),
    check_sum: batch.lines.reduce((sum, line) => sum.plus(checkSum(line)), ZERO),
  }
}

const lineValues = (line: PaidAccount, index: number): Values => ({
  line_no: String(index + 1),
  employee_no: line.employee_no ?? '',
  account_no: line.account_no,
  account_name: line.account_name,
  amount: new Decimal(line.amount),
  check_sum: checkSum(line),
})

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .toUpperCase()

function dateIn(mask: string, date: string): string {
  const [year = '', month = '', day = ''] = date.split('-')
  return mask.replace('YYYY', year).replace('YY', year.slice(2)).replace('MM', month).replace('DD', day)
}

function written({ format }: FilePart, value: string | Decimal): string {
  if (typeof value !== 'string') return format === 'centavos' ? digitsOf(value.toFixed(2)) : value.toFixed(2)
  if (format === 'digits') return digitsOf(value)
  if (format === 'upper') return plain(value)
  return format?.includes('MM') ? dateIn(format, value) : value
}

/** Contents that may be cut to the width: anything else that is too long would pay a wrong account or amount. */
const CUT: ReadonlySet<string> = new Set(['company_code', 'company_name', 'account_name', 'batch_no', 'batch_counter', 'text', 'line_no'])

function fieldText(part: FilePart, values: Values): string {
  const text = written(part, part.content === 'text' ? (part.text ?? '') : (values[part.content] ?? ''))
  const { width } = part
  if (!width) return text
  if (text.length > width) {
    if (!CUT.has(part.content)) throw new FormatMismatch(`"${text}" is longer than the ${width} characters of ${part.content}.`)
    // Of a counter, the last digits distinguish the batches.
    return part.content === 'batch_counter' || part.content === 'line_no' ? text.slice(-width) : text.slice(0, width)
  }
  const pad = part.pad || ' '
  return part.align === 'right' ? text.padStart(width, pad) : text.padEnd(width, pad)
}

/** A cell of a delimited file: quoted where it must be, and never a formula for a spreadsheet. */
function cell(text: string, delimiter: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return safe.includes(delimiter) || /["\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The file of a batch. Throws `FormatMismatch` where an account or an amount does not fit its field. */
export function payrollFile(format: FileFormat, batch: PayrollBatch): string {
  const head = headValues(batch)
  const record = (name: FilePart['record'], values: Values): string => {
    const fields = format.parts.filter((part) => part.record === name).map((part) => fieldText(part, values))
    if (!fields.length) return ''
    const delimiter = format.delimiter || ','
    return `${format.layout === 'delimited' ? fields.map((text) => cell(text, delimiter)).join(delimiter) : fields.join('')}\r\n`
  }
  return [
    record('header', head),
    ...batch.lines.map((line, index) => record('detail', { ...head, ...lineValues(line, index) })),
    record('trailer', head),
  ].join('')
}

const counted = { align: 'right', pad: '0' } as const

/** Used where no format of the bank is in force. */
export const GENERIC_FIXED: FileFormat = {
  layout: 'fixed',
  extension: 'txt',
  parts: [
    { record: 'header', content: 'text', text: 'H' },
    { record: 'header', content: 'company_code', width: 10, format: 'upper' },
    { record: 'header', content: 'batch_no', width: 20, format: 'upper' },
    { record: 'header', content: 'company_account', width: 16, format: 'digits', ...counted },
    { record: 'header', content: 'credit_date', format: 'YYYYMMDD' },
    { record: 'header', content: 'count', width: 6, format: 'digits', ...counted },
    { record: 'header', content: 'total', width: 15, format: 'centavos', ...counted },
    { record: 'detail', content: 'text', text: 'D' },
    { record: 'detail', content: 'account_no', width: 16, format: 'digits', ...counted },
    { record: 'detail', content: 'account_name', width: 40, format: 'upper' },
    { record: 'detail', content: 'amount', width: 15, format: 'centavos', ...counted },
    { record: 'trailer', content: 'text', text: 'T' },
    { record: 'trailer', content: 'count', width: 6, format: 'digits', ...counted },
    { record: 'trailer', content: 'total', width: 15, format: 'centavos', ...counted },
  ],
}
