/**
 * System-maintained values in the input of a new record: the result of `defaults` can be sent back unchanged, but a
 * request cannot set a total, a counter or a status.
 */
import type { Module, Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { type FieldErrors, invalid } from '../../platform/errors.ts'
import { previewNumber } from '../../platform/numbering/index.ts'
import { fieldOf } from '../query/paths.ts'
import { same } from './input.ts'

interface Echo {
  readonly path: string
  readonly value: unknown
  /** True for a number, which is zero until it is written. */
  readonly counts: boolean
  readonly read: (record: Row) => unknown
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Separates system values from those that the request can set: of a new record, or of the lines that a change adds. */
export function splitReadonlyEchoes(
  module: Module,
  input: unknown,
  checked: 'record' | 'new lines' = 'record',
): { input: unknown; echoes: Echo[] } {
  if (!isRow(input)) return { input, echoes: [] }
  const echoes: Echo[] = []
  const part = (fields: Pick<Module, 'field'>, row: Row, prefix: string, find: (record: Row) => Row | undefined): Row =>
    Object.fromEntries(
      Object.entries(row).filter(([name, value]) => {
        const field = fieldOf(fields, name)
        if (!field || field.writable) return true
        const counts = field.storage === 'numeric' || field.storage === 'integer'
        echoes.push({ path: `${prefix}${name}`, value, counts, read: (record) => find(record)?.[name] })
        return false
      }),
    )
  const echoed = checked === 'record' ? part(module, input, '', (record) => record) : { ...input }
  for (const lines of module.lines) {
    const rows = echoed[lines.name]
    if (!Array.isArray(rows)) continue
    echoed[lines.name] = rows.map((row: unknown, index) =>
      isRow(row) && (checked === 'record' || !row.id)
        ? part(lines, row, `${lines.name}.${index}.`, (record) => (record[lines.name] as Row[] | undefined)?.[index])
        : row,
    )
  }
  return { input: echoed, echoes }
}

/** Refuses values that differ from those that the system computed for `record`. */
export async function requireUnchangedEchoes(ctx: Ctx, module: Module, record: Row, echoes: readonly Echo[]): Promise<void> {
  const given = echoes.filter(({ value }) => value !== null && value !== undefined && value !== '')
  if (given.length === 0) return
  const numbers = new Set(module.entity.numbers.map((number) => number.field))
  const preview = given.some(({ path }) => numbers.has(path)) ? await previewNumber(ctx, module, record) : {}
  const errors: FieldErrors = {}
  for (const { path, value, counts, read } of given) {
    const expected = path === 'status' ? module.workflow?.initial : numbers.has(path) ? preview[path] : read(record)
    if (!same(expected, value) && !(counts && (expected === undefined || expected === null) && value === 0))
      errors[path] = ['This value is set by the system.']
  }
  if (Object.keys(errors).length) throw invalid(errors)
}
