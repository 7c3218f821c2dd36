/** Query parameters of reports as values of their fields. */
import { coerce } from '../../../engine/fields/index.ts'
import type { Field, Row } from '../../../engine/module.ts'
import type { FieldErrors } from '../../errors.ts'
import { REQUIRED } from '../write/messages.ts'

/** Reads each parameter from the query (also as `filter[name]`); missing required ones are errors. */
export function coerceParameters(fields: readonly Field[], query: Readonly<Record<string, unknown>>): { values: Row; errors: FieldErrors } {
  const values: Row = {}
  const errors: FieldErrors = {}
  for (const field of fields) {
    const raw = query[field.name] ?? query[`filter[${field.name}]`]
    if (raw === undefined || raw === '') {
      if (field.default && 'value' in field.default) values[field.name] = field.default.value
      else if (field.required && !field.default) errors[field.name] = [REQUIRED]
      continue
    }
    if (field.to) {
      if (/^\d{1,16}$/.test(String(raw))) values[field.name] = Number(raw)
      else errors[field.name] = ['Must be a whole number.']
      continue
    }
    const read = coerce(field, String(raw))
    if ('error' in read) errors[field.name] = [read.error]
    else values[field.name] = read.value
  }
  return { values, errors }
}
