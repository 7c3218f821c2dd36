/** Whole numbers that are read digit by digit. */
import type { FieldType, JsonSchema } from '../../model/field.ts'

const LEAST_YEAR = 1000
const LAST_YEAR = 9999
/** Ids and numbers of things, as fields and their columns are named. */
const NAMES_A_THING = /^(id|version|.*_(id|no|seq))$/

/**
 * Whether the field is a number that counts nothing. A year (whole numbers that must have exactly four digits), an id,
 * the number of a record: lists, forms, chips, papers and totals show them without a thousands separator, 2026 and never
 * 2,026.
 */
export const readByDigit = ({
  name = '',
  type,
  schema,
}: {
  readonly name?: string
  readonly type: FieldType
  readonly schema?: JsonSchema | undefined
}): boolean =>
  type === 'integer' && (NAMES_A_THING.test(name) || (Number(schema?.minimum) >= LEAST_YEAR && Number(schema?.maximum) <= LAST_YEAR))
