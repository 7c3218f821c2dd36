/** Request schemas compiled to code by the server, so that browsers validate without evaluating strings. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import formats from 'ajv-formats'
import type { Module } from '../../../engine/model/module.ts'
import { inputSchema } from '../../../engine/runtime/validation/input-schema.ts'

const standaloneCode = standalone as unknown as (ajv: Ajv2020, validate: unknown) => string
const addFormats = formats as unknown as (ajv: Ajv2020) => void

const modules = new Map<string, Module>()
const compiled = new Map<string, string>()

/** Offers the validators of a module (as its reader sees it) under its hash. */
export function offerValidator(module: Module): void {
  if (!modules.has(module.hash)) modules.set(module.hash, module)
}

/** Schemas of the values of a module's dialogs, by name: `transition post`, `call POST {id}/recompute`. */
function inputsOf(module: Module): Readonly<Record<string, object>> {
  const inputs: Record<string, object> = {}
  for (const { name, input } of Object.values(module.workflow?.transitions ?? {}))
    if (input.length) inputs[`transition ${name}`] = inputSchema(input)
  for (const { method, path, button } of module.endpoints)
    if (button?.input.length) inputs[`call ${method} ${path}`] = inputSchema(button.input)
  return inputs
}

const FILE = /^(?<hash>.+)\.(?<what>record|inputs)\.js$/

/**
 * The validators of a file name as an ES module, or undefined for a hash that was never offered: `<hash>.record.js`
 * checks the module's record, `<hash>.inputs.js` the values of its dialogs. Their helpers come from `/ajv-runtime.js`, a
 * file of the web application.
 */
export function validatorCode(file: string): string | undefined {
  const known = compiled.get(file)
  if (known) return known
  const { hash, what } = FILE.exec(file)?.groups ?? {}
  const module = modules.get(hash ?? '')
  if (!module) return undefined
  const schemas = what === 'inputs' ? inputsOf(module) : { record: module.schema }
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateSchema: false, code: { source: true } })
  addFormats(ajv)
  const functions = Object.entries(schemas).map(([name, schema]) => {
    // Each in a scope of its own: standalone code declares the same names every time.
    const body = standaloneCode(ajv, ajv.compile({ ...schema, $id: undefined })).replace(/^"use strict";/, '')
    return `${JSON.stringify(name)}: (() => {\nconst exports = {}, module = { exports }\n${body}\nreturn module.exports\n})()`
  })
  const code = `import runtime from '/ajv-runtime.js'\nconst require = (name) => runtime[name]\nexport default {\n${functions.join(',\n')}\n}\n`
  compiled.set(file, code)
  return code
}
