/**
 * Readers of the files that agencies and banks take, written from the published layouts and from nothing that writes them. Each
 * refuses a line of another width, a field of another form, and a trailer that does not agree with what is above it. Amounts
 * are centavos.
 */
import { expect } from 'vitest'

type Form = 'text' | 'digits' | 'decimal' | 'centavos' | 'blank' | 'zeros' | 'date'
/** Name, width and form; a name in quotes is the text itself. */
type Field = readonly [name: string, width: number, form?: Form]
export type Read = Readonly<Record<string, string>>

const FORMS: Readonly<Record<Form, RegExp>> = {
  text: /^[\x20-\x7e]*$/,
  digits: /^\d+$/,
  decimal: /^ *\d+\.\d\d$/,
  centavos: /^\d+$/,
  blank: /^ *$/,
  zeros: /^0+$/,
  date: /^(\d{6}|\d{8}| *)$/,
}

/** The fields of a line of fixed width. Throws what is wrong with it: an assertion for each field would cost more than the file. */
function fixed(line: string, layout: readonly Field[]): Read {
  const width = layout.reduce((sum, [, size]) => sum + size, 0)
  if (line.length !== width) throw new Error(`${line.length} characters, ${width} expected: ${line}`)
  const fields: Record<string, string> = {}
  let place = 0
  for (const [name, size, form = 'text'] of layout) {
    const text = line.slice(place, place + size)
    place += size
    const isRight = name.startsWith("'") ? text === name.slice(1).padEnd(size) : FORMS[form].test(text)
    if (!isRight) throw new Error(`${name} (${form}) is "${text}": ${line}`)
    if (!name.startsWith("'")) fields[name] = text.trim()
  }
  return fields
}

/** Pesos with two decimals as centavos. */
export const pesos = (text: string): number => Math.round(Number(text) * 100)
export const sum = (rows: readonly Read[], name: string, read: (text: string) => number = pesos): number =>
  rows.reduce((all, row) => all + read(row[name]!), 0)

/** Lines of a file: ASCII, CRLF after every line. */
function lines(text: string): string[] {
  expect(text.endsWith('\r\n')).toBe(true)
  const all = text.slice(0, -2).split('\r\n')
  expect(all.filter((line) => !/^[\x20-\x7e]*$/.test(line))).toEqual([])
  return all
}

/** Header, lines between, trailer. */
function parts(text: string): readonly [string, string[], string] {
  const all = lines(text)
  return [all[0]!, all.slice(1, -1), all.at(-1)!]
}

/**
 * SSS contribution list R-3: a record 00 with company, month and number; 20 for each member with three months of contributions of
 * both, three of "0.00", three of EC; 99 with the totals of the three months, thirty zeros, and those of EC.
 */
export function readR3(text: string): { header: Read; members: Read[] } {
  const [first, middle, last] = parts(text)
  const header = fixed(first, [
    ["'00", 2],
    ['company', 30],
    ['month', 6, 'digits'],
    ['number', 10, 'digits'],
    ['rest', 30, 'blank'],
  ])
  const members = middle.map((line) =>
    fixed(line, [
      ["'20", 2],
      ['last', 15],
      ['first', 15],
      ['initial', 1],
      ['number', 10, 'digits'],
      ...[1, 2, 3].flatMap((month): Field[] => [
        ["' ", 1],
        [`paid${month}`, 7, 'decimal'],
      ]),
      ...[1, 2, 3].flatMap((): Field[] => [
        ["' ", 1],
        ["' 0.00", 5],
      ]),
      ...[1, 2, 3].flatMap((month): Field[] => [
        ["' ", 1],
        [`ec${month}`, 5, 'decimal'],
      ]),
      ['gap', 6, 'blank'],
      ['status', 1],
      ['date', 8, 'date'],
    ]),
  )
  const totals = fixed(last, [
    ["'99", 2],
    ...[1, 2, 3].flatMap((month): Field[] => [
      ["' ", 1],
      [`paid${month}`, 11, 'decimal'],
    ]),
    ['zeros', 30, 'zeros'],
    ...[1, 2, 3].map((month): Field => [`ec${month}`, 10, 'decimal']),
  ])
  for (const name of ['paid1', 'paid2', 'paid3', 'ec1', 'ec2', 'ec3'])
    expect([name, pesos(totals[name]!)]).toEqual([name, sum(members, name)])
  return { header, members }
}

/** SSS loan collection list: 00 employer and YYMM; 10 for each loan, amounts in centavos but the principal; 99 count and totals. */
export function readLoanList(text: string): { header: Read; loans: Read[] } {
  const [first, middle, last] = parts(text)
  const header = fixed(first, [
    ["'00", 2],
    ['number', 10, 'digits'],
    ['company', 30],
    ['month', 4, 'digits'],
  ])
  const loans = middle.map((line) =>
    fixed(line, [
      ["'10", 2],
      ['number', 10, 'digits'],
      ['last', 15],
      ['first', 15],
      ['initials', 2],
      ['type', 1],
      ['granted', 6, 'digits'],
      ['principal', 6, 'digits'],
      ['penalty', 7, 'centavos'],
      ['amount', 7, 'centavos'],
      ['gap', 2, 'blank'],
    ]),
  )
  const totals = fixed(last, [
    ["'99", 2],
    ['count', 6, 'digits'],
    ['penalty', 15, 'centavos'],
    ['amount', 15, 'centavos'],
  ])
  expect([Number(totals.count), Number(totals.penalty), Number(totals.amount)]).toEqual([
    loans.length,
    sum(loans, 'penalty', Number),
    sum(loans, 'amount', Number),
  ])
  return { header, loans }
}

/**
 * PhilHealth RF-1: the words REMITTANCE REPORT, company, address, number with month and year and R, MEMBERS, a line for each; then
 * M5-SUMMARY with total, receipt, date and count, and the GRAND TOTAL.
 */
export function readRf1(text: string): { header: Read; members: Read[] } {
  const all = lines(text)
  expect([all[0], all[4], all.at(-3)]).toEqual(['REMITTANCE REPORT', 'MEMBERS', 'M5-SUMMARY'])
  expect([all[1]!.length, all[2]!.length]).toEqual([60, 100])
  const header = fixed(all[3]!, [
    ['number', 12, 'digits'],
    ['month', 2, 'digits'],
    ['year', 4, 'digits'],
    ["'R", 1],
  ])
  const members = all.slice(5, -3).map((line) =>
    fixed(line, [
      ['number', 12, 'digits'],
      ['last', 30],
      ['first', 30],
      ['initial', 1],
      ['salary', 8, 'centavos'],
      ['employee', 6, 'centavos'],
      ['employer', 6, 'centavos'],
      ['zeros', 24, 'zeros'],
      ['status', 2],
      ['date', 8, 'date'],
    ]),
  )
  const total = sum(members, 'employee', Number) + sum(members, 'employer', Number)
  const summary = fixed(all.at(-2)!, [
    ["'1", 1],
    ['total', 12, 'centavos'],
    ['receipt', 15],
    ['date', 8, 'date'],
    ['count', 4, 'digits'],
  ])
  const grand = fixed(all.at(-1)!, [
    ["'GRAND TOTAL", 11],
    ['total', 12, 'centavos'],
  ])
  expect([Number(summary.count), Number(summary.total), Number(grand.total)]).toEqual([members.length, total, total])
  return { header, members }
}

/** Pag-IBIG collection list: EH with month, number, kind (MC contributions, ST loans) and company; DT for each member. No trailer. */
export function readCollection(text: string, kind: 'MC' | 'ST'): { header: Read; members: Read[] } {
  const [first, ...rest] = lines(text)
  const header = fixed(first!.padEnd(2 + 2 + 6 + 15 + 1 + 2 + 100 + 100 + 7 + 15), [
    ["'EH", 2],
    ['branch', 2],
    ['month', 6, 'digits'],
    ['number', 15],
    ["'P", 1],
    [`'${kind}`, 2],
    ['company', 100],
    ['address', 100],
    ['zip', 7],
    ['phone', 15],
  ])
  const members = rest.map((line) =>
    fixed(line, [
      ["'DT", 2],
      ['number', 12, 'digits'],
      ['employee_no', 15],
      ['last', 30],
      ['first', 30],
      ['middle', 30],
      ['employee', 13, 'decimal'],
      ['employer', 13, 'decimal'],
      ['tin', 15],
      ['born', 8, 'date'],
    ]),
  )
  return { header, members }
}

const COMMON = 'record form employer_tin employer_branch period sequence tin branch last first middle region'
const PREVIOUS_1 =
  'prev_gross prev_smw prev_13th prev_de_minimis prev_sss prev_salaries prev_nontaxable prev_basic prev_taxable_13th prev_taxable_salaries prev_taxable'
const PRESENT_1 =
  'gross nontax_basic nontax_13th de_minimis sss salaries nontaxable taxable_basic taxable_13th taxable_salaries taxable combined net_taxable tax_due prev_withheld withheld december over actual'
const PREVIOUS_2 =
  'prev_gross prev_smw prev_holiday prev_overtime prev_night prev_hazard prev_13th prev_de_minimis prev_sss prev_salaries prev_nontaxable prev_taxable_13th prev_taxable_salaries prev_taxable'
const PRESENT_2 =
  'gross smw_day smw_month smw_year factor holiday overtime night hazard nontax_13th de_minimis sss salaries nontaxable taxable_13th taxable_salaries taxable combined net_taxable tax_due prev_withheld withheld december over actual'
const STANDING = 'nationality status reason substituted pera'
const words = (...texts: string[]): string[] => texts.flatMap((text) => text.split(' '))
const SCHEDULES = {
  D1: { fields: words(COMMON, PREVIOUS_1, 'from to', PRESENT_1, STANDING), totals: words(PREVIOUS_1, PRESENT_1, 'pera') },
  D2: {
    fields: words(COMMON, PREVIOUS_2, 'from to', PRESENT_2, STANDING, 'nontax_basic'),
    totals: words(PREVIOUS_2, PRESENT_2, 'pera', 'nontax_basic').filter((name) => name !== 'factor'),
  },
} as const
const TEXTS = new Set(words(COMMON, 'from to nationality status reason substituted factor'))

/** Annual list of the BIR (form 1604-C): H, the records of schedule 1 with their totals C1, those of schedule 2 with C2. */
export function readAlphalist(text: string): Read[] {
  const [head, ...rest] = lines(text).map((line) => line.split(','))
  expect(head).toEqual([
    'H1604C',
    expect.stringMatching(/^\d{9}$/),
    expect.stringMatching(/^\d{4}$/),
    expect.stringMatching(/^12\/31\/\d{4}$/),
  ])
  expect([SCHEDULES.D1.fields.length, SCHEDULES.D1.totals.length, SCHEDULES.D2.fields.length, SCHEDULES.D2.totals.length]).toEqual([
    49, 31, 59, 40,
  ])
  const records: Read[] = []
  for (const schedule of ['D1', 'D2'] as const) {
    const { fields, totals } = SCHEDULES[schedule]
    const scheduled = rest.filter(([kind]) => kind === schedule)
    for (const [index, cells] of scheduled.entries()) {
      expect([cells, cells.length]).toEqual([cells, fields.length])
      const record: Record<string, string> = Object.fromEntries(fields.map((name, place) => [name, cells[place]!]))
      expect([record.form, record.employer_tin, record.employer_branch, record.period]).toEqual(['1604C', ...head!.slice(1)])
      expect(record.sequence).toBe(String(index + 1))
      expect(record.tin).toMatch(/^\d{9}$/)
      for (const name of ['last', 'first', 'middle']) expect(record[name]).toMatch(/^"[A-Z0-9 .'/()-]*"$/)
      for (const name of ['from', 'to']) expect(record[name]).toMatch(/^\d\d\/\d\d\/\d{4}$/)
      // Who refunds what a previous employer withheld has withheld less than nothing.
      const form = (name: string) => (name === 'actual' ? /^-?\d+\.\d\d$/ : /^\d+\.\d\d$/)
      for (const name of fields) if (!TEXTS.has(name)) expect([name, record[name]]).toEqual([name, expect.stringMatching(form(name))])
      expect(['R', 'C', 'CP', 'S', 'P', 'AL']).toContain(record.status)
      expect(['NA', 'T', 'TR', 'R', 'D']).toContain(record.reason)
      records.push(record)
    }
    const [total, ...more] = rest.filter(([kind]) => kind === `C${schedule[1]}`)
    expect(more).toEqual([])
    if (!scheduled.length) continue
    expect(total!.slice(0, 5)).toEqual([`C${schedule[1]}`, '1604C', ...head!.slice(1)])
    const listed = records.filter(({ record }) => record === schedule)
    expect(total!.slice(5).map(pesos)).toEqual(totals.map((name) => sum(listed, name)))
  }
  const kinds = rest.map(([kind]) => kind)
  expect(kinds).toEqual([...kinds].sort((a, b) => order(a!) - order(b!)))
  return records
}
const order = (kind: string): number => ['D1', 'C1', 'D2', 'C2'].indexOf(kind)

/** BPI: records of 128 characters; the checksum of an account is the sum of its last three pairs of digits times the amount. */
export function readBpi(text: string): { account: string; amount: number }[] {
  const [first, middle, last] = parts(text)
  const start = (kind: string): Field[] => [
    [`'${kind}`, 1],
    ['company', 5],
    ['date', 6, 'digits'],
    ['batch', 2, 'digits'],
  ]
  const header = fixed(first, [
    ...start('H'),
    ["'1", 1],
    ['account', 10, 'digits'],
    ['branch', 3, 'zeros'],
    ['ceiling', 12, 'centavos'],
    ['total', 12, 'centavos'],
    ["'1", 1],
    ['gap', 75, 'blank'],
  ])
  const paid = middle.map((line) =>
    fixed(line, [
      ...start('D'),
      ["'3", 1],
      ['account', 10, 'digits'],
      ['amount', 12, 'centavos'],
      ['hash', 12, 'centavos'],
      ['gap', 79, 'blank'],
    ]),
  )
  const trailer = fixed(last, [
    ...start('T'),
    ["'2", 1],
    ['account', 10, 'digits'],
    ['accounts', 15, 'digits'],
    ['total', 15, 'centavos'],
    ['hash', 18, 'centavos'],
    ['count', 5, 'digits'],
    ['gap', 50, 'blank'],
  ])
  for (const { account, amount, hash } of paid) {
    const pairs = [4, 6, 8].reduce((all, place) => all + Number(account!.slice(place, place + 2)), 0)
    expect([account, Number(hash)]).toEqual([account, pairs * Number(amount)])
  }
  const total = sum(paid, 'amount', Number)
  expect([Number(header.total), Number(trailer.total), Number(trailer.count)]).toEqual([total, total, paid.length])
  expect([Number(trailer.accounts), Number(trailer.hash)]).toEqual([sum(paid, 'account', Number), sum(paid, 'hash', Number)])
  expect(Number(header.ceiling)).toBe(Math.max(...paid.map(({ amount }) => Number(amount))))
  expect([header.account, header.date, header.batch]).toEqual([trailer.account, trailer.date, trailer.batch])
  return paid.map(({ account, amount }) => ({ account: account!, amount: Number(amount) }))
}

/** Security Bank: PHP01 account, date, 200, total; PHP10 for each account with 00700 and the amount. No trailer. */
export function readSecurityBank(text: string): { account: string; amount: number }[] {
  const [first, ...rest] = lines(text)
  const header = fixed(first!, [
    ["'PHP01", 5],
    ['account', 13, 'digits'],
    ['date', 6, 'digits'],
    ["'200", 3],
    ['total', 13, 'centavos'],
  ])
  const paid = rest.map((line) =>
    fixed(line, [
      ["'PHP10", 5],
      ['account', 13, 'digits'],
      ['branch', 4, 'digits'],
      ["'00700", 5],
      ['amount', 13, 'centavos'],
    ]),
  )
  expect(Number(header.total)).toBe(sum(paid, 'amount', Number))
  return paid.map(({ account, amount }) => ({ account: account!.slice(-10), amount: Number(amount) }))
}

/** BDO and UnionBank: a header, the account of sixteen digits and the amount with decimals, T with count and total. */
export function readBdo(text: string): { account: string; amount: number }[] {
  const [first, middle, last] = parts(text)
  expect(first).toMatch(/^H\d{10}\d{10}.{10}\d{8}$/)
  const paid = middle.map((line) => {
    const [, account, amount] = /^(\d{16})(\d+\.\d\d)$/.exec(line)!
    return { account: account!.slice(-10), amount: pesos(amount!) }
  })
  const [, count, total] = /^T(\d{10})(\d+\.\d\d)$/.exec(last)!
  expect([Number(count), pesos(total!)]).toEqual([paid.length, paid.reduce((all, { amount }) => all + amount, 0)])
  return paid
}
