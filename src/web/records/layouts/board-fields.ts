/** Fields by whose values the cards of a board are divided: the status, choices and references. */
import type { Field, Module } from '../../../engine/model/module.ts'
import { type FilterField, filterFields } from '../index/filter-fields.ts'

const DIVIDING: readonly FilterField['kind'][] = ['choice', 'reference']
const SEVERAL: readonly Field['type'][] = ['references', 'multiselect']

const isDividing = ({ internal, kind, name, field }: FilterField): boolean =>
  !internal && DIVIDING.includes(kind) && !name.includes('.') && !SEVERAL.includes(field.type)

/** The status first, then the quick filters, then the rest. */
export function boardFields(module: Module): readonly FilterField[] {
  const { quick, others } = filterFields(module)
  const fields = [...quick, ...others].filter(isDividing)
  return fields.sort((a, b) => Number(b.name === 'status') - Number(a.name === 'status'))
}
