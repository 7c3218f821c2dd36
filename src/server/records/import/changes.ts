/** What the row of a sheet changes in the record that it means. */
import type { Field, Json, Module, Row } from '../../../engine/model/module.ts'
import { toJson } from '../../../engine/runtime/compute/index.ts'
import { formatValue } from '../../../engine/runtime/format/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { invalid } from '../../platform/errors.ts'
import { seesOf } from '../access.ts'
import type { PreparedChange } from '../write/save.ts'
import { changedFields, sameStored } from '../write/store.ts'
import type { FieldChange } from './mode.ts'
import type { SheetRecord } from './sheet-record.ts'

/** The masks of exports: a value that the file does not show is not changed by it. */
const MASKED = /^•{2,}/

/**
 * The values of a row that differ from its record; throws 400 for words that mean no record and for lines, which an import
 * does not change.
 */
export function differences(module: Module, current: Row, sheet: SheetRecord, clears: boolean): Row {
  const { values, words = {}, unresolved = {}, emptied = [] } = sheet
  for (const name of Object.keys(values))
    if (module.lines.some((lines) => lines.name === name) || sheet.children)
      throw invalid({
        [name]: ['An import changes no lines of existing records. Leave these cells empty, and change the lines in the form.'],
      })
  const isPresent = (name: string): boolean => {
    const field = module.field[name]
    const written = words[name]
    if (!field || written === undefined) return false
    return field.to ? isNamed(field, current, written) : unresolved[name] !== undefined && String(current[name] ?? '') === written
  }
  // A code finds its record regardless of case, and leaves it as it is written; a row with an ID can change that.
  const isFound = ({ name, type }: Field, value: unknown): boolean =>
    type === 'code' && sheet.identity?.id === undefined && String(current[name]).toLowerCase() === String(value).toLowerCase()
  for (const [name, { message }] of Object.entries(unresolved)) if (!isPresent(name)) throw invalid({ [name]: [message] })
  const input: Row = {}
  for (const [name, value] of Object.entries(values)) {
    const field = module.field[name]
    if (!field) input[name] = value
    else if (!isPresent(name) && !isMasked(field, value) && !sameAsWritten(field, current[name], value) && !isFound(field, value))
      input[name] = value
  }
  if (clears) for (const name of emptied) if (!isBlank(current[name])) input[name] = null
  return input
}

const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const isMasked = ({ sensitive }: Field, value: unknown): boolean => sensitive && typeof value === 'string' && MASKED.test(value)

/** Whether words name the records that the field refers to now, as an export writes them. */
function isNamed(field: Field, current: Row, words: string): boolean {
  const now = current[field.refAs ?? '']
  const records = (Array.isArray(now) ? now : [now]).filter((entry): entry is Row => typeof entry === 'object' && entry !== null)
  const written = (key: string): string => sorted(records.map((record) => String(record[key] ?? '')).join(';'))
  return records.length > 0 && ['name', 'label'].some((key) => written(key) === sorted(words))
}
const sorted = (words: string): string =>
  words
    .toLowerCase()
    .split(';')
    .map((word) => word.trim())
    .sort()
    .join(';')

/** Equality of a stored value with one that was read from a cell: without the spaces around texts, and to the minute. */
function sameAsWritten(field: Field, stored: unknown, given: unknown): boolean {
  if (isBlank(stored) && isBlank(given)) return true
  if (typeof stored === 'string' && typeof given === 'string') {
    if (field.storage === 'text') return plainText(stored) === plainText(given)
    if (field.type === 'datetime' || field.type === 'time') return minute(stored) === minute(given)
  }
  if (field.storage.endsWith('[]') && Array.isArray(stored) && Array.isArray(given))
    return [...stored].map(String).sort().join() === [...given].map(String).sort().join()
  return sameStored(field, stored, given)
}

const plainText = (text: string): string => text.replaceAll('\r\n', '\n').trim()
/** An instant or a time of day without its seconds, which lists and files do not show. */
const minute = (text: string): string => text.replace(/^(\d{4}-\d\d-\d\dT)?(\d\d:\d\d).*$/, '$1$2')

/** The fields that a change changes, for the user who makes it: those of the sheet and those that are computed from them. */
export function changesOf(
  ctx: Ctx,
  module: Module,
  current: Row,
  { record, accepted }: Pick<PreparedChange, 'record' | 'accepted'>,
): FieldChange[] {
  const sees = seesOf(ctx)
  return changedFields(module, current, record)
    .filter((field) => sees(field) && field.widget !== 'hidden' && (field.name in accepted || field.access === undefined))
    .map((field) => ({ field: field.title, from: textOf(ctx, field, current), to: textOf(ctx, field, record) }))
}

/** The value of a field as users read it. */
function textOf(ctx: Ctx, field: Field, record: Row): string {
  const value = record[field.name]
  if (isBlank(value)) return ''
  if (field.sensitive || field.type === 'secret' || field.type === 'password') return '••••'
  if (field.to) {
    const now = record[field.refAs ?? '']
    const named = (Array.isArray(now) ? now : [now]).map((entry) => (entry as Row | null)?.label ?? (entry as Row | null)?.name ?? '')
    return named.join('; ')
  }
  return formatValue(field, toJson({ value }).value as Json, { timeZone: ctx.company.time_zone })
}

/** What users recognize a record by: its number or code, and its name. */
export function nameOf(ctx: Ctx, module: Module, record: Row): string {
  const sees = seesOf(ctx)
  const numbers = module.entity.numbers.map(({ field }) => field)
  const codes = module.fields.filter(({ type }) => type === 'code').map(({ name }) => name)
  const fields = [...new Set([...numbers, ...codes.slice(0, 1), module.entity.name])].flatMap((name) => module.field[name] ?? [])
  return fields
    .filter((field) => sees(field) && !field.sensitive)
    .map((field) => textOf(ctx, field, record))
    .filter(Boolean)
    .join(' · ')
}
