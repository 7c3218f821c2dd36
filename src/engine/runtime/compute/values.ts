/** Values of a record in their three forms: JSON, exact decimals, and rounded to the field's scale. */

import { type Decimal, isDecimal, roundHalfUp, sameDecimal, toDecimal } from '../../../kernel/decimal.ts'
import type { Field, FieldType, Module, Row } from '../../model/module.ts'
import { isEmpty, looseEqual } from '../expressions/index.ts'

const NUMERIC: ReadonlySet<FieldType> = new Set(['money', 'quantity', 'rate', 'percent', 'number', 'integer'])
const SCALE: Partial<Record<FieldType, number>> = { money: 2, quantity: 6, rate: 4, percent: 4, integer: 0 }

export const isNumeric = (field: Pick<Field, 'type'>): boolean => NUMERIC.has(field.type)

/** A result in the form of its field: numbers exact and rounded half up to the field's scale, empty texts null. */
export function toField(field: Pick<Field, 'type' | 'scale'>, value: unknown): unknown {
  if (isEmpty(value) && !Array.isArray(value)) return null
  if (NUMERIC.has(field.type)) {
    const exact = toDecimal(value)
    const scale = field.scale ?? SCALE[field.type]
    return scale === undefined ? exact : roundHalfUp(exact, scale)
  }
  return isDecimal(value) && field.type !== 'json' ? plainNumber(field.type, value) : value
}

/** Identifiers are plain numbers; anything else that receives a number is text. */
function plainNumber(type: FieldType, value: Decimal): unknown {
  return type === 'reference' || type === 'user' || type === 'employee' ? value.toNumber() : value.toFixed()
}

/** Whether two values of a field are the same, in any form of number. Empty is not zero. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (isDecimal(a) && isDecimal(b)) return sameDecimal(a, b)
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((value, i) => sameValue(value, b[i]))
  return looseEqual(a, b)
}

/** The record with every decimal as a JSON number. Untouched parts are shared with the original. */
export function toJson(record: Row): Row {
  return plain(record) as Row
}

function plain(value: unknown): unknown {
  if (isDecimal(value)) return value.toNumber()
  if (Array.isArray(value)) return value.map(plain)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  const copy: Row = {}
  // A key of this name in a JSON value must not set the copy's prototype.
  for (const name of Object.keys(value)) if (name !== '__proto__') copy[name] = plain((value as Row)[name])
  return copy
}

/** The record with the numeric fields of header and lines as exact decimals; empty ones null. */
export function fromJson(module: Pick<Module, 'fields' | 'lines'>, record: Row): Row {
  const exact: Row = { ...record, ...decimals(module.fields, record) }
  for (const lines of module.lines) {
    const rows = record[lines.name]
    if (Array.isArray(rows)) exact[lines.name] = (rows as Row[]).map((row) => ({ ...row, ...decimals(lines.fields, row) }))
  }
  return exact
}

function decimals(fields: readonly Field[], row: Row): Row {
  const exact: Row = {}
  for (const field of fields) {
    // Identifiers and sequence numbers are names, not amounts.
    if (NUMERIC.has(field.type) && field.storage !== 'bigint' && field.name in row)
      exact[field.name] = isEmpty(row[field.name]) ? null : toDecimal(row[field.name])
  }
  return exact
}
