/** The server's compiled validators for browsers, compiled in the process of a test or story. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { JsonSchema, Module } from '../../../engine/model/module.ts'
import { inputSchema } from '../../../engine/runtime/validation/input-schema.ts'
import { type Compiled, provideValidators } from './compiled.ts'

const ajv = new Ajv2020({ allErrors: true, strict: false, validateSchema: false })
;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)

export const compiledOf = (schema: JsonSchema): Compiled => ajv.compile(schema) as unknown as Compiled

/** Gives forms the validators of a fixture's record and of its transitions. */
export function provideValidatorsOf(module: Module): void {
  provideValidators(module.hash, 'record', { record: compiledOf(module.schema) })
  const transitions = Object.values(module.workflow?.transitions ?? {})
  const inputs = transitions.map(({ name, input }) => [`transition ${name}`, compiledOf(inputSchema(input))])
  provideValidators(module.hash, 'inputs', Object.fromEntries(inputs))
}
