/**
 * Punches from files: the text of biometric devices (tab-separated: no, id, date and time, state) and rows of a sheet
 * (biometric id, date `YYYY/MM/DD`, time `hh:mm AM`, direction). Lines that cannot be read are reported, not dropped.
 */
import { DomainError } from '../../kernel/errors.ts'
import { type Minute, minuteAt } from './clock.ts'
import type { PunchKind } from './punch-kind.ts'

export interface DevicePunch {
  readonly biometric_id: string
  readonly at: Minute
  readonly kind?: PunchKind
  /** The device's number of the line. */
  readonly no?: string
  /** Its line in the file, from 1. */
  readonly line?: number
}

/** One error of a line, and the part with the error; a line with several errors has several entries. */
interface Unread {
  readonly line: number
  readonly text: string
  readonly part?: Part
  readonly why: string
  /** The id of the line, where it has one. */
  readonly biometric_id?: string
}
type Part = 'biometric_id' | 'at' | 'state'

export interface ReadLog {
  readonly punches: readonly DevicePunch[]
  readonly errors: readonly Unread[]
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

type Fault = Pick<Unread, 'part' | 'why'>
/** A punch, the errors of its line, or nothing: a line with column names only. */
type Read = { readonly punch?: DevicePunch; readonly faults?: readonly Fault[]; readonly id?: string }

/** Reads a device's text file. The state may be missing: the punch then has no direction. */
export function readDeviceLog(text: string): ReadLog {
  return readLines(text.replace(/^\uFEFF/, '').split(/\r?\n/), (line) => {
    const cells = line.split('\t').map((cell) => cell.trim())
    if (cells.length < 3) return { faults: [{ why: 'A line has a number, an id, a date with time, and a state, with tabs between them.' }] }
    // The first line may contain column names.
    if (!/\d/.test(cells[2]!)) return {}
    return punch(cells[1]!, cells[2]!, cells[3], cells[0])
  })
}

/** Reads rows of a sheet, without the header row. */
export function readPunchRows(
  rows: readonly { readonly biometric_id: string; readonly date: string; readonly time: string; readonly direction?: string }[],
): ReadLog {
  return readLines(rows, (row) => punch(row.biometric_id, `${row.date} ${row.time}`, row.direction, undefined))
}

function readLines<T>(lines: readonly T[], read: (line: T) => Read): ReadLog {
  const punches: DevicePunch[] = []
  const errors: Unread[] = []
  for (const [index, line] of lines.entries()) {
    if (typeof line === 'string' && !line.trim()) continue
    const { punch: devicePunch, faults = [], id } = read(line)
    if (devicePunch) punches.push({ ...devicePunch, line: index + 1 })
    const text = faults.length ? (typeof line === 'string' ? line : JSON.stringify(line)) : ''
    for (const fault of faults) errors.push({ line: index + 1, text, ...fault, ...(id ? { biometric_id: id } : {}) })
  }
  return { punches, errors }
}

/** Checks all parts, so that a line of the file needs to be corrected only once. */
function punch(id: string, moment: string, state: string | undefined, no: string | undefined): Read {
  const kind = state ? STATES[state.toLowerCase()] : undefined
  const minute = readMoment(moment)
  const faults: Fault[] = [
    ...(id ? [] : [{ part: 'biometric_id' as const, why: 'The biometric id is missing.' }]),
    ...(typeof minute === 'string' ? [{ part: 'at' as const, why: minute }] : []),
    ...(state && !kind ? [{ part: 'state' as const, why: `"${state}" is not a state of a punch.` }] : []),
  ]
  if (faults.length || typeof minute === 'string') return { faults, id }
  return { punch: { biometric_id: id, at: minute, ...(kind ? { kind } : {}), ...(no ? { no } : {}) } }
}

const MOMENT = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[ T](\d{1,2}):(\d{2})(?::\d{2})?\s*([AaPp][Mm])?$/

/** `2026/01/05 08:00 AM`, `2026-01-05 08:00:12`: seconds are dropped, 12 AM is midnight. A text is the error. */
function readMoment(text: string): Minute | string {
  const match = MOMENT.exec(text.trim())
  if (!match) return text.trim() ? `"${text.trim()}" is not a date with a time.` : 'The date and the time are missing.'
  const [, year, month, day, hour, minute, half] = match
  let hours = Number(hour)
  if (half) {
    if (hours < 1 || hours > 12) return `"${text}" is not a time of a half day.`
    hours = (hours % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
  }
  try {
    return minuteAt(`${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}T${String(hours).padStart(2, '0')}:${minute}`)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return error.message.includes('calendar') ? error.message : `"${text.trim()}" is not a date with a time.`
  }
}
