/** What ajv finds, said to people, under the field it belongs to (`items.3.qty`). */
import type { ErrorObject } from 'ajv'
import type { FieldErrors } from '../../platform/errors.ts'

export const REQUIRED = 'Field is required'

const TYPES: Record<string, string> = {
  string: 'Must be text.',
  number: 'Must be a number.',
  integer: 'Must be a whole number.',
  boolean: 'Must be yes or no.',
  array: 'Must be a list.',
  object: 'Must be a group of values.',
}
const FORMATS: Record<string, string> = {
  email: 'Invalid email format',
  date: 'Must be a date (YYYY-MM-DD).',
  'date-time': 'Must be a date and time.',
  time: 'Must be a time (HH:MM).',
  uri: 'Must be a web address.',
}

function message(error: ErrorObject): string {
  const params = error.params as Record<string, unknown>
  switch (error.keyword) {
    case 'required':
      return REQUIRED
    case 'type':
      return TYPES[String(Array.isArray(params.type) ? params.type[0] : params.type)] ?? 'Has the wrong type.'
    case 'format':
      return FORMATS[String(params.format)] ?? 'Has the wrong format.'
    case 'pattern':
      return 'Has the wrong format.'
    case 'enum':
      return `Choose one of: ${(params.allowedValues as unknown[])
        .filter((one) => one !== null)
        .slice(0, 20)
        .join(', ')}.`
    case 'minimum':
      return `Must be at least ${params.limit}.`
    case 'maximum':
      return `Must be at most ${params.limit}.`
    case 'exclusiveMinimum':
      return `Must be more than ${params.limit}.`
    case 'exclusiveMaximum':
      return `Must be less than ${params.limit}.`
    case 'minLength':
      return `At least ${params.limit} characters.`
    case 'maxLength':
      return `At most ${params.limit} characters.`
    case 'minItems':
      return params.limit === 1 ? 'Add at least one line.' : `Add at least ${params.limit} lines.`
    case 'maxItems':
      return `At most ${params.limit}.`
    case 'multipleOf':
      // Decimals are limited by a multiple of 0.01 and the like.
      return Number(params.multipleOf) < 1 ? 'Has too many decimals.' : `Must be a multiple of ${params.multipleOf}.`
    case 'uniqueItems':
      return 'Has the same value twice.'
    default:
      return `${(error.message ?? 'is not valid').replace(/^./, (first) => first.toUpperCase())}.`
  }
}

/** The field of an ajv error as a dotted path. */
export function pathOf(error: ErrorObject): string {
  const missing = error.keyword === 'required' ? String((error.params as { missingProperty: string }).missingProperty) : undefined
  const unknown =
    error.keyword === 'additionalProperties' ? String((error.params as { additionalProperty: string }).additionalProperty) : undefined
  return [...error.instancePath.split('/').slice(1), ...((missing ?? unknown) ? [missing ?? unknown] : [])].join('.')
}

/** Adds a message to a field once; a field may be called what every object has (`constructor`). */
export function report(errors: FieldErrors, path: string, text: string): void {
  if (!Object.hasOwn(errors, path)) errors[path] = []
  const list = errors[path]!
  if (!list.includes(text)) list.push(text)
}

/** ajv's findings by field. Composite keywords (`anyOf`, `if`) speak only when nothing under them did. */
export function fieldErrors(found: readonly ErrorObject[]): FieldErrors {
  const errors: FieldErrors = {}
  const plain = found.filter((error) => !['anyOf', 'oneOf', 'allOf', 'if'].includes(error.keyword))
  for (const error of plain.length ? plain : found) report(errors, pathOf(error) || '_', message(error))
  return errors
}
