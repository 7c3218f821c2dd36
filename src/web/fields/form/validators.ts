import { hashForSchema, type RJSFSchema, type ValidatorType } from '@rjsf/utils'
import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js'
import { useEffect, useState } from 'react'
import type { JsonSchema, Module, Row } from '../../../engine/model/module.ts'
import { loadValidators, type Validators } from './compiled.ts'

export type RowValidator = ValidatorType<Row, RJSFSchema>

/** Replaces the compiled validators where they cannot be loaded (offline, or a server of another version): the server decides. */
const UNCHECKED = {
  validateFormData: (values: unknown, _schema: unknown, custom?: (values: unknown, errors: object) => object) => {
    const errorSchema = custom ? withoutFunctions(custom(values, {})) : {}
    const errors = Object.entries(errorSchema).flatMap(([property, match]) =>
      ((match as { __errors?: string[] }).__errors ?? []).map((message) => ({ property, message, stack: message })),
    )
    return { errors, errorSchema }
  },
  isValid: () => true,
  rawValidation: () => ({}),
} as unknown as RowValidator

const withoutFunctions = (errors: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(errors).filter(([, match]) => typeof match !== 'function'))

const made = new WeakMap<object, RowValidator>()

/** RJSF's validator around the function that the server compiled from `schema` with Ajv. */
export function validatorOf(compiled: Validators[string] | undefined, schema: JsonSchema): RowValidator {
  if (!compiled) return UNCHECKED
  let validator = made.get(schema)
  if (!validator) {
    const key = hashForSchema<RJSFSchema>(schema as RJSFSchema)
    validator = createPrecompiledValidator<Row, RJSFSchema>({ [key]: compiled } as never, schema as RJSFSchema)
    made.set(schema, validator)
  }
  return validator
}

/** The validator of one request of `module` (`record`, `transition post`); undefined until its code has come. */
export function useValidator(module: Pick<Module, 'hash'>, name: string, schema: JsonSchema): RowValidator | undefined {
  const [validators, setValidators] = useState<Validators>()
  const { hash } = module
  useEffect(() => {
    let gone = false
    void loadValidators(hash, name === 'record' ? 'record' : 'inputs').then((found) => gone || setValidators(found))
    return () => {
      gone = true
    }
  }, [hash, name])
  return validators && validatorOf(validators[name], schema)
}
