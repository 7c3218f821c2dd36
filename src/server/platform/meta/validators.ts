/** Request schemas compiled to code by the server, so that browsers validate without evaluating strings. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import formats from 'ajv-formats'
import type { JsonSchema, Module } from '../../../engine/model/module.ts'

const standaloneCode = standalone as unknown as (ajv: Ajv2020, validate: unknown) => string
const addFormats = formats as unknown as (ajv: Ajv2020) => void

const schemas = new Map<string, JsonSchema>()
const compiled = new Map<string, string>()

/** Lets the validator of a module (as somebody sees it) be fetched by its hash. */
export function offerValidator(module: Module): void {
  if (!schemas.has(module.hash)) schemas.set(module.hash, module.schema)
}

/**
 * The validator as an ES module, or undefined for a hash nobody was told. Its helpers come from
 * `/ajv-runtime.js`, a file of the web application.
 */
export function validatorCode(hash: string): string | undefined {
  const known = compiled.get(hash)
  if (known) return known
  const schema = schemas.get(hash)
  if (!schema) return undefined
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateSchema: false, code: { source: true } })
  addFormats(ajv)
  const body = standaloneCode(ajv, ajv.compile({ ...schema, $id: undefined })).replace(/^"use strict";/, '')
  const code = `import runtime from '/ajv-runtime.js'\nconst exports = {}, module = { exports }, require = (name) => runtime[name]\n${body}\nexport default module.exports\n`
  compiled.set(hash, code)
  return code
}
