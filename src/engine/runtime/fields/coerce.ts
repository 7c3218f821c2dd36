/**
 * Converts text from an import file or a pasted cell to the value of a request. Returns the value, or the error in the
 * text. Dates are read as `YYYY-MM-DD`, `YYYY/MM/DD` and `MM/DD/YYYY` (the form of Philippine spreadsheets); numbers may
 * have thousands separators, a peso sign, or parentheses for negatives.
 */

import type { Field } from '../../model/module.ts'
import { instantOfWall } from '../format/zone.ts'
import { noChoice } from './choices.ts'
import { digitsOf } from './digits.ts'
import { dashed } from './patterns.ts'

export type Coerced = { readonly value: unknown } | { readonly error: string }

/** A field with choices; its title is said of a text that is none of them. */
type Choosing = Pick<Field, 'options' | 'optionsOf'> & Partial<Pick<Field, 'title'>>

const ok = (value: unknown): Coerced => ({ value })
const bad = (error: string): Coerced => ({ error })

const YES = new Set(['true', 'yes', 'y', '1', 'x', 'on', 'active'])
const NO = new Set(['false', 'no', 'n', '0', '', 'off', 'inactive'])

/**
 * Value of `text` for `field`; empty text is null. References and files are resolved by the server, which gets the text
 * back. `timeZone`: the one whose clock dates and times without a zone are read by; without it they need one.
 */
export function coerce(field: Pick<Field, 'type' | 'scale'> & Choosing, text: string, timeZone?: string): Coerced {
  const trimmed = text.trim()
  if (trimmed === '') return ok(null)
  switch (field.type) {
    case 'money':
    case 'quantity':
    case 'rate':
    case 'percent':
    case 'number':
      return number(trimmed, field.scale)
    case 'integer':
      return number(trimmed, 0)
    case 'boolean':
      return boolean(trimmed)
    case 'toggle':
      return field.options ? option(field, trimmed) : boolean(trimmed)
    case 'date':
      return date(trimmed)
    case 'datetime':
      return instant(trimmed, timeZone)
    case 'time':
      return time(trimmed)
    case 'month':
      return /^\d{4}[-/](0[1-9]|1[0-2])$/.test(trimmed) ? ok(trimmed.replace('/', '-')) : bad('Write the month as YYYY/MM.')
    case 'select':
      return option(field, trimmed)
    case 'multiselect':
      return options(field, trimmed)
    case 'tin':
    case 'sss_no':
    case 'philhealth_no':
    case 'pagibig_no':
      return ok(dashed(field.type, trimmed))
    case 'json':
    case 'address':
    case 'geopoint':
    case 'geofence':
      return json(trimmed)
    case 'daterange':
      return daterange(trimmed)
    default:
      return ok(trimmed)
  }
}

function number(text: string, scale: number | undefined): Coerced {
  const negative = /^\(.*\)$/.test(text)
  const digits = digitsOf(text.replaceAll(/[₱\s%()]/g, '').replace(/^PHP/i, ''))
  if (digits === undefined)
    return bad(scale === 0 ? 'This is not a number. Write it as 1234.' : 'This is not a number. Write it as 1234.50.')
  const decimals = (digits.split('.')[1] ?? '').replace(/0+$/, '').length
  if (scale !== undefined && decimals > scale) return bad(scale === 0 ? 'Whole numbers only.' : `At most ${scale} decimals.`)
  const value = Number(digits)
  return ok(negative ? -value : value)
}

function boolean(text: string): Coerced {
  const word = text.toLowerCase()
  if (YES.has(word)) return ok(true)
  return NO.has(word) ? ok(false) : bad('Write Yes or No.')
}

const valid = (year: number, month: number, day: number): string | undefined => {
  const made = new Date(Date.UTC(year, month - 1, day))
  return made.getUTCFullYear() === year && made.getUTCMonth() === month - 1 && made.getUTCDate() === day
    ? made.toISOString().slice(0, 10)
    : undefined
}

function date(text: string): Coerced {
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ].*)?$/.exec(text)
  const local = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text)
  const found = iso
    ? valid(Number(iso[1]), Number(iso[2]), Number(iso[3]))
    : local
      ? valid(Number(local[3]), Number(local[1]), Number(local[2]))
      : undefined
  return found ? ok(found) : bad('This is not a date. Write it as YYYY/MM/DD.')
}

function instant(text: string, timeZone: string | undefined): Coerced {
  const wall = timeZone && instantOfWall(text, timeZone)
  if (wall) return ok(wall)
  const zoned = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/.test(text)
  const instant = zoned ? new Date(text.replace(' ', 'T')) : undefined
  return instant && !Number.isNaN(instant.getTime())
    ? ok(instant.toISOString())
    : bad(
        timeZone
          ? 'Write the date and time as 2026/01/31 08:00 AM.'
          : 'Write the date and time with its zone, as 2026-01-31T08:00:00+08:00.',
      )
}

function time(text: string): Coerced {
  const match = /^(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap]m)?$/i.exec(text)
  if (!match) return bad('Write the time as HH:MM.')
  const half = match[4]?.toLowerCase()
  const hour = half ? (Number(match[1]) % 12) + (half === 'pm' ? 12 : 0) : Number(match[1])
  if (hour > 23 || Number(match[2]) > 59) return bad('Write the time as HH:MM.')
  return ok(`${String(hour).padStart(2, '0')}:${match[2]}${match[3] ? `:${match[3]}` : ''}`)
}

function option(field: Choosing, text: string): Coerced {
  const word = text.toLowerCase()
  const option = field.options?.find((entry) => entry.value.toLowerCase() === word || entry.label.toLowerCase() === word)
  if (option) return ok(option.value)
  // One that is no longer a choice may be what the record has: only where that is known can it be refused.
  if (field.optionsOf) return ok(text)
  return bad(noChoice(field, text))
}

function options(field: Choosing, text: string): Coerced {
  const values: unknown[] = []
  for (const part of text.split(/[;,]/)) {
    // Without a list of choices, every word is one.
    if (!field.options?.length) {
      if (part.trim()) values.push(part.trim())
      continue
    }
    const coerced = option(field, part.trim())
    if ('error' in coerced) return coerced
    values.push(coerced.value)
  }
  return ok(values)
}

/** A span of days as an export writes it, `2026/01/01 to 2026/01/31`, or as JSON. */
function daterange(text: string): Coerced {
  if (text.startsWith('{')) return json(text)
  const [from, to, more] = text.split(/\s+to\s+/i).map((day) => date(day))
  return from && to && !more && 'value' in from && 'value' in to
    ? ok({ from: from.value, to: to.value })
    : bad('Write the days as 2026/01/01 to 2026/01/31.')
}

function json(text: string): Coerced {
  try {
    return ok(JSON.parse(text))
  } catch {
    return bad('This is not valid JSON.')
  }
}
