/** Values in a row about a record of another module (`entity.subject`): who can read them, and as which fields. */
import type { Field, Lines, Module, Row } from '../../model/module.ts'

/** Whether this field can be read. The caller's field access, decided by `sees`. */
type Sees = (part: { readonly access?: string }) => boolean

const MASK = '••••'

/** Fields that a company has added carry this prefix; a value under such a name outlives its field, and with it its access code. */
const OVERLAY = 'x_'

/** Whether the field's values belong to another record. No query can name it: its rows would reveal the values. */
export const isSubjectValue = (module: Partial<Pick<Module, 'entity'>>, name: string): boolean =>
  module.entity?.subject?.values.includes(name) ?? false

const shown = (field: Pick<Field, 'sensitive' | 'type'>, value: unknown): unknown =>
  value === null || value === undefined ? null : field.sensitive || field.type === 'password' || field.type === 'secret' ? MASK : value

function cutLines(lines: Lines, value: unknown, sees: Sees): unknown {
  if (!Array.isArray(value)) return value ?? null
  return value.map((row: Row) =>
    Object.fromEntries(
      Object.entries(row).flatMap(([name, value]) => {
        const field = Object.hasOwn(lines.field, name) ? lines.field[name]! : undefined
        if (!field) return name === 'id' || name === 'line_no' ? [[name, value]] : []
        return sees(field) ? [[name, shown(field, value)]] : []
      }),
    ),
  )
}

/**
 * Values of a record of `module` by field name, as a reader with the field access `sees` may know them: fields and
 * columns of child tables outside of it are absent, sensitive values are masked. Notes of the server that are no
 * fields stay; values of fields that a company has removed do not. Null stays null.
 */
export function cutValues(module: Module, values: Readonly<Row> | null, sees: Sees): Row | null {
  if (!values) return null
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      if (Object.hasOwn(module.field, name)) {
        const field = module.field[name]!
        return sees(field) ? [[name, shown(field, value)]] : []
      }
      const lines = module.lines.find((line) => line.name === name)
      if (lines) return sees(lines) ? [[name, cutLines(lines, value, sees)]] : []
      return name.startsWith(OVERLAY) ? [] : [[name, value]]
    }),
  )
}
