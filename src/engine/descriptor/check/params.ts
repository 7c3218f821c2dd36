/**
 * Parameters of named calls (effects, guards, handlers, calculations): first the structure that their code declares, then
 * each name in them. A schema declares the kind of a name with `format`, see `FORMATS`; `of` limits the types of a field,
 * `to` what a reference points to, `gives` the type of an expression, `written` that the effect writes the field.
 */

import type { Field, FieldType, Json, JsonSchema, Lines, Module } from '../../model/module.ts'
import { analyse, didYouMean, fits, type Type, typeName, typeOfField } from '../../runtime/expressions/index.ts'
import { isNumeric } from '../../runtime/fields/types.ts'
import { checkStructure, step } from '../schema/structure.ts'
import type { Subject } from './subject.ts'

type Node = Readonly<Record<string, unknown>>

/** The kinds of names in parameters, in words for the reference. */
export const FORMATS = {
  lines: 'a child table',
  field: 'a field of the record',
  'line-field': 'a field of the rows',
  'any-field': 'a field of the rows, else of the record',
  'referenced-field': 'a field of the document referred to',
  source: 'a module that the rows are taken from',
  'source-line-field': 'a field of the source’s rows',
  'origin-field': 'a field of the rows of the module named',
  'input-field': 'a field that the transition asks for, else of the record',
  expression: 'an expression',
  module: 'a module',
  tile: 'a tile of the dashboard',
  setting: 'a setting',
  'account-role': 'an account role',
} as const
export type ParameterFormat = keyof typeof FORMATS

/** The place of a call: with the input form of its transition, if it belongs to one. */
interface CallPlace {
  readonly pointer: string
  readonly input?: readonly Field[]
}

/** Reports all errors in the parameters of one call. */
export function checkCall(subject: Subject, schema: JsonSchema, params: Json, place: CallPlace): void {
  const findings = checkStructure(schema, params)
  for (const finding of findings) subject.report.add(place.pointer + finding.pointer, finding.message, finding.hint)
  if (findings.length === 0) walk(subject, schema as Node, params, { ...place, lines: undefined })
}

interface Place extends CallPlace {
  /** The child table named by a parameter `lines` beside or above. */
  readonly lines: Lines | undefined
  /** The parameters beside this one. */
  readonly beside?: Readonly<Record<string, Json>>
}

function walk(subject: Subject, schema: Node | undefined, value: Json, place: Place): void {
  if (!schema || value === null) return
  const branches = (schema.anyOf ?? schema.oneOf) as Node[] | undefined
  if (branches?.some((branch) => branch.properties || branch.format || branch.items))
    for (const branch of branches) if (checkStructure(branch, value).length === 0) walk(subject, branch, value, place)
  if (typeof value === 'string') name(subject, schema, value, place)
  else if (Array.isArray(value))
    for (const [index, entry] of value.entries())
      walk(subject, schema.items as Node | undefined, entry, { ...place, pointer: `${place.pointer}/${index}` })
  else if (typeof value === 'object') {
    const properties = (schema.properties ?? {}) as Record<string, Node>
    const rest = typeof schema.additionalProperties === 'object' ? (schema.additionalProperties as Node) : undefined
    const lines = typeof value.lines === 'string' ? subject.module.lines.find((lines) => lines.name === value.lines) : undefined
    const names = schema.propertyNames as Node | undefined
    for (const [key, entry] of Object.entries(value)) {
      const within = { ...place, pointer: place.pointer + step(key), lines: lines ?? place.lines, beside: value }
      // What the name is looked up through stands beside the object whose key it is.
      if (names?.format) name(subject, names, key, { ...within, beside: place.beside })
      walk(subject, properties[key] ?? rest, entry, within)
    }
  }
}

/** The module named by `source` beside a parameter, and its rows from which the lines are taken. */
function sourceBeside({ module, world }: Subject, { beside, lines }: Place): { module: Module; rows: Lines | undefined } | undefined {
  const named = module.sources.find((source) => source.module === beside?.source)
  const other = named && world.find(named.module)
  const from = lines && named?.lines[lines.name]?.from
  return other && { module: other, rows: other.lines.find((line) => line.name === from) }
}

function name(subject: Subject, schema: Node, value: string, place: Place): void {
  const { pointer, lines, input = [] } = place
  const { module, world, registries, report } = subject
  const unknown = (what: string, names: Iterable<string>): void =>
    report.add(pointer, `There is no ${what} "${value}".`, didYouMean(value, names))
  const header = (): Field | undefined => module.field[value]
  const names = (...lists: readonly (readonly { readonly name: string }[])[]): string[] => lists.flat().map((list) => list.name)
  const asks = (field: Field | undefined, what: string, known: string[]): void => {
    if (!field) return unknown(what, known)
    const wrong = mismatch(schema, field)
    if (wrong) report.add(pointer, `"${value}" is ${wrong.is}; ${wrong.needed} is needed here.`)
    // What is written into a computed field is overwritten by its expression.
    if (schema.written === true && field.computed !== undefined)
      report.add(pointer, `"${value}" is computed and cannot be set.`, 'Set the fields that it is computed from, or leave out "computed".')
  }
  switch (schema.format as ParameterFormat | undefined) {
    case 'lines':
      if (!module.lines.some((line) => line.name === value)) unknown('child table', names(module.lines))
      return
    case 'field':
      return asks(header(), 'field', names(module.fields))
    case 'line-field':
      if (!lines) return
      return asks(lines.field[value], `field of the rows of "${lines.name}" called`, names(lines.fields))
    case 'any-field':
      return asks(
        lines?.field[value] ?? header() ?? sourceBeside(subject, place)?.module.field[value],
        'field',
        names(lines?.fields ?? [], module.fields),
      )
    case 'referenced-field': {
      const through = place.beside?.[String(schema.through)]
      const reference = typeof through === 'string' ? (lines?.field[through] ?? module.field[through]) : undefined
      const other = reference?.to ? world.find(reference.to) : undefined
      if (!other) return
      return asks(other.field[value], `field of ${other.name} called`, names(other.fields))
    }
    case 'source':
      if (!lines) return
      if (!module.sources.some((source) => source.module === value && source.lines[lines.name]))
        unknown(
          `source of "${lines.name}" called`,
          module.sources.filter((source) => source.lines[lines.name]).map((source) => source.module),
        )
      return
    case 'origin-field': {
      const other = world.find(place.pointer.slice(place.pointer.lastIndexOf('/') + 1))
      const rows = other?.lines.find((line) => line.name === other.entity.items)
      if (!rows) return
      return asks(rows.field[value], `field of the rows of ${other!.name} called`, names(rows.fields))
    }
    case 'source-line-field': {
      const rows = sourceBeside(subject, place)?.rows
      if (!rows) return
      return asks(rows.field[value], `field of the rows of ${String(place.beside?.source)} called`, names(rows.fields))
    }
    case 'input-field':
      return asks(input.find((field) => field.name === value) ?? header(), 'field', names(input, module.fields))
    case 'tile': {
      const tiles = names(module.dashboard?.tiles ?? [])
      if (!tiles.includes(value)) unknown('tile', tiles)
      return
    }
    case 'module':
      if (!world.names.has(value)) unknown('module', world.names)
      return
    case 'setting':
      if (!registries.settings.has(value)) unknown('setting', registries.settings.keys())
      return
    case 'account-role':
      if (!registries.accountRoles.has(value)) unknown('account role', registries.accountRoles.keys())
      return
    case 'expression': {
      // Its names are checked with all other expressions.
      const scopes = world.scopes(module.name)
      const scope = lines ? scopes?.rows.get(lines.name) : scopes?.header
      // `field`: what the field takes that the key names.
      const named = schema.gives === 'field' ? (lines ?? module).field[pointer.slice(pointer.lastIndexOf('/') + 1)] : undefined
      const gives = (schema.gives === 'field' ? named && typeOfField(named) : schema.gives) as Type | undefined
      if (!scope || !gives) return
      const { problems, type } = analyse(value, scope)
      if (problems.length === 0 && !fits(type, gives))
        report.add(pointer, `"${value}" gives ${typeName(type)}; ${typeName(gives)} is needed here.`)
    }
  }
}

/** The actual and the expected kind of the field, where they differ. */
function mismatch(schema: Node, field: Field): { is: string; needed: string } | undefined {
  const types = schema.of as readonly (FieldType | 'numeric')[] | undefined
  if (types && !types.some((type) => type === field.type || (type === 'numeric' && isNumeric(field.type))))
    return { is: field.type, needed: types.map((type) => (type === 'numeric' ? 'a number' : type)).join(' or ') }
  const to = schema.to as readonly string[] | undefined
  if (to && !to.includes(field.to ?? ''))
    return { is: field.to ? `a reference to ${field.to}` : field.type, needed: `a reference to ${to.join(' or ')}` }
  return undefined
}
