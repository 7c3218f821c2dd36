/** Fields: keywords that fit the type, references, fetch, lookup, defaults, names. */

import type { Field as RawField } from '../../model/descriptor.generated.ts'
import type { Field, FieldType } from '../../model/module.ts'
import { didYouMean } from '../../runtime/expressions/hint.ts'
import { fieldTypes, isNumeric, isReference } from '../../runtime/fields/types.ts'
import { patternProblem } from '../schema/patterns.ts'
import { checkStructure, step } from '../schema/structure.ts'
import { checkFilter, type Sibling } from './filter.ts'
import { findModule } from './names.ts'
import type { Place, Subject } from './subject.ts'
import { checkTexts } from './texts.ts'

const isText = (type: FieldType): boolean => fieldTypes[type].schema.type === 'string' && fieldTypes[type].storage === 'text'
const isList = (type: FieldType): boolean => type === 'lines' || type === 'references' || type === 'attachments' || type === 'multiselect'
const OPTIONAL = new Set<FieldType>(['select', 'multiselect', 'toggle'])

/** Keywords that mean something only for some types. */
const ONLY_FOR: Readonly<Record<string, { fits(type: FieldType): boolean; types: string }>> = {
  to: { fits: isReference, types: 'reference, references, user and employee' },
  filter: { fits: isReference, types: 'reference, references, user and employee' },
  offered: { fits: isReference, types: 'reference, references, user and employee' },
  pickerChoices: { fits: isReference, types: 'reference, references, user and employee' },
  options: { fits: (type) => OPTIONAL.has(type), types: 'select, multiselect and toggle' },
  optionsOf: { fits: (type) => type === 'select', types: 'select' },
  suggest: { fits: (type) => isText(type) || type === 'json', types: 'texts, and json with the widget "list"' },
  recordOf: { fits: (type) => type === 'integer', types: 'integer' },
  lines: { fits: (type) => type === 'lines', types: 'lines' },
  fields: { fits: (type) => type === 'lines', types: 'lines' },
  columns: { fits: (type) => type === 'lines', types: 'lines' },
  indexes: { fits: (type) => type === 'lines', types: 'lines' },
  scale: {
    fits: (type) => fieldTypes[type].storage === 'numeric',
    types: 'money, quantity, rate, percent and number',
  },
  minimum: { fits: isNumeric, types: 'numbers' },
  maximum: { fits: isNumeric, types: 'numbers' },
  exclusiveMinimum: { fits: isNumeric, types: 'numbers' },
  exclusiveMaximum: { fits: isNumeric, types: 'numbers' },
  multipleOf: { fits: isNumeric, types: 'numbers' },
  minLength: { fits: isText, types: 'texts' },
  maxLength: { fits: isText, types: 'texts' },
  pattern: { fits: isText, types: 'texts' },
  minItems: { fits: isList, types: 'lines, references, attachments and multiselect' },
  maxItems: { fits: isList, types: 'lines, references, attachments and multiselect' },
}
/** Presentations that only some types have. */
const WIDGETS: Readonly<Record<string, { fits(type: FieldType): boolean; types: string }>> = {
  radio: { fits: (type) => type === 'reference', types: 'a reference' },
  words: { fits: (type) => isText(type) || type === 'multiselect', types: 'a text or a multiselect' },
  birthdate: { fits: (type) => type === 'date', types: 'a date' },
}
/** Keywords that rows as a whole cannot have. */
const NOT_FOR_LINES = [
  'required',
  'fetch',
  'lookup',
  'propose',
  'computed',
  'default',
  'requiredWhen',
  'check',
  'unique',
  'index',
  'sensitive',
] as const

export function checkFields(subject: Subject): void {
  const { module, shape } = subject
  const declared = shape.raw.fields ?? {}
  for (const field of module.fields) checkField(field, { subject, pointer: `/fields${step(field.name)}`, raw: declared[field.name] ?? {} })
  for (const lines of module.lines) {
    const pointer = `/fields${step(lines.name)}`
    const raw = declared[lines.name] ?? {}
    checkKeywords('lines', { subject, pointer, raw })
    for (const key of NOT_FOR_LINES)
      if (raw[key] !== undefined)
        subject.report.add(
          `${pointer}/${key}`,
          `"${key}" means nothing for a field of type lines.`,
          key === 'required' ? 'Say "minItems": 1.' : undefined,
        )
    const rows = (raw.fields ?? {}) as Record<string, RawField | null>
    for (const field of lines.fields)
      checkField(field, {
        subject,
        lines,
        pointer: `${pointer}/fields${step(field.name)}`,
        raw: rows[field.name] ?? {},
      })
    for (const [index, name] of lines.columns.entries()) {
      if (!lines.field[name])
        subject.report.add(`${pointer}/columns/${index}`, `The rows have no field "${name}".`, didYouMean(name, Object.keys(lines.field)))
    }
    for (const [index, names] of (lines.indexes ?? []).entries())
      for (const [position, name] of names.entries())
        if (name !== 'parent_id' && !lines.field[name])
          subject.report.add(
            `${pointer}/indexes/${index}/${position}`,
            `The rows have no field "${name}".`,
            didYouMean(name, ['parent_id', ...Object.keys(lines.field)]),
          )
    duplicates(lines.fields, `${pointer}/fields`, subject)
  }
  for (const { name, recordOf } of module.fields) {
    if (recordOf === undefined || ['text', 'select'].includes(module.field[recordOf]?.type ?? '')) continue
    subject.report.add(
      `/fields${step(name)}/recordOf`,
      `"${recordOf}" is no text or select of this module, so it names no module.`,
      didYouMean(recordOf, Object.keys(module.field)) ?? 'Name the field that says which kind of record this is.',
    )
  }
  for (const { name } of module.fields.filter(({ origin }) => origin === 'system'))
    if (declared[name])
      subject.report.add(`/fields${step(name)}`, `Every record has a field "${name}" of its own.`, 'Give yours another name.')
  for (const name of ['status', 'progress'])
    if (module.workflow && declared[name]?.type)
      subject.report.add(`/fields${step(name)}`, `The workflow says the ${name} of a record.`, 'Give the field another name.')
  for (const lines of module.lines) checkLength(lines.table, `/fields${step(lines.name)}`, 'The name of the table', subject)
  duplicates([...module.fields, ...module.lines], '/fields', subject)
  former(module.fields, '/fields', subject)
  for (const lines of module.lines) former(lines.fields, `/fields${step(lines.name)}/fields`, subject)
}

/** A former name is that of one field, and of none that there is. */
function former(fields: readonly Field[], pointer: string, { report }: Subject): void {
  const names = new Map(fields.map(({ name }) => [name, name]))
  for (const { name, renamedFrom } of fields) {
    if (renamedFrom === undefined) continue
    const other = names.get(renamedFrom)
    if (other !== undefined)
      report.add(
        `${pointer}${step(name)}/renamedFrom`,
        other === renamedFrom ? `The field "${renamedFrom}" still exists.` : `"${other}" is renamed from "${renamedFrom}" already.`,
      )
    names.set(renamedFrom, name)
  }
}

/** Two values of an answer under one name: a field and a resolved reference, or two references. */
function duplicates(fields: readonly { readonly name: string; readonly refAs?: string }[], pointer: string, { report }: Subject): void {
  const names = new Map<string, string>()
  for (const field of fields) names.set(field.name, field.name)
  for (const field of fields) {
    if (!field.refAs) continue
    const other = names.get(field.refAs)
    if (other)
      report.add(
        `${pointer}${step(field.name)}`,
        `The resolved record of "${field.name}" would be answered as "${field.refAs}", which "${other}" is already.`,
      )
    names.set(field.refAs, field.name)
  }
}

/** Letters of a name in the database, which would cut a longer one and lose its values. */
const LONGEST_NAME = 63

function checkLength(name: string, pointer: string, what: string, { report }: Pick<Subject, 'report'>): void {
  if (name.length <= LONGEST_NAME) return
  report.add(
    pointer,
    `${what} "${name}" has ${name.length} letters; at most ${LONGEST_NAME} are allowed.`,
    'Choose a shorter name, and say the rest in "title".',
  )
}

function checkField(field: Field, place: Place): void {
  checkLength(field.name, place.pointer, 'The name', place.subject)
  if (field.name.length <= LONGEST_NAME && field.refAs) checkLength(field.refAs, place.pointer, 'The answered name', place.subject)
  checkKeywords(field.type, place)
  checkReference(field, place)
  checkFetch(field, place)
  checkProposal(field, place)
  checkLookup(field, place)
  checkSuggest(field, place)
  checkValues(field, place)
  checkTexts(field, place)
}

function checkKeywords(type: FieldType, { subject, pointer, raw }: Place): void {
  for (const [key, rule] of Object.entries(ONLY_FOR)) {
    if (raw[key as keyof RawField] !== undefined && !rule.fits(type))
      subject.report.add(`${pointer}/${key}`, `"${key}" means nothing for a field of type ${type}; it is for ${rule.types}.`)
  }
  const widget = WIDGETS[raw.widget ?? '']
  if (widget && !widget.fits(type))
    subject.report.add(`${pointer}/widget`, `The presentation "${raw.widget}" is for ${widget.types}; a ${type} is not shown so.`)
}

function checkReference(field: Field, place: Place): void {
  if (!isReference(field.type)) return
  const { subject, pointer } = place
  if (!field.to) return subject.report.add(pointer, 'A reference needs "to": the module it points to.')
  if (field.origin === 'module' && !/(_id|_ids|_by|_to)$/.test(field.name)) {
    subject.report.add(
      pointer,
      `A reference is named …_id, …_ids, …_by or …_to.`,
      `Call it "${field.name}_id${field.type === 'references' ? 's' : ''}".`,
    )
  } else if (field.type === 'references' && field.name.endsWith('_id')) subject.report.add(pointer, 'Many references are named …_ids.')
  const target = findModule(subject, field.to, place.raw.to ? `${pointer}/to` : pointer)
  if (!target) return
  if (target.entity.name === 'id')
    subject.report.add(
      `${pointer}/to`,
      `"${field.to}" has nothing that a reference could read as.`,
      `Give ${field.to} a field "name", or "entity.name".`,
    )
  const call = place.raw.pickerChoices?.call
  if (call !== undefined && !target.endpoints.some(({ method, path }) => method === 'GET' && path === call))
    subject.report.add(`${pointer}/pickerChoices/call`, `"${field.to}" has no call "GET ${call}".`, 'Name one that needs no id.')
  for (const key of ['filter', 'offered'] as const)
    if (field[key]) checkFilter(subject, field[key], { target, pointer: `${pointer}/${key}`, sibling: (name) => sibling(name, place) })
}

/** A value of the same record: in rows `$field` is the row's or the header's, `$parent.field` the header's. */
function sibling(name: string, { subject, lines }: Place): Sibling | undefined {
  if (name === 'id' && !lines) return { to: subject.module.name }
  const lineField = name.startsWith('parent.') ? undefined : lines?.field[name]
  return lineField ?? subject.module.field[name.replace(/^parent\./, '')]
}

function checkProposal(field: Field, { subject, pointer, raw, lines }: Place): void {
  if (!field.propose) return
  const { report, module } = subject
  const target = field.to ? subject.world.find(field.to) : undefined
  const place = `${pointer}/propose`
  if (lines) return report.add(place, 'Only fields of the record itself are proposed, not those of its rows.')
  if ('where' in field.propose) {
    if (!target || field.type === 'references') report.add(place, '"where" is for references to one record.')
    else
      for (const [index, where] of field.propose.where.entries()) {
        const isListed =
          typeof raw.propose === 'object' && raw.propose !== null && 'where' in raw.propose && Array.isArray(raw.propose.where)
        const pointer = `${place}/where${isListed ? `/${index}` : ''}`
        checkFilter(subject, where, { target, pointer, sibling: (name) => module.field[name] })
      }
    return
  }
  if ('first' in field.propose) {
    if (!target?.entity.pickerChoices || field.type === 'references')
      report.add(place, '"first" is for references to one record of a module with "pickerChoices".')
    return
  }
  if (field.storage !== 'text') report.add(place, '"next" is for texts that end in a number.')
  for (const [index, name] of field.propose.next.entries())
    if (!module.field[name])
      report.add(`${place}/next/${index}`, `There is no field "${name}".`, didYouMean(name, Object.keys(module.field)))
}

/** Whether a value of one field can be stored in another. */
const isKept = (from: Field, to: Field): boolean =>
  from.storage === to.storage || fieldTypes[from.type].format === fieldTypes[to.type].format || (isNumeric(from.type) && isNumeric(to.type))

function checkFetch(field: Field, place: Place): void {
  for (const fetch of field.fetch ?? []) checkFetched(field, fetch, place)
}

function checkFetched(field: Field, { from, path }: NonNullable<Field['fetch']>[number], { subject, pointer, lines }: Place): void {
  const place = `${pointer}/fetch`
  const inHeader = from.startsWith('parent.')
  const fields = inHeader || !lines ? subject.module.field : lines.field
  const name = inHeader ? from.slice('parent.'.length) : from
  const source = fields[name]
  if (!source) return subject.report.add(place, `There is no field "${name}".`, didYouMean(name, Object.keys(fields)))
  if (source === field) return subject.report.add(place, `"${name}" would be copied from what "${name}" itself refers to.`)
  if (!isReference(source.type) || source.type === 'references')
    return subject.report.add(place, `"${name}" is not a reference to one record.`)
  const target = source.to ? subject.world.find(source.to) : undefined
  if (!target) return
  const column = target.field[path]
  if (!column) return subject.report.add(place, `"${source.to}" has no field "${path}".`, didYouMean(path, Object.keys(target.field)))
  if (!isKept(column, field)) subject.report.add(place, `"${from}.${path}" is ${column.type}; the field is ${field.type}.`)
  else if (isReference(field.type) && column.to !== field.to)
    subject.report.add(place, `"${from}.${path}" points to ${column.to}, the field to ${field.to}.`)
}

function checkLookup(field: Field, place: Place): void {
  const { lookup } = field
  if (!lookup) return
  const pointer = `${place.pointer}/lookup`
  const target = findModule(place.subject, lookup.module, `${pointer}/module`)
  if (!target) return
  checkFilter(place.subject, lookup.where, { target, pointer: `${pointer}/where`, sibling: (name) => sibling(name, place) })
  const column = target.field[lookup.value]
  if (column && !isKept(column, field))
    place.subject.report.add(`${pointer}/value`, `"${lookup.module}.${lookup.value}" is ${column.type}; the field is ${field.type}.`)
  if (!column)
    place.subject.report.add(
      `${pointer}/value`,
      `"${lookup.module}" has no field "${lookup.value}".`,
      didYouMean(lookup.value, Object.keys(target.field)),
    )
  const beside = (place.lines ?? place.subject.module).field
  if (lookup.missing && !beside[lookup.missing.field])
    place.subject.report.add(
      `${pointer}/missing/field`,
      `There is no field "${lookup.missing.field}" here.`,
      didYouMean(lookup.missing.field, Object.keys(beside)),
    )
}

function checkSuggest({ suggest }: Field, place: Place): void {
  if (!suggest) return
  const pointer = `${place.pointer}/suggest`
  if ('source' in suggest) return checkSuggestedSource(suggest.source, place)
  const target = findModule(place.subject, suggest.module, `${pointer}/module`)
  if (!target) return
  checkFilter(place.subject, suggest.where, { target, pointer: `${pointer}/where`, sibling: (name) => sibling(name, place) })
  for (const key of ['value', 'left', 'first'] as const) {
    const name = suggest[key]
    if (name === undefined) continue
    const column = target.field[name]
    if (!column)
      place.subject.report.add(
        `${pointer}/${key}`,
        `"${suggest.module}" has no field "${name}".`,
        didYouMean(name, Object.keys(target.field)),
      )
    else if (key === 'left' && !isNumeric(column.type))
      place.subject.report.add(`${pointer}/left`, `"${suggest.module}.${name}" is ${column.type}; a number is needed here.`)
  }
}

function checkSuggestedSource(name: string, { subject, pointer, lines }: Place): void {
  const place = `${pointer}/suggest/source`
  const sources = subject.module.sources.flatMap(({ module, lines: tables }) => {
    const from = lines && tables[lines.name]?.from
    return from ? [{ module, from }] : []
  })
  if (!sources.length) return subject.report.add(place, 'This field is in no child table whose rows are copied from a source.')
  for (const { module, from } of sources) {
    const fields = subject.world.find(module)?.lines.find((table) => table.name === from)?.field ?? {}
    if (!fields[name])
      return subject.report.add(place, `"${module}.${from}" has no field "${name}".`, didYouMean(name, Object.keys(fields)))
  }
}

/** Bounds of a value, the lower one first. */
const BOUNDS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
] as const
/** Forms of texts that no pattern can express, with their description. */
const FORMS: Partial<Record<FieldType, { fits(text: string): boolean; example: string }>> = {
  date: { fits: isDate, example: 'Write "2026-12-31", or {"expr": "today()"}.' },
  datetime: { fits: (text) => isDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)), example: 'Write {"expr": "now()"}.' },
  email: { fits: (text) => /^[^@\s]+@[^@\s]+$/.test(text), example: 'Write "name@company.com".' },
}

function isDate(text: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

function checkDefault(field: Field, { subject, pointer }: Place): void {
  if (!field.default || !('value' in field.default) || field.default.value === null) return
  const { value } = field.default
  const findings = checkStructure(field.schema, value)
  for (const finding of findings) subject.report.add(`${pointer}/default`, `The default is not valid: ${finding.message}`, finding.hint)
  const form = FORMS[field.type]
  if (findings.length === 0 && form && typeof value === 'string' && !form.fits(value))
    subject.report.add(`${pointer}/default`, `The default is not valid: "${value}" is no ${field.type}.`, form.example)
}

function checkValues(field: Field, place: Place): void {
  const { subject, pointer, raw } = place
  const { report } = subject
  // A multiselect without options takes users' own words, like tags.
  if (field.type === 'select' && !field.options) report.add(pointer, 'A select needs "options".')
  if (raw.optionsOf && raw.options) report.add(`${pointer}/options`, `The choices are those of "optionsOf".`, 'Leave one of the two out.')
  const values = field.options?.map((option) => option.value) ?? []
  if (new Set(values).size !== values.length) report.add(`${pointer}/options`, 'Two options have the same value.')
  if (values.some((value) => String(value).trim() === ''))
    report.add(`${pointer}/options`, 'An option is empty.', 'Leave it out: a field that is not required may be left empty.')
  checkDefault(field, place)
  for (const [low, high] of BOUNDS)
    if (raw[low] !== undefined && raw[high] !== undefined && raw[low] > raw[high])
      report.add(`${pointer}/${low}`, `"${low}" is ${raw[low]} and "${high}" is ${raw[high]}: no value fits.`)
  if (typeof field.schema.pattern === 'string') {
    const problem = patternProblem(field.schema.pattern)
    if (problem) report.add(`${pointer}/pattern`, problem)
  }
  if (field.live && field.computed === undefined) report.add(`${pointer}/live`, 'Only a computed field can be live.')
  if (field.computed !== undefined && field.lookup) report.add(pointer, 'A field is either computed or looked up.')
  if (raw.required && (field.computed !== undefined || field.lookup))
    report.add(`${pointer}/required`, 'A computed field cannot be filled in; leave "required" out.')
  if (field.computed !== undefined)
    for (const key of ['default', 'requiredWhen', 'fetch', 'propose'] as const)
      if (raw[key] !== undefined) report.add(`${pointer}/${key}`, `"${field.name}" is computed, so "${key}" would never be used.`)
  if (field.unique && ['jsonb', 'bigint[]', 'text[]'].includes(field.storage))
    report.add(`${pointer}/unique`, `A ${field.type} cannot be unique.`)
}
