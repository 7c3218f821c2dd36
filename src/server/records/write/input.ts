/** The values that a request can set: unknown names and direct writes to system values are refused, echoes are dropped. */

import type { Field, Lines, Module, Row } from '../../../engine/model/module.ts'
import { sameValue } from '../../../engine/runtime/compute/index.ts'
import { isDecimal } from '../../../kernel/decimal.ts'
import { type FieldErrors, invalid } from '../../platform/errors.ts'
import type { Sees } from '../access.ts'
import { didYouMean, fieldOf } from '../query/paths.ts'
import { report } from './messages.ts'

const MAX_LINES = 20_000
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)
const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

/** Equality of JSON values as they travel; `1` and `1.00` are the same number, empty is empty. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b || (isEmpty(a) && isEmpty(b))) return true
  if (isDecimal(a) || isDecimal(b)) return sameValue(a, b)
  if (typeof a === 'object' || typeof b === 'object') return JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
  return typeof a !== 'boolean' && typeof b !== 'boolean' && !isEmpty(a) && !isEmpty(b) && String(a) === String(b)
}

interface Part {
  readonly fields: readonly Field[]
  readonly field: Readonly<Record<string, Field>>
}

/** Names an answer carries beside its fields; a client may send a whole answer back. */
function isEcho(part: Part, name: string, extra: readonly string[]): boolean {
  return extra.includes(name) || part.fields.some((field) => field.refAs === name)
}

/** What the user sees and can write; `current` is the stored record. */
interface InputRights {
  readonly sees: Sees
  readonly current?: Row
  readonly editable?: '*' | readonly string[]
}

/**
 * The writable values of `input`. `current` is the stored record as answered, or undefined when creating.
 * `editable` names the fields that the record's state lets one change (`*`: all).
 */
export function acceptInput(module: Module, input: unknown, { sees, current, editable = '*' }: InputRights): Row {
  if (!isRow(input)) throw invalid({ _: ['The request must be an object of field values.'] })
  const errors: FieldErrors = {}
  const accepted: Row = {}
  const names = [...module.fields, ...module.lines].filter((candidate) => sees(candidate)).map((entry) => entry.name)
  for (const [name, value] of Object.entries(input)) {
    const lines = module.lines.find((line) => line.name === name)
    if (lines && sees(lines)) {
      const rows = acceptLines(lines, value, { sees, errors, current: current?.[name] as Row[] | undefined })
      if (rows && lines.readonly !== true && (editable === '*' || editable.includes(name))) accepted[name] = rows
      else if (rows && !linesUnchanged(rows, current?.[name] as Row[] | undefined))
        report(errors, name, current ? locked(lines, current) : 'These lines are set by the system.')
      continue
    }
    const field = fieldOf(module, name)
    if (!field || !sees(field)) {
      const flag = module.workflow?.flags.includes(name) ?? false
      if (flag && !(current && same(current[name], value))) report(errors, name, 'This value follows the status and cannot be set.')
      if (
        !flag &&
        !isEcho(module, name, [
          'id',
          'version',
          'label',
          'actions',
          'progress',
          'tags',
          'created_at',
          'updated_at',
          'created_by',
          'updated_by',
        ])
      ) {
        report(errors, name, `There is no field "${name}".${didYouMean(name, names)}`)
      }
      continue
    }
    acceptValue({ field, value, path: name, current, editable, errors, accepted })
  }
  if (Object.keys(errors).length) throw invalid(errors)
  return accepted
}

const locked = ({ title }: Pick<Field, 'title'>, current: Row | undefined): string =>
  `"${title}" cannot be changed while the record is ${String(current?.status ?? 'in this state')}.`

/** A value that a request gives a field, the row it is for, and where the value or its error goes. */
interface Given {
  readonly field: Field
  readonly value: unknown
  /** The name under which an error is reported. */
  readonly path: string
  readonly current: Row | undefined
  readonly editable: '*' | readonly string[]
  readonly errors: FieldErrors
  readonly accepted: Row
}

function acceptValue({ field, value, path, current, editable, errors, accepted }: Given): void {
  const masked = (field.type === 'secret' || field.type === 'password') && typeof value === 'string' && value.startsWith('••••')
  if (masked) return
  if (!field.writable) {
    const echoed = current ? same(current[field.name], value) : isEmpty(value)
    if (!echoed) report(errors, path, 'This value is set by the system.')
    return
  }
  if (editable !== '*' && !editable.includes(field.name)) {
    if (!same(current?.[field.name], value)) report(errors, path, locked(field, current))
    return
  }
  accepted[field.name] = value === '' ? null : value
}

/** What the user sees, the stored rows, and where refusals are collected. */
interface LinesInput {
  readonly sees: Sees
  readonly errors: FieldErrors
  readonly current: readonly Row[] | undefined
}

function acceptLines(lines: Lines, value: unknown, { sees, errors, current }: LinesInput): Row[] | undefined {
  if (value === null) return []
  if (!Array.isArray(value)) {
    report(errors, lines.name, 'Must be a list of lines.')
    return undefined
  }
  if (value.length > MAX_LINES) {
    report(errors, lines.name, `At most ${MAX_LINES} lines.`)
    return undefined
  }
  const byId = new Map((current ?? []).map((row) => [row.id, row]))
  const seen = new Set<unknown>()
  const names = lines.fields.filter(sees).map((field) => field.name)
  return value.map((row: unknown, index) => {
    const path = `${lines.name}.${index}`
    if (!isRow(row)) {
      report(errors, path, 'Must be a line with values.')
      return {}
    }
    const stored = isEmpty(row.id) ? undefined : byId.get(row.id)
    if (!isEmpty(row.id) && (!stored || seen.has(row.id))) report(errors, `${path}.id`, 'This line is not part of the record.')
    seen.add(row.id)
    const accepted: Row = stored ? { id: stored.id } : {}
    for (const [name, given] of Object.entries(row)) {
      const field = fieldOf(lines, name)
      if (['id', 'line_no', 'parent_id'].includes(name)) continue
      if (field && sees(field))
        acceptValue({ field, value: given, path: `${path}.${name}`, current: stored, editable: '*', errors, accepted })
      else if (!isEcho(lines, name, [])) report(errors, `${path}.${name}`, `There is no field "${name}".${didYouMean(name, names)}`)
    }
    return accepted
  })
}

function linesUnchanged(rows: readonly Row[], current: readonly Row[] = []): boolean {
  return (
    rows.length === current.length &&
    rows.every(
      (row, index) => row.id === current[index]!.id && Object.entries(row).every(([name, value]) => same(value, current[index]![name])),
    )
  )
}
