/** Values of a list's or report's parameters, as its address has them. Without expressions, which only a few screens load. */
import type { Field, Row } from '../../../engine/model/module.ts'
import type { Filters } from './url-state.ts'

const NUMBERS: readonly Field['type'][] = ['reference', 'user', 'employee', 'money', 'quantity', 'number', 'integer', 'percent', 'rate']

/** The value of a parameter as the address has it. */
export const parsed = (field: Field, text: string | undefined): unknown => {
  if (text === undefined || text === '') return null
  if (field.type === 'boolean') return text === 'true'
  return NUMBERS.includes(field.type) ? Number(text) : text
}

/**
 * The shown parameters that an input asks for, too: the month that is locked is the one that is looked at, and the customers
 * who are written to are the one whose statement it is.
 */
export const shownValues = (input: readonly Field[], parameters: readonly Field[], filters: Filters): Row =>
  Object.fromEntries(
    input.flatMap(({ name, type }) => {
      const many = type === 'references' ? name.replace(/_ids$/, '_id') : undefined
      const parameter = parameters.find((field) => (many ? field.name === many : field.name === name && field.type === type))
      const value = parameter && parsed(parameter, filters[parameter.name]?.eq)
      return value === undefined || value === null ? [] : [[name, many ? [value] : value]]
    }),
  )
