/**
 * Punches from files: the text of biometric devices (tab-separated: no, id, date and time, state) and rows of a sheet
 * (biometric id, date `YYYY/MM/DD`, time `hh:mm AM`, direction). Lines that cannot be read are reported, not dropped.
 */
import { DomainError } from '../errors.ts'
import { type Minute, minuteAt } from './clock.ts'
import type { PunchKind } from './punches.ts'

export interface DevicePunch {
  readonly biometric_id: string
  readonly at: Minute
  readonly kind?: PunchKind
  /** The device's own number of the line. */
  readonly no?: string
}

export interface ReadLog {
  readonly punches: readonly DevicePunch[]
  readonly errors: readonly { readonly line: number; readonly text: string; readonly why: string }[]
}

/** States of the devices, by code and by word. */
const STATES: Readonly<Record<string, PunchKind>> = {
  '0': 'time_in',
  '1': 'time_out',
  '2': 'break_out',
  '3': 'break_in',
  in: 'time_in',
  out: 'time_out',
  'c/in': 'time_in',
  'c/out': 'time_out',
  'break out': 'break_out',
  'break in': 'break_in',
  time_in: 'time_in',
  time_out: 'time_out',
  break_in: 'break_in',
  break_out: 'break_out',
}

/** Reads a device's text file. The state may be missing: the punch then has no direction. */
export function readDeviceLog(text: string): ReadLog {
  return readLines(text.replace(/^\uFEFF/, '').split(/\r?\n/), (line) => {
    const cells = line.split('\t').map((cell) => cell.trim())
    if (cells.length < 3)
      throw new DomainError('line', 'A line has a number, an id, a date with time, and a state, with tabs between them.')
    // The first line may name the columns.
    if (!/\d/.test(cells[2]!)) return undefined
    return punch(cells[1]!, cells[2]!, cells[3], cells[0])
  })
}

/** Reads rows of a sheet, header row left out. */
export function readPunchRows(
  rows: readonly { readonly biometric_id: string; readonly date: string; readonly time: string; readonly direction?: string }[],
): ReadLog {
  return readLines(rows, (row) => punch(row.biometric_id, `${row.date} ${row.time}`, row.direction, undefined))
}

function readLines<T>(lines: readonly T[], read: (line: T) => DevicePunch | undefined): ReadLog {
  const punches: DevicePunch[] = []
  const errors: ReadLog['errors'][number][] = []
  for (const [index, line] of lines.entries()) {
    if (typeof line === 'string' && !line.trim()) continue
    try {
      const found = read(line)
      if (found) punches.push(found)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      errors.push({ line: index + 1, text: typeof line === 'string' ? line : JSON.stringify(line), why: error.message })
    }
  }
  return { punches, errors }
}

function punch(id: string, moment: string, state: string | undefined, no: string | undefined): DevicePunch {
  if (!id) throw new DomainError('biometric_id', 'The biometric id is missing.')
  const kind = state ? STATES[state.toLowerCase()] : undefined
  if (state && !kind) throw new DomainError('state', `"${state}" is not a state of a punch.`)
  return { biometric_id: id, at: readMoment(moment), ...(kind ? { kind } : {}), ...(no ? { no } : {}) }
}

const MOMENT = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[ T](\d{1,2}):(\d{2})(?::\d{2})?\s*([AaPp][Mm])?$/

/** `2026/01/05 08:00 AM`, `2026-01-05 08:00:12`: seconds are dropped, 12 AM is midnight. */
function readMoment(text: string): Minute {
  const match = MOMENT.exec(text.trim())
  if (!match) throw new DomainError('at', `"${text}" is not a date with a time.`)
  const [, year, month, day, hour, minute, half] = match
  let hours = Number(hour)
  if (half) {
    if (hours < 1 || hours > 12) throw new DomainError('at', `"${text}" is not a time of a half day.`)
    hours = (hours % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
  }
  return minuteAt(`${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}T${String(hours).padStart(2, '0')}:${minute}`)
}
