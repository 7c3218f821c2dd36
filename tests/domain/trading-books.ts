/**
 * Books kept only with the pure rules of trading: buckets, journals and open items of a company, for the worked month.
 * The postings of a document are computed from the values that a user enters in it.
 */

import { buildJournal, type JournalLine, mirror } from '../../src/domain/ledger/journal.ts'
import { centsText, microsText, toMicros } from '../../src/domain/minor-units.ts'
import type { DatedItem } from '../../src/domain/payables/aging.ts'
import { type Bucket, EMPTY, type Movement, type Step } from '../../src/domain/stock/valuation.ts'
import { lineAmount, type PricedLine } from '../../src/domain/trade/discount.ts'
import { spreadTax, type TaxComputation, type TaxResult, type VatClass } from '../../src/domain/trade/tax.ts'
import { baseQuantity, type Factor } from '../../src/domain/trade/uom.ts'
import { fromCents, toCents } from '../../src/kernel/decimal.ts'

export const ITEMS: Readonly<Record<string, VatClass>> = { A001: 'V', B002: 'V', C003: 'E', freight: 'V' }
export const PIECE: Factor = { num: 1, den: 1 }
export const BOX: Factor = { num: 12, den: 1 }

export interface TypedLine extends PricedLine {
  readonly item: string
  readonly unit?: Factor
}
/** A line as it is posted: quantities in millionths of the base unit, amounts in centavos. */
export interface PostedLine {
  readonly item: string
  readonly base: bigint
  readonly amount: bigint
  readonly category: VatClass
  readonly net: bigint
  readonly vat: bigint
}
export interface StockRow {
  readonly item: string
  readonly loc: string
  readonly qty: string
  readonly value: string
  readonly qty_after: string
  readonly value_after: string
  readonly kind: string
}
/** What one document left behind; journals per account code, credits negative. */
export interface Posted {
  readonly row: number
  readonly no: string
  readonly date: string
  readonly gl: Readonly<Record<string, string>>
  readonly stock: readonly StockRow[]
}
export interface Party extends DatedItem {
  readonly party: string
  readonly no: string
  readonly applications: { date: string; amount: bigint }[]
}

/** Amounts and VAT of typed lines. */
export function taxed(computation: TaxComputation, typed: readonly TypedLine[]): TaxResult & { posted: PostedLine[] } {
  const amounts = typed.map((line) => lineAmount(line).amount)
  const result = spreadTax({
    computation,
    rate: 12,
    discount: 0n,
    lines: typed.map(({ item }, i) => ({ amount: amounts[i]!, vatClass: ITEMS[item]! })),
  })
  const posted = result.lines.map((line, i) => ({
    item: typed[i]!.item,
    base: toMicros(baseQuantity(typed[i]!.qty, typed[i]!.unit ?? PIECE)),
    amount: amounts[i]!,
    category: line.category,
    net: line.net,
    vat: line.vat,
  }))
  return { ...result, posted }
}

const plainQuantity = (micros: bigint): string => microsText(micros).replace(/\.?0+$/, '')

export class Books {
  readonly posted: Posted[] = []
  readonly buckets = new Map<string, Bucket>()
  readonly receivable: Party[] = []
  readonly payable: Party[] = []
  private journal: { account: string; amount: bigint }[] = []
  private rows: StockRow[] = []
  private date = ''

  /** Posts a document: what `work` does to the books is kept under its number. */
  post(no: string, date: string, work: () => void = () => {}): void {
    this.journal = []
    this.rows = []
    this.date = date
    work()
    this.posted.push({ row: this.posted.length + 1, no, date, gl: this.balanced(), stock: this.rows })
  }

  private balanced(): Record<string, string> {
    const lines = buildJournal(this.journal.map(({ account, amount }) => ({ account_id: Number(account), amount })))
    return Object.fromEntries(lines.map((line) => [String(line.account_id), centsText(line.debit - line.credit)]))
  }

  debit(account: string, amount: bigint): void {
    this.journal.push({ account, amount })
  }
  credit(account: string, amount: bigint): void {
    this.journal.push({ account, amount: -amount })
  }
  /** Posts the mirror of what a document posted. */
  reverse(no: string): void {
    const { gl } = this.posted.find((posted) => posted.no === no)!
    const lines = Object.entries(gl).map(([account, text]): JournalLine => {
      const amount = toCents(text)
      return { account_id: Number(account), debit: amount > 0n ? amount : 0n, credit: amount < 0n ? -amount : 0n }
    })
    for (const line of mirror(lines)) this.debit(String(line.account_id), line.debit - line.credit)
  }

  bucket(item: string, loc: string): Bucket {
    return this.buckets.get(`${item}@${loc}`) ?? EMPTY
  }
  /** Moves stock by a rule of valuation; answers the step, whose first row is the movement itself. */
  move(item: string, loc: string, work: (bucket: Bucket) => Step): Step & { value: bigint } {
    const step = work(this.bucket(item, loc))
    this.buckets.set(`${item}@${loc}`, step.bucket)
    for (const row of step.rows)
      this.rows.push({
        item,
        loc,
        qty: plainQuantity(row.qty),
        value: centsText(row.value),
        qty_after: plainQuantity(row.qtyAfter),
        value_after: centsText(row.valueAfter),
        kind: row.kind,
      })
    return { ...step, value: step.rows[0]?.value ?? 0n }
  }
  /** The row a document wrote for an item, as a void finds it. */
  rowOf(no: string, item: string): Pick<Movement, 'qty' | 'value'> {
    const row = this.posted.find((posted) => posted.no === no)!.stock.find((stockRow) => stockRow.item === item)!
    return { qty: toMicros(row.qty), value: toCents(row.value) }
  }

  open(items: Party[], party: string, no: string, due: string, amount: bigint): void {
    items.push({ party, no, date: this.date, due, amount, applications: [] })
  }
  apply(items: readonly Party[], no: string, amount: bigint): void {
    items.find((item) => item.no === no)!.applications.push({ date: this.date, amount })
  }

  /** Balance per account of everything dated up to a day; accounts at zero are left out. */
  trialBalance(asOf: string): Record<string, string> {
    const sums = new Map<string, bigint>()
    for (const { date, gl } of this.posted) {
      if (date > asOf) continue
      for (const [account, text] of Object.entries(gl)) sums.set(account, (sums.get(account) ?? 0n) + toCents(text))
    }
    return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0n).map(([account, sum]) => [account, centsText(sum)]))
  }
  /** Value in stock by the stock rows dated up to a day, in transit or not. */
  stockValue(asOf: string, inTransit: boolean): string {
    const rows = this.posted.filter(({ date }) => date <= asOf).flatMap(({ stock }) => stock)
    const sum = rows.filter(({ loc }) => loc.startsWith('IT:') === inTransit).reduce((total, row) => total + toCents(row.value), 0n)
    return fromCents(sum).toFixed(2)
  }
}
