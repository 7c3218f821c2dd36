/** Errors of ajv as messages for users, under their field (`items.3.qty`). */
import type { ErrorObject } from 'ajv'
import { REQUIRED, violationText } from '../../../engine/runtime/validation/violation-text.ts'
import type { FieldErrors } from '../../platform/errors.ts'

export { REQUIRED }

/** The field of an ajv error as a dotted path. */
export function pathOf(error: ErrorObject): string {
  const missing = error.keyword === 'required' ? String((error.params as { missingProperty: string }).missingProperty) : undefined
  const unknown =
    error.keyword === 'additionalProperties' ? String((error.params as { additionalProperty: string }).additionalProperty) : undefined
  return [...error.instancePath.split('/').slice(1), ...((missing ?? unknown) ? [missing ?? unknown] : [])].join('.')
}

/** Adds a message to a field once; a field can have a name that every object has (`constructor`). */
export function report(errors: FieldErrors, path: string, text: string): void {
  if (!Object.hasOwn(errors, path)) errors[path] = []
  const list = errors[path]!
  if (!list.includes(text)) list.push(text)
}

/** ajv's findings by field. Composite keywords (`anyOf`, `if`) speak only when nothing under them did. */
export function fieldErrors(found: readonly ErrorObject[]): FieldErrors {
  const errors: FieldErrors = {}
  const plain = found.filter((error) => !['anyOf', 'oneOf', 'allOf', 'if'].includes(error.keyword))
  for (const error of plain.length ? plain : found) report(errors, pathOf(error) || '_', violationText(error))
  return errors
}
