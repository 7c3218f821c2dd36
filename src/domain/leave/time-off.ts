/**
 * Compensatory time off: approved overtime that is taken as time instead of pay, hour for hour, and expires. Kept in
 * the same ledger as leave, in hours.
 */
import { addDays } from '../../kernel/dates.ts'
import { Decimal } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { credit, type LeaveEntry, type LeaveLedger } from './ledger.ts'

interface OvertimeForTimeOff {
  readonly no: string
  readonly date: string
  /** Credited overtime. */
  readonly minutes: number
  readonly is_cto: boolean
  /** Turned into time off before. */
  readonly cto_computed: boolean
}

export const TIME_OFF_DAYS = 90

/** The credits of overtime that was not turned into time off yet. */
export function timeOffCredits(
  ledger: LeaveLedger,
  overtime: readonly OvertimeForTimeOff[],
  expiresAfterDays = TIME_OFF_DAYS,
): LeaveEntry[] {
  const out: LeaveEntry[] = []
  for (const [index, overtimeForTimeOff] of overtime.entries()) {
    if (!Number.isInteger(overtimeForTimeOff.minutes) || overtimeForTimeOff.minutes < 0)
      throw new DomainError(`overtime.${index}.minutes`, 'Minutes are whole and not negative.')
    if (!overtimeForTimeOff.is_cto || overtimeForTimeOff.cto_computed || !overtimeForTimeOff.minutes) continue
    const hours = new Decimal(overtimeForTimeOff.minutes).div(60)
    out.push(
      credit([...ledger, ...out], overtimeForTimeOff.date, hours, {
        expires_on: addDays(overtimeForTimeOff.date, expiresAfterDays),
        key: `cto:${overtimeForTimeOff.no}`,
        note: `Overtime ${overtimeForTimeOff.no}`,
      }),
    )
  }
  return out
}
