/** The shape of input from outside: records and lists of records, or an error that names the field. */
import { DomainError } from '../kernel/errors.ts'

/** Throws unless the value is a record of fields. */
export function requireRecord(value: unknown, field: string): void {
  if (value === null || value === undefined) throw new DomainError(field, `"${field}" is missing`)
  if (typeof value !== 'object' || Array.isArray(value)) throw new DomainError(field, `"${field}" is not a record`)
}

/** Throws unless the value is a list of records. */
export function requireList(value: unknown, field: string): void {
  if (!Array.isArray(value)) throw new DomainError(field, `"${field}" is not a list`)
  for (let index = 0; index < value.length; index++) requireRecord(value[index], `${field}.${index}`)
}

/** Throws unless the value is a list of single values of one kind. */
export function requireValues(value: unknown, kind: 'string' | 'number', field: string): void {
  if (!Array.isArray(value)) throw new DomainError(field, `"${field}" is not a list`)
  for (const [index, member] of value.entries())
    if (typeof member !== kind)
      throw new DomainError(`${field}.${index}`, `"${String(member)}" is not a ${kind === 'string' ? 'text' : kind}`)
}
