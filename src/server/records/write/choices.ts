/** Values of selects whose choices are a list of the product (`optionsOf`). */
import type { Field, Module, Row } from '../../../engine/model/module.ts'
import { unknownChoice } from '../../../engine/runtime/fields/choices.ts'
import { onceFor } from '../../../kernel/once-for.ts'
import type { FieldErrors } from '../../platform/errors.ts'
import { report } from './messages.ts'

const listed = (fields: readonly Field[]) => fields.filter(({ optionsOf, writable }) => optionsOf && writable)
const listedFields = onceFor(({ fields, lines }: Pick<Module, 'fields' | 'lines'>) => ({
  header: listed(fields),
  rows: lines.map((table) => ({ name: table.name, fields: listed(table.fields) })).filter(({ fields: some }) => some.length),
}))

/**
 * Reports values that their list does not have. One that the stored record has may stay: the package that brought it can have
 * been removed.
 */
export function reportUnknownChoices(module: Module, accepted: Row, current: Row | undefined, errors: FieldErrors): void {
  const { header, rows } = listedFields(module)
  const check = (fields: readonly Field[], row: Row, before: Row | undefined, prefix: string): void => {
    for (const field of fields) {
      const value = row[field.name]
      if (typeof value !== 'string' || value === '' || value === before?.[field.name]) continue
      if (!field.options?.some((option) => option.value === value)) report(errors, prefix + field.name, unknownChoice(field, value))
    }
  }
  check(header, accepted, current, '')
  for (const { name, fields } of rows) {
    const stored = new Map(((current?.[name] as Row[] | undefined) ?? []).map((row) => [row.id, row]))
    for (const [index, row] of ((accepted[name] as Row[] | undefined) ?? []).entries())
      check(fields, row, stored.get(row.id), `${name}.${index}.`)
  }
}
