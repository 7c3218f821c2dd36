/** Types and limits of a request, by the module's own JSON Schema. Compiled when first needed, once per module. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formatsModule from 'ajv-formats'
import { patternOf } from '../../../engine/descriptor/schema/index.ts'
import type { Module, Row } from '../../../engine/model/module.ts'
import type { FieldErrors } from '../../platform/errors.ts'
import { fieldErrors, pathOf, REQUIRED, report } from './messages.ts'

const addFormats = formatsModule as unknown as (ajv: Ajv2020) => Ajv2020
/** Users write patterns too, in overlays: they run bounded. `code` is for compiled files, which are not made here. */
const regExp = Object.assign(patternOf, { code: 'new RegExp' })
const ajv = addFormats(
  new Ajv2020({
    allErrors: true,
    strict: false,
    coerceTypes: false,
    useDefaults: false,
    validateSchema: false,
    verbose: true,
    code: { regExp },
  }),
)
const validators = new WeakMap<object, ValidateFunction>()

/** The compiled validator of a schema object. */
export function validatorOf(schema: object): ValidateFunction {
  let validate = validators.get(schema)
  // A schema's `$id` would be registered globally and clash between layers of the same module.
  if (!validate) validators.set(schema, (validate = ajv.compile({ ...schema, $id: undefined })))
  return validate
}

/** A record without its empty values: for users, empty and absent are the same. */
function withoutEmpty(row: Row): Row {
  const stored: Row = {}
  for (const [name, value] of Object.entries(row)) {
    if (value === null || value === undefined || value === '') continue
    stored[name] = Array.isArray(value)
      ? value.map((entry) => (typeof entry === 'object' && entry !== null && !Array.isArray(entry) ? withoutEmpty(entry as Row) : entry))
      : value
  }
  return stored
}

/** Below this a number divided by its last decimal is nothing, and seems to be a multiple of it. */
const TINY = 1e-100

/** Values that no schema refuses: characters that PostgreSQL cannot store, and numbers too small to be checked. */
function unkeepable(value: unknown, path: string, errors: FieldErrors): void {
  if (typeof value === 'string') {
    if (value.includes('\u0000') || !value.isWellFormed()) report(errors, path, 'Contains characters that cannot be stored.')
  } else if (typeof value === 'number') {
    if (value !== 0 && Math.abs(value) < TINY) report(errors, path, 'Has too many decimals.')
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, entry] of Object.entries(value)) {
      unkeepable(name, path || '_', errors)
      unkeepable(entry, path ? `${path}.${name}` : name, errors)
    }
  }
}

/** A text may be incomplete, and a number have too many decimals for now: computations of single values read them. */
function isReadable({ data, params }: ErrorObject): boolean {
  const wanted = String((params as { type: unknown }).type)
  return typeof data === 'string' ? /string|integer|number|boolean/.test(wanted) : typeof data === 'number' && /integer|number/.test(wanted)
}

/** The accepted values without those whose JSON type their field cannot have, and the messages about these. */
export function withoutMisshapen(module: Module, accepted: Row): { row: Row; errors: FieldErrors } {
  const validate = validatorOf(module.schema)
  if (validate(withoutEmpty(accepted))) return { row: accepted, errors: {} }
  const wrong = (validate.errors ?? []).filter((error) => error.keyword === 'type' && !isReadable(error))
  const row = { ...accepted }
  for (const [name, index, inner] of wrong.map((error) => pathOf(error).split('.'))) {
    const lines = module.lines.some((line) => line.name === name) ? row[name!] : undefined
    if (Array.isArray(lines) && inner !== undefined)
      row[name!] = lines.map((line: Row, position) => (String(position) === index ? { ...line, [inner]: null } : line))
    else row[name!] = null
  }
  return { row, errors: fieldErrors(wrong) }
}

/** Type and limit errors of the writable values of a record; missing values are checked after defaults. */
export function schemaErrors(module: Module, writable: Row): FieldErrors {
  const odd: FieldErrors = {}
  unkeepable(writable, '', odd)
  const validate = validatorOf(module.schema)
  if (validate(withoutEmpty(writable))) return odd
  const errors = fieldErrors((validate.errors ?? []).filter((error) => error.keyword !== 'required' && error.keyword !== 'minItems'))
  for (const [path, list] of Object.entries(errors)) if (list.every((name) => name === REQUIRED)) delete errors[path]
  return { ...odd, ...errors }
}
