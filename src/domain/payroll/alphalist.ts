/**
 * The annual alphalist of employees: BIR form 1604-C, schedules 1 (D1) and 2 (D2, minimum wage earners), and its DAT file
 * as of the Alphalist Data Entry module 7.4 (RMC 25-2024 Annex A; name of the file RMC 15-2025 Annex B). Unconfirmed: the
 * branch code of the file has 4 digits where eBIRForms uses 5, and that field 45 of D2 repeats the taxable total of D1.
 */
import { Decimal, dec, round2, ZERO } from '../../kernel/decimal.ts'

export type Schedule = 'D1' | 'D2'
type Kind = 'text' | 'name' | 'date' | 'factor' | 'amount'
interface Column {
  readonly name: string
  readonly kind: Kind
}
const columns = (kind: Kind, names: string): Column[] => names.split(' ').map((name) => ({ name, kind }))

const PERSON: readonly Column[] = [
  ...columns('text', 'tin branch'),
  ...columns('name', 'last_name first_name middle_name'),
  ...columns('text', 'region'),
]
const PERIOD = columns('date', 'from to')
/** Fields of a record after the first six: kind, form, employer's TIN and branch, period and sequence number. */
export const LAYOUT: Readonly<Record<Schedule, readonly Column[]>> = {
  D1: [
    ...PERSON,
    ...columns(
      'amount',
      'prev_gross prev_smw prev_13th prev_de_minimis prev_contributions prev_salaries prev_nontaxable prev_taxable_basic prev_taxable_13th prev_taxable_salaries prev_taxable',
    ),
    ...PERIOD,
    ...columns(
      'amount',
      'gross nontax_basic nontax_13th de_minimis contributions nontax_salaries nontaxable taxable_basic taxable_13th taxable_salaries taxable all_taxable net_taxable tax_due prev_withheld withheld_before_december withheld_december over_withheld withheld',
    ),
    ...columns('text', 'nationality employment_status separation substituted'),
    ...columns('amount', 'pera'),
  ],
  D2: [
    ...PERSON,
    ...columns(
      'amount',
      'prev_gross prev_smw prev_holiday prev_overtime prev_night prev_hazard prev_13th prev_de_minimis prev_contributions prev_salaries prev_nontaxable prev_taxable_13th prev_taxable_salaries prev_taxable',
    ),
    ...PERIOD,
    ...columns('amount', 'gross smw_day smw_month smw_year'),
    ...columns('factor', 'factor'),
    ...columns(
      'amount',
      'holiday overtime night hazard nontax_13th de_minimis contributions nontax_salaries nontaxable taxable_13th taxable_salaries taxable all_taxable net_taxable tax_due prev_withheld withheld_before_december withheld_december over_withheld withheld',
    ),
    ...columns('text', 'nationality employment_status separation substituted'),
    ...columns('amount', 'pera nontax_basic'),
  ],
}

/** R regular, C casual, CP contractual or by project, S seasonal, P probationary, AL apprentice or learner. */
export type EmploymentStatus = 'R' | 'C' | 'CP' | 'S' | 'P' | 'AL'
/** Not separated in the year, terminated or resigned, transferred, retired, died. */
export type Separation = 'NA' | 'T' | 'TR' | 'R' | 'D'

/** An employee's year as the schedules need it; amounts in pesos. */
export interface YearOfEmployee {
  readonly schedule: Schedule
  readonly tin: string | null
  readonly last_name: string
  readonly first_name: string
  readonly middle_name: string
  readonly region: string
  /** Days in ISO form. */
  readonly from: string
  readonly to: string
  /** Items of BIR form 2316 by their number. */
  readonly boxes: Readonly<Record<string, Decimal>>
  /** 13th month pay and other benefits that a previous employer paid as exempt. */
  readonly previous_benefits?: Decimal
  /** Tax withheld by payrolls paid in December; negative where it was paid back. */
  readonly december: Decimal
  readonly nationality: string
  readonly employment_status: EmploymentStatus
  readonly separation: Separation
  readonly substituted: boolean
  /** Statutory minimum wage per day, and the paid days of a year that turn it into a month's and a year's. */
  readonly wage?: { readonly day: Decimal; readonly factor: Decimal }
}

/** Capital letters of ASCII: ñ is N, and accents are left out. */
export const fileName = (name: string): string =>
  name.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/\s+/g, ' ').trim().toUpperCase()

const digits = (text: string | null): string => (text ?? '').replaceAll(/\D/g, '')
/** The nine digits of a TIN, and the last four of its branch code; 0000 for the head office. */
export const tinOf = (text: string | null): { readonly tin: string; readonly branch: string } => ({
  tin: digits(text).slice(0, 9),
  branch: digits(text).slice(9).padStart(4, '0').slice(-4),
})

const dateText = (iso: string): string => `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)}`

/** Values of a record by the name of its column. */
function valuesOf(person: YearOfEmployee): Readonly<Record<string, string | Decimal>> {
  const box = (...names: string[]): Decimal => names.reduce((all, name) => all.plus(person.boxes[name] ?? ZERO), ZERO)
  const { december, wage, schedule, previous_benefits: previousBenefits = ZERO } = person
  // A final pay before December may have refunded more than was withheld until then: it counts as refunded.
  const before = box('25A').minus(december)
  const refunded = Decimal.max(december.neg(), ZERO).plus(Decimal.max(before.neg(), ZERO))
  const allowances = box('37').plus(schedule === 'D1' ? box('30', '31', '32', '33') : ZERO)
  return {
    ...tinOf(person.tin),
    last_name: fileName(person.last_name),
    first_name: fileName(person.first_name),
    middle_name: fileName(person.middle_name),
    region: person.region,
    // Of a previous employer the taxable compensation, its tax and the exempt benefits are recorded.
    prev_gross: box('22').plus(previousBenefits),
    prev_13th: previousBenefits,
    prev_nontaxable: previousBenefits,
    prev_taxable_basic: box('22'),
    ...(schedule === 'D2' ? { prev_taxable_salaries: box('22') } : {}),
    prev_taxable: box('22'),
    from: person.from,
    to: person.to,
    gross: box('19'),
    ...(wage
      ? {
          smw_day: wage.day,
          smw_month: round2(wage.day.times(wage.factor).div(12)),
          smw_year: round2(wage.day.times(wage.factor)),
          factor: wage.factor.toFixed(),
        }
      : { factor: '0' }),
    holiday: box('30'),
    overtime: box('31'),
    night: box('32'),
    hazard: box('33'),
    nontax_basic: box('29'),
    nontax_13th: box('34'),
    de_minimis: box('35'),
    contributions: box('36'),
    nontax_salaries: allowances,
    nontaxable: box('38'),
    taxable_basic: box('39'),
    taxable_13th: box('48'),
    taxable_salaries: box('52')
      .minus(box('48'))
      .minus(schedule === 'D1' ? box('39') : ZERO),
    taxable: box('52'),
    all_taxable: box('23'),
    net_taxable: box('23'),
    tax_due: box('24'),
    prev_withheld: box('25B'),
    withheld_before_december: Decimal.max(before, ZERO),
    withheld_december: Decimal.max(december, ZERO),
    over_withheld: refunded,
    withheld: box('25A'),
    nationality: fileName(person.nationality),
    employment_status: person.employment_status,
    separation: person.separation,
    substituted: person.substituted ? 'Y' : 'N',
    pera: box('27'),
  }
}

/** The cells of an employee's record after the first six, as texts: amounts with two decimals, dates in ISO form. */
export function cellsOf(person: YearOfEmployee): string[] {
  const values = valuesOf(person)
  return LAYOUT[person.schedule].map(({ name, kind }) => {
    const value = values[name]
    return kind === 'amount' ? dec(value ?? ZERO).toFixed(2) : String(value ?? '')
  })
}

export type ProblemKind = 'no_tin' | 'wrong_tin' | 'no_name' | 'characters' | 'negative_amount'
export interface RecordProblem {
  readonly kind: ProblemKind
  /** What is wrong, as the record has it. */
  readonly detail: string
}

/** Characters that a text of the file may have; `&`, `*` and `?` are rejected, and quotes and commas separate fields. */
const ALLOWED = /^[A-Z0-9 .'/()-]*$/

/**
 * Whether this employer refunded tax that a previous one withheld, as RR 11-2018 illustrates (15-2): then it withheld less than
 * nothing (unconfirmed: whether the BIR's validation takes the negative amount).
 */
const refundsPrevious = (value: (name: string) => string): boolean =>
  !dec(value('withheld'))
    .plus(dec(value('prev_withheld')))
    .isNegative()

/** What the BIR's validation would reject in a record. */
export function problemsOfRecord(schedule: Schedule, cells: readonly string[]): RecordProblem[] {
  const problems: RecordProblem[] = []
  const layout = LAYOUT[schedule]
  const value = (name: string): string => cells[layout.findIndex((column) => column.name === name)] ?? ''
  const tin = value('tin')
  if (!tin) problems.push({ kind: 'no_tin', detail: '' })
  else if (tin.length < 9 || /^(\d)\1*$/.test(tin)) problems.push({ kind: 'wrong_tin', detail: tin })
  if (!value('last_name') || !value('first_name')) problems.push({ kind: 'no_name', detail: '' })
  const texts = layout.flatMap(({ kind }, index) => (kind === 'name' || kind === 'text' ? [cells[index]!] : []))
  for (const text of texts.filter((candidate) => !ALLOWED.test(candidate))) problems.push({ kind: 'characters', detail: text })
  for (const [index, { kind, name }] of layout.entries())
    if (
      kind === 'amount' &&
      dec(cells[index]).isNegative() &&
      !dec(cells[index]).isZero() &&
      !(name === 'withheld' && refundsPrevious(value))
    )
      problems.push({ kind: 'negative_amount', detail: `${name.replaceAll('_', ' ')}: ${cells[index]}` })
  return problems
}

export interface AlphalistEmployer {
  readonly tin: string
  readonly branch: string
  readonly year: number
}
export interface AlphalistRecord {
  readonly schedule: Schedule
  readonly cells: readonly string[]
}

const cellText = (kind: Kind, cell: string): string => {
  if (kind === 'name') return `"${cell}"`
  return kind === 'date' ? dateText(cell) : cell
}

/**
 * The DAT file: the header, the records of each schedule in their order with the schedule's totals after them. ASCII,
 * fields separated by commas, CRLF after every line. A schedule without records is left out.
 */
export function alphalistFile({ tin, branch, year }: AlphalistEmployer, records: readonly AlphalistRecord[]): string {
  const common = ['1604C', tin, branch, `12/31/${year}`]
  const lines = [`H${common.join(',')}`]
  for (const schedule of ['D1', 'D2'] as const) {
    const layout = LAYOUT[schedule]
    const listed = records.filter((record) => record.schedule === schedule)
    if (!listed.length) continue
    for (const [index, { cells }] of listed.entries())
      lines.push([schedule, ...common, index + 1, ...layout.map(({ kind }, cell) => cellText(kind, cells[cell] ?? ''))].join(','))
    const totals = layout.flatMap(({ kind }, cell) =>
      kind === 'amount' ? [listed.reduce((all, { cells }) => all.plus(dec(cells[cell])), ZERO).toFixed(2)] : [],
    )
    lines.push([`C${schedule.slice(1)}`, ...common, ...totals].join(','))
  }
  return lines.map((line) => `${line}\r\n`).join('')
}

/** Employer's TIN and branch, last day of the year and form. */
export const alphalistFileName = ({ tin, branch, year }: AlphalistEmployer): string => `${tin}${branch}1231${year}1604C.DAT`
