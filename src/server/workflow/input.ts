/** Values of a transition's input form. */

import type { JsonSchema, Module, ModuleSet, Row, Transition } from '../../engine/model/module.ts'
import { inputErrors, toField } from '../../engine/runtime/compute/index.ts'
import { compileExpression, type EvalEnv, scopeOf } from '../../engine/runtime/expressions/index.ts'
import { inputSchema } from '../../engine/runtime/validation/input-schema.ts'
import { type FieldErrors, invalid } from '../platform/errors.ts'
import type { Sees } from '../records/access.ts'
import { fieldErrors } from '../records/write/messages.ts'
import { validatorOf } from '../records/write/validate.ts'

const schemas = new WeakMap<Transition, JsonSchema>()

function schemaOf(transition: Transition): JsonSchema {
  let schema = schemas.get(transition)
  if (!schema) {
    schema = inputSchema(transition.input)
    schemas.set(transition, schema)
  }
  return schema
}

/** `reason` is what clients call the one reason that a transition asks for (`void_reason`, `declined_reason` …). */
function withReason(names: ReadonlySet<string>, { reason, ...rest }: Row): Row {
  const reasonFields = [...names].filter((name) => name.endsWith('_reason'))
  if (reason === undefined || names.has('reason') || reasonFields.length !== 1 || rest[reasonFields[0]!] !== undefined)
    return reason === undefined ? rest : { ...rest, reason }
  return { ...rest, [reasonFields[0]!]: reason }
}

/** What was sent with a transition, and what it is read with. */
interface SentInput {
  readonly sent: Row
  readonly record: Row
  readonly env: EvalEnv
  readonly rights: { readonly sees: Sees; readonly modules: ModuleSet }
}

/**
 * The input with its defaults, checked. Names that the caller's form does not have are refused (`version` aside): a field
 * that the caller cannot see is no part of it. Empty required fields give a 400 on the field.
 */
export function readInput(module: Module, transition: Transition, { sent, record, env, rights: { sees, modules } }: SentInput): Row {
  const errors: FieldErrors = {}
  const fields = transition.input.filter(sees)
  const names = new Set(fields.map((field) => field.name))
  const given = withReason(names, sent)
  for (const name of Object.keys(given)) if (!names.has(name) && name !== 'version') errors[name] = [`There is no field "${name}".`]
  const input: Row = {}
  for (const field of fields) {
    let value = given[field.name]
    if ((value === undefined || value === null || value === '') && field.default) {
      value = 'expr' in field.default ? compileExpression(field.default.expr, scopeOf(module)).evaluate(record, env) : field.default.value
    }
    if (typeof value === 'string') value = value.trim()
    if (value === undefined || value === null || value === '') continue
    input[field.name] = value
  }
  const validate = validatorOf(schemaOf(transition))
  // Missing values are checked below, with the conditions of the fields.
  if (!validate(input)) Object.assign(errors, fieldErrors((validate.errors ?? []).filter(({ keyword }) => keyword !== 'required')))
  const read = Object.fromEntries(fields.flatMap((field) => (field.name in input ? [[field.name, toField(field, input[field.name])]] : [])))
  for (const [name, messages] of Object.entries(inputErrors(module, fields, { record, input: read, env, modules })))
    errors[name] ??= messages
  if (Object.keys(errors).length) throw invalid(errors)
  return read
}
