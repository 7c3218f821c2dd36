/** Views of a ledger for users: the columns of a year, and the history with its running balance. */
import { type Decimal, ZERO } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { requireDate } from '../statutory/effective.ts'
import { type EntryKind, inDateOrder, type LeaveEntry, type LeaveLedger } from './ledger.ts'

/** A leave balance of a year: beginning + granted + adjusted − used − reserved − ended = balance. */
export interface LeaveYear {
  readonly beginning: Decimal
  /** Openings, accruals, grants and days carried over into the year. */
  readonly granted: Decimal
  readonly used: Decimal
  /** Filed and not yet approved. */
  readonly reserved: Decimal
  readonly adjusted: Decimal
  /** Paid in cash, expired, lost, or carried over into the next year. */
  readonly ended: Decimal
  readonly balance: Decimal
}

type Column = 'granted' | 'used' | 'reserved' | 'adjusted' | 'ended'
const COLUMNS: Record<Exclude<EntryKind, 'reversal' | 'carry_over'>, Column> = {
  opening: 'granted',
  accrual: 'granted',
  grant: 'granted',
  use: 'used',
  reservation: 'reserved',
  amendment: 'adjusted',
  conversion: 'ended',
  forfeit: 'ended',
  expiry: 'ended',
}

function columnOf(entry: LeaveEntry): Column {
  const kind = entry.kind === 'reversal' ? (entry.reverses ?? 'amendment') : entry.kind
  if (kind === 'carry_over') return entry.days.isNegative() === (entry.kind !== 'reversal') ? 'ended' : 'granted'
  return kind === 'reversal' ? 'adjusted' : COLUMNS[kind]
}

/** The columns of a period, usually a leave year, from its first to its last day. */
export function leaveYear(ledger: LeaveLedger, from: string, to: string): LeaveYear {
  requireDate(from, 'from')
  if (requireDate(to, 'to') < from) throw new DomainError('to', 'The year ends before it begins.')
  let beginning: Decimal = ZERO
  const sums: Record<Column, Decimal> = { granted: ZERO, used: ZERO, reserved: ZERO, adjusted: ZERO, ended: ZERO }
  for (const entry of ledger) {
    if (entry.date > to) continue
    if (entry.date < from) {
      beginning = beginning.plus(entry.days)
      continue
    }
    const column = columnOf(entry)
    const isOutgoing = column === 'used' || column === 'reserved' || column === 'ended'
    sums[column] = isOutgoing ? sums[column].minus(entry.days) : sums[column].plus(entry.days)
  }
  const balance = beginning.plus(sums.granted).plus(sums.adjusted).minus(sums.used).minus(sums.reserved).minus(sums.ended)
  return { beginning, ...sums, balance }
}

interface HistoryRow {
  readonly entry: LeaveEntry
  readonly qty_in: Decimal
  readonly qty_out: Decimal
  readonly running_balance: Decimal
}

/** Every entry in the order of its date, with the balance after it. */
export function leaveHistory(ledger: LeaveLedger): HistoryRow[] {
  let running: Decimal = ZERO
  return inDateOrder(ledger).map((entry) => {
    running = running.plus(entry.days)
    const isOut = entry.days.isNegative()
    return { entry, qty_in: isOut ? ZERO : entry.days, qty_out: isOut ? entry.days.neg() : ZERO, running_balance: running }
  })
}
