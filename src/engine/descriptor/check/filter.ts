/** Conditions on the records of another module: filters of references, panels, lookups, proposals. */

import type { Field, Json, Module, RowFilter } from '../../model/module.ts'
import { didYouMean } from '../../runtime/expressions/hint.ts'
import { isNumeric, isReference } from '../../runtime/fields/types.ts'
import { rootField } from '../resolve/layout.ts'
import { step } from '../schema/structure.ts'
import type { Subject } from './subject.ts'

/** The field that a value such as `$supplier_id` refers to, beside the condition, and its target module if any. */
export type Sibling = Pick<Field, 'to'>

/** The module that a filter is on, its place, and the fields it can compare with. */
interface FilterPlace {
  readonly target: Module
  readonly pointer: string
  readonly sibling: (name: string) => Sibling | undefined
}

/** Columns of a condition on rows of `target`, the constants they are compared with, and the siblings its values name. */
export function checkFilter({ report }: Pick<Subject, 'report'>, filter: RowFilter, { target, pointer, sibling }: FilterPlace): void {
  for (const [key, value] of Object.entries(filter)) {
    const place = pointer + step(key)
    if (!rootField(key, target.fields) && !target.workflow?.flags.includes(key)) {
      report.add(place, `"${target.name}" has no field "${key}".`, didYouMean(key, Object.keys(target.field)))
      continue
    }
    const column = target.field[key]
    const choices = choicesOf(target, key)
    for (const entry of [value].flat() as Json[]) {
      const name = typeof entry === 'string' && entry.startsWith('$') ? entry.slice(1) : undefined
      if (name !== undefined) {
        const beside = sibling(name)
        if (!beside) report.add(place, `There is no field "${name}" here.`)
        else if (column?.to && beside.to !== column.to)
          report.add(place, `"${key}" is a ${column.to}, and "${entry}" is ${beside.to ? `a ${beside.to}` : 'no record'}.`)
      } else if (choices && typeof entry === 'string') {
        if (!choices.includes(entry))
          report.add(place, `"${entry}" is no ${key} of ${target.title}; allowed: ${choices.join(', ')}.`, didYouMean(entry, choices))
      } else if (entry !== null && typeof entry !== 'object' && column) {
        const needed = constantOf(column)
        if (needed && typeof entry !== needed.type)
          report.add(place, `${JSON.stringify(entry)} is never the value of "${key}" of ${target.title}; ${needed.words} is needed here.`)
      }
    }
  }
}

/** The JSON type of a constant that a field is compared with; undefined where any type is allowed. */
function constantOf(field: Field): { type: string; words: string } | undefined {
  if (field.storage === 'boolean' && !field.options) return { type: 'boolean', words: 'true or false' }
  if (isNumeric(field.type) || isReference(field.type)) return { type: 'number', words: 'a number' }
  return undefined
}

/** The values of a field with few values: states, progress, options. */
function choicesOf(target: Module, key: string): readonly string[] | undefined {
  if (key === 'status' && target.workflow) return Object.keys(target.workflow.states)
  const field = target.field[key]
  return field?.type === 'select' || field?.type === 'toggle' ? field.options?.map((option) => option.value) : undefined
}
