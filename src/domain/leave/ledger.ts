/**
 * The ledger of leave credits: those granted, used, carried over, converted and expired, each with the date from which it
 * counts. A balance is the sum of the entries up to a date; nothing is ever changed or taken out.
 *
 * Credits that expire are used up first. Days are exact decimals with six places.
 */
import { addDays } from '../../kernel/dates.ts'
import { Decimal, round6, ZERO } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { type Amount, readAmount, readPositive } from '../statutory/amount.ts'
import { requireDate } from '../statutory/effective.ts'

const ENTRY_KINDS = [
  'opening',
  'accrual',
  'grant',
  'carry_over',
  'use',
  'reservation',
  'amendment',
  'conversion',
  'forfeit',
  'expiry',
  'reversal',
] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

export interface LeaveEntry {
  /** First day on which the entry counts, `YYYY-MM-DD`. */
  readonly date: string
  readonly kind: EntryKind
  /** Days; what takes away is negative. */
  readonly days: Decimal
  /** Credits: the last day on which they may be used. */
  readonly expires_on?: string
  /** The same source never enters twice: plan and date of an accrual, number of a filing. */
  readonly key?: string
  /** For a reversal: the kind of entry that it undoes. */
  readonly reverses?: EntryKind
  readonly note?: string
}

export type LeaveLedger = readonly LeaveEntry[]

/**
 * By date; on one day expired credits first, then credits given, so that a day's grant can be used on the day, then
 * credits taken and, in the order of entering, entries that give such days back.
 */
export function inDateOrder(ledger: LeaveLedger): LeaveEntry[] {
  return ledger
    .map((entry, index) => ({ entry, index }))
    .sort((a, b) => {
      if (a.entry.date !== b.entry.date) return a.entry.date < b.entry.date ? -1 : 1
      const byKind = turn(a.entry) - turn(b.entry)
      return byKind || a.index - b.index
    })
    .map(({ entry }) => entry)
}

function turn({ kind, days, reverses }: LeaveEntry): number {
  if (kind === 'expiry') return 0
  return days.isNegative() || (reverses !== undefined && reverses !== 'expiry') ? 2 : 1
}

/** The balance at the end of a day. */
export function balanceOn(ledger: LeaveLedger, date: string): Decimal {
  requireDate(date, 'date')
  let sum: Decimal = ZERO
  for (const entry of ledger) if (entry.date <= date) sum = sum.plus(entry.days)
  return sum
}

/**
 * The most that can be taken on a day without any later day falling below zero: leave that is filed for a later date
 * already counts, and so does what will have expired by then.
 */
export function availableOn(ledger: LeaveLedger, date: string): Decimal {
  requireDate(date, 'date')
  let days = lotsOn(ledger, date).reduce<Decimal>((sum, lot) => (isUsable(lot, date) ? sum.plus(lot.left) : sum), ZERO)
  // Taking a day less leaves at most a day less missing, so that this comes down to the answer and never below it.
  for (let missing = shortOf(ledger, date, days); !missing.isZero(); missing = shortOf(ledger, date, days)) {
    days = days.minus(missing)
    if (!days.isPositive() || days.isZero()) return ZERO
  }
  return days
}

/**
 * The credits that end first, from a day on, unless they are used: the days that are left of them, without leave that is filed
 * until then, and their last day. `undefined` where nothing that is left ends.
 */
export function expiringNext(ledger: LeaveLedger, date: string): { readonly days: Decimal; readonly on: string } | undefined {
  requireDate(date, 'date')
  const ends = [...new Set(lotsOn(ledger, date).flatMap(({ expires_on }) => (expires_on && expires_on >= date ? [expires_on] : [])))]
  for (const on of ends.sort()) {
    const days = lotsOn(ledger, on).reduce<Decimal>((sum, lot) => (lot.expires_on === on ? sum.plus(lot.left) : sum), ZERO)
    if (!days.isZero()) return { days, on }
  }
  return undefined
}

/** The largest shortage on the day or later when this many days are taken on it. */
function shortOf(ledger: LeaveLedger, date: string, days: Decimal): Decimal {
  return walk([...ledger, { date, kind: 'use', days: days.neg() }], '9999-12-31', date).owed
}

interface TakeOptions {
  readonly kind?: EntryKind
  /** The leave type may go below zero (an advance on credits to come). */
  readonly allow_negative?: boolean
  readonly key?: string
  readonly note?: string
}

/** Takes days from a date on. Throws `DomainError` when they are not there, unless the leave type may be owed. */
export function take(ledger: LeaveLedger, date: string, days: Amount, options: TakeOptions = {}): LeaveEntry {
  const taken = round6(readPositive(days, 'days'))
  requireDate(date, 'date')
  refuseTwice(ledger, options.key)
  const available = availableOn(ledger, date)
  if (!options.allow_negative && taken.gt(available))
    throw new DomainError('days', `${taken} days are more than the ${Decimal.max(available, ZERO)} that are left on ${date}.`)
  return entry(date, options.kind ?? 'use', taken.neg(), options)
}

/** Adds credits. */
export function credit(
  ledger: LeaveLedger,
  date: string,
  days: Amount,
  options: { readonly kind?: EntryKind; readonly expires_on?: string; readonly key?: string; readonly note?: string } = {},
): LeaveEntry {
  const given = round6(readPositive(days, 'days'))
  requireDate(date, 'date')
  if (options.expires_on !== undefined && requireDate(options.expires_on, 'expires_on') < date)
    throw new DomainError('expires_on', 'Credits cannot expire before they are granted.')
  refuseTwice(ledger, options.key)
  return { ...entry(date, options.kind ?? 'grant', given, options), ...(options.expires_on ? { expires_on: options.expires_on } : {}) }
}

/** A change of a balance by hand; a negative one takes days away. */
interface Amendment {
  readonly date: string
  readonly days: Amount
  readonly reason: string
  readonly allowNegative?: boolean
}

/** An amendment by hand, up or down; it takes effect at once and is in the history. */
export function amend(ledger: LeaveLedger, { date, days, reason, allowNegative = false }: Amendment): LeaveEntry {
  const change = round6(readAmount(days, 'days'))
  if (!reason.trim()) throw new DomainError('reason', 'An amendment says why.')
  return change.isNegative()
    ? take(ledger, date, change.neg(), { kind: 'amendment', allow_negative: allowNegative, note: reason })
    : credit(ledger, date, change, { kind: 'amendment', note: reason })
}

/** Undoes an entry, as of its own date: a filing that was voided gives its days back. */
export function reverse(ledger: LeaveLedger, key: string): LeaveEntry {
  const match = ledger.find((leaveEntry) => leaveEntry.key === key)
  if (!match) throw new DomainError('key', `There is no entry "${key}" to undo.`)
  const back: LeaveEntry = {
    date: match.date,
    kind: 'reversal',
    days: match.days.neg(),
    reverses: match.kind,
    key: `${key}:undone`,
    note: `Reverses the ${match.kind.replaceAll('_', ' ')}`,
  }
  refuseTwice(ledger, back.key)
  return back
}

function entry(date: string, kind: EntryKind, days: Decimal, options: { readonly key?: string; readonly note?: string }): LeaveEntry {
  return {
    date,
    kind,
    days,
    ...(options.key === undefined ? {} : { key: options.key }),
    ...(options.note === undefined ? {} : { note: options.note }),
  }
}

function refuseTwice(ledger: LeaveLedger, key: string | undefined): void {
  if (key !== undefined && ledger.some((leaveEntry) => leaveEntry.key === key))
    throw new DomainError('key', `"${key}" is in the ledger already.`)
}

/** Credits given on one date and their remaining days. */
interface Lot {
  readonly date: string
  readonly expires_on: string | undefined
  left: Decimal
}

const isUsable = (lot: Lot, date: string): boolean => lot.expires_on === undefined || lot.expires_on >= date

/** The rest of each grant at the end of a day; days were taken from the grant that expires first. */
const lotsOn = (ledger: LeaveLedger, date: string): Lot[] => walk(ledger, date, date).lots.filter((lot) => !lot.left.isZero())

/**
 * Goes through a ledger up to a day: the lots, and the most days that were owed at the end of a day from `since` on. Within a
 * day leave may be owed for a moment: what is filed and cancelled for it stands in the ledger twice, and takes nothing.
 */
function walk(ledger: LeaveLedger, until: string, since: string): { lots: Lot[]; owed: Decimal } {
  const lots: Lot[] = []
  let owed: Decimal = ZERO
  let most: Decimal = ZERO
  let day = ''
  const endDay = () => {
    if (day >= since) most = Decimal.max(most, owed)
  }
  for (const leaveEntry of inDateOrder(ledger)) {
    if (leaveEntry.date > until) break
    if (leaveEntry.date !== day) endDay()
    day = leaveEntry.date
    if (!leaveEntry.days.isNegative()) {
      const paid = Decimal.min(owed, leaveEntry.days)
      owed = owed.minus(paid)
      lots.push({ date: leaveEntry.date, expires_on: leaveEntry.expires_on, left: leaveEntry.days.minus(paid) })
      continue
    }
    let rest = leaveEntry.days.neg()
    for (const lot of lots.filter((candidate) => leaveEntry.kind === 'expiry' || isUsable(candidate, leaveEntry.date)).sort(soonest)) {
      const used = Decimal.min(lot.left, rest)
      lot.left = lot.left.minus(used)
      rest = rest.minus(used)
    }
    owed = owed.plus(rest)
  }
  endDay()
  return { lots, owed: most }
}

function soonest(a: Lot, b: Lot): number {
  const [left, right] = [a.expires_on ?? '9999-12-31', b.expires_on ?? '9999-12-31']
  if (left !== right) return left < right ? -1 : 1
  return a.date < b.date ? -1 : a.date > b.date ? 1 : 0
}

/** The entries by which credits expire, up to and including a day: each on the day after its last. */
export function expiries(ledger: LeaveLedger, until: string): LeaveEntry[] {
  requireDate(until, 'until')
  const out: LeaveEntry[] = []
  const ends = new Set(
    ledger.map((leaveEntry) => leaveEntry.expires_on).filter((candidate): candidate is string => candidate !== undefined),
  )
  for (const last of [...ends].sort()) {
    const date = addDays(last, 1)
    if (date > until) break
    const gone = lotsOn([...ledger, ...out], date).filter((lot) => lot.expires_on === last)
    const days = gone.reduce<Decimal>((sum, lot) => sum.plus(lot.left), ZERO)
    if (!days.isZero()) out.push({ date, kind: 'expiry', days: days.neg(), key: `expiry:${last}`, note: `Expired after ${last}` })
  }
  return out
}
