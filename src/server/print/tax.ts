/**
 * What the BIR asks of a printed invoice and of documents that supplement one: Sec. 113(B) and 237 of the Tax Code as amended by
 * RA 11976 (Ease of Paying Taxes), in the form of RR 7-2024.
 */
import type { Content } from 'pdfmake/interfaces.js'
import type { Print, Row } from '../../engine/model/module.ts'
import type { PrintTax } from '../../engine/model/print.ts'
import { formatCurrency, formatDate, formatNumber } from '../../engine/runtime/format/index.ts'
import { Decimal } from '../../kernel/decimal.ts'
import type { Settings } from '../platform/context.ts'
import type { Party } from '../platform/issued/party.ts'
import { MUTED } from './measure.ts'

/** RR 7-2024: on invoices of a seller that is not registered for VAT, and on every supplementary document. */
export const NOT_FOR_INPUT_TAX = 'THIS DOCUMENT IS NOT VALID FOR CLAIM OF INPUT TAX'

/** A company without an answer is registered, as the setting is by default. */
const isRegistered = (settings: Settings): boolean => settings.is_vat_registered !== false

/** What stands before the TIN of the seller (Sec. 113(B)(1)). */
export const tinTitle = (settings: Settings): string => (isRegistered(settings) ? 'VAT Reg. TIN' : 'Non-VAT Reg. TIN')

/** The serial number is the number of the document; one that is not posted yet, or is brought forward, has none. */
export const serialOf = ({ serial }: PrintTax, record: Row): string => String(record[serial] ?? '')

/** The buyer as of the document: a name or TIN that was corrected later does not change what was issued. */
export function buyerOf({ name, tin }: PrintTax, record: Row, party: Party): Party {
  const said = (field: string | undefined, otherwise: string): string => String((field && record[field]) || otherwise)
  return { ...party, name: said(name, party.name), tin: said(tin, party.tin) }
}

const amountOf = (record: Row, field: string | undefined): Decimal => new Decimal(String((field && record[field]) ?? 0) || 0)

/** The sentences that the law asks for on this document, in bold. */
export function notices(form: Print, record: Row, settings: Settings): string[] {
  const { tax, notice } = form
  const isZero = (field: string | undefined): boolean => amountOf(record, field).isZero()
  const said: string[] = []
  if (tax?.total && isRegistered(settings) && isZero(tax.vatable) && isZero(tax.vat)) {
    // Sec. 113(B)(2)(b) and (c): written where all of the sale is so; a mixed one has the breakdown.
    if (!isZero(tax.exempt) && isZero(tax.zero_rated)) said.push('VAT-EXEMPT SALE')
    if (!isZero(tax.zero_rated) && isZero(tax.exempt)) said.push('ZERO-RATED SALE')
  }
  if (notice) said.push(notice)
  if (tax?.total && !isRegistered(settings) && notice !== NOT_FOR_INPUT_TAX) said.push(NOT_FOR_INPUT_TAX)
  return said
}

/** A further amount above the total, such as the discount on the whole document. */
export interface Amount {
  readonly title: string
  readonly value: unknown
}

const figures = (rows: readonly { title: string; text: string; strong?: boolean }[], widths: [number, number]): Content => ({
  layout: 'noBorders',
  table: {
    widths,
    body: rows.map(({ title, text, strong = false }) => [
      { text: title, bold: strong },
      { text, alignment: 'right', bold: strong },
    ]),
  },
})

/**
 * The breakdown of the sales by VAT, beside the way from the total to what is due. A seller that is not registered for VAT has no
 * VAT to show, only the total.
 */
export function breakdown(tax: PrintTax, record: Row, settings: Settings, others: readonly Amount[]): Content {
  const amount = (field: string | undefined): Decimal => amountOf(record, field)
  const row = (title: string, value: unknown) => ({ title, text: formatNumber(String(value ?? 0), 2) })
  const registered = isRegistered(settings)
  const vat = amount(tax.vat)
  const total = amount(tax.total)
  const withheld = amount(tax.withheld)
  const sales = [
    row('VATable sales', amount(tax.vatable)),
    row('VAT', vat),
    row('Zero-rated sales', amount(tax.zero_rated)),
    row('VAT-exempt sales', amount(tax.exempt)),
  ]
  const whole = vat.isZero() ? 'Total sales' : 'Total sales (VAT inclusive)'
  const strong = (title: string, value: Decimal) => ({ title, text: formatCurrency(value.toNumber()), strong: true })
  const net = [row('Amount net of VAT', total.minus(vat)), row('Add: VAT', vat)]
  const due = [
    ...others.map(({ title, value }) => row(title, value)),
    // An invoice says what is due; a document that only supplements one has its total.
    ...(tax.withheld
      ? [
          row(whole, total),
          ...(vat.isZero() ? [] : [row('Less: VAT', vat), ...net]),
          row('Less: withholding tax', withheld),
          strong('TOTAL AMOUNT DUE', total.minus(withheld)),
        ]
      : [...(vat.isZero() ? [] : net), strong('TOTAL', total)]),
  ]
  return {
    columns: [
      registered ? { width: 'auto', stack: [figures(sales, [100, 90])] } : { text: '', width: 'auto' },
      { text: '', width: '*' },
      { width: 'auto', stack: [figures(due, [140, 100])] },
    ],
    columnGap: 12,
    margin: [0, 0, 0, 10],
    unbreakable: true,
  }
}

/** The series that a serial number is of, as its permit names it: from the first to the last number of so many digits. */
export function seriesOf(serial: string): string {
  const [, prefix = '', digits = ''] = /^(.*?)(\d+)$/.exec(serial) ?? []
  return digits ? `${prefix}${'1'.padStart(digits.length, '0')} to ${prefix}${'9'.repeat(digits.length)}` : ''
}

/** The permit of the system and the series approved with it, at the foot of the document (RR 7-2024, RMC 5-2021). */
export function permit(tax: PrintTax, record: Row, settings: Settings): Content[] {
  const text = (key: string): string => String(settings[key] ?? '').trim()
  const number = text('bir_permit_no')
  const issued = text('bir_permit_date')
  const series = seriesOf(serialOf(tax, record))
  const lines = number
    ? [
        [`${text('bir_permit_kind')} No. ${number}`, issued && `Date issued ${formatDate(issued)}`].filter(Boolean).join(' · '),
        series && `Approved series ${series}`,
        text('bir_accreditation'),
      ].filter((line) => line !== '')
    : []
  return lines.length ? [{ stack: lines.map((line) => ({ text: line, fontSize: 8, color: MUTED })), margin: [0, 10, 0, 0] }] : []
}
